import Millrace
import MillraceSQLite

/// The rows of the first input by their keys, in a temporary database, and the keys that only the second input has.
///
/// SQLite keeps the database in memory as long as it is small, and otherwise in a file without a name in `TMPDIR`.
final class RowStore {
  private let database: SQLite.Database
  /// For each row of the first input, the row of the second input with the same key; 0 if there is no such row.
  private var matches: [Int] = []

  /// A row as it is stored. The rows of the second input have negative numbers and no text.
  @Serializable
  struct Row {
    var number: Int
    var text: String?
  }

  init() throws {
    database = try SQLite.Database(path: "", mode: .create)
    try database.execute("PRAGMA journal_mode = OFF")
    try database.execute("PRAGMA synchronous = OFF")
    try database.execute("PRAGMA cache_size = -32768")
    try database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, key TEXT NOT NULL, text TEXT)")
    try database.execute("CREATE UNIQUE INDEX keys ON rows (key)")
    try database.execute("BEGIN")
  }

  /// Adds a row of the first input.
  ///
  /// - Returns: The row with the same key, or nil if there was none and this one was added.
  func add(_ row: ComparedRow) throws -> Int? {
    try insert(row.number, row.key, row.text)
  }

  private func insert(_ number: Int, _ key: String, _ text: String?) throws -> Int? {
    let count = try database.execute("INSERT OR IGNORE INTO rows VALUES (?, ?, ?)", number, key, text)
    return count == 1 ? nil : try find(key)?.number
  }

  private func find(_ key: String) throws -> Row? {
    var rows = try database.query("SELECT number, text FROM rows WHERE key = ?", key)
    return try rows.next(Row.self)
  }

  enum Match {
    /// The first input has no row with this key.
    case none
    /// The text of the row in the first input.
    case row(String)
    /// A row of the second input has the same key.
    case duplicate(Int)
  }

  /// Finds the row of the first input that has the key of a row of the second one.
  func match(_ row: ComparedRow) throws -> Match {
    guard let found = try find(row.key) else {
      _ = try insert(-row.number, row.key, nil)
      return .none
    }
    guard let text = found.text else { return .duplicate(-found.number) }
    while matches.count <= found.number { matches.append(0) }
    guard matches[found.number] == 0 else { return .duplicate(matches[found.number]) }
    matches[found.number] = row.number
    return .row(text)
  }

  /// Calls a function with the rows of the first input that have no match, in their order.
  func forEachRest(_ body: (String) throws -> Void) throws {
    var rows = try database.query("SELECT number, text FROM rows WHERE number > 0 ORDER BY number")
    while let row = try rows.next(Row.self) {
      if row.number < matches.count, matches[row.number] != 0 { continue }
      if let text = row.text { try body(text) }
    }
  }
}
