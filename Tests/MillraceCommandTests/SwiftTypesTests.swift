import MillraceTables
import Foundation
import Millrace
import MillraceSQLite
import TestSupport
import Testing

/// The files in `PrintedTypes` are what the tool prints, and belong to this target: that they compile is shown by their
/// being here, and that they are right by what is decoded with them.
@Suite("millrace schema --swift")
struct SwiftTypesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private func fixture(_ name: String) -> String { Self.folder.appending(path: "Fixtures/\(name)").path() }

  /// Compares what is printed with the file that was compiled.
  private func expectPrinted(_ type: String, for path: String, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let result = try millraceProcess(["schema", "--swift", path])
    #expect(result.status == 0 && result.complaints == "", sourceLocation: sourceLocation)
    let file = Self.folder.appending(path: "PrintedTypes/\(type).swift")
    #expect(try result.output == String(contentsOf: file, encoding: .utf8), sourceLocation: sourceLocation)
  }

  /// Compares two documents with Python, where a member that is null may be missing.
  private func expectEqual(_ ours: [UInt8], _ path: String) throws {
    let script = """
      import json, sys
      def bare(value):
          if isinstance(value, dict): return {k: bare(v) for k, v in value.items() if v is not None}
          return [bare(v) for v in value] if isinstance(value, list) else value
      sys.exit(0 if bare(json.load(sys.stdin)) == bare(json.load(open(sys.argv[1]))) else 1)
      """
    #expect(try python(script, path, input: String(decoding: ours, as: UTF8.self)).status == 0)
  }

  @Test func `an array of objects`() throws {
    try expectPrinted("Film", for: document("films.json"))
    let films = try JSON.decode([Film].self, from: Data(contentsOf: URL(fileURLWithPath: document("films.json"))).bytes)
    #expect(films.count == 1100)
    try expectEqual(JSON.encode(films), document("films.json"))
  }

  @Test func `a document of nested objects`() throws {
    try expectPrinted("Twitter", for: document("twitter.json"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: document("twitter.json"))).bytes
    try expectEqual(JSON.encode(JSON.decode(Twitter.self, from: bytes)), document("twitter.json"))
  }

  @Test func `a document whose keys are data`() throws {
    try expectPrinted("CitmCatalog", for: document("citm_catalog.json"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: document("citm_catalog.json"))).bytes
    let catalog = try JSON.decode(CitmCatalog.self, from: bytes)
    #expect(catalog.events.count == 184)
    try expectEqual(JSON.encode(catalog), document("citm_catalog.json"))
  }

  @Test func `a table of text`() throws {
    try expectPrinted("Stop", for: fixture("stops.csv"))
    let text = try Data(contentsOf: URL(fileURLWithPath: fixture("stops.csv"))).bytes
    let stops = try CSV.decode([Stop].self, from: text)
    #expect(stops.map(\.stopId) == ["0012", "0013", "0014"])
    #expect(stops.map(\.zone) == [1, 2, nil])
    #expect(stops.map(\.lines) == [["S1", "S2"], [], nil])
    #expect(stops.map(\.wheelchair) == [true, false, true])
    #expect(stops[1].opened == Instant(seconds: 1_704_063_599, nanoseconds: 500_000_000))
    #expect(stops.map(\.value2nd) == [1, 2, 3] && stops.map(\.in) == ["a", "b", "c"])
  }

  @Test func `a table of a database`() throws {
    let folder = try TemporaryFolder()
    let database = try SQLite.Database(path: folder.path("readings.db"), mode: .create)
    try database.execute(String(contentsOfFile: fixture("readings.sql"), encoding: .utf8))
    try expectPrinted("Reading", for: folder.path("readings.db"))
    var rows = try database.table("readings").rows()
    var readings: [Reading] = []
    while let reading = try rows.next(Reading.self) { readings.append(reading) }
    #expect(readings.map(\.value) == [21.5, nil, -3])
    #expect(readings.map(\.isValid) == [true, false, nil])
    #expect(readings.map(\.raw) == [[0, 255, 16], nil, []])
    #expect(readings.map(\.takenAt?.nanoseconds) == [0, 250_000_000, nil])
    #expect(readings.map(\.tags?.of) == [[1, 2], [], nil])
  }

  @Test func `keys that are not identifiers become identifiers`() throws {
    let keys = [
      "class", "ID", "URLName", "with space", "with-hyphen", "_private", "2nd", "", "é", "a.b", "a/b", "HTTP_STATUS",
      "kinds", "Type", "quote\"d", "tab\t", "名前", "😀", "userID",
    ]
    let members = try keys.map { try JSON.encode($0, as: String.self) + ":1" }
    let folder = try TemporaryFolder()
    let path = try folder.write("[{\(members.joined(separator: ","))}]", to: "odd-names.json")
    let printed = millrace("schema", "--swift", path).output
    let names = printed.split(separator: "\n").compactMap { line in
      line.components(separatedBy: "var ").dropFirst().first.map { String($0.prefix { $0 != ":" }) }
    }
    #expect(
      names == [
        "`class`", "id", "urlName", "withSpace", "withHyphen", "`private`", "value2nd", "value", "é", "aB", "aB2",
        "httpStatus", "kindsValue", "type", "quoteD", "tab", "名前", "value2", "userID",
      ])
    #expect(printed.contains("struct OddName {"))
    #expect(printed.contains(#"@Field("quote\"d") var quoteD: Int"#))
    #expect(printed.contains(#"@Field("tab\t") var tab: Int"#))
  }

  @Test(arguments: [
    ("[1,2.5]", "typealias Numbers = Double"),
    ("[1,2]", "typealias Numbers = Int"),
    ("[1,\"a\"]", "typealias Numbers = JSON.Value"),
    ("[[1],[null]]", "typealias Numbers = [Int?]"),
    ("[18446744073709551616]", "typealias Numbers = JSON.Number"),
    ("[\"2026-11-22T03:10:20Z\"]", "typealias Numbers = Instant"),
    ("{\"1\":{\"a\":1},\"2\":{\"a\":2,\"b\":[]}}", "typealias Numbers = [String: NumbersElement]"),
  ])
  func `elements that are not objects have a type`(_ text: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "in.json")
    let result = millrace("schema", "--swift", path, "--name", "Numbers")
    #expect(result.output.contains(expected), "\(result.output) \(result.complaints)")
  }

  @Test func `no type is generated from no values`() throws {
    let result = try millraceProcess(["schema", "--swift", "-", "--from", "jsonl"])
    #expect(result.status == 1 && result.output == "")
    #expect(result.complaints.contains("standard input contains no values to infer a type from"))
  }
}

extension Data {
  fileprivate var bytes: [UInt8] { Array(self) }
}
