#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// Passing over what nobody asked for, as leniently as Foundation does.
//
// Foundation goes through a whole document before it decodes anything, and looks at its structure only: brackets, quotes,
// colons, commas, the three literals. What stands in a string or is made of the characters of numbers is looked at when
// a value is asked for. Here documents are gone through once, so this is done for values that are passed over; what is
// accepted is the same. It is more than RFC 8259 allows: wrong escapes, malformed numbers, control characters, and a
// comma behind the last element or member.

/// A walk over values that nobody asked for.
struct Skimmer {
  /// The document, which has zeros behind its end.
  let start: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>
  /// Whether `NaN` and `Infinity` are numbers, as in JSON5.
  let takesNotFinite: Bool
  var position: UnsafePointer<UInt8>

  /// The levels that Foundation admits.
  static var maximumDepth: Int { 512 }

  /// Moves behind the value at the position.
  ///
  /// - Parameter depth: the arrays and objects that the value is in.
  /// - Throws: ``FormatError`` if the structure is broken.
  mutating func skimValue(depth: Int) throws {
    switch position.pointee {
    case ASCII.quote: _ = try skimString()
    case ASCII.openBrace: try skimMembers(depth: depth)
    case ASCII.openBracket: try skimElements(depth: depth)
    case ASCII.minus, ASCII.zero...ASCII.nine:
      if takesNotFinite, position.pointee == ASCII.minus, take("-Infinity") { return }
      skimNumber()
    case ASCII.lowercaseT: try skimLiteral("true", .boolean)
    case ASCII.lowercaseF: try skimLiteral("false", .boolean)
    case ASCII.lowercaseN: try skimLiteral("null", .null)
    default: if !takesNotFinite || !(take("NaN") || take("Infinity")) { try fail(.value) }
    }
  }

  mutating func skimBlanks() {
    while true {
      switch position.pointee {
      case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position += 1
      default: return
      }
    }
  }

  private mutating func enter(depth: Int) throws {
    if depth >= Self.maximumDepth {
      throw FormatError(.nestedTooDeep(limit: Self.maximumDepth), at: FormatError.Place(offset: position - start))
    }
    position += 1
    skimBlanks()
  }

  private mutating func skimMembers(depth: Int) throws {
    try enter(depth: depth)
    while position.pointee != ASCII.closeBrace {
      try skimKey()
      try skimValue(depth: depth + 1)
      skimBlanks()
      if position.pointee == ASCII.comma {
        position += 1
        skimBlanks()
      } else if position.pointee != ASCII.closeBrace {
        try fail(.commaOrEndOfObject)
      }
    }
    position += 1
  }

  private mutating func skimElements(depth: Int) throws {
    try enter(depth: depth)
    _ = try countElements(depth: depth, behind: 0)
    position += 1
  }

  /// Counts the elements of an array from one of them on, and moves to its closing bracket.
  ///
  /// - Parameter count: how many there are before.
  mutating func countElements(depth: Int, behind count: Int) throws -> Int {
    var count = count
    while position.pointee != ASCII.closeBracket {
      try skimValue(depth: depth + 1)
      count += 1
      skimBlanks()
      if position.pointee == ASCII.comma {
        position += 1
        skimBlanks()
      } else if position.pointee != ASCII.closeBracket {
        try fail(.commaOrEndOfArray)
      }
    }
    return count
  }

  /// Moves behind a key and its colon, and blanks.
  ///
  /// - Returns: whether the key is plain: ASCII without an escape.
  @discardableResult
  mutating func skimKey() throws -> Bool {
    if position.pointee != ASCII.quote { try fail(.key) }
    let isPlain = try skimString()
    skimBlanks()
    if position.pointee != ASCII.colon { try fail(.colon) }
    position += 1
    skimBlanks()
    return isPlain
  }

  private mutating func skimNumber() {
    while Self.isPartOfNumber(position.pointee) { position += 1 }
  }

  /// Whether a byte can stand in a number.
  @inline(__always)
  static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case ASCII.zero...ASCII.nine, ASCII.dot, ASCII.plus, ASCII.minus, ASCII.lowercaseE, ASCII.uppercaseE: true
    default: false
    }
  }

  private mutating func take(_ literal: StaticString) -> Bool {
    guard memcmp(position, literal.utf8Start, literal.utf8CodeUnitCount) == 0 else { return false }
    position += literal.utf8CodeUnitCount
    return true
  }

  private mutating func skimLiteral(_ literal: StaticString, _ expected: FormatError.Expectation) throws {
    if !take(literal) { try fail(expected) }
  }

  /// Moves behind a string.
  ///
  /// - Returns: whether it is ASCII without escapes and control characters.
  mutating func skimString() throws -> Bool {
    var seen = SixteenBytes(.zero)
    var isPlain = true
    var rest = position + 1
    while true {
      let bytes = SixteenBytes(at: rest)
      seen.vector |= bytes.vector
      let specials = bytes.stringSpecials
      if specials.isEmpty {
        rest += 16
        continue
      }
      rest += specials.firstLane
      switch rest.pointee {
      case ASCII.quote:
        position = rest + 1
        return isPlain && seen.isASCII
      case ASCII.backslash: rest += try lengthOfEscape(at: rest)
      default:
        if rest == end { try fail(.endOfString, at: end) }
        rest += 1
      }
      isPlain = false
    }
  }

  /// The bytes of an escape: whether it is one is not asked.
  private func lengthOfEscape(at escape: UnsafePointer<UInt8>) throws -> Int {
    if end - escape < 2 { try fail(.endOfString, at: end) }
    guard escape[1] == ASCII.lowercaseU else { return 2 }
    for digit in escape + 2..<escape + 6 where digit >= end || digit.pointee == ASCII.quote {
      try fail(.endOfString, at: min(digit, end))
    }
    return 6
  }

  func fail(_ expected: FormatError.Expectation) throws -> Never { try fail(expected, at: position) }

  @inline(never)
  private func fail(_ expected: FormatError.Expectation, at place: UnsafePointer<UInt8>) throws -> Never {
    let problem: FormatError.Problem =
      place == end ? .unexpectedEnd(expected: expected) : .unexpectedByte(place.pointee, expected: expected)
    throw FormatError(problem, at: FormatError.Place(offset: place - start))
  }
}

extension Skimmer {
  /// What is wrong with the structure of the document, or nil if nothing is.
  mutating func firstError() -> FormatError? {
    do {
      position = start
      skimBlanks()
      try skimValue(depth: 0)
      try skimEnd()
      return nil
    } catch {
      return FormatError(wrapping: error)
    }
  }

  /// Checks that nothing but blanks follows.
  mutating func skimEnd() throws {
    skimBlanks()
    guard position != end else { return }
    throw FormatError(.trailingContent, at: FormatError.Place(offset: position - start))
  }
}
