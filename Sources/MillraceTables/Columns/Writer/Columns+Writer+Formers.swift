import Millrace

// Columns that have become those of another kind in the row that is written, as they were before: when the row turns out
// to be bad, they are put back, so that nothing tells that it was ever there.

extension Columns.Writer {
  @usableFromInline
  struct Former: BitwiseCopyable {
    @usableFromInline let column: Address
    /// As it was.
    @usableFromInline let former: Address

    init(_ former: consuming ColumnBuilder, of column: Address) {
      self.column = column
      self.former = Address.allocate(capacity: 1)
      self.former.initialize(to: former)
    }
  }

  @inlinable var hasFormers: Bool { !formers.isEmpty }

  mutating func forgetFormers() {
    for former in formers { ColumnBuilder.destroy(former.former) }
    formers.removeAll()
  }

  mutating func restoreFormers() {
    for former in formers.reversed() { swap(&former.column.pointee, &former.former.pointee) }
    forgetFormers()
  }
}
