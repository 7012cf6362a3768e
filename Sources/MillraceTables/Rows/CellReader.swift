import Millrace

/// A reader of rows of cells in named columns. A table format implements it in order to be read.
///
/// ``RowReader`` turns it into a `FormatReader` that reads an array of objects, or an array of arrays if
/// ``isPositional`` is `true`. It matches the fields of a type to columns once for each type.
///
/// Readers and the callers of their methods, which are usually a ``RowReader``, have the following contract:
///
/// - ``columnNames``, ``isPositional`` and ``nameSeparator`` are read before the first row. Their values do not change
///   afterwards.
/// - A column is identified by its index in ``columnNames``, from 0 to the number of names minus one.
/// - Cells are those of the current row. No cell is read before the first call of ``nextRow()``, after a call that
///   returned `false`, or after a call that threw an error, until a later call returns `true`.
/// - ``RowReader`` calls the methods that read a cell only if ``isNull(at:)`` returns `false`. It reads cells in any
///   order, and may read a cell more than once or not at all.
public protocol CellReader: ~Copyable {
  /// The names of the columns, from first to last. They are the same for all rows and are read before the first row.
  ///
  /// - Throws: `FormatError` if they cannot be read.
  var columnNames: [String] { mutating get throws }

  /// Whether rows are read as arrays because the columns have no names. The default is `false`.
  var isPositional: Bool { get }

  /// The separator between the names of nested objects in a column name, such as a dot. The default is nil.
  ///
  /// With a dot, the columns `size.x` and `size.y` are an object `size` with two members. With nil, they are two members.
  var nameSeparator: String? { get }

  /// Advances to the next row. The first call advances to the first row.
  ///
  /// - Returns: `false` after the last row.
  /// - Throws: `FormatError` if the row cannot be split into cells. If the beginning of the following row is known, the next call
  ///   continues with it.
  mutating func nextRow() throws -> Bool

  /// Whether a cell has no value. Such a cell is a missing member.
  ///
  /// - Parameter column: The index of the column.
  func isNull(at column: Int) -> Bool

  /// Whether errors report an absent cell as null. The default is `false`.
  var absentCellsAreNull: Bool { get }

  /// Returns the kind of a cell. If it is an array or an object, the cell contains JSON text.
  ///
  /// - Parameter column: The index of the column.
  mutating func kind(at column: Int) -> ValueKind

  /// Reads a cell as a Boolean value.
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain a Boolean value.
  mutating func readBool(at column: Int) throws -> Bool
  /// Reads a cell as an integer.
  ///
  /// - Parameters:
  ///   - type: The type of the integer.
  ///   - column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain an integer, or if it is out of range.
  mutating func readInteger<Integer: FixedWidthInteger>(_ type: Integer.Type, at column: Int) throws -> Integer
  /// Reads a cell as the nearest double.
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain a number, or if it is out of range.
  mutating func readDouble(at column: Int) throws -> Double
  /// Reads a cell as the nearest float.
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain a number, or if it is out of range.
  mutating func readFloat(at column: Int) throws -> Float
  /// Reads a cell as a number with all its digits.
  ///
  /// - Parameter column: The index of the column.
  /// - Returns: A number in the grammar of RFC 8259, section 6.
  /// - Throws: `FormatError` if the cell does not contain a number.
  mutating func readNumberText(at column: Int) throws -> String
  /// Reads a cell as a string.
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain a string or is not valid UTF-8.
  mutating func readString(at column: Int) throws -> String
  /// Reads a cell as an instant. In text formats the cell contains an RFC 3339 date and time.
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain an instant.
  mutating func readInstant(at column: Int) throws -> Instant
  /// Reads a cell as binary data. In text formats the cell contains Base64 (RFC 4648, section 4).
  ///
  /// - Parameter column: The index of the column.
  /// - Throws: `FormatError` if the cell does not contain binary data.
  mutating func readBytes(at column: Int) throws -> [UInt8]

  /// Calls a closure with a cell's text.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - body: A closure that receives the text as well-formed UTF-8. The span is valid only during the call.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, and `FormatError` if the cell is not valid UTF-8.
  mutating func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result

  /// Writes the value of a cell to a writer without losing digits. JSON text is written as the value that it contains.
  ///
  /// - Parameters:
  ///   - column: The index of the column.
  ///   - writer: The writer, which receives exactly one value.
  /// - Throws: `FormatError` if the cell is malformed.
  mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws

  /// Returns the location of a cell or of the current row, for errors.
  ///
  /// - Parameter column: The index of the column, or nil for the row.
  func place(at column: Int?) -> FormatError.Place
}

extension CellReader where Self: ~Copyable {
  @inlinable public var isPositional: Bool { false }
  @inlinable public var absentCellsAreNull: Bool { false }
  @inlinable public var nameSeparator: String? { nil }

  /// Throws an error with the location of a cell or of the row.
  ///
  /// - Parameters:
  ///   - problem: The problem of the error.
  ///   - column: The index of the column, or nil for the row.
  /// - Throws: `FormatError`, always.
  @inlinable @inline(never)
  public func fail(_ problem: FormatError.Problem, at column: Int?) throws -> Never {
    throw FormatError(problem, at: place(at: column))
  }
}
