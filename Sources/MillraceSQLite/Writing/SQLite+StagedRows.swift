// Rows that one statement will insert: their cells in one piece of memory, row by row, and all their texts
// and blobs in another. SQLite reads the texts in place. Both pieces are reused for the
// next rows, so that nothing is allocated for a row or a cell.

extension SQLite {
  /// Rows that are not inserted yet.
  ///
  /// SAFETY: the cells belong to this value, which deallocates them. There is memory for one row more than
  /// `capacity`.
  @frozen @usableFromInline
  @safe
  struct StagedRows: ~Copyable {
    @usableFromInline private(set) var cells: UnsafeMutablePointer<PendingCell>
    /// The number of cells of a row, including those after the last column.
    @usableFromInline private(set) var stride: Int
    /// The number of columns.
    @usableFromInline private(set) var columnCount = 0
    /// The number of rows that fit into the memory.
    @usableFromInline let capacity: Int
    /// The number of complete rows.
    @usableFromInline var count = 0
    /// The cells of the current row. After the last row of ``capacity`` there is memory for one more.
    @usableFromInline var row: UnsafeMutablePointer<PendingCell>

    /// The bytes of all texts and blobs.
    @usableFromInline private(set) var bytes: UnsafeMutablePointer<UInt8>
    @usableFromInline private(set) var byteCapacity: Int
    @usableFromInline var byteCount = 0
    /// The offset of the current row's texts.
    @usableFromInline var rowStart = 0

    /// - Parameter capacity: The maximum number of rows, at least 1.
    init(capacity: Int) {
      self.capacity = capacity
      stride = 8
      unsafe cells = unsafe Self.allocate(rows: capacity, stride: stride)
      unsafe row = unsafe cells
      byteCapacity = 1 << 12
      unsafe bytes = .allocate(capacity: byteCapacity)
    }

    @inlinable
    deinit {
      unsafe cells.deallocate()
      unsafe bytes.deallocate()
    }

    private static func allocate(rows: Int, stride: Int) -> UnsafeMutablePointer<PendingCell> {
      let cells = UnsafeMutablePointer<PendingCell>.allocate(capacity: (rows + 1) * stride)
      unsafe cells.initialize(repeating: PendingCell(.absent), count: (rows + 1) * stride)
      return unsafe cells
    }
  }
}

extension SQLite.StagedRows {
  /// A cell of a complete row.
  func cell(row: Int, column: Int) -> SQLite.PendingCell {
    assert((0..<count).contains(row) && (0..<columnCount).contains(column))
    return unsafe cells[row * stride + column]
  }

  /// The kinds of the cells in a column, of all complete rows.
  func kinds(at column: Int) -> SQLite.StagedKinds {
    (0..<count).reduce(into: []) { kinds, row in
      let kind = cell(row: row, column: column).kind
      if kind != .absent { kinds.insert(SQLite.StagedKinds(kind)) }
    }
  }

  /// Whether a text in a column is a number to SQLite.
  func hasNumericText(at column: Int) -> Bool {
    (0..<count).contains { row in
      let cell = cell(row: row, column: column)
      return unsafe cell.kind == .text && bytes(of: cell).isNumberToSQLite
    }
  }

  /// The declared type of a new column with the cells of all complete rows. If a real would round an integer, the
  /// column has no type.
  func declaredType(at column: Int) -> String {
    let kinds = kinds(at: column)
    if kinds == [.integer, .real] {
      for row in 0..<count {
        let cell = cell(row: row, column: column)
        if cell.kind == .integer, !cell.isExactAsDouble { return "" }
      }
    }
    return kinds.declaredType
  }

  /// The bytes of a text or blob cell.
  func bytes(of cell: SQLite.PendingCell) -> UnsafeBufferPointer<UInt8> {
    assert(Int(cell.payload) + Int(cell.size) <= byteCount)
    return unsafe UnsafeBufferPointer(start: bytes + Int(cell.payload), count: Int(cell.size))
  }

  /// Adds a column whose cells are missing.
  mutating func addColumn() {
    columnCount += 1
    guard columnCount > stride else { return }
    let wider = unsafe Self.allocate(rows: capacity, stride: 2 * stride)
    for row in 0...count {
      unsafe (wider + row * 2 * stride).update(from: cells + row * stride, count: stride)
    }
    unsafe cells.deallocate()
    unsafe cells = unsafe wider
    stride *= 2
    unsafe row = unsafe cells + count * stride
  }

  /// Begins a row whose cells are missing.
  @inlinable @inline(__always)
  mutating func beginRow() {
    assert(count < capacity)
    unsafe row = unsafe cells + count &* stride
    for column in 0..<columnCount { unsafe row[column] = SQLite.PendingCell(.absent) }
    rowStart = byteCount
  }

  @inlinable @inline(__always)
  mutating func endRow() { count &+= 1 }

  @inlinable
  mutating func discardRow() {
    for column in 0..<columnCount { unsafe row[column] = SQLite.PendingCell(.absent) }
    byteCount = rowStart
  }

  @inlinable
  mutating func removeAll() {
    count = 0
    byteCount = 0
    rowStart = 0
    unsafe row = unsafe cells
  }

  @inlinable @inline(__always)
  func set(_ cell: SQLite.PendingCell, at column: Int) {
    assert((0..<columnCount).contains(column))
    unsafe row[column] = cell
  }

  /// Copies a text or blob into a cell.
  @inlinable @inline(__always)
  mutating func set(_ kind: SQLite.PendingCell.Kind, _ source: UnsafeBufferPointer<UInt8>, at column: Int) {
    if _slowPath(source.count > byteCapacity &- byteCount) { growBytes(by: source.count) }
    // SAFETY: there is room for that many bytes.
    if let start = source.baseAddress { unsafe (bytes + byteCount).update(from: start, count: source.count) }
    let size = UInt32(truncatingIfNeeded: source.count)
    set(SQLite.PendingCell(kind, payload: UInt64(truncatingIfNeeded: byteCount), size: size), at: column)
    byteCount &+= source.count
  }

  @usableFromInline @inline(never)
  mutating func growBytes(by count: Int) {
    byteCapacity = 2 * byteCapacity + count
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: byteCapacity)
    unsafe larger.update(from: bytes, count: byteCount)
    unsafe bytes.deallocate()
    unsafe bytes = unsafe larger
  }
}
