import Millrace

/// A position in a document that is followed by zeros.
struct DocumentCursor {
  var position: UnsafePointer<UInt8>
  /// The predicted indentation of lines.
  var indentation = Indentation()

  var byte: UInt8 {
    @inline(__always) get { position.pointee }
  }

  // MARK: White space

  /// Moves to the next byte that is not white space.
  ///
  /// - Parameter depth: The number of open arrays and objects.
  @inline(__always)
  mutating func skipBlanks(depth: Int) {
    if _fastPath(byte > ASCII.space) { return }
    if byte == ASCII.space, position[1] > ASCII.space {
      position += 1
    } else {
      position = Self.token(after: position, depth: depth, &indentation)
    }
  }

  /// Not a method, so that a loop that calls this can keep its position in a register.
  @inline(never)
  private static func token(
    after blanks: UnsafePointer<UInt8>, depth: Int, _ indentation: inout Indentation
  ) -> UnsafePointer<UInt8> {
    var position = blanks
    let isLineBreak = position.pointee == ASCII.lineFeed
    if isLineBreak {
      position += 1
      if let token = indentation.token(ofLine: position, depth: depth) { return token }
    }
    while true {
      let nonSpaces = EightBytes(at: position).nonSpaces
      if nonSpaces == 0 {
        position += 8
        continue
      }
      position += EightBytes.firstLane(of: nonSpaces)
      switch position.pointee {
      case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position += 1
      default:
        if isLineBreak { indentation.learn(position - blanks - 1, depth: depth) }
        return position
      }
    }
  }

  // MARK: Tokens

  /// Skips a literal if it is at the position.
  ///
  /// - Parameter literal: ASCII text.
  @inline(__always)
  mutating func take(_ literal: StaticString) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount where position[index] != literal.utf8Start[index] { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// Skips the bytes that a number can consist of, whether or not they form a valid number.
  @inline(__always)
  mutating func skipNumber() {
    position += 1
    while true {
      let others = SixteenBytes(at: position).nonDigits
      // A branch, so that the next load does not wait for the sum.
      if others.isEmpty {
        position += 16
        continue
      }
      position += others.firstLane
      if _fastPath(!Self.isPartOfNumber(byte)) { return }
      position += 1
    }
  }

  /// Whether a byte can be part of a number.
  @inline(__always)
  static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.zero...ASCII.nine, ASCII.dot, ASCII.plus, ASCII.minus, ASCII.lowercaseE, ASCII.uppercaseE: true
    default: false
    }
  }

  /// Skips a string of a document whose structure has been checked.
  ///
  /// - Returns: Whether the string has no escapes.
  @inline(__always) @discardableResult
  mutating func skipString() -> Bool {
    var isPlain = true
    position += 1
    while true {
      let specials = SixteenBytes(at: position).stringSpecials
      if specials.isEmpty {
        position += 16
        continue
      }
      position += specials.firstLane
      switch byte {
      case ASCII.quote:
        position += 1
        return isPlain
      // Like the check of the structure, which skips the digits of an escape without validating them.
      case ASCII.backslash:
        position += position[1] == ASCII.lowercaseU ? 6 : 2
        isPlain = false
      default: position += 1
      }
    }
  }

  /// Skips a value of a document whose structure has been checked.
  mutating func skipValue() {
    switch byte {
    case ASCII.quote: skipString()
    case ASCII.openBrace, ASCII.openBracket: skipContainer()
    default:
      // A number or a literal ends before a comma, a bracket, white space or the end of the document.
      repeat { position += 1 } while byte > ASCII.space && byte != ASCII.comma && !Self.isCloseBracket(byte)
    }
  }

  private mutating func skipContainer() {
    var depth = 0
    while true {
      switch byte {
      case ASCII.quote: skipString()
      case ASCII.openBrace, ASCII.openBracket:
        depth += 1
        position += 1
      default:
        depth -= 1
        position += 1
        if depth == 0 { return }
      }
      while true {
        let found = SixteenBytes(at: position).quotesAndBrackets
        if found.isEmpty {
          position += 16
          continue
        }
        position += found.firstLane
        break
      }
    }
  }

  @inline(__always)
  private static func isCloseBracket(_ byte: UInt8) -> Bool { byte | 0x20 == ASCII.closeBrace }

  /// Skips a key, its colon, and white space, in a document whose structure has been checked.
  mutating func skipKey(depth: Int) {
    skipString()
    skipColon(depth: depth)
  }

  @inline(__always)
  mutating func skipColon(depth: Int) {
    if _slowPath(byte != ASCII.colon) { skipBlanks(depth: depth) }
    position += 1
    skipBlanks(depth: depth)
  }
}

extension SixteenBytes {
  /// All ones in the lanes of bytes other than digits, minus signs and points.
  @inline(__always)
  fileprivate var nonDigits: Mask {
    let isOutside = (vector &- Vector(repeating: ASCII.minus)) .> Vector(repeating: ASCII.nine - ASCII.minus)
    let isSlash = vector .== Vector(repeating: ASCII.slash)
    return Mask(isOutside .| isSlash)
  }

  /// All ones in the lanes of quotes and of the brackets of arrays and objects.
  @inline(__always)
  fileprivate var quotesAndBrackets: Mask {
    // The brackets of arrays differ from those of objects in one bit.
    let folded = vector | Vector(repeating: 0x20)
    let isOpen = folded .== Vector(repeating: ASCII.openBrace)
    let isClose = folded .== Vector(repeating: ASCII.closeBrace)
    return Mask(isOpen .| isClose .| (vector .== Vector(repeating: ASCII.quote)))
  }
}
