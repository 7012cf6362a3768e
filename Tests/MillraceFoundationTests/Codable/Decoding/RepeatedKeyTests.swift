import Foundation
import Testing

/// Keys with the same bytes, the same scalars in other escapes, or canonically equivalent scalars.
@Suite("Duplicate keys decode as with Foundation")
struct RepeatedKeyTests {
  private static let texts = [
    #"{"field":1,"field":2}"#, #"{"field":1,"other":0,"field":2}"#, #"{"field":"x","field":2}"#,
    #"{"field":2,"field":"x"}"#,
    #"{"field":null,"field":2}"#, #"{"field":2,"field":null}"#, #"{"field":1,"\u0066ield":2}"#,
    #"{"\u0066ield":1,"field":2}"#,
    #"{"\u0066ield":1,"fiel\u0064":2}"#, #"{"field":1,"Field":2}"#, #"{"field":01,"field":2}"#,
    #"{"field":2,"field":01}"#,
    #"{"a":0,"b":0,"field":1,"c":0,"field":2,"d":0,"field":3}"#, #"{"field":1.5,"field":3,"field":4}"#,
  ]
  private static let composed = [
    "{\"é\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"é\":1}", "{\"é\":1,\"\\u00e9\":2}", "{\"é\":1,\"e\\u0301\":2}",
    "{\"\u{212B}\":1,\"\u{C5}\":2,\"A\u{30A}\":3}", "{\"é\":1}", "{\"e\u{301}\":2}",
    "{\"\u{1100}\u{1161}\":1,\"\u{AC00}\":2}",
  ]

  @Test func `the same key more than once`() {
    for text in Self.texts {
      expectSameDecoding([
        DecodingCase("field: \(text)", Field<Int>.self, text),
        DecodingCase("optional: \(text)", Field<Int?>.self, text),
        DecodingCase("dictionary: \(text)", [String: Int].self, text),
        DecodingCase("optionals: \(text)", [String: Int?].self, text),
        DecodingCase("any: \(text)", AnyDocument.self, text),
        DecodingCase("asked twice: \(text)", object: text) {
          [try $0.decode(Int.self, forKey: "field"), try $0.decode(Int.self, forKey: "field")]
        },
        DecodingCase("another first: \(text)", object: text) {
          [try $0.decodeIfPresent(Int.self, forKey: "other") as Any, try $0.decode(Int.self, forKey: "field")]
        },
        DecodingCase("keys: \(text)", object: text) { Set($0.allKeys.map(\.shown)) },
        DecodingCase("how many keys: \(text)", object: text) { $0.allKeys.count },
        DecodingCase("nested: \(text)", [Field<Int>].self, "[\(text),\(text)]"),
      ])
    }
  }

  @Test func `keys that look alike`() {
    for text in Self.composed {
      expectSameDecoding([
        DecodingCase("keys: \(text)", object: text) { $0.allKeys.map(\.shown).sorted() },
        DecodingCase("dictionary: \(text)", [String: Int].self, text),
        DecodingCase("any: \(text)", AnyDocument.self, text),
        DecodingCase("composed: \(text)", object: text) { try $0.decode(Int.self, forKey: "é") },
        DecodingCase("decomposed: \(text)", object: text) { try $0.decode(Int.self, forKey: "e\u{301}") },
        DecodingCase("ring: \(text)", object: text) { try $0.decode(Int.self, forKey: "\u{C5}") },
        DecodingCase("contains: \(text)", object: text) { object in
          (["é", "e\u{301}", "\u{212B}", "\u{AC00}"] as [Key]).map { object.contains($0) }
        },
      ])
    }
  }
}
