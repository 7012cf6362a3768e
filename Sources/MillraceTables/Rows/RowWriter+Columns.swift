import Millrace

// Selecting the column of a value.

extension RowWriter where Cells: ~Copyable {
  /// Returns the column of the member whose value is next, or nil if it is omitted or the writer has failed.
  @inlinable @inline(__always)
  mutating func column() -> Int? {
    let column = columns.objects[object].members[member].column
    if _fastPath(column >= 0 && rowsOfColumns[column] != row) {
      rowsOfColumns[column] = row
      return column
    }
    return otherColumn()
  }

  @usableFromInline @inline(never)
  mutating func otherColumn() -> Int? {
    var column = columns.objects[object].members[member].column
    if column == RowColumns.Member.none {
      let name = columns.columnName(of: member, in: object)
      column = columns.indices[Array(name.utf8)] ?? addColumn(name)
      // A column with values of earlier rows belongs to a member with another path.
      if column >= 0, rowsOfColumns[column] != 0, position != .array {
        fail(.duplicateKey(name))
        return nil
      }
      columns.objects[object].members[member].column = column
    }
    guard column >= 0 else { return nil }
    if rowsOfColumns[column] == row {
      fail(.duplicateKey(columns.names[column]))
      return nil
    }
    rowsOfColumns[column] = row
    return column
  }

  mutating func addColumn(_ name: String) -> Int {
    guard cells.addColumn(named: name) else {
      // A member that could not be written is not silently omitted in the following rows.
      return cells.failure == nil ? RowColumns.Member.leftOut : RowColumns.Member.none
    }
    let column = columns.names.count
    columns.indices[Array(name.utf8)] = column
    columns.names.append(name)
    rowsOfColumns.reserve(column + 1)
    rowsOfColumns[column] = 0
    return column
  }

  /// Returns the column of a scalar, which may be a separate row, or nil if the scalar is part of JSON text or is
  /// discarded.
  @inlinable @inline(__always)
  mutating func columnOfScalar() -> Int? {
    if _fastPath(position == .object) { return column() }
    return otherColumnOfScalar()
  }

  @usableFromInline @inline(never)
  mutating func otherColumnOfScalar() -> Int? {
    switch position {
    case .object: return column()
    case .array:
      selectPosition()
      return column()
    case .outside:
      beginRow()
      member = columns.objects[0].member(named: "value")
      return column()
    case .json: return nil
    }
  }

  /// In a row that is an array: advances to the next column. Columns keep their names, or get new ones.
  @usableFromInline
  mutating func selectPosition() {
    let position = columns.objects[0].next
    let name = position < columns.names.count ? columns.names[position] : "column\(position + 1)"
    member = columns.objects[0].member(named: name)
    columns.objects[0].next = position + 1
  }

  /// Ends the row if it is a single scalar.
  @inlinable @inline(__always)
  mutating func endScalar() {
    if _slowPath(position == .outside) { endRow() }
  }
}
