import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Columns.Writer")
struct ColumnWriterTests {
  /// A value that fails after it has written a part.
  struct Failing: Writable {
    let rest: JSON.Value

    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
      writer.beginMap()
      writer.writeKey("a")
      rest.write(to: &writer)
      writer.writeKey("new")
      writer.write(1)
      writer.writeKey("list")
      writer.beginArray()
      writer.beginMap()
      writer.writeKey("b")
      writer.fail(.notFinite(.nan))
      writer.write("x")
      writer.endObject()
      writer.endArray()
      writer.endObject()
    }
  }

  /// A number of a type that does not round.
  struct Exact: Readable, Writable, Equatable {
    let text: String

    static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Exact {
      Exact(text: try reader.readNumberText())
    }

    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
      text.utf8.withContiguousStorageIfAvailable { writer.writeExactNumber(text: $0.span) }
    }
  }

  @Serializable
  struct ExactRow {
    var value: Exact
  }

  @Test(
    arguments: [
      (["1.5", "2.25"], "double"), (["1", "2"], "integer"), (["0.1", "0.2", "3.75"], "double"),
      (["1.5", "12345678901234567890.12"], "string"), (["12345678901234567890.12", "1.5"], "string"),
      (["0.1", "0.12345678901234567890", "3"], "string"), (["123456789012345678901234567890"], "string"),
      (["9007199254740993"], "integer"), (["9007199254740993.5"], "string"), (["1.000000000000000000001"], "string"),
    ] as [([String], String)])
  func `exact numbers are not rounded`(_ texts: [String], _ kind: String) throws {
    let table = try Columns.table(of: texts.map { ExactRow(value: Exact(text: $0)) })
    let found =
      switch try #require(table["value"]).values {
      case .integers: "integer"
      case .doubles: "double"
      default: "string"
      }
    #expect(found == kind)
    var reader = Columns.Reader(table)
    #expect(try reader.read([ExactRow].self).map(\.value.text) == texts)
  }

  /// The columns that something is in, by their names.
  private func withoutUnknown(_ columns: [Columns.Column]) -> [Columns.Column] {
    columns.filter { $0.values != .unknown }.sorted { $0.name < $1.name }.map { column in
      let values: Columns.Values =
        switch column.values {
        case .structures(let members): .structures(withoutUnknown(members))
        case .lists(let offsets, let elements):
          .lists(offsets: offsets, elements: withoutUnknown([elements]).first ?? elements)
        case let values: values
        }
      return Columns.Column(name: column.name, values: values, validity: column.validity, count: column.count)
    }
  }

  @Test func `a row that fails is taken back wherever it is`() throws {
    var random = SeededGenerator("taken back")
    var mismatches = Mismatches()
    for round in 0..<Scale.count(100) {
      var generator = RandomRows(SeededGenerator("taken back", part: round))
      let rows = generator.rows().filter { $0.object != nil }
      var writer = Columns.Writer()
      for row in rows {
        if random.once(in: 4) {
          #expect(throws: FormatError.self) { try writer.append(Failing(rest: ["z": [1, ["c": nil]]])) }
        }
        try writer.append(row)
      }
      let found = try writer.finish()
      mismatches.expect(found.count, rows.count, "round \(round)")
      // Columns may have come with the rows that failed, but nothing is in them.
      let expected = try Columns.table(of: rows)
      let (columns, expectedColumns) = (withoutUnknown(found.columns), withoutUnknown(expected.columns))
      mismatches.expect(columns.map(\.name), expectedColumns.map(\.name), "round \(round)")
      for (column, expected) in zip(columns, expectedColumns) where column != expected {
        mismatches.note("round \(round): found \(column), expected \(expected)")
      }
    }
    mismatches.report()
  }

  @Test func `a bad line is skipped and leaves no values`() throws {
    let lines = #"{"a":1,"b":[{"c":1}]}"# + "\n" + #"{"a":2,"b":[{"c":"# + "\n" + #"{"a":3}"# + "\n"
    let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
    let table = try Columns.table(from: Array(lines.utf8), options: options)
    #expect(try table.rows() == [["a": 1, "b": [["c": 1]]], ["a": 3]])
  }

  /// Elements that the end of the window cuts are read twice and written once.
  @Test func `elements that are cut are there once`() throws {
    let rows = (0..<300).map { #"{"a":\#($0),"b":"\#(String(repeating: "x", count: $0))","c":[\#($0),{"d":null}]}"# }
    let whole = try Columns.table(from: Array(rows.joined(separator: "\n").utf8))
    #expect(whole.count == 300)
    for size in [1, 7, 64, 1000] {
      let bytes = Array(rows.joined(separator: "\n").utf8)
      let source = ChunkedSource(bytes, cutAt: Array(stride(from: size, to: bytes.count, by: size)))
      var elements = try JSON.stream(JSON.Value.self, from: source)
      #expect(try Columns.table(fromElements: &elements) == whole)
    }
  }

  @Test func `a duplicate key is an error`() {
    let error = #expect(throws: FormatError.self) { try Columns.table(from: Array(#"{"a":1} {"a":[1],"a":2}"#.utf8)) }
    #expect(error?.problem.description == #"duplicate key "a""#)
    #expect(throws: FormatError.self) { try Columns.table(from: Array(#"{"a":{},"a":{"b":1}}"#.utf8)) }
    #expect(throws: FormatError.self) { try Columns.table(from: Array(#"{"a":1,"a":null}"#.utf8)) }
  }

  // MARK: Limits

  @Test(arguments: ["[", "{\"a\":"])
  func `deep nesting is an error`(_ open: String) throws {
    let close = open == "[" ? "]" : "}"
    func text(_ depth: Int) -> [UInt8] {
      Array("{\"r\":\(String(repeating: open, count: depth))1\(String(repeating: close, count: depth))}".utf8)
    }
    let reading = JSON.StreamOptions(reading: JSON.ReadingOptions(maximumDepth: 100_000))
    let error = #expect(throws: FormatError.self) { try Columns.table(from: text(512), options: reading) }
    #expect(error?.problem.description == "nesting exceeds the maximum depth of 512 levels")
    let table = try Columns.table(from: text(510), options: reading)
    var reader = Columns.Reader(table)
    var writer = JSON.Writer()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    #expect([UInt8](json: writer.bytes) == Array("[".utf8) + text(510) + Array("]".utf8))
    var shallow = Columns.Reader(table, maximumDepth: 20)
    #expect(throws: FormatError.self) { try shallow.read(JSON.Value.self) }
    // Among values of other kinds it becomes JSON text of the same depth.
    let mixed = try Columns.table(from: Array("{\"r\":1} ".utf8) + text(511), options: reading)
    #expect(mixed["r"]?.string(at: 1)?.utf8.count == 511 * (open.utf8.count + 1) + 1)
  }

  @Test func `the number of columns is limited, and their bytes are`() throws {
    let rows = Array((0..<100).map { "{\"a\($0)\":[{\"b\":1}]}" }.joined(separator: "\n").utf8)
    let columns = #expect(throws: FormatError.self) {
      try Columns.table(from: rows, limits: Columns.Limits(columns: 30))
    }
    #expect(columns?.problem.description == "table has more than 30 columns")
    #expect(try Columns.table(from: rows, limits: Columns.Limits(columns: 300)).columns.count == 100)
    #expect(throws: FormatError.self) { try Columns.table(from: rows, limits: Columns.Limits(columns: 299)) }

    // Each key adds a column as long as all of them.
    let wide = Array((0..<2000).map { "{\"a\($0)\":1}" }.joined(separator: "\n").utf8)
    let bytes = #expect(throws: FormatError.self) {
      try Columns.table(from: wide, limits: Columns.Limits(bytes: 20_000_000))
    }
    #expect(bytes?.problem.description == "table is larger than 20000000 bytes")
    #expect(throws: FormatError.self) {
      try Columns.table(
        from: Array("[\"\(String(repeating: "x", count: 100_000))\"]".utf8), limits: Columns.Limits(bytes: 50_000))
    }
  }

  @Test func `many names are found again`() throws {
    let names = (0..<1000).map { "name \($0 * 7919 % 1000)" }
    let object = JSON.Object(names.map { ($0, JSON.Value.string($0)) })
    let table = try Columns.table(of: [
      JSON.Value.object(object), .object(JSON.Object(object.reversed().map { ($0.key, $0.value) })),
    ])
    #expect(table.columns.map(\.name) == names)
    #expect(
      table.columns.allSatisfy { $0.validity == nil && $0.string(at: 0) == $0.name && $0.string(at: 1) == $0.name })
  }

  @Test func `long numbers keep their digits`() throws {
    let digits = String(repeating: "1234567890", count: 10_000)
    let table = try Columns.table(from: Array("{\"a\":\(digits)} {\"a\":1e999999999} {\"a\":-0.\(digits)e-4}".utf8))
    #expect((0..<3).map { table["a"]?.string(at: $0) } == [digits, "1e999999999", "-0.\(digits)e-4"])
  }
}
