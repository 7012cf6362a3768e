// The text around and between the elements.

extension JSON.ElementReader {
  /// Moves to the first byte of the next element.
  ///
  /// - Returns: `false` if more bytes are needed, or at the end of the stream.
  @usableFromInline @inline(never)
  mutating func advance() throws -> Bool {
    separator = Self.noSeparator
    while true {
      switch state {
      case .ended: return false
      case .atElement: return buffer.count > 0
      case .inBadElement: if !skipBadElement() { return false }
      case .beforeArray, .afterArray: if try !walkDocument() { return false }
      case .beginning, .afterBracket, .afterSeparator, .afterElement:
        let isInLine = areLines && state == .afterElement
        unsafe buffer.cursor =
          unsafe isInLine ? firstNonBlankInLine(from: buffer.cursor) : firstNonBlank(from: buffer.cursor)
        if buffer.count > 0 {
          try unsafe step(to: buffer.cursor.pointee)
        } else {
          if buffer.isComplete { try end() }
          return false
        }
      }
    }
  }

  /// Processes a byte that is not white space.
  private mutating func step(to byte: UInt8) throws {
    switch (state, framing) {
    case (.beginning, _): try begin(with: byte)
    case (.afterElement, _) where isSingle:
      state = .afterArray
      scanner.leaveArray()
    case (.afterBracket, _) where byte == ASCII.closeBracket: leaveArray()
    case (.afterElement, .array):
      if byte == ASCII.closeBracket { return leaveArray() }
      guard byte == ASCII.comma else { return try reject(byte, .commaOrEndOfArray) }
      take(.afterSeparator)
    case (.afterElement, .lines):
      guard byte == ASCII.lineFeed else { return try rejectTrailingContent() }
      take(.afterSeparator)
    case (.afterElement, .records):
      guard byte == ASCII.recordSeparator else { return try rejectTrailingContent() }
      take(.afterSeparator)
    case (.afterSeparator, .records) where byte == ASCII.recordSeparator: take(.afterSeparator)
    default: state = .atElement
    }
  }

  private mutating func take(_ next: State) {
    unsafe buffer.cursor += 1
    state = next
  }

  /// Determines the framing by the first byte, if it is automatic.
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
      take(.afterSeparator)
    case .lines:
      areLines = true
      state = .atElement
    case .concatenated, .automatic, .document: state = .atElement
    }
  }

  private mutating func leaveArray() {
    take(.afterArray)
    scanner.leaveArray()
  }

  /// Handles the end of the stream between elements.
  private mutating func end() throws {
    switch (state, framing) {
    case (.afterElement, _) where isRun: state = .ended
    case (.afterElement, _) where isSingle:
      state = .afterArray
      scanner.leaveArray()
      _ = try walkDocument()
    case (.beginning, .array): try reject(.unexpectedEnd(expected: .value))
    case (.afterElement, .array): try reject(.unexpectedEnd(expected: .commaOrEndOfArray))
    case (.afterSeparator, .array), (.afterBracket, _): try reject(.unexpectedEnd(expected: .value))
    default: state = .ended
    }
  }

  /// Scans the document around the array.
  ///
  /// - Returns: `false` if more bytes are needed, or at the end of the document.
  private mutating func walkDocument() throws -> Bool {
    let start = unsafe buffer.cursor
    do {
      var discarded = DiscardingWriter()
      switch try scanner.run(through: &buffer, to: &discarded, maximumTokenSize: maximumElementSize) {
      case .needsBytes: return false
      case .ended:
        state = .ended
        return false
      case .found: try enterTarget()
      }
      return true
    } catch {
      throw unsafe failed(error, at: start, path: scanner.path.description)
    }
  }

  private mutating func enterTarget() throws {
    let depth = scanner.depth + 1
    nesting = NestingBudget(limit: options.reading.maximumDepth, depth: depth)
    if unsafe buffer.cursor.pointee == ASCII.openBracket {
      if nesting.depth < depth { try reject(.nestedTooDeep(limit: options.reading.maximumDepth)) }
      take(.afterBracket)
    } else if options.framing == .array {
      try unsafe reject(.mismatched(buffer.cursor.pointee, .array))
    } else {
      // The value is a single element, inside its document.
      state = .atElement
      nesting = NestingBudget(limit: options.reading.maximumDepth, depth: depth - 1)
      isSingle = true
      soleSeparator = Self.noSeparator
    }
  }

  private func firstNonBlank(from start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var position = unsafe start
    while unsafe JSON.ElementScan.isBlank(position.pointee) { unsafe position += 1 }
    return unsafe position
  }

  /// Drops the rest of a bad line or record.
  ///
  /// - Returns: `false` if the end of the line or record is not in memory yet.
  private mutating func skipBadElement() -> Bool {
    let end = areLines ? ASCII.lineFeed : ASCII.recordSeparator
    guard let size = unsafe rest.firstIndex(of: end) else {
      unsafe buffer.cursor = unsafe buffer.end
      if buffer.isComplete { state = .ended }
      return false
    }
    unsafe buffer.cursor += size
    take(.afterSeparator)
    return true
  }
}

extension FormatError.Problem {
  /// Returns the problem for a byte that starts a value of another kind than expected.
  static func mismatched(_ byte: UInt8, _ expected: FormatError.Expectation) -> FormatError.Problem {
    if let kind = ValueKind(startingWith: byte) { return .mismatch(expected: expected, found: kind) }
    return .unexpectedByte(byte, expected: expected)
  }
}
