import Foundation
import Testing

/// Types the compiler or the standard library codes, given every kind of value.
@Suite("Types decoded as by Foundation")
struct TypeDecodingTests {
  private static let kinds = [
    "null", "true", "0", "1", "5", "-1", "2.5", "300", "\"\"", "\"red\"", "\"1\"", "[]", "[null]", "[1]", "[1,2]",
    "[2,1]",
    "[1,2,3]", "[\"a\",1]", "[[1,2],[3]]", "{}", "{\"a\":1}", "{\"a\":null}", "{\"1\":2}", "{\"1\":\"x\"}", "{\"x\":1}",
    "{\"red\":1,\"blue\":2}", "{\"purple\":1}", "{\"0\":[],\"9\":[]}", "{\"circle\":{\"radius\":1}}", "{\"circle\":{}}",
    "{\"circle\":{\"radius\":1},\"point\":{}}", "{\"point\":{}}", "{\"point\":null}", "{\"point\":{\"a\":1}}",
    "{\"rectangle\":{\"_0\":1,\"height\":2}}", "{\"square\":{}}",
    "{\"group\":{\"_0\":[{\"point\":{}},{\"circle\":{}}]}}",
    "[\"00112233-4455-6677-8899-AABBCCDDEEFF\",1]", "\"00112233-4455-6677-8899-aabbccddeeff\"", "\"https://a.b/c\"",
    "\"a b\"", "\"http://[\"", "\"\u{0}\"", "{\"relative\":\"x\"}", "{\"base\":\"http://a\",\"relative\":\"x\"}",
    "{\"wrappedValue\":1}", "{\"count\":null,\"name\":{\"wrappedValue\":\"\"}}", "{\"name\":{}}", "{\"__proto__\":1}",
    "12345678901234567890123456789012345678.125", "1e127", "1e-127", "1e128", "-1e-128", "0.1e1", "1E2",
    "{\"value\":1,\"children\":[{\"value\":2,\"children\":[]}]}", "{\"value\":1,\"children\":[{\"value\":2}]}",
    "{\"start\":1}", "{\"items\":[],\"total\":1}", "{\"type\":\"text\",\"body\":\"\"}", "{\"type\":\"sound\"}",
  ]

  private static func expectSame<Value: Decodable>(_ type: Value.Type) {
    expectSameDecoding(
      kinds.flatMap { text in
        [
          DecodingCase("\(type) alone: \(text)", type, text),
          DecodingCase("\(type) as an element: \(text)", [Value].self, "[\(text)]"),
          DecodingCase("\(type) as a field: \(text)", Field<Value>.self, "{\"field\":\(text)}"),
          DecodingCase("\(type) as an optional field: \(text)", Field<Value?>.self, "{\"field\":\(text)}"),
          DecodingCase("\(type) in a single value: \(text)", Single<Value>.self, text),
          DecodingCase("\(type) tried: \(text)", Lossy<Value>.self, "[\(text),\(text)]"),
        ]
      })
  }

  @Test func `raw values and payloads`() {
    Self.expectSame(Color.self)
    Self.expectSame(Level.self)
    Self.expectSame(Status.self)
    Self.expectSame(Figure.self)
    Self.expectSame(Message.self)
    Self.expectSame(AnyDocument.self)
  }

  @Test func `collections and ranges`() {
    Self.expectSame([Int].self)
    Self.expectSame(Set<Int>.self)
    Self.expectSame([[Int]].self)
    Self.expectSame([Int?].self)
    Self.expectSame(ContiguousArray<String>.self)
    Self.expectSame(Range<Int>.self)
    Self.expectSame(ClosedRange<Double>.self)
    Self.expectSame(PartialRangeUpTo<Int>.self)
  }

  @Test func `lengths`() {
    Self.expectSame(CGFloat.self)
    Self.expectSame([CGFloat].self)
    Self.expectSame([String: CGFloat].self)
    Self.expectSame(CGPoint.self)
    Self.expectSame(CGRect.self)
  }

  @Test func `dictionaries of every kind of key`() {
    Self.expectSame([String: Int].self)
    Self.expectSame([String: Int?].self)
    Self.expectSame([Int: String].self)
    Self.expectSame([Int: Int].self)
    Self.expectSame([Color: Int].self)
    Self.expectSame([Level: [Int]].self)
    Self.expectSame([Tag: Int?].self)
    Self.expectSame([UUID: Int].self)
    Self.expectSame([Double: Int].self)
    Self.expectSame([UInt8: Int].self)
    Self.expectSame([String: [String: Int]].self)
  }

  @Test func `optionals of optionals`() {
    Self.expectSame(Int?.self)
    Self.expectSame(Int??.self)
    Self.expectSame([Int]?.self)
    Self.expectSame(Figure??.self)
    Self.expectSame(Field<Int??>.self)
  }

  @Test func `values of Foundation`() {
    Self.expectSame(URL.self)
    Self.expectSame(UUID.self)
    Self.expectSame(Decimal.self)
    Self.expectSame(Date.self)
    Self.expectSame(Data.self)
    Self.expectSame(DateInterval.self)
    Self.expectSame(Locale.self)
    Self.expectSame(CharacterSet.self)
    Self.expectSame(IndexSet.self)
    Self.expectSame(DateComponents.self)
    Self.expectSame(Measurement<UnitLength>.self)
    Self.expectSame(PersonNameComponents.self)
    Self.expectSame(Duration.self)
  }

  @Test func `wrappers, generic types and classes`() {
    Self.expectSame(OrZero.self)
    Self.expectSame(Wrappers.self)
    Self.expectSame(Tree<Int>.self)
    Self.expectSame(Page<Int>.self)
    Self.expectSame(Vehicle.self)
    Self.expectSame(Car.self)
    Self.expectSame(Link.self)
    Self.expectSame(Coordinate.self)
  }
}
