import CSQLite
import Millrace

extension SQLite.Database {
  /// The maximum number of columns of a table: 2,000, unless SQLite was built with another limit (sqlite.org/limits.html).
  private var columnLimit: Int { unsafe Int(sqlite3_limit(connection, SQLITE_LIMIT_COLUMN, -1)) }

  /// - Throws: ``SQLite/DatabaseError`` if a table cannot have this number of columns.
  func checkColumnCount(_ count: Int, ofTable table: String) throws {
    guard count > columnLimit else { return }
    throw SQLite.DatabaseError(
      code: .error, message: "table \(table) needs \(count) columns; SQLite allows at most \(columnLimit)")
  }
}

extension SQLite.DatabaseError {
  /// Whether a table would have too many columns.
  package var isAboutColumnLimit: Bool { message.contains(utf8Of: " columns; SQLite allows at most ") }
}
