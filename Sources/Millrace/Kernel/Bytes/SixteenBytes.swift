import CByteMask

// Sixteen bytes at a time, in a vector register.
//
// Only strings are long enough to benefit. The operators used here are those between two vectors of a concrete type,
// which the compiler translates to one instruction each; those between a vector and a scalar, and `any`, become loops
// over single lanes in Swift 6.3. Unlike the masks of `EightBytes` these are exact in every lane.

/// Sixteen consecutive bytes, the first one in lane 0.
@frozen @usableFromInline
package struct SixteenBytes {
  @usableFromInline package typealias Vector = SIMD16<UInt8>

  /// The number of bytes.
  @inlinable package static var count: Int { 16 }

  @usableFromInline package var vector: Vector

  @inlinable @inline(__always)
  package init(_ vector: Vector) { self.vector = vector }

  /// Loads sixteen bytes from any address.
  ///
  /// - Safety: sixteen bytes from `pointer` on must be readable.
  @inlinable @inline(__always)
  package init(at pointer: UnsafePointer<UInt8>) {
    vector = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
  }

  /// Combines two times eight bytes.
  @inlinable @inline(__always)
  package init(_ first: EightBytes, _ second: EightBytes) {
    vector = unsafe unsafeBitCast(SIMD2(first.lanes.littleEndian, second.lanes.littleEndian), to: Vector.self)
  }

  /// The decimal digits of two numbers below 100,000,000 as characters, eight of each, the most significant first.
  @inline(__always)
  init(digitCharactersOf upper: UInt64, _ lower: UInt64) {
    #if arch(x86_64) || arch(arm64)
      vector = millrace_sixteen_digits(UInt32(truncatingIfNeeded: upper), UInt32(truncatingIfNeeded: lower))
    #else
      self.init(EightBytes(digitsOf: upper).digitCharacters, EightBytes(digitsOf: lower).digitCharacters)
    #endif
  }

  /// Moves the bytes from an index on by one byte, which removes the last one. The byte at the index is not specified.
  ///
  /// - Parameter index: The index of the gap, 0 to 15.
  @inline(__always)
  func withGap(at index: Int) -> SixteenBytes { SixteenBytes(millrace_with_gap(vector, index)) }

  /// Stores the sixteen bytes at any address.
  ///
  /// - Safety: sixteen bytes from `pointer` on must be writable.
  @inlinable @inline(__always)
  package func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: vector, as: Vector.self)
  }

  /// All ones in the lanes of quotes, backslashes and control bytes (below 0x20), zeros in the others.
  @inlinable @inline(__always)
  package var stringSpecials: Mask {
    // With the bit of 2 inverted, the controls stay below 0x20, and the quote alone becomes 0x20.
    let quotesAndControls = (vector ^ Vector(repeating: 2)) .<= Vector(repeating: ASCII.space)
    return Mask(quotesAndControls .| (vector .== Vector(repeating: ASCII.backslash)))
  }

  /// All ones in the lanes of quotes, zeros in the others.
  @inlinable @inline(__always)
  package var quotes: Mask { Mask(vector .== Vector(repeating: ASCII.quote)) }

  /// All ones in the lanes of quotes, backslashes, control bytes and bytes from 0x80 on, zeros in the others.
  @inlinable @inline(__always)
  package var plainTextEnds: Mask {
    let quotes = vector .== Vector(repeating: ASCII.quote)
    let backslashes = vector .== Vector(repeating: ASCII.backslash)
    // As signed numbers, bytes from 0x80 on are negative.
    let others = unsafe unsafeBitCast(vector, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: Int8(ASCII.space))
    return Mask(quotes .| backslashes .| others)
  }

  /// All ones in the lanes of bytes other than digits, zeros in the others.
  @inlinable @inline(__always)
  package var nonDigits: Mask { Mask((vector &- Vector(repeating: ASCII.zero)) .> Vector(repeating: 9)) }

  /// All ones in the lanes of bytes other than spaces, zeros in the others.
  @inlinable @inline(__always)
  package var nonSpaces: Mask { Mask(vector .!= Vector(repeating: ASCII.space)) }

  /// A mask of the lanes of bytes from 0x80 on: one bit for each lane.
  @inlinable @inline(__always)
  package var nonASCII: UInt32 { millrace_byte_mask(vector) }

  /// Whether all bytes are below 0x80.
  @inlinable @inline(__always)
  package var isASCII: Bool { nonASCII == 0 }

  /// Whether the first `count` bytes, at most 16, are below 0x80.
  @inlinable @inline(__always)
  package func isASCII(first count: Int) -> Bool {
    nonASCII & (1 &<< UInt32(truncatingIfNeeded: count) &- 1) == 0
  }

  /// A mask of the lanes that are equal to those of another vector: one bit for each lane.
  @inlinable @inline(__always)
  package func lanes(equalTo other: SixteenBytes) -> UInt32 { Mask(vector .== other.vector).bits }

  /// A mask in a general register, with one bit for each lane.
  @frozen @usableFromInline
  package struct Mask {
    @usableFromInline let bits: UInt32

    @inlinable @inline(__always)
    package init(_ mask: SIMDMask<SIMD16<Int8>>) {
      bits = unsafe millrace_byte_mask(unsafeBitCast(mask, to: SIMD16<UInt8>.self))
    }

    @inlinable @inline(__always)
    package var isEmpty: Bool { bits == 0 }

    @inlinable @inline(__always)
    package var isFull: Bool { bits == 0xFFFF }

    /// The index of the first set lane, 0 to 15, or 16 if the mask is empty.
    @inlinable @inline(__always)
    package var firstLane: Int { (bits | 0x1_0000).trailingZeroBitCount }
  }
}
