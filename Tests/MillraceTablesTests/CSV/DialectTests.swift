import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("CSV: what the world sends")
struct DialectTests {
  private typealias Row = [String: String]

  private static func rows(_ text: String, _ options: CSV.ReadingOptions = CSV.ReadingOptions()) throws -> [Row] {
    try CSV.decode([Row].self, from: text, options: options)
  }

  @Test func `the examples of RFC 4180`() throws {
    let bare = CSV.ReadingOptions(dialect: CSV.Dialect(hasHeader: false))
    func cells(_ text: String) throws -> [[String]] { try CSV.decode([[String]].self, from: text, options: bare) }
    let expected = [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]
    #expect(try cells("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n") == expected)
    #expect(try cells("aaa,bbb,ccc\r\nzzz,yyy,xxx") == expected)
    #expect(try cells("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx") == expected)
    #expect(try cells("\"aaa\",\"b \r\nbb\",\"ccc\"\r\nzzz,yyy,xxx") == [["aaa", "b \r\nbb", "ccc"], expected[1]])
    #expect(try cells("\"aaa\",\"b\"\"bb\",\"ccc\"") == [["aaa", "b\"bb", "ccc"]])
    #expect(
      try Self.rows("field_name,field_name_2\r\naaa,bbb\r\nzzz,yyy\r\n")
        == [["field_name": "aaa", "field_name_2": "bbb"], ["field_name": "zzz", "field_name_2": "yyy"]])
  }

  @Test func `an empty cell is absent, an empty string is one in quotes`() throws {
    #expect(try Self.rows("a,b\n,\"\"\n") == [["b": ""]])
  }

  @Test func `a byte order mark is skipped, also before quotes and in single bytes`() throws {
    #expect(try Self.rows("\u{FEFF}a,b\n1,2\n") == [["a": "1", "b": "2"]])
    #expect(try Self.rows("\u{FEFF}\"a\",b\n1,2\n") == [["a": "1", "b": "2"]])
    let bytes = Array("\u{FEFF}\"a\"\n\u{FEFF}1\n".utf8)
    var stream = try CSV.stream(Row.self, from: ChunkedSource(bytes, cutAt: Array(0..<bytes.count)))
    #expect(try stream.next() == ["a": "\u{FEFF}1"])
  }

  @Test func `line ends of all kinds, mixed, and none at the end`() throws {
    let expected = [["a": "1"], ["a": "2"], ["a": "3"], ["a": "4"]]
    #expect(try Self.rows("a\n1\r\n2\r3\n4") == expected)
    #expect(try Self.rows("a\r\n1\n2\n3\r4\r\n") == expected)
    #expect(try Self.rows("a\r1\r2\r3\r4\r") == expected)
  }

  @Test func `comment lines are skipped, whatever they contain`() throws {
    let options = CSV.ReadingOptions(dialect: CSV.Dialect(comment: UInt8(ascii: "#")))
    let text = "#say \"when, \na,b\n#\"\"\"\r\n1,\"#2\"\r\n#,,,\n\n\"#3\",#4\n#unclosed \"quote"
    #expect(try Self.rows(text, options) == [["a": "1", "b": "#2"], ["a": "#3", "b": "#4"]])
    for cut in 0..<text.utf8.count {
      var stream = try CSV.stream(Row.self, from: ChunkedSource(Array(text.utf8), cutAt: [cut]), options: options)
      #expect(try stream.next() == ["a": "1", "b": "#2"])
      #expect(try stream.next() == ["a": "#3", "b": "#4"])
      #expect(try stream.next() == nil)
    }
    #expect(try Self.rows("#a\n1\n") == [["#a": "1"]])
    let written = try CSV.encode([["#a": "#"], ["#a": "b"]], options: CSV.WritingOptions(dialect: options.dialect))
    #expect(String(decoding: written, as: UTF8.self) == "\"#a\"\n\"#\"\nb\n")
  }

  @Test(arguments: [",", ";", "\t", "|"]) func `the delimiter is detected`(_ delimiter: String) throws {
    let options = CSV.ReadingOptions(sniffsDelimiter: true)
    let rows = [
      ["name", "text", "number"], ["a", "\"one, two; three | four\tfive\"", "1"], ["b", "\"x\ny\"", "2"],
      ["c", "", ""],
    ]
    let text = rows.map { $0.joined(separator: delimiter) }.joined(separator: "\n")
    #expect(try Self.rows(text, options).map { $0["number"] } == ["1", "2", nil])
    #expect(try Self.rows(text + "\n", options).first?["text"] == "one, two; three | four\tfive")
    let longer = text + String(repeating: "\nd" + delimiter + delimiter + "9", count: 20_000)
    #expect(try Self.rows(longer, options).count == 20_003)
  }

  @Test func `the delimiter does not depend on how a source cuts its bytes`() throws {
    // The first 21 lines say semicolon, and what follows says comma.
    let text = Array(
      ("a,b;c\n" + String(repeating: "\n", count: 30) + String(repeating: "1,2\n", count: 30)).utf8)
    let options = CSV.ReadingOptions(sniffsDelimiter: true, raggedRows: .padded, onBadElement: .skip)
    let whole = try CSV.decode([[String: String]].self, from: text, options: options)
    for size in [1, 7, 40] {
      let source = ChunkedSource(text, cutAt: Array(stride(from: size, to: text.count, by: size)))
      var rows: [[String: String]] = []
      var stream = try CSV.stream([String: String].self, from: source, options: options)
      while let row = try stream.next() { rows.append(row) }
      #expect(rows == whole, "cut every \(size) bytes")
    }
  }

  @Test func `where rows do not tell the delimiter it is that of the dialect`() throws {
    let options = CSV.ReadingOptions(dialect: .semicolons, sniffsDelimiter: true)
    #expect(try Self.rows("a\nb\n", options) == [["a": "b"]])
    #expect(try Self.rows("", options).isEmpty)
    #expect(try Self.rows("a;b\n1;2,5\n3;4,5\n", CSV.ReadingOptions(sniffsDelimiter: true))[0]["b"] == "2,5")
  }

  @Test func `names given instead of a header, or of the header's`() throws {
    let bare = CSV.ReadingOptions(dialect: CSV.Dialect(hasHeader: false), columnNames: ["x", "y"])
    #expect(try Self.rows("1,2\n3,4", bare) == [["x": "1", "y": "2"], ["x": "3", "y": "4"]])
    #expect(try Self.rows("1,2\n3,4", CSV.ReadingOptions(columnNames: ["x", "y"])) == [["x": "3", "y": "4"]])
    #expect(throws: FormatError.self) { try Self.rows("1,2,3\n", CSV.ReadingOptions(columnNames: ["x", "y"])) }
    #expect(throws: CSV.InvalidOptions.duplicateColumn("x")) {
      try Self.rows("1,2\n", CSV.ReadingOptions(columnNames: ["x", "x"]))
    }
  }

  @Test func `a header with a name twice is rejected`() throws {
    let error = #expect(throws: FormatError.self) { try Self.rows("a,b,\"a\"\n1,2,3\n") }
    #expect(error.map { "\($0)" } == "line 1, column 5 (byte 4): duplicate column \"a\"")
  }

  @Test func `ISO 8859-1`() throws {
    let bytes = Array(
      "naïve,b\nÿ,".unicodeScalars.map { UInt8($0.value) } + Array("\u{80}é\n".unicodeScalars.map { UInt8($0.value) }))
    let rows = try CSV.decode([Row].self, from: bytes, options: CSV.ReadingOptions(encoding: .latin1))
    #expect(rows == [["naïve": "ÿ", "b": "\u{80}é"]])
    #expect(throws: FormatError.self) { try CSV.decode([Row].self, from: bytes) }
  }

  @Test func `ambiguous delimiters are rejected`() throws {
    for byte in UInt8.min...UInt8.max {
      let options = CSV.ReadingOptions(dialect: CSV.Dialect(delimiter: byte))
      let isRefused =
        byte >= 0x80 || "\0\"\n\r.+-0123456789".utf8.contains(byte) || Character(UnicodeScalar(byte)).isLetter
      if isRefused {
        #expect(throws: CSV.InvalidOptions.delimiter(byte)) { try Self.rows("a", options) }
      } else {
        let text = "a" + String(UnicodeScalar(byte)) + "b\n1" + String(UnicodeScalar(byte)) + "2"
        #expect(try Self.rows(text, options) == [["a": "1", "b": "2"]])
      }
    }
    #expect(throws: CSV.InvalidOptions.comment(UInt8(ascii: ","))) {
      try Self.rows("a", CSV.ReadingOptions(dialect: CSV.Dialect(comment: UInt8(ascii: ","))))
    }
    #expect(throws: CSV.InvalidOptions.maximumRowSize(0)) { try Self.rows("a", CSV.ReadingOptions(maximumRowSize: 0)) }
  }

  @Test func `a file`() throws {
    let folder = try ExchangeFolder()
    defer { withExtendedLifetime(folder) {} }
    let rows = (0..<30_000).map { ["n": "\($0)", "text": "line \($0)\nmore, \"and\" more"] }
    let path = folder.file("out")
    var writer = try CSV.StreamWriter(
      to: try DescriptorSink(path: path), options: CSV.WritingOptions(columns: ["n", "text"]))
    for row in rows { try writer.append(row) }
    try writer.finish()
    var stream = try CSV.stream(Row.self, from: path)
    for row in rows { #expect(try stream.next() == row) }
    #expect(try stream.next() == nil)
    #expect(stream.count == rows.count)
  }
}
