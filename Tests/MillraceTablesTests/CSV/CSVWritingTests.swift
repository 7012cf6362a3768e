import Testing

@testable import Millrace
@testable import MillraceTables

@Serializable
private struct Pair: Equatable {
  var a: Int?
  var b: String?
}

@Suite("CSV: what is written")
struct CSVWritingTests {
  private static func text<Value: Writable>(
    _ value: Value, _ options: CSV.WritingOptions = CSV.WritingOptions()
  ) throws -> String {
    String(decoding: try CSV.encode(value, options: options), as: UTF8.self)
  }

  private static func tree(_ text: String) throws -> JSON.Value { try JSON.decode(JSON.Value.self, from: text) }

  @Test func `cells are quoted only if necessary`() throws {
    func cell(_ text: String, _ dialect: CSV.Dialect = .commas) throws -> String {
      let line = try Self.text([["x", text]], CSV.WritingOptions(dialect: dialect)).split(separator: "\n", maxSplits: 1)
      return String(line[1].dropFirst(2).dropLast())
    }
    for plain in [
      "a", "a b", "'", "ä;|\u{85}", "=1+1", "#", "\u{FEFF}", "\0", "\u{1}", String(repeating: "z", count: 200),
    ] {
      #expect(try cell(plain) == plain)
    }
    for quoted in ["", " ", "a ", "\ta", "a,b", "a\nb", "a\rb", String(repeating: "z", count: 100) + ","] {
      #expect(try cell(quoted) == "\"" + quoted + "\"")
    }
    #expect(try cell("a\"b") == "\"a\"\"b\"")
    #expect(try cell("a,b;c", .semicolons) == "\"a,b;c\"" && cell("a,b", .semicolons) == "a,b")
    #expect(
      try Self.text([["#a"], ["\u{FEFF}"]], CSV.WritingOptions(dialect: CSV.Dialect(comment: UInt8(ascii: "#"))))
        == "column1\n\"#a\"\n\"\u{FEFF}\"\n")
  }

  @Test func `a special byte at every place of a cell of every length`() throws {
    for length in 1...100 {
      for special in [",", "\"", "\n", "\r"] {
        for place in [0, length / 2, length - 1] {
          var cell = [UInt8](repeating: UInt8(ascii: "a"), count: length)
          cell[place] = Array(special.utf8)[0]
          let table = [[String(decoding: cell, as: UTF8.self), "b"]]
          let text = try CSV.encode(table)
          let rows = naivelySplit(text, delimiter: UInt8(ascii: ",")).rows
          #expect(rows.last == [NaiveCell(text: cell, isQuoted: true), NaiveCell(text: [UInt8(ascii: "b")])])
        }
      }
    }
  }

  @Test func `columns are those of the first row, and cells find theirs in any order`() throws {
    let rows = try Self.tree(#"[{"a":1,"b":"x","c":true},{"c":false,"a":-2},{"b":"y,","c":null,"a":1.50},{}]"#)
    #expect(try Self.text(rows) == "a,b,c\n1,x,true\n-2,,false\n1.50,\"y,\",\n,,\n")
  }

  @Test func `rows whose cells come in random orders are right`() throws {
    var random = SeededGenerator()
    let names = (0..<7).map { "n\($0)" }
    for _ in 0..<Scale.count(200) {
      let rows = (0..<5).map { _ in names.map { _ in random.once(in: 3) ? nil : RandomTable.cell(&random) } }
      let objects = rows.map { row in
        "{"
          + zip(names, row).compactMap { name, cell in cell.map { "\"\(name)\":\(JSON.Value.string($0))" } }
          .shuffled(using: &random).joined(separator: ",") + "}"
      }
      let text = try CSV.encode(
        try Self.tree("[" + objects.joined(separator: ",") + "]"), options: CSV.WritingOptions(columns: names))
      let read = try CSV.decode(
        [[String?]].self, from: text,
        options: CSV.ReadingOptions(
          dialect: CSV.Dialect(hasHeader: false)))
      #expect(Array(read.dropFirst()) == rows, SeededGenerator.note)
    }
  }

  @Test func `a late key is an error that names it, and the rows before and after it are written`() throws {
    var writer = try CSV.StreamWriter(to: [UInt8]())
    try writer.append(["a": 1])
    for _ in 0..<2 {
      let error = #expect(throws: FormatError.self) { try writer.append(["b": 2]) }
      #expect(
        error.map { "\($0.problem)".contains("\"b\"") && "\($0.problem)".contains("after the header was written") }
          == true)
    }
    try writer.append(["a": 3])
    #expect(writer.count == 2)
    #expect(String(decoding: try writer.finish(), as: UTF8.self) == "a\n1\n3\n")
    #expect(throws: FormatError.self) { try CSV.encode([["a": 1], ["b": 2]]) }
    #expect(throws: FormatError.self) { try CSV.encode([[String: Int]()]) }
  }

  @Test func `listed columns are written in their order, and others are rejected or left out`() throws {
    let rows = [["b": 1, "a": 2], ["c": 3]]
    #expect(throws: FormatError.self) { try Self.text(rows, CSV.WritingOptions(columns: ["a", "b"])) }
    #expect(
      try Self.text(rows, CSV.WritingOptions(columns: ["x", "a", "b"], unlistedMembers: .leftOut))
        == "x,a,b\n,2,1\n,,\n")
    #expect(throws: CSV.InvalidOptions.duplicateColumn("a")) {
      try Self.text(rows, CSV.WritingOptions(columns: ["a", "a"]))
    }
  }

  @Test func `line ends, delimiters and headers are those of the dialect`() throws {
    let pairs = [Pair(a: 1, b: "x"), Pair(a: nil, b: nil)]
    #expect(try Self.text(pairs, CSV.WritingOptions(dialect: .rfc4180)) == "a,b\r\n1,x\r\n,\r\n")
    #expect(try Self.text(pairs, CSV.WritingOptions(dialect: .tabs)) == "a\tb\n1\tx\n\t\n")
    #expect(try Self.text(pairs, CSV.WritingOptions(dialect: CSV.Dialect(hasHeader: false))) == "1,x\n,\n")
  }

  @Test func `numbers of all kinds, and those that cannot be expressed`() throws {
    #expect(
      try Self.text([[Int128.min], [Int128(Int64.min)], [0]])
        == "column1\n-170141183460469231731687303715884105728\n-9223372036854775808\n0\n")
    #expect(
      try Self.text([[0.1, -0.0, 1e300, Double.leastNonzeroMagnitude]])
        == "column1,column2,column3,column4\n0.1,-0,1e300,5e-324\n")
    #expect(try Self.text([[Float(0.1)]]) == "column1\n0.1\n")
    let digits = #"[{"n":123456789012345678901234567890.10}]"#
    #expect(try Self.text(try Self.tree(digits)) == "n\n123456789012345678901234567890.10\n")
    let error = #expect(throws: FormatError.self) { try CSV.encode([["a": 1], ["a": Double.nan]]) }
    #expect(error?.place.path == "/1/a")
  }

  @Test func `rows reach the sink as whole ones, and none is held back for long`() throws {
    final class Pieces { var all: [[UInt8]] = [] }
    struct PieceSink: ByteSink {
      let pieces: Pieces
      mutating func write(_ bytes: Span<UInt8>) { pieces.all.append(bytes.withUnsafeBufferPointer { Array($0) }) }
    }
    let pieces = Pieces()
    var writer = try CSV.StreamWriter(to: PieceSink(pieces: pieces), watermark: 100)
    for number in 0..<1000 { try writer.append(Pair(a: number, b: "a text\nof two lines")) }
    try writer.finish()
    #expect(pieces.all.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.count < 200 })
    let rows = try CSV.decode([Pair].self, from: pieces.all.flatMap { $0 })
    #expect(rows.map(\.a) == Array(0..<1000))
  }

  @Test func `a table forwarded to JSON and back is the same`() throws {
    let text =
      "id,name,when,ok,more,blob\n1,\"a,b\",2026-11-22T03:10:20Z,true,\"{\"\"x\"\":[1,2.50]}\",AQL/\n,,,,,\n-20,\"\",,false,null,\n"
    let options = CSV.ReadingOptions(columns: [
      "id": .integer, "when": .instant, "ok": .boolean, "more": .json, "blob": .bytes,
    ])
    var source = try CSV.stream(JSON.Value.self, from: Array(text.utf8), options: options)
    var lines = JSON.StreamWriter(to: [UInt8](), as: .lines)
    try lines.append(contentsOf: &source)
    let json = try lines.finish()
    #expect(
      String(decoding: json, as: UTF8.self) == """
        {"id":1,"name":"a,b","when":"2026-11-22T03:10:20Z","ok":true,"more":{"x":[1,2.50]},"blob":"AQL/"}
        {}
        {"id":-20,"name":"","ok":false,"more":null}

        """)
    var elements = try JSON.stream(JSON.Value.self, from: json, options: JSON.StreamOptions(framing: .lines))
    var writer = try CSV.StreamWriter(
      to: [UInt8](),
      options: CSV.WritingOptions(nested: .json, columns: ["id", "name", "when", "ok", "more", "blob"]))
    try writer.append(contentsOf: &elements)
    #expect(
      String(decoding: try writer.finish(), as: UTF8.self) == text.replacing(",null,", with: ",,"))
  }

  @Test func `a cell that is not of its declared kind is an error with its text, and numbers keep their digits`() throws
  {
    func forwarded(_ cell: String, _ kind: CSV.CellKind) throws -> String {
      let text = Array("x,n\n1,\(cell)\n".utf8)
      var source = try CSV.stream(JSON.Value.self, from: text, options: CSV.ReadingOptions(columns: ["n": kind]))
      var lines = JSON.StreamWriter(to: [UInt8](), as: .lines)
      try lines.append(contentsOf: &source)
      return String(decoding: try lines.finish(), as: UTF8.self)
    }
    #expect(
      try forwarded("123456789012345678901234567890", .integer)
        == "{\"x\":\"1\",\"n\":123456789012345678901234567890}\n")
    #expect(try forwarded("1.10e-3", .number) == "{\"x\":\"1\",\"n\":1.10e-3}\n")
    #expect(try forwarded("007", .text) == "{\"x\":\"1\",\"n\":\"007\"}\n")
    #expect(try forwarded("[1]", .text) == "{\"x\":\"1\",\"n\":\"[1]\"}\n")
    let wrong: [(String, CSV.CellKind)] = [
      ("007", .integer), ("+1", .integer), ("1.0", .integer), ("x", .number), ("2026-13-01T00:00:00Z", .instant),
      ("yes", .boolean), ("{", .json), ("1 2", .json), ("A", .bytes),
    ]
    for (cell, kind) in wrong {
      let error = #expect(throws: FormatError.self, "\(cell)") { try forwarded(cell, kind) }
      #expect(error.map { "\($0)" } == "line 2, column 3 (byte 6), at /0/n: expected \(kind), found \"\(cell)\"")
    }
    #expect(throws: FormatError.self) {
      try CSV.decode([Pair].self, from: "a\n1\n", options: CSV.ReadingOptions(columns: ["z": .text]))
    }
  }

  @Test func `nothing of a skipped bad row is written`() throws {
    for text in ["a,b\n1,x\ny,2\n3,3\n", "a,b\n1,x\n3,3\nz,2"] {
      let options = CSV.ReadingOptions(columns: ["a": .integer], onBadElement: .skip)
      var source = try CSV.stream(JSON.Value.self, from: Array(text.utf8), options: options)
      var writer = try CSV.StreamWriter(to: [UInt8]())
      #expect(try writer.append(contentsOf: &source) == 2)
      #expect(String(decoding: try writer.finish(), as: UTF8.self) == "a,b\n1,x\n3,3\n")
    }
  }
}
