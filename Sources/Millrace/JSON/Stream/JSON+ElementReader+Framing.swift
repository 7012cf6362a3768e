// What is around and between the elements.

extension JSON.ElementReader {
  /// Moves to the first byte of the next element.
  ///
  /// - Returns: `false` when more bytes are wanted for that, or the stream has ended.
  @usableFromInline @inline(never)
  mutating func advance() throws -> Bool {
    separator = Self.noSeparator
    while true {
      switch state {
      case .ended: return false
      case .atElement: return buffer.count > 0
      case .inBadElement: if !passOverBadElement() { return false }
      case .beforeArray, .behindArray: if try !walkDocument() { return false }
      case .beginning, .behindBracket, .behindSeparator, .behindElement:
        let isInLine = areLines && state == .behindElement
        buffer.cursor = isInLine ? firstNonBlankInLine(from: buffer.cursor) : firstNonBlank(from: buffer.cursor)
        if buffer.count > 0 {
          try step(to: buffer.cursor.pointee)
        } else {
          if buffer.isComplete { try end() }
          return false
        }
      }
    }
  }

  /// Goes on at a byte that is not blank.
  private mutating func step(to byte: UInt8) throws {
    switch (state, framing) {
    case (.beginning, _): try begin(with: byte)
    case (.behindElement, _) where isSingle:
      state = .behindArray
      walk.leaveArray()
    case (.behindBracket, _) where byte == ASCII.closeBracket: leaveArray()
    case (.behindElement, .array):
      if byte == ASCII.closeBracket { return leaveArray() }
      guard byte == ASCII.comma else { return try reject(byte, .commaOrEndOfArray) }
      take(.behindSeparator)
    case (.behindElement, .lines):
      guard byte == ASCII.lineFeed else { return try rejectTrailingContent() }
      take(.behindSeparator)
    case (.behindElement, .records):
      guard byte == ASCII.recordSeparator else { return try rejectTrailingContent() }
      take(.behindSeparator)
    case (.behindSeparator, .records) where byte == ASCII.recordSeparator: take(.behindSeparator)
    default: state = .atElement
    }
  }

  private mutating func take(_ next: State) {
    buffer.cursor += 1
    state = next
  }

  /// The first byte tells the framing, if nothing else has.
  private mutating func begin(with byte: UInt8) throws {
    if framing == .automatic { framing = byte == ASCII.openBracket ? .array : .concatenated }
    if framing == .array { usualSeparator = ASCII.comma }
    if framing != .records { soleSeparator = UInt16(usualSeparator) }
    switch framing {
    case .array:
      if options.framing == .array, pointer.tokens.isEmpty, byte != ASCII.openBracket {
        try reject(.mismatched(byte, .array))
      }
      state = .beforeArray
    case .records:
      guard byte == ASCII.recordSeparator else { return try reject(byte, .recordSeparator) }
      take(.behindSeparator)
    case .lines:
      areLines = true
      state = .atElement
    case .concatenated, .automatic, .document: state = .atElement
    }
  }

  private mutating func leaveArray() {
    take(.behindArray)
    walk.leaveArray()
  }

  /// The stream has ended where no element has begun.
  private mutating func end() throws {
    switch (state, framing) {
    case (.behindElement, _) where isSingle:
      state = .behindArray
      walk.leaveArray()
      _ = try walkDocument()
    case (.beginning, .array): try reject(.unexpectedEnd(expected: .value))
    case (.behindElement, .array): try reject(.unexpectedEnd(expected: .commaOrEndOfArray))
    case (.behindSeparator, .array), (.behindBracket, _): try reject(.unexpectedEnd(expected: .value))
    default: state = .ended
    }
  }

  /// Scans the document around the array.
  ///
  /// - Returns: `false` when more bytes are wanted for that, or the document has ended.
  private mutating func walkDocument() throws -> Bool {
    let start = buffer.cursor
    do {
      var discarded = DiscardingWriter()
      switch try walk.run(through: &buffer, to: &discarded, maximumTokenSize: maximumElementSize) {
      case .wantsBytes: return false
      case .ended:
        state = .ended
        return false
      case .found: try enterTarget()
      }
      return true
    } catch {
      throw failed(error, at: start, path: walk.path.description)
    }
  }

  private mutating func enterTarget() throws {
    let depth = walk.depth + 1
    nesting = NestingBudget(limit: options.reading.maximumDepth, depth: depth)
    if buffer.cursor.pointee == ASCII.openBracket {
      if nesting.depth < depth { try reject(.nestedTooDeep(limit: options.reading.maximumDepth)) }
      take(.behindBracket)
    } else if options.framing == .array {
      try reject(.mismatched(buffer.cursor.pointee, .array))
    } else {
      // One element, with the document around it.
      state = .atElement
      nesting = NestingBudget(limit: options.reading.maximumDepth, depth: depth - 1)
      isSingle = true
      soleSeparator = Self.noSeparator
    }
  }

  private func firstNonBlank(from start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var position = start
    while JSON.ElementScan.isBlank(position.pointee) { position += 1 }
    return position
  }

  /// Drops what is left of a bad line or record.
  ///
  /// - Returns: `false` when that has not come to its end yet.
  private mutating func passOverBadElement() -> Bool {
    let end = areLines ? ASCII.lineFeed : ASCII.recordSeparator
    guard let size = rest.firstIndex(of: end) else {
      buffer.cursor = buffer.end
      if buffer.isComplete { state = .ended }
      return false
    }
    buffer.cursor += size
    take(.behindSeparator)
    return true
  }
}

extension FormatError.Problem {
  /// The problem of a byte that begins something else than what is expected.
  static func mismatched(_ byte: UInt8, _ expected: FormatError.Expectation) -> FormatError.Problem {
    if let kind = ValueKind(startingWith: byte) { return .mismatch(expected: expected, found: kind) }
    return .unexpectedByte(byte, expected: expected)
  }
}
