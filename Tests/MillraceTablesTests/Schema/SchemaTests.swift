import TestSupport
import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Schemas, against Python")
struct SchemaTests {
  /// Compares the inferred schema of documents with Python's.
  private func compare(_ documents: [[UInt8]]) async throws {
    let script = Script(program: "python3", file: "schema_oracle.py")
    let lines = documents.map { $0.filter { $0 != 0x0A && $0 != 0x0D } + [0x0A] }
    let answers = try await script.answers(to: Array(lines.joined()), count: documents.count)
    var mismatches = Mismatches()
    for (document, answer) in zip(documents, answers) {
      let expected = try JSON.decode(JSON.Value.self, from: String(answer))
      let found = try JSON.Value.encode(schema(of: document)).withoutExamples
      if found != expected {
        mismatches.note("\(String(decoding: document.prefix(2000), as: UTF8.self))\n  is \(found)\n  for \(expected)")
      }
    }
    mismatches.report()
  }

  private func schema(of document: [UInt8]) throws -> Schema {
    var observer = Schema.Observer()
    var reader = try JSON.Reader(document.span)
    try forward(from: &reader, to: &observer)
    return observer.schema
  }

  @Test func `rows of all kinds of values`() async throws {
    var random = RandomDocument(SeededGenerator("rows of all kinds of values"))
    try await compare((0..<Scale.count(3000)).map { _ in random.document() })
  }

  @Test func `any documents`() async throws {
    var random = RandomJSON(SeededGenerator("schemas of any documents"))
    try await compare((0..<Scale.count(2000)).map { random.document(of: 1 + $0 % 40) })
  }

  @Test(arguments: isEmulated ? ["twitter.json"] : ["twitter.json", "citm_catalog.json", "canada.json", "films.json"])
  func `the documents of the repository`(_ name: String) async throws {
    try await compare([try Repository.document(name)])
  }

  @Test func `schemas of parts, merged, are the schema of the whole`() throws {
    var random = RandomDocument(SeededGenerator("merged schemas"))
    for _ in 0..<Scale.count(500) {
      let parts = (0..<4).map { _ in random.document() }
      var merged = Schema()
      for part in parts { merged.merge(try schema(of: part)) }
      var observer = Schema.Observer()
      for part in parts {
        var reader = try JSON.Reader(part.span)
        try forward(from: &reader, to: &observer)
      }
      let (one, other) = (try JSON.Value.encode(merged), try JSON.Value.encode(observer.schema))
      #expect(one.withoutExamples == other.withoutExamples, SeededGenerator.note)
    }
  }

  @Test func `a value of a type is what its JSON is`() throws {
    let text = #"[{"id":1,"name":"é","tags":["a"],"size":{"x":1.5}},{"id":2,"name":"b","tags":[],"size":null}]"#
    let bytes = Array(text.utf8)
    var observer = Schema.Observer()
    observer.write(value: try JSON.decode([Thing].self, from: bytes))
    let typed = try JSON.Value.encode(observer.schema)
    // An optional that is nil is not written.
    let untyped = try JSON.Value.encode(schema(of: Array(text.replacing(#","size":null"#, with: "").utf8)))
    #expect(typed == untyped)
  }
}

@Serializable
private struct Thing {
  var id: Int
  var name: String
  var tags: [String]
  var size: Size?

  @Serializable
  struct Size {
    var x: Double
  }
}

extension JSON.Value {
  fileprivate var withoutExamples: JSON.Value {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutExamples))
    case .object(let object):
      var kept: JSON.Object = [:]
      for (key, value) in object where key != "examples" { kept[key] = value.withoutExamples }
      return .object(kept)
    case .null, .boolean, .number, .string: return self
    }
  }
}

/// Random rows whose members are alike.
private struct RandomDocument {
  private var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  mutating func document() -> [UInt8] {
    let pools = (0..<5).map { _ in (0..<1 + random.below(2)).map { _ in random.below(Self.values.count) } }
    let rows = (0..<random.below(6)).map { _ in
      let members = (0..<5).compactMap { column -> String? in
        if random.once(in: 4) { return nil }
        let values = Self.values[random.element(of: pools[column])]
        return "\"\(Self.keys[column])\":" + random.element(of: values)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    return Array("[\(rows.joined(separator: ","))]".utf8)
  }

  private static let keys = ["a", "é", "", "with space", "x.y"]

  /// Values that are alike.
  private static let values = [
    ["null"], ["true", "false"], ["0", "-7", "9223372036854775807", "-9223372036854775808"],
    ["9223372036854775808", "-9223372036854775809", "123456789012345678901234567890"],
    ["1.5", "-0.0", "1e3", "1.7976931348623157e308", "5e-324"], ["1e400", "-1e-400", "0.5e999999"],
    [#""""#, #""text""#, #""é\n""#], [#""true""#, #""false""#],
    [#""7""#, #""-0""#, #""9223372036854775807""#], [#""9223372036854775808""#, #""1.25""#, #""1e5""#],
    [#""01""#, #""+1""#, #""1.""#, #"".5""#, #""1e""#, #""-""#, #"" 1""#, #""1e999""#],
    [#""2026-11-22T03:10:20Z""#, #""2024-02-29t23:59:60.123456789+01:30""#, #""0000-02-29T00:00:00-00:00""#],
    [#""2026-11-22""#, #""2026-02-29T00:00:00Z""#, #""2026-11-22T24:00:00Z""#, #""2026-11-22T03:10:20""#],
    [#""[]""#, #""{\"a\":[1,null]}""#, #""[1, 2]""#], [#""[1,]""#, #""{a:1}""#, #""[""#, #""[] x""#],
    ["[]", "[1,2]", "[\"1\",\"2\"]", "[null,[true]]"], ["{}", #"{"x":1}"#, #"{"x":null,"y":[{"z":"1"}]}"#],
  ]
}
