import Millrace

// Writing members and arrays.

extension Columns.Writer {
  @inlinable @inline(__always)
  public mutating func writeMember<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    beginMember(key, at: index)
    write(value: value)
  }

  /// Continues with the value of a field.
  @inlinable @inline(__always)
  mutating func beginMember(_ key: StaticString, at index: Int) {
    if let fields = unsafe fields, let column = unsafe fields[index] {
      unsafe target = unsafe column
      entry = row
    } else {
      select(key, at: index)
    }
  }

  @inlinable @inline(__always)
  public mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    switch value {
    case .some(let value): writeMember(key, at: index, value)
    case .none:
      // No value is written, but the column is created.
      if let fields = unsafe fields, unsafe fields[index] == nil { select(key, at: index) }
    }
  }

  @inlinable
  public mutating func writeKey(_ key: String) {
    var key = key
    key.withUTF8 { unsafe select($0) }
  }

  @inlinable @inline(__always)
  public mutating func writeKey(utf8: Span<UInt8>) {
    unsafe utf8.withUnsafeBufferPointer { name in
      if let container = unsafe container, unsafe container.pointee.members.isName(name, at: expected) {
        unsafe target = unsafe container.pointee.members.columns[expected].address
        entry = row
        expected &+= 1
      } else {
        unsafe select(name)
      }
    }
  }

  /// Selects the column of a field that is not bound yet.
  @usableFromInline @inline(never)
  mutating func select(_ key: StaticString, at index: Int) {
    writeKey(JSON.fieldName(ofKey: key))
    // A field that exceeds a limit is not bound, so that every row reports it.
    if let fields = unsafe fields, unsafe target != elsewhere { unsafe fields[index] = unsafe target }
  }

  /// Selects the column with a name.
  @usableFromInline @inline(never)
  mutating func select(_ name: UnsafeBufferPointer<UInt8>) {
    if jsonDepth > 0 { return unsafe json.writeKey(utf8: name.span) }
    guard let container = unsafe container else { return }
    entry = row
    if let index = unsafe container.pointee.members.index(of: name) {
      unsafe target = unsafe container.pointee.members.columns[index].address
      expected = index + 1
    } else {
      unsafe target = unsafe addMember(name, to: container)
      expected = unsafe container.pointee.members.count
    }
  }

  mutating func addMember(_ name: UnsafeBufferPointer<UInt8>, to structures: Address) -> Address {
    guard columnCount < limits.columns else {
      fail(.custom(Columns.Limits.Reached.columns(limit: limits.columns)))
      return unsafe elsewhere
    }
    columnCount += 1
    let column = unsafe ColumnBuilder.make(name: [UInt8](name))
    unsafe structures.pointee.members.append(column)
    return unsafe column
  }

  /// Returns the column for rows that are not objects.
  mutating func columnOfOtherRows() -> Address {
    let name: StaticString = "value"
    return name.withUTF8Buffer { name in
      unsafe rows.pointee.members.index(of: name).map { unsafe rows.pointee.members.columns[$0].address }
        ?? addMember(name, to: rows)
    }
  }
}

// MARK: - Arrays

extension Columns.Writer {
  @inlinable @inline(__always)
  public mutating func beginArray() {
    let column = unsafe target
    guard
      unsafe _fastPath(
        column.pointee.kind == .list && column.pointee.count == entry && entry &+ 1 < column.pointee.offsets.capacity
          && depth < room)
    else { return beginOutOfLine(.list) }
    enterList()
  }

  /// Enters the list at the target, which does not have this entry yet, but has room for it.
  @inlinable @inline(__always)
  mutating func enterList() {
    let start = unsafe target.pointee.offsets[entry]
    unsafe target.pointee.offsets[entry &+ 1] = start
    unsafe target.pointee.count = entry &+ 1
    guard let elements = unsafe target.pointee.elements else { return }
    enter()
    unsafe target = unsafe elements
    entry = start
  }

  @inlinable @inline(__always)
  public mutating func endArray() {
    guard let container = unsafe container else { return endArrayOutOfLine() }
    unsafe container.pointee.offsets[row &+ 1] = entry
    leave()
  }

  @usableFromInline @inline(never)
  mutating func endArrayOutOfLine() {
    if jsonDepth > 0 { endJSON(.list) } else { isInTable = false }
  }
}

// MARK: - Slow paths

extension Columns.Writer {
  /// Begins an object or an array in a column of another kind, or in a column without room for it.
  @usableFromInline @inline(never)
  mutating func beginOutOfLine(_ kind: ColumnBuilder.Kind) {
    if jsonDepth > 0 { return continueJSON(kind) }
    if unsafe target == rows, kind == .list, !isInTable, !isAppending {
      isInTable = true
      return
    }
    makeRoom()
    guard depth < room else {
      fail(.nestedTooDeep(limit: limits.depth))
      return unsafe beginJSON(kind, for: elsewhere)
    }
    if unsafe target == rows, kind == .list { beginOtherRow() }
    guard unsafe isFree(target) else { return unsafe beginJSON(kind, for: elsewhere) }
    let index = entry
    unsafe changing(target) { column throws(FormatError) in
      if column.kind == .unknown { column.kind = kind }
      guard column.kind == kind else { return try column.widenToStrings() }
      column.fill(to: index)
      if kind == .list { column.reserveOffsets(index + 1) }
      return nil
    }
    guard unsafe target.pointee.kind == kind else { return unsafe beginJSON(kind, for: target) }
    if kind == .structure { return enterStructure() }
    if unsafe target.pointee.elements == nil {
      guard columnCount < limits.columns else {
        fail(.custom(Columns.Limits.Reached.columns(limit: limits.columns)))
        return unsafe beginJSON(kind, for: elsewhere)
      }
      columnCount += 1
      unsafe target.pointee.elements = unsafe ColumnBuilder.make()
    }
    enterList()
  }

  /// Reserves one more level, unless the maximum depth is reached.
  private mutating func makeRoom() {
    guard depth == room, depth < limits.depth else { return }
    outer.reserve(depth + 1)
    room = min(outer.capacity, limits.depth)
  }

  /// Begins a row that is not an object: selects the column for such rows.
  mutating func beginOtherRow() {
    hasOtherRows = true
    unsafe rows.pointee.count = entry + 1
    unsafe target = unsafe columnOfOtherRows()
  }

  /// Whether a column has no entry yet at the position of the next value. If it has one, this is a failure.
  mutating func isFree(_ column: Address) -> Bool {
    guard unsafe column != elsewhere else { return false }
    if unsafe column.pointee.count <= entry { return true }
    unsafe fail(.duplicateKey(String(decoding: column.pointee.name, as: UTF8.self)))
    return false
  }

  /// Calls a function that changes a column and may allocate memory or fail.
  ///
  /// - Parameter change: A function that returns the previous column if the kind of the column has changed.
  mutating func changing(
    _ column: Address, _ change: (inout ColumnBuilder) throws(FormatError) -> ColumnBuilder?
  ) {
    let held = unsafe column.pointee.byteCount
    do {
      if let original = try unsafe change(&column.pointee), isAppending {
        unsafe replacedColumns.append(ReplacedColumn(original, of: column))
      }
    } catch {
      fail(error.problem)
    }
    unsafe byteCount += column.pointee.byteCount - held
    if byteCount > limits.bytes { fail(.custom(Columns.Limits.Reached.bytes(limit: limits.bytes))) }
  }
}
