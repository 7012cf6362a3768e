// Numbers, RFC 8259, section 6: an optional minus, digits without a superfluous leading zero, a fraction, an exponent.
//
// The fast paths read at most forty bytes ahead without a comparison with the end: integers of up to ten digits inline,
// of up to nineteen out of line, and decimals whose digits before and after the point are at most nineteen together.
// Everything else, good or bad, is looked at again from its first byte by `scanNumber`, which has no such bounds and
// knows the whole grammar.

// MARK: - Integers

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func readInt64() throws -> Int64 {
    let isNegative = input.byte == ASCII.minus
    let start = isNegative ? input.cursor + 1 : input.cursor
    let digits = input.eightBytes(at: start).digitValues
    let nonDigits = digits.nonDigits
    var end = start
    var magnitude: UInt64
    if _fastPath(nonDigits != 0) {
      let digitBits = nonDigits.trailingZeroBitCount & 56
      if _slowPath(digitBits == 0) { return try readLongInt64() }
      magnitude = digits.decimalValue(digitBits: digitBits)
      end += digitBits &>> 3
      if _slowPath(input.byte(at: start) == ASCII.zero && digitBits > 8) { return try readLongInt64() }
    } else {
      magnitude = digits.decimalValue
      end += 8
      let ninth = input.byte(at: end) &- ASCII.zero
      if ninth <= 9 {
        magnitude = magnitude &* 10 &+ UInt64(ninth)
        end += 1
        let tenth = input.byte(at: end) &- ASCII.zero
        if tenth <= 9 {
          magnitude = magnitude &* 10 &+ UInt64(tenth)
          end += 1
          if ASCII.isDigit(input.byte(at: end)) { return try readLongInt64() }
        }
      }
      if _slowPath(input.byte(at: start) == ASCII.zero) { return try readLongInt64() }
    }
    let behind = input.byte(at: end)
    if _slowPath(behind == ASCII.dot || ASCII.isExponentMark(behind)) { return try readLongInt64() }
    input.cursor = end
    let value = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- value : value
  }

  /// Integers of up to nineteen digits, and everything that is wrong with one.
  @usableFromInline @inline(never)
  mutating func readLongInt64() throws -> Int64 {
    let isNegative = input.byte == ASCII.minus
    let start = isNegative ? input.cursor + 1 : input.cursor
    let first = input.eightBytes(at: start).digitValues
    let second = input.eightBytes(at: start + 8).digitValues
    let nonDigits = second.nonDigits
    guard first.nonDigits == 0, input.byte(at: start) != ASCII.zero else { return try readInteger() }
    var magnitude = first.decimalValue
    var end = start + 8
    if nonDigits != 0 {
      let digitBits = nonDigits.trailingZeroBitCount & 56
      if digitBits == 0 { return try readInteger() }
      magnitude = magnitude &* powerOfTen(upToSeven: digitBits &>> 3) &+ second.decimalValue(digitBits: digitBits)
      end += digitBits &>> 3
    } else {
      magnitude = magnitude &* 100_000_000 &+ second.decimalValue
      end += 8
      let longest = end + 3
      while end < longest, ASCII.isDigit(input.byte(at: end)) {
        magnitude = magnitude &* 10 &+ UInt64(input.byte(at: end) &- ASCII.zero)
        end += 1
      }
    }
    let behind = input.byte(at: end)
    let isLonger = ASCII.isDigit(behind) || behind == ASCII.dot || ASCII.isExponentMark(behind)
    guard !isLonger, magnitude <= UInt64(Int64.max) else { return try readInteger() }
    input.cursor = end
    let value = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- value : value
  }

  @inlinable @inline(__always)
  public mutating func readInt() throws -> Int {
    let value = try readInt64()
    guard let int = Int(exactly: value) else { try failOutOfRange(Int.self) }
    return int
  }

  @inline(never)
  public mutating func readUInt64() throws -> UInt64 { try readInteger() }

  @inline(never)
  public mutating func readInt128() throws -> Int128 { try readInteger() }

  @inline(never)
  public mutating func readUInt128() throws -> UInt128 { try readInteger() }

  private mutating func readInteger<Integer: FixedWidthInteger>() throws -> Integer {
    let number = try scanNumber(expecting: .integer)
    guard number.isInteger else { try fail(.notAnInteger) }
    let isNegative = number.start.pointee == ASCII.minus
    var value: Integer = 0
    var position = isNegative ? number.start + 1 : number.start
    while position < number.end {
      let digit = Integer(truncatingIfNeeded: position.pointee &- ASCII.zero)
      let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLong || isTooLarge { try failOutOfRange(Integer.self) }
      value = sum
      position += 1
    }
    input.cursor = number.end
    return value
  }
}

// MARK: - Floating point

extension JSON.Reader {
  @inline(never)
  public mutating func readDouble() throws -> Double { try readNearest() }

  @inline(never)
  public mutating func readFloat() throws -> Float { try readNearest() }

  @inline(__always)
  private mutating func readNearest<Number: DecimalRounding>() throws -> Number {
    guard let decimal = scanDecimal() else { return try readLongNumber() }
    var end = decimal.end
    var exponent = 0 &- decimal.fractionDigits
    if _slowPath(ASCII.isExponentMark(input.byte(at: end))) {
      end += 1
      let isExponentNegative = input.byte(at: end) == ASCII.minus
      if isExponentNegative || input.byte(at: end) == ASCII.plus { end += 1 }
      let first = end
      var written = 0
      while ASCII.isDigit(input.byte(at: end)), end < first + 6 {
        written = written &* 10 &+ Int(truncatingIfNeeded: input.byte(at: end) &- ASCII.zero)
        end += 1
      }
      if end == first || end == first + 6 { return try readLongNumber() }
      exponent &+= isExponentNegative ? 0 &- written : written
    }

    let magnitude: Number = nearest(decimal.significand, timesTenToThe: exponent)
    if _slowPath(magnitude.isInfinite || (magnitude == 0 && decimal.significand != 0)) {
      try failOutOfRange(Number.self)
    }
    input.cursor = end
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// A number before its exponent.
  struct ScannedDecimal {
    /// The digits before and after the point as one integer.
    var significand: UInt64
    var fractionDigits: Int
    var isNegative: Bool
    /// Where its text ends, which may be at an exponent.
    var end: UnsafePointer<UInt8>
  }

  /// Reads the number at the cursor up to its exponent. The cursor stays.
  ///
  /// - Returns: nil if the text is not a number, or has more than 19 digits. `scanNumber` handles both.
  @inline(__always)
  func scanDecimal() -> ScannedDecimal? {
    let isNegative = input.byte == ASCII.minus
    let start = isNegative ? input.cursor + 1 : input.cursor
    let longest = start + 19
    var end = start
    var significand: UInt64 = 0
    while true {
      let digit = input.byte(at: end) &- ASCII.zero
      if digit > 9 || end == longest { break }
      significand = significand &* 10 &+ UInt64(digit)
      end += 1
    }
    let integerDigits = end - start
    if _slowPath(
      integerDigits == 0 || end == longest || (integerDigits > 1 && input.byte(at: start) == ASCII.zero))
    {
      return nil
    }
    guard input.byte(at: end) == ASCII.dot else {
      return ScannedDecimal(significand: significand, fractionDigits: 0, isNegative: isNegative, end: end)
    }
    end += 1
    let fraction = end
    var digits = input.eightBytes(at: end).digitValues
    var nonDigits = digits.nonDigits
    if nonDigits == 0 {
      significand = significand &* 100_000_000 &+ digits.decimalValue
      end += 8
      digits = input.eightBytes(at: end).digitValues
      nonDigits = digits.nonDigits
      if _slowPath(nonDigits == 0) {
        significand = significand &* 100_000_000 &+ digits.decimalValue
        end += 8
        digits = input.eightBytes(at: end).digitValues
        nonDigits = digits.nonDigits
      }
    }
    if _slowPath(nonDigits == 0) { return nil }
    let digitBits = nonDigits.trailingZeroBitCount & 56
    if digitBits != 0 {
      significand = significand &* powerOfTen(upToSeven: digitBits &>> 3)
      significand = significand &+ digits.decimalValue(digitBits: digitBits)
      end += digitBits &>> 3
    }
    let fractionDigits = end - fraction
    if _slowPath(fractionDigits == 0 || integerDigits &+ fractionDigits > 19) { return nil }
    return ScannedDecimal(
      significand: significand, fractionDigits: fractionDigits, isNegative: isNegative, end: end)
  }

  /// Any number, and the place for what is wrong with one.
  @inline(never)
  private mutating func readLongNumber<Number: DecimalRounding>() throws -> Number {
    let number = try scanNumber()
    guard let value: Number = number.nearest() else {
      try failOutOfRange(Number.self)
    }
    input.cursor = number.end
    return value
  }

  @inline(never)
  public mutating func readNumberText() throws -> String {
    let number = try scanNumber()
    input.cursor = number.end
    return String(validUTF8: number.text, isASCII: true)
  }
}

private let powersOfTenUpToSeven: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

@inline(__always)
private func powerOfTen(upToSeven exponent: Int) -> UInt64 {
  powersOfTenUpToSeven.withUnsafeBufferPointer { $0[exponent] }
}

// MARK: - The whole grammar

/// A number that the grammar was checked of, as it is in the text.
@usableFromInline
package struct NumberToken {
  @usableFromInline package var start: UnsafePointer<UInt8>
  @usableFromInline package var end: UnsafePointer<UInt8>
  /// Whether it has neither a fraction nor an exponent.
  package var isInteger: Bool

  package init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isInteger: Bool) {
    self.start = start
    self.end = end
    self.isInteger = isInteger
  }

  @usableFromInline package var text: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: end - start)
  }

  /// The nearest number, or nil when that is an infinity, or zero for a number that is not.
  package func nearest<Number: DecimalRounding>() -> Number? {
    var significand: UInt64 = 0
    var significantDigits = 0
    var isCut = false
    var exponent = writtenExponent
    var isBehindPoint = false
    for byte in text {
      if byte == ASCII.dot { isBehindPoint = true }
      if ASCII.isExponentMark(byte) { break }
      guard ASCII.isDigit(byte) else { continue }
      if significantDigits < 19 {
        significand = significand &* 10 &+ UInt64(byte &- ASCII.zero)
        if significand != 0 { significantDigits += 1 }
        if isBehindPoint { exponent -= 1 }
      } else {
        if byte != ASCII.zero { isCut = true }
        if !isBehindPoint { exponent += 1 }
      }
    }
    var magnitude: Number = Millrace.nearest(significand, timesTenToThe: exponent)
    if isCut {
      let upper: Number = Millrace.nearest(significand + 1, timesTenToThe: exponent)
      if magnitude != upper {
        guard let decided = Number(String(validUTF8: text, isASCII: true)) else { return nil }
        magnitude = decided.magnitude
      }
    }
    if magnitude.isInfinite || (magnitude == 0 && significand != 0) { return nil }
    return start.pointee == ASCII.minus ? -magnitude : magnitude
  }

  /// The exponent after its mark, or zero; exponents that are too large or too small for any type are clamped.
  package var writtenExponent: Int {
    guard let mark = text.firstIndex(where: ASCII.isExponentMark) else { return 0 }
    var value = 0
    for byte in text[(mark + 1)...] where ASCII.isDigit(byte) {
      value = min(value * 10 + Int(byte &- ASCII.zero), 1 << 40)
    }
    return text[mark + 1] == ASCII.minus ? -value : value
  }
}

extension JSON.Reader {
  /// Finds the end of the number at the cursor and checks its grammar. The cursor stays.
  @usableFromInline
  package mutating func scanNumber(expecting expected: FormatError.Expectation = .number) throws -> NumberToken {
    while true {
      var position = input.cursor
      var isInteger = true
      if input.byte(at: position) == ASCII.minus { position += 1 }
      let integer = position
      if skipDigits(&position) { continue }
      if position == integer {
        if input.byte == ASCII.minus { try failMalformed(at: position) }
        try failExpecting(expected)
      }
      if input.byte(at: integer) == ASCII.zero, position - integer > 1 { try failMalformed(at: integer) }
      if input.byte(at: position) == ASCII.dot {
        isInteger = false
        position += 1
        let fraction = position
        if skipDigits(&position) { continue }
        if position == fraction { try failMalformed(at: position) }
      }
      if ASCII.isExponentMark(input.byte(at: position)) {
        isInteger = false
        position += 1
        if input.byte(at: position) == ASCII.minus || input.byte(at: position) == ASCII.plus { position += 1 }
        let exponent = position
        if skipDigits(&position) { continue }
        if position == exponent { try failMalformed(at: position) }
      }
      return NumberToken(start: input.cursor, end: position, isInteger: isInteger)
    }
  }

  /// Skips a number, and checks it as strictly as when it is read.
  @inline(__always)
  mutating func skipNumber() throws {
    if let end = endOfDecimal() { input.cursor = end } else { input.cursor = try scanNumber().end }
  }

  /// The end of the number at the cursor, or nil if it has an exponent, is at the end of the document, or is not a number.
  @inline(__always)
  private func endOfDecimal() -> UnsafePointer<UInt8>? {
    let integer = input.byte == ASCII.minus ? input.cursor + 1 : input.cursor
    guard var end = endOfDigits(from: integer), end > integer else { return nil }
    if input.byte(at: integer) == ASCII.zero, end > integer + 1 { return nil }
    if input.byte(at: end) == ASCII.dot {
      let fraction = end + 1
      guard let endOfFraction = endOfDigits(from: fraction), endOfFraction > fraction else { return nil }
      end = endOfFraction
    }
    return ASCII.isExponentMark(input.byte(at: end)) ? nil : end
  }

  /// The end of digits, or nil if the limit was reached before.
  @inline(__always)
  private func endOfDigits(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var position = start
    while true {
      let nonDigits = input.eightBytes(at: position).digitValues.nonDigits
      if nonDigits != 0 { return position + EightBytes.firstLane(of: nonDigits) }
      position += 8
      if input.isPastLimit(position) { return nil }
    }
  }

  /// Moves over digits; `true` when it came past the limit, moved to the tail, and all pointers are void.
  private mutating func skipDigits(_ position: inout UnsafePointer<UInt8>) -> Bool {
    while ASCII.isDigit(input.byte(at: position)) {
      position += 1
      if input.isPastLimit(position) {
        input.moveToTail()
        return true
      }
    }
    return false
  }

  private mutating func failMalformed(at pointer: UnsafePointer<UInt8>) throws -> Never {
    try fail(pointer == input.end ? .unexpectedEnd(expected: .number) : .malformedNumber, at: pointer)
  }
}
