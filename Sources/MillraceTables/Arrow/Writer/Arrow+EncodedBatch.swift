import Millrace

extension Arrow {
  /// An encoded batch, so that several threads can encode while one thread writes.
  package struct EncodedBatch: Sendable {
    let metadata: [UInt8]
    let body: BatchBody
    /// The number of rows.
    package let count: Int
  }
}

extension Arrow.EncodedBatch {
  /// Encodes a table as one batch.
  ///
  /// - Throws: ``FormatError`` with an ``Arrow/Problem``, the row of the table, and the column that does not fit.
  package init(_ table: Columns.Table, as fields: [Arrow.Field]) throws {
    var encoder = Arrow.BatchEncoder()
    do {
      let batch = try encoder.encode(table, rows: 0..<table.count, as: fields)
      metadata = Arrow.message(.recordBatch, batch, bodySize: encoder.body.count)
    } catch let problem as Arrow.EntryProblem {
      throw problem.error(countingFrom: 0)
    }
    body = encoder.body
    count = table.count
  }

  /// Encodes a batch of a scan, whose buffers are kept as they are.
  package init(_ batch: Arrow.RecordBatch) {
    var encoder = Arrow.BatchEncoder()
    metadata = Arrow.message(.recordBatch, encoder.encode(batch), bodySize: encoder.body.count)
    body = encoder.body
    count = batch.count
  }
}
