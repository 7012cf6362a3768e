import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Columns whose values are of several kinds")
struct WideningTests {
  /// Values of one column, one after another, and what they are in the end.
  @Test(arguments: [
    ("1 2 -3", Columns.Values.integers([1, 2, -3])),
    ("9223372036854775807 -9223372036854775808", .integers([.max, .min])),
    ("1 2.5 -3", .doubles([1, 2.5, -3])), ("2.5 1 1e2", .doubles([2.5, 1, 100])),
    ("9007199254740992 0.5", .doubles([9_007_199_254_740_992, 0.5])),
    // An integer that no double equals, and an integer that would be written with other digits.
    ("0.5 -9223372036854775808", strings("0.5", "-9223372036854775808")),
    ("9007199254740993 0.5", strings("9007199254740993", "0.5")),
    ("0.5 9007199254740993", strings("0.5", "9007199254740993")),
    // Integers of more than 64 bits, and numbers that are out of range for doubles.
    ("1 9223372036854775808", strings("1", "9223372036854775808")),
    ("18446744073709551615", strings("18446744073709551615")),
    ("0.5 123456789012345678901234567890", strings("0.5", "123456789012345678901234567890")),
    ("1 1e400", strings("1", "1e400")), ("-1E-400 1", strings("-1E-400", "1")), ("0.1 1e400", strings("0.1", "1e400")),
    // A number after a string keeps its digits.
    ("\"a\" 1.50 1e2 -0", strings("a", "1.50", "1e2", "-0")), ("1 2.5 \"a\"", strings("1", "2.5", "a")),
    ("12345678901234567 \"a\"", strings("12345678901234567", "a")), ("0.1 \"\"", strings("0.1", "")),
    ("-0 \"a\"", strings("-0", "a")),
    ("true 1", strings("true", "1")), ("1 false", strings("1", "false")),
    ("true \"x\" false", strings("true", "x", "false")),
    // Arrays and objects among values of other kinds become JSON text, in any order.
    ("1 [2,\"a\",null]", strings("1", "[2,\"a\",null]")), ("[1,2] 3", strings("[1,2]", "3")),
    ("{\"a\":1} \"b\"", strings("{\"a\":1}", "b")), ("\"b\" {\"a\":{\"b\":[]}}", strings("b", "{\"a\":{\"b\":[]}}")),
    ("[1] {\"a\":1}", strings("[1]", "{\"a\":1}")), ("{\"a\":1} [1] true", strings("{\"a\":1}", "[1]", "true")),
    ("{\"a\":1} {\"a\":\"x\"} 1", strings("{\"a\":\"1\"}", "{\"a\":\"x\"}", "1")),
  ])
  func `a column is of the first kind that holds them all`(_ values: String, _ expected: Columns.Values) throws {
    let lines = values.split(separator: " ").map { "{\"a\":\($0)}" }
    let table = try Columns.table(from: Array(lines.joined(separator: "\n").utf8))
    #expect(table["a"]?.values == expected)

    // With missing members before, between and after them.
    let sparse = try Columns.table(from: Array("{} \(lines.joined(separator: " {} {\"a\":null} ")) {}".utf8))
    let found = try sparse.rows().compactMap { $0["a"] }
    #expect(found == (try table.rows().compactMap { $0["a"] }))
    #expect(sparse["a"]?.absentCount == 2 * lines.count)
  }

  private static func strings(_ strings: String...) -> Columns.Values {
    var texts = Columns.Texts()
    for string in strings { texts.append(string.utf8) }
    return .strings(texts)
  }

  @Test func `values of types that JSON does not have are recognized by their text`() throws {
    let instant = Instant(seconds: 1_700_000_000, nanoseconds: 500_000_000)
    let values: [Mixed] = [.instant(instant), .bytes([1, 2, 3]), .double(.infinity), .double(2), .text("x")]
    let table = try Columns.table(of: values.map { ["a": $0] })
    #expect((0..<5).map { table["a"]?.string(at: $0) } == ["2023-11-14T22:13:20.500Z", "AQID", "Infinity", "2", "x"])
    #expect(try Columns.table(of: [["a": Mixed.instant(instant)]])["a"]?.instant(at: 0) == instant)
    #expect(try Columns.table(of: [["a": Mixed.bytes([0, 255])]])["a"]?.bytes(at: 0) == [0, 255])
    #expect(try Columns.table(of: [["a": Mixed.double(-.infinity)]])["a"]?.double(at: 0) == -.infinity)
  }

  @Test func `a value without a JSON text is an error with its place`() throws {
    var writer = Columns.Writer()
    try writer.append(["a": [Mixed.double(.nan)]])
    try writer.append(["a": [Mixed.double(1)]])
    let error = #expect(throws: FormatError.self) { try writer.append(["a": 1]) }
    #expect(error?.description == "at /2/a: nan cannot be represented in this format")
    // The row is taken back, and the others are there.
    let table = try writer.finish()
    #expect(table.count == 2)
    #expect(table["a"]?.lists?.elements.doubles?[1] == 1)
  }

  @Test func `every integer type is stored if it fits, and as text if it does not`() throws {
    #expect(try Columns.table(of: [["a": UInt64(Int64.max)]])["a"]?.integers == [.max])
    #expect(try Columns.table(of: [["a": UInt64.max]])["a"]?.string(at: 0) == "18446744073709551615")
    #expect(
      try Columns.table(of: [["a": Int128.min]])["a"]?.string(at: 0) == "-170141183460469231731687303715884105728")
    #expect(try Columns.table(of: [["a": UInt128(7)]])["a"]?.integers == [7])
    #expect(try Columns.table(of: [["a": Float(0.5)]])["a"]?.doubles == [0.5])
  }
}

/// A value of one of several kinds.
enum Mixed: Writable {
  case instant(Instant)
  case bytes([UInt8])
  case double(Double)
  case text(String)

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .instant(let value): writer.write(value)
    case .bytes(let value): writer.write(bytes: value)
    case .double(let value): writer.write(value)
    case .text(let value): writer.write(value)
    }
  }
}
