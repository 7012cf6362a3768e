extension JSON.Number {
  /// A number of up to 19 digits without an exponent. Its text can be restored from its parts, because the grammar has
  /// only one way to write an integer, and `fractionDigits` preserves trailing zeros of a fraction.
  struct Decimal: Equatable, Sendable {
    /// The digits before and after the point as one integer.
    let significand: UInt64
    /// The number of digits after the point.
    let fractionDigits: UInt8
    let isNegative: Bool
  }
}

extension JSON.Number.Decimal {
  private static var mostDigits: Int { 19 }  // 10¹⁹ − 1 fits into 64 bits

  /// - Parameter text: A number in the grammar of RFC 8259, section 6.
  /// - Returns: Nil for a number with an exponent or with more than 19 digits.
  @inline(__always)
  init?(validText text: UnsafeBufferPointer<UInt8>) {
    isNegative = unsafe text.first == ASCII.minus
    var significand: UInt64 = 0
    var position = isNegative ? 1 : 0
    let integer = position
    while position < text.count, unsafe ASCII.isDigit(text[position]) {
      significand = unsafe significand &* 10 &+ UInt64(text[position] & 0x0F)
      position += 1
    }
    var digits = position - integer
    var fractionDigits = 0
    if position < text.count, unsafe text[position] == ASCII.dot {
      position += 1
      let fraction = position
      while position < text.count, unsafe ASCII.isDigit(text[position]) {
        significand = unsafe significand &* 10 &+ UInt64(text[position] & 0x0F)
        position += 1
      }
      fractionDigits = position - fraction
      digits += fractionDigits
    }
    guard position == text.count, digits <= Self.mostDigits else { return nil }
    self.significand = significand
    self.fractionDigits = UInt8(truncatingIfNeeded: fractionDigits)
  }

  func integer<Integer: FixedWidthInteger>() -> Integer? {
    guard fractionDigits == 0 else { return nil }
    if !isNegative { return Integer(exactly: significand) }
    if significand <= Int64.min.magnitude { return Integer(exactly: Int64(truncatingIfNeeded: 0 &- significand)) }
    return Integer.isSigned ? Integer(exactly: significand).map { 0 - $0 } : nil
  }

  func nearest() -> Double {
    let magnitude: Double = Millrace.nearest(significand, timesTenToThe: -Int(fractionDigits))
    return isNegative ? -magnitude : magnitude
  }

  /// Calls a closure with the text of the number.
  @inline(__always)
  func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: numberCapacity) { buffer in
      // SAFETY: the capacity is not zero.
      let start = unsafe buffer.baseAddress.unsafelyUnwrapped
      return unsafe body(UnsafeBufferPointer(start: start, count: write(at: start) - start))
    }
  }

  /// Writes the number to memory that has `numberCapacity` bytes, and returns the end of the text.
  @inline(__always)
  func write(at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    unsafe target.pointee = ASCII.minus
    let first = unsafe target + (isNegative ? 1 : 0)
    let end = unsafe writeInteger(significand, at: first)
    return unsafe fractionDigits == 0 ? end : setPoint(first, end)
  }

  /// Moves the digits of the fraction and puts a point before them.
  private func setPoint(
    _ first: UnsafeMutablePointer<UInt8>, _ end: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let fractionDigits = Int(fractionDigits)
    let digits = unsafe end - first
    if digits > fractionDigits {
      // At most 18 digits; up to 24 bytes are moved.
      let point = unsafe end - fractionDigits
      let moved = unsafe (EightBytes(at: point), EightBytes(at: point + 8), EightBytes(at: point + 16))
      unsafe point.pointee = ASCII.dot
      unsafe moved.0.store(at: point + 1)
      unsafe moved.1.store(at: point + 9)
      unsafe moved.2.store(at: point + 17)
      return unsafe end + 1
    }
    // Zeros before and after the point.
    let moved = unsafe first + (2 + fractionDigits - digits)
    unsafe moved.update(from: first, count: digits)
    unsafe first.update(repeating: ASCII.zero, count: moved - first)
    unsafe first[1] = ASCII.dot
    return unsafe moved + digits
  }
}

extension OutputBuffer {
  /// Appends a number and a separator. Afterwards the buffer has its slack again.
  mutating func append(_ number: JSON.Number.Decimal, followedBy separator: UInt8) {
    unsafe target = unsafe number.write(at: target)
    append(separator)
    growIfFull()
  }
}
