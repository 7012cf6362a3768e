import Millrace

extension Parquet {
  /// Encoded rows, so that several threads can encode while one thread writes.
  package struct EncodedBatch: Sendable {
    /// The pages of each leaf column, and their number of slots.
    let pages: [(bytes: [UInt8], slots: Int)]
    /// The number of rows.
    package let count: Int
  }
}

extension Parquet.EncodedBatch {
  /// Encodes a table.
  ///
  /// - Throws: ``FormatError`` with an ``Arrow/Problem``, the row of the table, and the column that does not fit.
  package init(_ table: Columns.Table, as fields: [Arrow.Field]) throws {
    try self.init(table, as: fields, hasStoredTimestamps: false)
  }

  /// - Parameter hasStoredTimestamps: Whether integers in columns of timestamps are counts of their units.
  init(_ table: Columns.Table, as fields: [Arrow.Field], hasStoredTimestamps: Bool) throws {
    do {
      try fields.checkGroupsHaveMembers()
      var encoder = Parquet.PageEncoder(fields.parquetLeaves(), hasStoredTimestamps: hasStoredTimestamps)
      try encoder.encode(table, rows: 0..<table.count, as: fields)
      pages = encoder.pages
    } catch let problem as Arrow.EntryProblem {
      throw problem.error(countingFrom: 0)
    } catch { throw FormatError(wrapping: error) }
    count = table.count
  }
}
