// Eight bytes at a time.
//
// A general register has eight lanes of one byte each ("SIMD within a register", Lamport 1975). Three questions
// determine how fast text is read, and a few operations answer each of them for eight bytes:
//
// - where is the first byte that cannot be copied from a string token unchanged (quote, backslash, control)?
// - how many decimal digits are here, and which number do they form?
// - are all bytes ASCII?
//
// Lane arithmetic borrows and carries from a matching lane into the next one, so only the *first* match of a mask is
// exact; the lanes above it may be wrong. Every caller therefore uses only the lowest set bit, and computes a new mask
// after it. The tests compare each mask with a loop over single bytes, for every byte in every lane.

/// Eight consecutive bytes, the first one in the lowest lane on every platform.
@frozen @usableFromInline
package struct EightBytes {
  @usableFromInline package var lanes: UInt64

  @inlinable @inline(__always)
  package init(lanes: UInt64) { self.lanes = lanes }

  /// Loads eight bytes from any address.
  ///
  /// - Safety: eight bytes from `pointer` on must be readable.
  @inlinable @inline(__always)
  package init(at pointer: UnsafePointer<UInt8>) {
    lanes = unsafe UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Stores the eight bytes at any address.
  ///
  /// - Safety: eight bytes from `pointer` on must be writable.
  @inlinable @inline(__always)
  package func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: lanes.littleEndian, as: UInt64.self)
  }

  /// A word with `byte` in every lane.
  @inlinable @inline(__always)
  static func lanes(of byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  @inlinable @inline(__always)
  static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The high bit of each lane: zero when all eight bytes are ASCII.
  @inlinable @inline(__always)
  package var nonASCII: UInt64 { lanes & Self.highBits }

  /// The index of the lane that contains a mask's lowest bit, 0 to 7, or 8 if the mask is zero.
  @inlinable @inline(__always)
  package static func firstLane(of mask: UInt64) -> Int { mask.trailingZeroBitCount &>> 3 }

  /// The high bits of the lanes below the mask's first lane.
  @inlinable @inline(__always)
  func nonASCII(below mask: UInt64) -> UInt64 {
    nonASCII & ((1 &<< UInt64(mask.trailingZeroBitCount & 56)) &- 1)
  }

  // MARK: Strings

  /// Marks the first quote, backslash or control byte (below 0x20); zero if there is none.
  ///
  /// `x ^ 2` maps the quote to 0x20 and keeps the controls below it, so one subtraction finds both. Lanes with their
  /// high bit set never match (`~lanes`).
  @inlinable @inline(__always)
  var stringSpecials: UInt64 {
    let quoteOrControl = (lanes ^ Self.lanes(of: 0x02)) &- Self.lanes(of: 0x21)
    let backslash = (lanes ^ Self.lanes(of: ASCII.backslash)) &- Self.lanes(of: 0x01)
    return (quoteOrControl | backslash) & ~lanes & Self.highBits
  }

  /// Zero if all eight bytes are spaces; otherwise the lowest bit is in the first lane that is not a space.
  @inlinable @inline(__always)
  package var nonSpaces: UInt64 { lanes ^ Self.lanes(of: ASCII.space) }

  // MARK: Digits

  /// The lanes minus `0`: 0 to 9 for digits.
  @inlinable @inline(__always)
  package var digitValues: EightBytes { EightBytes(lanes: lanes ^ Self.lanes(of: ASCII.zero)) }

  /// For `digitValues`: marks the first lane that was not a digit; zero if all eight were digits.
  @inlinable @inline(__always)
  package var nonDigits: UInt64 { ((lanes &+ Self.lanes(of: 0x76)) | lanes) & Self.highBits }

  /// For `digitValues` of eight digits: the number that they form, 0 to 99,999,999.
  ///
  /// Neighbours are combined in three multiplications: digits to pairs, pairs to fours, fours to eight.
  @inlinable @inline(__always)
  package var decimalValue: UInt64 {
    let pairs = (lanes &* (10 << 8 | 1)) &>> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* (100 << 16 | 1)) &>> 16
    return ((fours & 0x0000_FFFF_0000_FFFF) &* (10_000 << 32 | 1)) &>> 32
  }

  /// For `digitValues`: the number that the lanes below `firstNonDigit`'s mark form, if at least one is a digit.
  ///
  /// Shifting the digits to the top fills the bottom with zeros, which are leading zeros of the number.
  @inlinable @inline(__always)
  func decimalValue(digitBits: Int) -> UInt64 {
    EightBytes(lanes: lanes &<< UInt64(truncatingIfNeeded: 64 &- digitBits)).decimalValue
  }

  /// The eight digits of a number below 100,000,000 as values 0 to 9, the most significant in the lowest lane.
  ///
  /// The inverse of `decimalValue`: each step divides all lanes by multiplying with a reciprocal (the shifts are exact
  /// for the range of each step; tested for all inputs at the edges of every digit).
  @inlinable @inline(__always)
  init(digitsOf number: UInt64) {
    let high4 = (number &* 109_951_163) &>> 40
    let fours = high4 | (number &- high4 &* 10_000) &<< 32
    let high2 = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let pairs = high2 | (fours &- high2 &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    lanes = tens | (pairs &- tens &* 10) &<< 8
  }

  /// The characters of digit values.
  @inlinable @inline(__always)
  var digitCharacters: EightBytes { EightBytes(lanes: lanes | Self.lanes(of: ASCII.zero)) }
}
