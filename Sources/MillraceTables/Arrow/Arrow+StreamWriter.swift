import Millrace

extension Arrow {
  /// Writes rows as a stream or file of Arrow, in the memory of one batch.
  ///
  /// ```swift
  /// var writer = try Arrow.StreamWriter(to: try DescriptorSink(path: "films.arrow"), options: .init(container: .file))
  /// for film in films { try writer.append(film) }
  /// try writer.finish()
  /// ```
  ///
  /// Rows are gathered in columns, and those of a batch are written together: then it shows whether they fit the schema,
  /// which the options give or the first batch has made. If one does not, nothing is written of its batch and of what
  /// follows, and every later call throws the same error.
  public struct StreamWriter<Sink: ByteSink & ~Copyable>: ElementSink, ~Copyable {
    @usableFromInline var columns: Columns.Writer
    private var tables: TableWriter<Sink>
    private let options: WritingOptions
    private var failure: (any Error)?

    /// - Parameters:
    ///   - sink: what the bytes go to.
    ///   - options: the options.
    /// - Throws: as ``TableWriter/init(to:options:)`` does.
    public init(to sink: consuming Sink, options: WritingOptions = WritingOptions()) throws {
      tables = try TableWriter(to: sink, options: options)
      columns = Columns.Writer(limits: options.limits)
      self.options = options
    }

    /// The rows that were appended.
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

    /// Ends a batch when it is large enough.
    @usableFromInline
    mutating func endRow() throws {
      if columns.count >= options.rowsPerBatch || columns.byteCount >= options.bytesPerBatch { try flush() }
    }

    /// Writes the rows that are gathered as a batch.
    ///
    /// - Throws: `FormatError` with a ``Problem`` for rows that do not fit the schema, and what the sink throws.
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

    /// Ends the stream or file and hands back the sink.
    ///
    /// - Throws: as ``flush()`` does.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try flush()
      return try tables.finish()
    }
  }
}
