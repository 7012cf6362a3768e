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

  /// Creates a batch of encoded columns.
  ///
  /// - Parameters:
  ///   - nodes: The numbers of entries and of null entries of each column.
  ///   - buffers: The offsets and the sizes of the buffers in the body.
  init(nodes: [Int64], buffers: [Int64], body: [UInt8], count: Int) {
    let batch = Arrow.recordBatch(count: count, nodes: nodes, buffers: buffers)
    metadata = Arrow.message(.recordBatch, batch, bodySize: body.count)
    self.body = Arrow.BatchBody(bytes: body)
    self.count = count
  }
}
