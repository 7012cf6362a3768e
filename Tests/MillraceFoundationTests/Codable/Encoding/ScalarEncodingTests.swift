import Foundation
import Testing

@Suite("Scalars written as by Foundation")
struct ScalarEncodingTests {
  /// The same value as a document, element, field, member of a dictionary, optional and in a single value container.
  static func cases<Value: Encodable>(_ values: [Value], _ options: EncodingOptions = .sorted) -> [EncodingCase] {
    values.flatMap { value in
      let name = Fingerprint.of(value)
      return [
        EncodingCase("alone: \(name)", value, options),
        EncodingCase("elements: \(name)", [value, value], options),
        EncodingCase("optionals: \(name)", [nil, value], options),
        EncodingCase("field: \(name)", Field(field: value), options),
        EncodingCase("optional field: \(name)", Field(field: Optional(value)), options),
        EncodingCase("member: \(name)", ["a": value], options),
        EncodingCase("single value: \(name)", Single(value: value), options),
        EncodingCase("deep: \(name)", ["a": [Field(field: ["b": value])]], options),
        EncodingCase("by the container: \(name)", object: options) { object in
          try object.encode(value, forKey: "a")
          try object.encodeIfPresent(value, forKey: "b")
          try object.encodeIfPresent(nil as Value?, forKey: "c")
        },
        EncodingCase("by an array: \(name)", array: options) { list in
          try list.encode(value)
          try list.encode(contentsOf: [value, value])
          Trace.note("count \(list.count)")
        },
        EncodingCase("super: \(name)", object: options) { object in
          let base = object.superEncoder()
          try value.encode(to: base)
        },
      ]
    }
  }

  private static func limits<Integer: FixedWidthInteger & Encodable>(_ type: Integer.Type) -> [EncodingCase] {
    cases([Integer.min, Integer.max, 0, 1, 99, 100])
  }

  @Test func `integers of every width`() {
    expectSameEncoding(Self.limits(Int8.self) + Self.limits(UInt8.self) + Self.limits(Int16.self))
    expectSameEncoding(Self.limits(UInt16.self) + Self.limits(Int32.self) + Self.limits(UInt32.self))
    expectSameEncoding(Self.limits(Int64.self) + Self.limits(UInt64.self) + Self.limits(Int.self))
    expectSameEncoding(Self.limits(UInt.self) + Self.limits(Int128.self) + Self.limits(UInt128.self))
    expectSameEncoding(Self.cases([true, false]))
  }

  private static let doubles = [
    0, -0.0, 1, -1, 0.1, 1.5, 100, 1e15, 1e16, 1e17, 123_456_789_012_345_680, 1e20, 1e21, 1e22, 1e300, 1e-4, 1e-5, 1e-7,
    .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude, .pi, 9_007_199_254_740_992, 0.1 + 0.2,
    .nan, .infinity,
    -.infinity,
  ]

  @Test(arguments: DecodingOptions.Floats.allCases)
  func `floating-point numbers`(_ floats: DecodingOptions.Floats) {
    let options = EncodingOptions.with { $0.floats = floats }
    expectSameEncoding(Self.cases(Self.doubles, options))
    expectSameEncoding(Self.cases(Self.doubles.map { Float($0) }, options))
    expectSameEncoding([
      EncodingCase("the place of what is not finite", ["a": [Field(field: [1, Double.nan])]], options),
      EncodingCase("in a dictionary of numbers", [7: Double.infinity], options),
    ])
  }

  @Test func `decimals of every size`() throws {
    let texts = [
      "0", "-0", "1", "-1.5", "0.1", "100", "1e10", "1e127", "1e-127", "12345678901234567890123456789012345678",
      "0.00000000000000000000000000000000000001", "3.14159265358979323846264338327950288",
    ]
    expectSameEncoding(Self.cases(try texts.map { try #require(Decimal(string: $0)) } + [.nan]))
  }

  @Test(arguments: [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .withoutEscapingSlashes]])
  func `texts with everything that is escaped`(_ formatting: JSONEncoder.OutputFormatting) {
    let options = EncodingOptions(formatting: formatting)
    let controls = (0..<0x20).map { String(UnicodeScalar(UInt8($0))) }
    let texts =
      controls + [
        "", "a", "\"", "\\", "/", "//", "</script>", "é", "e\u{301}", "😀", "\u{7F}", "\u{80}", "\u{2028}\u{2029}",
        "\u{FEFF}",
        "\u{FFFF}", "\u{10FFFF}", "a\"b\\c/d\ne", String(repeating: "a", count: 10_000),
        String(repeating: "\"", count: 999),
      ] + (1...40).flatMap { [String(repeating: "x", count: $0) + "\n", String(repeating: "é", count: $0)] }
    expectSameEncoding(Self.cases(texts, options))
    expectSameEncoding(texts.map { EncodingCase("key", [$0: 1], options) })
    expectSameEncoding(texts.map { EncodingCase("a foreign text", ($0 as NSString) as String, options) })
    expectSameEncoding(texts.map { EncodingCase("a foreign key", [($0 as NSString) as String: 1], options) })
    expectSameEncoding(texts.map { EncodingCase("a text with storage", $0.withStorage, options) })
    expectSameEncoding(texts.map { EncodingCase("a key with storage", [$0.withStorage: 1], options) })
  }

  @Test func `equal keys are found however they are stored`() {
    let names = ["", "a", "abcd", "abcdefgh", "abcdefghi", "abcdefghijklmno", "é", "a\"b"]
    expectSameEncoding(
      names.map { name in
        EncodingCase("\(name) twice", object: .sorted) { object in
          try object.encode(1, forKey: Key(stringValue: name))
          try object.encode(2, forKey: Key(stringValue: name.withStorage))
        }
      })
  }

  @Test func `what is not there`() {
    expectSameEncoding(Self.cases([Int?.none, 1]))
    expectSameEncoding(Self.cases([Int??.none, .some(nil), 1]))
    expectSameEncoding(Self.cases([[Int?]()]))
    expectSameEncoding(Self.cases([[String: Int?]()]))
  }
}

extension String {
  /// The same text, stored as a long one. So are short strings that are bridged from Objective-C.
  var withStorage: String {
    var text = self
    text.reserveCapacity(100)
    return text
  }
}
