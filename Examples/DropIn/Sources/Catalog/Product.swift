import Foundation

public struct Product: Codable, Equatable, Sendable {
  public var id: UUID
  public var displayName: String
  public var price: Price
  public var createdAt: Date
  public var discontinuedAt: Date?
  public var availability: Availability
  @Default<EmptyTags> public var tags: [String]
  @Default<One> public var minimumQuantity: Int
  public var stock: [Warehouse: Int]
  public var thumbnail: Data?
}

public struct Price: Codable, Equatable, Sendable {
  public var amount: Decimal
  public var currency: String
}

public enum Warehouse: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
  case berlin, porto, tallinn
}

/// What the server knows today, and whatever it will know tomorrow.
public enum Availability: Codable, Equatable, Sendable {
  case inStock, soldOut
  case unknown(String)

  public init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(String.self) {
    case "in_stock": self = .inStock
    case "sold_out": self = .soldOut
    case let other: self = .unknown(other)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .inStock: try container.encode("in_stock")
    case .soldOut: try container.encode("sold_out")
    case .unknown(let other): try container.encode(other)
    }
  }
}
