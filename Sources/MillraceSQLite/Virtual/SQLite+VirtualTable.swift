import CSQLite
import Millrace

extension SQLite {
  /// A table whose rows a program reads while a query runs (sqlite.org/vtab.html).
  ///
  /// A scan requests the columns that the query uses, and holds one row at a time. A table that a query reads more than
  /// once, such as the inner table of a join, is copied to a temporary database when it is read for the second time,
  /// with an index if the query looks for equal values: SQLite creates no index for a virtual table.
  package final class VirtualTable {
    package struct Column {
      package var name: String
      /// The declared type, as in `CREATE TABLE`; empty for none. It determines how values are compared, and never
      /// changes them.
      package var declaredType: String

      package init(name: String, declaredType: String) {
        self.name = name
        self.declaredType = declaredType
      }
    }

    package let name: String
    package let columns: [Column]
    /// The estimated number of rows. In a join, the table with more rows is the outer one.
    let expectedRowCount: Double
    private let open: (_ columns: [Int]) throws -> any VirtualRows
    /// The copies of the columns that queries have read more than once.
    private var copies: [Copy] = []

    /// The first error of the rows, which SQLite only reports as a failure.
    package private(set) var failure: (any Error)?

    /// - Parameter open: Begins a scan from the first row. It receives the indices of the columns that are read.
    package init(
      name: String, columns: [Column], expectedRowCount: Double,
      open: @escaping (_ columns: [Int]) throws -> any VirtualRows
    ) {
      self.name = name
      self.columns = columns
      self.expectedRowCount = expectedRowCount
      self.open = open
    }

    /// Removes the error and all copies.
    package func reset() {
      failure = nil
      copies = []
    }

    func rows(of columns: [Int]) throws -> any VirtualRows { try noting { try open(columns) } }

    /// Stores the error that a closure throws.
    func noting<Result>(_ body: () throws -> Result) throws -> Result {
      do {
        return try body()
      } catch {
        if failure == nil { failure = error }
        throw error
      }
    }

    /// The statement that declares the columns.
    var declaration: String {
      get throws {
        let list = try columns.map { try SQLite.quoted($0.name) + " " + $0.declaredType }
        return "CREATE TABLE rows (\(list.joined(separator: ", ")))"
      }
    }
  }

  /// The rows of a scan of a ``VirtualTable``.
  package protocol VirtualRows: AnyObject {
    /// Moves to the next row. The first call moves to the first row.
    ///
    /// - Returns: `false` after the last row.
    func nextRow() throws -> Bool

    /// Passes a value of the row to SQLite.
    ///
    /// - Parameter index: An index into the columns that the scan was begun with.
    func give(_ index: Int, to result: SQLite.VirtualResult)

    /// Ends the scan before its last row.
    func close()
  }

  /// The destination of a value of a virtual table.
  ///
  /// SAFETY: it exists during a call of SQLite, which owns the context.
  @safe
  package struct VirtualResult {
    let context: OpaquePointer?

    package func give(_ value: Int64) { unsafe sqlite3_result_int64(context, value) }
    package func give(_ value: Double) { unsafe sqlite3_result_double(context, value) }

    package func give(utf8 text: Span<UInt8>) {
      unsafe text.withUnsafeBytes {
        unsafe millrace_sqlite_result_text_copy(context, $0.baseAddress ?? Statement.nothing, UInt64($0.count))
      }
    }

    package func give(bytes: Span<UInt8>) {
      unsafe bytes.withUnsafeBytes {
        unsafe millrace_sqlite_result_blob_copy(context, $0.baseAddress ?? Statement.nothing, UInt64($0.count))
      }
    }
  }
}

// MARK: - Copies

extension SQLite.VirtualTable {
  private typealias CopiedRows = SQLite.CopiedRows

  /// Columns in a temporary database, in the order of the rows.
  struct Copy {
    let columns: [Int]
    /// The column with an index; nil for none.
    let key: Int?
    let database: SQLite.Database
  }

  /// Returns the rows of a copy, which is made if it does not exist.
  ///
  /// - Parameter key: The column of the lookup; nil to read all rows.
  func copiedRows(of columns: [Int], key: Int?) throws -> SQLite.CopiedRows {
    if let copy = copies.first(where: { $0.columns == columns && ($0.key == key || key == nil) }) {
      return try CopiedRows(copy.database, columns.count, isLookup: key != nil)
    }
    // A database without a name is in memory while it is small, and then in an unnamed file.
    let database = try SQLite.Database(path: "", mode: .create)
    try database.register(self)
    defer { database.unregister(self) }
    let cells = columns.indices.map { "c\($0)" }
    // The column of the lookup has numeric affinity, so that texts with the same number as a value are found.
    // SQLite compares the found values again, with the affinities of the query.
    try database.execute("CREATE TABLE \(CopiedRows.table) (\((cells + ["key NUMERIC"]).joined(separator: ", ")))")
    let names = try (columns + (key.map { [$0] } ?? [])).map { try SQLite.quoted(self.columns[$0].name) }
    let values = (names + (key == nil ? ["NULL"] : [])).joined(separator: ", ")
    try database.execute("INSERT INTO \(CopiedRows.table) SELECT \(values) FROM \(try SQLite.quoted(name))")
    if key != nil { try database.execute("CREATE INDEX keys ON \(CopiedRows.table) (key)") }
    copies.append(Copy(columns: columns, key: key, database: database))
    return try CopiedRows(database, columns.count, isLookup: key != nil)
  }
}

extension SQLite {
  /// The rows of a copy of a virtual table.
  ///
  /// SAFETY: the statement is kept for as long as this object, and its values are used before its next step.
  @safe
  final class CopiedRows: VirtualRows {
    /// The name of the copy, which differs from those of all virtual tables.
    static let table = "\"the copy\""

    private let statement: Statement

    /// - Parameter isLookup: Whether only rows are read whose key equals the value that ``begin(_:)`` receives.
    init(_ database: Database, _ columnCount: Int, isLookup: Bool) throws {
      let cells = columnCount == 0 ? "NULL" : (0..<columnCount).map { "c\($0)" }.joined(separator: ", ")
      let condition = isLookup ? " WHERE key = ?" : ""
      statement = try database.prepare("SELECT \(cells) FROM \(Self.table)\(condition) ORDER BY rowid")
    }

    /// Begins again, with another value of the key.
    func begin(_ key: OpaquePointer?) {
      unsafe sqlite3_reset(statement.handle)
      if let key = unsafe key { unsafe sqlite3_bind_value(statement.handle, 1, key) }
    }

    func nextRow() throws -> Bool { try statement.step() }

    func give(_ index: Int, to result: VirtualResult) {
      unsafe sqlite3_result_value(result.context, sqlite3_column_value(statement.handle, Int32(index)))
    }

    func close() { unsafe sqlite3_reset(statement.handle) }
  }
}
