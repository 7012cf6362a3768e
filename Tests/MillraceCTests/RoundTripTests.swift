import CMillrace
import Foundation
import TestSupport
import Testing

/// Rows that are scanned into Arrow's buffers and written from them are the same text.
@Suite("Scans that are written through the C interface")
struct RoundTripTests {
  private let c: CalledFromC

  init() throws { c = try CalledFromC() }

  /// Columns of every type, with values whose text is the one that is written.
  private static let columns: [(type: String, texts: [String])] = [
    ("bool", ["true", "false"]), ("int8", ["-128", "127"]), ("int16", ["-32768", "0"]),
    ("int32", ["-2147483648", "7"]), ("int64", ["-9223372036854775808", "9223372036854775807"]),
    ("uint8", ["255", "0"]), ("uint16", ["65535"]), ("uint32", ["4294967295"]), ("uint64", ["18446744073709551615"]),
    ("float", ["0.1", "-1.5", "3.4028235e38"]), ("double", ["0.1", "1e-7", "-2.5", "1.7976931348623157e308"]),
    ("decimal(10, 2)", ["12.50", "-0.01", "99999999.99"]), ("decimal128(38, 0)", [String(repeating: "9", count: 38)]),
    ("string", [#""""#, #""text""#, #""é\n\"quoted\"""#, #""a longer text than sixteen bytes""#]),
    ("large_string", [#""""#, #""large""#]), ("binary", [#""AAEC""#, #""""#]),
    ("date", [#""2026-11-22""#, #""1969-12-31""#]), ("timestamp[s]", [#""2026-11-22T01:02:03""#]),
    ("timestamp[ms, tz=UTC]", [#""2026-11-22T01:02:03.250Z""#, #""1960-01-01T00:00:00Z""#]),
    ("timestamp", [#""2026-11-22T01:02:03.000001Z""#]),
    ("timestamp[ns, tz=UTC]", [#""2026-11-22T01:02:03.123456789Z""#]),
    ("list<int64>", ["[]", "[1,null,-3]"]), ("list<list<string>>", ["[]", #"[[],["a"],null]"#]),
    ("struct<x: double, `odd name`: string>", ["{}", #"{"x":0.5,"odd name":"é"}"#]),
    ("struct<a: struct<b: list<bool>>>", [#"{"a":{"b":[true,false]}}"#]),
    ("map<string, int8>", ["{}", #"{"k":1,"":null}"#]),
  ]

  private static var schema: String {
    columns.enumerated().map { "c\($0): \($1.type)" }.joined(separator: ", ")
  }

  /// Lines with members in the order of the columns; some are missing.
  private static func lines(_ random: inout SeededGenerator, isTable: Bool = false) -> [UInt8] {
    var text = ""
    for _ in 0..<random.below(30) {
      var members: [String] = []
      for (index, column) in columns.enumerated() where !random.once(in: 3) {
        members.append("\"c\(index)\":\(random.element(of: column.texts))")
      }
      // A row of a table with nothing in it would be a blank line.
      if members.isEmpty, isTable { members = ["\"c0\":true"] }
      text += "{" + members.joined(separator: ",") + "}\n"
    }
    return Array(text.utf8)
  }

  private static func options(_ random: inout SeededGenerator) -> String {
    let sizes = [1, 50, 1 << 20]
    return #""blockSize":\#(random.element(of: sizes)),"batchRows":\#(1 + random.below(9)),"#
      + #""threads":\#(1 + random.below(3)),"coercion":"\#(random.once(in: 2) ? "strict" : "lenient")""#
  }

  @Test func `lines of every type are the same lines again`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(60) {
      let lines = Self.lines(&random)
      let stream = try c.scan("{" + Self.options(&random) + "}", lines, schema: Self.schema)
      mismatches.expect(try c.write(stream), lines, "")
    }
    mismatches.report()
  }

  @Test func `lines that become a table, and the table that becomes lines`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(60) {
      let lines = Self.lines(&random, isTable: true)
      let hasHeader = !random.once(in: 3)
      let table = try c.write(
        try c.scan("{}", lines, schema: Self.schema), ["format": "csv", "delimiter": ";", "header": hasHeader])
      let reading = #"{"format":"csv","delimiter":";","header":\#(hasHeader),\#(Self.options(&random))}"#
      let stream = try c.scan(reading, table, schema: Self.schema)
      mismatches.expect(try c.write(stream), lines, String(decoding: table, as: UTF8.self))
    }
    mismatches.report()
  }

  @Test func `lines that become a document, and the document that becomes lines`() throws {
    var random = SeededGenerator()
    let lines = Self.lines(&random)
    let document = try c.write(try c.scan("{}", lines, schema: Self.schema), ["format": "json"])
    #expect(try JSONSerialization.jsonObject(with: Data(document)) is [[String: Any]])
    let stream = try c.scan(#"{"format":"json"}"#, document, schema: Self.schema)
    #expect(try c.write(stream) == lines)
    let wrapped = Array("{\"rows\": ".utf8) + document + Array("}".utf8)
    let inner = try c.scan(#"{"format":"json","at":"/rows"}"#, wrapped, schema: Self.schema)
    #expect(try c.write(inner) == lines)
  }

  @Test func `lines that become a table of SQLite are what Python reads from it`() throws {
    let lines = Array("{\"id\":1,\"name\":\"é\",\"tags\":[1,2]}\n{\"id\":null,\"name\":\"x\"}\n{\"id\":3}\n".utf8)
    let schema = "id: int64, name: string, tags: list<int64>"
    _ = try c.write(try c.scan("{}", lines, schema: schema), ["format": "sqlite", "table": "rows"], to: "out.db")
    let script = """
      import json, sqlite3, sys
      rows = sqlite3.connect(sys.argv[1]).execute("select id, name, tags from rows order by rowid").fetchall()
      print(json.dumps(rows, ensure_ascii=False))
      """
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script, c.folder.path("out.db")]
    #expect(try run(process).output == "[[1, \"é\", \"[1,2]\"], [null, \"x\", null], [3, null, null]]\n")
  }

  @Test func `an inferred schema has the columns in their order, and selected ones in that of the list`() throws {
    let lines = Array("{\"a\":1,\"b\":{\"c\":true,\"d\":\"x\"},\"e\":[0.5]}\n{\"f\":\"y\",\"a\":null}\n".utf8)
    var schema = try c.inferredSchema(lines)
    defer { schema.release(&schema) }
    func described(_ schema: ArrowSchema) -> String {
      let children = (0..<Int(schema.n_children)).map { schema.children[$0].map { described($0.pointee) } ?? "?" }
      let name = schema.name.map { String(cString: $0) } ?? ""
      return "\(name):\(String(cString: schema.format))"
        + (children.isEmpty ? "" : "(\(children.joined(separator: " ")))")
    }
    #expect(described(schema) == ":+s(a:l b:+s(c:b d:u) e:+l(item:g) f:u)")
    #expect(
      try c.write(try c.scan("{}", lines))
        == Array("{\"a\":1,\"b\":{\"c\":true,\"d\":\"x\"},\"e\":[0.5]}\n{\"f\":\"y\"}\n".utf8))
    let some = try c.scan(#"{"columns":["f","b.d","b.c"]}"#, lines)
    #expect(try c.write(some) == Array("{\"b\":{\"d\":\"x\",\"c\":true}}\n{\"f\":\"y\"}\n".utf8))
  }

  @Test func `every part of a file has its rows once, also between quotes`() throws {
    let table = "a,b\n1,\"x\ny\"\n2,\"\"\"q\"\"\n\"\n\"3\",z\n"
    let path = try c.folder.write(table, to: "in.csv")
    let schema = "a: int64, b: string"
    let expected = try c.write(try c.scan(#"{"format":"csv"}"#, Array(table.utf8), schema: schema))
    #expect(expected.count { $0 == UInt8(ascii: "\n") } == 3)
    for cut in 0...table.utf8.count {
      let isQuoted = try c.quoteCount(path, 0..<cut) % 2 == 1
      let first = try c.scan(
        #"{"paths":["\#(path)"],"format":"csv","begin":0,"end":\#(cut)}"#, nil, schema: schema)
      let second = try c.scan(
        #"{"paths":["\#(path)"],"format":"csv","begin":\#(cut),"beginsQuoted":\#(isQuoted),"blockSize":3}"#, nil,
        schema: schema)
      #expect(try c.write(first, to: "first") + c.write(second, to: "second") == expected, "\(cut)")
    }
  }

  @Test func `bad rows are counted, and kept with their text and reason`() throws {
    let lines = Array("{\"a\":1}\n{\"a\":\"x\"}\n{\n".utf8)
    var stream = try c.scan(#"{"onBadRow":"skip"}"#, lines, schema: "a: int64")
    #expect(millrace_bad_rows(&stream) == 0)
    var batch = ArrowArray()
    while stream.get_next(&stream, &batch) == 0, batch.release != nil { batch.release(&batch) }
    #expect(millrace_bad_rows(&stream) == 2)
    stream.release(&stream)
    #expect(millrace_bad_rows(&stream) == -1)
    #expect(stream.get_schema == nil)
    let kept = try c.scan(
      #"{"onBadRow":"keep","corruptColumn":"text","reasonColumn":"why"}"#, lines, schema: "a: int64")
    let rows = String(decoding: try c.write(kept), as: UTF8.self).split(separator: "\n")
    #expect(rows.first == "{\"a\":1}" && rows.count == 3)
    #expect(rows.last?.hasPrefix("{\"text\":\"{\",\"why\":\"unexpected end") == true, "\(rows)")
  }

  @Test func `an error names the file and the line, and no file is left`() throws {
    let path = try c.folder.write("{\"a\":1}\n{\"a\":true}\n", to: "in.jsonl")
    let stream = try c.scan(#"{"paths":["\#(path)"]}"#, nil, schema: "a: int64")
    let failure = #expect(throws: CalledFromC.Failure.self) { try c.write(stream) }
    #expect(failure?.description.hasPrefix("\(path): line 2, column 6 (byte 13), at /a: ") == true)
    #expect(try c.folder.names == ["in.jsonl"])
  }

  @Test func `an output that cannot be replaced is an error before rows are read`() throws {
    try FileManager.default.createDirectory(atPath: c.folder.path("folder"), withIntermediateDirectories: false)
    let stream = try c.scan("{}", Array("{\"a\":true}\n".utf8), schema: "a: int64")
    let failure = #expect(throws: CalledFromC.Failure.self) { try c.write(stream, to: "folder") }
    #expect(failure?.description == "cannot write \(c.folder.path("folder")): \(String(cString: strerror(EISDIR)))")
    #expect(try c.folder.names == ["folder"])
  }

  @Test func `a link to a database that cannot be written stays`() throws {
    try FileManager.default.createSymbolicLink(atPath: c.folder.path("link.db"), withDestinationPath: "missing.db")
    // SQLite compares names without case.
    let stream = try c.scan("{}", Array("{\"b\":1}\n".utf8), schema: "b: int64, B: int64")
    #expect(throws: CalledFromC.Failure.self) {
      try c.write(stream, ["format": "sqlite", "table": "t"], to: "link.db")
    }
    #expect(try c.folder.names == ["link.db"])
  }

  @Test func `the version is that of the package`() {
    #expect(String(cString: millrace_version()).split(separator: ".").count == 3)
  }
}
