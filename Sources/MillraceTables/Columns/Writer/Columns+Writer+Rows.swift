import Millrace

// Writing single rows, and finishing.

extension Columns.Writer: ElementSink {
  /// Writes a value as the next row.
  ///
  /// - Parameter value: The value.
  /// - Throws: `FormatError` if the value cannot be stored in columns. Then no part of the row remains.
  @inlinable
  public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
    let first = beginAppending()
    write(value: value)
    try endAppending(first)
  }

  @inlinable
  public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
    let first = beginAppending()
    let isThere: Bool
    do {
      isThere = try source.forwardNext(to: &self) { $0.removeRows(from: first) }
    } catch {
      cancelAppending(first)
      throw error
    }
    try endAppending(first)
    return isThere
  }

  /// Begins a row that can be removed again.
  ///
  /// - Returns: The index of the row.
  @inlinable
  mutating func beginAppending() -> Int {
    isAppending = true
    return unsafe rows.pointee.count
  }

  @inlinable
  mutating func endAppending(_ first: Int) throws {
    isAppending = false
    if _slowPath(hasFailed || hasReplacedColumns) { try endChangingRow(first) }
  }

  /// Removes the row that was begun.
  @usableFromInline
  mutating func cancelAppending(_ first: Int) {
    removeRows(from: first)
    isAppending = false
  }

  /// Ends a row that has failed, or has changed the kind of columns.
  @usableFromInline @inline(never)
  mutating func endChangingRow(_ first: Int) throws {
    if let failure {
      removeRows(from: first)
      throw failure
    }
    discardReplacedColumns()
  }

  /// Reserves memory for this number of rows, of which those so far are typical. Growing copies entries to memory that the system has to
  /// clear first, which takes longer than storing them. Memory that is reserved and not used is never touched.
  mutating func reserve(rows count: Int) {
    guard count > self.count else { return }
    let columnCount = unsafe rows.pointee.members.count
    var used = 0
    for index in 0..<columnCount { unsafe used += rows.pointee.members.columns[index].address.pointee.usedByteCount }
    let needed = Double(used) / Double(max(self.count, 1)) * Double(count)
    guard needed < Double(min(limits.bytes / 4, 1 << 31)) else { return }
    for index in 0..<columnCount {
      unsafe changing(rows.pointee.members.columns[index].address) { column throws(FormatError) in
        column.reserve(count)
        return nil
      }
    }
  }

  /// Removes the rows from an index on, including the open row, and restores columns that they have changed. Columns
  /// that these rows have added remain, without values.
  @usableFromInline
  mutating func removeRows(from row: Int) {
    if depth == 0, unsafe rows.pointee.count == row, !hasFailed { return }
    restoreReplacedColumns()
    unsafe rows.pointee.truncate(to: row)
    unsafe rows.pointee.kind = .structure
    json.removeAll()
    jsonDepth = 0
    depth = 0
    unsafe container = nil
    unsafe fields = nil
    unsafe target = unsafe rows
    entry = row
    failure = nil
  }

  /// Does nothing: a table is complete after each row.
  public mutating func end() throws {}

  /// Returns the table of all rows.
  ///
  /// - Throws: The first `FormatError` that occurred, with its row and path.
  public consuming func finish() throws(FormatError) -> Columns.Table {
    if let failure { throw failure }
    let filled = unsafe byteCount + rows.pointee.fillingByteCount(count: count)
    if filled > limits.bytes { throw FormatError(.custom(Columns.Limits.Reached.bytes(limit: limits.bytes))) }
    guard case .structures(let columns) = unsafe rows.pointee.makeColumn(count: count, isLast: true).values else {
      return Columns.Table(columns: [])
    }
    return Columns.Table(columns: columns, count: count)
  }
}

// MARK: - Failures

extension Columns.Writer {
  @inlinable public var hasFailed: Bool { failure != nil }

  public mutating func fail(_ problem: FormatError.Problem) {
    guard failure == nil else { return }
    failure = FormatError(problem, at: FormatError.Place(path: path))
  }

  /// The path from the table to the next value.
  private var path: String {
    var path = ""
    var list: (column: Address, row: Int)?
    func add(_ column: Address, at entry: Int) {
      if let list = unsafe list {
        path += unsafe "/\(entry - list.column.pointee.offsets[list.row])"
      } else if unsafe column == rows {
        path += "/\(entry)"
      } else {
        unsafe path += "/" + JSON.pointerToken(String(decoding: column.pointee.name, as: UTF8.self))
      }
    }
    for level in 1..<max(depth, 1) {
      guard let column = unsafe outer[level].container else { continue }
      unsafe add(column, at: outer[level].row)
      unsafe list = unsafe column.pointee.kind == .list ? (column, outer[level].row) : nil
    }
    if let container = unsafe container {
      unsafe add(container, at: row)
      unsafe list = unsafe container.pointee.kind == .list ? (container, row) : nil
    }
    if unsafe target != rows, unsafe target != elsewhere { unsafe add(target, at: entry) }
    return path
  }
}
