// White space between tokens (RFC 8259, section 2).
//
// Nearly all documents have either none, or one space after colons and commas, or lines that are indented by a constant
// number of spaces for each level. The first two are handled inline. For the third, the reader predicts the indentation
// of a line from its depth and from previous lines, and only verifies the prediction. That takes as many instructions
// as counting the spaces, but the offset of the next token is known before the spaces have been loaded. The processor
// continues at that offset while it verifies them, instead of waiting for the count. Indented documents are read a
// fifth faster.

extension JSON.Reader {
  @inlinable @inline(__always)
  package mutating func skipBlanks() {
    if _fastPath(input.byte > ASCII.space) { return }
    if input.byte == ASCII.space, unsafe input.byte(at: input.cursor + 1) > ASCII.space {
      unsafe input.cursor += 1
      return
    }
    skipBlanksOutOfLine()
  }

  /// Reads the colon after a key, and the white space around it.
  @inlinable @inline(__always)
  package mutating func readColon() throws {
    if _slowPath(input.byte != ASCII.colon) {
      skipBlanks()
      if input.byte != ASCII.colon { try failExpecting(.colon) }
    }
    unsafe input.cursor += 1
    skipBlanks()
  }

  /// Skips a line break and the predicted indentation after it, or otherwise any white space.
  @usableFromInline @inline(never)
  mutating func skipBlanksOutOfLine() {
    guard input.byte == ASCII.lineFeed, unsafe !input.isPastLimit(input.cursor) else { return skipAnyBlanks() }
    if let token = unsafe indentation.token(ofLine: input.cursor + 1, depth: nesting.depth) {
      unsafe input.cursor = unsafe token
      return
    }
    let offset = input.offset + 1
    skipAnyBlanks()
    indentation.learn(input.offset - offset, depth: nesting.depth)
  }

  /// Skips white space like ``skipBlanks()``, with the prediction of the indentation in place.
  @inline(__always)
  private mutating func skipLineOrBlanks() {
    if input.byte == ASCII.lineFeed, unsafe !input.isPastLimit(input.cursor),
      let token = unsafe indentation.token(ofLine: input.cursor + 1, depth: nesting.depth)
    {
      unsafe input.cursor = unsafe token
    } else {
      skipBlanks()
    }
  }

  /// Skips white space, which is normally a line break and an indentation. The cursor may be past the limit.
  @usableFromInline @inline(never)
  mutating func skipLine() {
    input.guardEnd()
    skipLineOrBlanks()
  }

  /// Moves to the next member like ``nextMember()``, also if white space is before the comma, or to the end of the object.
  @usableFromInline @inline(never)
  mutating func nextMemberOutOfLine() throws -> Bool {
    skipLineOrBlanks()
    return try nextMemberOfLines()
  }

  /// Moves to the next member like ``nextMember()``, with more code in place: for loops of the library.
  @inline(__always)
  mutating func nextMemberOfLines() throws -> Bool {
    guard _fastPath(input.byte == ASCII.comma) else { return try nextMember() }
    unsafe input.cursor += 1
    input.guardEnd()
    skipLineOrBlanks()
    return true
  }

  /// Skips line breaks, and spaces eight at a time.
  private mutating func skipAnyBlanks() {
    var position = unsafe input.cursor
    if input.byte == ASCII.lineFeed { unsafe position += 1 }
    while true {
      if unsafe input.isPastLimit(position) {
        unsafe input.cursor = unsafe position
        return skipBlanksInTail()
      }
      let nonSpaces = unsafe input.eightBytes(at: position).nonSpaces
      if nonSpaces == 0 {
        unsafe position += 8
        continue
      }
      unsafe position += EightBytes.firstLane(of: nonSpaces)
      let byte = unsafe input.byte(at: position)
      guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab else { break }
      unsafe position += 1
    }
    unsafe input.cursor = unsafe position
  }

  @inline(never)
  private mutating func skipBlanksInTail() {
    input.moveToTail()
    skipAnyBlanks()
  }
}
