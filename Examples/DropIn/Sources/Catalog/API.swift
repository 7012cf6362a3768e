import Foundation

/// How the shop's API writes JSON.
public enum API {
  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// A decoder for the older interfaces, whose dates are seconds.
  ///
  /// - Parameter weights: the unit of the session.
  static func legacyDecoder(weights: Weight.Unit? = nil) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.userInfo[Weight.unit] = weights
    return decoder
  }

  static func legacyEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Reads what the server answered.
  ///
  /// - Throws: `ErrorEnvelope` if that is what the answer is, `DecodingError` if it is neither.
  public static func decode<Answer: Decodable>(_ type: Answer.Type, from data: Data) throws -> Answer {
    let decoder = decoder()
    if let problem = try? decoder.decode(ErrorEnvelope.self, from: data) { throw problem }
    return try decoder.decode(type, from: data)
  }
}

/// What the server says when it cannot do what it was asked for.
public struct ErrorEnvelope: Error, Codable, Equatable {
  public struct Problem: Codable, Equatable, Sendable {
    public var code: Int
    public var message: String
    public var fieldErrors: [String: [String]]?
  }

  public var error: Problem
}

/// One page of a list.
public struct Page<Item: Codable & Sendable>: Codable, Sendable {
  public var items: [Item]
  public var nextPage: URL?
  public var totalCount: Int
}
