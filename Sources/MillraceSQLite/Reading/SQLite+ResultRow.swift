import CSQLite
import Millrace
import MillraceTables

// The current row of a statement.
//
// Cells are requested with `sqlite3_column_value`, once for each row, and then read with `sqlite3_value_…`, which
// are a few instructions each: `sqlite3_column_…` locks a mutex and searches for the cell each time. This
// is safe as long as no other thread uses the connection meanwhile (sqlite.org/c3ref/column_blob.html), which is not
// allowed in any case.
//
// SQLite converts a value that is requested as another type, and afterwards its type is undefined. So
// values are only requested as the type that they have: nothing is converted except text in UTF-16.

extension SQLite {
  /// The cells of the rows of a query.
  ///
  /// SAFETY: the cells belong to `statement`, which this value retains.
  @safe
  public struct ResultRow: CellReader, ~Copyable {
    let statement: Statement
    /// The statement's memory for the cells of the current row.
    @usableFromInline let cells: UnsafeMutablePointer<SelectedCell>
    let meanings: [DeclaredType.Meaning]
    let instants: InstantFormat
    public let columnNames: [String]
    public let nameSeparator: String?
    @usableFromInline let nullsAreAbsent: Bool
    let nonFiniteNumbers: Columns.NonFiniteNumbers
    /// The number of rows before the current one.
    var row = -1
    var hasEnded = false

    /// - Parameter statement: The statement, whose parameters are bound, and which has no other user.
    init(_ statement: Statement, _ options: ReadingOptions) throws {
      self.statement = statement
      instants = options.instants
      nameSeparator = options.nameSeparator
      nullsAreAbsent = options.nullsAreAbsent
      nonFiniteNumbers = options.nonFiniteNumbers
      let handle = unsafe statement.handle
      let columns = 0..<Int32(statement.columnCount)
      if columns.isEmpty {
        throw DatabaseError.misuse("SQL statement returns no rows; expected a query", sql: statement.sql)
      }
      columnNames = columns.map { unsafe sqlite3_column_name(handle, $0).map { unsafe String(cString: $0) } ?? "" }
      meanings = columns.map { column in
        unsafe sqlite3_column_decltype(handle, column).map { unsafe DeclaredType(String(cString: $0)).meaning }
          ?? .plain
      }
      unsafe cells = unsafe statement.cells
    }

    public mutating func nextRow() throws -> Bool {
      // A step after the end would run the statement again.
      if hasEnded { return false }
      hasEnded = true
      let handle = unsafe statement.handle
      if unsafe _slowPath(sqlite3_step(handle) != SQLITE_ROW) { return try statement.end() }
      hasEnded = false
      row &+= 1
      for column in 0..<statement.columnCount {
        let value = unsafe sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
        unsafe cells[column] = unsafe SelectedCell(
          value: value, storageClass: StorageClass(rawValue: sqlite3_value_type(value)))
      }
      return true
    }

    public var absentCellsAreNull: Bool { true }

    @inlinable
    public func isNull(at column: Int) -> Bool { nullsAreAbsent && storageClass(at: column) == .null }

    /// The number of the row and the name of the column, for the path of an error.
    public func place(at column: Int?) -> FormatError.Place {
      var tokens = row < 0 ? [] : [String(row)]
      if let column { tokens.append(columnNames[column]) }
      return FormatError.Place(path: JSON.Pointer(tokens: tokens).description)
    }
  }
}

// MARK: - Storage classes

extension SQLite {
  /// The five storage classes (sqlite.org/datatype3.html, section 2), with SQLite's numbers.
  @frozen @usableFromInline
  struct StorageClass: RawRepresentable, Equatable {
    @usableFromInline let rawValue: Int32

    @inlinable
    init(rawValue: Int32) { self.rawValue = rawValue }

    @inlinable static var integer: StorageClass { StorageClass(rawValue: 1) }
    @inlinable static var real: StorageClass { StorageClass(rawValue: 2) }
    @inlinable static var text: StorageClass { StorageClass(rawValue: 3) }
    @inlinable static var blob: StorageClass { StorageClass(rawValue: 4) }
    @inlinable static var null: StorageClass { StorageClass(rawValue: 5) }
  }

  /// A cell of the current row.
  ///
  /// SAFETY: the value belongs to the statement until the next row.
  @frozen @usableFromInline
  @safe
  struct SelectedCell {
    @usableFromInline let value: OpaquePointer?
    @usableFromInline let storageClass: StorageClass

    @usableFromInline var integer: Int64 { unsafe sqlite3_value_int64(value) }
    @usableFromInline var double: Double { unsafe sqlite3_value_double(value) }
  }
}

extension SQLite.ResultRow {
  @inlinable
  func storageClass(at column: Int) -> SQLite.StorageClass { unsafe cells[column].storageClass }

  @inlinable
  func integer(at column: Int) -> Int64 { unsafe cells[column].integer }

  @inlinable
  func double(at column: Int) -> Double { unsafe cells[column].double }

  /// The bytes of a text, in UTF-8 if the database is valid. They are valid until the next step.
  func text(at column: Int) -> UnsafeBufferPointer<UInt8> {
    let value = unsafe cells[column].value
    // In this order: the first call converts text in UTF-16, and the second one returns the size of the converted text.
    let start = unsafe sqlite3_value_text(value)
    return unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }

  func blob(at column: Int) -> UnsafeRawBufferPointer {
    let value = unsafe cells[column].value
    let start = unsafe sqlite3_value_blob(value)
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
  }
}
