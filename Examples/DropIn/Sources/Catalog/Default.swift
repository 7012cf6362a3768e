/// A value for a member that is missing or null.
public protocol DefaultValue {
  associatedtype Value: Codable & Equatable & Sendable
  static var value: Value { get }
}

@propertyWrapper
public struct Default<Source: DefaultValue>: Codable, Equatable, Sendable {
  public var wrappedValue: Source.Value

  public init(wrappedValue: Source.Value) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? Source.value : try container.decode(Source.Value.self)
  }

  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
  public func decode<Source>(_ type: Default<Source>.Type, forKey key: Key) throws -> Default<Source> {
    try decodeIfPresent(type, forKey: key) ?? Default(wrappedValue: Source.value)
  }
}

public enum EmptyTags: DefaultValue { public static let value: [String] = [] }
public enum One: DefaultValue { public static let value = 1 }
