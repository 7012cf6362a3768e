import Millrace

// Reading a table as an array of objects.
//
// A row is read as an object with known fields, as an object with arbitrary keys, or as an array. A member whose cell
// has no value is missing. Every member that is taken gets the number of the visit, which is stored in
// `RowMembers.visits`. A member has been taken since an object was entered if its number is larger than the number at
// that time. So nothing is cleared for the next row.
//
// Members whose cell has no value are counted as remaining until they are requested, so it may turn out only in `findField`
// that no member remains. `findField` then returns `duplicate`, for which every caller skips the value, and `skipValue`
// has no effect.

/// Reads values from the rows of a table, which a ``CellReader`` provides. `CSV.Reader` is an example.
///
/// ```swift
/// var reader = try CSV.makeReader(of: ArraySource(table))
/// print(try [StopTime].read(from: &reader).count)  // 2
/// ```
@frozen
public struct RowReader<Cells: CellReader & ~Copyable>: FormatReader, ~Copyable {
  /// The reader of the cells.
  public var cells: Cells
  @usableFromInline var layout: RowLayout?
  @usableFromInline var position = Position.table
  /// The column or the object that is next, if a column or an object is next.
  @usableFromInline var target = 0
  @usableFromInline var level = RowLevel()
  /// The objects around the innermost open one.
  @usableFromInline var outerLevels: [RowLevel] = []
  /// The number of members that have been taken.
  @usableFromInline var visit = 0

  /// The kind of the value that is read next, or was read last.
  @usableFromInline
  enum Position: UInt8 {
    case table, row, object, cell, nothing
  }

  /// Creates a reader.
  ///
  /// - Parameter cells: The reader of the cells.
  @inlinable
  public init(_ cells: consuming Cells) { self.cells = cells }
}

/// An open object, or an open array of cells.
///
/// SAFETY: the memory belongs to the `RowMembers` of this level, which the reader retains.
@usableFromInline
@safe
struct RowLevel {
  @usableFromInline
  enum Kind: UInt8 {
    case closed, fields, names, positions
  }
  @usableFromInline var kind = Kind.closed
  /// Its index in ``RowLayout/objects``.
  @usableFromInline var object = 0
  @usableFromInline var plan: RowMembers.Plan?
  @usableFromInline var targets: UnsafeMutablePointer<Int>?
  @usableFromInline var visits: UnsafeMutablePointer<Int>?
  @usableFromInline var count = 0
  /// The number of visits when the object was entered.
  @usableFromInline var start = 0
  /// For known fields: the number of members that have not been taken.
  @usableFromInline var remaining = 0
  /// The member that is next, or was found last.
  @usableFromInline var position = 0

  @inlinable init() {}
}

// MARK: - Rows

extension RowReader where Cells: ~Copyable {
  @usableFromInline @inline(never)
  mutating func prepare() throws {
    let layout = RowLayout(try cells.columnNames, separator: cells.nameSeparator)
    if !cells.isPositional, let name = layout.duplicateName {
      throw FormatError(.duplicateKey(name), at: cells.place(at: nil))
    }
    self.layout = layout
  }

  /// Advances to the next row.
  @inlinable
  mutating func nextRow() throws -> Bool {
    if layout == nil { try prepare() }
    level.kind = .closed
    if !outerLevels.isEmpty { outerLevels.removeAll() }
    guard try cells.nextRow() else {
      position = .nothing
      return false
    }
    position = .row
    return true
  }

  @inlinable
  public mutating func beginArray() throws -> Bool {
    switch position {
    case .table: return try nextRow()
    case .row:
      open(0, .positions)
      return nextPosition()
    default: try failMismatch(.array)
    }
  }

  @inlinable
  public mutating func nextElement() throws -> Bool {
    if level.kind == .positions {
      level.position += 1
      return nextPosition()
    }
    return try nextRow()
  }

  @inlinable
  mutating func nextPosition() -> Bool {
    guard level.position < level.count else {
      level.kind = .closed
      position = .row
      return false
    }
    position = .cell
    target = level.position
    return true
  }

  @inlinable
  mutating func open(_ object: Int, _ kind: RowLevel.Kind) {
    guard let layout else { return }
    if level.kind != .closed { outerLevels.append(level) }
    let members = layout.objects[object]
    level.kind = kind
    level.object = object
    unsafe level.targets = unsafe members.targets
    unsafe level.visits = unsafe members.visits
    level.count = kind == .positions ? layout.columnCount : members.count
    level.position = 0
    level.start = visit
    level.plan = nil
  }

  /// Opens the row, or the object that is next.
  @inlinable
  mutating func openObject(_ kind: RowLevel.Kind) throws {
    switch position {
    case .row: open(0, kind)
    case .object: open(target, kind)
    default: try failMismatch(.object)
    }
  }

  @inlinable @inline(__always)
  mutating func close() {
    if _slowPath(!outerLevels.isEmpty) { return closeInner() }
    level.kind = .closed
    position = .row
  }

  /// Returns to the object around the one that ends.
  @usableFromInline @inline(never)
  mutating func closeInner() {
    guard let outer = outerLevels.popLast() else { return }
    level = outer
    position = .object
  }
}

extension RowLayout {
  @usableFromInline var columnCount: Int { columnNames.count }
}

// MARK: - Objects of known fields

extension RowReader where Cells: ~Copyable {
  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) throws -> Bool {
    // Successive rows usually have the same type.
    if position == .row, level.object == 0, let plan = level.plan, plan.isFor(fields) {
      level.kind = .fields
      level.position = 0
      level.start = visit
      level.remaining = plan.memberCount
      return level.remaining > 0 || leaveEmpty()
    }
    return try beginOther(fields)
  }

  @usableFromInline @inline(never)
  mutating func beginOther(_ fields: FieldTable) throws -> Bool {
    try openObject(.fields)
    if let plan = layout?.objects[level.object].plan(for: fields) {
      level.plan = plan
      level.remaining = plan.memberCount
      if let (member, field) = plan.spaced {
        level.position = member
        let target = unsafe level.targets.map { unsafe $0[member] } ?? -1
        throw FormatError(.unknownField(expected: [field]), at: target >= 0 ? cells.place(at: target) : place)
      }
    }
    return level.remaining > 0 || leaveEmpty()
  }

  @inlinable
  mutating func leaveEmpty() -> Bool {
    close()
    return false
  }

  @inlinable @inline(__always)
  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard let plan = level.plan, level.kind == .fields else { return false }
    let member = unsafe plan.memberOfField[index]
    return member >= 0 && take(member)
  }

  /// Takes a member, unless its cell has no value or the member has been taken before.
  @inlinable @inline(__always)
  mutating func take(_ member: Int) -> Bool {
    guard let visits = unsafe level.visits, let targets = unsafe level.targets, unsafe visits[member] <= level.start
    else { return false }
    visit &+= 1
    unsafe visits[member] = visit
    level.remaining &-= 1
    guard unsafe select(targets[member]) else { return false }
    level.position = member
    return true
  }

  /// Makes a cell or an object the next value, unless it has no value.
  @inlinable @inline(__always)
  mutating func select(_ target: Int) -> Bool {
    if target >= 0 {
      if cells.isNull(at: target) { return false }
      position = .cell
      self.target = target
    } else {
      if isNull(object: ~target) { return false }
      position = .object
      self.target = ~target
    }
    return true
  }

  @usableFromInline @inline(never)
  func isNull(object: Int) -> Bool {
    guard let members = layout?.objects[object] else { return true }
    return (0..<members.count).allSatisfy { member in
      let target = unsafe members.targets[member]
      return target >= 0 ? cells.isNull(at: target) : isNull(object: ~target)
    }
  }

  @inlinable
  public mutating func findField(_ search: inout FieldSearch) throws -> Int { findMember() }

  /// Finds the next member that has not been taken.
  @usableFromInline @inline(never)
  mutating func findMember() -> Int {
    guard let plan = level.plan, level.kind == .fields, let layout, let visits = unsafe level.visits else {
      return FieldSearch.duplicate
    }
    // The members are followed by columns with complete names.
    for member in 0..<layout.objects[level.object].nameCount where level.remaining > 0 {
      let field = unsafe plan.fieldOfMember[member]
      guard field >= 0 || plan.rejectsUnknown && member < level.count, unsafe visits[member] <= level.start else {
        continue
      }
      if take(member) { return field }
    }
    level.remaining = 0
    position = .nothing
    return FieldSearch.duplicate
  }

  @inlinable @inline(__always)
  public mutating func nextMember() throws -> Bool {
    if _fastPath(level.kind == .fields) {
      if level.remaining > 0 { return true }
      close()
      return false
    }
    return nextKey()
  }

  @inlinable
  mutating func nextKey() -> Bool {
    level.position += 1
    return nextName()
  }
}

// MARK: - Objects of unknown keys

extension RowReader where Cells: ~Copyable {
  @inlinable
  public mutating func beginMap() throws -> Bool {
    try openObject(.names)
    return nextName()
  }

  /// Advances to a member that has a value.
  @inlinable
  mutating func nextName() -> Bool {
    if let targets = unsafe level.targets {
      while level.position < level.count {
        if unsafe select(targets[level.position]) { return true }
        level.position += 1
      }
    }
    close()
    return false
  }

  public mutating func readKey() throws -> String { unsafe String(decoding: name, as: UTF8.self) }

  @inlinable
  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    unsafe writer.writeKey(utf8: name.span)
  }

  /// The name of the next member. It lives as long as the layout.
  @usableFromInline var name: UnsafeBufferPointer<UInt8> {
    guard let layout, level.kind != .positions else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe layout.objects[level.object].name(of: level.position)
  }
}
