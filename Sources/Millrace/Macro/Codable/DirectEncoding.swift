// How a type with `@Serializable` is written directly within an encoder of `Codable` values. See
// `DirectDecoding.swift`.

/// The encoder of one value. MillraceCodable adds the conformance to `Encoder`.
///
/// Its size is the largest that an existential stores without allocating.
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

  /// Writes a value with its ``Writable`` conformance, in place of its encoder.
  ///
  /// - Returns: Whether the value was written. If not, it must be encoded with containers.
  open func __writeDirectly<Value: Writable>(_ value: Value, id: Int, start: Int) -> Bool { false }
}

extension Encoder {
  /// Writes a value with its ``Writable`` conformance if this is an encoder of MillraceCodable and the document would
  /// be the same.
  ///
  /// - Returns: Whether the value was written. If not, it must be encoded with containers.
  public func __writeDirectly<Value: Writable>(_ value: Value) -> Bool {
    if Self.self != ValueEncoder.self { return false }
    // SAFETY: they are the same type.
    let encoder = unsafe unsafeBitCast(self, to: ValueEncoder.self)
    return encoder.owner.__writeDirectly(value, id: encoder.id, start: encoder.start)
  }
}
