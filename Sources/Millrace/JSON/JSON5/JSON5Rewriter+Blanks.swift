// White space and comments: sections 7 and 8.

extension JSON5Rewriter {
  /// Skips white space and comments, and replaces them by one space unless all of them are JSON's white space.
  @inline(__always)
  mutating func skipBlanks() throws {
    guard byte <= ASCII.space || byte == ASCII.slash || byte >= 0x80 else { return }
    let start = position
    if try !scanBlanks() { replace(from: start, with: ASCII.space) }
  }

  /// Skips white space and comments.
  ///
  /// - Returns: Whether all of it is JSON's white space.
  mutating func scanBlanks() throws -> Bool {
    let start = position
    var areJSON = true
    while true {
      switch byte {
      case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab:
        advance()
        continue
      case ASCII.verticalTab, ASCII.formFeed: advance()
      case ASCII.slash:
        guard let length = lengthOfComment else {
          // The path of an error is computed from the output, which must not contain comments.
          if !areJSON { replace(from: start, with: ASCII.space) }
          throw byte(after: 1) == ASCII.asterisk
            ? failure(.unexpectedEnd(expected: .endOfComment)) : unexpected(.value)
        }
        advance(by: length)
      case 0x80...: if isAtWideBlank() { advance(by: scalarLength) } else { return areJSON }
      default: return areJSON
      }
      areJSON = false
    }
  }

  /// Whether the next character is white space outside ASCII: a no-break space, a byte order mark, a line separator, a
  /// paragraph separator, or another space of Unicode (section 8).
  @inline(never)
  private func isAtWideBlank() -> Bool {
    let scalar = scalar
    return scalar == "\u{FEFF}" || scalar == "\u{2028}" || scalar == "\u{2029}"
      || scalar.properties.generalCategory == .spaceSeparator
  }

  /// The number of bytes of the comment that starts at the next byte, a slash. Nil if there is no comment here, or if
  /// it has no end.
  private var lengthOfComment: Int? {
    var end = position + 2
    switch byte(after: 1) {
    case ASCII.slash:
      while end < source.count, !isLineTerminator(at: end) { end += 1 }
      return end - position
    case ASCII.asterisk:
      while end + 1 < source.count {
        if source[end] == ASCII.asterisk, source[end + 1] == ASCII.slash { return end + 2 - position }
        end += 1
      }
      return nil
    default: return nil
    }
  }

  /// Whether a line terminator begins at an offset (ECMAScript 5.1, section 7.3).
  func isLineTerminator(at offset: Int) -> Bool {
    switch source[offset] {
    case ASCII.lineFeed, ASCII.carriageReturn: true
    case 0xE2:  // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
      source[offset + 1] == 0x80 && source[offset + 2] | 1 == 0xA9
    default: false
    }
  }
}
