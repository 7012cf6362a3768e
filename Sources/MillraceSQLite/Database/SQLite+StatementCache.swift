import CSQLite

extension SQLite {
  /// The prepared statements of a connection that are not in use, the one used last at the end.
  struct StatementCache: ~Copyable {
    private var idle: [(sql: String, handle: OpaquePointer)] = []
    private let capacity = 32

    /// Takes out a statement.
    mutating func take(_ sql: String) -> OpaquePointer? {
      guard let index = idle.lastIndex(where: { $0.sql == sql }) else { return nil }
      return idle.remove(at: index).handle
    }

    /// Takes back a statement that was prepared or taken, with nothing bound to it.
    mutating func keep(_ handle: OpaquePointer) {
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
      if idle.count == capacity { sqlite3_finalize(idle.removeFirst().handle) }
      idle.append((String(cString: sqlite3_sql(handle)), handle))
    }

    /// Lets go of all statements.
    mutating func removeAll() {
      for (_, handle) in idle { sqlite3_finalize(handle) }
      idle = []
    }
  }
}
