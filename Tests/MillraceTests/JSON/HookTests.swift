import Millrace
import Testing

/// Says which of its entries it came and went by.
private struct Probe: Readable, Writable, Equatable {
  var entry: String

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Probe {
    try reader.skipValue()
    return Probe(entry: "generic")
  }
  static func readJSON(from reader: inout JSON.Reader) throws -> Probe {
    try reader.skipValue()
    return Probe(entry: "JSON")
  }
  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write("generic") }
  func writeJSON(to writer: inout JSON.Writer) { writer.write("JSON") }
}

/// A value that came past JSON's own entry was read by unresolved calls, at half the speed and without any other sign.
@Suite("JSON's own entries")
struct HookTests {
  @Test func `every way into a value is by the entry for JSON`() throws {
    let json = Probe(entry: "JSON")
    #expect(try JSON.decode(Probe.self, from: "1") == json)
    #expect(try JSON.decode([Probe].self, from: "[1]") == [json])
    #expect(try JSON.decode([[Probe?]].self, from: "[[1]]") == [[json]])
    #expect(try JSON.decode([String: Probe].self, from: #"{"a":1}"#) == ["a": json])
    #expect(try JSON.decode(Holder<Probe>.self, from: #"{"value":1,"values":[1]}"#).values == [json])
    #expect(try JSON.decode(Holder<Probe>.self, from: #"{"values":[1],"value":1}"#).value == json)
  }

  @Test func `every way out of a value is by the entry for JSON`() throws {
    let probe = Probe(entry: "")
    #expect(try JSON.encode(probe, as: String.self) == #""JSON""#)
    #expect(try JSON.encode([[probe]], as: String.self) == #"[["JSON"]]"#)
    #expect(try JSON.encode(["a": Optional(probe)], as: String.self) == #"{"a":"JSON"}"#)
    #expect(try JSON.encode(Array(repeating: probe, count: 40), as: String.self).contains("generic") == false)
    #expect(
      try JSON.encode(Holder(value: probe, values: [probe]), as: String.self) == #"{"value":"JSON","values":["JSON"]}"#)
  }

  @Test func `other formats go by the generic entry`() throws {
    #expect(try JSON.Value.number(JSON.Number(1)).decode(Probe.self) == Probe(entry: "generic"))
    #expect(try JSON.encode(Probe(entry: ""), style: JSON.Pretty.self) == Array(#""generic""#.utf8))
  }
}

@Serializable
private struct Holder<Value> {
  var value: Value
  var values: [Value]
}
