// Sixty-four bytes at a time, with a bit of one word for each.
//
// A word of bits is what rows of cells are found with: several kinds of bytes are distinguished by the same few operations
// for all sixty-four, and to go from one byte that was found to the next costs two instructions, whatever is between
// them (G. Langdale, D. Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019).

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
    first = SixteenBytes(at: pointer).vector
    second = SixteenBytes(at: pointer + 16).vector
    third = SixteenBytes(at: pointer + 32).vector
    fourth = SixteenBytes(at: pointer + 48).vector
  }

  /// A bit for each byte, the first one lowest: whether `isMatch` says so of its lane.
  @inlinable @inline(__always)
  package func bits(where isMatch: (Vector) -> Lanes) -> UInt64 {
    Self.bits(isMatch(first)) | Self.bits(isMatch(second)) &<< 16 | Self.bits(isMatch(third)) &<< 32
      | Self.bits(isMatch(fourth)) &<< 48
  }

  /// A bit for each byte that is equal to another.
  @inlinable @inline(__always)
  package func bits(of byte: UInt8) -> UInt64 { bits { $0 .== Vector(repeating: byte) } }

  /// Whether one of the bytes is equal to another.
  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool {
    let bytes = Vector(repeating: byte)
    let isThere = (first .== bytes) .| (second .== bytes) .| (third .== bytes) .| (fourth .== bytes)
    return !SixteenBytes.Mask(isThere).isEmpty
  }

  /// Whether all bytes are below 0x80, and none is one for which `isMatch` says so of its lane.
  @inlinable @inline(__always)
  package func isASCII(without isMatch: (Vector) -> Lanes) -> Bool {
    // A lane that matches is all ones and so looks like a byte that is not ASCII.
    func marked(_ vector: Vector) -> Vector { vector | unsafeBitCast(isMatch(vector), to: Vector.self) }
    return SixteenBytes(marked(first) | marked(second) | marked(third) | marked(fourth)).isASCII
  }

  @inlinable @inline(__always)
  static func bits(_ lanes: Lanes) -> UInt64 { UInt64(SixteenBytes.Mask(lanes).bits) }
}

extension UInt64 {
  /// Each bit is the parity of the bits of this number up to it.
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
