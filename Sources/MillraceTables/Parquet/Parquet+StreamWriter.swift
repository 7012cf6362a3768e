import Millrace

extension Parquet {
  /// Writes rows as a Parquet file, in the memory of one row group.
  ///
  /// ```swift
  /// var writer = try Parquet.StreamWriter(to: try DescriptorSink(path: "films.parquet"))
  /// for film in films { try writer.append(film) }
  /// try writer.finish()
  /// ```
  public typealias StreamWriter<Sink: ByteSink & ~Copyable> = Columns.StreamWriter<TableWriter<Sink>>
}

extension Columns.StreamWriter where Tables: ~Copyable {
  /// Writes a Parquet file.
  ///
  /// - Parameters:
  ///   - sink: The destination of the bytes.
  ///   - options: The options. See ``Parquet/WritingOptions``.
  /// - Throws: As ``Parquet/TableWriter/init(to:options:)`` does.
  public init<Sink: ByteSink & ~Copyable>(
    to sink: consuming Sink, options: Parquet.WritingOptions = Parquet.WritingOptions()
  ) throws where Tables == Parquet.TableWriter<Sink> {
    // Smaller batches than row groups: they are encoded, which takes less memory than columns.
    self.init(
      to: try Parquet.TableWriter(to: sink, options: options), rowsPerBatch: min(options.rowsPerGroup, 65_536),
      bytesPerBatch: min(options.bytesPerGroup, 1 << 24), limits: options.limits,
      shape: Columns.Shape(textOf: options.convertsToText ? options.schema : nil))
  }

  /// Ends the file and returns the sink.
  ///
  /// - Throws: As ``flush()`` does.
  @discardableResult
  public consuming func finish<Sink: ByteSink & ~Copyable>() throws -> Sink where Tables == Parquet.TableWriter<Sink> {
    try flush()
    return try tables.finish()
  }
}
