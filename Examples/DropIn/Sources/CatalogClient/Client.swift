public import Foundation

#if FAST_CODERS
  public import MillraceFoundation
#endif

// A module with coders in its public API. An alias for the module would not do here, because the callers of a public
// function must know the types of its parameters. They are Foundation's classes, and what is passed is Millrace's.

/// Loads documents of the catalog.
public struct Client: Sendable {
  /// A coder as a stored property.
  public var decoder: JSONDecoder
  public var encoder: JSONEncoder

  /// Coders as default arguments.
  #if FAST_CODERS
    public init(decoder: JSONDecoder = FastJSONDecoder(), encoder: JSONEncoder = FastJSONEncoder()) {
      self.decoder = decoder
      self.encoder = encoder
    }
  #else
    public init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
      self.decoder = decoder
      self.encoder = encoder
    }
  #endif

  public func load<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  public func save(_ value: some Encodable) throws -> Data { try encoder.encode(value) }
}

/// A function of whatever decoder there is, as libraries have them.
public func decodeAll<Decoder: JSONDecoder, Value: Decodable>(
  _ documents: [Data], as type: Value.Type, with decoder: Decoder
) throws -> [Value] {
  decoder.dateDecodingStrategy = .iso8601
  return try documents.map { try decoder.decode(type, from: $0) }
}
