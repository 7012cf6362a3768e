extension JSON {
  /// The elements of an asynchronous stream.
  ///
  /// ```swift
  /// for try await film in try JSON.stream(Film.self, from: chunks, at: "/response/docs") {
  ///   print(film.name)
  /// }
  /// ```
  ///
  /// The documentation of ``Elements`` also applies here. If the task is cancelled, the next call throws
  /// `CancellationError`.
  public struct AsyncElements<Value: Readable, Chunks: AsyncSequence>: AsyncSequence where Chunks.Element == [UInt8] {
    public typealias Element = Value

    @usableFromInline let chunks: Chunks
    @usableFromInline let pointer: Pointer
    @usableFromInline let options: StreamOptions

    init(_ chunks: Chunks, at pointer: Pointer, options: StreamOptions) throws {
      try options.check()
      self.chunks = chunks
      self.pointer = pointer
      self.options = options
    }

    @inlinable
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(chunks: chunks.makeAsyncIterator(), state: AsyncState(at: pointer, options: options))
    }

    /// An iterator over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
      @usableFromInline var chunks: Chunks.AsyncIterator
      @usableFromInline let state: AsyncState

      @inlinable
      init(chunks: Chunks.AsyncIterator, state: AsyncState) {
        self.chunks = chunks
        self.state = state
      }

      /// The next element, or nil after the last one.
      ///
      /// - Throws: ``FormatError`` with its location in the stream, the error of the sequence of chunks, or
      ///   `CancellationError`.
      @inlinable
      public mutating func next() async throws -> Value? {
        while true {
          try Task.checkCancellation()
          if let value = try state.elements.next(Value.self) { return value }
          if state.hasEnded { return nil }
          state.take(try await chunks.next())
        }
      }
    }
  }

  /// State that copies of an asynchronous iterator share.
  @usableFromInline
  final class AsyncState {
    @usableFromInline var elements: ElementReader

    @usableFromInline
    init(at pointer: Pointer, options: StreamOptions) { elements = ElementReader(at: pointer, options: options) }

    /// Whether there are no more elements. Only valid if no element is available at the moment.
    @usableFromInline var hasEnded: Bool {
      if case .ended = elements.state { return true }
      return elements.buffer.isComplete
    }

    /// - Parameter chunk: The next bytes, or nil at the end.
    @usableFromInline
    func take(_ chunk: [UInt8]?) {
      if let chunk { chunk.withSpan { elements.buffer.append($0) } } else { elements.buffer.isComplete = true }
    }
  }

  /// Returns the elements of an asynchronous sequence of chunks, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - chunks: The bytes of the stream, split anywhere.
  ///   - pointer: The path of the array in the document. See ``stream(_:from:at:options:)-(_,String,_,_)``.
  ///   - options: The framing, limits, and how bad elements are handled.
  /// - Throws: ``StreamOptions/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable, Chunks: AsyncSequence>(
    _ type: Value.Type = Value.self, from chunks: Chunks, at pointer: Pointer = Pointer(tokens: []),
    options: StreamOptions = StreamOptions()
  ) throws -> AsyncElements<Value, Chunks> where Chunks.Element == [UInt8] {
    try AsyncElements(chunks, at: pointer, options: options)
  }
}

extension JSON.AsyncElements: Sendable where Chunks: Sendable {}
