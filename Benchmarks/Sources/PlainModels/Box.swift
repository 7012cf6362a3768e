/// A value stored by reference, so that a structure can contain a value of the same type. In documents it is the value itself.
public final class Box<Value> {
  public let value: Value
  public init(_ value: Value) { self.value = value }
}

extension Box: Equatable where Value: Equatable {
  public static func == (left: Box, right: Box) -> Bool { left.value == right.value }
}

extension Box: Decodable where Value: Decodable {
  public convenience init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

extension Box: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

extension Box: Sendable where Value: Sendable {}
