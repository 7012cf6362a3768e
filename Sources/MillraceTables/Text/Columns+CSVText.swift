import Millrace

extension Columns.Table {
  /// Returns rows as CSV text, without a header, and with nested values as JSON.
  ///
  /// - Parameter options: The options, with the columns.
  /// - Returns: Nil if an entry has no text, or if columns are nested too deep or not those of the options;
  ///   `CSV.StreamWriter` then reports errors.
  /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
  package func csv(_ rows: Range<Int>, _ options: CSV.WritingOptions, _ rules: Columns.TextRules) throws -> [UInt8]? {
    guard let names = options.columns, !names.isEmpty, let columns = TextColumns(self) else { return nil }
    let positions = Dictionary(
      self.columns.enumerated().map { (JSON.ExactKey(text: $1.name), $0) }, uniquingKeysWith: { first, _ in first })
    if options.unlistedMembers == .rejected, !Set<JSON.ExactKey>(texts: names).isSuperset(of: positions.keys) {
      return nil
    }
    let cells = names.map { name in positions[name].map { columns.columns[$0] } }
    var text = try CSV.CellText(options, capacity: expectedTextSize(of: rows.count, hasKeys: false) + names.count)
    let isWritten = columns.withObjects(rules) { objects in
      var cells = CellsOfRow(cells: cells, nested: objects, rules: rules)
      for row in rows {
        guard cells.append(row, to: &text) else { return false }
      }
      return true
    }
    return isWritten ? text.takeArray() : nil
  }
}

/// Writes the entries of rows as cells.
private struct CellsOfRow: ~Copyable {
  /// The column of each cell; nil for one that the table does not have.
  let cells: [TextColumn?]
  let nested: TextObjects
  let rules: Columns.TextRules
  /// A value as JSON text.
  private var json = OutputBuffer(minimumCapacity: 256)

  init(cells: [TextColumn?], nested: TextObjects, rules: Columns.TextRules) {
    self.cells = cells
    self.nested = nested
    self.rules = rules
  }

  /// Appends a row.
  ///
  /// - Returns: Whether all entries have a text.
  mutating func append(_ row: Int, to text: inout CSV.CellText) -> Bool {
    let delimiter = text.options.dialect.delimiter
    for index in cells.indices {
      if let column = cells[index], !column.entries.isNull(at: row) {
        guard append(column, at: row, isFirst: index == 0, to: &text) else { return false }
      }
      text.output.append(delimiter)
      text.output.growIfFull()
    }
    text.endLine()
    return true
  }

  /// Appends a cell that is not null, without the delimiter.
  @inline(__always)
  private mutating func append(
    _ column: TextColumn, at row: Int, isFirst: Bool, to text: inout CSV.CellText
  ) -> Bool {
    let entries = column.entries
    switch entries.kind {
    case .strings: unsafe text.append(entries.text(at: row), isFirst: isFirst)
    case .integers:
      text.appendScalarQuote()
      text.output.append(integer: entries.integer(at: row))
      text.appendScalarQuote()
    case .numbers:
      text.appendScalarQuote()
      unsafe text.output.append(entries.text(at: row))
      text.appendScalarQuote()
    case .doubles, .singles, .halves:
      let number = entries.double(at: row)
      if number.isFinite { text.appendScalarQuote() }
      if text.output.append(number, of: entries.kind) {
        text.output.removeLast(1)
        text.appendScalarQuote()
      } else {
        switch rules.nonFiniteNumbers.form(of: number) {
        case .number: return false
        case .null: break
        case .text(let name): name.description.withUTF8Span { text.append(text: $0, isFirst: isFirst) }
        }
      }
    case .booleans:
      let isTrue = entries.boolean(at: row)
      text.appendScalarQuote()
      text.output.append(isTrue ? 0x6575_7274 : 0x65_736C_6166, count: isTrue ? 4 : 5)
      text.appendScalarQuote()
    case .instants, .localTimes, .dates:
      // A delimiter can be a character of the text, which then has quotes.
      let isWritten = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { memory in
        guard let start = memory.baseAddress,
          let end = unsafe writeInstant(entries.instant(at: row), as: entries.form, at: start)
        else { return false }
        unsafe text.append(UnsafeBufferPointer(start: start, count: end - start), isFirst: isFirst)
        return true
      }
      return isWritten
    case .bytes:
      base64(unsafe Array(entries.text(at: row)), .standard).withUTF8Span { text.append(text: $0, isFirst: isFirst) }
    case .structures, .lists, .maps:
      json.removeAll()
      guard nested.append(column, at: row, to: &json) else { return false }
      json.removeLast(1)
      let start = unsafe json.start.assumingMemoryBound(to: UInt8.self)
      unsafe text.append(UnsafeBufferPointer(start: start, count: json.count), isFirst: isFirst)
    case .unknown: break
    }
    return true
  }
}
