import Millrace
import MillraceTables

/// Parses a schema such as `id: int64, tags: list<string>, size: struct<x: double>`.
///
/// The types have the names that Arrow's libraries print.
struct SchemaText {
  private var rest: Substring
  private let text: String

  static func fields(_ text: String) throws -> [Arrow.Field] {
    var parser = SchemaText(rest: text[...], text: text)
    let fields = try parser.fields(until: nil)
    return fields
  }

  private mutating func skipBlanks() { rest = rest.drop { $0.isWhitespace } }

  private mutating func take(_ character: Character) -> Bool {
    skipBlanks()
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ character: Character) throws {
    if !take(character) { throw failure("expected '\(character)'") }
  }

  private func failure(_ problem: String) -> TableScan.OptionError {
    TableScan.OptionError("invalid schema at character \(text.count - rest.count + 1): \(problem)")
  }

  private mutating func fields(until end: Character?) throws -> [Arrow.Field] {
    var fields: [Arrow.Field] = []
    skipBlanks()
    if let end, take(end) { return [] }
    if end == nil, rest.isEmpty { return [] }
    repeat {
      let name = try name()
      try expect(":")
      let type = try type(depth: 0)
      fields.append(Arrow.Field(name: name, type: type))
    } while take(",")
    if let end { try expect(end) } else if !rest.drop(while: \.isWhitespace).isEmpty { throw failure("expected ','") }
    return fields
  }

  /// A name, between backticks if it has characters other than letters, digits and underscores.
  private mutating func name() throws -> String {
    skipBlanks()
    if take("`") {
      let name = rest.prefix { $0 != "`" }
      rest = rest.dropFirst(name.count)
      try expect("`")
      return String(name)
    }
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard !name.isEmpty else { throw failure("expected a name") }
    rest = rest.dropFirst(name.count)
    return String(name)
  }

  private mutating func number() throws -> Int {
    skipBlanks()
    let digits = rest.prefix { $0.isNumber }
    guard let number = Int(digits) else { throw failure("expected a number") }
    rest = rest.dropFirst(digits.count)
    return number
  }

  private mutating func type(depth: Int) throws -> Arrow.DataType {
    guard depth < 60 else { throw failure("nested too deeply") }
    let name = try name()
    switch name {
    case "null": return .null
    case "bool", "boolean": return .boolean
    case "int8", "int16", "int32", "int64": return .integer(bits: Int(name.dropFirst(3)) ?? 64, isSigned: true)
    case "uint8", "uint16", "uint32", "uint64": return .integer(bits: Int(name.dropFirst(4)) ?? 64, isSigned: false)
    case "float", "float32": return .float(bits: 32)
    case "double", "float64": return .float(bits: 64)
    case "string", "utf8": return .utf8
    case "large_string": return .utf8(.bits64)
    case "binary": return .binary
    case "date", "date32": return .date(bits: 32)
    case "decimal", "decimal128":
      try expect("(")
      let precision = try number()
      try expect(",")
      let scale = try number()
      try expect(")")
      return .decimal(precision: precision, scale: scale, bits: 128)
    case "timestamp":
      guard take("[") else { return .timestamp(.microsecond) }
      let unit = try self.name()
      guard let unit = Arrow.TimeUnit.allCases.first(where: { "\($0)" == unit }) else {
        throw failure("unknown unit '\(unit)'; expected s, ms, us or ns")
      }
      var timeZone: String?
      if take(",") {
        guard try self.name() == "tz" else { throw failure("expected 'tz'") }
        try expect("=")
        skipBlanks()
        timeZone = String(rest.prefix { $0 != "]" })
        rest = rest.drop { $0 != "]" }
      }
      try expect("]")
      return .timestamp(unit, timeZone: timeZone)
    case "list":
      try expect("<")
      let element = try type(depth: depth + 1)
      try expect(">")
      return .list(of: element)
    case "map":
      try expect("<")
      let key = try type(depth: depth + 1)
      try expect(",")
      let value = try type(depth: depth + 1)
      try expect(">")
      let pair = [Arrow.Field(name: "key", type: key, isNullable: false), Arrow.Field(name: "value", type: value)]
      return .map(entries: Arrow.Field(name: "entries", type: .structure(pair), isNullable: false))
    case "struct":
      try expect("<")
      return .structure(try fields(until: ">"))
    default: throw failure("unknown type '\(name)'")
    }
  }
}
