import Millrace

/// A writer of rows of cells in named columns. A table format implements it in order to be written.
///
/// ``RowWriter`` turns it into a `FormatWriter`. Writers and the callers of their methods have the following contract:
///
/// - A column is identified by its index in the order of ``addColumn(named:)`` calls that returned `true`.
/// - Cells are written only between ``beginRow()`` and ``endRow()`` or ``discardRow()``, in any order, each at most
///   once. Cells that are not written have no value.
/// - Only ``finish()`` throws. The other methods store the first ``failure``.
public protocol CellWriter: ~Copyable {
  /// Begins a table that is written as an array. Rows may also be written without a table.
  mutating func beginTable()
  /// Ends the table that ``beginTable()`` began.
  mutating func endTable()

  /// Adds a column. This may happen within a row, after cells of other columns were written.
  ///
  /// - Parameter name: The name of the column, which differs from the names of all other columns.
  /// - Returns: Whether the column was added. If `false`, either ``failure`` is set, or the options specify that the
  ///   column's cells are omitted.
  mutating func addColumn(named name: String) -> Bool

  /// Begins a row. Rows are not nested.
  mutating func beginRow()
  /// Ends the current row. It cannot be discarded afterwards.
  mutating func endRow()
  /// Discards the current row. Columns that were added in it may stay.
  mutating func discardRow()

  /// Writes a Boolean value to a cell.
  mutating func write(_ value: Bool, at column: Int)
  /// Writes an integer to a cell.
  mutating func write(_ value: Int64, at column: Int)
  /// Writes a number to a cell. A format that cannot represent NaN and infinities sets ``failure``.
  mutating func write(_ value: Double, at column: Int)
  /// Writes a number to a cell. A format that cannot represent NaN and infinities sets ``failure``.
  mutating func write(_ value: Float, at column: Int)
  /// Writes an instant to a cell. Text formats write an RFC 3339 date and time.
  mutating func write(_ value: Instant, at column: Int)
  /// Returns the nearest instant that the format writes without loss. The default is the instant itself.
  func nearestInstant(to value: Instant) -> Instant
  /// Writes binary data to a cell. Text formats write Base64 (RFC 4648, section 4).
  mutating func write(bytes: [UInt8], at column: Int)
  /// Writes a string to a cell.
  ///
  /// - Parameters:
  ///   - utf8: The string, as well-formed UTF-8.
  ///   - column: The index of the column.
  mutating func writeString(utf8: Span<UInt8>, at column: Int)
  /// Writes a number to a cell with all its digits.
  ///
  /// - Parameters:
  ///   - text: A number in the grammar of RFC 8259, section 6, of any length.
  ///   - column: The index of the column.
  mutating func writeNumber(text: Span<UInt8>, at column: Int)
  /// Writes an array or an object to a cell.
  ///
  /// - Parameters:
  ///   - json: The array or object, as JSON text on one line.
  ///   - column: The index of the column.
  mutating func write(json: Span<UInt8>, at column: Int)

  /// The first failure. ``RowWriter`` resets it to nil after it has reported the failure.
  var failure: (any Error)? { get set }

  /// Returns the location of the current row or of a cell in it, for errors. Rows are counted from 0.
  ///
  /// - Parameter column: The index of the column, or nil for the row.
  func place(at column: Int?) -> FormatError.Place

  /// Writes buffered output. No other method is called afterwards.
  ///
  /// - Throws: Errors of the output, such as `SystemError`.
  mutating func finish() throws
}

/// How nested objects are written to the columns of a table.
public enum NestedObjects: Sendable, Hashable {
  /// As separate columns. A column's name consists of the member names with this separator in between, such as `size.x`.
  case columns(separator: String)
  /// As JSON text in one cell. Arrays are always written like this.
  case json
}

extension CellWriter where Self: ~Copyable {
  public func nearestInstant(to value: Instant) -> Instant { value }
}
