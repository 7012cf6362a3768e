import Millrace

extension Arrow {
  /// Writes rows as an Arrow stream or file, in the memory of one batch.
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
  public struct StreamWriter<Sink: ByteSink & ~Copyable>: ElementSink, ~Copyable {
    @usableFromInline var columns: Columns.Writer
    private var tables: TableWriter<Sink>
    private let options: WritingOptions
    private var failure: (any Error)?

    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - options: The options. See ``WritingOptions``.
    /// - Throws: As ``TableWriter/init(to:options:)`` does.
    public init(to sink: consuming Sink, options: WritingOptions = WritingOptions()) throws {
      tables = try TableWriter(to: sink, options: options)
      columns = Columns.Writer(limits: options.limits)
      self.options = options
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
      if columns.count >= options.rowsPerBatch || columns.byteCount >= options.bytesPerBatch { try flush() }
    }

    /// Writes the buffered rows as a batch.
    ///
    /// - Throws: `FormatError` with a ``Problem`` if a row does not fit the schema, and errors of the sink.
    public mutating func flush() throws {
      if let failure { throw failure }
      guard columns.count > 0 else { return }
      var gathered = Columns.Writer(limits: options.limits)
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

    /// Ends the stream or file and returns the sink.
    ///
    /// - Throws: As ``flush()`` does.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try flush()
      return try tables.finish()
    }
  }
}
