// Elements that are cut by the end of the window, and bad elements.

extension JSON.ElementReader {
  /// The outcome of reading an element.
  @usableFromInline
  enum Result<Value> {
    case value(Value)
    /// The element is not complete in memory yet.
    case none
    /// The element is bad; the error was reported.
    case skipped
  }

  /// Whether the bytes up to `end` are a complete element: no later byte can extend it, and no invalid byte follows it.
  ///
  /// The function is mutating because the compiler would otherwise copy the borrowed value first.
  @usableFromInline
  mutating func isWhole(from start: UnsafeMutablePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>) -> Bool {
    let size = unsafe end - start
    guard size > 0, size <= maximumElementSize else { return false }
    let isScalar = unsafe !JSON.ElementScan.opensElement(start.pointee)
    if unsafe end == buffer.end, !buffer.isComplete {
      // Nothing can extend a value that ends with a bracket, a quote, or the last letter of a literal. Where documents
      // follow each other without a separator, the byte after a literal must be checked.
      let isDelimited = framing == .array || framing == .lines
      return unsafe !(isScalar && (ASCII.isDigit(end[-1]) || !isDelimited)) && !crossesLines(from: start, to: end)
    }
    switch framing {
    case .array, .document, .automatic: return true
    case .concatenated: return unsafe !isScalar || end == buffer.end || JSON.ElementScan.startsDocument(end.pointee)
    case .records:
      return unsafe !isScalar || (end < buffer.end && JSON.ElementScan.isBlank(end.pointee))
    case .lines:
      if unsafe crossesLines(from: start, to: end) { return false }
      let next = unsafe firstNonBlankInLine(from: end)
      return unsafe next == buffer.end || next.pointee == ASCII.lineFeed
    }
  }

  private func crossesLines(from start: UnsafeMutablePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe areLines && buffer.firstLineFeed(from: start).map { unsafe $0 < end } ?? false
  }

  func firstNonBlankInLine(from start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    var position = unsafe start
    while unsafe position.pointee == ASCII.space || position.pointee == ASCII.tab
      || position.pointee == ASCII.carriageReturn
    {
      unsafe position += 1
    }
    return unsafe position
  }

  /// The bytes from the cursor to the end of the window.
  var rest: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: buffer.cursor, count: buffer.count) }

  /// Reads the element at the cursor if all its bytes are in memory.
  ///
  /// - Parameter failure: The error of the attempt to read the incomplete element, if there was one.
  @inlinable @inline(never)
  mutating func nextIfComplete<Value: Readable>(
    _ type: Value.Type, after failure: (any Error)?
  ) throws -> Result<Value> {
    guard let size = try sizeOfElement(after: failure) else { return state == .atElement ? .none : .skipped }
    do {
      let value = try readWhole(size) { reader in try Value.readJSON(from: &reader) }
      unsafe accept(upTo: buffer.cursor + size)
      return .value(value)
    } catch {
      try reject(error)
      return .skipped
    }
  }

  /// Calls a closure with a reader at the next element. Returns nil if more bytes are needed, or at the end of the
  /// stream.
  @inlinable
  mutating func read<Value>(_ body: (inout JSON.Reader) throws -> Value) throws -> Value? {
    while try advance() {
      guard let size = try sizeOfElement(after: nil) else {
        if state == .atElement { return nil }
        continue
      }
      do {
        let value = try readWhole(size, body)
        unsafe accept(upTo: buffer.cursor + size)
        return value
      } catch {
        try reject(error)
      }
    }
    return nil
  }

  /// Returns a scan of the element at the cursor, token by token.
  func scanOfElement() -> JSON.TokenScanner { JSON.TokenScanner(nil, maximumDepth: nesting.limit - nesting.depth) }

  /// Writes the part of the element at the cursor that is in memory.
  ///
  /// - Returns: Whether it was the last part.
  mutating func forwardPiece<Writer: FormatWriter & ~Copyable>(
    of scanner: inout JSON.TokenScanner, to writer: inout Writer
  ) throws -> Bool {
    let start = unsafe buffer.cursor
    do {
      if case .needsBytes = try scanner.run(through: &buffer, to: &writer, maximumTokenSize: maximumElementSize) {
        return false
      }
    } catch {
      throw unsafe failed(error, at: start, path: path + scanner.path.description)
    }
    unsafe accept(upTo: buffer.cursor)
    return true
  }

  /// Reads the element at the cursor with a reader that is limited to it, and checks the bytes after it.
  @inlinable
  mutating func readWhole<Value>(_ size: Int, _ body: (inout JSON.Reader) throws -> Value) throws -> Value {
    let end = unsafe buffer.cursor + size
    // A zero ends the input, as padding does. The byte is restored, because it may be the first of the next element.
    let byte = unsafe end.pointee
    unsafe end.pointee = 0
    defer { unsafe end.pointee = byte }
    var reader = try makeReader(size)
    do {
      let value = try readPointedTo(&reader, body)
      try reader.finish()
      try checkEnd(byte, at: size)
      return value
    } catch {
      throw FormatError(wrapping: error, at: FormatError.Place(offset: reader.offset))
    }
  }

  @usableFromInline
  @_lifetime(immortal)
  func makeReader(_ size: Int) throws -> JSON.Reader {
    let end = unsafe buffer.cursor + size
    if options.reading.duplicateKeys == .lastWins {
      return unsafe JSON.Reader(
        GuardedInput(padded: buffer.cursor, cursor: buffer.cursor, end: end), nesting: nesting,
        indentation: indentation, knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    }
    var limits = options.reading
    limits.maximumDepth = nesting.limit - nesting.depth
    let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer(buffer.cursor), count: size)
    // SAFETY: the caller uses the reader only as long as the window does not change.
    return try unsafe JSON.Reader(unsafeBytes: bytes, options: limits, scratch: nil)
  }

  /// Reads the value at the pointer in each element, or the element itself.
  @inlinable
  func readPointedTo<Value>(
    _ reader: inout JSON.Reader, _ body: (inout JSON.Reader) throws -> Value
  ) throws -> Value {
    guard let pointer = pointerIntoElements else { return try body(&reader) }
    return try reader.read(at: pointer, body)
  }

  @usableFromInline
  var pointerIntoElements: JSON.Pointer? { framing == .array || pointer.tokens.isEmpty ? nil : pointer }

  /// Checks the byte after an element that was read.
  @usableFromInline
  mutating func checkEnd(_ byte: UInt8, at size: Int) throws {
    let end = unsafe buffer.cursor + size
    // The zero is still in the buffer. If it is not at the end of the buffer, it replaces a byte.
    if unsafe end < buffer.end { unsafe end.pointee = byte }
    guard unsafe !isWhole(from: buffer.cursor, to: end) else { return }
    if framing == .records {
      throw FormatError(.unexpectedEnd(expected: .lineFeed), at: FormatError.Place(offset: size))
    }
    let next = unsafe areLines ? firstNonBlankInLine(from: end) : end
    throw unsafe FormatError(.trailingContent, at: FormatError.Place(offset: next - buffer.cursor))
  }

  /// Returns to the first byte of an element that could not be read, and waits until all its bytes are in memory.
  ///
  /// - Parameters:
  ///   - error: The error of the attempt; its offset is relative to `base`.
  /// - Throws: The error, if more bytes cannot change the outcome.
  @usableFromInline @inline(never)
  mutating func setAside(
    _ start: UnsafeMutablePointer<UInt8>, after error: (any Error)? = nil, at base: UnsafeMutablePointer<UInt8>? = nil
  ) throws {
    unsafe buffer.cursor = unsafe start
    separator = Self.noSeparator
    state = .atElement
    scansFirst = true
    guard framing == .array || framing == .concatenated, var failure = error as? FormatError, let base = unsafe base,
      let offset = failure.place.offset
    else { return }
    failure.place.offset = unsafe offset - (start - base)
    if failure.isFinal(afterReading: buffer.count) { try reject(failure) }
  }

  /// Returns the size of the element at the cursor in bytes, or nil if the element is not complete in memory yet.
  ///
  /// - Throws: ``FormatError`` if the element is too large, and the error of the attempt if more bytes cannot change
  ///   the outcome.
  @usableFromInline @inline(never)
  mutating func sizeOfElement(after failure: (any Error)?) throws -> Int? {
    separator = Self.noSeparator
    state = .atElement
    scansFirst = true
    var size = unsafe sizeOfLine ?? scan.end(in: rest, terminator: terminator)
    if size == nil, framing == .array || framing == .concatenated, let failure = failure as? FormatError,
      failure.isFinal(afterReading: buffer.count)
    {
      try reject(failure)
    }
    if size == nil, buffer.isComplete { size = buffer.count }
    if size ?? buffer.count > maximumElementSize {
      try reject(FormatError(.elementTooLarge(limit: maximumElementSize), at: FormatError.Place(offset: 0)))
      return nil
    }
    guard let size else { return nil }
    scan = JSON.ElementScan()
    scansFirst = readsWholeElementsOnly
    return size
  }

  /// The number of bytes before the line break and the white space before it, or nil if the line is not complete or the
  /// stream has no lines.
  private var sizeOfLine: Int? {
    guard areLines, let end = unsafe buffer.firstLineFeed(from: buffer.cursor + scan.position) else { return nil }
    var size = unsafe end - buffer.cursor
    while size > 1, unsafe JSON.ElementScan.isBlank(buffer.cursor[size - 1]) { size -= 1 }
    return size
  }

  /// Whether the options require more than one pass over each element.
  var readsWholeElementsOnly: Bool {
    options.reading.duplicateKeys != .lastWins || pointerIntoElements != nil
  }

  private var terminator: UInt8? {
    switch framing {
    case .lines: ASCII.lineFeed
    case .records: ASCII.recordSeparator
    case .array, .document, .automatic, .concatenated: nil
    }
  }
}

extension FormatError {
  /// Whether an error is not caused by the end of the window, so that more bytes cannot change it.
  ///
  /// - Parameter count: The number of bytes of the element that the reader received.
  fileprivate func isFinal(afterReading count: Int) -> Bool {
    // The longest token that is compared as a whole has five bytes.
    guard let offset = place.offset, offset + 5 < count else { return false }
    switch problem {
    case .unexpectedByte, .controlCharacter, .malformedNumber, .invalidEscape, .loneSurrogate, .invalidUTF8,
      .nestedTooDeep, .stackExhausted:
      return true
    default: return false
    }
  }
}

extension JSON.ElementScan {
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == ASCII.space || byte == ASCII.lineFeed || byte == ASCII.carriageReturn || byte == ASCII.tab
  }

  /// Whether a byte after a number or a literal can only be the start of the next document, or white space.
  static func startsDocument(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == ASCII.quote || byte == ASCII.openBrace || byte == ASCII.openBracket
  }
}
