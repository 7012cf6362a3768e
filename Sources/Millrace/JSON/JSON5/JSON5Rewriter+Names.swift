// Member names without quotes: section 3, and ECMAScript 5.1, section 7.6.

extension JSON5Rewriter {
  /// Puts an identifier in quotes.
  ///
  /// Reserved words, `NaN` and `Infinity` are identifiers here. JSON has the same escapes, so they stay.
  mutating func rewriteName() throws {
    let start = position
    while let length = try lengthOfNameCharacter(isFirst: position == start) { advance(by: length) }
    if position == start { throw unexpected(.key) }
    quote(from: start)
  }

  /// The number of bytes of the next character if it can be in an identifier, or else nil.
  @inline(__always)
  private func lengthOfNameCharacter(isFirst: Bool) throws -> Int? {
    switch byte {
    case ASCII.lowercaseA...ASCII.lowercaseZ, ASCII.uppercaseA...ASCII.uppercaseZ, ASCII.underscore, ASCII.dollar: 1
    case ASCII.zero...ASCII.nine: isFirst ? nil : 1
    case ASCII.backslash: try lengthOfNameEscape(isFirst: isFirst)
    case 0x80...: Self.canBeInName(scalar, isFirst: isFirst) ? scalarLength : nil
    default: nil
    }
  }

  /// Returns the length of an escape, which must represent a character that is valid at this position. An unpaired
  /// surrogate is not a character.
  private func lengthOfNameEscape(isFirst: Bool) throws -> Int {
    guard byte(after: 1) == ASCII.lowercaseU, let unit = hexadecimalValue(after: 2, digits: 4),
      let scalar = Unicode.Scalar(unit), Self.canBeInName(scalar, isFirst: isFirst)
    else { throw failure(.invalidEscape) }
    return 6
  }

  /// Whether a character is valid in an identifier, by its Unicode category. Characters are Unicode scalars, also
  /// outside the Basic Multilingual Plane.
  @inline(never)
  private static func canBeInName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "$", "_": return true
    case "\u{200C}", "\u{200D}": return !isFirst
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: return !isFirst
    default: return false
    }
  }
}
