extension JSON {
  /// The elements of a stream, one at a time, in as much memory as the largest of them takes.
  ///
  /// ```swift
  /// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  /// while let film = try films.next() {
  ///   print(film.name)
  /// }
  /// ```
  ///
  /// A loop with `for` cannot throw in Swift, so this is no `Sequence`. ``results()`` makes it one, of results, and
  /// ``forEach(_:)`` is for short bodies.
  ///
  /// An element is there as soon as its last byte is: the source is not asked for more while an element is complete in
  /// memory. (Numbers that are not in an array need one byte more, or the end.) An element whose beginning alone is
  /// in memory may be read twice, so ``Readable/read(from:)`` should do nothing but read.
  ///
  /// A document is checked up to its end: the last call of ``next()`` waits for it, and finds what is wrong after the
  /// array. In the same way something that follows an element on its line is an error of its own, unless it was in memory
  /// with the element.
  public struct Elements<Value: Readable>: ElementSource, ~Copyable {
    @usableFromInline var elements: ElementReader
    @usableFromInline var source: any ByteSource

    @usableFromInline
    init(_ source: any ByteSource, at pointer: Pointer, options: StreamOptions) throws {
      try options.check()
      elements = ElementReader(at: pointer, options: options)
      self.source = source
    }

    /// The next element, or nil after the last one.
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

    /// Hands over all elements that are left. The fastest way to iterate over them.
    ///
    /// - Throws: as ``next()`` does, and what `body` throws.
    @inlinable
    public consuming func forEach(_ body: (Value) throws -> Void) throws {
      while let value = try next() {
        try body(value)
        try elements.forEachAtHand(Value.self, body)
      }
    }

    /// Hands the next element over as a reader that is at it, or nil after the last one.
    ///
    /// The element is complete in memory, so the body is run once for each. Of elements that are skipped because they
    /// are bad it has been run for some.
    ///
    /// - Parameter body: reads exactly one value.
    /// - Throws: as ``next()`` does. What `body` throws is an error of the element's.
    @inlinable
    public mutating func read<Result>(_ body: (inout Reader) throws -> Result) throws -> Result? {
      while true {
        if let result = try elements.read(body) { return result }
        guard try elements.readOn(from: &source) else { return nil }
      }
    }

    /// Whether the elements are those of an array. Waits until there is something to tell it by.
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
    ///   - flush: is called now and then, between two tokens.
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

    /// What is in memory of the uncompressed stream: for messages, which may show what surrounds an error.
    ///
    /// - Parameter body: is given the bytes, and the offset of the first of them in the stream.
    /// - Throws: the errors of `body`.
    public func withBytesInMemory<Result>(_ body: (Span<UInt8>, _ offset: Int) throws -> Result) rethrows -> Result {
      let bytes = elements.buffer.bytes
      return try body(bytes.span, elements.buffer.dropped.offset)
    }

    /// The elements that are left as a sequence of results, of which the last one may be an error.
    ///
    /// ```swift
    /// for film in try JSON.stream(Film.self, from: "films.jsonl").results() {
    ///   print(try film.get().name)
    /// }
    /// ```
    public consuming func results() -> ElementResults<Value> { ElementResults(self) }

    /// The number of elements that have been read or skipped.
    public var count: Int { elements.count }

    /// The bytes that have been used, of the uncompressed stream.
    public var offset: Int { elements.buffer.offset }
  }

  /// The elements of a stream as results. It can be scanned once.
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
