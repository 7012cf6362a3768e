import Millrace

/// A position in a document that is followed by zeros.
///
/// SAFETY: a scan ends at the zeros after the document at the latest.
@safe
struct DocumentCursor {
  var position: UnsafePointer<UInt8>
  /// The predicted indentation of lines.
  var indentation = Indentation()

  var byte: UInt8 {
    @inline(__always) get { unsafe position.pointee }
  }

  // MARK: White space

  /// Moves to the next byte that is not white space.
  ///
  /// - Parameter depth: The number of open arrays and objects.
  @inline(__always)
  mutating func skipBlanks(depth: Int) {
    if _fastPath(byte > ASCII.space) { return }
    if byte == ASCII.space, unsafe position[1] > ASCII.space {
      unsafe position += 1
    } else {
      unsafe position = unsafe Self.token(after: position, depth: depth, &indentation)
    }
  }

  /// Not a method, so that a loop that calls this can keep its position in a register.
  @inline(never)
  private static func token(
    after blanks: UnsafePointer<UInt8>, depth: Int, _ indentation: inout Indentation
  ) -> UnsafePointer<UInt8> {
    var position = unsafe blanks
    let isLineBreak = unsafe position.pointee == ASCII.lineFeed
    if isLineBreak {
      unsafe position += 1
      if let token = unsafe indentation.token(ofLine: position, depth: depth) { return unsafe token }
    }
    while true {
      let nonSpaces = unsafe EightBytes(at: position).nonSpaces
      if nonSpaces == 0 {
        unsafe position += 8
        continue
      }
      unsafe position += EightBytes.firstLane(of: nonSpaces)
      switch unsafe position.pointee {
      case ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: unsafe position += 1
      default:
        if isLineBreak { unsafe indentation.learn(position - blanks - 1, depth: depth) }
        return unsafe position
      }
    }
  }

  // MARK: Tokens

  /// Skips a literal if it is at the position.
  ///
  /// - Parameter literal: ASCII text.
  @inline(__always)
  mutating func take(_ literal: StaticString) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount where unsafe position[index] != literal.utf8Start[index] { return false }
    unsafe position += literal.utf8CodeUnitCount
    return true
  }

  /// Skips the bytes that a number can consist of, whether or not they form a valid number.
  @inline(__always)
  mutating func skipNumber() {
    unsafe position += 1
    while true {
      let others = unsafe SixteenBytes(at: position).nonDigits
      // A branch, so that the next load does not wait for the sum.
      if others.isEmpty {
        unsafe position += 16
        continue
      }
      unsafe position += others.firstLane
      if _fastPath(!Self.isPartOfNumber(byte)) { return }
      unsafe position += 1
    }
  }

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
    unsafe position += 1
    while true {
      let specials = unsafe SixteenBytes(at: position).stringSpecials
      if specials.isEmpty {
        unsafe position += 16
        continue
      }
      unsafe position += specials.firstLane
      switch byte {
      case ASCII.quote:
        unsafe position += 1
        return isPlain
      // Like the check of the structure, which skips the digits of an escape without validating them.
      case ASCII.backslash:
        unsafe position += position[1] == ASCII.lowercaseU ? 6 : 2
        isPlain = false
      default: unsafe position += 1
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
      repeat { unsafe position += 1 } while byte > ASCII.space && byte != ASCII.comma && !Self.isCloseBracket(byte)
    }
  }

  private mutating func skipContainer() {
    var depth = 0
    while true {
      switch byte {
      case ASCII.quote: skipString()
      case ASCII.openBrace, ASCII.openBracket:
        depth += 1
        unsafe position += 1
      default:
        depth -= 1
        unsafe position += 1
        if depth == 0 { return }
      }
      while true {
        let found = unsafe SixteenBytes(at: position).quotesAndBrackets
        if found.isEmpty {
          unsafe position += 16
          continue
        }
        unsafe position += found.firstLane
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
    unsafe position += 1
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
