extension Instant {
  /// The instant that a number of units since 1970 stands for, to the nearest nanosecond, or the later one halfway between two.
  /// Returns nil if it is out of range.
  ///
  /// - Parameters:
  ///   - text: A number in the grammar of RFC 8259, section 6, of any length.
  ///   - unitsPerSecond: 1, 1,000, 1,000,000 or 1,000,000,000.
  /// - Complexity: O(n) in the length of the text.
  @usableFromInline
  init?(unixTime text: String, unitsPerSecond: Int64) {
    let bytes = Array(text.utf8)
    let mantissa = bytes.prefix { !ASCII.isExponentMark($0) }
    // The digits without leading zeros, and how many of them are before the decimal point if the unit is a nanosecond.
    var digits: [UInt8] = []
    var position = 0
    var isFraction = false
    for byte in mantissa where byte != ASCII.minus {
      if byte == ASCII.dot {
        isFraction = true
      } else if byte != ASCII.zero || !digits.isEmpty {
        digits.append(byte - ASCII.zero)
        if !isFraction { position += 1 }
      } else if isFraction {
        position -= 1
      }
    }
    guard !digits.isEmpty else {
      self.init(seconds: 0)
      return
    }
    var nanosecondsPerUnit = 1_000_000_000 / unitsPerSecond
    while nanosecondsPerUnit > 1 {
      nanosecondsPerUnit /= 10
      position += 1
    }
    position += Self.clamped(bytes[mantissa.count...].dropFirst())
    // The largest instant has 28 digits.
    guard position <= 28 else { return nil }
    let nanoseconds = Self.rounded(digits, before: position, isNegative: bytes.first == ASCII.minus)
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard let seconds = Int64(exactly: remainder < 0 ? quotient - 1 : quotient) else { return nil }
    self.init(seconds: seconds, nanoseconds: Int32(remainder < 0 ? remainder + 1_000_000_000 : remainder))
  }

  /// The value of an exponent, or a value with the same effect if it is large.
  private static func clamped(_ exponent: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in exponent where ASCII.isDigit(byte) { value = min(10 * value + Int(byte - ASCII.zero), 1 << 50) }
    return exponent.first == ASCII.minus ? -value : value
  }

  /// The integer of the digits before a position, after the digits that follow have been rounded.
  private static func rounded(_ digits: [UInt8], before position: Int, isNegative: Bool) -> Int128 {
    guard position >= 0 else { return 0 }
    var integer: Int128 = 0
    for index in 0..<position { integer = 10 * integer + Int128(index < digits.count ? digits[index] : 0) }
    if position < digits.count, digits[position] >= 5 {
      let isHalf = digits[position] == 5 && digits[(position + 1)...].allSatisfy { $0 == 0 }
      if !(isNegative && isHalf) { integer += 1 }
    }
    return isNegative ? -integer : integer
  }
}
