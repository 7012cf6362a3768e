import Millrace
import MillraceSQLite

/// Rows with the values of the columns that a query uses, in the types of SQLite.
struct RowBatch {
  struct Cell {
    enum Kind {
      case null, integer, real, text, blob
    }
    var kind = Kind.null
    /// An integer, the bits of a double, or where the bytes of a text begin.
    var payload: UInt64 = 0
    /// The bytes of a text.
    var size = 0
  }

  /// The values of one row after another.
  private(set) var cells: [Cell] = []
  private(set) var bytes: [UInt8] = []
  private(set) var rowCount = 0
  let width: Int

  init(width: Int) { self.width = width }

  /// Begins a row of nulls.
  mutating func beginRow() {
    for _ in 0..<width { cells.append(Cell()) }
    rowCount += 1
  }

  mutating func removeLastRow() {
    cells.removeLast(width)
    rowCount -= 1
  }

  /// Sets a value of the last row.
  mutating func set(_ index: Int, _ kind: Cell.Kind, payload: UInt64 = 0) {
    cells[cells.count - width + index] = Cell(kind: kind, payload: payload)
  }

  /// Sets a text of the last row, or bytes.
  mutating func set(_ index: Int, _ kind: Cell.Kind, _ text: Span<UInt8>) {
    cells[cells.count - width + index] = Cell(kind: kind, payload: UInt64(bytes.count), size: text.count)
    bytes.append(contentsOf: text)
  }

  func give(_ index: Int, ofRow row: Int, to result: SQLite.VirtualResult) {
    let cell = cells[row * width + index]
    switch cell.kind {
    case .null: break
    case .integer: result.give(Int64(bitPattern: cell.payload))
    case .real: result.give(Double(bitPattern: cell.payload))
    case .text, .blob:
      let start = Int(cell.payload)
      bytes.withSpan { bytes in
        let span = bytes.extracting(start..<start + cell.size)
        if cell.kind == .text { result.give(utf8: span) } else { result.give(bytes: span) }
      }
    }
  }
}
