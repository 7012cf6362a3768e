public import Pass

/// A pass over types that are `Codable`, with whatever coders.
open class CodablePass: Pass {
  /// Decodes the pass's document.
  open func decode<Value: Codable>(_ type: Value.Type) throws -> Value {
    fatalError("a subclass decodes")
  }

  /// Encodes a value and counts its bytes.
  open func encode<Value: Codable>(_ value: Value) throws {
    fatalError("a subclass encodes")
  }
}
