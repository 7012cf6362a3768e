import TestSupport
import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("What a schema remembers")
struct SchemaBoundsTests {
  private func schema(of text: String) throws -> Schema {
    var observer = Schema.Observer()
    var reader = try JSON.Reader(text.utf8.span)
    try forward(from: &reader, to: &observer)
    return observer.schema
  }

  @Test func `very many keys are a dictionary, and what is known of the values is kept`() throws {
    let members = (0..<5000).map { #""key \#($0)":\#($0 % 2 == 0 ? "\($0)" : "null")"# }.joined(separator: ",")
    let schema = try schema(of: #"[{"a":{"first":1.5}},{"a":{\#(members)}}]"#)
    let object = try #require(schema.elements?.fields["a"]?.value)
    #expect(object.isDictionary && object.keysAreData && object.fields.isEmpty)
    #expect(object.values?.count == 5001)
    #expect(object.values?.nullCount == 2500)
    #expect(object.values?.kinds == [.integer, .fraction])
  }

  @Test func `very many keys at different places are dictionaries, too`() throws {
    let inner = (0..<300).map { #""k\#($0)":0"# }.joined(separator: ",")
    let outer = (0..<400).map { #""o\#($0)":{\#(inner)}"# }.joined(separator: ",")
    let schema = try schema(of: "{\(outer)}")
    #expect(schema.values?.count ?? schema.fields.count > 0)
    let fields = schema.fields.reduce(0) { $0 + $1.value.fields.count }
    #expect(fields <= Schema.maximumTotalFieldCount)
  }

  @Test func `keys that are numbers or identifiers are data`() throws {
    #expect(try schema(of: #"{"205705993":"a","205705994":"b"}"#).keysAreData)
    #expect(try schema(of: #"{"0b6c4a3e-96d5-4a9e-a1b3-2f60d51ff6c1":1}"#).keysAreData)
    #expect(try schema(of: "{}").keysAreData)
    #expect(try !schema(of: #"{"205705993":"a","name":"b"}"#).keysAreData)
    #expect(try !schema(of: "[]").keysAreData)
    let rows = (0..<100).map { #"{"\#(Character(UnicodeScalar(0x3B1 + $0)!))":\#($0)}"# }.joined(separator: ",")
    #expect(try #require(schema(of: "[\(rows)]").elements).keysAreData)
    #expect(try schema(of: #"{"1":1,"2":2.5}"#).allValues.kinds == [.integer, .fraction])
  }

  @Test func `deeply nested values are counted but not inferred`() throws {
    let depth = 400
    var schema = try schema(of: String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth))
    var levels = 1
    while let elements = schema.elements {
      schema = elements
      levels += 1
    }
    #expect(levels == Schema.maximumDepth + 1)
    #expect(schema.kinds == .array && schema.count == 1)
  }

  @Test func `examples are different values, few and short`() throws {
    let numbers = (0..<1000).map { "\($0 % 5 / 2)" }.joined(separator: ",")
    #expect(try schema(of: "[\(numbers)]").elements?.examples == ["0", "1", "2"])
    let long = String(repeating: "é", count: 500)
    let example = try #require(schema(of: "\"\(long)\"").examples.first)
    #expect(example.count == 60 && example.hasSuffix("é…"))
  }

  @Test func `a duplicate key is one member of the object`() throws {
    let field = try #require(schema(of: #"[{"a":1,"a":2},{"a":3},{}]"#).elements?.fields["a"])
    #expect(field.count == 2 && field.value.count == 3)
  }

  @Test func `skipped bad elements do not change the schema`() throws {
    let lines = "{\"a\":1}\n{\"b\":1,\"c\":}\n{\"a\":\"x\"}\n"
    var elements = try JSON.stream(
      JSON.Value.self, from: Array(lines.utf8), options: JSON.StreamOptions(framing: .lines, onBadElement: .skip))
    var observer = Schema.Observer()
    #expect(try observer.append(contentsOf: &elements) == 2)
    #expect(observer.schema.fields.map(\.name) == ["a"])
    #expect(observer.schema.fields["a"]?.value.kinds == [.integer, .string])
  }

  @Test func `elements that come in two pieces are looked at once`() throws {
    let text = Array(#"[{"a":1,"b":{"c":[true]}},{"a":2,"b":{"c":[]}}]"#.utf8)
    for cut in 1..<text.count {
      var elements = try JSON.stream(JSON.Value.self, from: ChunkedSource(text, cutAt: [cut]))
      var observer = Schema.Observer()
      #expect(try observer.append(contentsOf: &elements) == 2)
      let whole = try JSON.decode([JSON.Value].self, from: text)
      var expected = Schema.Observer()
      for value in whole { try expected.append(value) }
      #expect(try JSON.Value.encode(observer.schema) == JSON.Value.encode(expected.schema), "cut at \(cut)")
    }
  }

  @Test func `the range of instants is kept, through merging`() throws {
    var schemas: [Schema] = []
    for seconds in [[5, -7], [], [9]] as [[Int64]] {
      var observer = Schema.Observer()
      observer.write(value: seconds.map { Instant(seconds: $0) })
      schemas.append(observer.schema)
    }
    var merged = Schema()
    for schema in schemas { merged.merge(schema) }
    #expect(merged.elements?.instants == Instant(seconds: -7)...Instant(seconds: 9))
    #expect(schemas[1].elements == nil)
  }
}
