// Sixty-four bytes at a time, with a bit of one word for each byte.
//
// A word of bits is used to find cells in rows. The same few operations distinguish several kinds of bytes for all
// sixty-four, and moving from one match to the next takes two instructions, regardless of the distance (G. Langdale, D.
// Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019).

/// Sixty-four consecutive bytes in four vectors.
@frozen @usableFromInline
package struct SixtyFourBytes {
  @usableFromInline package typealias Vector = SixteenBytes.Vector
  @usableFromInline package typealias Lanes = SIMDMask<SIMD16<Int8>>

  @usableFromInline let first: Vector
  @usableFromInline let second: Vector
  @usableFromInline let third: Vector
  @usableFromInline let fourth: Vector

  /// Loads sixty-four bytes from any address.
  ///
  /// - Safety: as many bytes from `pointer` on must be readable.
  @inlinable @inline(__always)
  package init(at pointer: UnsafePointer<UInt8>) {
    first = unsafe SixteenBytes(at: pointer).vector
    second = unsafe SixteenBytes(at: pointer + 16).vector
    third = unsafe SixteenBytes(at: pointer + 32).vector
    fourth = unsafe SixteenBytes(at: pointer + 48).vector
  }

  /// A bit for each byte, the first byte in the lowest bit: whether `isMatch` returns all ones for its lane.
  @inlinable @inline(__always)
  package func bits(where isMatch: (Vector) -> Lanes) -> UInt64 {
    Self.bits(isMatch(first)) | Self.bits(isMatch(second)) &<< 16 | Self.bits(isMatch(third)) &<< 32
      | Self.bits(isMatch(fourth)) &<< 48
  }

  /// A bit for each byte, set if the byte is equal to `byte`.
  @inlinable @inline(__always)
  package func bits(of byte: UInt8) -> UInt64 { bits { $0 .== Vector(repeating: byte) } }

  /// Whether one of the bytes is equal to `byte`.
  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool { contains { $0 .== Vector(repeating: byte) } }

  /// Whether `isMatch` returns all ones for the lane of one of the bytes.
  @inlinable @inline(__always)
  package func contains(where isMatch: (Vector) -> Lanes) -> Bool {
    !SixteenBytes.Mask(isMatch(first) .| isMatch(second) .| isMatch(third) .| isMatch(fourth)).isEmpty
  }

  /// Whether all bytes are below 0x80.
  @inlinable @inline(__always)
  package var isASCII: Bool { SixteenBytes(first | second | third | fourth).isASCII }

  @inlinable @inline(__always)
  static func bits(_ lanes: Lanes) -> UInt64 { UInt64(SixteenBytes.Mask(lanes).bits) }
}

extension UInt64 {
  /// A number in which each bit is the parity of this number's bits up to that position.
  @inline(__always)
  package var prefixParity: UInt64 {
    var bits = self
    bits ^= bits &<< 1
    bits ^= bits &<< 2
    bits ^= bits &<< 4
    bits ^= bits &<< 8
    bits ^= bits &<< 16
    bits ^= bits &<< 32
    return bits
  }
}
