// Numbers, RFC 8259, section 6: an optional minus, digits without a superfluous leading zero, a fraction, an exponent.
//
// The fast paths read at most forty bytes ahead without a comparison with the end: integers of up to ten digits inline,
// of up to nineteen out of line, and decimals whose digits before and after the point are at most nineteen together.
// Everything else, good or bad, is looked at again from its first byte by `scanNumber`, which has no such bounds and
// knows the whole grammar.

// MARK: - Integers

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func readInt64() throws -> Int64 { try readInt64(as: Int64.self) }

  /// - Parameter type: The type that an error names.
  @inlinable @inline(__always)
  mutating func readInt64(as type: Any.Type) throws -> Int64 {
    let isNegative = input.byte == ASCII.minus
    let start = unsafe isNegative ? input.cursor + 1 : input.cursor
    let digits = unsafe input.eightBytes(at: start).digitValues
    let nonDigits = digits.nonDigits
    var end = unsafe start
    var magnitude: UInt64
    if _fastPath(nonDigits != 0) {
      let digitBits = nonDigits.trailingZeroBitCount & 56
      if _slowPath(digitBits == 0) { return try readLongInt64(as: type) }
      magnitude = digits.decimalValue(digitBits: digitBits)
      unsafe end += digitBits &>> 3
      if unsafe _slowPath(input.byte(at: start) == ASCII.zero && digitBits > 8) { return try readLongInt64(as: type) }
    } else {
      magnitude = digits.decimalValue
      unsafe end += 8
      let ninth = unsafe input.byte(at: end) &- ASCII.zero
      if ninth <= 9 {
        magnitude = magnitude &* 10 &+ UInt64(ninth)
        unsafe end += 1
        let tenth = unsafe input.byte(at: end) &- ASCII.zero
        if tenth <= 9 {
          magnitude = magnitude &* 10 &+ UInt64(tenth)
          unsafe end += 1
          if unsafe ASCII.isDigit(input.byte(at: end)) { return try readLongInt64(as: type) }
        }
      }
      if unsafe _slowPath(input.byte(at: start) == ASCII.zero) { return try readLongInt64(as: type) }
    }
    let behind = unsafe input.byte(at: end)
    if _slowPath(behind == ASCII.dot || ASCII.isExponentMark(behind)) { return try readLongInt64(as: type) }
    unsafe input.cursor = unsafe end
    let value = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- value : value
  }

  /// Integers of up to nineteen digits, and everything that is wrong with one.
  @usableFromInline @inline(never)
  mutating func readLongInt64(as type: Any.Type) throws -> Int64 {
    let isNegative = input.byte == ASCII.minus
    let start = unsafe isNegative ? input.cursor + 1 : input.cursor
    let first = unsafe input.eightBytes(at: start).digitValues
    let second = unsafe input.eightBytes(at: start + 8).digitValues
    let nonDigits = second.nonDigits
    guard first.nonDigits == 0, unsafe input.byte(at: start) != ASCII.zero else { return try readInteger(as: type) }
    var magnitude = first.decimalValue
    var end = unsafe start + 8
    if nonDigits != 0 {
      let digitBits = nonDigits.trailingZeroBitCount & 56
      if digitBits == 0 { return try readInteger(as: type) }
      magnitude = magnitude &* powerOfTen(upToSeven: digitBits &>> 3) &+ second.decimalValue(digitBits: digitBits)
      unsafe end += digitBits &>> 3
    } else {
      magnitude = magnitude &* 100_000_000 &+ second.decimalValue
      unsafe end += 8
      let longest = unsafe end + 3
      while unsafe end < longest, unsafe ASCII.isDigit(input.byte(at: end)) {
        magnitude = unsafe magnitude &* 10 &+ UInt64(input.byte(at: end) &- ASCII.zero)
        unsafe end += 1
      }
    }
    let behind = unsafe input.byte(at: end)
    let isLonger = ASCII.isDigit(behind) || behind == ASCII.dot || ASCII.isExponentMark(behind)
    guard !isLonger, magnitude <= UInt64(Int64.max) else { return try readInteger(as: type) }
    unsafe input.cursor = unsafe end
    let value = Int64(bitPattern: magnitude)
    return isNegative ? 0 &- value : value
  }

  @inlinable @inline(__always)
  public mutating func readInt() throws -> Int {
    let value = try readInt64(as: Int.self)
    guard let int = Int(exactly: value) else { try failOutOfRange(Int.self) }
    return int
  }

  @inline(never)
  public mutating func readUInt64() throws -> UInt64 { try readInteger(as: UInt64.self) }

  @available(WideIntegers, *)
  @inline(never)
  public mutating func readInt128() throws -> Int128 { try readInteger(as: Int128.self) }

  @available(WideIntegers, *)
  @inline(never)
  public mutating func readUInt128() throws -> UInt128 { try readInteger(as: UInt128.self) }

  /// - Parameter type: The type that an error names.
  private mutating func readInteger<Integer: FixedWidthInteger>(as type: Any.Type) throws -> Integer {
    let number = try scanNumber(expecting: .integer)
    guard number.isInteger else { try fail(.notAnInteger) }
    let isNegative = unsafe number.start.pointee == ASCII.minus
    var value: Integer = 0
    var position = unsafe isNegative ? number.start + 1 : number.start
    while unsafe position < number.end {
      let digit = unsafe Integer(truncatingIfNeeded: position.pointee &- ASCII.zero)
      let (product, isTooLong) = value.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLong || isTooLarge { try fail(.numberOutOfRange(type: "\(type)")) }
      value = sum
      unsafe position += 1
    }
    unsafe input.cursor = unsafe number.end
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
    var end = unsafe decimal.end
    var exponent = 0 &- decimal.fractionDigits
    if unsafe _slowPath(ASCII.isExponentMark(input.byte(at: end))) {
      unsafe end += 1
      let isExponentNegative = unsafe input.byte(at: end) == ASCII.minus
      if unsafe isExponentNegative || input.byte(at: end) == ASCII.plus { unsafe end += 1 }
      let first = unsafe end
      var written = 0
      while unsafe ASCII.isDigit(input.byte(at: end)), unsafe end < first + 6 {
        written = unsafe written &* 10 &+ Int(truncatingIfNeeded: input.byte(at: end) &- ASCII.zero)
        unsafe end += 1
      }
      if unsafe end == first || end == first + 6 { return try readLongNumber() }
      exponent &+= isExponentNegative ? 0 &- written : written
    }

    let magnitude: Number = nearest(decimal.significand, timesTenToThe: exponent)
    if _slowPath(magnitude.isInfinite || (magnitude == 0 && decimal.significand != 0)) {
      try failOutOfRange(Number.self)
    }
    unsafe input.cursor = unsafe end
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// A number before its exponent.
  ///
  /// SAFETY: `end` is in the document, which outlives the scan of a number.
  @safe
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
    let start = unsafe isNegative ? input.cursor + 1 : input.cursor
    let longest = unsafe start + 19
    var end = unsafe start
    var significand: UInt64 = 0
    while true {
      let digit = unsafe input.byte(at: end) &- ASCII.zero
      if unsafe digit > 9 || end == longest { break }
      significand = significand &* 10 &+ UInt64(digit)
      unsafe end += 1
    }
    let integerDigits = unsafe end - start
    if unsafe _slowPath(
      integerDigits == 0 || end == longest || (integerDigits > 1 && input.byte(at: start) == ASCII.zero))
    {
      return nil
    }
    guard unsafe input.byte(at: end) == ASCII.dot else {
      return unsafe ScannedDecimal(significand: significand, fractionDigits: 0, isNegative: isNegative, end: end)
    }
    unsafe end += 1
    let fraction = unsafe end
    var digits = unsafe input.eightBytes(at: end).digitValues
    var nonDigits = digits.nonDigits
    if nonDigits == 0 {
      significand = significand &* 100_000_000 &+ digits.decimalValue
      unsafe end += 8
      digits = unsafe input.eightBytes(at: end).digitValues
      nonDigits = digits.nonDigits
      if _slowPath(nonDigits == 0) {
        significand = significand &* 100_000_000 &+ digits.decimalValue
        unsafe end += 8
        digits = unsafe input.eightBytes(at: end).digitValues
        nonDigits = digits.nonDigits
      }
    }
    if _slowPath(nonDigits == 0) { return nil }
    let digitBits = nonDigits.trailingZeroBitCount & 56
    if digitBits != 0 {
      significand = significand &* powerOfTen(upToSeven: digitBits &>> 3)
      significand = significand &+ digits.decimalValue(digitBits: digitBits)
      unsafe end += digitBits &>> 3
    }
    let fractionDigits = unsafe end - fraction
    if _slowPath(fractionDigits == 0 || integerDigits &+ fractionDigits > 19) { return nil }
    return unsafe ScannedDecimal(
      significand: significand, fractionDigits: fractionDigits, isNegative: isNegative, end: end)
  }

  /// Any number, and the place for what is wrong with one.
  @inline(never)
  private mutating func readLongNumber<Number: DecimalRounding>() throws -> Number {
    let number = try scanNumber()
    guard let value: Number = number.nearest() else {
      try failOutOfRange(Number.self)
    }
    unsafe input.cursor = unsafe number.end
    return value
  }

  @inline(never)
  public mutating func readNumberText() throws -> String {
    let number = try scanNumber()
    unsafe input.cursor = unsafe number.end
    return unsafe String(validUTF8: number.text, isASCII: true)
  }
}

private let powersOfTenUpToSeven: [UInt64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000]

@inline(__always)
private func powerOfTen(upToSeven exponent: Int) -> UInt64 {
  unsafe powersOfTenUpToSeven.withUnsafeBufferPointer { unsafe $0[exponent] }
}

// MARK: - The whole grammar

/// A number that the grammar was checked of, as it is in the text.
///
/// SAFETY: both addresses are in the document. Its users must not keep it longer than that.
@usableFromInline
@safe
package struct NumberToken {
  @usableFromInline package var start: UnsafePointer<UInt8>
  @usableFromInline package var end: UnsafePointer<UInt8>
  /// Whether it has neither a fraction nor an exponent.
  package var isInteger: Bool

  package init(start: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, isInteger: Bool) {
    unsafe self.start = unsafe start
    unsafe self.end = unsafe end
    self.isInteger = isInteger
  }

  @usableFromInline package var text: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: end - start)
  }

  /// The nearest number, or nil when that is an infinity, or zero for a number that is not.
  package func nearest<Number: DecimalRounding>() -> Number? {
    var significand: UInt64 = 0
    var significantDigits = 0
    var isCut = false
    var exponent = writtenExponent
    var isBehindPoint = false
    for index in unsafe text.indices {
      let byte = unsafe text[index]
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
        guard let decided = unsafe Number(String(validUTF8: text, isASCII: true)) else { return nil }
        magnitude = decided.magnitude
      }
    }
    if magnitude.isInfinite || (magnitude == 0 && significand != 0) { return nil }
    return unsafe start.pointee == ASCII.minus ? -magnitude : magnitude
  }

  /// The exponent after its mark, or zero; exponents that are too large or too small for any type are clamped.
  package var writtenExponent: Int {
    guard let mark = unsafe text.firstIndex(where: ASCII.isExponentMark) else { return 0 }
    var value = 0
    for index in unsafe mark + 1..<text.count where unsafe ASCII.isDigit(text[index]) {
      value = unsafe min(value * 10 + Int(text[index] &- ASCII.zero), 1 << 40)
    }
    return unsafe text[mark + 1] == ASCII.minus ? -value : value
  }
}

extension JSON.Reader {
  /// Finds the end of the number at the cursor and checks its grammar. The cursor stays.
  @usableFromInline
  package mutating func scanNumber(expecting expected: FormatError.Expectation = .number) throws -> NumberToken {
    while true {
      var position = unsafe input.cursor
      var isInteger = true
      if unsafe input.byte(at: position) == ASCII.minus { unsafe position += 1 }
      let integer = unsafe position
      if unsafe skipDigits(&position) { continue }
      if unsafe position == integer {
        if input.byte == ASCII.minus { try unsafe failMalformed(at: position) }
        try failExpecting(expected)
      }
      if unsafe input.byte(at: integer) == ASCII.zero, unsafe position - integer > 1 {
        try unsafe failMalformed(at: integer)
      }
      if unsafe input.byte(at: position) == ASCII.dot {
        isInteger = false
        unsafe position += 1
        let fraction = unsafe position
        if unsafe skipDigits(&position) { continue }
        if unsafe position == fraction { try unsafe failMalformed(at: position) }
      }
      if unsafe ASCII.isExponentMark(input.byte(at: position)) {
        isInteger = false
        unsafe position += 1
        if unsafe input.byte(at: position) == ASCII.minus || input.byte(at: position) == ASCII.plus {
          unsafe position += 1
        }
        let exponent = unsafe position
        if unsafe skipDigits(&position) { continue }
        if unsafe position == exponent { try unsafe failMalformed(at: position) }
      }
      return unsafe NumberToken(start: input.cursor, end: position, isInteger: isInteger)
    }
  }

  /// Skips a number, and checks it as strictly as when it is read.
  @inline(__always)
  mutating func skipNumber() throws {
    if let end = unsafe endOfDecimal() {
      unsafe input.cursor = unsafe end
    } else {
      unsafe input.cursor = try unsafe scanNumber().end
    }
  }

  /// The end of the number at the cursor, or nil if it has an exponent, is at the end of the document, or is not a number.
  @inline(__always)
  private func endOfDecimal() -> UnsafePointer<UInt8>? {
    let integer = unsafe input.byte == ASCII.minus ? input.cursor + 1 : input.cursor
    guard var end = unsafe endOfDigits(from: integer), unsafe end > integer else { return nil }
    if unsafe input.byte(at: integer) == ASCII.zero, unsafe end > integer + 1 { return nil }
    if unsafe input.byte(at: end) == ASCII.dot {
      let fraction = unsafe end + 1
      guard let endOfFraction = unsafe endOfDigits(from: fraction), unsafe endOfFraction > fraction else { return nil }
      unsafe end = unsafe endOfFraction
    }
    return unsafe ASCII.isExponentMark(input.byte(at: end)) ? nil : end
  }

  /// The end of digits, or nil if the limit was reached before.
  @inline(__always)
  private func endOfDigits(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>? {
    var position = unsafe start
    while true {
      let nonDigits = unsafe input.eightBytes(at: position).digitValues.nonDigits
      if nonDigits != 0 { return unsafe position + EightBytes.firstLane(of: nonDigits) }
      unsafe position += 8
      if unsafe input.isPastLimit(position) { return nil }
    }
  }

  /// Moves over digits; `true` when it came past the limit, moved to the tail, and all pointers are void.
  private mutating func skipDigits(_ position: inout UnsafePointer<UInt8>) -> Bool {
    while unsafe ASCII.isDigit(input.byte(at: position)) {
      unsafe position += 1
      if unsafe input.isPastLimit(position) {
        input.moveToTail()
        return true
      }
    }
    return false
  }

  private mutating func failMalformed(at pointer: UnsafePointer<UInt8>) throws -> Never {
    try unsafe fail(pointer == input.end ? .unexpectedEnd(expected: .number) : .malformedNumber, at: pointer)
  }
}
