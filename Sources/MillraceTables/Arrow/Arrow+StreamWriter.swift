import Millrace

extension Arrow {
  /// Writes rows as an Arrow stream or file, in the memory of one batch.
  public typealias StreamWriter<Sink: ByteSink & ~Copyable> = Columns.StreamWriter<TableWriter<Sink>>
}

extension Columns.StreamWriter where Tables: ~Copyable {
  /// Writes an Arrow stream or file.
  ///
  /// - Parameters:
  ///   - sink: The destination of the bytes.
  ///   - options: The options. See ``Arrow/WritingOptions``.
  /// - Throws: As ``Arrow/TableWriter/init(to:options:)`` does.
  public init<Sink: ByteSink & ~Copyable>(
    to sink: consuming Sink, options: Arrow.WritingOptions = Arrow.WritingOptions()
  ) throws where Tables == Arrow.TableWriter<Sink> {
    self.init(
      to: try Arrow.TableWriter(to: sink, options: options), rowsPerBatch: options.rowsPerBatch,
      bytesPerBatch: options.bytesPerBatch, limits: options.limits,
      shape: Columns.Shape(textOf: options.convertsToText ? options.schema : nil))
  }

  /// Ends the stream or file and returns the sink.
  ///
  /// - Throws: As ``flush()`` does.
  @discardableResult
  public consuming func finish<Sink: ByteSink & ~Copyable>() throws -> Sink where Tables == Arrow.TableWriter<Sink> {
    try flush()
    return try tables.finish()
  }
}
