extension JSON {
  /// Finds the end of an element of which the rest has not come yet.
  ///
  /// Nothing is checked: brackets of either kind are counted, strings are skipped. It goes on where it stopped, so
  /// that each byte is looked at once, in however many pieces they come.
  struct ElementScan {
    /// The bytes that were looked at.
    private(set) var position = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// The length of the element in bytes, or nil if it goes on.
    ///
    /// - Parameters:
    ///   - bytes: the element, and what follows it, as far as they have come.
    ///   - terminator: a byte that ends the element wherever it is.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, terminator: UInt8?) -> Int? {
      guard let first = bytes.first else { return nil }
      let isScalar = first != ASCII.quote && first != ASCII.openBrace && first != ASCII.openBracket
      while position < bytes.count {
        let byte = bytes[position]
        if byte == terminator { return position }
        if isScalar {
          if position > 0, Self.endsScalar(byte) { return position }
        } else if isInString {
          if !isEscaped, let start = bytes.baseAddress, bytes.count - position >= 16 {
            // Sixteen bytes at a time, as long as none of them means anything.
            if SixteenBytes(at: start + position).stringSpecials.isEmpty {
              position += 16
              continue
            }
          }
          if isEscaped {
            isEscaped = false
          } else if byte == ASCII.backslash {
            isEscaped = true
          } else if byte == ASCII.quote {
            isInString = false
            if depth == 0 { return position + 1 }
          }
        } else {
          switch byte {
          case ASCII.quote: isInString = true
          case ASCII.openBrace, ASCII.openBracket: depth += 1
          case ASCII.closeBrace, ASCII.closeBracket:
            depth -= 1
            if depth <= 0 { return position + 1 }
          default: break
          }
        }
        position += 1
      }
      return nil
    }

    /// Whether a byte cannot be part of a number or a literal: white space, or a byte with a meaning of its own.
    static func endsScalar(_ byte: UInt8) -> Bool {
      switch byte {
      case 0...ASCII.space, ASCII.quote, ASCII.comma, ASCII.colon, ASCII.openBrace, ASCII.closeBrace,
        ASCII.openBracket, ASCII.closeBracket:
        true
      default: false
      }
    }
  }
}
