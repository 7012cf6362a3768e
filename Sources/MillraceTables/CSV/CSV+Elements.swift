import Millrace

extension CSV {
  /// The rows of a table as values, one at a time, in as much memory as the largest of them takes.
  ///
  /// ```swift
  /// var stops = try CSV.stream(StopTime.self, from: "stop_times.txt")
  /// while let stop = try stops.next() { … }
  /// ```
  ///
  /// A loop with `for` cannot throw in Swift, so this is no `Sequence`. ``results()`` makes it one, of results, and
  /// ``forEach(_:)`` is for short bodies. A row is there as soon as its line has ended.
  public struct Elements<Value: Readable>: ElementSource, ~Copyable {
    @usableFromInline var reader: Reader

    @usableFromInline
    init(_ cells: consuming Cells) { reader = Reader(cells) }

    /// The next row, or nil after the last one.
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

    /// Hands over all rows that are left.
    ///
    /// - Throws: as ``next()`` does, and what `body` throws.
    @inlinable
    public consuming func forEach(_ body: (Value) throws -> Void) throws {
      while let value = try next() { try body(value) }
    }

    /// The rows that are left as a sequence of results, of which the last one may be an error.
    public consuming func results() -> ElementResults<Value> { ElementResults(self) }

    /// The names of the columns.
    ///
    /// - Throws: `FormatError` when they cannot be read.
    public mutating func columnNames() throws -> [String] { try reader.cells.columnNames }

    /// The number of rows that have been read or skipped.
    public var count: Int { reader.cells.rowCount }

    /// The bytes that have been used, of the text that is not compressed.
    public var offset: Int { reader.cells.offset }
  }

  /// The rows of a table as results. It can be scanned once.
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
