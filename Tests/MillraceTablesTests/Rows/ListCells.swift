import Millrace
import MillraceTables

/// The smallest table: lists of texts, in which nil is an absent cell.
struct ListCells: TextCellReader {
  var columnNames: [String]
  var rows: [[String?]]
  var nameSeparator: String?
  var isPositional = false
  /// The columns that hold JSON.
  var jsonColumns: Set<Int> = []
  private var row = -1

  init(
    _ columnNames: [String], _ rows: [[String?]], nameSeparator: String? = nil, isPositional: Bool = false,
    jsonColumns: Set<Int> = []
  ) {
    self.columnNames = columnNames
    self.rows = rows
    self.nameSeparator = nameSeparator
    self.isPositional = isPositional
    self.jsonColumns = jsonColumns
  }

  mutating func nextRow() -> Bool {
    row += 1
    return row < rows.count
  }

  func isNull(at column: Int) -> Bool { rows[row][column] == nil }

  func kind(at column: Int) -> ValueKind { jsonColumns.contains(column) ? .object : .string }

  func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    try body((rows[row][column] ?? "").utf8.span)
  }

  mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws {
    let text = rows[row][column] ?? ""
    if jsonColumns.contains(column) {
      try JSON.decode(JSON.Value.self, from: text).write(to: &writer)
    } else {
      writer.write(text)
    }
  }

  func place(at column: Int?) -> FormatError.Place {
    FormatError.Place(path: "/\(row)" + (column.map { "/" + columnNames[$0] } ?? ""))
  }
}

/// Takes the cells of rows as texts.
struct ListWriter: TextCellWriter {
  var columnNames: [String] = []
  var rows: [[String: String]] = []
  /// What else was called.
  var events: [String] = []
  var failure: (any Error)?
  /// Names of columns that are rejected.
  var rejected: Set<String> = []
  /// Names of columns that are left out.
  var leftOut: Set<String> = []
  private var row: [String: String] = [:]

  init(rejected: Set<String> = [], leftOut: Set<String> = []) {
    self.rejected = rejected
    self.leftOut = leftOut
  }

  mutating func beginTable() { events.append("begin") }
  mutating func endTable() { events.append("end") }
  mutating func finish() { events.append("finish") }

  mutating func addColumn(named name: String) -> Bool {
    if leftOut.contains(name) { return false }
    if rejected.contains(name) {
      if failure == nil { failure = FormatError(.unknownField(expected: columnNames), at: place(at: nil)) }
      return false
    }
    columnNames.append(name)
    return true
  }

  mutating func beginRow() { row = [:] }
  mutating func endRow() { rows.append(row) }
  mutating func discardRow() { events.append("discard") }

  mutating func write(text: Span<UInt8>, at column: Int) {
    row[columnNames[column]] = text.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  func place(at column: Int?) -> FormatError.Place {
    FormatError.Place(path: "/\(rows.count)" + (column.map { "/" + columnNames[$0] } ?? ""))
  }
}
