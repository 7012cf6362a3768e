// The code that reads structures and classes, and the associated values of cases, which are read in the same way.

/// Above this number of fields, reading is the loop alone, as in types that are not inlined: straight-line code would be larger than the
/// instruction cache.
private let longestStraightLine = 96

/// The number of consecutive mismatched keys after which the straight-line code is left.
private let longestMiss = 8

/// The maximum number of locals for fields. More are read into a structure, or by a function for each case of an
/// enumeration. The compiler joins all locals at each call that can throw, in time that grows with the cube of their
/// number: 60 would take minutes.
let mostLocals = 16

@Code func reading(of type: CheckedType) -> [Code] {
  declareReading(type, shares: type.fields.contains(where: \.isFlattened)) {
    readFields(
      of: type, table: "fieldTable", otherMembers: "fieldTable.contains($0) || belongsToOthers($0)",
      rejectsUnknown: type.rejectsUnknownFields)
    returnValue("Self(\(arguments(type, finalValue(of: type))))", of: type)
  }
  foundFields(of: type, rejectsUnknown: type.rejectsUnknownFields)
}

/// Reads all fields into locals, or into the local `found`.
///
/// - Parameters:
///   - table: the expression for the table of the fields that are not flattened.
///   - otherMembers: The condition that a member named `$0` is neither unknown nor part of a flattened value.
@Code func readFields(of type: CheckedType, table: String, otherMembers: String, rejectsUnknown: Bool) -> Code {
  let entries = Entry.all(of: type.fields)
  let flattened = type.fields.filter(\.isFlattened)
  if type.readsIntoStructure { "var found = __FoundFields()" } else { declareFields(entries) }
  if !flattened.isEmpty { "let objectStart = reader.mark()" }
  if type.readsIntoStructure {
    "try found.read(from: &reader)"
  } else if flattened.isEmpty || !entries.isEmpty {
    readObject(entries, table, label: "object", of: type, rejectsUnknown: rejectsUnknown)
  }
  shareMembers(flattened, otherMembers) { field, condition in
    "reader.rewind(to: objectStart)"
    "\(field.local) = try reader.__readShared(\(field.readType).self) { \(condition) }"
  }
  demandFields(entries, of: type)
}

/// Reads flattened values. Those that contain unknown members are read last, without the members of the others.
///
/// - Parameters:
///   - condition: the condition that a member named `$0` belongs to none of them.
///   - assign: The statements that assign a value to its local, for the condition that a member belongs to another
///     value.
@Code func shareMembers(
  _ fields: [CheckedField], _ condition: String, @Code assign: (CheckedField, String) -> Code
) -> Code {
  if fields.count == 1 {
    "let \(fields[0].local): \(fields[0].readType)"
    assign(fields[0], condition)
  } else if !fields.isEmpty {
    for field in fields { "var \(field.local): \(optional(field.readType)) = nil" }
    block("for rank in 0...2") {
      for field in fields {
        block("if \(field.readType).__collectedMembers().rawValue == rank") {
          let others = fields.filter { $0 != field }.map { " || \($0.local)?.hasMember(named: $0) == true" }
          assign(field, condition + others.joined())
        }
      }
    }
  }
}

/// The structure that many fields are read into. Its function is not inlined, because its fields would
/// become locals again.
@Code func foundFields(of type: CheckedType, rejectsUnknown: Bool) -> [Code] {
  if type.readsIntoStructure {
    block("private struct __FoundFields") {
      let entries = Entry.all(of: type.fields)
      declareFields(entries)
      "@inline(never)"
      let heading = """
        mutating func read<_Reader: \(formatReader)>(
          from reader: inout _Reader
        ) throws\(requirement("Millrace.Readable", of: type))
        """
      block(heading) {
        readObject(entries, "\(type.name).fieldTable", label: "object", of: type, rejectsUnknown: rejectsUnknown)
      }
    }
  }
}

extension CheckedType {
  fileprivate var readsIntoStructure: Bool {
    let fields = fields.filter { !$0.isFlattened }
    // There, `Self` would be the structure.
    return fields.count > mostLocals && !fields.contains { readValue($0).mentions("Self") }
  }
}

extension String {
  fileprivate func mentions(_ name: String) -> Bool {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == name }
  }
}

func declareReading(_ type: CheckedType, @Code _ body: () -> Code) -> Code {
  let heading = """
    \(access(type))static func read<_Reader: \(formatReader)>(
      from reader: inout _Reader
    ) throws -> Self\(requirement("Millrace.Readable", of: type))
    """
  return block(heading) {
    if type.rawForm == .chosenByCompiler {
      "if let value = try reader.__readByRawValue(Self.self) { return value }"
    }
    body()
  }
}

/// - Parameter shares: Whether the value can contain unknown members of its object. It then has a parameter for the
///   members of others.
@Code func declareReading(_ type: CheckedType, shares: Bool, @Code _ body: () -> Code) -> [Code] {
  if shares {
    declareReading(type) { "return try read(from: &reader, besides: { _ in false })" }
    declareSharedReading(type, body)
  } else {
    declareReading(type, body)
  }
}

/// Reading from an object that other values share.
func declareSharedReading(_ type: CheckedType, @Code _ body: () -> Code) -> Code {
  let heading = """
    \(access(type))static func read<_Reader: \(formatReader)>(
      from reader: inout _Reader, besides belongsToOthers: (Swift.String) -> Swift.Bool
    ) throws -> Self\(requirement("Millrace.Readable", of: type))
    """
  return block(heading, body)
}

func readingJSON(_ type: CheckedType) -> Code {
  let heading = """
    \(access(type))static func readJSON(
      from reader: inout Millrace.JSON.Reader
    ) throws -> Self\(requirement("Millrace.Readable", of: type))
    """
  return block(heading) { "try read(from: &reader)" }
}

/// The arguments of the initializer from all fields.
func arguments(_ type: CheckedType, _ value: (CheckedField) -> String) -> String {
  if type.needsInitializer, type.fields.isEmpty { return "_reading: ()" }
  return type.fields.map { field in
    let label = type.needsInitializer ? field.local : field.argumentLabel
    return "\(label): \(value(field))"
  }.joined(separator: ", ")
}

/// Returns the value that was read, after the type's own validation.
///
/// - Parameter typed: Whether the expression does not determine its type.
@Code func returnValue(_ value: String, of type: CheckedType, typed: Bool = false) -> Code {
  if type.isValidated {
    "let value\(typed ? ": Self" : "") = \(value)"
    "try value.validate()"
    "return value"
  } else {
    "return \(value)"
  }
}

// MARK: - Objects

/// The variables that hold the fields until all were read.
@Code func declareFields(_ entries: [Entry]) -> Code {
  for field in entries.flatMap(\.fields) { "var \(field.local): \(localType(field)) = nil" }
}

/// Reads the members of an object into the variables of the fields.
///
/// - Parameters:
///   - table: the expression for the table of the members.
///   - label: A label that no enclosing statement has.
func readObject(
  _ entries: [Entry], _ table: String, label: String, of type: CheckedType, rejectsUnknown: Bool
) -> Code {
  block("\(label): do") {
    "guard try reader.beginObject(\(table)) else { break \(label) }"
    if entries.count <= longestStraightLine, type.isInlined {
      if entries.count > longestMiss {
        "var place = 0"
        block("line: do") { readInOrder(entries, label: label, isLeftOnMiss: true) }
      } else {
        readInOrder(entries, label: label, isLeftOnMiss: false)
      }
    }
    searchMembers(entries, table, ofStructure: type.readsIntoStructure, rejectsUnknown: rejectsUnknown)
  }
}

/// Reads the members that are in the order of the entries.
///
/// - Parameter isLeftOnMiss: Whether the label `line` is left after `longestMiss` consecutive mismatched keys.
@Code private func readInOrder(_ entries: [Entry], label: String, isLeftOnMiss: Bool) -> Code {
  let last = entries.lastIndex { !$0.isGroup }
  for (index, entry) in entries.enumerated() {
    if isLeftOnMiss, index.isMultiple(of: longestMiss) { "guard reader.hasMoved(since: &place) else { break line }" }
    if !entry.isGroup {
      block("if reader.takeKey(\(jsonKey(entry.name)), at: \(index))") {
        if case .field(let field) = entry {
          "\(field.local) = try \(readValue(field))"
        } else {
          "try reader.skipValue()"
        }
        "guard try reader.\(index == last ? "__nextMemberAfterLast" : "__nextMemberInOrder")() else { break \(label) }"
      }
    }
  }
}

/// Finds the members of an object that was entered, in any order.
///
/// - Parameters:
///   - label: A label that no enclosing statement has.
///   - ofStructure: whether the variables are the properties of a structure.
@Code private func searchMembers(
  _ entries: [Entry], _ table: String, label: String = "members", ofStructure: Bool, rejectsUnknown: Bool
) -> Code {
  let large = ofStructure ? [] : entries.compactMap(\.field).filter(\.isFoundSeparately)
  for field in large { "var \(field.foundLocal): \(optional(field.readType)) = nil" }
  "var search = Millrace.FieldSearch(\(table)\(rejectsUnknown ? "" : ", skipsUnknown: true"))"
  block(rejectsUnknown ? "repeat" : "\(label): repeat", end: " while try reader.nextMember()") {
    "switch try reader.findField(&search) {"
    for (entry, indices) in zip(entries, entries.indices) {
      let pattern = indices.map(String.init).joined(separator: ", ")
      switch entry {
      case .field(let field):
        "case \(indices[0]): \(readOutOfLine(field, ofStructure: ofStructure))"
        if indices.count > 1 {
          "case \(indices.dropFirst().map(String.init).joined(separator: ", ")):"
          indented {
            "try reader.__admitAlias()"
            readOutOfLine(field, ofStructure: ofStructure)
          }
        }
      case .tag: "case \(pattern): try reader.skipValue()"
      case .group(_, let members):
        let table = members.table(rejectsUnknown: rejectsUnknown)
        "case \(pattern):"
        indented {
          block("if !reader.takeNull(), try reader.beginObject(\(table))") {
            searchMembers(
              members, table, label: "nested_\(label)", ofStructure: ofStructure, rejectsUnknown: rejectsUnknown)
          }
        }
      }
    }
    if rejectsUnknown {
      "case Millrace.FieldSearch.duplicate: try reader.skipValue()"
      "default: try reader.__failUnknownField(\(table))"
    } else {
      "case Millrace.FieldSearch.end: break \(label)"
      "default: try reader.skipValue()"
    }
    "}"
  }
  for field in large {
    "if let value = Millrace.__take(\(field.readType).self, from: &\(field.foundLocal)) { \(field.local) = value }"
  }
}

/// Fails unless all required fields were read.
@Code func demandFields(_ entries: [Entry], of type: CheckedType) -> Code {
  let areInStructure = type.readsIntoStructure
  for field in entries.flatMap(\.fields) where field.isRequired {
    block(areInStructure ? "if found.\(field.local) == nil" : "guard let \(field.local) else") {
      "try reader.failMissingField(\(swiftLiteral((field.path + [field.name]).joined(separator: "/"))))"
    }
  }
}

// MARK: - Values

/// Reads the value of a field into its local, or into that of a large value, with code that is not inlined.
private func readOutOfLine(_ field: CheckedField, ofStructure: Bool) -> String {
  if field.isFoundSeparately, !ofStructure {
    // The type is named, because the compiler could not infer it if it has an error where it is checked.
    return "try reader.__readOutOfLine(\(field.readType).self, into: &\(field.foundLocal))"
  }
  guard field.method == .plain, !field.takesNullForDefault else { return "\(field.local) = try \(readValue(field))" }
  return "\(field.local) = try reader.__readOutOfLine(\(field.readType).self)"
}

/// The expression for the value of a field.
private func readValue(_ field: CheckedField) -> String {
  let type = field.method == .plain ? field.readType : field.wrappedType
  let value =
    switch field.method {
    case .plain: "reader.read(\(type).self)"
    case .lossy: "reader.readLossily(\(type).self)"
    case .strategy(let strategy) where field.isConvertedForStrategy:
      "reader.__read(\(type).self, using: \(strategy).self)"
    case .strategy(let strategy): "\(field.strategyCheck?.use ?? strategy).read(from: &reader)"
    }
  guard field.takesNullForDefault || (field.isOptional && field.method != .plain) else { return value }
  // For two nested optionals the nil must be explicit.
  let null = field.isOptional && field.takesNullForDefault ? "(nil as \(localType(field)))" : "nil"
  return "reader.takeNull() ? \(null) : \(value)"
}

/// The type of the local that holds a field until all were read. An optional without a default value needs no other
/// state than its own nil.
private func localType(_ field: CheckedField) -> String {
  field.isOptional && field.defaultValue == nil ? field.readType : optional(field.readType)
}

func optional(_ type: String) -> String {
  let needsParentheses =
    ["any ", "some ", "@"].contains { type.hasPrefix($0) } || type.contains("->") || type.contains("&")
  return needsParentheses ? "(\(type))?" : "\(type)?"
}

/// The value of a field: the value that was read, or the default value.
func finalValue(of type: CheckedType) -> (CheckedField) -> String {
  let areInStructure = type.readsIntoStructure
  return { field in
    if field.isFlattened { return decodedValue(of: field, in: type) }
    guard areInStructure else { return finalValue(field, field.local) }
    return finalValue(field, "Millrace.__take(&found.\(field.local))\(field.isRequired ? "!" : "")")
  }
}

private func finalValue(_ field: CheckedField, _ read: String) -> String {
  guard let defaultValue = field.defaultValue else { return read }
  let isNestedOptional = field.isOptional && defaultValue.isLiteral
  return "\(read) ?? " + (isNestedOptional ? "(\(defaultValue.source) as \(field.readType))" : defaultValue.use)
}

extension CheckedField {
  /// The type that a field is read as. An implicitly unwrapped optional is an optional here.
  var readType: String {
    if check != nil { return isOptional ? wrappedType + "?" : wrappedType }
    return statedType
  }

  /// The declared type, with implicitly unwrapped optionals as optionals.
  var statedType: String { type.hasSuffix("!") ? String(type.dropLast()) + "?" : type }

  /// The type without optionality.
  var wrappedType: String {
    if let check { return check.use }
    guard isOptional else { return type }
    if type.hasSuffix("?") || type.hasSuffix("!") { return String(type.dropLast()) }
    guard let start = type.firstIndex(of: "<"), type.hasSuffix(">") else { return type }
    return String(type[type.index(after: start)...].dropLast())
  }

  /// Whether the loop reads its value into a local of its own. If the loop assigned to the field's local, the compiler would
  /// copy the local for each member of an object. That matters for types that may have large values, according to their
  /// names.
  fileprivate var isFoundSeparately: Bool {
    guard method == .plain, !takesNullForDefault else { return false }
    var name = type[...]
    while let last = name.last, last == "?" || last == "!" { name.removeLast() }
    return name.first != "[" && name != "Bool" && !rawTypes.contains(String(name))
  }

  /// The local that the loop reads into.
  fileprivate var foundLocal: String { identifier("found_\(bareProperty)") }

  /// Every keyword can be a label, except for three that are modifiers of a parameter.
  var argumentLabel: String {
    ["inout", "let", "var"].contains(bareProperty) ? property : identifier(bareProperty)
  }
}
