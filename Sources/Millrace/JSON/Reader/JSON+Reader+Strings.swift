extension JSON.Reader {
  /// Reads a string.
  ///
  /// Most strings have no escapes. They are scanned once and copied once, and checked for UTF-8 only if a byte has its
  /// high bit set.
  @inline(never)
  public mutating func readString() throws -> String {
    if input.byte != ASCII.quote { try failExpecting(.string) }
    let start = unsafe input.cursor + 1
    var seen = SixteenBytes(.zero)
    guard let end = unsafe input.endOfPlainText(from: start, seen: &seen) else {
      input.moveToTail()
      return try readString()
    }
    guard unsafe _fastPath(end.pointee == ASCII.quote) else { return try readEscapedString() }
    let isASCII = seen.isASCII
    if !isASCII, unsafe !isValidUTF8(from: start, to: end) { try unsafe fail(.invalidUTF8, at: start) }
    unsafe input.cursor = unsafe end + 1
    let count = unsafe end - start
    if count <= 15, knowsLayoutOfShortStrings {
      // The scan has loaded sixteen bytes.
      return unsafe String(shortUTF8: start, count: count, isASCII: isASCII)
    }
    return unsafe String(validUTF8: UnsafeBufferPointer(start: start, count: count), isASCII: isASCII)
  }

  @inline(never)
  private mutating func readEscapedString() throws -> String {
    try unsafe withEscapedText { text, isASCII in unsafe String(validUTF8: text, isASCII: isASCII) }
  }

  /// Calls a closure with the text of a string, without creating a `String`.
  ///
  /// - Parameter body: A closure that receives the text with its escapes resolved, as valid UTF-8, and whether it is
  ///   ASCII. From each byte of the text, 16 bytes are readable.
  @inlinable
  package mutating func withText<Result>(
    _ body: (_ text: UnsafeBufferPointer<UInt8>, _ isASCII: Bool) throws -> Result
  ) throws -> Result {
    if input.byte != ASCII.quote { try failExpecting(.string) }
    var seen = SixteenBytes(.zero)
    var end = unsafe input.endOfPlainText(from: input.cursor + 1, seen: &seen)
    if unsafe end == nil {
      input.moveToTail()
      unsafe end = unsafe input.endOfPlainText(from: input.cursor + 1, seen: &seen)
    }
    guard let end = unsafe end, unsafe end.pointee == ASCII.quote else { return try unsafe withEscapedText(body) }
    let start = unsafe input.cursor + 1
    let isASCII = seen.isASCII
    if !isASCII, unsafe !isValidUTF8(from: start, to: end) { try unsafe fail(.invalidUTF8, at: start) }
    unsafe input.cursor = unsafe end + 1
    return try unsafe body(UnsafeBufferPointer(start: start, count: end - start), isASCII)
  }

  /// Skips a string, and checks it as strictly as when it is read.
  ///
  /// - Parameter expected: What an error says was expected.
  @inline(__always)
  package mutating func skipString(_ expected: FormatError.Expectation = .string) throws {
    if input.byte != ASCII.quote { try failExpecting(expected) }
    var seen = SixteenBytes(.zero)
    if let end = unsafe input.endOfPlainText(from: input.cursor + 1, seen: &seen),
      unsafe _fastPath(end.pointee == ASCII.quote)
    {
      let start = unsafe input.cursor + 1
      if !seen.isASCII, unsafe !isValidUTF8(from: start, to: end) { try unsafe fail(.invalidUTF8, at: start) }
      unsafe input.cursor = unsafe end + 1
      return
    }
    try skipEscapedString()
  }

  @inline(never)
  private mutating func skipEscapedString() throws {
    let end = try unsafe endOfEscapedString()
    let start = unsafe input.cursor + 1
    switch unsafe invalidEscape(from: start, to: end) {
    case .invalidEscape(let place): try unsafe fail(.invalidEscape, at: place)
    case .loneSurrogate(let place): try unsafe fail(.loneSurrogate, at: place)
    case nil: break
    }
    // Escapes are ASCII, so the text is valid UTF-8 if and only if it is valid with its escapes resolved.
    if unsafe !isValidUTF8(from: start, to: end) { try unsafe fail(.invalidUTF8, at: start) }
    unsafe input.cursor = unsafe end + 1
  }

  @inlinable
  mutating func withEscapedText<Result>(
    _ body: (_ text: UnsafeBufferPointer<UInt8>, _ isASCII: Bool) throws -> Result
  ) throws -> Result {
    let capacity = UnescapedText.scratchCapacity
    return try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { scratch in
      // SAFETY: a temporary allocation that is not empty has a base address.
      var text = unsafe UnescapedText(scratch: scratch.baseAddress.unsafelyUnwrapped, capacity: capacity)
      try unescape(into: &text)
      return try unsafe body(text.bytes, text.isASCII)
    }
  }

  @usableFromInline
  mutating func unescape(into text: inout UnescapedText) throws {
    let start = input.offset
    if input.unescape(into: &text) { return }
    input.rewind(toOffset: start)
    // This fails, because it is as strict.
    try skipEscapedString()
    try fail(.invalidEscape)
  }

  /// Returns the closing quote of the string at the cursor. Afterwards the complete string is in memory.
  private mutating func endOfEscapedString() throws -> UnsafePointer<UInt8> {
    var seen = SixteenBytes(.zero)
    var position = unsafe input.cursor + 1
    while true {
      if let end = unsafe input.endOfPlainText(from: position, seen: &seen) {
        if unsafe end.pointee == ASCII.quote { return unsafe end }
        guard unsafe end.pointee == ASCII.backslash else { try unsafe failInterrupted(at: end) }
        guard unsafe end[1] >= ASCII.space else { try unsafe failInterrupted(at: end + 1) }
        unsafe position = unsafe end + 2
        if unsafe !input.isPastLimit(position) { continue }
      }
      // The limit was reached: scan again from the first byte, with padding after the last one.
      input.moveToTail()
      unsafe position = unsafe input.cursor + 1
    }
  }

  /// Throws the error for a string that contains a control character or the end of the document.
  private mutating func failInterrupted(at pointer: UnsafePointer<UInt8>) throws -> Never {
    try unsafe fail(
      pointer == input.end ? .unexpectedEnd(expected: .endOfString) : .controlCharacter(pointer.pointee), at: pointer)
  }

}
