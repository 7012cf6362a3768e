import Millrace

/// Rows of cells under named columns: what the format of a table implements in order to be written.
///
/// ``RowWriter`` makes a ``FormatWriter`` of it. A column is meant by the number of columns that were added before it. The
/// cells of a row come in any order, each at most once, and those that do not come are absent.
///
/// None of the functions but ``finish()`` throws: like all writers, this one remembers its first ``failure``.
public protocol CellWriter: ~Copyable {
  /// Begins a table, when it is written as an array. Rows may also come without.
  mutating func beginTable()
  /// Ends what ``beginTable()`` began.
  mutating func endTable()

  /// Adds a column. Possibly within a row, whose cells in other columns are there already.
  ///
  /// - Parameter name: none of the columns has it.
  /// - Returns: whether it is added. If not, ``failure`` is set, or the column's cells are to be left out without a word
  ///   because the user said so.
  mutating func addColumn(named name: String) -> Bool

  mutating func beginRow()
  /// Ends a row. From now on it is not taken back.
  mutating func endRow()
  /// Takes back the row that was begun. Columns that came with it may stay.
  mutating func discardRow()

  mutating func write(_ value: Bool, at column: Int)
  mutating func write(_ value: Int64, at column: Int)
  mutating func write(_ value: Double, at column: Int)
  mutating func write(_ value: Float, at column: Int)
  mutating func write(_ value: Instant, at column: Int)
  mutating func write(bytes: [UInt8], at column: Int)
  /// - Parameter utf8: a string; well-formed UTF-8.
  mutating func writeString(utf8: Span<UInt8>, at column: Int)
  /// - Parameter text: a number in the grammar of RFC 8259, section 6, which may have more digits than any type holds.
  mutating func writeNumber(text: Span<UInt8>, at column: Int)
  /// - Parameter json: an array or an object, as text of JSON in one line.
  mutating func write(json: Span<UInt8>, at column: Int)

  /// The first failure, until somebody takes it away.
  var failure: (any Error)? { get set }

  /// Where the row is that is being written, and of a column the cell, for errors. Rows are counted from 0.
  func place(at column: Int?) -> FormatError.Place

  /// Writes what is still held back. Nothing is written afterwards.
  mutating func finish() throws
}

/// How objects within objects are written to the columns of a table.
public enum NestedObjects: Sendable, Hashable {
  /// To columns of their own, whose names are the names on the way to them with this text in between, such as `size.x`.
  case columns(separator: String)
  /// As text of JSON in one cell, as arrays always are.
  case json
}
