// Skipping scalars that are short and have the usual form.
//
// A skipped value is checked as strictly as one that is read, so its cost is the time from loading its first byte until
// the address of the byte after it is known: the next load depends on it, and the processor can do everything else
// meanwhile. Here that is one load of sixteen bytes, a comparison, and the search for the first set bit. Conditions that
// hold for all usual values are checked by branches, which the processor predicts, and which delay nothing.

extension JSON {
  /// Returns the end of a value if it is a string of up to sixteen ASCII characters without escapes, an unsigned number of up
  /// to sixteen bytes without an exponent, `true`, `false` or `null`. Returns nil for any other value, also if it is not
  /// well-formed.
  ///
  /// The caller must check that a comma, a bracket or white space follows, because otherwise the value continues.
  ///
  /// - Safety: 32 bytes must be readable.
  @inlinable @inline(__always)
  package static func endOfPlainScalar(at start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    let first = unsafe start.pointee
    if first == ASCII.quote {
      let end = unsafe start + 1 + SixteenBytes(at: start + 1).plainTextEnds.firstLane
      return unsafe end.pointee == ASCII.quote ? end + 1 : nil
    }
    if first &- ASCII.zero <= 9 { return unsafe endOfPlainDecimal(at: start) }
    // The processor cannot predict which literal is next, so there is no branch that depends on it.
    let word = unsafe EightBytes(at: start).lanes
    let isFalse = first == ASCII.lowercaseF
    let literal: UInt64 =
      isFalse ? 0x65_736C_6166 : first == ASCII.lowercaseT ? 0x6575_7274 : 0x6C6C_756E  // "false", "true", "null"
    guard word & (isFalse ? 0xFF_FFFF_FFFF : 0xFFFF_FFFF) == literal else { return nil }
    return unsafe start + (isFalse ? 5 : 4)
  }

  @inlinable @inline(__always)
  static func endOfPlainDecimal(at start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    let bytes = unsafe SixteenBytes(at: start)
    let nonDigits = bytes.nonDigits.bits | 0x1_0000
    let points = bytes.lanes(equalTo: SixteenBytes(SixteenBytes.Vector(repeating: ASCII.dot)))
    // The number ends at the first byte that is neither a digit nor the first point.
    let point = points & (0 &- points)
    let length = (nonDigits & ~point).trailingZeroBitCount
    // A zero is the only digit before the point.
    if unsafe start.pointee == ASCII.zero, nonDigits & 2 == 0 { return nil }
    // A digit must follow the point, which may also be after the number.
    if nonDigits & (point &<< 1) != 0, point.trailingZeroBitCount < length { return nil }
    return unsafe start + length
  }
}
