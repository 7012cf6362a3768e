import Millrace

/// Rows of cells under named columns: what the format of a table implements in order to be read.
///
/// ``RowReader`` makes a ``FormatReader`` of it: an array of objects, or of arrays when the columns have no names. Which
/// column a field of a type stands in is found out once for each type.
///
/// A column is meant by its index in ``columnNames``. What is asked of a cell is asked of the current row, and only when
/// the cell is not absent.
public protocol CellReader: ~Copyable {
  /// The names of the columns, in order. The same for all rows; known before the first of them is asked for.
  ///
  /// - Throws: ``FormatError`` when they cannot be read.
  var columnNames: [String] { mutating get throws }

  /// Whether rows are read as arrays, because the names of the columns mean nothing.
  var isPositional: Bool { get }

  /// What separates the names of objects in objects in the name of a column, such as a dot; nil when they are not told
  /// apart: the columns `size.x` and `size.y` are then two members, and otherwise an object `size` of two.
  var nameSeparator: String? { get }

  /// Goes on to the next row, the first one at first.
  ///
  /// - Returns: `false` behind the last one.
  /// - Throws: ``FormatError`` for a row that cannot be told apart in cells. Where it is certain that another row begins
  ///   behind it, the next call goes on there.
  mutating func nextRow() throws -> Bool

  /// Whether there is no value in a cell.
  func isAbsent(at column: Int) -> Bool

  /// What is in a cell. An array or an object means that the cell holds it as text of JSON.
  mutating func kind(at column: Int) -> ValueKind

  mutating func readBool(at column: Int) throws -> Bool
  mutating func readInteger<Integer: FixedWidthInteger>(_ type: Integer.Type, at column: Int) throws -> Integer
  mutating func readDouble(at column: Int) throws -> Double
  mutating func readFloat(at column: Int) throws -> Float
  /// Reads a number in the grammar of RFC 8259, section 6, with all its digits.
  mutating func readNumberText(at column: Int) throws -> String
  mutating func readString(at column: Int) throws -> String
  mutating func readInstant(at column: Int) throws -> Instant
  mutating func readBytes(at column: Int) throws -> [UInt8]

  /// Calls a function with a cell's text.
  ///
  /// - Parameter body: is given well-formed UTF-8.
  /// - Throws: what `body` throws, and ``FormatError`` when the cell is not UTF-8.
  mutating func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result

  /// Writes what is in a cell, exactly and without a value in between. Text of JSON is written as what it holds.
  mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws

  /// Where a cell is, or the row.
  ///
  /// - Parameter column: nil for the row.
  func place(at column: Int?) -> FormatError.Place
}

extension CellReader where Self: ~Copyable {
  @inlinable public var isPositional: Bool { false }
  @inlinable public var nameSeparator: String? { nil }

  /// Throws an error about a cell, or about the row.
  @inlinable @inline(never)
  public func fail(_ problem: FormatError.Problem, at column: Int?) throws -> Never {
    throw FormatError(problem, at: place(at: column))
  }
}
