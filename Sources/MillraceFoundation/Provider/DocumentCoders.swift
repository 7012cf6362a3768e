#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A decoder of values of any `Decodable` type from documents.
public protocol DocumentDecoder: Sendable {
  /// Reads a value from a whole document.
  ///
  /// - Throws: an error of the implementation, such as `DecodingError`.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// An encoder of values of any `Encodable` type as documents.
public protocol DocumentEncoder: Sendable {
  /// Writes a value as a whole document.
  ///
  /// - Throws: an error of the implementation, such as `EncodingError`.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONDecoder: DocumentDecoder {}
extension JSONEncoder: DocumentEncoder {}
