/// A weight in grams. The server sends it in the unit of the customer's country, which only the session knows.
public struct Weight: Decodable, Equatable, Sendable {
  public enum Unit: Double, Sendable { case grams = 1, ounces = 28.349523125 }

  public static let unit = CodingUserInfoKey(rawValue: "weight unit").unsafelyUnwrapped

  public var grams: Double

  public init(from decoder: any Decoder) throws {
    guard let unit = decoder.userInfo[Self.unit] as? Unit else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "the unit of weights is not set"))
    }
    grams = try decoder.singleValueContainer().decode(Double.self) * unit.rawValue
  }
}
