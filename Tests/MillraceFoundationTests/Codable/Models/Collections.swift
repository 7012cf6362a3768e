import Foundation

struct Collections: Modeled {
  var matrix: [[Double]]
  var set: Set<Int>
  var closed: ClosedRange<Int>
  var half: Range<Double>
  var from: PartialRangeFrom<Int>?
  var nested: Int??
  var holes: [Int?]
  var contiguous: ContiguousArray<String>

  static let shape = Shape.object(
    [
      "matrix": .array(.array(.number)), "set": .array(.small), "closed": .tuple([.integer(0...5), .integer(5...9)]),
      "half": .tuple([.integer(0...5), .integer(5...9)]), "holes": .array(.optional(.small)),
      "contiguous": .array(.string),
    ], optional: ["from": .tuple([.small]), "nested": .optional(.small)])
}

enum Color: String, Codable, CodingKeyRepresentable, CaseIterable { case red, green, blue }
enum Level: Int, Codable, CodingKeyRepresentable, CaseIterable { case low, middle = 5, high = 9 }

/// A key by way of `CodingKeyRepresentable`, hand-written.
struct Tag: Hashable, Codable, CodingKeyRepresentable {
  var name: String
  init(_ name: String) { self.name = name }
  init?(codingKey: some CodingKey) {
    guard !codingKey.stringValue.isEmpty else { return nil }
    name = codingKey.stringValue
  }
  var codingKey: any CodingKey { Key(stringValue: name) }
}

struct Dictionaries: Modeled {
  var words: [String: [String: Int]]
  var numbers: [Int: String]
  var colors: [Color: Int]
  var levels: [Level: [String]]
  var tags: [Tag: Bool]
  var pairs: [UUID: Int]
  var optionals: [String: Int?]

  static let shape = Shape.object([
    "words": .dictionary(.dictionary(.small)), "numbers": .numbered(.string),
    "colors": .object([:], optional: ["red": .small, "blue": .small]),
    "levels": .object([:], optional: ["0": .array(.string), "9": .array(.string)]),
    "tags": .dictionary(.bool), "pairs": .choice([.tuple([.uuid, .small]), .tuple([])]),
    "optionals": .dictionary(.optional(.small)),
  ])
}

/// A recursive generic type.
struct Tree<Leaf> {
  var value: Leaf
  var children: [Tree]
}

extension Tree: Decodable where Leaf: Decodable {}
extension Tree: Encodable where Leaf: Encodable {}
extension Tree: Modeled where Leaf: Modeled {
  static var shape: Shape {
    .object(["value": Leaf.shape, "children": .array(.of(Self.self))])
  }
}

/// A default for a field that is missing or null.
@propertyWrapper
struct OrZero: Codable {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    Trace.note("wrapper", at: decoder.codingPath)
    wrappedValue = container.decodeNil() ? 0 : try container.decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
  func decode(_ type: OrZero.Type, forKey key: Key) throws -> OrZero {
    try decodeIfPresent(type, forKey: key) ?? OrZero(wrappedValue: 0)
  }
}

/// A wrapper as the compiler makes its coding.
@propertyWrapper
struct Boxed<Value> {
  var wrappedValue: Value
}

extension Boxed: Decodable where Value: Decodable {}
extension Boxed: Encodable where Value: Encodable {}

struct Wrappers: Modeled {
  @OrZero var count: Int
  @OrZero var other: Int
  @Boxed var name: String

  static let shape = Shape.object(
    ["name": .object(["wrappedValue": .string])], optional: ["count": .optional(.small), "other": .small])
}
