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
    let isNegative = bytes.first == ASCII.minus
    let (whole, nanoseconds) = Self.rounded(digits, before: position, isNegative: isNegative)
    if !isNegative {
      guard let seconds = Int64(exactly: whole) else { return nil }
      self.init(seconds: seconds, nanoseconds: nanoseconds)
    } else {
      // Nanoseconds are counted from the second before.
      let seconds = nanoseconds > 0 ? whole + 1 : whole
      guard seconds <= Int64.min.magnitude else { return nil }
      self.init(
        seconds: Int64(truncatingIfNeeded: 0 &- seconds),
        nanoseconds: nanoseconds > 0 ? 1_000_000_000 - nanoseconds : 0)
    }
  }

  /// The value of an exponent, or a value with the same effect if it is large.
  private static func clamped(_ exponent: ArraySlice<UInt8>) -> Int {
    var value = 0
    for byte in exponent where ASCII.isDigit(byte) { value = min(10 * value + Int(byte - ASCII.zero), 1 << 50) }
    return exponent.first == ASCII.minus ? -value : value
  }

  /// The seconds and nanoseconds of the digits before a position, which is at most 28, after the digits that follow have been rounded.
  private static func rounded(
    _ digits: [UInt8], before position: Int, isNegative: Bool
  ) -> (seconds: UInt64, nanoseconds: Int32) {
    guard position >= 0 else { return (0, 0) }
    func integer(_ positions: Range<Int>) -> UInt64 {
      positions.reduce(0) { 10 * $0 + UInt64($1 < digits.count ? digits[$1] : 0) }
    }
    let point = max(0, position - 9)
    var (seconds, nanoseconds) = (integer(0..<point), integer(point..<position))
    if position < digits.count, digits[position] >= 5 {
      let isHalf = digits[position] == 5 && digits[(position + 1)...].allSatisfy { $0 == 0 }
      if !(isNegative && isHalf) { nanoseconds += 1 }
    }
    if nanoseconds == 1_000_000_000 { (seconds, nanoseconds) = (seconds + 1, 0) }
    return (seconds, Int32(nanoseconds))
  }
}
