// How a type with `@Serializable` reads itself within a decoder of `Codable` values.
//
// Its `init(from:)` asks the decoder first. The decoders of MillraceCodable are this module's structure, so that they are
// recognized by the identity of their type: a cast would look through the conformances of the process.

/// The decoder of one value. MillraceCodable makes it a `Decoder`.
///
/// It is as large as what an existential holds without allocating.
package struct ValueDecoder {
  package let owner: __DirectDecoding
  package let position: UnsafePointer<UInt8>
  /// The arrays and objects around the value.
  package let level: Int

  @inline(__always)
  package init(owner: __DirectDecoding, position: UnsafePointer<UInt8>, level: Int) {
    self.owner = owner
    self.position = position
    self.level = level
  }
}

/// A decode in progress.
open class __DirectDecoding {
  package init() {}

  /// Reads the value at an address, `level` arrays and objects deep, by its ``Readable`` conformance.
  ///
  /// - Returns: nil if the value is to be decoded by containers.
  open func __readDirectly<Value: Readable>(
    _ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int
  ) -> Value? { nil }
}

extension Decoder {
  /// Reads a value by its ``Readable`` conformance if this is a decoder of MillraceCodable and its options permit it.
  ///
  /// - Returns: nil if the value is to be decoded by containers.
  @inlinable
  public func __readDirectly<Value: Readable>(_ type: Value.Type) -> Value? { Millrace.readDirectly(type, from: self) }
}

extension Readable {
  /// What the initializer of a class returns instead of a new object: only in an extension of a protocol can a class assign
  /// to `self`.
  @inlinable
  public init(__replacedBy value: Self) { self = value }
}

@usableFromInline @inline(never)
func readDirectly<Value: Readable, Source: Decoder>(_ type: Value.Type, from decoder: Source) -> Value? {
  guard Source.self == ValueDecoder.self else { return nil }
  // SAFETY: they are the same type.
  let decoder = unsafeBitCast(decoder, to: ValueDecoder.self)
  return decoder.owner.__readDirectly(type, at: decoder.position, level: decoder.level)
}
