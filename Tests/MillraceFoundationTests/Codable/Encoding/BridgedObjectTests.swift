import Foundation
import Testing

// Foundation's encoder does not call these for objects that bridge to a type with a strategy.

extension NSNumber: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws { try encodeByItself(self, to: encoder) }
}

extension NSDate: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws { try encodeByItself(self, to: encoder) }
}

extension NSURL: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws { try encodeByItself(self, to: encoder) }
}

extension NSData: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws { try encodeByItself(self, to: encoder) }
}

extension NSString: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws { try encodeByItself(self, to: encoder) }
}

extension NSNull: @retroactive Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

private func encodeByItself(_ object: NSObject, to encoder: any Encoder) throws {
  var container = encoder.singleValueContainer()
  try container.encode("the object's own text: \(object)")
}

/// A value whose type is not known before it is encoded.
private struct Erased: Encodable {
  var value: any Encodable

  init(_ value: any Encodable) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

private final class NamedNumber: NSObject, Encodable {
  let theNumber = NSDecimalNumber(string: "7.25")
  let theName = "seven"

  private enum CodingKeys: CodingKey { case theNumber, theName }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(theNumber, forKey: .theNumber)
    try container.encode(theName, forKey: .theName)
  }
}

@Suite("Objects of Foundation and bridged values written as by Foundation")
struct BridgedObjectTests {
  private static let decimal = NSDecimalNumber(string: "12345678901234567890.125")

  @Test(arguments: KeyRule.allCases)
  func `objects that bridge to values`(_ keys: KeyRule) throws {
    let options = EncodingOptions.with { $0.keys = keys }
    let link = try #require(NSURL(string: "https://example.com/a?b=c"))
    let file = try #require(NSURL(string: "b", relativeTo: URL(string: "https://example.com/a/")))
    expectSameEncoding(ScalarEncodingTests.cases([Self.decimal, .zero, .notANumber, .one], options))
    expectSameEncoding(ScalarEncodingTests.cases([NSNumber(value: 1), Self.decimal, NSNumber(value: true)], options))
    expectSameEncoding(ScalarEncodingTests.cases([link, file], options))
    expectSameEncoding(ScalarEncodingTests.cases(["text", ""] as [NSString], options))
    expectSameEncoding(ScalarEncodingTests.cases([NSNull()], options))
    expectSameEncoding(ScalarEncodingTests.cases([NamedNumber()], options))
  }

  @Test(arguments: EncodingOptions.Dates.allCases)
  func `date objects by every strategy`(_ dates: EncodingOptions.Dates) {
    let moments = [0, 0.5, 1_792_584_801.25, -1e12].map { NSDate(timeIntervalSince1970: $0) }
    expectSameEncoding(ScalarEncodingTests.cases(moments, .with { $0.dates = dates }))
  }

  @Test(arguments: EncodingOptions.Bytes.allCases)
  func `data objects by every strategy`(_ data: EncodingOptions.Bytes) {
    let options = EncodingOptions.with { $0.data = data }
    expectSameEncoding(ScalarEncodingTests.cases([NSData(), NSData(data: Data([1, 2, 3]))], options))
    expectSameEncoding(ScalarEncodingTests.cases([NSMutableData(data: Data([255]))], options))
  }

  @Test(arguments: KeyRule.allCases)
  func `values of any type`(_ keys: KeyRule) {
    let options = EncodingOptions.with { $0.keys = keys }
    let values: [any Encodable] = [
      Self.decimal, Self.decimal as NSNumber, NSNumber(value: 2.5), NSDate(timeIntervalSince1970: 7), NSNull(),
      NSData(data: Data([1])), Date(timeIntervalSince1970: 7), Decimal(3), "text", Optional(Self.decimal),
      [Self.decimal],
      ["myKey": Self.decimal], ["myKey": ["otherKey": 1]], CGFloat(1.5),
    ]
    expectSameEncoding(values.enumerated().map { EncodingCase("value \($0)", Erased($1), options) })
    expectSameEncoding([
      EncodingCase("elements", values.map(Erased.init), options),
      EncodingCase("members", ["myKey": Erased(["innerKey": Self.decimal])], options),
      EncodingCase("by a container", object: options) { object in
        for (index, value) in values.enumerated() { try object.encode(value, forKey: Key(stringValue: "aKey\(index)")) }
      },
    ])
  }

  /// The text of the largest `Float` would differ if a `CGFloat` were converted to a `Double` first.
  private static let lengths: [CGFloat] = [
    0, -0.0, 1, 0.1, 1.5, 1e20, 1e-7, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .nan, .infinity,
    -.infinity,
  ]

  @Test(arguments: DecodingOptions.Floats.allCases)
  func `lengths`(_ floats: DecodingOptions.Floats) {
    let options = EncodingOptions.with { $0.floats = floats }
    expectSameEncoding(ScalarEncodingTests.cases(Self.lengths, options))
    let rectangle = CGRect(x: 0.1, y: 2, width: 1e20, height: 3)
    expectSameEncoding(ScalarEncodingTests.cases([rectangle], options))
    expectSameEncoding(ScalarEncodingTests.cases([rectangle.origin, .zero], options))
    expectSameEncoding(ScalarEncodingTests.cases([rectangle.size], options))
  }
}
