import Millrace

// Reading cells as values.

extension RowReader where Cells: ~Copyable {
  /// Returns the column of the next cell.
  @inlinable
  mutating func column(_ expected: FormatError.Expectation) throws -> Int {
    guard position == .cell else { try failMismatch(expected) }
    return target
  }

  @inlinable
  public mutating func takeNull() -> Bool {
    switch position {
    case .cell: cells.isNull(at: target)
    case .nothing: true
    case .table, .row, .object: false
    }
  }

  @inlinable
  public mutating func readBool() throws -> Bool { try cells.readBool(at: try column(.boolean)) }
  @inlinable
  public mutating func readInt() throws -> Int { try cells.readInteger(Int.self, at: try column(.integer)) }
  @inlinable
  public mutating func readInt64() throws -> Int64 { try cells.readInteger(Int64.self, at: try column(.integer)) }
  @inlinable
  public mutating func readUInt64() throws -> UInt64 { try cells.readInteger(UInt64.self, at: try column(.integer)) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func readInt128() throws -> Int128 { try cells.readInteger(Int128.self, at: try column(.integer)) }
  @available(WideIntegers, *)
  @inlinable
  public mutating func readUInt128() throws -> UInt128 { try cells.readInteger(UInt128.self, at: try column(.integer)) }
  @inlinable
  public mutating func readDouble() throws -> Double { try cells.readDouble(at: try column(.number)) }
  @inlinable
  public mutating func readFloat() throws -> Float { try cells.readFloat(at: try column(.number)) }
  @inlinable
  public mutating func readNumberText() throws -> String { try cells.readNumberText(at: try column(.number)) }
  @inlinable
  public mutating func readString() throws -> String { try cells.readString(at: try column(.string)) }
  @inlinable
  public mutating func readInstant() throws -> Instant { try cells.readInstant(at: try column(.string)) }
  @inlinable
  public mutating func readBytes() throws -> [UInt8] { try cells.readBytes(at: try column(.string)) }

  /// Reads a value. An array or an object is read from the JSON text in a cell.
  @inlinable
  public mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value {
    if position == .cell, Value.kinds.isDisjoint(with: .scalar) || Value.kinds == .all && holdsJSON {
      return try readJSON(type)
    }
    return try Value.read(from: &self)
  }

  @inlinable public var __isText: Bool { position == .cell }

  @inlinable
  var holdsJSON: Bool {
    mutating get {
      switch cells.kind(at: target) {
      case .array, .object: true
      case .null, .boolean, .number, .string: false
      }
    }
  }

  @inlinable @inline(never)
  mutating func readJSON<Value: Readable>(_ type: Value.Type) throws -> Value {
    let result: Result<Value, FormatError> = try cells.withText(at: target) { text in
      do throws(FormatError) { return .success(try JSON.decode(type, from: text)) } catch { return .failure(error) }
    }
    switch result {
    case .success(let value): return value
    case .failure(let error): throw RowReader.located(error, in: cells.place(at: target))
    }
  }

  /// Returns an error in the text of a cell as an error in the table.
  @usableFromInline
  static func located(_ error: FormatError, in cell: FormatError.Place) -> FormatError {
    var place = cell
    if let path = error.place.path { place.path = (cell.path ?? "") + path }
    return FormatError(error.problem, at: place)
  }

  // MARK: Any value

  @inlinable
  public mutating func skipValue() throws {
    guard position == .table else { return }
    while try nextRow() {}
  }

  /// A cell that contains JSON text is reported as a string, because it is forwarded and read as a whole.
  @inlinable
  public mutating func nextKind() throws -> ValueKind {
    switch position {
    case .table: return .array
    case .row: return cells.isPositional ? .array : .object
    case .object: return .object
    case .nothing: return .null
    case .cell:
      if cells.isNull(at: target) { return .null }
      let kind = cells.kind(at: target)
      return kind == .array || kind == .object ? .string : kind
    }
  }

  @inlinable
  public mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    if takeNull() {
      writer.writeNull()
    } else {
      try cells.forward(at: try column(.value), to: &writer)
    }
  }

  // MARK: Rewinding

  /// A position in a row.
  @frozen
  public struct Mark {
    @usableFromInline let level: RowLevel
    @usableFromInline let outerCount: Int
    @usableFromInline let position: Position
    @usableFromInline let target: Int
    @usableFromInline let visit: Int

    @inlinable
    init(level: RowLevel, outerCount: Int, position: Position, target: Int, visit: Int) {
      self.level = level
      self.outerCount = outerCount
      self.position = position
      self.target = target
      self.visit = visit
    }
  }

  @inlinable
  public func mark() -> Mark {
    Mark(level: level, outerCount: outerLevels.count, position: position, target: target, visit: visit)
  }

  @inlinable
  public mutating func rewind(to mark: Mark) {
    outerLevels.removeLast(outerLevels.count - mark.outerCount)
    level = mark.level
    position = mark.position
    target = mark.target
    guard level.kind == .fields, let visits = unsafe level.visits, let layout else { return }
    // Members that were taken after the mark can be taken again.
    for member in 0..<layout.objects[level.object].nameCount where unsafe visits[member] > mark.visit {
      unsafe visits[member] = 0
    }
  }

  // MARK: Errors

  public mutating func fail(_ problem: FormatError.Problem) throws -> Never { throw FormatError(problem, at: place) }

  public mutating func failMissingField(_ name: String) throws -> Never {
    if position == .row, cells.absentCellsAreNull,
      let column = layout?.columnNames.firstIndex(where: { JSON.ExactKey.areEqual($0, name) })
    {
      throw FormatError(.mismatch(expected: .value, found: .null), at: cells.place(at: column))
    }
    try fail(.missingField(name))
  }

  /// The location of the value that was read last.
  @usableFromInline var place: FormatError.Place {
    switch position {
    case .cell: return cells.place(at: target)
    case .table, .nothing, .row: return cells.place(at: nil)
    case .object:
      var place = cells.place(at: nil)
      for open in outerLevels + [level] where open.kind != .closed {
        guard let members = layout?.objects[open.object], open.position < members.nameCount else { continue }
        let name = unsafe String(decoding: members.name(of: open.position), as: UTF8.self)
        place.path = (place.path ?? "") + "/" + JSON.pointerToken(name)
      }
      return place
    }
  }

  @usableFromInline @inline(never)
  mutating func failMismatch(_ expected: FormatError.Expectation) throws -> Never {
    let found: ValueKind =
      switch position {
      case .table: .array
      case .row: cells.isPositional ? .array : .object
      case .object: .object
      case .cell: cells.isNull(at: target) ? .null : cells.kind(at: target)
      case .nothing: .null
      }
    try fail(.mismatch(expected: expected, found: found))
  }
}

extension ValueKinds {
  /// All kinds except arrays and objects.
  @inlinable static var scalar: ValueKinds { [.null, .boolean, .number, .string] }
}

// MARK: - A row at a time

extension RowReader: ElementSource where Cells: ~Copyable {
  @inlinable
  public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    guard try nextRow() else { return nil }
    return try Value.read(from: &self)
  }

  @inlinable
  public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    guard try nextRow(), let layout else { return false }
    restart(&writer)
    if cells.isPositional {
      writer.beginArray()
      for column in 0..<layout.columnCount {
        if cells.isNull(at: column) { writer.writeNull() } else { try cells.forward(at: column, to: &writer) }
      }
      writer.endArray()
    } else {
      try forward(layout.objects[0], of: layout, to: &writer)
    }
    return true
  }

  /// Writes an object of the row. Members whose cell has no value are missing.
  @inlinable
  mutating func forward<Writer: FormatWriter & ~Copyable>(
    _ object: RowMembers, of layout: RowLayout, to writer: inout Writer
  ) throws {
    writer.beginMap()
    for member in 0..<object.count {
      let target = unsafe object.targets[member]
      if target >= 0 {
        if cells.isNull(at: target) { continue }
        unsafe writer.writeKey(utf8: object.name(of: member).span)
        try cells.forward(at: target, to: &writer)
      } else if !isNull(object: ~target) {
        unsafe writer.writeKey(utf8: object.name(of: member).span)
        try forward(layout.objects[~target], of: layout, to: &writer)
      }
    }
    writer.endObject()
  }
}
