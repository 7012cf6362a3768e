// Strings: section 5.

extension JSON5Rewriter {
  /// Puts a string in double quotes, and gives it the escapes of JSON.
  mutating func rewriteString() throws {
    let quote = byte
    advance()
    if quote == ASCII.apostrophe { replace(from: position - 1, with: ASCII.quote) }
    while true {
      skipPlainText(upTo: quote)
      switch byte {
      case quote:
        advance()
        if quote == ASCII.apostrophe { replace(from: position - 1, with: ASCII.quote) }
        return
      case ASCII.backslash: try rewriteEscape()
      case ASCII.quote:
        insert(ASCII.backslash)
        advance()
      case ASCII.lineFeed, ASCII.carriageReturn: throw failure(.controlCharacter(byte))
      default:
        if isAtEnd { throw failure(.unexpectedEnd(expected: .endOfString)) }
        rewriteControlCharacter()
      }
    }
  }

  /// Moves to the next byte that is a quote, a backslash or a control character, or to the end of the document.
  private mutating func skipPlainText(upTo quote: UInt8) {
    var end = position
    while end < source.count {
      let byte = source[end]
      if byte == quote || byte == ASCII.quote || byte == ASCII.backslash || byte < ASCII.space { break }
      end += 1
    }
    advance(by: end - position)
  }

  /// Escapes a control character, which JSON does not allow in a string.
  private mutating func rewriteControlCharacter() {
    let character = byte
    advance()
    replace(from: position - 1, with: "\\u00".utf8)
    insert(ASCII.zero | character >> 4)
    insert(ASCII.lowercaseHexadecimalDigit(character & 0x0F))
  }

  /// Rewrites an escape: section 5.1, and ECMAScript 5.1, section 7.8.4.
  private mutating func rewriteEscape() throws {
    let start = position
    let escaped = byte(after: 1)
    switch escaped {
    case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.lowercaseB, ASCII.lowercaseF, ASCII.lowercaseN,
      ASCII.lowercaseR, ASCII.lowercaseT:
      advance(by: 2)
    case ASCII.lowercaseU:
      guard hexadecimalValue(after: 2, digits: 4) != nil else { throw failure(.invalidEscape) }
      advance(by: 6)
    case ASCII.lowercaseX:
      guard hexadecimalValue(after: 2, digits: 2) != nil else { throw failure(.invalidEscape) }
      advance(by: 2)
      replace(from: start, with: "\\u00".utf8)
      advance(by: 2)
    case ASCII.lowercaseV:
      advance(by: 2)
      replace(from: start, with: "\\u000b".utf8)
    case ASCII.zero:
      if ASCII.isDigit(byte(after: 2)) { throw failure(.invalidEscape) }
      advance(by: 2)
      replace(from: start, with: "\\u0000".utf8)
    case ASCII.one...ASCII.nine: throw failure(.invalidEscape)
    default: try rewriteEscapedCharacter()
    }
  }

  /// Rewrites an escape of a single character. A backslash before a line terminator is removed together with it, so
  /// that the string continues on the next line. For any other character, only the backslash is removed.
  private mutating func rewriteEscapedCharacter() throws {
    let start = position
    advance()
    if isAtEnd { throw failure(.unexpectedEnd(expected: .endOfString)) }
    if byte == ASCII.carriageReturn, byte(after: 1) == ASCII.lineFeed {
      advance(by: 2)
    } else if isLineTerminator(at: position) {
      advance(by: byte < 0x80 ? 1 : scalarLength)
    }
    let isApostrophe = byte == ASCII.apostrophe && position == start + 1
    remove(from: start)
    if isApostrophe { advance() }
  }

  /// The value of the hexadecimal digits after the position, or nil if there are other characters.
  func hexadecimalValue(after distance: Int, digits: Int) -> UInt16? {
    var value: UInt16 = 0
    for index in distance..<distance + digits {
      guard let digit = ASCII.hexadecimalValue(byte(after: index)) else { return nil }
      value = value &<< 4 | UInt16(digit)
    }
    return value
  }
}
