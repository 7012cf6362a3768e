// The code that reads enumerations with associated values.
//
// The case is determined first, wherever its name or tag is: the reader rewinds to the object's start when it
// has found the tag, and the associated values are then read like the fields of a structure.

@Code func members(of type: CheckedType, _ representation: Representation) -> [Code] {
  declareFieldTable(fieldTable(representation, type), type)
  if case .string = representation { kinds("Millrace.ValueKinds.string", type) }
  if type.isReadable {
    reading(ofCases: type, representation)
    readingJSON(type)
    membersOfCases(of: type, representation)
  }
  if type.isWritable {
    writing(ofCases: type, representation)
    writingJSON(type)
  }
  defaultValues(of: type)
  typeChecks(of: type)
  coding(of: type)
}

private func fieldTable(_ representation: Representation, _ type: CheckedType) -> String {
  switch representation {
  case .key: type.caseTable
  case .tag(let tag): fieldTable([tag], required: [true])
  case .tagAndContent(let tag, let content): fieldTable([tag, content], required: [true])
  case .untagged, .string: fieldTable([])
  }
}

/// The expected cases, for errors, if the table of fields does not contain them.
func kinds(_ kinds: String, _ type: CheckedType) -> Code {
  block("\(access(type))static var kinds: Millrace.ValueKinds") { kinds }
}

@Code private func reading(ofCases type: CheckedType, _ representation: Representation) -> [Code] {
  let shares = !type.contentsInObject(representation).isEmpty
  if type.isValidated {
    // Each case is returned at a separate place; here they are joined.
    declareReading(type, shares: shares) {
      returnValue("try read(unchecked: &reader\(shares ? ", besides: belongsToOthers" : ""))", of: type)
    }
    block(
      """
      private static func read<_Reader: \(formatReader)>(
        unchecked reader: inout _Reader\(shares ? ", besides belongsToOthers: (Swift.String) -> Swift.Bool" : "")
      ) throws -> Self\(requirement("Millrace.Readable", of: type))
      """
    ) {
      read(type, representation)
    }
  } else {
    declareReading(type, shares: shares) { read(type, representation) }
  }
}

@Code private func read(_ type: CheckedType, _ representation: Representation) -> Code {
  switch representation {
  case .key: readByKey(type)
  case .tag(let tag): readByTag(type, tag: tag)
  case .tagAndContent(let tag, let content): readByTag(type, tag: tag, content: content)
  case .untagged: readUntagged(type)
  case .string: readString(type)
  }
}

extension CheckedType {
  /// The cases that a document can name.
  var namedCases: [CheckedCase] { cases.filter { !$0.isUnknown } }
  var unknownCase: CheckedCase? { cases.first { $0.isUnknown } }

  var caseTable: String { fieldTable(namedCases.map(\.name) + namedCases.flatMap(\.aliases)) }

  /// The cases that a document can name, each with the indices in the table of names that lead to it, as a pattern.
  var casesWithIndices: [(element: CheckedCase, indices: String)] {
    var next = namedCases.count
    return namedCases.enumerated().map { index, element in
      defer { next += element.aliases.count }
      return (element, ([index] + (next..<next + element.aliases.count)).map(String.init).joined(separator: ", "))
    }
  }
}

// MARK: - By key

@Code private func readByKey(_ type: CheckedType) -> Code {
  let isObject = type.unknownCase != nil ? "try reader.nextKind() == .object, " : ""
  if type.unknownCase != nil { "let start = reader.mark()" }
  "var found: Self? = nil"
  block("if \(isObject)try reader.beginObject(fieldTable)") {
    "var search = Millrace.FieldSearch(fieldTable)"
    block("repeat", end: " while try reader.nextMember()") {
      "let index = try reader.findField(&search)"
      "if index >= 0, found != nil { try reader.__failSeveralCases(of: \(swiftLiteral(type.name))) }"
      "switch index {"
      for (element, indices) in type.casesWithIndices {
        "case \(indices):"
        indented { readValues(element, type) { "found = \(found($0))" } }
      }
      "default: try reader.skipValue()"
      "}"
    }
  }
  "if let found { return found }"
  if let unknown = type.unknownCase {
    "reader.rewind(to: start)"
    readUnknown(unknown)
  } else {
    "try reader.__failNoCase(of: \(swiftLiteral(type.name)))"
  }
}

// MARK: - By tag

/// Determines the case by the tag, and rewinds to the object's start.
private func findCase(_ type: CheckedType, tag: String) -> String {
  "try reader.__findCase(by: \(fieldTable([tag])), among: \(type.caseTable)\(failing(type)))"
}

/// The argument that makes the search fail, for a type without a case for unknown names.
private func failing(_ type: CheckedType) -> String {
  type.unknownCase == nil ? ", of: \(swiftLiteral(type.name))" : ""
}

@Code private func readByTag(_ type: CheckedType, tag: String) -> Code {
  "switch \(findCase(type, tag: tag)) {"
  for (element, indices) in type.casesWithIndices {
    "case \(indices):"
    indented {
      if let content = element.content {
        let condition = "$0 == \(swiftLiteral(tag)) || belongsToOthers($0)"
        "return .\(element.identifier)(\(readShared(content, "{ \(condition) }")))"
      } else {
        readValues(element, type, beside: [.tag(name: tag)]) { "return \($0)" }
      }
    }
  }
  "default:"
  indented { readOthers(type) }
  "}"
}

@Code private func readByTag(_ type: CheckedType, tag: String, content: String) -> Code {
  let withValues = type.casesWithIndices.filter { !$0.element.values.isEmpty }
  let withoutContent = type.casesWithIndices.filter { $0.element.values.allSatisfy { !$0.isRequired } }
  let missing = "try reader.failMissingField(\(swiftLiteral(content)))"
  "let index = \(findCase(type, tag: tag))"
  if let unknown = type.unknownCase { block("if index < 0") { readUnknown(unknown) } }
  "var found: Self? = nil"
  block("if try reader.beginObject(fieldTable)") {
    "var search = Millrace.FieldSearch(fieldTable)"
    block("repeat", end: " while try reader.nextMember()") {
      "switch try (reader.findField(&search), index) {"
      for (element, indices) in withValues {
        "case \(indices.split(separator: ", ").map { "(1, \($0))" }.joined(separator: ", ")):"
        indented {
          if let content = element.content {
            "found = \(found(".\(element.identifier)(try reader.read(\(content.readType).self))"))"
          } else {
            readValues(element, type) { "found = \(found($0))" }
          }
        }
      }
      if type.rejectsUnknownFields {
        "case (0, _), (1, _), (Millrace.FieldSearch.duplicate, _): try reader.skipValue()"
        "default: try reader.__failUnknownField(fieldTable)"
      } else {
        "default: try reader.skipValue()"
      }
      "}"
    }
  }
  "if let found { return found }"
  if withoutContent.isEmpty {
    missing
  } else {
    "switch index {"
    for (element, indices) in withoutContent { "case \(indices): return \(element.withoutContent)" }
    "default: \(missing)"
    "}"
  }
}

// MARK: - By the first case that accepts the value

@Code private func readUntagged(_ type: CheckedType) -> Code {
  for element in type.namedCases {
    if element.values.isEmpty {
      "if reader.takeNull() { return .\(element.identifier) }"
    } else if let content = element.content {
      block("if try reader.__isNext(\(content.readType).self)") {
        "return .\(element.identifier)(\(readShared(content, "belongsToOthers")))"
      }
    } else {
      block("if try reader.__isNext(\(Entry.all(of: element.values).table()))") {
        readValues(element, type) { "return \($0)" }
      }
    }
  }
  readOthers(type)
}

@Code private func readString(_ type: CheckedType) -> Code {
  if type.unknownCase != nil { "let start = reader.mark()" }
  "switch try reader.__readCase(among: \(type.caseTable)\(failing(type))) {"
  for (element, indices) in type.casesWithIndices { "case \(indices): return .\(element.identifier)" }
  if let unknown = type.unknownCase {
    "default:"
    indented {
      "reader.rewind(to: start)"
      readUnknown(unknown)
    }
  } else {
    "default: try reader.__failNoCase(of: \(swiftLiteral(type.name)))"
  }
  "}"
}

// MARK: - Pieces

/// The expression for a case where an optional is expected: `.none` alone would be that of the optional.
private func found(_ element: String) -> String { "(\(element) as Self)" }

/// Reads the associated values of a case, like the fields of a structure.
///
/// - Parameter use: The statement that uses the resulting value.
@Code private func readValues(
  _ element: CheckedCase, _ type: CheckedType, beside tags: [Entry] = [], _ use: (String) -> String
) -> Code {
  if element.values.isEmpty, tags.isEmpty || !type.rejectsUnknownFields {
    "try reader.skipObject()"
    use(element.expression(finalValue(of: type)))
  } else {
    let entries = Entry.all(of: element.values) + tags
    if type.readsCasesOutOfLine {
      "@inline(never)"
      block("func _case(from reader: inout _Reader) throws -> Self") {
        readLocals(entries, type)
        "return \(element.expression(finalValue(of: type)))"
      }
      use("try _case(from: &reader)")
    } else {
      readLocals(entries, type)
      use(element.expression(finalValue(of: type)))
    }
  }
}

@Code private func readLocals(_ entries: [Entry], _ type: CheckedType) -> Code {
  declareFields(entries)
  readObject(
    entries, entries.table(rejectsUnknown: type.rejectsUnknownFields), label: "values", of: type,
    rejectsUnknown: type.rejectsUnknownFields)
  demandFields(entries, of: type)
}

extension CheckedCase {
  /// The case, in a document without an object of its values.
  var withoutContent: String { expression { $0.defaultValue?.use ?? "nil" } }
}

extension CheckedType {
  /// Whether each case has a separate function. Otherwise the locals of all cases are in one function.
  fileprivate var readsCasesOutOfLine: Bool { cases.reduce(0) { $0 + $1.values.count } > mostLocals }
}

/// The case for unknown names, or a failure.
@Code private func readOthers(_ type: CheckedType) -> Code {
  if let unknown = type.unknownCase {
    readUnknown(unknown)
  } else {
    "try reader.__failNoCase(of: \(swiftLiteral(type.name)))"
  }
}

@Code private func readUnknown(_ element: CheckedCase) -> Code {
  if let content = element.content {
    "return .\(element.identifier)(\(readShared(content, "belongsToOthers")))"
  } else {
    "try reader.skipValue()"
    "return .\(element.identifier)"
  }
}

/// The expression that reads an associated value whose members are members of the enumeration's object.
///
/// - Parameter condition: the closure for whether a member belongs to another value.
private func readShared(_ content: CheckedField, _ condition: String) -> String {
  content.wrappedType.isScalarOrArray
    ? "try reader.read(\(content.readType).self)"
    : "try reader.__readShared(\(content.readType).self, besides: \(condition))"
}
