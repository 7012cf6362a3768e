import CSQLite

extension SQLite {
  /// The prepared statements of a connection that are not in use. The most recently used one is the last.
  ///
  /// SAFETY: the statements belong to this value, which finalizes them before the connection is closed.
  @safe
  struct StatementCache: ~Copyable {
    private var idle: [(sql: String, handle: OpaquePointer)] = unsafe []
    private let capacity = 32

    /// Removes a statement from the cache and returns it.
    mutating func take(_ sql: String) -> OpaquePointer? {
      guard let index = unsafe idle.lastIndex(where: { unsafe $0.sql == sql }) else { return nil }
      return unsafe idle.remove(at: index).handle
    }

    /// Stores a statement whose parameters are not bound.
    mutating func keep(_ handle: OpaquePointer) {
      unsafe sqlite3_reset(handle)
      unsafe sqlite3_clear_bindings(handle)
      if unsafe idle.count == capacity { unsafe sqlite3_finalize(idle.removeFirst().handle) }
      unsafe idle.append((String(cString: sqlite3_sql(handle)), handle))
    }

    /// Finalizes all statements.
    mutating func removeAll() {
      unsafe idle.forEach { unsafe sqlite3_finalize($0.handle) }
      unsafe idle = unsafe []
    }
  }
}
