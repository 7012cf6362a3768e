// How a type with `@Serializable` is read directly, without containers, within a decoder of `Codable` values.
//
// Its `init(from:)` first tries the decoder's direct path. The decoders of MillraceCodable are the structure of this
// file, so that the identity of their type is sufficient to recognize them: a cast would search the conformances of the
// process.

/// The decoder of one value. MillraceCodable adds the conformance to `Decoder`.
///
/// Its size is the largest that an existential stores without allocating.
///
/// SAFETY: the position is in the document of `owner`, which this value retains.
@safe
package struct ValueDecoder {
  package let owner: __DirectDecoding
  package let position: UnsafePointer<UInt8>
  /// The number of arrays and objects around the value.
  package let level: Int

  @inline(__always)
  package init(owner: __DirectDecoding, position: UnsafePointer<UInt8>, level: Int) {
    self.owner = owner
    unsafe self.position = unsafe position
    self.level = level
  }
}

/// A decode in progress.
open class __DirectDecoding {
  package init() {}

  /// Reads the value at an address with its ``Readable`` conformance. `level` is the number of arrays and objects
  /// around it.
  ///
  /// - Returns: Nil if the value must be decoded with containers.
  open func __readDirectly<Value: Readable>(
    _ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int
  ) -> Value? { nil }
}

extension Decoder {
  /// Reads a value with its ``Readable`` conformance if this is a decoder of MillraceCodable and its options permit it.
  ///
  /// - Returns: Nil if the value must be decoded with containers.
  @inlinable
  public func __readDirectly<Value: Readable>(_ type: Value.Type) -> Value? { Millrace.readDirectly(type, from: self) }
}

extension Readable {
  /// Replaces the object that a class initializer creates. A class can assign to `self` only in an extension of a
  /// protocol.
  @inlinable
  public init(__replacedBy value: Self) { self = value }
}

@usableFromInline @inline(never)
func readDirectly<Value: Readable, Source: Decoder>(_ type: Value.Type, from decoder: Source) -> Value? {
  guard Source.self == ValueDecoder.self else { return nil }
  // SAFETY: they are the same type.
  let decoder = unsafe unsafeBitCast(decoder, to: ValueDecoder.self)
  return unsafe decoder.owner.__readDirectly(type, at: decoder.position, level: decoder.level)
}
