import MillraceSQLite

/// The tables that tasks are kept in.
enum TaskDatabase {
  /// Makes what is not there yet. If everything is, nothing is written.
  ///
  /// - Throws: `SQLite.DatabaseError`.
  static func prepare(_ database: SQLite.Database) throws {
    // Readers do not wait for the writer, and a commit is on the disk when it returns.
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try database.transaction {
      try database.execute(schema)
      try database.execute("INSERT INTO revision (number) SELECT 0 WHERE NOT EXISTS (SELECT * FROM revision)")
    }
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS tasks (
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again
      title TEXT NOT NULL,
      completed BOOLEAN NOT NULL,
      "order" INTEGER
    );
    -- One row, with a number that every commit makes greater.
    CREATE TABLE IF NOT EXISTS revision (number INTEGER NOT NULL);
    -- The tasks that were created with the keys that were used last, as they were then.
    CREATE TABLE IF NOT EXISTS keyed_tasks (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL UNIQUE,
      id INTEGER NOT NULL,
      title TEXT NOT NULL,
      completed BOOLEAN NOT NULL,
      "order" INTEGER
    )
    """

  /// The number of the state that a connection sees.
  static func revisionNumber(_ database: SQLite.Database) throws -> Int {
    var rows = try revision(database)
    return try revisionNumber(&rows)
  }

  /// A query for the number of the state. After the number was read, the connection sees the same state as long as the
  /// query is there.
  static func revision(_ database: SQLite.Database) throws -> SQLite.Reader {
    // As an expression it has no declared type, which would be parsed for each query.
    try database.query("SELECT +number FROM revision")
  }

  static func revisionNumber(_ rows: inout SQLite.Reader) throws -> Int {
    guard try rows.cells.nextRow() else {
      throw SQLite.DatabaseError(code: .corrupt, message: "the table revision is empty")
    }
    return try rows.cells.readInteger(Int.self, at: 0)
  }
}
