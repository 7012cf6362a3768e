/// A position in a document that is followed by zeros.
struct DocumentCursor {
  var position: UnsafePointer<UInt8>
  /// How the lines seem to be indented.
  var indentation = Indentation()

  var byte: UInt8 {
    @inline(__always) get { position.pointee }
  }

  // MARK: White space

  /// Moves to the next byte that is not white space.
  ///
  /// - Parameter depth: the number of open arrays and objects.
  @inline(__always)
  mutating func skipBlanks(depth: Int) {
    if _fastPath(byte > ASCII.space) { return }
    if byte == ASCII.space, position[1] > ASCII.space {
      position += 1
    } else {
      skipBlanksOutOfLine(depth: depth)
    }
  }

  @inline(never)
  private mutating func skipBlanksOutOfLine(depth: Int) {
    let line = position + 1
    let isLineBreak = byte == ASCII.lineFeed
    if isLineBreak {
      if let token = indentation.token(ofLine: line, depth: depth) {
        position = token
        return
      }
      position = line
    }
    while true {
      let nonSpaces = EightBytes(at: position).nonSpaces
      if nonSpaces == 0 {
        position += 8
        continue
      }
      position += EightBytes.firstLane(of: nonSpaces)
      guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab else { break }
      position += 1
    }
    if isLineBreak { indentation.learn(position - line, depth: depth) }
  }

  // MARK: Tokens

  /// Skips a literal if it is the one at the position.
  ///
  /// - Parameter literal: ASCII.
  @inline(__always)
  mutating func take(_ literal: StaticString) -> Bool {
    for index in 0..<literal.utf8CodeUnitCount where position[index] != literal.utf8Start[index] { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  /// Skips the bytes that a number can consist of, whether or not they are a valid one.
  @inline(__always)
  mutating func skipNumber() {
    position += 1
    guard Self.isPartOfNumber(byte) else { return }
    while true {
      let length = SixteenBytes(at: position).nonNumbers.firstLane
      position += length
      if _fastPath(length < 16) { return }
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
  /// - Returns: whether it has no escapes.
  @inline(__always) @discardableResult
  mutating func skipString() -> Bool {
    var isPlain = true
    position += 1
    while true {
      let specials = SixteenBytes(at: position).stringSpecials
      position += specials.firstLane
      if specials.isEmpty { continue }
      switch byte {
      case ASCII.quote:
        position += 1
        return isPlain
      // As the check of the structure does, which skips the digits of an escape whatever they are.
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
        let length = SixteenBytes(at: position).quotesAndBrackets.firstLane
        position += length
        if _fastPath(length < 16) { break }
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
  /// All ones in the lanes of bytes that cannot be part of a number.
  @inline(__always)
  fileprivate var nonNumbers: Mask {
    // From `+` to `9` there are the digits, the signs and the point, and also the comma and the slash.
    let distances = vector &- Vector(repeating: ASCII.plus)
    let isOutside = distances .> Vector(repeating: ASCII.nine - ASCII.plus)
    let isComma = vector .== Vector(repeating: ASCII.comma)
    let isSlash = vector .== Vector(repeating: ASCII.slash)
    let isNotExponent = (vector | Vector(repeating: 0x20)) .!= Vector(repeating: ASCII.lowercaseE)
    return Mask((isOutside .& isNotExponent) .| isComma .| isSlash)
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

  /// Whether the first `count` bytes, at most 15, are below 0x80.
  @inline(__always)
  func isASCII(first count: Int) -> Bool {
    let halves = unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    let mask = (1 &<< UInt64(truncatingIfNeeded: 8 &* (count & 7))) &- 1
    let bytes = count < 8 ? halves[0] & mask : halves[0] | (halves[1] & mask)
    return bytes & EightBytes.highBits == 0
  }
}
