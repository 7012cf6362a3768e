// How a type with `@Serializable` writes itself within an encoder of `Codable` values. See `DirectDecoding.swift`.

/// The encoder that a value is given. MillraceCodable makes it an `Encoder`.
///
/// It is as large as what an existential holds without allocating.
package struct ValueEncoder {
  package let owner: __DirectEncoding
  package let id: Int
  package let start: Int

  @inline(__always)
  package init(owner: __DirectEncoding, id: Int, start: Int) {
    self.owner = owner
    self.id = id
    self.start = start
  }
}

/// One call of an encoder.
open class __DirectEncoding {
  package init() {}

  /// Writes the value that an encoder was made for by its ``Writable`` conformance.
  ///
  /// - Returns: whether it was written. Otherwise it is to be encoded by containers.
  open func __writeDirectly<Value: Writable>(_ value: Value, id: Int, start: Int) -> Bool { false }
}

extension Encoder {
  /// Writes a value by its ``Writable`` conformance if this is an encoder of MillraceCodable and the document would be the
  /// same.
  ///
  /// - Returns: whether it was written. Otherwise it is to be encoded by containers.
  public func __writeDirectly<Value: Writable>(_ value: Value) -> Bool {
    if Self.self != ValueEncoder.self { return false }
    // SAFETY: they are the same type.
    let encoder = unsafeBitCast(self, to: ValueEncoder.self)
    return encoder.owner.__writeDirectly(value, id: encoder.id, start: encoder.start)
  }
}
