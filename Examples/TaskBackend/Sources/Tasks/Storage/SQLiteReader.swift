import Millrace
import MillraceSQLite

/// Reads tasks of a database, for one thread.
///
/// A list that a slow client reads keeps its state of the tasks until the end, and with it a connection of its own: who
/// keeps lists limits their number. All other reads see what was committed last.
public final class SQLiteReader: TaskReading {
  private let path: String
  private var idle: [SQLite.Database] = []

  private static var maximumIdle: Int { 4 }

  /// - Parameter path: a database that a ``SQLiteWriter`` has opened.
  /// - Throws: `SQLite.DatabaseError`.
  public init(path: String) throws {
    self.path = path
    idle = [try TaskDatabase.openForReading(path: path)]
  }

  public func revision() throws -> Revision { try withDatabase { try TaskDatabase.revision($0) } }

  public func task(_ id: Int) throws -> (TodoTask?, Revision) {
    try withDatabase { database in
      try database.transaction(.deferred) {
        var rows = try database.query("SELECT id, title, completed, \"order\" FROM tasks WHERE id = ?", id)
        return (try rows.next(TodoTask.self), try TaskDatabase.revision(database))
      }
    }
  }

  public func tasks(_ filter: TaskFilter, in folder: TaskFolder) throws -> any TaskList {
    let database = try idle.popLast() ?? TaskDatabase.openForReading(path: path)
    do {
      return try SQLiteList(database, filter, folder) { [self] isUsable in
        // Many are needed only as long as there are many slow clients.
        if isUsable, idle.count < Self.maximumIdle { idle.append(database) }
      }
    } catch {
      idle.append(database)
      throw error
    }
  }

  public func count() throws -> Int {
    try withDatabase { database in
      var rows = try database.query("SELECT count(*) FROM tasks")
      return try rows.cells.nextRow() ? rows.cells.readInteger(Int.self, at: 0) : 0
    }
  }

  private func withDatabase<Result>(_ body: (SQLite.Database) throws -> Result) throws -> Result {
    let database = try idle.popLast() ?? TaskDatabase.openForReading(path: path)
    defer { idle.append(database) }
    return try body(database)
  }
}
