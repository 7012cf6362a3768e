extension JSON {
  /// The elements of a stream, one at a time, in as much memory as the largest element takes.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  /// while let film = try films.next() {
  ///   print(film.name)
  /// }
  /// ```
  ///
  /// Swift's `for` loops cannot throw, so this type is not a `Sequence`. ``results()`` returns a sequence of
  /// results, and ``forEach(_:)`` calls a closure for each element.
  ///
  /// An element is returned as soon as its last byte has arrived: no more bytes are read while an element is complete
  /// in memory. (Numbers outside of arrays need one more byte, or the end.) An element that is partly in memory may be read twice, so ``Readable/read(from:)`` should do nothing but read.
  ///
  /// A document is validated up to its end: the last call of ``next()`` waits for the end, and throws errors after
  /// the array. Content after an element on the same line is a separate error, unless it was in memory with the element.
  public struct Elements<Value: Readable>: ElementSource, ~Copyable {
    @usableFromInline var elements: ElementReader
    @usableFromInline var source: any ByteSource

    @usableFromInline
    init(_ source: any ByteSource, at pointer: Pointer, options: StreamOptions) throws {
      try options.check()
      elements = ElementReader(at: pointer, options: options)
      self.source = source
    }

    /// Returns the next element, or nil after the last one.
    ///
    /// - Throws: ``FormatError`` with the offset and the line in the stream, and the path. After an error the stream has
    ///   ended.
    @inlinable
    public mutating func next() throws -> Value? { try next(Value.self) }

    @inlinable
    public mutating func next<Other: Readable>(_ type: Other.Type) throws -> Other? {
      while true {
        if let value = try elements.next(type) { return value }
        guard try elements.readOn(from: &source) else { return nil }
      }
    }

    @inlinable
    public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, restart: (inout Writer) -> Void
    ) throws -> Bool {
      while try !elements.forwardNext(to: &writer, restart: restart) {
        guard try elements.readOn(from: &source) else {
          // What was written of an element that never came as a whole does not count.
          restart(&writer)
          return false
        }
      }
      return true
    }

    /// Calls a closure with each remaining element. This is the fastest way to iterate over them.
    ///
    /// - Throws: as ``next()`` does, and what `body` throws.
    @inlinable
    public consuming func forEach(_ body: (Value) throws -> Void) throws {
      while let value = try next() {
        try body(value)
        try elements.forEachAtHand(Value.self, body)
      }
    }

    /// Calls a closure with a reader at the next element. Returns nil after the last element.
    ///
    /// The element is complete in memory, so the closure is called once for each element. It may also be called for
    /// bad elements that are skipped.
    ///
    /// - Parameter body: a closure that reads exactly one value.
    /// - Throws: as ``next()`` does. What `body` throws is an error of the element's.
    @inlinable
    public mutating func read<Result>(_ body: (inout Reader) throws -> Result) throws -> Result? {
      while true {
        if let result = try elements.read(body) { return result }
        guard try elements.readOn(from: &source) else { return nil }
      }
    }

    /// Whether the elements are those of an array. Waits for the first byte, if necessary.
    ///
    /// - Throws: as ``next()`` does.
    public mutating func isArray() throws -> Bool {
      while try !elements.advance() {
        guard try elements.readOn(from: &source) else { break }
      }
      return elements.framing == .array && !elements.isSingle
    }

    /// Forwards the next element in pieces, so that it can be larger than memory.
    ///
    /// - Parameters:
    ///   - writer: receives the element up to the first error.
    ///   - flush: a closure that is called regularly, between two tokens.
    /// - Returns: `false` after the last element.
    /// - Throws: ``FormatError`` if the element is malformed, and errors of the source and of `flush`.
    public mutating func forwardInPieces<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, flush: (inout Writer) throws -> Void
    ) throws -> Bool {
      while try !elements.advance() {
        guard try elements.readOn(from: &source) else { return false }
      }
      var walk = elements.walkThroughElement()
      while try !elements.forwardPiece(of: &walk, to: &writer) {
        try flush(&writer)
        guard try elements.readOn(from: &source) else { return false }
      }
      return true
    }

    /// Calls a closure with the part of the uncompressed stream that is in memory. Messages can show the text around an error with it.
    ///
    /// - Parameter body: a closure that receives the bytes, and the offset of the first byte in the stream.
    /// - Throws: the errors of `body`.
    public func withBytesInMemory<Result>(_ body: (Span<UInt8>, _ offset: Int) throws -> Result) rethrows -> Result {
      let bytes = elements.buffer.bytes
      return try body(bytes.span, elements.buffer.dropped.offset)
    }

    /// Returns the remaining elements as a sequence of results. The last one may be an error.
    ///
    /// ```swift
    /// for film in try JSON.stream(Film.self, from: "films.jsonl").results() {
    ///   print(try film.get().name)
    /// }
    /// ```
    public consuming func results() -> ElementResults<Value> { ElementResults(self) }

    /// The number of elements that have been read or skipped.
    public var count: Int { elements.count }

    /// The number of bytes of the uncompressed stream that have been read.
    public var offset: Int { elements.buffer.offset }
  }

  /// The elements of a stream as a sequence of results, which can be iterated once.
  public struct ElementResults<Value: Readable>: Sequence, IteratorProtocol {
    private final class Stream {
      var elements: Elements<Value>
      init(_ elements: consuming Elements<Value>) { self.elements = elements }
    }
    private let stream: Stream

    fileprivate init(_ elements: consuming Elements<Value>) { stream = Stream(elements) }

    public mutating func next() -> Result<Value, FormatError>? {
      do {
        guard let value = try stream.elements.next() else { return nil }
        return .success(value)
      } catch {
        return .failure(FormatError(wrapping: error))
      }
    }
  }
}

extension JSON.ElementReader {
  /// Waits for more bytes.
  ///
  /// - Returns: `false` when the stream has ended.
  @usableFromInline @inline(never)
  mutating func readOn(from source: inout any ByteSource) throws -> Bool {
    if case .ended = state { return false }
    // With all bytes there the elements have come to their end, or to an error.
    if buffer.isComplete { return false }
    do {
      try buffer.fill(from: &source)
    } catch {
      throw failed(toReadOn: error)
    }
    return true
  }
}
