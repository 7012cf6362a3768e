/// The elements of a source as values of one type, read one at a time, in as much memory as the largest element takes.
///
/// ```swift
/// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
/// while let film = try films.next() {
///   print(film.name)
/// }
/// ```
///
/// A `for` loop cannot throw in Swift, so this is not a `Sequence`. ``results()`` returns a sequence of results, and
/// ``forEach(_:)`` is for short bodies. The property ``source`` has the other operations of the format.
public struct Elements<Source: ElementSource & ~Copyable, Value: Readable>: ElementSource, ~Copyable {
  /// The source, positioned after the last element that was read.
  public var source: Source

  /// Creates the elements of a source.
  @inlinable
  public init(_ source: consuming Source) { self.source = source }

  /// Reads the next element. Returns nil after the last one.
  ///
  /// - Throws: ``FormatError`` with the location in the source.
  @inlinable
  public mutating func next() throws -> Value? { try source.next(Value.self) }

  @inlinable
  public mutating func next<Other: Readable>(_ type: Other.Type) throws -> Other? { try source.next(type) }

  @inlinable
  public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    try source.forwardNext(to: &writer, restart: restart)
  }

  /// Calls a closure with each remaining element. This is the fastest way to read all of them.
  ///
  /// - Parameter body: A closure that receives each element.
  /// - Throws: As ``next()`` does, and the errors of `body`.
  @inlinable
  public consuming func forEach(_ body: (Value) throws -> Void) throws {
    while let value = try next() {
      try body(value)
      try source.forEachInMemory(Value.self, body)
    }
  }

  @inlinable
  public mutating func forEachInMemory<Other: Readable>(
    _ type: Other.Type, _ body: (Other) throws -> Void
  ) throws {
    try source.forEachInMemory(type, body)
  }

  /// Returns the remaining elements as a sequence of results, of which the last one may be an error.
  ///
  /// ```swift
  /// for film in try JSON.stream(Film.self, from: "films.jsonl").results() {
  ///   print(try film.get().name)
  /// }
  /// ```
  public consuming func results() -> ElementResults<Source, Value> { ElementResults(self) }
}

/// The elements of a source as results. It can be iterated once.
public struct ElementResults<Source: ElementSource & ~Copyable, Value: Readable>: Sequence, IteratorProtocol {
  private final class Storage {
    var elements: Elements<Source, Value>
    init(_ elements: consuming Elements<Source, Value>) { self.elements = elements }
  }
  private let storage: Storage

  fileprivate init(_ elements: consuming Elements<Source, Value>) { storage = Storage(elements) }

  public mutating func next() -> Result<Value, FormatError>? {
    do {
      guard let value = try storage.elements.next() else { return nil }
      return .success(value)
    } catch {
      return .failure(FormatError(wrapping: error))
    }
  }
}
