import Millrace
import MillraceSQLite

/// The rows of one transaction. Cells go from SQLite's memory straight into the JSON text, with no task in between.
final class SQLiteList: TaskList {
  let revision: Revision
  let nextPage: Int?
  private let folder: TaskFolder
  /// As long as this is there, the connection sees the same state: statements that overlap are in one transaction.
  private var state: SQLite.Reader?
  private var rows: SQLite.Reader?
  private let onEnd: () -> Void

  /// - Parameters:
  ///   - database: must not be used elsewhere until the end.
  ///   - onEnd: is called once when the list has ended. If this throws, it is not called.
  init(
    _ database: SQLite.Database, store: Int, _ filter: TaskFilter, _ folder: TaskFolder, onEnd: @escaping () -> Void
  ) throws {
    self.folder = folder
    self.onEnd = onEnd
    var state = try TaskDatabase.revision(database)
    revision = Revision(store: store, number: try TaskDatabase.revisionNumber(&state))
    nextPage = try Self.nextPage(database, filter)
    rows = try Self.rows(database, Self.columns, filter, "LIMIT ?", filter.limit ?? -1)
    self.state = consume state
  }

  deinit { end() }

  /// The rows that are wanted, in the order of their ids.
  ///
  /// - Parameter limit: what is after the order, with one parameter.
  private static func rows(
    _ database: SQLite.Database, _ columns: String, _ filter: TaskFilter, _ limit: String, _ count: Int
  ) throws -> SQLite.Reader {
    let after = filter.after ?? 0
    if let completed = filter.completed {
      return try database.query(
        "SELECT \(columns) FROM tasks WHERE id > ? AND completed = ? ORDER BY id \(limit)", after, completed, count)
    }
    return try database.query("SELECT \(columns) FROM tasks WHERE id > ? ORDER BY id \(limit)", after, count)
  }

  /// The last id of the page, if there is one more after it.
  private static func nextPage(_ database: SQLite.Database, _ filter: TaskFilter) throws -> Int? {
    guard let limit = filter.limit else { return nil }
    var rows = try rows(database, "id", filter, "LIMIT 2 OFFSET ?", limit - 1)
    guard try rows.cells.nextRow() else { return nil }
    let last = try rows.cells.readInteger(Int.self, at: 0)
    return try rows.cells.nextRow() ? last : nil
  }

  func write(to writer: inout JSON.Writer, untilByteCount count: Int) throws -> Bool {
    // Taken out of this object for as long as it is used: access to what is in an object is checked every time.
    guard var rows = exchange(&rows, with: nil) else { return true }
    while writer.bytes.count < count {
      guard try rows.cells.nextRow() else {
        _ = consume rows
        end()
        return true
      }
      try Self.write(&rows.cells, in: folder, to: &writer)
    }
    self.rows = consume rows
    return false
  }

  /// The columns of a task, in the order in which they are read below; as expressions they have no declared types.
  private static let columns = "+id, +completed, +\"order\", +title"

  private static func write(
    _ row: inout SQLite.ResultRow, in folder: TaskFolder, to writer: inout JSON.Writer
  ) throws {
    let id = try row.readInteger(Int.self, at: 0)
    let completed = try row.readBool(at: 1)
    let order = row.isNull(at: 2) ? nil : try row.readInteger(Int.self, at: 2)
    try writer.write(task: id, completed, order, in: folder) { writer in
      try row.withText(at: 3) { writer.writeString(utf8: $0) }
    }
  }

  private func end() {
    guard state != nil else { return }
    rows = nil
    state = nil
    onEnd()
  }
}
