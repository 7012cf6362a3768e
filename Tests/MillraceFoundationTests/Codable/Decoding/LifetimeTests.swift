import Foundation
import MillraceFoundation
import Testing

/// Decoders and containers that are kept after their decode, and decodes that start another one.
@Suite("Lifetimes of decoders and containers")
struct LifetimeTests {
  /// What a test keeps of a decode.
  private final class Kept: @unchecked Sendable {
    var object: KeyedDecodingContainer<Key>?
    var list: (any UnkeyedDecodingContainer)?
    var decoder: (any Decoder)?
  }

  private static func later(_ kept: Kept) -> Any {
    if let object = kept.object { Trace.note("object", object) }
    if let list = kept.list { Trace.note("list", list) }
    return [
      Trace.attempt("a", { try kept.object?.decode(String.self, forKey: "a") }) as Any,
      Trace.attempt("z", { try kept.object?.decode(String.self, forKey: "z") }) as Any,
      Trace.attempt("element", { try kept.list?.decode([String].self) }) as Any,
      Trace.attempt("past the end", { try kept.list?.decode([String].self) }) as Any,
      Trace.attempt("decoder", { try kept.decoder?.container(keyedBy: Key.self).decode(String.self, forKey: "a") })
        as Any,
    ]
  }

  /// Decodes a document, keeps its containers, and reads on after `meanwhile`.
  private static func keeping(
    _ name: String, meanwhile: @escaping (any DecodingCoder) -> Void
  ) -> DecodingCase {
    let data = Data(#"{"a":"text","list":[["x","y"]],"b":{"a":1}}"#.utf8)
    return DecodingCase(name, data: data) { decoder, data in
      let kept = Kept()
      let script = Scripted.Script()
      script.read = {
        kept.decoder = $0
        kept.object = try $0.container(keyedBy: Key.self)
        kept.list = try kept.object?.nestedUnkeyedContainer(forKey: "list")
        return ""
      }
      _ = try Scripted.$script.withValue(script) { try decoder.decode(Scripted.self, from: data) }
      meanwhile(decoder)
      return Fingerprint.of(later(kept))
    }
  }

  @Test func `containers outlive their decode`() {
    expectSameDecoding([
      Self.keeping("at once") { _ in },
      Self.keeping("after other decodes") { decoder in
        for index in 0..<50 {
          _ = Trace.attempt("\(index)") { try decoder.decode([String: Int].self, from: Data("{\"a\":\(index)}".utf8)) }
        }
      },
      Self.keeping("after a decode that failed") { decoder in
        _ = Trace.attempt("bad") { try decoder.decode([Int].self, from: Data("[1,2,".utf8)) }
      },
      Self.keeping("after the settings changed") { decoder in
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo = [:]
      },
      DecodingCase("a model", Late.self, #"{"now":1,"later":"x","list":["y"]}"#),
      DecodingCase("a model whose rest is missing", [Late].self, #"[{"now":1},{"now":2,"later":1}]"#),
    ])
  }

  @Test func `a decoder of a large document is kept`() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let text = String(repeating: "0123456789abcdef", count: 1 << 17)
    let kept = try FastJSONDecoder().decode(Kept.self, from: Data("\"\(text)\"".utf8))
    for _ in 0..<3 { _ = try FastJSONDecoder().decode([String].self, from: Data("[\"x\"]".utf8)) }
    #expect(try kept.decoder.singleValueContainer().decode(String.self) == text)
  }

  @Test func `a decode inside of another one`() {
    func inner(_ decoder: any DecodingCoder, _ text: String) -> String {
      Fingerprint.of(Trace.attempt(text) { try decoder.decode([String: [Int]].self, from: Data(text.utf8)) } as Any)
    }
    let texts = [#"{"a":[1]}"#, #"{"a":["x"]}"#, "{", #"{"a":[01]}"#]
    expectSameDecoding(
      texts.map { text in
        DecodingCase("in an init: \(text)", data: Data(#"[{"x":1},{"x":2}]"#.utf8)) { decoder, data in
          let script = Scripted.Script()
          script.read = { outer in
            let object = try outer.container(keyedBy: Key.self)
            let result = inner(decoder, text)
            return "\(result) \(try object.decode(Int.self, forKey: "x")) \(object.codingPath.shown)"
          }
          return try Scripted.$script.withValue(script) {
            Fingerprint.of(try decoder.decode([Scripted].self, from: data))
          }
        }
      })
  }

  @Test func `a decoder after its errors`() {
    let documents = ["[1,2", "[1,\"x\"]", "[1,2]", "", "[[[", "[1,300]", "[1]"]
    expectSameDecoding([
      DecodingCase("one decoder, many documents", data: Data("null".utf8)) { decoder, _ in
        documents.map { text in
          Fingerprint.of(Trace.attempt(text) { try decoder.decode([UInt8].self, from: Data(text.utf8)) } as Any)
        }.joined(separator: " ")
      }
    ])
  }

  @Test func `errors that types catch, and errors of their own`() {
    struct Own: Error {}
    expectSameDecoding([
      DecodingCase("an own error", in: [Scripted].self, "[1,2]") { _ in throw Own() },
      DecodingCase("an own error in try?", in: Lossy<Scripted>.self, "[1,2]") { _ in throw Own() },
      DecodingCase("a coding error with another path", in: Field<Scripted>.self, #"{"field":1}"#) { _ in
        throw DecodingError.keyNotFound(
          Key(intValue: 4), DecodingError.Context(codingPath: [Key(stringValue: "made up")], debugDescription: ""))
      },
      DecodingCase("a coding error because of another", in: [Scripted].self, "[1]") { decoder in
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "", underlyingError: Own()))
      },
      DecodingCase("by the container", object: #"{"a":1}"#) { object in
        throw DecodingError.dataCorruptedError(forKey: "a", in: object, debugDescription: "")
      },
      DecodingCase("by an array", array: "[1,2]") { list in
        _ = try list.decode(Int.self)
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "")
      },
      DecodingCase("one after the other", in: Field<[Scripted?]>.self, #"{"field":[null,{"a":{"b":[{"c":"x"}]}}]}"#) {
        decoder in
        let object = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: "a")
        var list = try object.nestedUnkeyedContainer(forKey: "b")
        _ = Trace.attempt("as a number") { try list.decode(Int.self) }
        let inner = try list.nestedContainer(keyedBy: Key.self)
        _ = Trace.attempt("absent") { try inner.decode(Int.self, forKey: "d") }
        _ = Trace.attempt("if present") { try inner.decodeIfPresent(Int.self, forKey: "c") }
        return try inner.decode(String.self, forKey: "c") + inner.codingPath.shown
      },
      DecodingCase("a choice by trial", Page<Message>.self, #"{"items":[{"type":"image","width":1}],"total":1}"#),
    ])
  }
}
