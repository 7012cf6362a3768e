/// A source of elements: the elements of an array, lines, the rows of a table.
///
/// A conversion between two formats only needs an `ElementSource` and an ``ElementSink``.
public protocol ElementSource: ~Copyable {
  /// Reads the next element.
  ///
  /// - Returns: nil after the last one.
  /// - Throws: ``FormatError`` with the place of what cannot be read. Where a format knows where the next element
  ///   begins, the next call goes on there.
  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value?

  /// Writes the next element directly to a writer.
  ///
  /// - Parameters:
  ///   - writer: the writer. If an error is thrown, a part of the element may have been written.
  ///   - restart: a closure that is called before anything is written. A source that skips a bad element
  ///     calls it again, to discard what was written of the bad element.
  /// - Returns: `false` after the last one.
  /// - Throws: as ``next(_:)`` does.
  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool

  /// Calls a closure with the elements that can be read at once because they are in memory; with none of them by default.
  ///
  /// - Throws: as ``next(_:)`` does, and what `body` throws.
  mutating func forEachInMemory<Value: Readable>(_ type: Value.Type, _ body: (Value) throws -> Void) throws
}

extension ElementSource where Self: ~Copyable {
  @inlinable
  public mutating func forEachInMemory<Value: Readable>(_ type: Value.Type, _ body: (Value) throws -> Void) throws {}
}

/// A sink for elements.
public protocol ElementSink: ~Copyable {
  /// Writes a value as the next element.
  ///
  /// - Throws: what cannot be written, after which nothing of the element is; and what the bytes' sink throws.
  mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws

  /// Writes the next element of a source directly.
  ///
  /// - Returns: `false` after the last one.
  /// - Throws: as the source does, or as ``append(_:)`` does. Nothing is written of an element that is bad.
  mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool

  /// Ends the output, which is incomplete before. Nothing is written afterwards.
  ///
  /// - Throws: errors of the output, such as ``SystemError``.
  mutating func end() throws
}

extension ElementSink where Self: ~Copyable {
  /// Writes all remaining elements.
  ///
  /// - Returns: how many there were.
  @inlinable @discardableResult
  public mutating func append<Source: ElementSource & ~Copyable>(contentsOf source: inout Source) throws -> Int {
    var count = 0
    while try append(nextOf: &source) { count += 1 }
    return count
  }
}
