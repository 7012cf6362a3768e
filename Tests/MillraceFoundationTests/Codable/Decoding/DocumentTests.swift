import Foundation
import Testing

/// What a document is, from its first byte to its last.
@Suite("Documents are accepted and rejected as by Foundation")
struct DocumentTests {
  private static let accepted = [
    "{}", "[]", " {} ", "\n[\t]\r\n", "null", "true", "1", "\"x\"", #"{"a":1}"#, #"{"a":[1,{"b":null}]}"#, #"[1,]"#,
    #"{"a":1,}"#,
  ]
  private static let damaged = [
    "", " ", "\n", "{", "}", "[", "]", "{]", "[}", "{}{}", "{} x", "[] []", "null null", "nul", "nulll", "tru",
    "truefalse",
    "TRUE", "[1 2]", "[1,,2]", "[,1]", "[,]", #"{"a"}"#, #"{"a":}"#, #"{"a":1 "b":2}"#, #"{,}"#, #"{"a":1,,"b":2}"#,
    #"{a:1}"#, #"{'a':1}"#, #"{1:1}"#, #"{"a":1"#, #"{"a":"#, #"{"a"#, #"["a"#, "\"", "\"\\", "\"\\u", "\"\\u00",
    "\"a\nb\"",
    "\"a\u{0}b\"", "\"\u{1F}\"", "\"\\x\"", "\"\\u00g0\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
    "\"\\ud83d\\ude00\"", "/**/1", "1//x", "[1/*x*/]", "#", "\u{FEFF}", "\u{A0}1", "\u{2028}1", "\u{B}1", "\\",
    "{\"a\"::1}",
    "[1]]", "{}}", "-", "+1", ".5", "1.", "01", "1e", "Infinity", "NaN", "undefined", "[1\u{0}]", "\u{0}",
  ]

  private static func cases(_ name: String, _ data: Data, _ options: DecodingOptions) -> [DecodingCase] {
    let element = Data("{\"unread\":".utf8) + data + Data(",\"field\":1}".utf8)
    return [
      DecodingCase("any: \(name)", AnyDocument.self, data: data, options),
      DecodingCase("nothing asked: \(name)", Unread.self, data: data, options),
      DecodingCase("array: \(name)", [Int].self, data: data, options),
      DecodingCase("object: \(name)", [String: Int].self, data: data, options),
      DecodingCase("text: \(name)", String.self, data: data, options),
      DecodingCase("boolean: \(name)", Bool?.self, data: data, options),
      DecodingCase("a member that is not read: \(name)", Field<Int>.self, data: element, options),
      DecodingCase("a member that is read: \(name)", [String: AnyDocument].self, data: element, options),
    ]
  }

  /// Asks nothing of its decoder.
  private struct Unread: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  @Test func `documents, whole and damaged`() {
    for text in Self.accepted + Self.damaged {
      expectSameDecoding(Self.cases(text, Data(text.utf8), DecodingOptions()))
    }
  }

  @Test func `documents in every encoding, with a mark at their start and without`() {
    let encodings: [(String.Encoding, [UInt8])] = [
      (.utf8, [0xEF, 0xBB, 0xBF]), (.utf16BigEndian, [0xFE, 0xFF]), (.utf16LittleEndian, [0xFF, 0xFE]),
      (.utf32BigEndian, [0, 0, 0xFE, 0xFF]), (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]),
      (.utf32LittleEndian, [0xFE, 0xFF, 0, 0]),
    ]
    for text in Self.accepted + ["", " ", "{", "\"é😀\"", #"{"a":"é","\u00e9":1}"#, "12", "[1,2", "\"\\ud800\""] {
      for (encoding, mark) in encodings {
        let data = text.data(using: encoding) ?? Data()
        expectSameDecoding(Self.cases("\(text) in \(encoding)", data, DecodingOptions()))
        // `littleEndianUTF32MayHaveAMark`
        if mark != [0xFF, 0xFE, 0, 0] {
          expectSameDecoding(Self.cases("\(text) in \(encoding), marked", Data(mark) + data, DecodingOptions()))
        }
        expectSameDecoding(Self.cases("\(text) in \(encoding), cut", data.dropLast(), DecodingOptions()))
      }
    }
  }

  @Test func `bytes that are not UTF-8`() {
    let sequences: [[UInt8]] = [
      [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]
    for bytes in sequences {
      for (before, after) in [("\"", "\""), ("", ""), ("[\"a", "b\"]"), ("{\"", "\":1}"), ("{\"a\":1}", ""), ("1", "")]
      {
        let data = Data(before.utf8) + Data(bytes) + Data(after.utf8)
        expectSameDecoding(Self.cases("\(before)\(bytes)\(after)", data, DecodingOptions()))
      }
    }
  }

  @Test func `documents that are slices and copies of others`() {
    let data = Data("xx{\"field\":\"text\"}xx".utf8)
    expectSameDecoding([
      DecodingCase("a slice", Field<String>.self, data: data.dropFirst(2).dropLast(2)),
      DecodingCase("a slice too long", Field<String>.self, data: data.dropFirst(2)),
      DecodingCase("no byte of a slice", Field<String>.self, data: data.prefix(0)),
    ])
  }

  @Test func `braces around the whole document assumed`() {
    let options = DecodingOptions.with { $0.assumesTopLevelDictionary = true }
    let texts =
      Self.accepted + [
        "\"field\":1", "\"field\":1,", " \"field\" : 1 ", "\"field\":1}", "{\"field\":1", "", " ", "field:1",
      ]
    for text in texts {
      expectSameDecoding(Self.cases(text, Data(text.utf8), options))
      expectSameDecoding([DecodingCase(text, Field<Int>.self, text, options)])
      let json5 = DecodingOptions.with {
        $0.assumesTopLevelDictionary = true
        $0.allowsJSON5 = true
      }
      expectSameDecoding([DecodingCase("JSON5: \(text)", Field<Int>.self, text + "\n", json5)])
    }
  }

  @Test func `JSON5 documents`() {
    let options = DecodingOptions.with { $0.allowsJSON5 = true }
    let texts = [
      "{a:1}", "{$_a1:1}", "{a-b:1}", "{1a:1}", "{'a':1}", "{\"a\":1,}", "[1,]", "[1,,]", "[,]", "// c\n[1]",
      "/* c */ [1]",
      "/* c", "[1 /* c */, 2 // c\n]", "[1]//", "[1]/", "'x'", "'\"'", "\"'\"", "'\\''",
      "\"\\x41\"", "[+1]", "[.5]", "[5.]", "[0x1F]", "[-0xA]",
      "[Infinity]",
      "[-Infinity]", "[NaN]", "[1e3]", "{null:1}", "{}", "{é:1}",
      "{'a':'b',c:\"d\"}", "[1", "{a", "'x", "{a:1,a:2}",
    ]
    for text in texts {
      let data = Data((text + "\n").utf8)
      expectSameDecoding(Self.cases(text, data, options))
      expectSameDecoding([
        DecodingCase("doubles: \(text)", [Double].self, data: data, options),
        DecodingCase("bytes: \(text)", [UInt8].self, data: data, options),
        DecodingCase("decimals: \(text)", [Decimal].self, data: data, options),
        DecodingCase("texts: \(text)", [String: String].self, data: data, options),
      ])
    }
  }

  @Test func `long texts and large arrays`() {
    for length in [14, 15, 16, 17, 63, 64, 65, 191, 192, 193, 4_095, 65_536] {
      let plain = String(repeating: "a", count: length)
      for text in [
        plain, plain + "\\n", plain + "é", "\\u00e9" + plain, plain + "\\ud800", plain + "\u{1}", plain + "\\",
      ] {
        expectSameDecoding([
          DecodingCase("\(length) characters", String.self, "\"\(text)\""),
          DecodingCase("\(length) characters in a key", [String: Int].self, "{\"\(text)\":1}"),
          DecodingCase("\(length) skipped characters", Field<Int>.self, "{\"x\":\"\(text)\",\"field\":1}"),
        ])
      }
    }
    let numbers = (0..<50_000).map { String($0 * 37 % 1_000) }
    expectSameDecoding([
      DecodingCase("a large array", [Int].self, "[\(numbers.joined(separator: ","))]"),
      DecodingCase("a large array with an error at its end", [Int].self, "[\(numbers.joined(separator: " , ")),\"\"]"),
      DecodingCase(
        "a large array of objects", [Field<Int>].self, "[\(numbers.map { "{\"field\":\($0)}" }.joined(separator: ","))]"
      ),
      DecodingCase(
        "a large object", [String: Int].self,
        "{\(numbers.prefix(5_000).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}"),
    ])
  }
}
