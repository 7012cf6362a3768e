import MillraceCommandLine
import MillraceSQLite

/// A database among the inputs of a query, whose tables SQLite reads itself.
struct AttachedDatabase {
  /// The contents of the database, for error messages.
  let summary: String

  /// - Parameter name: The name of the table, if the input names one, or else of the database.
  init(_ opened: StreamInput, _ input: QueryInput, name: String, to database: SQLite.Database) throws {
    do {
      guard let table = opened.table else {
        try database.attach(opened.path, as: name)
        let tables = try database.tableNames(in: name)
        summary = "database \(name) (\(input.name)) has the tables \(tables.joined(separator: ", "))"
        return
      }
      // The name of the database only must not be that of another one.
      let databaseName = "file of " + name
      try database.attach(opened.path, as: databaseName)
      let tables = try database.tableNames(in: databaseName)
      guard tables.contains(table) else {
        throw CommandError.usage(
          "there is no table '\(table)' in \(opened.path)", hint: "tables are \(tables.joined(separator: ", "))")
      }
      try database.alias(table, in: databaseName, as: name)
      summary = "table \(name) is in \(input.name)"
    } catch let error as SQLite.DatabaseError {
      throw CommandError.data("millrace: \(input.name): \(error.message)")
    }
  }
}
