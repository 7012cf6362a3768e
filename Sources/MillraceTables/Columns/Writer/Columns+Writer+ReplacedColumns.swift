import Millrace

// The original columns that the current row has replaced with columns of another kind. If the row cannot be written,
// they are restored, so that the row has no effect.

extension Columns.Writer {
  @usableFromInline
  struct ReplacedColumn: BitwiseCopyable {
    @usableFromInline let column: Address
    /// The column before it was replaced.
    @usableFromInline let original: Address

    init(_ original: consuming ColumnBuilder, of column: Address) {
      self.column = column
      self.original = Address.allocate(capacity: 1)
      self.original.initialize(to: original)
    }
  }

  @inlinable var hasReplacedColumns: Bool { !replacedColumns.isEmpty }

  mutating func discardReplacedColumns() {
    for replaced in replacedColumns { ColumnBuilder.destroy(replaced.original) }
    replacedColumns.removeAll()
  }

  mutating func restoreReplacedColumns() {
    for replaced in replacedColumns.reversed() { swap(&replaced.column.pointee, &replaced.original.pointee) }
    discardReplacedColumns()
  }
}
