import Millrace

extension Arrow.BatchDecoder {
  /// Returns a column with selected entries of another column.
  ///
  /// - Parameter indices: The indices of the entries; a negative index selects a null entry.
  /// - Precondition: All indices are less than the number of entries.
  /// - Throws: ``Arrow/Problem/batchTooLarge(limit:)`` if the entries exceed the memory budget.
  mutating func taking(_ indices: [Int], of column: Columns.Column) throws -> Columns.Column {
    try column.taking(indices) { count, size in try charge(entries: count, size: size) }
  }
}
