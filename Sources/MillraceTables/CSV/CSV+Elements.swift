import Millrace

extension CSV {
  /// The rows of a table as values, one at a time, in as much memory as the largest row takes.
  ///
  /// ```swift
  /// var stops = try CSV.stream(StopTime.self, from: "stop_times.txt")
  /// while let stop = try stops.next() { … }
  /// ```
  ///
  /// Swift's `for` loops cannot throw, so this type is not a `Sequence`. ``results()`` returns a sequence of
  /// results, and ``forEach(_:)`` calls a closure for each row. A row is returned as soon as its line has ended.
  public struct Elements<Value: Readable>: ElementSource, ~Copyable {
    @usableFromInline var reader: Reader

    @usableFromInline
    init(_ cells: consuming Cells) { reader = Reader(cells) }

    /// Returns the next row, or nil after the last one.
    ///
    /// - Throws: `FormatError` with the offset, the line and column, and the path. After an error the table has ended.
    @inlinable
    public mutating func next() throws -> Value? { try next(Value.self) }

    @inlinable
    public mutating func next<Other: Readable>(_ type: Other.Type) throws -> Other? {
      while true {
        do { return try reader.next(type) } catch { try reader.cells.pass(error) }
      }
    }

    @inlinable
    public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
      to writer: inout Writer, restart: (inout Writer) -> Void
    ) throws -> Bool {
      while true {
        do {
          return try reader.forwardNext(to: &writer, restart: restart)
        } catch {
          try reader.cells.pass(error)
          // Perhaps no row follows that would take back what was written of this one.
          restart(&writer)
        }
      }
    }

    /// Calls a closure with each remaining row.
    ///
    /// - Throws: as ``next()`` does, and what `body` throws.
    @inlinable
    public consuming func forEach(_ body: (Value) throws -> Void) throws {
      while let value = try next() { try body(value) }
    }

    /// Returns the remaining rows as a sequence of results. The last one may be an error.
    public consuming func results() -> ElementResults<Value> { ElementResults(self) }

    /// Returns the names of the columns.
    ///
    /// - Throws: `FormatError` when they cannot be read.
    public mutating func columnNames() throws -> [String] { try reader.cells.columnNames }

    /// The number of rows that have been read or skipped.
    public var count: Int { reader.cells.rowCount }

    /// The number of bytes of the uncompressed text that have been read.
    public var offset: Int { reader.cells.offset }
  }

  /// The rows of a table as a sequence of results, which can be iterated once.
  public struct ElementResults<Value: Readable>: Sequence, IteratorProtocol {
    private final class Table {
      var elements: Elements<Value>
      init(_ elements: consuming Elements<Value>) { self.elements = elements }
    }
    private let table: Table

    fileprivate init(_ elements: consuming Elements<Value>) { table = Table(elements) }

    public mutating func next() -> Result<Value, FormatError>? {
      do {
        guard let value = try table.elements.next() else { return nil }
        return .success(value)
      } catch {
        return .failure(FormatError(wrapping: error))
      }
    }
  }
}

extension CSV.Cells {
  /// Does with a row what the options say of bad ones: throws, or has it skipped.
  @usableFromInline @inline(never)
  mutating func pass(_ error: any Error) throws {
    let error = located(error)
    if hasEnded { throw error }
    switch options.onBadElement {
    case .stop:
      end()
      throw error
    case .skip: break
    case .report(let report): report(error)
    }
  }
}
