import CSQLite

extension SQLite {
  /// The time at which a transaction acquires its locks.
  public enum TransactionKind: Sendable, Hashable {
    /// The first statement that needs a lock acquires it. Use it for reading, so that all queries see the same state.
    case deferred
    /// The transaction acquires the write lock when it begins, so it cannot fail later because of other connections.
    case immediate
    /// The transaction acquires an exclusive lock when it begins.
    case exclusive
  }

  /// A transaction that is open: that of the connection, or a savepoint within it.
  struct OpenTransaction {
    /// The savepoint; nil for the outermost transaction.
    var savepoint: String?
  }
}

extension SQLite.Database {
  /// Commits all changes of a closure, or none.
  ///
  /// Within another transaction it is a savepoint, and its kind does not matter.
  ///
  /// ```swift
  /// try database.transaction {
  ///   try database.execute("UPDATE accounts SET balance = balance - ? WHERE id = ?", 100, 1)
  ///   try database.execute("UPDATE accounts SET balance = balance + ? WHERE id = ?", 100, 2)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - body: a closure. If it throws, its changes are rolled back, and its error is thrown.
  ///   - kind: how the transaction begins. Default: `.immediate`.
  /// - Throws: ``SQLite/DatabaseError``, after everything has been rolled back.
  @discardableResult
  public func transaction<Result>(
    _ kind: SQLite.TransactionKind = .immediate, _ body: () throws -> Result
  ) throws -> Result {
    let transaction = try begin(kind)
    do {
      let result = try body()
      try commit(transaction)
      return result
    } catch {
      rollback(transaction)
      throw error
    }
  }

  /// Whether a transaction is open.
  public var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  func begin(_ kind: SQLite.TransactionKind) throws -> SQLite.OpenTransaction {
    if isInTransaction {
      let name = "millrace_\(transactionDepth)"
      try execute("SAVEPOINT \(name)")
      transactionDepth += 1
      return SQLite.OpenTransaction(savepoint: name)
    }
    switch kind {
    case .deferred: try execute("BEGIN DEFERRED")
    case .immediate: try execute("BEGIN IMMEDIATE")
    case .exclusive: try execute("BEGIN EXCLUSIVE")
    }
    transactionDepth = 1
    return SQLite.OpenTransaction(savepoint: nil)
  }

  /// - Throws: ``DatabaseError`` if nothing was committed. The transaction must then be rolled back.
  func commit(_ transaction: SQLite.OpenTransaction) throws {
    if let savepoint = transaction.savepoint { try execute("RELEASE \(savepoint)") } else { try execute("COMMIT") }
    transactionDepth -= 1
  }

  func rollback(_ transaction: SQLite.OpenTransaction) {
    transactionDepth -= 1
    // After some errors, SQLite has rolled back everything; only then do these statements fail.
    guard isInTransaction else { return }
    if let savepoint = transaction.savepoint {
      _ = try? execute("ROLLBACK TO \(savepoint)")
      _ = try? execute("RELEASE \(savepoint)")
    } else {
      _ = try? execute("ROLLBACK")
    }
  }
}
