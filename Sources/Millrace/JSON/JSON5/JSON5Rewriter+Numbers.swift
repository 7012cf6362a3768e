// Numbers: section 6, and ECMAScript 5.1, section 7.8.3.

extension JSON5Rewriter {
  /// Rewrites a number as a JSON number. `NaN`, `Infinity` and `-Infinity` stay.
  ///
  /// The rest of the document is not checked here: only white space, a comma, a closing bracket or the end of the
  /// document can follow a value, so that `1a`, `0x1.8` and `5+9` are errors.
  mutating func rewriteNumber() throws {
    let start = position
    let sign = byte
    if sign == ASCII.plus || sign == ASCII.minus { advance() }
    switch byte {
    case ASCII.uppercaseN:
      try skipLiteral("NaN", .number)
      // The sign of NaN has no meaning, and the readers do not expect one.
      if position - start > 3 { replace(from: start, with: "NaN".utf8) }
    case ASCII.uppercaseI:
      try skipLiteral("Infinity", .number)
      if sign == ASCII.plus { replace(from: start, with: "Infinity".utf8) }
    case ASCII.zero where byte(after: 1) | 0x20 == ASCII.lowercaseX:
      try rewriteHexadecimal(from: sign == ASCII.plus ? start : position)
    case ASCII.zero...ASCII.nine, ASCII.dot: try rewriteDecimal(from: sign == ASCII.plus ? start : position)
    default: throw position == start ? unexpected(.value) : malformed()
    }
  }

  /// Rewrites a decimal number, which may have no digits before or after its point.
  ///
  /// - Parameter start: The offset of its first byte, or of a plus sign before it.
  private mutating func rewriteDecimal(from start: Int) throws {
    if byte == ASCII.zero, ASCII.isDigit(byte(after: 1)) { throw malformed() }
    let hasInteger = ASCII.isDigit(byte)
    if hasInteger, start < position {
      // The first digit is replaced together with the sign, so that the number starts at the offset of the sign.
      let digit = byte
      advance()
      replace(from: start, with: digit)
    }
    passDigits()
    if byte == ASCII.dot {
      advance()
      let hasFraction = ASCII.isDigit(byte)
      if !hasInteger, !hasFraction { throw malformed() }
      if !hasInteger { replace(from: start, with: "0.".utf8) } else if !hasFraction { remove(from: position - 1) }
      passDigits()
    }
    if ASCII.isExponentMark(byte) {
      advance()
      if byte == ASCII.plus || byte == ASCII.minus { advance() }
      if !ASCII.isDigit(byte) { throw malformed() }
      passDigits()
    }
  }

  private mutating func passDigits() {
    while ASCII.isDigit(byte) { advance() }
  }

  /// Rewrites a hexadecimal number, which is an integer. It keeps all its digits, or is rejected if it exceeds every
  /// double.
  ///
  /// - Parameter start: The offset of its zero, or of a plus sign before it.
  private mutating func rewriteHexadecimal(from start: Int) throws {
    advance(by: 2)
    let first = position
    while ASCII.hexadecimalValue(byte) != nil { advance() }
    if position == first { throw malformed() }
    guard let digits = decimalDigits(ofHexadecimal: source.extracting(first..<position)) else {
      throw failure(.numberOutOfRange(type: "Double"), at: start)
    }
    replace(from: start, with: digits)
  }

  private func malformed() -> FormatError { failure(isAtEnd ? .unexpectedEnd(expected: .number) : .malformedNumber) }
}
