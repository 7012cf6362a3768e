import Millrace

extension CSV {
  /// The rows of a table as values of one type. A row is returned as soon as its line has ended.
  ///
  /// ```swift
  /// var stops = try CSV.stream(StopTime.self, from: "stop_times.txt")
  /// while let stop = try stops.next() { … }
  /// ```
  public typealias Elements<Value: Readable> = Millrace.Elements<Rows, Value>

  /// The rows of a table, each of which can be read as any type.
  ///
  /// ```swift
  /// var rows = try CSV.Rows(ArraySource(table))
  /// print(try rows.columnNames())
  /// while let stop = try rows.next(StopTime.self) { print(stop.trip) }
  /// ```
  public struct Rows: ElementSource, ~Copyable {
    @usableFromInline var reader: Reader

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - source: The bytes of the table.
    ///   - options: The options. See ``ReadingOptions``.
    /// - Throws: ``InvalidOptions`` if the options contradict each other.
    public init(_ source: any ByteSource, options: ReadingOptions = ReadingOptions()) throws {
      self.init(try RowCursor(source, options: options))
    }

    init(_ cells: consuming RowCursor) { reader = Reader(cells) }

    /// Reads the next row.
    ///
    /// - Parameter type: The type of the row.
    /// - Returns: The row, or nil after the last one.
    /// - Throws: `FormatError` with the offset, the line and column, and the path. After an error the table has ended.
    @inlinable
    public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
      while true {
        do { return try reader.next(type) } catch { try reader.cells.handleBadRow(error) }
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
          try reader.cells.handleBadRow(error)
          // Discards the output of a bad row, in case no row follows.
          restart(&writer)
        }
      }
    }

    /// The names of the columns.
    ///
    /// - Throws: `FormatError` if they cannot be read.
    public mutating func columnNames() throws -> [String] { try reader.cells.columnNames }

    /// The number of rows that have been read or skipped.
    public var count: Int { reader.cells.rowCount }

    /// The number of bytes of the uncompressed text that have been read.
    public var offset: Int { reader.cells.offset }
  }
}

extension Elements where Source == CSV.Rows {
  /// The names of the columns.
  ///
  /// - Throws: `FormatError` if they cannot be read.
  public mutating func columnNames() throws -> [String] { try source.columnNames() }

  /// The number of rows that have been read or skipped.
  public var count: Int { source.count }

  /// The number of bytes of the uncompressed text that have been read.
  public var offset: Int { source.offset }

  /// The delimiter: that of the dialect, or the one that was detected.
  package var delimiter: UInt8 { source.reader.cells.delimiter }
}

extension CSV.RowCursor {
  /// Handles a bad row as the options specify: throws the error, or skips the row.
  @usableFromInline @inline(never)
  mutating func handleBadRow(_ error: any Error) throws {
    let error = located(error)
    if hasEnded { throw error }
    if options.endsTable(error) {
      end()
      throw error
    }
    switch options.onBadElement {
    case .stop:
      end()
      throw error
    case .skip: break
    case .report(let report): report(error)
    }
  }
}
