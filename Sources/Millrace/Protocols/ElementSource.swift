/// A source of elements: the elements of an array, lines, the rows of a table.
///
/// A conversion between two formats only needs an `ElementSource` and an ``ElementSink``:
///
/// ```swift
/// var films = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
/// var lines = JSON.StreamWriter(to: [UInt8](), as: .lines)
/// try lines.append(contentsOf: &films)
/// print(try lines.finish().count > 0)  // true
/// ```
public protocol ElementSource: ~Copyable {
  /// Reads the next element.
  ///
  /// - Parameter type: The type of the element.
  /// - Returns: The element, or nil after the last one.
  /// - Throws: ``FormatError`` with the location of the first part that cannot be read. If the format determines where
  ///   the next element begins, the next call continues there. Otherwise the source has ended.
  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value?

  /// Writes the next element directly to a writer.
  ///
  /// - Parameters:
  ///   - writer: The writer. If an error is thrown, a part of the element may have been written.
  ///   - restart: A closure that is called before anything is written. A source that skips a bad element calls it
  ///     again, to discard the output of the bad element.
  /// - Returns: `false` after the last element.
  /// - Throws: As ``next(_:)`` does.
  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool

  /// Calls a closure with the elements that are in memory and can be read immediately. The default does not call it.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - body: A closure that receives each element.
  /// - Throws: As ``next(_:)`` does, and the errors of `body`.
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
  /// - Throws: ``FormatError`` if the value cannot be written; then no part of the element is written. Also the errors
  ///   of the destination of the bytes.
  mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws

  /// Writes the next element of a source directly.
  ///
  /// - Returns: `false` after the last element.
  /// - Throws: As the source does, or as ``append(_:)`` does. No part of a bad element is written.
  mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool

  /// Ends the output, which is incomplete before. No element can be written afterwards.
  ///
  /// - Throws: Errors of the output, such as ``SystemError``.
  mutating func end() throws
}

extension ElementSink where Self: ~Copyable {
  /// Writes all remaining elements.
  ///
  /// - Parameter source: The source, which is read to its end.
  /// - Returns: The number of elements that were written.
  /// - Throws: As ``append(nextOf:)`` does.
  @inlinable @discardableResult
  public mutating func append<Source: ElementSource & ~Copyable>(contentsOf source: inout Source) throws -> Int {
    var count = 0
    while try append(nextOf: &source) { count += 1 }
    return count
  }
}
