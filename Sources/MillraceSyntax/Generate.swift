// Third step: the code, from the checked type alone. It is written for whoever meets it in a debugger.
//
// Reading goes through the fields in the order of their declaration, each with one comparison, and falls into a loop
// with a search when the document is in another order. Locals have the properties' names behind an underscore, and so
// have generic parameters, so that they are no keyword and hide nothing that the type or a default value might mention.

/// The members to be added to a type.
public func generateMembers(of type: CheckedType) -> [String] {
  if case .enumeration = type.kind { return [] }
  var members = [fieldTable(type), reading(type), readingJSON(type), writing(type), writingJSON(type)]
  if type.needsInitializer { members.append(initializer(type)) }
  return members
}

/// The extensions to be added beside a type.
///
/// - Parameter protocols: those of `Readable`, `Writable` and `ObjectKey` that the type does not conform to already.
public func generateExtensions(
  of type: CheckedType, named name: String, conformingTo protocols: [String]
) -> [String] {
  var conformances = protocols.filter { !$0.hasSuffix("ObjectKey") }
  if case .enumeration(let rawType) = type.kind, rawType == "String" || rawType.contains("Int") {
    conformances = protocols
  }
  guard !conformances.isEmpty else { return [] }
  if type.constrainedTypes.isEmpty, type.constrainedKeys.isEmpty {
    return ["extension \(name): \(conformances.joined(separator: ", ")) {}"]
  }
  return conformances.map { "extension \(name): \($0)\(requirement($0, of: type)) {}" }
}

private let formatReader = "Millrace.FormatReader & ~Copyable & ~Escapable"
private let formatWriter = "Millrace.FormatWriter & ~Copyable"

/// Above this number of fields, reading is the loop alone: straight-line code would grow beyond what a cache holds.
private let longestStraightLine = 96

private func access(_ type: CheckedType) -> String { type.access.isEmpty ? "" : type.access + " " }

/// ` where Item: Millrace.Readable`, or nothing.
private func requirement(_ conformance: String, of type: CheckedType) -> String {
  let requirements =
    type.constrainedTypes.map { "\($0): \(conformance)" } + type.constrainedKeys.map { "\($0): Millrace.ObjectKey" }
  return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
}

private func fieldTable(_ type: CheckedType) -> String {
  let names = type.fields.map { field in
    "\\u{\(String(field.name.utf8.count, radix: 16))}" + escapedForSwift(field.name)
  }
  return """
    private static var _fieldTable: Millrace.FieldTable {
      Millrace.FieldTable("\(names.joined())")
    }
    """
}

// MARK: - Reading

private func reading(_ type: CheckedType) -> String {
  let fields = type.fields
  var lines: [String] = []
  for field in fields { lines.append("var _\(field.bareProperty): \(localType(field)) = nil") }
  lines.append("object: do {")
  lines.append("  guard try reader.beginObject(_fieldTable) else { break object }")
  if fields.count <= longestStraightLine {
    for (index, field) in fields.enumerated() {
      lines.append("  if reader.takeKey(\(jsonKey(field)), at: \(index)) {")
      lines.append("    _\(field.bareProperty) = try reader.read(\(readType(field)).self)")
      lines.append("    guard try reader.nextMember() else { break object }")
      lines.append("  }")
    }
  }
  lines.append("  var search = Millrace.FieldSearch(_fieldTable)")
  lines.append("  repeat {")
  lines.append("    switch try reader.findField(&search) {")
  for (index, field) in fields.enumerated() {
    lines.append("    case \(index): _\(field.bareProperty) = try reader.read(\(readType(field)).self)")
  }
  lines.append("    default: try reader.skipValue()")
  lines.append("    }")
  lines.append("  } while try reader.nextMember()")
  lines.append("}")
  for field in fields where isRequired(field) {
    lines.append("guard let _\(field.bareProperty) else {")
    lines.append("  try reader.failMissingField(\(swiftLiteral(field.name)))")
    lines.append("}")
  }
  let arguments = fields.map { field in
    let label = type.needsInitializer ? "_\(field.bareProperty)" : field.argumentLabel
    return "\(label): \(finalValue(field))"
  }
  let unused = type.needsInitializer && fields.isEmpty ? "_reading: ()" : ""
  lines.append("return Self(\(arguments.joined(separator: ", "))\(unused))")
  return """
    \(access(type))static func read<_Reader: \(formatReader)>(
      from reader: inout _Reader
    ) throws -> Self\(requirement("Millrace.Readable", of: type)) {
    \(indented(lines))
    }
    """
}

private func readingJSON(_ type: CheckedType) -> String {
  """
  \(access(type))static func readJSON(
    from reader: inout Millrace.JSON.Reader
  ) throws -> Self\(requirement("Millrace.Readable", of: type)) {
    try read(from: &reader)
  }
  """
}

/// The type that a field is read as. An implicitly unwrapped optional is an optional here.
private func readType(_ field: CheckedField) -> String {
  field.type.hasSuffix("!") ? String(field.type.dropLast()) + "?" : field.type
}

/// The type of the local that holds a field until all are there. An optional without a default value needs no other
/// state than its own nil.
private func localType(_ field: CheckedField) -> String {
  let type = readType(field)
  if field.isOptional, field.defaultValue == nil { return type }
  return needsParentheses(type) ? "(\(type))?" : "\(type)?"
}

private func needsParentheses(_ type: String) -> Bool {
  ["any ", "some ", "@"].contains { type.hasPrefix($0) } || type.contains("->") || type.contains("&")
}

private func isRequired(_ field: CheckedField) -> Bool { !field.isOptional && field.defaultValue == nil }

private func finalValue(_ field: CheckedField) -> String {
  guard let defaultValue = field.defaultValue else { return "_\(field.bareProperty)" }
  if field.isOptional { return "_\(field.bareProperty) ?? (\(defaultValue) as \(readType(field)))" }
  return "_\(field.bareProperty) ?? \(defaultValue)"
}

extension CheckedField {
  /// As a label every keyword stands for itself, but for three that mean something to a parameter.
  fileprivate var argumentLabel: String {
    ["inout", "let", "var"].contains(bareProperty) ? property : bareProperty
  }
}

private func initializer(_ type: CheckedType) -> String {
  if type.fields.isEmpty { return "private init(_reading: ()) {}" }
  let parameters = type.fields.map { "_\($0.bareProperty): \(readType($0))" }
  let assignments = type.fields.map { "self.\($0.property) = _\($0.bareProperty)" }
  return """
    private init(\(parameters.joined(separator: ", "))) {
    \(indented(assignments))
    }
    """
}

// MARK: - Writing

private func writing(_ type: CheckedType) -> String {
  var lines = ["writer.beginObject(Self._fieldTable)"]
  for (index, field) in type.fields.enumerated() {
    let method = field.isOptional ? "memberIfPresent" : "member"
    lines.append("writer.\(method)(\(jsonKey(field)), at: \(index), self.\(field.property))")
  }
  lines.append("writer.endObject()")
  return """
    \(access(type))func write<_Writer: \(formatWriter)>(
      to writer: inout _Writer
    )\(requirement("Millrace.Writable", of: type)) {
    \(indented(lines))
    }
    """
}

private func writingJSON(_ type: CheckedType) -> String {
  """
  \(access(type))func writeJSON(
    to writer: inout Millrace.JSON.Writer
  )\(requirement("Millrace.Writable", of: type)) {
    write(to: &writer)
  }
  """
}

// MARK: - Text

private func indented(_ lines: [String]) -> String { lines.map { "  " + $0 }.joined(separator: "\n") }

/// A name as a literal of Swift that holds it as a key of JSON, quotes and colon included.
private func jsonKey(_ field: CheckedField) -> String { swiftLiteral("\"\(escapedForJSON(field.name))\":") }

private func swiftLiteral(_ text: String) -> String { "\"\(escapedForSwift(text))\"" }

private func escapedForSwift(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped += "\\\""
    case "\\": escaped += "\\\\"
    case "\u{0}"..<" ", "\u{7F}": escaped += "\\u{\(String(scalar.value, radix: 16))}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}

/// The escapes that RFC 8259, section 7 demands.
private func escapedForJSON(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": escaped += "\\\""
    case "\\": escaped += "\\\\"
    case "\u{8}": escaped += "\\b"
    case "\t": escaped += "\\t"
    case "\n": escaped += "\\n"
    case "\u{C}": escaped += "\\f"
    case "\r": escaped += "\\r"
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      escaped += "\\u00" + (digits.count < 2 ? "0" : "") + digits
    default: escaped.unicodeScalars.append(scalar)
    }
  }
  return escaped
}
