import Millrace
import MillraceSQLite

/// Reads tasks of a database, for one thread.
///
/// A list that a slow client reads keeps its state of the tasks until the end, and with it a connection of its own: who
/// keeps lists limits their number. All other reads see what was committed last.
public final class SQLiteReader: TaskReading {
  private let file: TaskFile
  private var idle: [SQLite.Database] = []

  private static var maximumIdle: Int { 4 }

  /// - Parameter file: has been opened by a ``SQLiteWriter``.
  /// - Throws: `SQLite.DatabaseError`, ``StorageProblem``.
  public init(_ file: TaskFile) throws {
    self.file = file
    idle = [try file.openForReading()]
  }

  public func revision() throws -> Revision {
    try withDatabase { Revision(store: file.store, number: try TaskDatabase.revisionNumber($0)) }
  }

  public func task(_ id: Int) throws -> TodoTask? {
    try withDatabase { database in
      var rows = try database.query("SELECT id, title, completed, \"order\" FROM tasks WHERE id = ?", id)
      return try rows.next(TodoTask.self)
    }
  }

  public func tasks(_ filter: TaskFilter, in folder: TaskFolder) throws -> any TaskList {
    let database = try takeDatabase()
    do {
      return try SQLiteList(database, store: file.store, filter, folder) { [self] isUsable in
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

  private func takeDatabase() throws -> SQLite.Database {
    guard file.isThere.load(ordering: .relaxed) else { throw StorageProblem.fileIsGone }
    return try idle.popLast() ?? file.openForReading()
  }

  private func withDatabase<Result>(_ body: (SQLite.Database) throws -> Result) throws -> Result {
    let database = try takeDatabase()
    defer { idle.append(database) }
    return try body(database)
  }
}
