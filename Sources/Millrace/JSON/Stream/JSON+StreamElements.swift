extension JSON {
  /// The elements of a stream of JSON, read as values of one type.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  /// while let film = try films.next() {
  ///   print(film.name)
  /// }
  /// ```
  public typealias Elements<Value: Readable> = Millrace.Elements<Stream, Value>

  /// The elements of a stream of JSON, each of which can be read as any type.
  ///
  /// An element is returned as soon as its last byte has arrived: while a complete element is in memory, no more bytes
  /// are read. (Numbers outside of arrays need one more byte, or the end of the stream.) An element that is partly in
  /// memory may be read twice, so ``Readable/read(from:)`` must have no side effects.
  ///
  /// ```swift
  /// var stream = try JSON.Stream(ArraySource(bytes))
  /// while let film = try stream.next(Film.self) {
  ///   print(film.name)
  /// }
  /// ```
  ///
  /// A document is validated up to its end: the last call of ``next(_:)`` waits for the end, and throws errors after
  /// the array. Content after an element on the same line is a separate error, unless it was in memory with the element.
  public struct Stream: ElementSource, ~Copyable {
    @usableFromInline var elements: ElementReader
    @usableFromInline var source: any ByteSource

    /// - Parameters:
    ///   - source: The bytes of the stream.
    ///   - pointer: The path of the array in the document, or of a value in each line. Default: the whole document.
    ///   - options: The framing, limits, and how bad elements are handled.
    /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
    public init(
      _ source: any ByteSource, at pointer: Pointer = Pointer(tokens: []), options: StreamOptions = StreamOptions()
    ) throws {
      try options.check()
      elements = ElementReader(at: pointer, options: options)
      self.source = source
    }

    /// Reads the next element.
    ///
    /// - Parameter type: The type of the element.
    /// - Returns: The element, or nil after the last one.
    /// - Throws: ``FormatError`` with the offset and the line in the stream, and the path. After an error the stream has
    ///   ended.
    @inlinable
    public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
      while true {
        if let value = try elements.next(type) { return value }
        guard try elements.readMore(from: &source) else { return nil }
      }
    }

    @inlinable
    public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, restart: (inout Writer) -> Void
    ) throws -> Bool {
      while try !elements.forwardNext(to: &writer, restart: restart) {
        guard try elements.readMore(from: &source) else {
          // Discards the output of an element that was not complete.
          restart(&writer)
          return false
        }
      }
      return true
    }

    @inlinable
    public mutating func forEachInMemory<Value: Readable>(
      _ type: Value.Type, _ body: (Value) throws -> Void
    ) throws {
      try elements.forEachInWindow(type, body)
    }

    /// Calls a closure with a reader at the next element. Returns nil after the last element.
    ///
    /// The element is complete in memory, so the closure is called once for each element. It may also be called for
    /// bad elements that are skipped.
    ///
    /// - Parameter body: A closure that reads exactly one value.
    /// - Throws: As ``next(_:)`` does. An error that `body` throws is an error of the element.
    @inlinable
    public mutating func read<Result>(_ body: (inout Reader) throws -> Result) throws -> Result? {
      while true {
        if let result = try elements.read(body) { return result }
        guard try elements.readMore(from: &source) else { return nil }
      }
    }

    /// Whether the elements are those of an array. Waits for the first byte, if necessary.
    ///
    /// - Throws: As ``next(_:)`` does.
    public mutating func isArray() throws -> Bool {
      while try !elements.advance() {
        guard try elements.readMore(from: &source) else { break }
      }
      return elements.framing == .array && !elements.isSingle
    }

    /// Forwards the next element in pieces, so that it can be larger than memory.
    ///
    /// - Parameters:
    ///   - writer: The destination. It receives the element up to the first error.
    ///   - flush: A closure that is called regularly, between two tokens.
    /// - Returns: `false` after the last element.
    /// - Throws: ``FormatError`` if the element is malformed, and errors of the source and of `flush`.
    public mutating func forwardInPieces<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, flush: (inout Writer) throws -> Void
    ) throws -> Bool {
      while try !elements.advance() {
        guard try elements.readMore(from: &source) else { return false }
      }
      var scanner = elements.scanOfElement()
      while try !elements.forwardPiece(of: &scanner, to: &writer) {
        try flush(&writer)
        guard try elements.readMore(from: &source) else { return false }
      }
      return true
    }

    /// Calls a closure with the part of the uncompressed stream that is in memory. Messages can show the text around an error with it.
    ///
    /// - Parameter body: A closure that receives the bytes, and the offset of the first byte in the stream.
    /// - Throws: The errors of `body`.
    public func withBytesInMemory<Result>(_ body: (Span<UInt8>, _ offset: Int) throws -> Result) rethrows -> Result {
      let bytes = unsafe elements.buffer.bytes
      return try unsafe body(bytes.span, elements.buffer.dropped.offset)
    }

    /// The number of elements that have been read or skipped.
    public var count: Int { elements.count }

    /// The number of bytes of the uncompressed stream that have been read.
    public var offset: Int { elements.buffer.offset }
  }
}

extension Elements where Source == JSON.Stream {
  /// The number of elements that have been read or skipped.
  public var count: Int { source.count }

  /// The number of bytes of the uncompressed stream that have been read.
  public var offset: Int { source.offset }
}

extension JSON.ElementReader {
  /// Reads more bytes, and blocks until they are available.
  ///
  /// - Returns: `false` at the end of the stream.
  @usableFromInline @inline(never)
  mutating func readMore(from source: inout any ByteSource) throws -> Bool {
    if case .ended = state { return false }
    // If all bytes are in memory, the last element or an error has been reached.
    if buffer.isComplete { return false }
    do {
      try buffer.fill(from: &source)
    } catch {
      throw failed(reading: error)
    }
    return true
  }
}
