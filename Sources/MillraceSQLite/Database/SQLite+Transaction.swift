import CSQLite

extension SQLite {
  /// When a transaction takes its locks.
  public enum TransactionKind: Sendable, Hashable {
    /// With the first statement that needs it. For reading, so that all queries see the same state.
    case deferred
    /// The lock for writing at once, so that the transaction fails at its beginning or not at all because of others.
    case immediate
    /// At once a lock that keeps all others out.
    case exclusive
  }

  /// A transaction that is open: that of the connection, or a savepoint within it.
  struct OpenTransaction {
    /// nil for a transaction that is in no other.
    var savepoint: String?
  }
}

extension SQLite.Database {
  /// Does everything, or nothing of it.
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
  ///   - body: its error is thrown on, after everything it did has been rolled back.
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
  public var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

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

  /// - Throws: when nothing has been committed, and the transaction is to be rolled back.
  func commit(_ transaction: SQLite.OpenTransaction) throws {
    if let savepoint = transaction.savepoint { try execute("RELEASE \(savepoint)") } else { try execute("COMMIT") }
    transactionDepth -= 1
  }

  func rollback(_ transaction: SQLite.OpenTransaction) {
    transactionDepth -= 1
    // Some errors have rolled back everything already; then, and only then, these have nothing to do and fail.
    guard isInTransaction else { return }
    if let savepoint = transaction.savepoint {
      _ = try? execute("ROLLBACK TO \(savepoint)")
      _ = try? execute("RELEASE \(savepoint)")
    } else {
      _ = try? execute("ROLLBACK")
    }
  }
}
