import Millrace
import SystemLibrary

extension TableScan.Rows {
  /// The column that the cells of a table's column are stored in.
  ///
  /// SAFETY: the column belongs to the batch.
  @safe
  private struct Target {
    /// The index of the table's column.
    let cell: Int
    let column: TableScan.Column.Address
    /// Whether the cells contain JSON.
    let isJSON: Bool

    init(_ cell: Int, _ column: TableScan.Column.Address, _ kind: CSV.CellKind?) {
      self.cell = cell
      unsafe self.column = unsafe column
      switch unsafe column.pointee.kind {
      case .structure, .list, .map: isJSON = true
      default: isJSON = kind == .json
      }
    }
  }

  /// The problem of a row that is kept although its cell count differs from the column count. It is sendable because one thread
  /// uses it.
  private final class Misfit: @unchecked Sendable {
    var problem: FormatError?

    /// Removes the problem and returns it.
    func take() -> FormatError? {
      defer { problem = nil }
      return problem
    }
  }

  /// Reads the rows of a block of CSV, up to the first bad row that the options do not allow.
  ///
  /// - Parameter position: The index of the block's first byte that is read.
  mutating func readTable(
    _ block: RowBlock, from position: Int, _ options: CSV.ReadingOptions, _ parsed: inout TableScan.Parsed
  ) {
    let misfit = Misfit()
    var options = options
    if self.options.badRows == .keep { options.keepRow = { misfit.problem = $0 } }
    do {
      var cells = try CSV.RowCursor(block.source(from: position), options: options)
      let names = try cells.columnNames
      guard !names.isEmpty else { return }
      let targets = names.enumerated().compactMap { cell, name in
        unsafe column(named: name).map { unsafe Target(cell, $0, cells.kinds[cell]) }
      }
      cells.readCells = targets.last.map { $0.cell + 1 } ?? 0
      try unsafe targets.withUnsafeBufferPointer { targets in
        while !cells.hasEnded {
          if count >= self.options.batchRows { flush(&parsed) }
          do {
            guard try cells.nextRow() else { break }
          } catch {
            if cells.hasEnded { throw error }
            let text = unsafe block.rowText(from: position + cells.rowOffset, atLeastTo: position + cells.offset)
            if unsafe !reject(FormatError(ofCell: error), text: text) { throw error }
            continue
          }
          if let problem = misfit.take() { rules.problem = FormatError(ofCell: problem) }
          do {
            try unsafe readRow(&cells, targets)
          } catch {
            if unsafe !reject(FormatError(ofCell: error), text: cells.rowText) { throw error }
          }
        }
      }
    } catch {
      parsed.failure = FormatError(ofCell: error)
    }
  }

  @inline(never)
  private mutating func readRow(_ cells: inout CSV.RowCursor, _ targets: UnsafeBufferPointer<Target>) throws {
    unsafe root.pointee.storeStructure(at: count)
    let row = cells.row
    for index in targets.indices {
      let target = unsafe targets[index]
      if row.isEmpty(at: target.cell) { continue }
      if _slowPath(cells.hasNullTexts), cells.hasNullText(at: target.cell) { continue }
      do {
        if try !readCell(&cells, row, target) { try unsafe failAccepting(&cells, target.cell, target.column) }
      } catch {
        guard rules.keepsRows else { throw error }
        if rules.problem == nil { rules.problem = FormatError(ofCell: error) }
        unsafe target.column.pointee.truncate(to: count)
      }
    }
    unsafe accept(text: cells.rowText)
  }

  /// Stores a cell.
  ///
  /// - Returns: `false` if the column does not accept it.
  @inline(__always)
  private mutating func readCell(_ cells: inout CSV.RowCursor, _ row: CSV.RowCursor.Row, _ target: Target) throws
    -> Bool
  {
    let cell = target.cell
    if _slowPath(target.isJSON) { return try unsafe readJSON(&cells, cell, target.column) }
    let text = unsafe row.text(at: cell)
    if unsafe _slowPath(row.hasDoubledQuotes(text, at: cell)) {
      return try unsafe readDoubledQuotes(&cells, cell, target.column)
    }
    if unsafe _fastPath(target.column.pointee.store(cell: text, at: count, rules.coercion)) { return true }
    guard rules.isExact, unsafe target.column.pointee.kind == .double, unsafe CSV.nonFiniteNumber(text) != nil
    else { return false }
    unsafe target.column.pointee.store(try cells.nonFiniteNumber(.number, at: cell), at: count)
    return true
  }

  @inline(never)
  private func readDoubledQuotes(_ cells: inout CSV.RowCursor, _ cell: Int, _ column: TableScan.Column.Address) throws
    -> Bool
  {
    try cells.withText(at: cell) { text in
      unsafe text.withUnsafeBufferPointer { unsafe column.pointee.store(cell: $0, at: count, rules.coercion) }
    }
  }

  /// Stores the value of a cell that contains JSON.
  @inline(never)
  private mutating func readJSON(_ cells: inout CSV.RowCursor, _ cell: Int, _ column: TableScan.Column.Address) throws
    -> Bool
  {
    // A column that was inferred can be text instead.
    if options.isInferred ? cells.isScalar(at: cell) : cells.isInferredScalar(at: cell) { return false }
    do {
      try cells.withJSON(at: cell, maximumDepth: options.maximumDepth) {
        try unsafe $0.scan(into: column, at: count, &rules)
      }
      return true
    } catch {
      if options.isInferred, try !cells.withText(at: cell, { Schema.TextForms(of: $0, among: .json).contains(.json) }) {
        return false
      }
      throw FormatError(FormatError(wrapping: error).problem, at: cells.place(at: cell))
    }
  }

  @inline(never)
  private func failAccepting(_ cells: inout CSV.RowCursor, _ cell: Int, _ column: TableScan.Column.Address) throws
    -> Never
  {
    let found = try cells.withText(at: cell) { text in
      unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0.prefix(60), as: UTF8.self) }
    }
    throw FormatError(
      .invalidValue(type: unsafe column.pointee.layout.accepted, found: "\"\(found)\""), at: cells.place(at: cell))
  }
}

extension FormatError {
  /// An error of a row, whose path begins at the row as it does for lines: the number of the row is that in the block.
  fileprivate init(ofCell error: any Error) {
    self.init(wrapping: error)
    place.path = place.path.map { path in String(path.dropFirst().drop { $0 != "/" }) }
  }
}

extension RowBlock {
  /// The text of a row that could not be split into cells, up to a line break.
  ///
  /// - Parameters:
  ///   - first: the index of the row in the block.
  ///   - last: the index after the bytes that are known to belong to the row, which may include its line break.
  fileprivate func rowText(from first: Int, atLeastTo last: Int) -> UnsafeBufferPointer<UInt8> {
    var end = last
    if end > first, unsafe ASCII.isLineBreak(start[end - 1]) {
      end -= 1
    } else {
      while end < count, unsafe !ASCII.isLineBreak(start[end]) { end += 1 }
    }
    return unsafe UnsafeBufferPointer(start: start + first, count: end - first)
  }
}
