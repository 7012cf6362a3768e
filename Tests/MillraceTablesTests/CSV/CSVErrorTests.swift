import SystemLibrary
import Testing

@testable import Millrace
@testable import MillraceTables

@Serializable
private struct Point: Equatable {
  var x: Int
  var y: Double?
}

@Suite("CSV: errors and bad rows")
struct CSVErrorTests {
  private final class Reports: Sendable {
    private let texts = Locked<[String]>([])
    func note(_ error: FormatError) { texts.withLock { $0.append("\(error)") } }
    var all: [String] { texts.withLock { $0 } }
  }

  private static func error(
    _ text: String, _ options: CSV.ReadingOptions = CSV.ReadingOptions()
  ) throws -> String {
    let error = try #require(throws: FormatError.self) { try CSV.decode([Point].self, from: text, options: options) }
    return "\(error)"
  }

  @Test(arguments: ["x, y\n1,2\n", "x,y \n1,2\n", " x,y\n1,2\n", "x,  y  \n1,2\n"])
  func `spaces around the name of a column are an error`(_ text: String) throws {
    let error = try Self.error(text)
    let column = text.contains(" x") ? "x" : "y"
    #expect(error.hasSuffix("expected one of: \(column)"), "\(error)")
    #expect(error.contains("unknown field '"), "\(error)")
  }

  @Test func `columns with spaces around other names are not an error`() throws {
    #expect(try CSV.decode([Point].self, from: "x,y, y, z\n1,2,3,4\n") == [Point(x: 1, y: 2)])
  }

  @Test func `an error has its line, column, byte and path`() throws {
    #expect(
      try Self.error("x,y\n1,2\n3,abc\n") == "line 3, column 3 (byte 10), at /1/y: invalid Double: \"abc\"")
    #expect(try Self.error("x,y\r\n1,2\r\n1.5,2\r\n") == "line 3, column 1 (byte 10), at /1/x: \(Self.notAnInteger)")
    #expect(try Self.error("x\r1\r99999999999999999999\r").hasPrefix("line 3, column 1 (byte 4), at /1/x: "))
    #expect(
      try Self.error("x,z,y\n1,\"é\n日\",e\n")
        == "line 3, column 4 (byte 17), at /0/y: invalid Double: \"e\"")
    #expect(
      try Self.error("x,y\n1,2\n1,2,3\n")
        == "line 3, column 1 (byte 8), at /1: row has 3 cells, but the table has 2 columns")
    #expect(
      try Self.error("x,y\n1\n") == "line 2, column 1 (byte 4), at /0: row has 1 cell, but the table has 2 columns")
    #expect(
      try Self.error("x,y\n1,a\"b\n")
        == "line 2, column 4 (byte 7), at /0: unexpected quote in an unquoted cell; quote the whole cell")
    #expect(
      try Self.error("x,y\n1,\"2\"3\n")
        == "line 2, column 6 (byte 9), at /0: unexpected '3' after a closing quote; expected a delimiter")
    #expect(
      try Self.error("x,y\n\n1,\"2\n3\n") == "line 3, column 1 (byte 5), at /0: unclosed quote at the end of the input")
    #expect(try Self.error("x,\"y\n") == "line 1, column 1 (byte 0): unclosed quote at the end of the input")
  }

  private static var notAnInteger: String { FormatError.Problem.notAnInteger.description }

  @Test func `lines and bytes are counted from the beginning of the table, however long it is`() throws {
    for lineEnd in ["\n", "\r\n", "\r"] {
      let text = "x" + lineEnd + String(repeating: "12345" + lineEnd, count: 40_000) + "no"
      let error = try #require(throws: FormatError.self) { try CSV.decode([Point].self, from: text) }
      #expect(
        error.place
          == FormatError.Place(offset: text.utf8.count - 2, line: 40_002, column: 1, path: "/40000/x"))
    }
  }

  @Test func `numbers in cells`() throws {
    func numbers<Number: Readable & Sendable>(_ type: Number.Type, _ cell: String) -> Number? {
      try? CSV.decode([[String: Number]].self, from: "n\n\(cell)\n").first?["n"]
    }
    #expect(numbers(Int.self, "+7") == 7)
    #expect(numbers(Int.self, "-0012345678901") == -12_345_678_901)
    #expect(numbers(Int.self, "\"12\"") == 12)
    for rejected in ["1.0", "1e3", "0x1F", "1 ", " 1", "1_000", "--1", "+", "-", "é", "1\"\"", "٣"] {
      #expect(numbers(Int.self, rejected) == nil, "\(rejected)")
    }
    for rejected in ["1.", ".5", "1e", "nan", "inf", "1,5", "1..2", "1e999", "0x1p3", "- 1", "+-1", "5 "] {
      #expect(numbers(Double.self, "\"\(rejected)\"") == nil, "\(rejected)")
    }
    #expect(numbers(UInt8.self, "255") == 255 && numbers(UInt8.self, "256") == nil && numbers(UInt8.self, "-1") == nil)
    #expect(numbers(Int8.self, "-128") == -128 && numbers(Int8.self, "-129") == nil)
    #expect(numbers(UInt64.self, "\(UInt64.max)") == .max && numbers(UInt64.self, "18446744073709551616") == nil)
    #expect(numbers(Int64.self, "\(Int64.min)") == .min && numbers(Int64.self, "-9223372036854775809") == nil)
    #expect(numbers(Int128.self, "\(Int128.min)") == .min && numbers(UInt128.self, "\(UInt128.max)") == .max)
    #expect(numbers(UInt128.self, "340282366920938463463374607431768211456") == nil)
    for (text, value) in [("TRUE", true), ("false", false), ("1", true), ("0", false)] {
      #expect(numbers(Bool.self, text) == value)
    }
    #expect(numbers(Bool.self, "yes") == nil)
  }

  @Test func `decimal numbers are the nearest ones`() throws {
    var random = SeededGenerator()
    var cells: [String] = []
    for _ in 0..<Scale.count(3000) {
      let digits = String(random.ofAnyLength())
      let fraction = String((0..<1 + random.below(20)).map { _ in Character(String(random.below(10))) })
      let exponent = random.once(in: 4) ? "e\(random.below(60) - 30)" : ""
      cells.append((random.once(in: 2) ? "-" : "") + digits + (random.once(in: 5) ? "" : "." + fraction) + exponent)
    }
    let text = "n\n" + cells.joined(separator: "\n")
    var mismatches = Mismatches()
    // The standard library's own conversion, by the platform's strtod and strtof.
    for (cell, row) in zip(cells, try CSV.decode([[String: Double]].self, from: text)) {
      mismatches.expect(row["n"]?.bitPattern, Double(cell)?.bitPattern, cell)
    }
    let floats = cells.filter { Float($0)?.isNormal == true }
    #expect(floats.count > cells.count / 2)
    let floatText = "n\n" + floats.joined(separator: "\n")
    for (cell, row) in zip(floats, try CSV.decode([[String: Float]].self, from: floatText)) {
      mismatches.expect(row["n"]?.bitPattern, Float(cell)?.bitPattern, cell)
    }
    mismatches.report()
  }

  private static let skipping = CSV.ReadingOptions(onBadElement: .skip)

  @Test func `bad rows are skipped or reported`() throws {
    let text = "x,y\n1,1\nb,2\n3,\"a\"b,\"\n4,4\n5,5,5\n6,6\n7,x\"y\"\n\"8\",8\n9"
    #expect(
      try CSV.decode([Point].self, from: text, options: Self.skipping)
        == [Point(x: 1, y: 1), Point(x: 4, y: 4), Point(x: 6, y: 6), Point(x: 8, y: 8)])
    let reports = Reports()
    let reporting = CSV.ReadingOptions(onBadElement: .report { reports.note($0) })
    let bytes = Array(text.utf8)
    for cut in 0..<bytes.count {
      var stream = try CSV.stream(Point.self, from: ChunkedSource(bytes, cutAt: [cut]), options: reporting)
      var xs: [Int] = []
      while let point = try stream.next() { xs.append(point.x) }
      #expect(xs == [1, 4, 6, 8])
      #expect(stream.count == 9)
      #expect(
        reports.all.suffix(5)
          == [
            "line 3, column 1 (byte 8), at /1/x: invalid Int64: \"b\"",
            "line 4, column 6 (byte 17), at /2: unexpected 'b' after a closing quote; expected a delimiter",
            "line 6, column 1 (byte 25), at /4: row has 3 cells, but the table has 2 columns",
            "line 8, column 4 (byte 38), at /6: unexpected quote in an unquoted cell; quote the whole cell",
            "line 10, column 1 (byte 48), at /8: row has 1 cell, but the table has 2 columns",
          ])
    }
  }

  @Test func `the first row of a table without a header is skipped if it is bad`() throws {
    let options = CSV.ReadingOptions(
      dialect: CSV.Dialect(hasHeader: false), columnNames: ["x", "y"], onBadElement: .skip)
    for bad in ["1,\"a\"b", "1\"", "1", "\"x\u{FF}\"1", "1,2,3"] {
      let rows = try CSV.decode([Point].self, from: "\n\(bad)\n2,3\n", options: options)
      #expect(rows == [Point(x: 2, y: 3)], "\(bad)")
      let error = #expect(throws: FormatError.self) {
        try CSV.decode(
          [Point].self, from: bad, options: CSV.ReadingOptions(dialect: options.dialect, columnNames: ["x", "y"]))
      }
      #expect(error?.place.path == "/0", "\(bad)")
    }
  }

  @Test func `an error without a known next row ends the table, whatever the option for bad rows`() throws {
    for text in ["x,y\n1,1\n2,\"\n3,3\n", "x,\"y\n1,2\n", "x,x\n1,2\n"] {
      #expect(throws: FormatError.self) { try CSV.decode([Point].self, from: text, options: Self.skipping) }
    }
    let small = CSV.ReadingOptions(onBadElement: .skip, maximumRowSize: 10)
    #expect(throws: FormatError.self) {
      try CSV.decode([Point].self, from: "x,y\n12345678901,1\n2,2\n", options: small)
    }
    struct Broken: ByteSource {
      struct Failure: Error {}
      var rows = ["x,y\n1,1\n", "2,2\n", "3,\"\n3"]
      mutating func read(into output: inout OutputSpan<UInt8>) throws {
        if rows.isEmpty { throw Failure() }
        for byte in rows.removeFirst().utf8 { output.append(byte) }
      }
    }
    var stream = try CSV.stream(Point.self, from: Broken(), options: Self.skipping)
    #expect(try stream.next() == Point(x: 1, y: 1))
    #expect(try stream.next() == Point(x: 2, y: 2))
    let error = #expect(throws: FormatError.self) { try stream.next() }
    guard case .custom(is Broken.Failure)? = error?.problem else { throw try #require(error) }
    #expect(error?.place == FormatError.Place(offset: 17, line: 5, column: 2, path: "/2"))
    #expect(try stream.next() == nil)
  }

  @Test func `after an error the table has ended`() throws {
    var stream = try CSV.stream(Point.self, from: Array("x\n1\na\n2\n".utf8))
    #expect(try stream.next() == Point(x: 1))
    #expect(throws: FormatError.self) { try stream.next() }
    #expect(try stream.next() == nil)
    let results = try CSV.stream(Point.self, from: Array("x\n1\na\n2\n".utf8)).results().map { try? $0.get().x }
    #expect(results == [1, nil])
  }

  @Test func `ragged rows are padded or reported`() throws {
    let text = "x,y\n1\n2,2\n3,3,\n4,\"\n4\"\n"
    func rows(_ ragged: CSV.ReadingOptions.RaggedRows, _ text: String) throws -> [[String: String]] {
      try CSV.decode([[String: String]].self, from: text, options: CSV.ReadingOptions(raggedRows: ragged))
    }
    let expected = [["x": "1"], ["x": "2", "y": "2"], ["x": "3", "y": "3"], ["x": "4", "y": "\n4"]]
    #expect(try rows(.padded, text) == expected)
    #expect(throws: FormatError.self) { try rows(.padded, "x,y\n1,2,3\n") }
    #expect(throws: FormatError.self) { try rows(.rejected, text) }
    let reports = Reports()
    #expect(try rows(.reported { reports.note($0) }, text + "5,5,5") == expected + [["x": "5", "y": "5"]])
    #expect(
      reports.all == [
        "line 2, column 1 (byte 4), at /0: row has 1 cell, but the table has 2 columns",
        "line 4, column 1 (byte 10), at /2: row has 3 cells, but the table has 2 columns",
        "line 7, column 1 (byte 22), at /4: row has 3 cells, but the table has 2 columns",
      ])
    let missing = try #require(throws: FormatError.self) {
      try CSV.decode([[String: Int]].self, from: "x,y\n\n1\n\"a\"", options: CSV.ReadingOptions(raggedRows: .padded))
    }
    #expect(missing.place.path == "/1/x")
  }
}
