import Foundation
import Millrace
import Testing

@testable import MillraceTables

/// The package for Python has more tests of scans, beside Python's own readers (python/tests).
@Suite("Scans with a schema at run time")
struct ScanTests {
  private static let schema: [Arrow.Field] = [
    Arrow.Field(name: "id", type: .int64), Arrow.Field(name: "score", type: .float64),
    Arrow.Field(name: "name", type: .utf8), Arrow.Field(name: "flag", type: .boolean),
    Arrow.Field(name: "tags", type: .list(of: .utf8)),
    Arrow.Field(
      name: "place",
      type: .structure([Arrow.Field(name: "city", type: .utf8), Arrow.Field(name: "zip", type: .int64)])),
  ]

  private func scan(
    _ bytes: [UInt8], _ format: TableScan.Format = .lines, schema: [Arrow.Field] = ScanTests.schema,
    options: TableScan.Options = TableScan.Options(), threads: Int = 1, blockSize: Int = 1 << 20
  ) throws -> [String] {
    let input = TableScan.Input(name: "rows") { offset in ArraySource(Array(bytes[offset...])) }
    return try TableScan.Stream(
      [input], format, schema: schema, options: options, threads: threads, blockSize: blockSize
    ).rows()
  }

  // MARK: Random rows

  /// An object with the members of the schema and others, in any order; some are missing, and some are null.
  private func row(_ random: inout SeededGenerator) -> String {
    let texts = [
      "\"\"", "\"text\"", "\"é\\n\\u00e9\"", "\"a longer text than sixteen bytes, with \\\"quotes\\\"\"", "null",
    ]
    var members: [String] = []
    func add(_ name: String, _ text: String) { members.append("\"\(name)\": \(text)") }
    if !random.once(in: 4) { add("id", random.once(in: 5) ? "null" : "\(Int64(bitPattern: random.ofAnyLength()))") }
    if !random.once(in: 4) { add("score", random.element(of: ["0.5", "-1e300", "7", "null", "0.1", "123456.789"])) }
    if !random.once(in: 4) { add("name", random.element(of: texts)) }
    if !random.once(in: 4) { add("flag", random.element(of: ["true", "false", "null"])) }
    if !random.once(in: 4) {
      add("tags", "[" + (0..<random.below(4)).map { _ in random.element(of: texts) }.joined(separator: ",") + "]")
    }
    if !random.once(in: 4) {
      add("place", random.element(of: ["null", "{}", "{\"zip\": 1, \"x\": [{}], \"city\": \"c\"}", "{\"city\":null}"]))
    }
    if random.once(in: 2) {
      add(random.element(of: ["ID", "", "other", "na"]), random.element(of: ["{\"id\":1}", "[]", "-0"]))
    }
    return "{" + members.shuffled(using: &random).joined(separator: random.once(in: 2) ? "," : " , ") + "}"
  }

  /// A row as Foundation reads it.
  private func expected(_ row: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any] ?? [:]
    return Self.schema.map { "\($0.name)=\(text(of: object[$0.name], $0.type))" }.joined(separator: " ")
  }

  private func text(of value: Any?, _ type: Arrow.DataType) -> String {
    switch (type, value) {
    case (.int64, let number as NSNumber): return "\(number.int64Value)"
    case (.float64, let number as NSNumber): return "\(number.doubleValue)"
    case (.boolean, let flag as Bool): return "\(flag)"
    case (.utf8, let text as String): return text.debugDescription
    case (.list(let element, _), let array as [Any]):
      return "[" + array.map { text(of: $0, element.type) }.joined(separator: ", ") + "]"
    case (.structure(let members), let object as [String: Any]):
      return "{" + members.map { "\($0.name)=\(text(of: object[$0.name], $0.type))" }.joined(separator: " ") + "}"
    default: return "null"
    }
  }

  @Test func `random rows are those of Foundation, at any block size and number of threads`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for round in 0..<Scale.count(200) {
      let rows = (0..<random.below(40)).map { _ in row(&random) }
      let expected = try rows.map { try self.expected($0) }
      let lines = Array(rows.joined(separator: random.element(of: ["\n", "\r\n", "\n \n"])).utf8)
      let options = TableScan.Options(batchRows: random.element(of: [1, 7, 1000]))
      let found = try scan(
        lines, options: options, threads: 1 + random.below(3), blockSize: random.element(of: [1, 50, 1 << 20]))
      mismatches.expect(found, expected, "round \(round), lines")
      let document = Array("{\"a\": [1], \"rows\": [\(rows.joined(separator: ", "))]}".utf8)
      mismatches.expect(
        try scan(
          document, .documents(at: JSON.Pointer(tokens: ["rows"])), options: options, threads: 1 + random.below(3),
          blockSize: random.element(of: [1, 50, 1 << 20])), expected, "round \(round), document")
    }
    mismatches.report()
  }

  // MARK: The typed path

  @Serializable
  fileprivate struct Point {
    var x: Int
    var y: Double
    var name: String
  }

  @Test func `selected columns are those of a scan of all columns`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(100) {
      let rows = (0..<30).map { _ in row(&random) }
      let names = Self.schema.map(\.name).shuffled(using: &random).prefix(1 + random.below(3))
      let lines = Array(rows.joined(separator: "\n").utf8)
      let selected = try scan(lines, schema: TableScan.projected(Self.schema, Array(names)))
      for (row, text) in zip(rows, selected) {
        let object = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any] ?? [:]
        let expected = names.map { name in
          let type = Self.schema.first { $0.name == name }?.type ?? .null
          return "\(name)=\(self.text(of: object[name], type))"
        }
        mismatches.expect(text, expected.joined(separator: " "), row)
      }
    }
    mismatches.report()
  }

  @Test func `selected columns of a table are its cells, in rows of any length`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let long = "more than sixteen bytes"
    let cells: [(text: String, value: String?)] = [
      ("", nil), ("a", "a"), ("\"b,\n\"\"\"", "b,\n\""), ("é", "é"), (long, long),
    ]
    for _ in 0..<Scale.count(100) {
      let names = (0..<2 + random.below(100)).map { "c\($0)" }
      let rows = (0..<random.below(100)).map { _ in
        // A row may have fewer cells than the header, and empty cells after the last column.
        let known = max(2, names.count - random.element(of: [0, 0, 1, 7]))
        return [cells[1]] + (1..<known).map { _ in random.element(of: cells) }
          + (0..<(known < names.count ? 0 : random.below(3))).map { _ in cells[0] }
      }
      let lines = [names] + rows.map { $0.map(\.text) }
      // Blank lines are not rows, also if no column is selected.
      let text = lines.map { line in
        String(repeating: "\n", count: random.element(of: [0, 0, 1, 3])) + line.joined(separator: ",") + "\n"
      }.joined()
      let frequency = random.element(of: [1, 4, 1000])
      let selected = names.indices.filter { _ in random.once(in: frequency) }
      let fields = (selected.map { names[$0] } + ["missing"]).map { Arrow.Field(name: $0, type: .utf8) }
      var layout = TableScan.TableLayout()
      layout.padsRaggedRows = true
      let found = try scan(
        Array(text.utf8), .csv(layout), schema: fields, options: TableScan.Options(coercion: .lenient),
        blockSize: random.element(of: [100, 1 << 20]))
      let expected = rows.map { row in
        let values = selected.map { $0 < row.count ? row[$0].value?.debugDescription : nil } + [nil]
        return zip(fields, values).map { "\($0.name)=\($1 ?? "null")" }.joined(separator: " ")
      }
      mismatches.expect(found, expected, "\(selected): \(lines)")
    }
    mismatches.report()
  }

  @Test func `rows of a table that are not UTF-8 are those that Swift's decoder rejects`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let good = ["é", "日本", "😀", "a", String(repeating: "ASCII", count: 20)].map { Array($0.utf8) }
    let bad: [[UInt8]] = [[0xFF], [0xC3], [0xE3, 0x81], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80]]
    for _ in 0..<Scale.count(100) {
      let lines = (0..<1 + random.below(300)).map { row in
        Array("\(row),".utf8)
          + (0..<1 + random.below(8)).flatMap { _ in random.element(of: random.once(in: 200) ? bad : good) }
      }
      let text = Array("id,text\n".utf8) + lines.joined(separator: [0x0A])
      let found = try scan(
        text, .csv(TableScan.TableLayout()), schema: [Arrow.Field(name: "id", type: .int64)],
        options: TableScan.Options(badRows: .skip), blockSize: random.element(of: [100, 1000, 1 << 20]))
      let expected = lines.indices.filter { String(validating: lines[$0], as: UTF8.self) != nil }.map { "id=\($0)" }
      mismatches.expect(found, expected, "\(text)")
    }
    mismatches.report()
  }

  /// The keys and the values of the first row are those that are expected in the second row.
  @Test func `members that are skipped are checked like others`() throws {
    let schema = [Arrow.Field(name: "id", type: .int64)]
    let good = "{\"x\":1,\"id\":1}\n"
    for value in ["2", "0.5", "\"\"", "\"é\"", "-1e5", "true", "false", "null", "[1,{}]", "{\"a\":[]}", "\"\\n\""] {
      for space in ["", " "] {
        let row = "{\"x\":\(space)\(value),\(space)\"id\": 2}\n"
        #expect(try scan(Array((good + row + good).utf8), schema: schema) == ["id=1", "id=2", "id=1"])
      }
    }
    for value in [
      "01", "1.", ".5", "1.5.", "tru", "nul", "truE", "", "\"", "\"\n\"", "\"\u{1}\"", "[1", "1e", "12 3", "+1",
    ] {
      #expect(throws: TableScan.Failure.self, "\(value)") {
        try scan(Array((good + "{\"x\":\(value),\"id\":2}\n").utf8), schema: schema)
      }
    }
    var invalid = Array((good + "{\"x\":\"?\",\"id\":2}\n").utf8)
    invalid[invalid.lastIndex(of: UInt8(ascii: "?")) ?? 0] = 0xFF
    #expect(throws: TableScan.Failure.self) { try scan(invalid, schema: schema) }
  }

  @Test func `keys of every length are found, with and without spaces, also when some are missing`() throws {
    var random = SeededGenerator()
    for length in [1, 2, 12, 13, 14, 27, 28, 29, 30, 31, 32, 33, 64, 65, 300] {
      let names = (0..<4).map { String(repeating: "k", count: length - 1) + "\($0)" }
      let schema = names.dropFirst().map { Arrow.Field(name: $0, type: .int64) }
      var lines = ""
      var expected: [String] = []
      for row in 0..<40 {
        let present = names.indices.filter { _ in !random.once(in: 4) }.shuffled(using: &random, if: random.once(in: 3))
        let colon = random.element(of: [":", ": ", " : ", ":  "])
        lines += "{" + present.map { "\"\(names[$0])\"\(colon)\(row)" }.joined(separator: ", ") + "}\n"
        expected.append(
          (1..<4).map { "\(names[$0])=\(present.contains($0) ? "\(row)" : "null")" }.joined(separator: " "))
      }
      #expect(try scan(Array(lines.utf8), schema: schema) == expected, "\(length) \(SeededGenerator.note)")
    }
  }

  @Test func `columns are those of the typed path`() throws {
    var random = SeededGenerator()
    let points = (0..<1000).map { Point(x: $0, y: Double(random.below(1000)) / 8, name: "p\(random.below(50))") }
    var lines: [UInt8] = []
    for point in points { lines += try JSON.encode(point) + [ASCII.lineFeed] }
    let typed = try Columns.decode([Point].self, from: lines)
    let schema = [
      Arrow.Field(name: "x", type: .int64), Arrow.Field(name: "y", type: .float64),
      Arrow.Field(name: "name", type: .utf8),
    ]
    let found = try scan(lines, schema: schema)
    #expect(found.count == typed.count)
    var mismatches = Mismatches()
    for index in 0..<min(found.count, typed.count) {
      let x = typed["x"]?.integer(at: index), y = typed["y"]?.double(at: index), name = typed["name"]?.string(at: index)
      mismatches.expect(
        found[index], "x=\(x ?? -1) y=\(y ?? -1) name=\((name ?? "").debugDescription)", "row \(index)")
    }
    mismatches.report()
  }

  // MARK: The exact coercion

  private func accepts(_ bytes: String, _ format: TableScan.Format, _ type: Arrow.DataType, isProjection: Bool = false)
    -> Bool
  {
    var options = TableScan.Options(coercion: .exact)
    options.isProjection = isProjection
    let rows = try? scan(Array(bytes.utf8), format, schema: [Arrow.Field(name: "a", type: type)], options: options)
    return rows?.count == 1
  }

  @Test func `the exact coercion accepts only values that can be written back unchanged`() {
    let structure = Arrow.DataType.structure([Arrow.Field(name: "b", type: .int64)])
    let values: [(Arrow.DataType, accepted: [String], rejected: [String])] = [
      (
        .int64, ["7", "-7", "0", "9223372036854775807", "null"],
        ["-0", "1.0", "1e2", "\"7\"", "true", "9223372036854775808", "[]"]
      ),
      (
        .float64, ["0.5", "1e3", "7", "-0", "9007199254740991", "-9007199254740992", "1e300"],
        ["9007199254740993", "-9007199254740993", "9007199254740994", "18446744073709551615", "\"0.5\"", "true"]
      ),
      (.boolean, ["true", "false", "null"], ["1", "0", "\"true\""]),
      (.utf8, ["\"x\"", "1.50", "[1, 2]", "{\"b\":1}", "true"], []),
      (structure, ["{\"b\":1}", "{}", "null"], ["{\"b\":1,\"c\":2}", "{\"b\":1,\"b\":1}", "[]", "1"]),
    ]
    for (type, accepted, rejected) in values {
      for text in accepted { #expect(accepts("{\"a\":\(text)}", .lines, type), "\(type): \(text)") }
      for text in rejected { #expect(!accepts("{\"a\":\(text)}", .lines, type), "\(type): \(text)") }
    }
    let cells: [(Arrow.DataType, accepted: [String], rejected: [String])] = [
      (.int64, ["7", "-7", "0"], ["007", "+7", "-0", " 7", "7.0", "1e2"]),
      (.float64, ["0.5", "7", "1e3", "-0", "NaN", "-inf"], ["00.5", "+0.5", "9007199254740993", "nano", " 1"]),
      (.boolean, ["true", "false"], ["1", "0", "TRUE"]),
      (
        .timestamp(.microsecond), ["2026-11-22T01:02:03.123456Z"],
        ["2026-11-22T01:02:03.1234567Z", "2026-11-22", "2026-11-22T01:02:03", "0"]
      ),
      (.utf8, ["007", " x "], []),
    ]
    for (type, accepted, rejected) in cells {
      for text in accepted { #expect(accepts("a\n\(text)\n", .csv(TableScan.TableLayout()), type), "\(type): \(text)") }
      for text in rejected {
        #expect(!accepts("a\n\(text)\n", .csv(TableScan.TableLayout()), type), "\(type): \(text)")
      }
    }
  }

  @Test func `members and columns that the schema does not have are errors if the coercion is exact`() {
    for (bytes, format) in [
      ("{\"a\":1,\"b\":2}", .lines), ("[{\"a\":1,\"b\":2}]", .documents(at: JSON.Pointer(tokens: []))),
      ("a,b\n1,2\n", .csv(TableScan.TableLayout())),
    ] as [(String, TableScan.Format)] {
      #expect(!accepts(bytes, format, .int64))
      #expect(accepts(bytes, format, .int64, isProjection: true))
    }
    #expect(!accepts("{\"a\":1,\"a\":2}", .lines, .int64, isProjection: true))
  }

  // MARK: Bad rows

  @Test(arguments: [1, 16, 1 << 20])
  func `an error names the file, the line and the path`(_ blockSize: Int) throws {
    let lines = Array("{\"id\":1}\n\n{\"id\":2,\"tags\":[\"x\",{}]}\n".utf8)
    do {
      _ = try scan(lines, options: TableScan.Options(coercion: .strict), blockSize: blockSize)
      Issue.record("a bad row was accepted")
    } catch let failure as TableScan.Failure {
      #expect(failure.file == "rows")
      #expect(failure.error.place.line == 3)
      #expect(failure.error.place.path == "/tags/1")
      #expect(failure.error.place.offset == lines.lastIndex(of: ASCII.openBrace))
    }
  }

  @Test func `bad rows are skipped or kept`() throws {
    let lines = Array("{\"id\":1}\n{\"id\":true}\n{\n{\"id\":4}".utf8)
    let schema = [Arrow.Field(name: "id", type: .int64)]
    #expect(try scan(lines, schema: schema, options: TableScan.Options(badRows: .skip)) == ["id=1", "id=4"])
    let kept = TableScan.Options(badRows: .keep, corruptColumn: "text")
    #expect(
      try scan(lines, schema: schema, options: kept) == [
        "id=1 text=null", "id=null text=\"{\\\"id\\\":true}\"", "id=null text=\"{\"", "id=4 text=null",
      ])
  }

  @Test(arguments: ["\n", "\r\n"])
  func `the text of a bad row of CSV is kept, also if its quotes are wrong`(_ lineBreak: String) throws {
    let bad = ["a\"b,2", "3,\"x\"y,z", "\"1\n2\"3,4", "x,", "5,6,7", "\"q\" ,8"]
    let table = (["id,name", "1,u"] + bad + ["9,v", "a\"b"]).joined(separator: lineBreak)
    let schema = [Arrow.Field(name: "id", type: .int64), Arrow.Field(name: "name", type: .utf8)]
    let kept = TableScan.Options(badRows: .keep, corruptColumn: "text")
    // After a stray quote the rest of the line is the bad row, so a quoted line break before it belongs to the row.
    // A row with too many cells keeps its values.
    let values = ["5,6,7": "id=5 name=\"6\""]
    let expected =
      ["id=1 name=\"u\" text=null"]
      + bad.map { "\(values[$0] ?? "id=null name=null") text=\($0.debugDescription)" }
      + ["id=9 name=\"v\" text=null", "id=null name=null text=\("a\"b".debugDescription)"]
    #expect(try scan(Array(table.utf8), .csv(TableScan.TableLayout()), schema: schema, options: kept) == expected)
  }

  @Test func `names are equal if their bytes are equal`() throws {
    // One letter, and a letter with a combining accent: equal for Swift's `==`.
    let schema = ["\u{E9}", "e\u{301}"].map { Arrow.Field(name: $0, type: .int64) }
    let expected = ["\u{E9}=1 e\u{301}=2"].map { Array($0.utf8) }
    let lines = Array("{\"\u{E9}\":1,\"e\u{301}\":2}\n".utf8)
    #expect(try scan(lines, schema: schema).map { Array($0.utf8) } == expected)
    let table = Array("\u{E9}\n1\n".utf8)
    #expect(try scan(table, .csv(TableScan.TableLayout()), schema: [schema[0]]).count == 1)
    #expect(throws: TableScan.Failure.self) { try scan(table, .csv(TableScan.TableLayout()), schema: [schema[1]]) }
  }

  @Test func `every prefix of lines is read or rejected`() throws {
    var random = SeededGenerator()
    let rows = (0..<4).map { _ in row(&random) }
    let lines = Array(rows.joined(separator: "\n").utf8)
    var mismatches = Mismatches()
    for count in 0...lines.count {
      let prefix = Array(lines[..<count])
      let parts = prefix.split(separator: ASCII.lineFeed).map { String(decoding: $0, as: UTF8.self) }
      let expected = parts.compactMap { try? self.expected($0) }
      mismatches.expect(try scan(prefix, options: TableScan.Options(badRows: .skip)), expected, "\(count) bytes")
    }
    mismatches.report()
  }
}

extension Array {
  fileprivate func shuffled(using random: inout SeededGenerator, if isShuffled: Bool) -> Array {
    isShuffled ? shuffled(using: &random) : self
  }
}
