/// A key that can be any, so that types with hand-written coding need no enumeration each.
public struct UniversalKey: CodingKey, ExpressibleByStringLiteral {
  public let stringValue: String
  public var intValue: Int? { nil }

  public init(stringLiteral value: String) {
    stringValue = value
  }

  public init?(stringValue: String) {
    self.stringValue = stringValue
  }

  public init?(intValue: Int) {
    return nil
  }
}
