import Millrace

// The original columns that the current row has replaced with columns of another kind. If the row cannot be written,
// they are restored, so that the row has no effect.

extension Columns.Writer {
  // SAFETY: both columns belong to the writer.
  @usableFromInline
  @safe
  struct ReplacedColumn: BitwiseCopyable {
    @usableFromInline let column: Address
    /// The column before it was replaced.
    @usableFromInline let original: Address

    init(_ original: consuming ColumnBuilder, of column: Address) {
      unsafe self.column = unsafe column
      unsafe self.original = Address.allocate(capacity: 1)
      unsafe self.original.initialize(to: original)
    }
  }

  @inlinable var hasReplacedColumns: Bool { !replacedColumns.isEmpty }

  mutating func discardReplacedColumns() {
    for replaced in replacedColumns { unsafe ColumnBuilder.destroy(replaced.original) }
    replacedColumns.removeAll()
  }

  mutating func restoreReplacedColumns() {
    for replaced in replacedColumns.reversed() { unsafe swap(&replaced.column.pointee, &replaced.original.pointee) }
    discardReplacedColumns()
  }
}
