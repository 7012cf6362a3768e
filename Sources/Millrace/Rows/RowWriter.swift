// An array of objects as a table.
//
// An object in the array is a row, and its members are cells. What is nested in a row is either spread over columns of
// its own or written as JSON: then all that comes, up to the end of it, goes to a writer of JSON, and its text to the
// cell. A row that is an array has its cells by position, and a row that is a scalar is a single cell.

/// Writes values as rows of a table.
@frozen
public struct RowWriter<Cells: CellWriter & ~Copyable>: FormatWriter, ~Copyable {
  /// The format's part.
  public var cells: Cells
  @usableFromInline let nested: NestedObjects
  @usableFromInline var columns = RowColumns()
  /// Of each column the row that it was written in last, so that a repeated key is found.
  @usableFromInline var rowsOfColumns: [Int] = []
  /// Whether there are columns that came with no row. Then there is none for what is never more than absent.
  @usableFromInline let hasGivenColumns: Bool
  /// How many rows were begun.
  @usableFromInline var row = 0
  @usableFromInline var standing = Standing.outside
  @usableFromInline var isInTable = false
  /// The object in ``RowColumns/objects`` whose members come, and those around it.
  @usableFromInline var object = 0
  @usableFromInline var outerObjects: [Int] = []
  /// The member whose value comes next.
  @usableFromInline var member = 0
  /// What is nested and written as JSON.
  @usableFromInline var json = JSON.Writer(capacity: 64)
  @usableFromInline var jsonDepth = 0
  /// Whether it is in a row that is an array.
  @usableFromInline var outerStandingIsArray = false

  @usableFromInline
  enum Standing: UInt8 {
    /// Where a row comes next, or a table.
    case outside
    /// In a row that is an object.
    case object
    /// In a row that is an array.
    case array
    /// In an array or object that is written as JSON.
    case json
  }

  /// - Parameters:
  ///   - cells: what takes the cells.
  ///   - nested: what becomes of objects in rows.
  ///   - columns: the first columns, in this order.
  public init(_ cells: consuming Cells, nested: NestedObjects, columns: [String] = []) {
    self.cells = cells
    self.nested = nested
    hasGivenColumns = !columns.isEmpty
    for name in columns { _ = addColumn(name) }
  }
}

// MARK: - Columns

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

  private mutating func addColumn(_ name: String) -> Int {
    guard cells.addColumn(named: name) else {
      // What could not be written is not to be left out in silence in the rows behind.
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
    if _fastPath(standing == .object) { return column() }
    return otherColumnOfScalar()
  }

  @usableFromInline @inline(never)
  mutating func otherColumnOfScalar() -> Int? {
    switch standing {
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

  /// Of a row that is an array: goes on to its next column. Columns have their names, or get some.
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
    if _slowPath(standing == .outside) { endRow() }
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
    standing = .outside
    if _fastPath(cells.failure == nil) { cells.endRow() } else { cells.discardRow() }
  }

  @inlinable
  public mutating func beginObject(_ fields: FieldTable) {
    if _slowPath(standing == .json) {
      jsonDepth += 1
      return json.beginObject(fields)
    }
    beginDictionary()
    if _slowPath(standing == .json) { return }
    if columns.objects[object].binding.identity != fields.identity { columns.objects[object].bind(fields) }
  }

  @inlinable
  public mutating func beginDictionary() {
    switch standing {
    case .outside:
      beginRow()
      standing = .object
    case .object:
      guard case .columns(let separator) = nested else { return beginJSON() }
      outerObjects.append(object)
      object = columns.object(of: member, in: object, separator: separator)
      columns.objects[object].next = 0
    case .array:
      selectPosition()
      beginJSON()
    case .json:
      jsonDepth += 1
      json.beginDictionary()
    }
  }

  @inlinable
  mutating func beginJSON() {
    outerStandingIsArray = standing == .array
    standing = .json
    jsonDepth = 1
    json.beginDictionary()
  }

  @inlinable
  public mutating func endObject() {
    switch standing {
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

  /// Writes what was nested to its cell.
  @usableFromInline @inline(never)
  mutating func writeJSON() {
    standing = outerStandingIsArray ? .array : .object
    if let failure = json.failure as? FormatError { fail(failure.problem) }
    if let column = column() {
      json.removeSeparator()
      let start = json.output.start.assumingMemoryBound(to: UInt8.self)
      // SAFETY: the cells cannot reach the writer of JSON, whose memory this is.
      cells.write(json: UnsafeBufferPointer(start: start, count: json.output.count).span, at: column)
    }
    json.removeAll()
  }

  @inlinable
  public mutating func beginArray() {
    switch standing {
    case .outside:
      if isInTable {
        beginRow()
        standing = .array
      } else {
        isInTable = true
        cells.beginTable()
      }
    case .object, .array:
      if standing == .array { selectPosition() }
      outerStandingIsArray = standing == .array
      standing = .json
      jsonDepth = 1
      json.beginArray()
    case .json:
      jsonDepth += 1
      json.beginArray()
    }
  }

  @inlinable
  public mutating func endArray() {
    switch standing {
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
    beginArray()
    for index in elements.indices {
      if hasFailed { break }
      write(value: elements[index])
    }
    endArray()
  }
}

// MARK: - Members

extension RowWriter where Cells: ~Copyable {
  @inlinable
  public mutating func member<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    if _slowPath(standing == .json) { return json.member(key, at: index, value) }
    member = columns.objects[object].binding.memberOfField[index]
    value.write(to: &self)
  }

  @inlinable
  public mutating func memberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    if _slowPath(standing == .json) { return json.memberIfPresent(key, at: index, value) }
    member = columns.objects[object].binding.memberOfField[index]
    switch value {
    case .some(let value): value.write(to: &self)
    case .none: leaveAbsent()
    }
  }

  /// Makes sure that a member has a column although there is no value for it, unless it is known to be an object.
  @inlinable
  mutating func leaveAbsent() {
    let known = columns.objects[object].members[member]
    if known.column == RowColumns.Member.none, known.object == RowColumns.Member.none, !hasGivenColumns {
      _ = otherColumn()
    }
  }

  @inlinable
  public mutating func writeKey(utf8: Span<UInt8>) {
    if _slowPath(standing == .json) { return json.writeKey(utf8: utf8) }
    member = columns.objects[object].member(named: utf8)
  }

  @inlinable
  public mutating func writeKey(_ key: String) {
    var key = key
    key.withUTF8 { writeKey(utf8: $0.span) }
  }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) {
    fields.withName(at: index) { writeKey(utf8: $0) }
  }
}

// MARK: - Scalars

extension RowWriter where Cells: ~Copyable {
  @inlinable
  public mutating func writeNull() {
    if _slowPath(standing == .json) { return json.writeNull() }
    if standing == .object { return leaveAbsent() }
    _ = otherColumnOfScalar()
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: Bool) {
    if _slowPath(standing == .json) { return json.write(value) }
    if let column = columnOfScalar() { cells.write(value, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: Int) { write(Int64(value)) }

  @inlinable
  public mutating func write(_ value: Int64) {
    if _slowPath(standing == .json) { return json.write(value) }
    if let column = columnOfScalar() { cells.write(value, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: UInt64) { writeWide(value) }
  @inlinable
  public mutating func write(_ value: Int128) { writeWide(value) }
  @inlinable
  public mutating func write(_ value: UInt128) { writeWide(value) }

  @inlinable
  mutating func writeWide<Integer: FixedWidthInteger>(_ value: Integer) {
    if let value = Int64(exactly: value) {
      write(value)
    } else {
      var text = String(value)
      text.withUTF8 { writeNumber(text: $0.span) }
    }
  }

  @inlinable
  public mutating func write(_ value: Double) {
    if _slowPath(standing == .json) { return json.write(value) }
    if let column = columnOfScalar() { cells.write(value, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: Float) {
    if _slowPath(standing == .json) { return json.write(value) }
    if let column = columnOfScalar() { cells.write(value, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func write(_ value: String) {
    if _slowPath(standing == .json) { return json.write(value) }
    var value = value
    value.withUTF8 { writeString(utf8: $0.span) }
  }

  @inlinable
  public mutating func write(_ value: Instant) {
    if _slowPath(standing == .json) { return json.write(value) }
    if let column = columnOfScalar() { cells.write(value, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func write(bytes: [UInt8]) {
    if _slowPath(standing == .json) { return json.write(bytes: bytes) }
    if let column = columnOfScalar() { cells.write(bytes: bytes, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func writeNumber(text: Span<UInt8>) {
    if _slowPath(standing == .json) { return json.writeNumber(text: text) }
    if let column = columnOfScalar() { cells.writeNumber(text: text, at: column) }
    endScalar()
  }

  @inlinable
  public mutating func writeString(utf8: Span<UInt8>) {
    if _slowPath(standing == .json) { return json.writeString(utf8: utf8) }
    if let column = columnOfScalar() { cells.writeString(utf8: utf8, at: column) }
    endScalar()
  }
}

// MARK: - Failures

extension RowWriter where Cells: ~Copyable {
  @inlinable public var hasFailed: Bool { cells.failure != nil }

  public mutating func fail(_ problem: FormatError.Problem) {
    guard cells.failure == nil else { return }
    let column = standing == .outside ? nil : columns.objects[object].members[member].column
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
    defer { isInTable = wasInTable }
    do {
      guard try source.forwardNext(to: &self, restart: { $0.takeBack() }) else { return false }
    } catch {
      takeBack()
      cells.failure = nil
      throw error
    }
    try throwFailure()
    return true
  }

  /// Takes back a row that is not complete.
  @usableFromInline @inline(never)
  mutating func takeBack() {
    guard standing != .outside else { return }
    json.removeAll()
    outerObjects.removeAll()
    standing = .outside
    cells.discardRow()
  }

  /// Throws what has gone wrong, after which the writer can go on with the next row.
  @inlinable
  mutating func throwFailure() throws {
    if let failure = cells.failure {
      takeBack()
      cells.failure = nil
      throw failure
    }
  }

  public mutating func end() throws {
    try cells.finish()
    try throwFailure()
  }
}
