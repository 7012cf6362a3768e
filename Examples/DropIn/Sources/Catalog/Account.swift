import Foundation

/// Somebody who has an account: a base class, because the app's store keeps references.
open class Account: Codable {
  public let id: Int
  public var name: String
  public var lastSeen: Date

  private enum CodingKeys: String, CodingKey { case id, name, lastSeen = "last_seen" }

  public required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(Int.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    lastSeen = try container.decode(Date.self, forKey: .lastSeen)
  }

  open func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(lastSeen, forKey: .lastSeen)
  }
}

/// Somebody who sells.
public final class Seller: Account {
  public var shopName: String
  public var location: Coordinates?

  private enum CodingKeys: String, CodingKey { case shopName = "shop_name", location, account }

  public required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    shopName = try container.decode(String.self, forKey: .shopName)
    location = try container.decodeIfPresent(Coordinates.self, forKey: .location)
    try super.init(from: container.superDecoder(forKey: .account))
  }

  public override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(shopName, forKey: .shopName)
    try container.encodeIfPresent(location, forKey: .location)
    try super.encode(to: container.superEncoder(forKey: .account))
  }
}

/// A place as GeoJSON has it: longitude, latitude, and perhaps a height.
public struct Coordinates: Codable, Equatable, Sendable {
  public var latitude, longitude: Double
  public var height: Double?

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    longitude = try container.decode(Double.self)
    latitude = try container.decode(Double.self)
    height = container.isAtEnd ? nil : try container.decode(Double.self)
    guard (-90...90).contains(latitude) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no such latitude: \(latitude)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(longitude)
    try container.encode(latitude)
    if let height { try container.encode(height) }
  }
}
