/// Rewrites one JSON5 document as JSON.
///
/// This file contains the edits and the syntactic grammar (sections 2 to 4 and 9.2); white space, names, numbers and
/// strings have a file each. The open arrays and objects are stored in an array, not on the call stack: each level
/// takes one byte.
struct JSON5Rewriter: ~Copyable, ~Escapable {
  /// The document, which must be UTF-8.
  let source: Span<UInt8>
  /// The offset of the next byte.
  private(set) var position = 0
  /// The JSON document up to the last edit.
  private(set) var output: [UInt8] = []
  /// The offset in the source up to which everything has been copied or replaced.
  private var copied = 0
  /// The brackets that close the open arrays and objects.
  private var closingBrackets: [UInt8] = []
  private let assumesBraces: Bool
  /// Whether the outermost object has no braces in the source.
  private var lacksBraces = false
  /// The shifts so far, or nil if they are not needed.
  var shifts: JSON5Shifts?

  @_lifetime(copy source)
  init(_ source: Span<UInt8>, assumesBraces: Bool) {
    self.source = source
    self.assumesBraces = assumesBraces
    output.reserveCapacity(source.count + source.count / 8)
  }
}

// MARK: - Reading

extension JSON5Rewriter {
  var isAtEnd: Bool { position == source.count }

  /// The next byte, or zero at the end of the document.
  var byte: UInt8 {
    @inline(__always) get { position < source.count ? source[position] : 0 }
  }

  /// A byte after the next one, or zero after the end of the document.
  @inline(__always)
  func byte(after distance: Int) -> UInt8 {
    position + distance < source.count ? source[position + distance] : 0
  }

  @inline(__always)
  mutating func advance(by count: Int = 1) { position += count }

  /// The next character, which must not be ASCII.
  var scalar: Unicode.Scalar {
    unsafe source.extracting(position..<position + scalarLength).withUnsafeBufferPointer { unsafe $0.scalar }
  }

  /// The number of bytes of the next character, which must not be ASCII.
  var scalarLength: Int { (~byte).leadingZeroBitCount }

  func failure(_ problem: FormatError.Problem, at offset: Int? = nil) -> FormatError {
    FormatError(problem, at: FormatError.Place(offset: offset ?? position))
  }

  /// The error for a byte that cannot be here, or for the end of the document.
  func unexpected(_ expected: FormatError.Expectation) -> FormatError {
    failure(isAtEnd ? .unexpectedEnd(expected: expected) : .unexpectedByte(byte, expected: expected))
  }

  /// The path of the value at an offset, which must not be after the position.
  func path(ofOffset offset: Int) -> String? {
    var before = output
    if copied < offset { before.append(contentsOf: source.extracting(copied..<offset)) }
    return unsafe before.withUnsafeBufferPointer { unsafe JSON.place(ofOffset: before.count, in: $0).path }
  }
}

// MARK: - Editing

extension JSON5Rewriter {
  /// Replaces the bytes from an offset up to the position.
  mutating func replace(from start: Int, with replacement: some Collection<UInt8>) {
    copy(upTo: start)
    output.append(contentsOf: replacement)
    resumeCopying()
  }

  mutating func replace(from start: Int, with replacement: UInt8) {
    copy(upTo: start)
    output.append(replacement)
    resumeCopying()
  }

  mutating func remove(from start: Int) {
    copy(upTo: start)
    resumeCopying()
  }

  /// Inserts a byte at the position.
  mutating func insert(_ byte: UInt8) { replace(from: position, with: byte) }

  /// Puts the bytes from an offset up to the position in quotes.
  mutating func quote(from start: Int) {
    copy(upTo: start)
    output.append(ASCII.quote)
    copy(upTo: position)
    output.append(ASCII.quote)
    resumeCopying()
  }

  private mutating func copy(upTo end: Int) {
    output.append(contentsOf: source.extracting(copied..<end))
    copied = end
  }

  /// Starts to copy at the position.
  private mutating func resumeCopying() {
    copied = position
    shifts?.note(rewritten: output.count, original: position)
  }
}

// MARK: - The syntactic grammar

extension JSON5Rewriter {
  /// Rewrites the document, which is one value: section 9.2.
  mutating func rewriteDocument() throws {
    try skipBlanks()
    if assumesBraces, byte != ASCII.openBrace {
      try rewriteMembersWithoutBraces()
    } else {
      try rewriteValue()
    }
    if !isAtEnd { throw failure(.trailingContent) }
    copy(upTo: position)
  }

  private mutating func rewriteMembersWithoutBraces() throws {
    lacksBraces = true
    insert(ASCII.openBrace)
    closingBrackets.append(ASCII.closeBrace)
    if isAtEnd { return leave() }
    try rewriteKey()
    try rewriteValue()
  }

  /// Rewrites a value, which is an object, an array, a string, a number or one of three literals: section 2.
  ///
  /// At the end of the value, all open arrays and objects have been closed.
  private mutating func rewriteValue() throws {
    while true {
      switch byte {
      case ASCII.openBrace:
        if try enter(ASCII.closeBrace) {
          try rewriteKey()
          continue
        }
      case ASCII.openBracket: if try enter(ASCII.closeBracket) { continue }
      case ASCII.quote, ASCII.apostrophe: try rewriteString()
      case ASCII.lowercaseT: try skipLiteral("true", .boolean)
      case ASCII.lowercaseF: try skipLiteral("false", .boolean)
      case ASCII.lowercaseN: try skipLiteral("null", .null)
      default: try rewriteNumber()
      }
      guard try moveToNextValue() else { return }
    }
  }

  /// Moves past an opening bracket and the white space after it, and past the closing bracket if that is next.
  ///
  /// - Returns: Whether there is an element or a member.
  private mutating func enter(_ closingBracket: UInt8) throws -> Bool {
    advance()
    closingBrackets.append(closingBracket)
    try skipBlanks()
    if byte != closingBracket { return true }
    leave()
    return false
  }

  /// Moves past the end of the innermost array or object.
  private mutating func leave() {
    if lacksBraces, closingBrackets.count == 1 { insert(ASCII.closeBrace) } else { advance() }
    closingBrackets.removeLast()
  }

  /// Whether the next byte closes the innermost array or object, which has this closing bracket.
  private func isAtClosingBracket(_ bracket: UInt8) -> Bool {
    lacksBraces && closingBrackets.count == 1 ? isAtEnd : byte == bracket
  }

  /// Moves from the end of a value to the next one: past closing brackets, a comma, and the key of a member.
  ///
  /// Sections 3 and 4: one comma may follow the last member or element.
  ///
  /// - Returns: Whether there is another value.
  private mutating func moveToNextValue() throws -> Bool {
    while let bracket = closingBrackets.last {
      try skipBlanks()
      if byte == ASCII.comma {
        let comma = position
        advance()
        let areJSON = try scanBlanks()
        if !isAtClosingBracket(bracket) {
          if !areJSON { replace(from: comma + 1, with: ASCII.space) }
          if bracket == ASCII.closeBrace { try rewriteKey() }
          return true
        }
        replace(from: comma, with: ASCII.space)
      } else if !isAtClosingBracket(bracket) {
        if byte == bracket { throw failure(.trailingContent) }  // in an object without braces
        throw unexpected(bracket == ASCII.closeBrace ? .commaOrEndOfObject : .commaOrEndOfArray)
      }
      leave()
    }
    try skipBlanks()
    return false
  }

  /// Rewrites the key of a member, which is a string or an identifier, and the colon after it: section 3.
  private mutating func rewriteKey() throws {
    if byte == ASCII.quote || byte == ASCII.apostrophe { try rewriteString() } else { try rewriteName() }
    try skipBlanks()
    if byte != ASCII.colon { throw unexpected(.colon) }
    advance()
    try skipBlanks()
  }

  /// Moves past a literal, which must be spelt without escapes (ECMAScript 5.1, sections 7.8.1 and 7.8.2).
  mutating func skipLiteral(_ literal: StaticString, _ expected: FormatError.Expectation) throws {
    for index in 0..<literal.utf8CodeUnitCount where unsafe byte(after: index) != literal.utf8Start[index] {
      throw unexpected(expected)
    }
    advance(by: literal.utf8CodeUnitCount)
  }
}
