import Millrace
import MillraceSQLite

/// The rows of one transaction, each of which goes from SQLite's memory straight into the text of JSON.
final class SQLiteList: TaskList {
  let revision: Revision
  let nextPage: Int?
  private let database: SQLite.Database
  private var rows: SQLite.Reader?
  private let onEnd: (_ isUsable: Bool) -> Void

  /// - Parameters:
  ///   - database: is used by nobody else until the end.
  ///   - onEnd: is called once when the list has ended, with whether the database can be used again. If this throws, it is not
  ///     called.
  init(
    _ database: SQLite.Database, _ filter: TaskFilter, _ folder: TaskFolder, onEnd: @escaping (_ isUsable: Bool) -> Void
  ) throws {
    self.database = database
    self.onEnd = onEnd
    try database.execute("BEGIN")
    do {
      revision = try TaskDatabase.revision(database)
      nextPage = try Self.nextPage(database, filter)
      // An absent member is what Millrace makes of a null, and the booleans of a column that is declared so.
      rows = try database.query(
        "SELECT id, title, completed, \"order\", ? || id AS url \(Self.condition(filter)) ORDER BY id LIMIT ?",
        folder.url, filter.after ?? 0, filter.completed, filter.limit ?? -1)
    } catch {
      try database.execute("ROLLBACK")
      throw error
    }
  }

  deinit { end() }

  /// With two parameters: an id, and whether tasks are completed.
  private static func condition(_ filter: TaskFilter) -> String {
    "FROM tasks WHERE id > ? AND \(filter.completed == nil ? "? IS NULL" : "completed = ?")"
  }

  /// The last id of the page, if there is one more behind it.
  private static func nextPage(_ database: SQLite.Database, _ filter: TaskFilter) throws -> Int? {
    guard let limit = filter.limit else { return nil }
    var rows = try database.query(
      "SELECT id \(condition(filter)) ORDER BY id LIMIT 2 OFFSET ?", filter.after ?? 0, filter.completed, limit - 1)
    let last = try rows.next(Identifier.self)
    return try rows.next(Identifier.self) == nil ? nil : last?.id
  }

  @Serializable
  struct Identifier {
    var id: Int
  }

  func write(to writer: inout JSON.Writer, untilByteCount count: Int) throws -> Bool {
    while writer.bytes.count < count {
      guard try rows?.forwardNext(to: &writer, restart: { _ in }) ?? false else {
        end()
        return true
      }
    }
    return false
  }

  private func end() {
    guard rows != nil else { return }
    // The statement first: it reads as long as it is there.
    rows = nil
    // A connection that stayed in a transaction would never see anything new.
    onEnd((try? database.execute("COMMIT")) != nil)
  }
}
