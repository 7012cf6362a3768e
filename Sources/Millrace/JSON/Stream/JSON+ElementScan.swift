extension JSON {
  /// Finds the end of an element that is not complete in memory.
  ///
  /// The scan does not validate: it counts brackets of either kind and skips strings. It continues where it stopped, so
  /// each byte is scanned once, regardless of the number of chunks.
  struct ElementScan {
    /// The number of bytes that were scanned.
    private(set) var position = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Returns the length of the element in bytes, or nil if the element continues.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in memory, from the start of the element on.
    ///   - terminator: A byte that ends the element at any position.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, terminator: UInt8?) -> Int? {
      guard let first = unsafe bytes.first else { return nil }
      let isScalar = first != ASCII.quote && first != ASCII.openBrace && first != ASCII.openBracket
      while position < bytes.count {
        let byte = unsafe bytes[position]
        if byte == terminator { return position }
        if isScalar {
          if position > 0, Self.endsScalar(byte) { return position }
        } else if isInString {
          if !isEscaped, let start = bytes.baseAddress, bytes.count - position >= 16 {
            // Sixteen bytes at a time, as long as none of them has a special meaning.
            if unsafe SixteenBytes(at: start + position).stringSpecials.isEmpty {
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

    /// Whether a byte cannot be part of a number or a literal: white space, or a structural byte.
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
