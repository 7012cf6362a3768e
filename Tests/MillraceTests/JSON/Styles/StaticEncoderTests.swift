import Testing

@testable import Millrace

@Suite("The encoder without state")
struct StaticEncoderTests {
  /// A sink that is full after so many bytes.
  private struct Bounded: ByteSink {
    struct Full: Error {}
    var room: Int
    var bytes: [UInt8] = []
    mutating func write(_ piece: Span<UInt8>) throws {
      guard piece.count <= room else { throw Full() }
      room -= piece.count
      bytes.write(piece)
    }
  }

  private struct Checksum: JSON.Document, Equatable {
    var sum: Int
    init(sum: Int) { self.sum = sum }
    init(json utf8: Span<UInt8>) { sum = utf8.indices.reduce(0) { $0 + Int(utf8[$1]) } }
  }

  private let value: [String: [Double]] = ["a/b": [1, .infinity]]
  private enum Strings: JSON.Style {
    typealias Escapes = JSON.WithSlashes
    typealias NotFinite = NotFiniteAsStrings
  }

  @Test func `the document is of the sink's type and the strategies' form`() throws {
    let text = #"{"a\/b":[1,"Infinity"]}"#
    #expect(try StaticJSONEncoder<String, Strings>.encode(value) == text)
    #expect(try StaticJSONEncoder<[UInt8], Strings>.encode(value) == Array(text.utf8))
    #expect(
      try StaticJSONEncoder<Checksum, Strings>.encode(value) == Checksum(sum: text.utf8.reduce(0) { $0 + Int($1) }))
    var sink = Bounded(room: 100)
    try StaticJSONEncoder<Bounded, Strings>.encode(value, into: &sink)
    try StaticJSONEncoder<Bounded, Strings>.encode(true, into: &sink)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == text + "true")
  }

  @Test func `scalars are documents`() throws {
    typealias Encoder = StaticJSONEncoder<String, JSON.Standard>
    #expect(try Encoder.encode(7) == "7")
    #expect(try Encoder.encode(-1.5) == "-1.5")
    #expect(try Encoder.encode(true) == "true")
    #expect(try Encoder.encode("a\n") == "\"a\\n\"")
    #expect(try Encoder.encode(Int?.none) == "null")
    #expect(try Encoder.encode(UInt128.max) == "340282366920938463463374607431768211455")
  }

  @Test func `nothing is written of what cannot be expressed, and a sink's error is its own`() throws {
    var sink = Bounded(room: 10)
    let error = #expect(throws: FormatError.self) {
      try StaticJSONEncoder<Bounded, JSON.Standard>.encode(value, into: &sink)
    }
    #expect(error?.place.path == "/a~1b/1" && sink.bytes.isEmpty)
    #expect(throws: Bounded.Full.self) {
      try StaticJSONEncoder<Bounded, JSON.Standard>.encode("longer than ten", into: &sink)
    }
  }
}
