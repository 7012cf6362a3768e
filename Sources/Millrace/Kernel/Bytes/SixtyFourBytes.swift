import CByteMask

// Sixty-four bytes at a time, with a bit of one word for each byte.
//
// A word of bits is used to find cells in rows. The same few operations distinguish several kinds of bytes for all
// sixty-four, and moving from one match to the next takes two instructions, regardless of the distance (G. Langdale, D.
// Lemire, "Parsing Gigabytes of JSON per Second", VLDB Journal 28, 2019).

/// Sixty-four consecutive bytes in two vectors of thirty-two, which are two registers each unless the processor is known
/// to have wider ones.
@frozen @usableFromInline
package struct SixtyFourBytes {
  @usableFromInline package typealias Vector = SIMD32<UInt8>
  @usableFromInline package typealias SignedVector = SIMD32<Int8>
  @usableFromInline package typealias Lanes = SIMDMask<SignedVector>

  @usableFromInline let first: Vector
  @usableFromInline let second: Vector

  /// Loads sixty-four bytes from any address.
  ///
  /// - Safety: as many bytes from `pointer` on must be readable.
  @inlinable @inline(__always)
  package init(at pointer: UnsafePointer<UInt8>) {
    first = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
    second = unsafe UnsafeRawPointer(pointer + 32).loadUnaligned(as: Vector.self)
  }

  /// A bit for each byte, the first byte in the lowest bit: whether `isMatch` returns all ones for its lane.
  @inlinable @inline(__always)
  package func bits(where isMatch: (Vector) -> Lanes) -> UInt64 {
    let (lower, upper) = (Self.halves(isMatch(first)), Self.halves(isMatch(second)))
    return millrace_byte_masks_of_four(lower.0, lower.1, upper.0, upper.1)
  }

  /// A bit for each byte, set if the byte is 0x80 or more.
  @inlinable @inline(__always)
  package var nonASCII: UInt64 { bits(where: Self.highBits) }

  /// A bit for each byte, set if the byte is equal to `byte`.
  @inlinable @inline(__always)
  package func bits(of byte: UInt8) -> UInt64 { bits { $0 .== Vector(repeating: byte) } }

  /// Whether one of the bytes is equal to `byte`.
  @inlinable @inline(__always)
  package func contains(_ byte: UInt8) -> Bool { contains { $0 .== Vector(repeating: byte) } }

  /// Whether `isMatch` returns all ones for the lane of one of the bytes.
  @inlinable @inline(__always)
  package func contains(where isMatch: (Vector) -> Lanes) -> Bool {
    Self.bits(isMatch(first) .| isMatch(second)) != 0
  }

  /// Whether all bytes are below 0x80.
  @inlinable @inline(__always)
  package var isASCII: Bool { !contains(where: Self.highBits) }

  /// Whether one of the bytes is 0x80 or more, or `isMatch` returns all ones for its lane.
  @inlinable @inline(__always)
  package func containsNonASCII(orWhere isMatch: (Vector) -> Lanes) -> Bool {
    contains { Self.highBits($0) .| isMatch($0) }
  }

  /// Lanes whose highest bit is that of each byte. The other bits do not matter to ``bits(_:)``.
  @inlinable @inline(__always)
  static func highBits(_ bytes: Vector) -> Lanes { unsafe unsafeBitCast(bytes, to: Lanes.self) }

  @inlinable @inline(__always)
  static func bits(_ lanes: Lanes) -> UInt32 {
    let halves = halves(lanes)
    return millrace_byte_masks(halves.0, halves.1)
  }

  @inlinable @inline(__always)
  static func halves(_ lanes: Lanes) -> (SixteenBytes.Vector, SixteenBytes.Vector) {
    unsafe unsafeBitCast(lanes, to: (SixteenBytes.Vector, SixteenBytes.Vector).self)
  }
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
