import Millrace

extension Parquet {
  /// Encoded rows, so that several threads can encode while one thread writes.
  package struct EncodedBatch: Sendable {
    /// The slots of each leaf column.
    let parts: [ColumnPart]
    /// The number of rows.
    package let count: Int
  }
}

extension Parquet.EncodedBatch {
  /// Encodes a table.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - fields: The columns.
  ///   - options: The options of the file.
  ///   - hasStoredTimestamps: Whether integers in columns of timestamps are counts of their units.
  /// - Throws: ``FormatError`` with an ``Arrow/Problem``, the row of the table, and the column that does not fit.
  package init(
    _ table: Columns.Table, as fields: [Arrow.Field], _ options: Parquet.WritingOptions,
    hasStoredTimestamps: Bool = false
  ) throws {
    do {
      try fields.checkAreInParquet()
      var encoder = Parquet.BatchEncoder(fields.parquetLeaves(), options, hasStoredTimestamps: hasStoredTimestamps)
      self = try encoder.encode(table, rows: 0..<table.count, as: fields)
    } catch let problem as Arrow.EntryProblem {
      throw problem.error(countingFrom: 0)
    } catch { throw FormatError(wrapping: error) }
  }
}

extension Parquet.EncodedBatch {
  /// Encodes a batch in the layout of Arrow.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - fields: Its columns in their order, which may have other names.
  ///   - options: The options of the file.
  /// - Throws: ``FormatError`` with an ``Arrow/Problem`` if Parquet does not have such columns.
  package init(_ batch: Arrow.RecordBatch, as fields: [Arrow.Field], _ options: Parquet.WritingOptions) throws {
    // One column after another, so that only one is in memory twice.
    let parts = try zip(batch.columns, fields).flatMap { entries, field in
      var column = entries.column
      column.name = field.name
      let table = Columns.Table(columns: [column], count: batch.count)
      return try Self(table, as: [field], options, hasStoredTimestamps: true).parts
    }
    self.init(parts: parts, count: batch.count)
  }
}
