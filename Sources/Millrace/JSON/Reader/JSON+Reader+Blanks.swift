// White space between tokens (RFC 8259, section 2).
//
// Nearly all documents have either none, or one space after colons and commas, or lines that are indented by as many
// spaces for each level. The first two are distinguished inline. For the third the reader foresees how far a line is
// indented, from its depth and from what it saw before, and only checks that it is so. That takes no fewer instructions
// than counting the spaces, but the place of the next token is known before they have been loaded: a processor goes on
// there and checks meanwhile, instead of waiting for the count. Indented documents are read a fifth faster.

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

  /// The colon after a key, and the white space around it.
  @inlinable @inline(__always)
  package mutating func readColon() throws {
    if _slowPath(input.byte != ASCII.colon) {
      skipBlanks()
      if input.byte != ASCII.colon { try failExpecting(.colon) }
    }
    input.cursor += 1
    skipBlanks()
  }

  /// A line break and the indentation that is foreseen after it, or else any white space.
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

  /// Line breaks, and spaces eight at a time.
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
