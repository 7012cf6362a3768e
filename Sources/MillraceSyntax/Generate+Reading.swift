// The code that reads structures and classes, and the associated values of cases, which are read in the same way.

/// Above this number of fields, reading is the loop alone, as in compact types: straight-line code would be larger than the
/// instruction cache.
private let longestStraightLine = 96

/// The straight line is left when so many keys in turn were not the next one.
private let longestMiss = 8

func generateReading(of type: CheckedType) -> String {
  let entries = Entry.all(of: type.fields)
  let flattened = type.fields.filter(\.isFlattened)
  var lines = declareLocals(entries)
  if !flattened.isEmpty { lines.append("let objectStart = reader.mark()") }
  if flattened.isEmpty || !entries.isEmpty {
    lines += readObject(entries, "fieldTable", label: "object", of: type, rejectsUnknown: type.rejectsUnknownFields)
  }
  for field in flattened {
    lines.append("reader.rewind(to: objectStart)")
    lines.append("let _\(field.bareProperty) = try reader.__readFlattened(\(field.type).self, of: Self.self)")
  }
  lines += demandFields(entries)
  lines += returnValue("Self(\(arguments(type)))", of: type)
  return declareReading(type, lines)
}

func declareReading(_ type: CheckedType, _ lines: [String]) -> String {
  let heading = """
    \(access(type))static func read<_Reader: \(formatReader)>(
      from reader: inout _Reader
    ) throws -> Self\(requirement("Millrace.Readable", of: type))
    """
  return block(heading, lines)
}

func readingJSON(_ type: CheckedType) -> String {
  """
  \(access(type))static func readJSON(
    from reader: inout Millrace.JSON.Reader
  ) throws -> Self\(requirement("Millrace.Readable", of: type)) {
    try read(from: &reader)
  }
  """
}

private func arguments(_ type: CheckedType) -> String {
  if type.needsInitializer, type.fields.isEmpty { return "_reading: ()" }
  return type.fields.map { field in
    let label = type.needsInitializer ? "_\(field.bareProperty)" : field.argumentLabel
    return "\(label): \(finalValue(field))"
  }.joined(separator: ", ")
}

/// Returns what was read, after the type's own check.
///
/// - Parameter typed: whether the expression says nothing of its type.
func returnValue(_ value: String, of type: CheckedType, typed: Bool = false) -> [String] {
  guard type.isValidated else { return ["return \(value)"] }
  return ["let value\(typed ? ": Self" : "") = \(value)", "try value.validate()", "return value"]
}

// MARK: - Objects

/// The locals that hold the fields until all are there.
func declareLocals(_ entries: [Entry]) -> [String] {
  entries.flatMap(\.fields).map { "var _\($0.bareProperty): \(localType($0)) = nil" }
}

/// Reads the members of an object into the locals.
///
/// - Parameters:
///   - table: the expression for the table of the members.
///   - label: a label that no statement around these has.
func readObject(
  _ entries: [Entry], _ table: String, label: String, of type: CheckedType, rejectsUnknown: Bool
) -> [String] {
  var lines = ["\(label): do {", "  guard try reader.beginObject(\(table)) else { break \(label) }"]
  let canBeLeft = entries.count > longestMiss
  if entries.count <= longestStraightLine, !type.isCompact {
    if canBeLeft { lines += ["  var place = 0", "  line: do {"] }
    for (index, entry) in entries.enumerated() {
      if canBeLeft, index.isMultiple(of: longestMiss) {
        lines.append("    guard reader.hasMoved(since: &place) else { break line }")
      }
      let margin = canBeLeft ? "    " : "  "
      let value: String
      switch entry {
      case .field(let field): value = "_\(field.bareProperty) = try \(readValue(field))"
      case .tag: value = "try reader.skipValue()"
      case .group: continue
      }
      lines += [
        "if reader.takeKey(\(jsonKey(entry.name)), at: \(index)) {", "  \(value)",
        "  guard try reader.nextMember() else { break \(label) }", "}",
      ].map { margin + $0 }
    }
    if canBeLeft { lines.append("  }") }
  }
  return lines + indented(searchMembers(entries, table, rejectsUnknown: rejectsUnknown)) + ["}"]
}

/// Finds the members of an object that was entered, in any order.
private func searchMembers(_ entries: [Entry], _ table: String, rejectsUnknown: Bool) -> [String] {
  var lines = ["var search = Millrace.FieldSearch(\(table))", "repeat {", "  switch try reader.findField(&search) {"]
  for (entry, indices) in zip(entries, entries.indices) {
    let pattern = indices.map(String.init).joined(separator: ", ")
    switch entry {
    case .field(let field):
      lines.append("  case \(pattern): _\(field.bareProperty) = try \(readValue(field, isInLine: false))")
    case .tag: lines.append("  case \(pattern): try reader.skipValue()")
    case .group(_, let members):
      lines.append("  case \(pattern):")
      let table = members.table(rejectsUnknown: rejectsUnknown)
      lines.append("    if !reader.takeNull(), try reader.beginObject(\(table)) {")
      lines += searchMembers(members, table, rejectsUnknown: rejectsUnknown).map { "      " + $0 }
      lines.append("    }")
    }
  }
  if rejectsUnknown {
    lines.append("  case Millrace.FieldSearch.duplicate: try reader.skipValue()")
    lines.append("  default: try reader.__failUnknownField(\(table))")
  } else {
    lines.append("  default: try reader.skipValue()")
  }
  return lines + ["  }", "} while try reader.nextMember()"]
}

/// Fails unless all required fields are there.
func demandFields(_ entries: [Entry]) -> [String] {
  entries.flatMap(\.fields).filter(\.isRequired).flatMap { field in
    [
      "guard let _\(field.bareProperty) else {",
      "  try reader.failMissingField(\(swiftLiteral((field.path + [field.name]).joined(separator: "/"))))",
      "}",
    ]
  }
}

// MARK: - Values

/// Reads the value of a field.
///
/// - Parameter isInLine: whether the code that reads a value may be copied to this place.
private func readValue(_ field: CheckedField, isInLine: Bool = true) -> String {
  let type = field.method == .plain ? field.readType : field.wrappedType
  let value =
    switch field.method {
    case .plain: "reader.\(isInLine ? "read" : "__readOutOfLine")(\(type).self)"
    case .lossy: "reader.readLossily(\(type).self)"
    case .strategy(let strategy): "\(strategy).read(from: &reader)"
    }
  guard field.takesNullForDefault || (field.isOptional && field.method != .plain) else { return value }
  // For two nested optionals the nil must be explicit.
  let null = field.isOptional && field.takesNullForDefault ? "(nil as \(localType(field)))" : "nil"
  return "reader.takeNull() ? \(null) : \(value)"
}

/// The type of the local that holds a field until all are there. An optional without a default value needs no other
/// state than its own nil.
private func localType(_ field: CheckedField) -> String {
  let type = field.readType
  if field.isOptional, field.defaultValue == nil { return type }
  return needsParentheses(type) ? "(\(type))?" : "\(type)?"
}

private func needsParentheses(_ type: String) -> Bool {
  ["any ", "some ", "@"].contains { type.hasPrefix($0) } || type.contains("->") || type.contains("&")
}

/// What a field comes to: what was read, or the default value.
func finalValue(_ field: CheckedField) -> String {
  guard let defaultValue = field.defaultValue, !field.isFlattened else { return "_\(field.bareProperty)" }
  if field.isOptional { return "_\(field.bareProperty) ?? (\(defaultValue) as \(field.readType))" }
  return "_\(field.bareProperty) ?? \(defaultValue)"
}

extension CheckedField {
  /// The type that a field is read as. An implicitly unwrapped optional is an optional here.
  var readType: String {
    if check != nil { return isOptional ? wrappedType + "?" : wrappedType }
    return statedType
  }

  /// The type as it is stated, but for an implicitly unwrapped optional, which is an optional.
  var statedType: String { type.hasSuffix("!") ? String(type.dropLast()) + "?" : type }

  /// The type without its being optional.
  var wrappedType: String {
    if check != nil { return "__Fields.\(property)" }
    guard isOptional else { return type }
    if type.hasSuffix("?") || type.hasSuffix("!") { return String(type.dropLast()) }
    guard let start = type.firstIndex(of: "<"), type.hasSuffix(">") else { return type }
    return String(type[type.index(after: start)...].dropLast())
  }

  /// As a label every keyword stands for itself, but for three that mean something to a parameter.
  var argumentLabel: String {
    ["inout", "let", "var"].contains(bareProperty) ? property : bareProperty
  }
}
