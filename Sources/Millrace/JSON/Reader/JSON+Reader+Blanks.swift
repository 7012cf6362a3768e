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
    if input.byte == ASCII.space, input.byte(at: input.cursor + 1) > ASCII.space {
      input.cursor += 1
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
    input.cursor += 1
    skipBlanks()
  }

  /// Skips a line break and the predicted indentation after it, or otherwise any white space.
  @usableFromInline @inline(never)
  mutating func skipBlanksOutOfLine() {
    guard input.byte == ASCII.lineFeed, !input.isPastLimit(input.cursor) else { return skipAnyBlanks() }
    if let token = indentation.token(ofLine: input.cursor + 1, depth: nesting.depth) {
      input.cursor = token
      return
    }
    let offset = input.offset + 1
    skipAnyBlanks()
    indentation.learn(input.offset - offset, depth: nesting.depth)
  }

  /// Moves to the next member like ``nextMember()``, with more code in place: for loops of the library.
  @inline(__always)
  mutating func nextMemberOfLines() throws -> Bool {
    guard _fastPath(input.byte == ASCII.comma) else { return try nextMember() }
    input.cursor += 1
    input.guardEnd()
    if input.byte == ASCII.lineFeed, !input.isPastLimit(input.cursor),
      let token = indentation.token(ofLine: input.cursor + 1, depth: nesting.depth)
    {
      input.cursor = token
    } else {
      skipBlanks()
    }
    return true
  }

  /// Skips line breaks, and spaces eight at a time.
  private mutating func skipAnyBlanks() {
    var position = input.cursor
    if input.byte == ASCII.lineFeed { position += 1 }
    while true {
      if input.isPastLimit(position) {
        input.cursor = position
        return skipBlanksInTail()
      }
      let nonSpaces = input.eightBytes(at: position).nonSpaces
      if nonSpaces == 0 {
        position += 8
        continue
      }
      position += EightBytes.firstLane(of: nonSpaces)
      let byte = input.byte(at: position)
      guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab else { break }
      position += 1
    }
    input.cursor = position
  }

  @inline(never)
  private mutating func skipBlanksInTail() {
    input.moveToTail()
    skipAnyBlanks()
  }
}
