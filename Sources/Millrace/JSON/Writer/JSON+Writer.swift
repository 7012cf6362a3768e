// Writing JSON into one growing buffer.
//
// Every value writes a comma after itself, and the end of an array or object overwrites the last one. So no state
// for the first value is needed, and a key with its quotes and its colon is one literal to be copied. A layout with lines
// writes the line break and the indentation after the comma, too, and the end takes all of it back.

extension JSON {
  /// The writer of the standard style.
  public typealias Writer = StyledWriter<Standard>

  /// Writes values as one JSON document.
  ///
  /// A writer can be reused after ``removeAll()``. It keeps its buffer, so it does not allocate again.
  public struct StyledWriter<Style: JSON.Style>: FormatWriter, ~Copyable {
    @usableFromInline package var output: OutputBuffer
    /// The open arrays and objects. Counted only in layouts with lines.
    @usableFromInline var depth = 0
    /// A ``FormatError``, in a box because most writers never have one.
    @usableFromInline package var failure: (any Error)?
    /// Whether the document must be what `Codable` would write. The writer fails where it would differ.
    @usableFromInline package var matchesCodable = false
    /// Used only in layouts that sort.
    @usableFromInline var sortedMembers = SortedMembers()

    /// - Parameter capacity: the initial size of the buffer, in bytes. The buffer doubles when it is full. Default: 1,024.
    @inlinable
    public init(capacity: Int = 1024) { output = OutputBuffer(minimumCapacity: capacity) }

    /// - Parameter scratch: see ``OutputBuffer``.
    /// - Safety: `scratch` must outlive the writer.
    @inlinable
    init(scratch: UnsafeMutableRawPointer) { output = OutputBuffer(scratch: scratch) }

    /// Discards the written bytes and keeps the memory.
    @inlinable
    public mutating func removeAll() {
      output.removeAll()
      depth = 0
      failure = nil
      if Style.Layout.sortsKeys { sortedMembers.removeAll() }
    }
  }
}

// MARK: - Layout

extension JSON.StyledWriter {
  /// What separates a value from the next one. The output has room for it.
  @inlinable @inline(__always)
  mutating func endValue() {
    output.append(ASCII.comma)
    output.growIfFull()
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable @inline(never)
  mutating func breakLine() {
    // A comma and a line feed fit into the slack; the spaces ask for room.
    output.append(ASCII.lineFeed)
    output.append(repeating: ASCII.space, count: depth * (Style.Layout.indentation ?? 0))
  }

  @inlinable @inline(__always)
  mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    output.growIfFull()
    if Style.Layout.indentation != nil {
      depth += 1
      breakLine()
    }
  }

  @inlinable @inline(__always)
  mutating func close(_ open: UInt8, _ bracket: UInt8) {
    if Style.Layout.indentation != nil {
      closeLines(open)
      output.append(bracket)
    } else if _fastPath(output.lastByte == ASCII.comma) {
      output.lastByte = bracket
    } else {
      output.append(bracket)
    }
    endValue()
  }

  /// Takes back the last separator and, unless nothing was written since the bracket, breaks the line.
  @inlinable @inline(never)
  mutating func closeLines(_ open: UInt8) {
    removeSeparator()
    depth -= 1
    if output.lastByte != open { breakLine() }
  }

  /// Takes back what the last value, or the last bracket, wrote after itself; nothing if that was done already.
  @inlinable
  package mutating func removeSeparator() {
    if Style.Layout.indentation != nil {
      let length = lineBreakLength
      guard output.count > length, output.byte(fromEnd: length) == ASCII.lineFeed,
        ASCII.isCommaOrOpeningBracket(output.byte(fromEnd: length + 1))
      else { return }
      output.cursor -= length
    }
    if output.count > 0, output.lastByte == ASCII.comma { output.cursor -= 1 }
  }

  /// The bytes of a line break and the indentation after it.
  @inlinable var lineBreakLength: Int { Style.Layout.indentation.map { 1 + depth * $0 } ?? 0 }
}

// MARK: - Structure

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) { beginDictionary() }

  @inlinable @inline(__always)
  public mutating func beginDictionary() {
    open(ASCII.openBrace)
    if Style.Layout.sortsKeys { sortedMembers.beginObject() }
  }

  @inlinable @inline(__always)
  public mutating func endObject() {
    if Style.Layout.sortsKeys { sortedMembers.endObject(in: &output) }
    close(ASCII.openBrace, ASCII.closeBrace)
  }

  @inlinable @inline(__always)
  public mutating func beginArray() { open(ASCII.openBracket) }

  @inlinable @inline(__always)
  public mutating func endArray() { close(ASCII.openBracket, ASCII.closeBracket) }

  @inlinable
  public mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    beginArray()
    if _slowPath(elements.count > Self.firstPiece) {
      writeLongArray(elements)
    } else {
      // SAFETY: here and below the indices are those of the elements.
      for index in 0..<elements.count { write(value: elements[unchecked: index]) }
    }
    endArray()
  }

  @inlinable static var firstPiece: Int { 16 }

  /// Long arrays are written in pieces, each sixteen times as long as the one before. What a piece took foretells what
  /// the rest will take, so that a large document grows into its memory in a few steps and is hardly ever copied.
  @inlinable @inline(never)
  mutating func writeLongArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    var pieceStart = 0
    var pieceEnd = Self.firstPiece
    while true {
      let start = output.count
      for index in pieceStart..<pieceEnd { write(value: elements[unchecked: index]) }
      if pieceEnd == elements.count { return }
      let bytesEach = Double(output.count - start) / Double(pieceEnd - pieceStart)
      output.reserve(expecting: elements.count - pieceEnd, of: bytesEach)
      pieceStart = pieceEnd
      pieceEnd = min(pieceEnd * 16, elements.count)
    }
  }

  @inlinable @inline(__always)
  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    beginMember(key)
    write(value: value)
  }

  /// Writes a field's key, which is known at compile time with its quotes and its colon.
  @inlinable @inline(__always)
  mutating func beginMember(_ key: StaticString) {
    if Style.Layout.sortsKeys { sortedMembers.beginMember(at: output.count) }
    if Style.Keys.areAsDeclared, Style.Escapes.areMinimal || output.isPlain(key, Style.Escapes.self) {
      output.append(key)
      if Style.Layout.indentation != nil { output.append(ASCII.space) }
    } else {
      write(string: Style.Keys.key(for: JSON.fieldName(ofKey: key)))
      replaceSeparatorByColon()
    }
  }

  @inlinable @inline(__always)
  public mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    switch value {
    case .some(let value): writeMember(key, at: index, value)
    case .none:
      if Style.writesNil {
        beginMember(key)
        writeNull()
      }
    }
  }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) { beginMember(key) }

  @inlinable
  public mutating func writeKey(_ key: String) {
    if Style.Layout.sortsKeys { sortedMembers.beginMember(at: output.count) }
    write(key)
    replaceSeparatorByColon()
  }

  @inlinable
  public mutating func writeKey(utf8: Span<UInt8>) {
    if Style.Layout.sortsKeys { sortedMembers.beginMember(at: output.count) }
    writeString(utf8: utf8)
    replaceSeparatorByColon()
  }

  @inlinable
  mutating func replaceSeparatorByColon() {
    if Style.Layout.indentation == nil {
      output.lastByte = ASCII.colon
    } else {
      removeSeparator()
      output.append(ASCII.colon)
      output.append(ASCII.space)
    }
  }

  @inlinable @inline(__always)
  public mutating func write<Value: Writable & ~Copyable>(value: borrowing Value) {
    Style.write(value: value, to: &self)
  }
}

// MARK: - The end

extension JSON.StyledWriter {
  @inlinable public var hasFailed: Bool { failure != nil }

  @inlinable @inline(never)
  public mutating func fail(_ problem: FormatError.Problem) {
    guard failure == nil else { return }
    // The document is written in another way then, and the error is dropped.
    if matchesCodable { return failure = FormatError(problem) }
    // The path is found at once, because what is written next may take the last separator back.
    failure = JSON.located(FormatError(problem, at: FormatError.Place(offset: output.count)), in: bytes)
  }

  /// Ends the document, which must be one value.
  ///
  /// - Throws: the first ``FormatError`` that was met, with the path of its value.
  @inlinable
  public mutating func finish() throws(FormatError) {
    if let failure { throw FormatError(wrapping: failure) }
    removeSeparator()
  }

  /// Ends a document on a line of its own. What is written next is another one.
  @inlinable
  public mutating func endLine() {
    removeSeparator()
    output.append(ASCII.lineFeed)
    output.growIfFull()
  }

  /// Passes the written bytes to a closure and discards them, except for the last bytes, which the end of an array may still change.
  ///
  /// - Parameter body: a closure that receives the final bytes.
  /// - Throws: the errors of `body`.
  @inlinable
  public mutating func flush<Failure>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    let final = output.count - (2 + lineBreakLength)
    guard final > 0 else { return }
    try body(bytes.extracting(..<final))
    output.removeFirst(final)
  }

  /// Hands out the bytes written, with their memory.
  package consuming func takeBytes() -> [UInt8] { output.takeArray() }

  /// The bytes written, valid as long as nothing more is written.
  @inlinable public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let written = UnsafeBufferPointer(start: output.start.assumingMemoryBound(to: UInt8.self), count: output.count)
      // SAFETY: the memory belongs to this writer, which the span borrows.
      return _overrideLifetime(Span(_unsafeElements: written), borrowing: self)
    }
  }
}
