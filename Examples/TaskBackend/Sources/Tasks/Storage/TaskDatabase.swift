import MillraceSQLite

/// The tables that tasks are kept in.
enum TaskDatabase {
  /// Opens a connection that writes, and makes what is not there yet.
  ///
  /// - Throws: `SQLite.DatabaseError`.
  static func openForWriting(path: String) throws -> SQLite.Database {
    let database = try SQLite.Database(path: path, mode: .create)
    // Readers do not wait for the writer, and a commit is on the disk when it returns.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try database.transaction {
      try database.execute(schema)
      try database.execute("INSERT INTO revision SELECT 0, 0 WHERE NOT EXISTS (SELECT * FROM revision)")
      // The file may be an older copy that was put back: what was said of its revisions since then is not true of it.
      try database.execute("UPDATE revision SET store = ?", Int.random(in: 0 ... .max))
    }
    return database
  }

  /// Opens a connection that reads.
  ///
  /// - Throws: `SQLite.DatabaseError`.
  static func openForReading(path: String) throws -> SQLite.Database {
    let database = try SQLite.Database(path: path, mode: .readOnly)
    // There may be many connections, and rows are read one after another: few pages are read twice.
    try database.execute("PRAGMA cache_size = -256")
    return database
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS tasks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again
      title TEXT NOT NULL,
      completed BOOLEAN NOT NULL,
      "order" INTEGER
    );
    -- One row: a number for this time that the file is open, and one that every commit makes greater.
    CREATE TABLE IF NOT EXISTS revision (store INTEGER NOT NULL, number INTEGER NOT NULL)
    """

  static func revision(_ database: SQLite.Database) throws -> Revision {
    var rows = try database.query("SELECT store, number FROM revision")
    guard try rows.cells.nextRow() else {
      throw SQLite.DatabaseError(code: .corrupt, message: "the table revision is empty")
    }
    return Revision(
      store: try rows.cells.readInteger(Int.self, at: 0), number: try rows.cells.readInteger(Int.self, at: 1))
  }
}
