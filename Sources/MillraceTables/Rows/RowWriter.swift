import Millrace

// Writing an array of objects as a table.
//
// An object in the array is a row, and its members are cells. Nested values in a row either have separate columns or
// are written as JSON: then everything up to the end of the value is passed to a JSON writer, and its text is written
// to the cell. The cells of a row that is an array are written by position, and a row that is a scalar has a single
// cell.

/// Writes values as rows of a table, to a ``CellWriter``. `CSV.Writer` is an example.
///
/// ```swift
/// var writer = try CSV.makeWriter()
/// for stop in stops { try writer.append(stop) }
/// try writer.end()
/// print(CSV.take(from: writer).count > 0)  // true
/// ```
@frozen
public struct RowWriter<Cells: CellWriter & ~Copyable>: FormatWriter, ~Copyable {
  /// The writer of the cells.
  public var cells: Cells
  @usableFromInline let nested: NestedObjects
  @usableFromInline var columns = RowColumns()
  /// For each column the last row in which it was written, to detect duplicate keys.
  @usableFromInline var rowsOfColumns = GrowingArray<Int>()
  /// Whether the caller specified columns. Columns that never receive a value are not created.
  @usableFromInline let hasGivenColumns: Bool
  /// The number of rows that were begun.
  @usableFromInline var row = 0
  @usableFromInline var position = Position.outside
  @usableFromInline var isInTable = false
  /// Whether a complete row can still be discarded, because its source may reject it later.
  @usableFromInline var holdsRows = false
  /// Whether there is such a row.
  @usableFromInline var isHeld = false
  /// The index in ``RowColumns/objects`` of the object whose members are written, and of those around it.
  @usableFromInline var object = 0
  @usableFromInline var outerObjects: [Int] = []
  /// The member whose value is next.
  @usableFromInline var member = 0
  /// The writer of nested values that are written as JSON.
  @usableFromInline var json = JSON.Writer(capacity: 64)
  @usableFromInline var jsonDepth = 0
  /// Whether the nested value is in a row that is an array.
  @usableFromInline var outerPositionIsArray = false

  @usableFromInline
  enum Position: UInt8 {
    /// Before a row or a table.
    case outside
    /// In a row that is an object.
    case object
    /// In a row that is an array.
    case array
    /// In an array or object that is written as JSON.
    case json
  }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - cells: The writer of the cells.
  ///   - nested: How nested objects are written.
  ///   - columns: The first columns, in this order. Default: none.
  public init(_ cells: consuming Cells, nested: NestedObjects, columns: [String] = []) {
    self.cells = cells
    self.nested = nested
    hasGivenColumns = !columns.isEmpty
    for name in columns { _ = addColumn(name) }
  }
}

// MARK: - Rows

extension RowWriter where Cells: ~Copyable {
  @inlinable
  mutating func beginRow() {
    row &+= 1
    object = 0
    columns.objects[0].next = 0
    cells.beginRow()
  }

  @inlinable
  mutating func endRow() {
    position = .outside
    if _slowPath(holdsRows) {
      isHeld = true
    } else if _fastPath(cells.failure == nil) {
      cells.endRow()
    } else {
      cells.discardRow()
    }
  }

  @inlinable
  public mutating func beginObject(_ fields: FieldTable) {
    if _slowPath(position == .json) {
      jsonDepth += 1
      return json.beginObject(fields)
    }
    beginMap()
    if _slowPath(position == .json) { return }
    if columns.objects[object].binding.identity != fields.identity { columns.objects[object].bind(fields) }
  }

  @inlinable
  public mutating func beginMap() {
    switch position {
    case .outside:
      beginRow()
      position = .object
    case .object:
      guard case .columns(let separator) = nested else {
        enterJSON()
        return json.beginMap()
      }
      outerObjects.append(object)
      object = columns.object(of: member, in: object, separator: separator)
      columns.objects[object].next = 0
    case .array:
      selectPosition()
      enterJSON()
      json.beginMap()
    case .json:
      jsonDepth += 1
      json.beginMap()
    }
  }

  /// Continues with a nested value that is written as JSON.
  @inlinable
  mutating func enterJSON() {
    outerPositionIsArray = position == .array
    position = .json
    jsonDepth = 1
  }

  @inlinable
  public mutating func endObject() {
    switch position {
    case .json:
      json.endObject()
      endJSON()
    case .object, .outside, .array:
      if let outer = outerObjects.popLast() { object = outer } else { endRow() }
    }
  }

  @inlinable
  mutating func endJSON() {
    jsonDepth -= 1
    if jsonDepth == 0 { writeJSON() }
  }

  /// Writes the nested value to its cell.
  @usableFromInline @inline(never)
  mutating func writeJSON() {
    position = outerPositionIsArray ? .array : .object
    if let failure = json.failure as? FormatError { fail(failure.problem) }
    if let column = column() {
      json.removeSeparator()
      let start = unsafe json.output.start.assumingMemoryBound(to: UInt8.self)
      // SAFETY: the cells cannot access the JSON writer, whose memory this is.
      unsafe cells.write(json: UnsafeBufferPointer(start: start, count: json.output.count).span, at: column)
    }
    json.removeAll()
  }

  @inlinable
  public mutating func beginArray() {
    switch position {
    case .outside:
      if isInTable {
        beginRow()
        position = .array
      } else {
        isInTable = true
        cells.beginTable()
      }
    case .object, .array:
      if position == .array { selectPosition() }
      enterJSON()
      json.beginArray()
    case .json:
      jsonDepth += 1
      json.beginArray()
    }
  }

  @inlinable
  public mutating func endArray() {
    switch position {
    case .outside:
      isInTable = false
      cells.endTable()
    case .array, .object: endRow()
    case .json:
      json.endArray()
      endJSON()
    }
  }

  @inlinable
  public mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    let table = Element.__writingTableType?.__fields
    beginArray()
    for index in elements.indices {
      if hasFailed { break }
      if let table {
        // SAFETY: the element is of the table's type, and is there while it is written.
        unsafe withUnsafePointer(to: elements[index]) { unsafe __writeObjects(table, from: $0, count: 1, stride: 0) }
      } else {
        write(value: elements[index])
      }
    }
    endArray()
  }
}

// MARK: - Failures

extension RowWriter where Cells: ~Copyable {
  @inlinable public var hasFailed: Bool { cells.failure != nil }

  public mutating func fail(_ problem: FormatError.Problem) {
    guard cells.failure == nil else { return }
    let column = position == .outside ? nil : columns.objects[object].members[member].column
    cells.failure = FormatError(problem, at: cells.place(at: column.flatMap { $0 >= 0 ? $0 : nil }))
  }
}

// MARK: - A row at a time

extension RowWriter: ElementSink where Cells: ~Copyable {
  @inlinable
  public mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
    let wasInTable = isInTable
    isInTable = true
    value.write(to: &self)
    isInTable = wasInTable
    try throwFailure()
  }

  @inlinable
  public mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
    let wasInTable = isInTable
    isInTable = true
    holdsRows = true
    defer {
      isInTable = wasInTable
      holdsRows = false
    }
    do {
      guard try source.forwardNext(to: &self, restart: { $0.discardFailedRow() }) else { return false }
    } catch {
      discardFailedRow()
      throw error
    }
    try throwFailure()
    if isHeld {
      isHeld = false
      cells.endRow()
      try throwFailure()
    }
    return true
  }

  /// Discards the current row and its failure.
  @usableFromInline
  mutating func discardFailedRow() {
    cells.failure = nil
    if isHeld || position != .outside { discardRow() }
  }

  @usableFromInline @inline(never)
  mutating func discardRow() {
    json.removeAll()
    outerObjects.removeAll()
    position = .outside
    isHeld = false
    cells.discardRow()
  }

  /// Throws the failure. The writer can then continue with the next row.
  @inlinable
  mutating func throwFailure() throws {
    if let failure = cells.failure {
      discardFailedRow()
      throw failure
    }
  }

  public mutating func end() throws {
    try cells.finish()
    try throwFailure()
  }
}
