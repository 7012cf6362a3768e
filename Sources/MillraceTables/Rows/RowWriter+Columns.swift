import Millrace

// Which column a value goes to.

extension RowWriter where Cells: ~Copyable {
  /// The column of the member whose value comes next, or nil if it is left out or nothing can be written any more.
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
      column = columns.indices[name] ?? addColumn(name)
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
      // What could not be written is not to be left out in silence in the rows after.
      return cells.failure == nil ? RowColumns.Member.leftOut : RowColumns.Member.none
    }
    columns.indices[name] = columns.names.count
    columns.names.append(name)
    rowsOfColumns.append(0)
    return columns.names.count - 1
  }

  /// The column that a scalar goes to, which may be a row of its own, or nil when it goes into JSON or nowhere.
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
      member = columns.objects[0].member(named: Array("value".utf8).span)
      return column()
    case .json: return nil
    }
  }

  /// Of a row that is an array: advances to its next column. Columns have their names, or get some.
  @usableFromInline
  mutating func selectPosition() {
    let position = columns.objects[0].next
    let name = position < columns.names.count ? columns.names[position] : "column\(position + 1)"
    member = columns.objects[0].member(named: Array(name.utf8).span)
    columns.objects[0].next = position + 1
  }

  /// Ends the row if it is a single scalar.
  @inlinable @inline(__always)
  mutating func endScalar() {
    if _slowPath(position == .outside) { endRow() }
  }
}
