import Foundation

/// The start page: blocks of several types, distinguished by a member.
public struct Feed: Codable, Equatable, Sendable {
  public var blocks: [Block]
  public var promotions: LossyArray<Promotion>
}

public enum Block: Codable, Equatable, Sendable {
  case banner(Banner)
  case carousel(Carousel)
  case unsupported(type: String)

  public struct Banner: Codable, Equatable, Sendable {
    public var title: String
    public var imageUrl: URL
  }

  public struct Carousel: Codable, Equatable, Sendable {
    public var title: String
    public var productIds: [UUID]
  }

  private enum CodingKeys: String, CodingKey { case type }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "banner": self = .banner(try Banner(from: decoder))
    case "carousel": self = .carousel(try Carousel(from: decoder))
    case let other: self = .unsupported(type: other)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .banner(let banner):
      try container.encode("banner", forKey: .type)
      try banner.encode(to: encoder)
    case .carousel(let carousel):
      try container.encode("carousel", forKey: .type)
      try carousel.encode(to: encoder)
    case .unsupported(let type): try container.encode(type, forKey: .type)
    }
  }
}

public struct Promotion: Codable, Equatable, Sendable {
  public var code: String
  public var percent: Int
}

/// An array that leaves out what it cannot read.
public struct LossyArray<Element: Codable & Sendable>: Codable, Sendable {
  public var elements: [Element]
  public var dropped = 0

  private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    elements = []
    while !container.isAtEnd {
      if let element = try? container.decode(Element.self) {
        elements.append(element)
      } else {
        _ = try container.decode(Anything.self)
        dropped += 1
      }
    }
  }

  public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

extension LossyArray: Equatable where Element: Equatable {}
