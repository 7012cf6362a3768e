// Writing JSON into one growing buffer.
//
// Every value writes a comma after itself, and the end of an array or object overwrites the last comma. So the first
// value needs no state, and a key with its quotes and its colon is one literal to copy. A layout with lines also writes
// the line break and the indentation after the comma, and the end of the array or object removes all of it.

extension JSON {
  /// The writer of the standard style.
  public typealias Writer = StyledWriter<Standard>

  /// Writes values as one JSON document.
  ///
  /// A writer can be reused after ``removeAll()``. It keeps its buffer, so it does not allocate again.
  ///
  /// ```swift
  /// var writer = JSON.StyledWriter<JSON.Pretty>()
  /// writer.write(value: films)
  /// try writer.finish()
  /// print(writer.bytes.count)
  /// ```
  public struct StyledWriter<Style: JSON.Style>: FormatWriter, ~Copyable {
    @usableFromInline package var output: OutputBuffer
    /// The number of open arrays and objects. Counted only in layouts with lines.
    @usableFromInline var depth = 0
    /// A ``FormatError``, boxed because most writers never have one.
    @usableFromInline package var failure: (any Error)?
    /// Whether the document must be what `Codable` would write. The writer fails where the output would differ.
    @usableFromInline package var matchesCodable = false
    /// Used only in layouts that sort.
    @usableFromInline var sortedMembers = SortedMembers()

    /// Creates a writer.
    ///
    /// - Parameter capacity: The initial size of the buffer, in bytes. The buffer doubles when it is full. Default:
    ///   1,024.
    @inlinable
    public init(capacity: Int = 1024) { output = OutputBuffer(minimumCapacity: capacity) }

    /// - Parameter scratch: See ``OutputBuffer``.
    /// - Safety: `scratch` must outlive the writer.
    @inlinable
    init(scratch: UnsafeMutableRawPointer) { output = unsafe OutputBuffer(scratch: scratch) }

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
  /// Writes the separator after a value. The output has room for it.
  @inlinable @inline(__always)
  mutating func endValue() {
    output.append(ASCII.comma)
    output.growIfFull()
    if Style.Layout.indentation != nil { breakLine() }
  }

  @inlinable @inline(never)
  mutating func breakLine() {
    // The slack has room for a comma and a line feed; room for the spaces is requested.
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

  /// Removes the last separator, and breaks the line unless nothing was written since the bracket.
  @inlinable @inline(never)
  mutating func closeLines(_ open: UInt8) {
    removeSeparator()
    depth -= 1
    if output.lastByte != open { breakLine() }
  }

  /// Removes the separator that the last value or bracket wrote after itself, unless it has been removed already.
  @inlinable
  package mutating func removeSeparator() {
    if Style.Layout.indentation != nil {
      let length = lineBreakLength
      guard output.count > length, output.byte(fromEnd: length) == ASCII.lineFeed,
        ASCII.isCommaOrOpeningBracket(output.byte(fromEnd: length + 1))
      else { return }
      unsafe output.cursor -= length
    }
    if output.count > 0, output.lastByte == ASCII.comma { unsafe output.cursor -= 1 }
  }

  /// The length of a line break and the indentation after it, in bytes.
  @inlinable var lineBreakLength: Int { Style.Layout.indentation.map { 1 + depth * $0 } ?? 0 }
}

// MARK: - Structure

extension JSON.StyledWriter {
  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) { beginMap() }

  @inlinable @inline(__always)
  public mutating func beginMap() {
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
    if _slowPath(elements.count > ArrayPieces.shortArray) {
      writeLongArray(elements)
    } else {
      // SAFETY: here and below the indices are those of the elements.
      for index in 0..<elements.count { unsafe write(value: elements[unchecked: index]) }
    }
    endArray()
  }

  @inlinable @inline(never)
  mutating func writeLongArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    var pieces = ArrayPieces(of: elements.count)
    while pieces.advance(&output) {
      for index in pieces.current { unsafe write(value: elements[unchecked: index]) }
    }
  }

  @inlinable @inline(__always)
  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    beginMember(key)
    write(value: value)
  }

  /// Writes a field's key, a constant that includes its quotes and its colon.
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

// MARK: - The end of the document

extension JSON.StyledWriter {
  @inlinable public var hasFailed: Bool { failure != nil }

  @inlinable @inline(never)
  public mutating func fail(_ problem: FormatError.Problem) {
    guard failure == nil else { return }
    // The document is then written by `Codable`, and the error is dropped.
    if matchesCodable { return failure = FormatError(problem) }
    // The path is computed immediately, because later calls may remove the last separator.
    failure = JSON.located(FormatError(problem, at: FormatError.Place(offset: output.count)), in: bytes)
  }

  /// Ends the document, which must be one value.
  ///
  /// - Throws: The first ``FormatError`` that occurred, with the path of its value.
  @inlinable
  public mutating func finish() throws(FormatError) {
    if let failure { throw FormatError(wrapping: failure) }
    removeSeparator()
  }

  /// Ends a document on a separate line. A new document may follow.
  @inlinable
  public mutating func endLine() {
    removeSeparator()
    output.append(ASCII.lineFeed)
    output.growIfFull()
  }

  /// Passes the written bytes to a closure and discards them, except for the last bytes, which the end of an array may still change.
  ///
  /// - Parameter body: A closure that receives the final bytes.
  /// - Throws: The errors of `body`.
  @inlinable
  public mutating func flush<Failure>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure) {
    let final = output.count - (2 + lineBreakLength)
    guard final > 0 else { return }
    try body(bytes.extracting(..<final))
    output.removeFirst(final)
  }

  /// Returns the written bytes, together with their memory.
  package consuming func takeBytes() -> [UInt8] { output.takeArray() }

  /// The written bytes. The span is valid until more bytes are written.
  @inlinable public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let written = unsafe UnsafeBufferPointer(
        start: output.start.assumingMemoryBound(to: UInt8.self), count: output.count)
      // SAFETY: the memory belongs to this writer, which the span borrows.
      return unsafe _overrideLifetime(Span(_unsafeElements: written), borrowing: self)
    }
  }
}
