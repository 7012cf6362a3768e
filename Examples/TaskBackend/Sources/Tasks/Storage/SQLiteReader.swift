import Millrace
import MillraceSQLite

/// Reads tasks of a database, for one thread.
///
/// A list that a slow client reads keeps its state of the tasks until the end, and with it a connection of its own: who
/// keeps lists limits their number. All other reads see what was committed last.
public final class SQLiteReader: TaskReading {
  private let file: TaskFile
  /// For all reads but lists.
  private let database: SQLite.Database
  private var idle: [SQLite.Database] = []
  private var documents = DocumentCache()

  private static var maximumIdle: Int { 4 }

  /// - Parameter file: has been opened by a ``SQLiteWriter``.
  /// - Throws: `SQLite.DatabaseError`, ``StorageProblem``.
  public init(_ file: TaskFile) throws {
    self.file = file
    database = try file.openForReading()
  }

  public func revision() throws -> Revision {
    try checkFile()
    return Revision(store: file.store, number: try TaskDatabase.revisionNumber(database))
  }

  public func task(_ id: Int) throws -> TodoTask? {
    try checkFile()
    var rows = try database.query("SELECT id, title, completed, \"order\" FROM tasks WHERE id = ?", id)
    return try rows.next(TodoTask.self)
  }

  public func tasks(_ filter: TaskFilter, in folder: TaskFolder) throws -> any TaskList {
    try checkFile()
    let database = try idle.popLast() ?? file.openForReading()
    do {
      return try SQLiteList(database, store: file.store, filter, folder) { [self] in
        // Many are needed only as long as there are many slow clients.
        if idle.count < Self.maximumIdle { idle.append(database) }
      }
    } catch {
      idle.append(database)
      throw error
    }
  }

  public func count() throws -> Int {
    try checkFile()
    return try number("SELECT count(*) FROM tasks")
  }

  public func document(
    _ filter: TaskFilter, in folder: TaskFolder, acceptsGzip: Bool, readNumber: Int
  ) throws -> ListDocument? {
    try checkFile()
    let commits = file.commits.load(ordering: .acquiring)
    return try documents.document(
      filter, origin: folder.origin, acceptsGzip: acceptsGzip, readNumber: readNumber, commits: commits
    ) {
      try number("PRAGMA data_version")
    }
  }

  public func keep(
    _ text: Span<UInt8>, isCompressed: Bool, of list: any TaskList, _ filter: TaskFilter, in folder: TaskFolder,
    acceptsGzip: Bool
  ) {
    let text = text.withUnsafeBufferPointer { Array($0) }
    let document = ListDocument(
      revision: list.revision, nextPage: list.nextPage, text: text, isCompressed: isCompressed)
    documents.keep(document, filter, origin: folder.origin, acceptsGzip: acceptsGzip)
  }

  private func number(_ query: String) throws -> Int {
    var rows = try database.query(query)
    return try rows.cells.nextRow() ? rows.cells.readInteger(Int.self, at: 0) : 0
  }

  private func checkFile() throws(StorageProblem) {
    if !file.isThere.load(ordering: .relaxed) { throw .fileIsGone }
  }
}
