import Millrace

extension Columns {
  /// A destination of tables with the same columns, such as a file of Arrow or Parquet.
  public protocol TableSink: ~Copyable {
    /// The number of rows that were written.
    var count: Int { get }

    /// Writes a table.
    ///
    /// - Parameter table: The table.
    /// - Throws: `FormatError` if an entry does not fit the columns, with the row, counted over all tables. Also errors
    ///   of the destination.
    mutating func write(_ table: Table) throws

    /// Ends the destination. No table can be written afterwards.
    ///
    /// - Throws: Errors of the destination.
    mutating func end() throws
  }

  /// Writes rows to a destination of tables, in the memory of one batch.
  ///
  /// ```swift
  /// var writer = try Arrow.StreamWriter(to: try DescriptorSink(path: "films.arrow"), options: .init(container: .file))
  /// for film in films { try writer.append(film) }
  /// try writer.finish()
  /// ```
  ///
  /// Rows are stored in columns, and the rows of a batch are written together. They are then checked against the
  /// schema, which is given by the options or by the first batch. If a row does not fit, its batch and everything after
  /// it are not written, and every later call throws the same error.
  public struct StreamWriter<Tables: TableSink & ~Copyable>: ElementSink, ~Copyable {
    @usableFromInline var columns: Writer
    var tables: Tables
    private let limits: Limits
    private let shape: Shape
    private let rowsPerBatch: Int
    private let bytesPerBatch: Int
    private var failure: (any Error)?

    /// - Parameters:
    ///   - rowsPerBatch: The maximum number of rows in a batch.
    ///   - bytesPerBatch: The size at which a batch ends even if it has fewer rows, in bytes.
    ///   - limits: The limits of the buffered rows.
    ///   - shape: The columns of each batch that are known before it.
    init(to tables: consuming Tables, rowsPerBatch: Int, bytesPerBatch: Int, limits: Limits, shape: Shape) {
      self.tables = tables
      columns = Writer(limits: limits, shape: shape)
      self.limits = limits
      self.shape = shape
      self.rowsPerBatch = rowsPerBatch
      self.bytesPerBatch = bytesPerBatch
    }

    /// The number of rows that were appended.
    public var count: Int { tables.count + columns.count }

    @inlinable
    public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
      try columns.append(value)
      try endRow()
    }

    @inlinable
    public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
      let isThere = try columns.append(nextOf: &source)
      if isThere { try endRow() }
      return isThere
    }

    /// Ends the batch if it is large enough.
    @usableFromInline
    mutating func endRow() throws {
      if columns.count >= rowsPerBatch || columns.byteCount >= bytesPerBatch { try flush() }
    }

    /// Writes the buffered rows as a batch.
    ///
    /// - Throws: `FormatError` if a row does not fit the schema, and errors of the sink.
    public mutating func flush() throws {
      if let failure { throw failure }
      guard columns.count > 0 else { return }
      var gathered = Writer(limits: limits, shape: shape)
      swap(&gathered, &columns)
      do {
        try tables.write(try gathered.finish())
      } catch {
        failure = error
        throw error
      }
    }

    public mutating func end() throws {
      try flush()
      try tables.end()
    }
  }
}
