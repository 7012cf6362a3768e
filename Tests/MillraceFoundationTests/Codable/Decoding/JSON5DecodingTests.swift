import Foundation
import Millrace
import MillraceFoundation
import Testing

@Suite("JSON5 in the drop-in decoder")
struct JSON5DecodingTests {
  private static let options = DecodingOptions.with { $0.allowsJSON5 = true }

  private static let decoder: FastJSONDecoder = {
    let decoder = FastJSONDecoder()
    decoder.allowsJSON5 = true
    return decoder
  }()

  /// Two tokens without a separator, and numbers that are none.
  private static let broken = [
    "0x1.8", "5+9", "1..0", "3+4", "-0xE+1", "1 2", "1/**/2", "true false", "truefalse", "1'a'", "'a'1", "'a' 'b'",
    "'a''b'", "1a", "1_0", "0x", "0x1g", "+ 1", "- 1", "--1", "+-1", "-+1", ".", "+", "-", ".e1", "01", "+01", "-01",
    "1.5.5", "5..", "..5", "null1", "nul", "Infinit", "NaN1", "undefined", "1:2", "[] 1", "{}{}", "'\\x4'", "'\\u004'",
    "'\\1'",
  ]

  @Test func `what is asked for and is not JSON5 is an error, as with Foundation`() {
    let foundations = JSONDecoder()
    foundations.allowsJSON5 = true
    func expectErrors<Value: Decodable>(_ type: Value.Type, _ text: String) {
      let data = Data("[0x1,\n\(text)]\n".utf8)
      #expect(throws: DecodingError.self, "\(type) from \(text)") { try foundations.decode(type, from: data) }
      #expect(throws: DecodingError.self, "\(type) from \(text)") { try Self.decoder.decode(type, from: data) }
    }
    for text in Self.broken {
      expectErrors([AnyDocument].self, text)
      expectErrors([Double].self, text)
      expectErrors([Int].self, text)
      expectErrors([String].self, text)
    }
  }

  /// `json5IsReadAsSpecified`
  @Test func `an invalid value that no type decodes is an error`() {
    for text in Self.broken + ["'\\u{41}'", "1e", "1e+", "0x1p3"] {
      let error = #expect(throws: DecodingError.self) {
        try Self.decoder.decode(Field<Int>.self, from: Data("{unread:\(text),field:1}".utf8))
      }
      #expect(Self.place(of: error)?.line == 1, "\(text)")
    }
  }

  @Test func `keys, as Foundation reads them`() {
    let keys = [
      "a", "$", "_", "é", "名", "ⸯ", "a\u{200C}b", "a٠", "a\u{301}", "𐐀", "null", "true", "NaN", "Infinity", "class",
      "+Infinity", "-a", "1", "1a", ".5", "0x1", "a-b", "a b", "a.b", "℘", "℮", "a·", "", " ", "[1]", "{}", "'a'b",
      "a'b'",
    ]
    expectSameDecoding(
      keys.map { DecodingCase("key: \($0)", [String: Int].self, "{/**/\($0)\n:1,}\n", Self.options) })
  }

  @Test func `documents without braces, as Foundation reads them`() {
    let options = DecodingOptions.with {
      $0.allowsJSON5 = true
      $0.assumesTopLevelDictionary = true
    }
    let texts = [
      "a:1", "a:1,", "'a':1,b:2", "a:1//c", "a:1/*}*/", "//c\n{a:1}", "/*c*/ {a:1} //c", "/*{*/a:1", "{a:1}", "", " ",
      "//", "/*c*/", "a:1}", "{a:1", "a:1,,", ",", "}", "[1]", "1", "{a:1},", "{a:1}b:2", "{}", "a", "a:", ":1",
      "a:{b:1},c:[2,]",
    ]
    expectSameDecoding(
      texts.flatMap { text in
        [
          DecodingCase("any: \(text)", AnyDocument.self, text + "\n", options),
          DecodingCase("integers: \(text)", [String: Int].self, text + "\n", options),
        ]
      })
  }

  // MARK: Places

  private static func place(of error: DecodingError?) -> FormatError.Place? {
    guard case .dataCorrupted(let context) = error else { return nil }
    return (context.underlyingError as? FormatError)?.place
  }

  /// The marker `‸` is before the byte that the error is to point at.
  private static func expectPlace<Value: Decodable>(
    _ type: Value.Type, _ marked: String, in decoder: FastJSONDecoder = decoder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = marked.replacing("‸", with: "")
    let before = marked.prefix { $0 != "‸" }
    let lines = before.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try decoder.decode(type, from: Data(text.utf8))
    }
    let place = place(of: error)
    #expect(
      [place?.offset, place?.line, place?.column] == [before.utf8.count, lines.count, (lines.last?.count ?? 0) + 1],
      "\(marked): \(error as Any)", sourceLocation: sourceLocation)
  }

  @Test func `an error has its place in the user's text`() {
    Self.expectPlace([UInt8].self, "[1,\n /* é */ ‸0x1FF ]")
    Self.expectPlace([UInt8].self, "// c\n[+1, 1‸;]")
    Self.expectPlace([Int].self, "[1,/* c */\n\u{2003}‸01]")
    Self.expectPlace([Int64].self, "[+1,\n0x5,/**/‸0xFFFFFFFFFFFFFFFFF]")
    Self.expectPlace([String].self, "['a', /* c */\n 'b\\a\\x41‸\\uD800']")
    Self.expectPlace([String: String].self, "{a: 'b',\n c: '\\v‸\\1'}")
    Self.expectPlace(Field<Int>.self, "{unread: [1,],\n\u{A0}field: 1, x: ‸}")
    Self.expectPlace([Int].self, "[0x10, /* a */\n ‸NaN, 1]")
  }

  @Test func `a document without braces has its places as well`() {
    let decoder = FastJSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    Self.expectPlace([String: UInt8].self, "/**/a: 1,\nb: ‸256 // c", in: decoder)
    Self.expectPlace([String: Int].self, "a: 1\n‸b: 2", in: decoder)
    Self.expectPlace([String: Int].self, "a: 1 ‸}", in: decoder)
  }

  private struct Caught: Decodable {
    var places: [FormatError.Place] = []

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        do { _ = try list.decode(UInt8.self) } catch {
          if let place = JSON5DecodingTests.place(of: error as? DecodingError) { places.append(place) }
          _ = try list.decode(Double.self)
        }
      }
    }
  }

  /// The line is found for an error that leaves the decode, because that takes a scan.
  @Test func `errors that a type catches have their offsets`() throws {
    let text = "/**/[1, 0x100,\n+300, /* é */ 256, .5]"
    let places = try Self.decoder.decode(Caught.self, from: Data(text.utf8)).places
    let expected = ["0x100", "+300", "256", ".5"].map { Array(text.utf8).firstRange(of: Array($0.utf8))?.lowerBound }
    #expect(places.map(\.offset) == expected)
    #expect(places.allSatisfy { $0.line == nil })
  }

  @Test func `a decoder that was kept has the places of its own document`() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let kept = try Self.decoder.decode(Kept.self, from: Data("[/* é */ 0x1FF ]".utf8))
    _ = try Self.decoder.decode([Int].self, from: Data("[1]".utf8))
    _ = try FastJSONDecoder().decode([Int].self, from: Data("[1]".utf8))
    let error = #expect(throws: DecodingError.self) { try [UInt8](from: kept.decoder) }
    #expect(Self.place(of: error)?.offset == 10)
  }

  @Test func `a document in UTF-16`() throws {
    let text = "\u{FEFF}// é\n{a: 'é', b: '😀\\\n',}"
    let data = try #require(text.data(using: .utf16LittleEndian))
    #expect(try Self.decoder.decode([String: String].self, from: data) == ["a": "é", "b": "😀"])
  }
}
