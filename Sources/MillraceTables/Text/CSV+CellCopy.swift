import Millrace

// Columns by a type, without values of the type. A structure would be made only to be stored as columns, and a string for each of its
// texts. The table of a type says which cell goes to which column, and as what. A row that cannot be copied, because it has an error, is
// read as a value, which finds the error again.

extension CSV {
  /// How the cells of a row are copied to the columns of a type's fields.
  @usableFromInline
  struct CellCopy {
    private struct Field {
      let key: StaticString
      let kind: ScalarField.Kind
      let isOptional: Bool
      /// The column of the cell, or -1 if the table has none.
      let column: Int
    }

    /// The number of rows from which the number of all rows is estimated.
    static var typicalRowCount: Int { 4096 }

    private let names: FieldTable
    private let fields: [Field]

    /// - Parameter table: The table of the type.
    /// - Returns: nil if values of the type are more than their cells.
    /// - Throws: `FormatError` if the header cannot be read.
    init?(_ table: __Table, from reader: inout Reader) throws {
      guard let scalars = table.scalarFields, !reader.cells.isPositional else { return nil }
      if reader.layout == nil { try reader.prepare() }
      guard !reader.cells.hasJSON, let members = reader.layout?.objects[0] else { return nil }
      let plan = members.plan(for: table.fieldNames)
      guard plan.spaced == nil else { return nil }
      var fields: [Field] = []
      for (index, scalar) in scalars.enumerated() {
        let member = unsafe plan.memberOfField[index]
        let column = member < 0 ? -1 : unsafe members.targets[member]
        // An object of several columns.
        if member >= 0, column < 0 { return nil }
        fields.append(Field(key: scalar.key, kind: scalar.kind, isOptional: scalar.isOptional, column: column))
      }
      names = table.fieldNames
      self.fields = fields
    }

    /// Writes the current row. Returns `false` if it cannot be copied.
    ///
    /// - Throws: `FormatError` for a cell that cannot be read.
    func copyRow(_ cells: inout RowCursor, to writer: inout Columns.Writer) throws -> Bool {
      let row = cells.row
      writer.beginObject(names)
      for index in fields.indices {
        let field = fields[index]
        if field.column >= 0, !row.isEmpty(at: field.column),
          _fastPath(!cells.hasNullTexts) || !cells.isNull(at: field.column)
        {
          writer.beginMember(field.key, at: index)
          try copyCell(field, in: row, cells: &cells, to: &writer)
        } else {
          guard field.isOptional else { return false }
          writer.writeMemberIfPresent(field.key, at: index, nil as Int?)
        }
      }
      writer.endObject()
      return true
    }

    @inline(__always)
    private func copyCell(
      _ field: Field, in row: RowCursor.Row, cells: inout RowCursor, to writer: inout Columns.Writer
    ) throws {
      let column = field.column
      switch field.kind {
      case .string:
        let text = unsafe row.text(at: column)
        if unsafe row.hasDoubledQuotes(text, at: column) {
          try cells.withText(at: column) { writer.writeString(utf8: $0) }
        } else {
          unsafe writer.write(text)
        }
      case .int: writer.write(try cells.readInteger(Int.self, at: column))
      case .int32: writer.write(Int(try cells.readInteger(Int32.self, at: column)))
      case .int64: writer.write(try cells.readInteger(Int64.self, at: column))
      case .uint64: writer.write(try cells.readInteger(UInt64.self, at: column))
      case .double: writer.write(try cells.readDouble(at: column))
      case .float: writer.write(try cells.readFloat(at: column))
      case .bool: writer.write(try cells.readBool(at: column))
      }
    }
  }
}

extension CSV.Rows {
  /// How rows are copied to columns by a type; nil if its values are read and written otherwise than its table says.
  @usableFromInline
  mutating func makeCellCopy<Value: Readable & Writable>(by type: Value.Type) throws -> CSV.CellCopy? {
    guard let tableType = type.__readingTableType, type.__writingTableType == tableType else { return nil }
    do { return try CSV.CellCopy(tableType.__fields, from: &reader) } catch {
      try reader.cells.handleBadRow(error)
      return nil
    }
  }

  /// Copies rows.
  ///
  /// - Returns: `true` at a row that is to be read as a value, `false` after the last row.
  /// - Throws: `FormatError` for a row that cannot be stored.
  @usableFromInline
  mutating func copyRows(_ copy: CSV.CellCopy, to writer: inout Columns.Writer) throws -> Bool {
    while true {
      do { guard try reader.nextRow() else { return false } } catch {
        try reader.cells.handleBadRow(error)
        continue
      }
      // The columns are made for a value, because those that a bad row has added would remain.
      if writer.count == 0 { return true }
      let first = writer.beginAppending()
      guard (try? copy.copyRow(&reader.cells, to: &writer)) == true else {
        writer.cancelAppending(first)
        return true
      }
      try writer.endAppending(first)
      if _slowPath(first == CSV.CellCopy.typicalRowCount), let count = reader.cells.likelyRowCount {
        // One row of a hundred may be longer than the first ones.
        writer.reserve(rows: count + count / 100)
      }
    }
  }

  /// Reads the current row as a value, and stores it.
  @inlinable
  mutating func appendRow<Value: Readable & Writable>(_ type: Value.Type, to writer: inout Columns.Writer) throws {
    let value: Value
    do { value = try Value.read(from: &reader) } catch { return try reader.cells.handleBadRow(error) }
    try writer.append(value)
  }
}

extension Columns {
  /// Reads all rows of a table of CSV as values of a type, and stores them by column.
  ///
  /// ```swift
  /// var rows = try CSV.stream(StopTime.self, from: "stop_times.txt")
  /// let table = try Columns.decode([StopTime].self, fromElements: &rows)
  /// ```
  ///
  /// If all fields of the type are scalars or optional scalars, the cells are copied, and no values are made.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - source: The rows, which are read to their end.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` for the first row that cannot be read or stored.
  @inlinable
  public static func decode<Value: Readable & Writable>(
    _ type: [Value].Type, fromElements source: inout CSV.Rows, limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    if let copy = try source.makeCellCopy(by: Value.self) {
      while try source.copyRows(copy, to: &writer) { try source.appendRow(Value.self, to: &writer) }
    } else {
      while let value = try source.next(Value.self) { try writer.append(value) }
    }
    return try writer.finish()
  }

  /// Reads all rows of a table of CSV, and stores them by column. See ``decode(_:fromElements:limits:)-(_,CSV.Rows,_)``.
  @inlinable
  public static func decode<Value: Readable & Writable>(
    _ type: [Value].Type, fromElements source: inout CSV.Elements<Value>, limits: Limits = Limits()
  ) throws -> Table {
    try decode(type, fromElements: &source.source, limits: limits)
  }
}
