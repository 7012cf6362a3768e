// The code of a type whose values are composed from parts: a table of its cases, and two functions that make a value from
// the parts of a case and decompose it. A class, or a structure with other storage than fields, has one case.

/// The members of an enumeration.
@Code func members(ofComposed type: CheckedType, _ representation: Representation) -> [Code] {
  table(of: type, representation)
  compose(type) {
    "switch index {"
    for (index, element) in type.cases.enumerated() {
      "case \(index):"
      indented {
        take(element.values, ["parts.compose(\(element.expression(part(of: element.values))) as Self)"])
      }
    }
    "default: break"
    "}"
  }
  decompose(type) {
    "switch self {"
    for (index, element) in type.cases.enumerated() {
      "case \(element.pattern): Millrace.__Parts.of(\(writtenParts(element.values)), \(index), use)"
    }
    "}"
  }
  if type.isReadable {
    if case .string = representation { kinds("Millrace.ValueKinds.string", type) }
    membersOfCases(of: type, representation)
  }
  defaultValues(of: type)
  typeChecks(of: type)
  coding(of: type)
}

/// The members of a class or of a structure.
@Code func members(ofComposed type: CheckedType) -> [Code] {
  let names = Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields)
  // `Self` cannot be named there in a class.
  let head = "\(type.name).self, \(swiftLiteral(type.name)), .only, \(names), cases: Millrace.FieldTable(\"\")"
  declareTable(type, head, capacity: type.fields.count) {
    addCase("\"\"", names, type.fields, of: type, named: type.name)
    validate(type)
  }
  let hasInitializer = type.needsInitializer && type.codesByTable && !type.fields.isEmpty
  compose(type) {
    if hasInitializer {
      "parts.compose(Self(__parts: parts))"
    } else {
      take(type.fields, ["parts.compose(Self(\(arguments(type, part(of: type.fields)))))"])
    }
  }
  decompose(type) { "Millrace.__Parts.of((\(list(type.fields, \.written))), 0, use)" }
  if hasInitializer {
    block("private init(__parts parts: Millrace.__Parts)") {
      take(type.fields, type.fields.map { "self.\($0.property) = \(part(of: type.fields)($0))" })
    }
  } else if type.needsInitializer {
    initializer(of: type)
  }
  defaultValues(of: type)
  typeChecks(of: type)
  if !type.codesByTable {
    coding(of: type)
  } else {
    coding(ofTable: type)
    if type.isDecodable, type.kind == .class {
      block("\(access(type))convenience init(from decoder: any Swift.Decoder) throws") {
        "self.init(__replacedBy: try decoder.__decode(Self.self))"
      }
    }
  }
}

/// The parts of a case as arguments: each in a place of its own, or more of them than the library has functions for in a tuple.
private func writtenParts(_ parts: [CheckedField]) -> String {
  let list = list(parts, \.writtenLocal)
  return (1...mostParts).contains(parts.count) ? list : "(\(list))"
}

/// The largest number of parts that have a place of their own when they are written.
private let mostParts = 8

// MARK: - The table

private func table(of type: CheckedType, _ representation: Representation) -> Code {
  let names: String
  let form: String
  switch representation {
  case .key: (names, form) = (type.caseTable, ".key")
  case .tag(let tag): (names, form) = (fieldTable([tag], required: [true]), ".tag(\(jsonKey(tag)))")
  case .tagAndContent(let tag, let content):
    names = fieldTable([tag, content], required: [true])
    form = ".tagAndContent(\(jsonKey(tag)), \(jsonKey(content)))"
  case .untagged: (names, form) = (fieldTable([]), ".untagged")
  case .string: (names, form) = (fieldTable([]), ".string")
  }
  let head = "Self.self, \(swiftLiteral(type.name)), \(form), \(names), cases: \(type.caseTable)"
  let rejects = type.rejectsUnknownFields ? ", rejectsUnknown: true" : ""
  let capacity = type.cases.reduce(0) { $0 + $1.values.count }
  return declareTable(type, head + rejects, capacity: capacity) {
    for element in type.cases {
      let entries = Entry.all(of: element.values)
      let tags = element.content == nil ? representation.tags : []
      let parts = (entries + tags.map { .tag(name: $0) }).table(rejectsUnknown: type.rejectsUnknownFields)
      addCase(jsonKey(element.name), parts, element.values, of: type, aliases: element.aliases.count)
      if !tags.isEmpty { "table.addTag()" }
      if element.content != nil { "table.isContent()" }
      if element.isUnknown { "table.isUnknown()" }
    }
    validate(type)
  }
}

@Code private func addCase(
  _ key: String, _ names: String, _ parts: [CheckedField], of type: CheckedType, named name: String = "Self",
  aliases: Int = 0
) -> Code {
  let others = aliases == 0 ? "" : ", aliases: \(aliases)"
  "table.addCase(\(key), \(names)\(others))"
  for part in parts { addition(of: part, in: type, named: name) }
}

@Code private func validate(_ type: CheckedType) -> Code {
  if type.isValidated { "table.validate(\(type.name).self) { try $0.validate() }" }
}

private func list(_ parts: [CheckedField], _ text: (CheckedField) -> String) -> String {
  parts.map(text).joined(separator: ", ")
}

// MARK: - Values

@Code private func compose(_ type: CheckedType, @Code _ body: () -> Code) -> [Code] {
  if type.isReadable {
    block("\(access(type))static func __compose(_ index: Swift.Int, _ parts: Millrace.__Parts)", body)
  }
}

@Code private func decompose(_ type: CheckedType, @Code _ body: () -> Code) -> [Code] {
  if type.isWritable {
    block("\(access(type))func __decompose(_ use: (Swift.Int, Millrace.__Parts) -> Swift.Void)", body)
  }
}

/// Takes the parts into a local, and uses it.
@Code private func take(_ parts: [CheckedField], _ uses: [String]) -> Code {
  if !parts.isEmpty { "let values = parts.take((\(list(parts, \.readType))).self)" }
  for use in uses { use }
}

/// The expression for a part in the local.
private func part(of parts: [CheckedField]) -> (CheckedField) -> String {
  { part in
    let index = parts.firstIndex { $0.property == part.property } ?? 0
    return parts.count == 1 ? "values" : "values.\(index)"
  }
}
