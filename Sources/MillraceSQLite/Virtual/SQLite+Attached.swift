import CSQLite
import Millrace

extension SQLite.Database {
  /// Attaches another database, whose tables can be used by their names, with and without that of the database.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is opened in the mode of this database.
  ///   - name: The name of the database in statements.
  package func attach(_ path: String, as name: String) throws {
    let file = SQLite.FileName(path, mode)
    do {
      try execute("ATTACH ? AS \(try SQLite.quoted(name))", file.name)
      // Opening does not read the file, so a file that is not a database is only noticed here.
      _ = try tableNames(in: name)
    } catch let error as SQLite.DatabaseError { throw file.explained(error) }
  }

  /// Adds another name for a table of an attached database.
  package func alias(_ table: String, in database: String, as name: String) throws {
    let (alias, origin) = (try SQLite.quoted(name), "\(try SQLite.quoted(database)).\(try SQLite.quoted(table))")
    try execute("CREATE TEMP VIEW \(alias) AS SELECT * FROM \(origin)")
  }

  /// The names of the tables and views of an attached database.
  package func tableNames(in database: String) throws -> [String] {
    let statement = try prepare(
      "SELECT name FROM \(try SQLite.quoted(database)).sqlite_master WHERE type IN ('table', 'view')"
        + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")
    var names: [String] = []
    while try statement.step() {
      names.append(unsafe sqlite3_column_text(statement.handle, 0).map { unsafe String(cString: $0) } ?? "")
    }
    return names
  }
}
