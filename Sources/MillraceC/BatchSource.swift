import MillraceTables

/// The batches of an Arrow stream that this library returns.
protocol BatchSource: AnyObject {
  /// The columns.
  var schema: [Arrow.Field] { get }
  /// The number of bad rows so far.
  var badRowCount: Int { get }

  /// Returns the next rows, or nil after the last ones.
  func next() throws -> Arrow.RecordBatch?
}

extension TableScan.Stream: BatchSource {}
