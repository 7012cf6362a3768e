// The code that reads enumerations with associated values.
//
// What a document says of the case comes first, wherever it is: the reader goes back to the object's start when it
// has found the tag, and the associated values are then read like the fields of a structure.

func generateReading(ofCases type: CheckedType) -> [String] {
  guard case .variants(let representation) = type.kind else { return [] }
  let lines =
    switch representation {
    case .key: readByKey(type)
    case .tag(let tag): readByTag(type, tag: tag)
    case .tagAndContent(let tag, let content): readByTag(type, tag: tag, content: content)
    case .untagged: readUntagged(type)
    case .string: readString(type)
    }
  guard type.isValidated else { return [declareReading(type, lines)] }
  // Every case is returned from a place of its own; here they all come together.
  return [
    declareReading(type, returnValue("try read(unchecked: &reader)", of: type)),
    block(
      """
      private static func read<_Reader: \(formatReader)>(
        unchecked reader: inout _Reader
      ) throws -> Self\(requirement("Millrace.Readable", of: type))
      """, lines),
  ]
}

/// An enumeration with raw values of which one case stands for those that are unknown.
func generateReading(of type: CheckedType, rawType: String, unknown: CheckedCase) -> String {
  declareReading(type, ["Self(rawValue: try reader.read(\(rawType).self)) ?? .\(unknown.identifier)"])
}

extension CheckedType {
  /// The cases that a document can name.
  var namedCases: [CheckedCase] { cases.filter { !$0.isUnknown } }
  var unknownCase: CheckedCase? { cases.first { $0.isUnknown } }

  /// The table of the names of the cases.
  var caseTable: String { fieldTable(namedCases.map(\.name) + namedCases.flatMap(\.aliases)) }
}

extension [CheckedCase] {
  /// The indices in the table of names that lead to each case, as a pattern.
  var patterns: [String] {
    var next = count
    return enumerated().map { index, element in
      defer { next += element.aliases.count }
      return ([index] + (next..<next + element.aliases.count)).map(String.init).joined(separator: ", ")
    }
  }
}

func generateFieldTable(ofCases type: CheckedType) -> String {
  guard case .variants(let representation) = type.kind else { return "" }
  let table =
    switch representation {
    case .key: type.caseTable
    case .tag(let tag): fieldTable([tag], required: [true])
    case .tagAndContent(let tag, let content): fieldTable([tag, content], required: [true])
    case .untagged, .string: fieldTable([])
    }
  return declareFieldTable(table, type)
}

/// What a value of this type can be, where the table of its fields does not say it.
func kinds(_ representation: Representation, _ type: CheckedType) -> String? {
  if case .string = representation { return "Millrace.ValueKinds.string" }
  return nil
}

func generateKinds(_ kinds: String, _ type: CheckedType) -> String {
  block("\(access(type))static var kinds: Millrace.ValueKinds", [kinds])
}

// MARK: - By key

private func readByKey(_ type: CheckedType) -> [String] {
  var lines: [String] = []
  if type.unknownCase != nil { lines.append("let start = reader.mark()") }
  lines.append("var found: Self? = nil")
  let isObject = type.unknownCase != nil ? "try reader.nextKind() == .object, " : ""
  lines.append("if \(isObject)try reader.beginObject(fieldTable) {")
  lines.append("  var search = Millrace.FieldSearch(fieldTable)")
  lines.append("  repeat {")
  lines.append("    let index = try reader.findField(&search)")
  lines.append("    if index >= 0, found != nil { try reader.__failSeveralCases(of: \(swiftLiteral(type.name))) }")
  lines.append("    switch index {")
  for (element, pattern) in zip(type.namedCases, type.namedCases.patterns) {
    lines.append("    case \(pattern):")
    lines += readValues(element, type) { "found = \($0)" }.map { "      " + $0 }
  }
  lines.append("    default: try reader.skipValue()")
  lines.append("    }")
  lines.append("  } while try reader.nextMember()")
  lines.append("}")
  lines.append("if let found { return found }")
  if let unknown = type.unknownCase {
    lines.append("reader.rewind(to: start)")
    lines += readUnknown(unknown)
  } else {
    lines.append("try reader.__failNoCase(of: \(swiftLiteral(type.name)))")
  }
  return lines
}

// MARK: - By tag

/// Finds the case by the tag, and goes back to the object's start.
private func findCase(_ type: CheckedType, tag: String) -> String {
  let failing = type.unknownCase == nil ? ", of: \(swiftLiteral(type.name))" : ""
  return "try reader.__findCase(by: \(fieldTable([tag])), among: \(type.caseTable)\(failing))"
}

private func readByTag(_ type: CheckedType, tag: String) -> [String] {
  var lines = ["switch \(findCase(type, tag: tag)) {"]
  for (element, pattern) in zip(type.namedCases, type.namedCases.patterns) {
    lines.append("case \(pattern):")
    if let content = element.content {
      lines.append("  return .\(element.identifier)(try reader.read(\(content.readType).self))")
    } else {
      lines += indented(readValues(element, type, before: [.tag(name: tag)]) { "return \($0)" })
    }
  }
  return lines + readOthers(type) + ["}"]
}

private func readByTag(_ type: CheckedType, tag: String, content: String) -> [String] {
  var lines = ["let index = \(findCase(type, tag: tag))"]
  if let unknown = type.unknownCase {
    lines += ["if index < 0 {"] + indented(readUnknown(unknown)) + ["}"]
  }
  lines += [
    "var found: Self? = nil", "if try reader.beginObject(fieldTable) {",
    "  var search = Millrace.FieldSearch(fieldTable)", "  repeat {",
    "    switch try (reader.findField(&search), index) {",
  ]
  let cases = Array(zip(type.namedCases, type.namedCases.patterns))
  for (element, pattern) in cases where !element.values.isEmpty {
    let patterns = pattern.split(separator: ",").map { "(1, \($0.drop { $0 == " " }))" }.joined(separator: ", ")
    lines.append("    case \(patterns):")
    if let content = element.content {
      lines.append("      found = .\(element.identifier)(try reader.read(\(content.readType).self))")
    } else {
      lines += readValues(element, type) { "found = \($0)" }.map { "      " + $0 }
    }
  }
  if type.rejectsUnknownFields {
    lines.append("    case (0, _), (1, _), (Millrace.FieldSearch.duplicate, _): try reader.skipValue()")
    lines.append("    default: try reader.__failUnknownField(fieldTable)")
  } else {
    lines.append("    default: try reader.skipValue()")
  }
  lines += ["    }", "  } while try reader.nextMember()", "}", "if let found { return found }"]
  let empty = cases.filter(\.0.values.isEmpty)
  let missing = "try reader.failMissingField(\(swiftLiteral(content)))"
  guard !empty.isEmpty else { return lines + [missing] }
  lines.append("switch index {")
  for (element, pattern) in empty { lines.append("case \(pattern): return .\(element.identifier)") }
  return lines + ["default: \(missing)", "}"]
}

// MARK: - By what is there

private func readUntagged(_ type: CheckedType) -> [String] {
  var lines: [String] = []
  for element in type.namedCases {
    if element.values.isEmpty {
      lines.append("if reader.takeNull() { return .\(element.identifier) }")
    } else if let content = element.content {
      lines.append("if try reader.__isNext(\(content.readType).self) {")
      lines.append("  return .\(element.identifier)(try reader.read(\(content.readType).self))")
      lines.append("}")
    } else {
      lines.append("if try reader.__isNext(\(Entry.all(of: element.values).table())) {")
      lines += indented(readValues(element, type) { "return \($0)" })
      lines.append("}")
    }
  }
  return lines + readOthers(type, label: "")
}

private func readString(_ type: CheckedType) -> [String] {
  var lines: [String] = []
  if type.unknownCase != nil { lines.append("let start = reader.mark()") }
  let failing = type.unknownCase == nil ? ", of: \(swiftLiteral(type.name))" : ""
  lines.append("switch try reader.__readCase(among: \(type.caseTable)\(failing)) {")
  for (element, pattern) in zip(type.namedCases, type.namedCases.patterns) {
    lines.append("case \(pattern): return .\(element.identifier)")
  }
  if let unknown = type.unknownCase {
    lines += ["default:", "  reader.rewind(to: start)"] + indented(readUnknown(unknown))
  } else {
    lines.append("default: try reader.__failNoCase(of: \(swiftLiteral(type.name)))")
  }
  return lines + ["}"]
}

// MARK: - Pieces

/// Reads the associated values of a case, like the fields of a structure.
///
/// - Parameter use: the statement for the value that comes of it.
private func readValues(
  _ element: CheckedCase, _ type: CheckedType, before: [Entry] = [], _ use: (String) -> String
) -> [String] {
  if element.values.isEmpty, before.isEmpty || !type.rejectsUnknownFields {
    return ["try reader.skipObject()", use(".\(element.identifier)")]
  }
  let entries = before + Entry.all(of: element.values)
  var lines = declareLocals(entries)
  let table = entries.table(rejectsUnknown: type.rejectsUnknownFields)
  lines += readObject(entries, table, label: "values", of: type, rejectsUnknown: type.rejectsUnknownFields)
  lines += demandFields(entries)
  let arguments = element.values.map { ($0.isLabelled ? "\($0.property): " : "") + finalValue($0) }
  let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
  return lines + [use(".\(element.identifier)\(list)")]
}

/// The case that takes what no other one is, or a failure.
private func readOthers(_ type: CheckedType, label: String = "default:") -> [String] {
  let lines = type.unknownCase.map(readUnknown) ?? ["try reader.__failNoCase(of: \(swiftLiteral(type.name)))"]
  return label.isEmpty ? lines : [label] + indented(lines)
}

private func readUnknown(_ element: CheckedCase) -> [String] {
  guard let content = element.content else { return ["try reader.skipValue()", "return .\(element.identifier)"] }
  return ["return .\(element.identifier)(try reader.read(\(content.readType).self))"]
}
