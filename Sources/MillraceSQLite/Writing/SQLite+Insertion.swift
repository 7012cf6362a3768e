import CSQLite

extension SQLite {
  /// The insertion of rows into a table: its transactions, its columns, and the number of inserted rows.
  @usableFromInline
  final class Insertion {
    let database: Database
    let options: WritingOptions
    private let onConversion: (ColumnConversion) -> Void
    private var table: TableDefinition
    /// The kinds of the values of each column.
    private var kinds: [StagedKinds] = []
    private var transaction: OpenTransaction?
    /// The statement for the usual number of rows.
    private var statement: (rows: Int, statement: Statement)?
    private var rowsInTransaction = 0
    private var committedRows = 0
    /// The error after which the transaction was rolled back, so that no further row can be inserted.
    private(set) var failure: (any Error)?

    /// - Parameter onConversion: Receives the conversions of values in each column when all rows are inserted.
    init(
      _ database: Database, table: String, options: WritingOptions,
      onConversion: @escaping (ColumnConversion) -> Void
    ) throws {
      self.onConversion = onConversion
      if let batch = options.batch, batch < 1 {
        throw DatabaseError.misuse("invalid batch size \(batch); expected at least 1 row")
      }
      self.database = database
      self.options = options
      self.table = try TableDefinition(named: table, options)
    }

    deinit { rollback() }

    var columns: [InsertedColumn] { table.columns }

    /// The number of inserted rows, committed or not.
    var rowCount: Int { committedRows + rowsInTransaction }

    /// The number of rows until the transaction ends.
    var rowsLeftInBatch: Int { options.batch.map { $0 - rowsInTransaction } ?? .max }
  }
}

// MARK: - Transactions

extension SQLite.Insertion {
  /// Begins a transaction, unless one is open.
  func begin() throws {
    guard transaction == nil else { return }
    // The write lock is acquired at the beginning, so that a transaction does not fail later because of other
    // connections.
    transaction = try database.begin(.immediate)
    rowsInTransaction = 0
    try rollingBack { try table.find(in: database) }
  }

  /// Commits the transaction, if one is open.
  func commit() throws {
    guard let open = transaction else { return }
    let rows = committedRows..<rowCount
    try rollingBack {
      do {
        try database.commit(open)
      } catch var error as SQLite.DatabaseError {
        error.rows = rows
        throw error
      }
    }
    transaction = nil
    committedRows += rowsInTransaction
    rowsInTransaction = 0
  }

  /// Ends the insertion.
  func finish() throws {
    if let failure { throw failure }
    if rowCount == 0 {
      try begin()
      try rollingBack { try table.beWithoutRows(in: database) }
    }
    statement = nil
    if table.columnsThere.count < columns.count {
      try begin()
      try rollingBack { try table.makeColumnsOfNulls(in: database) }
    }
    try commit()
    for (column, kinds) in zip(table.columns, kinds) { column.conversion(of: kinds).map(onConversion) }
  }

  func rollback() {
    guard let open = transaction else { return }
    transaction = nil
    // A running statement would keep the locks.
    statement = nil
    database.rollback(open)
    rowsInTransaction = 0
  }

  /// Runs a closure, and rolls back everything that was not committed if it fails.
  private func rollingBack(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch {
      rollback()
      var error = error
      if var databaseError = error as? SQLite.DatabaseError {
        databaseError.committedRows = committedRows
        error = databaseError
      }
      failure = error
      throw error
    }
  }
}

// MARK: - Rows

extension SQLite.Insertion {
  /// Whether the table has a column that stores numbers and booleans as text.
  @usableFromInline
  func storesText(at column: Int) -> Bool {
    table.columns[column].isThere && table.columns[column].type.affinity == .text
  }

  /// Adds a column to the inserted ones.
  func addColumn(named name: String) throws {
    try begin()
    try rollingBack { try table.addColumn(named: name) }
    statement = nil
  }

  /// Inserts rows, and commits them if they complete a batch.
  func insert(_ rows: borrowing SQLite.StagedRows) throws {
    guard rows.count > 0 else { return }
    try begin()
    try rollingBack {
      let known = table.columnsThere
      try table.makeColumns(for: rows, untyped: options.untypedColumns, in: database)
      if table.columnsThere != known { statement = nil }
      while kinds.count < table.columns.count { kinds.append([]) }
      for (index, column) in table.columns.enumerated() {
        let added = rows.kinds(at: index)
        kinds[index].formUnion(added)
        if column.isCreated, column.type.affinity.convertsText, added.contains(.text),
          !kinds[index].contains(.numericText), rows.hasNumericText(at: index)
        {
          kinds[index].insert(.numericText)
        }
      }
      var start = 0
      while start < rows.count {
        let end = min(start + rowsPerStatement, rows.count)
        try insert(rows, start..<end)
        start = end
      }
    }
    rowsInTransaction += rows.count
    if rowsLeftInBatch <= 0 { try commit() }
  }

  private static var mostParametersKept: Int { 2048 }

  /// The maximum number of rows, limited by the number of parameters.
  private var rowsPerStatement: Int {
    let parameters = unsafe Int(sqlite3_limit(database.connection, SQLITE_LIMIT_VARIABLE_NUMBER, -1))
    return max(1, parameters / max(1, table.columns.count))
  }

  private func insert(_ rows: borrowing SQLite.StagedRows, _ range: Range<Int>) throws {
    do {
      try insertOnce(rows, range)
    } catch let error as SQLite.DatabaseError {
      throw blaming(error, rows, range)
    }
  }

  private func insertOnce(_ rows: borrowing SQLite.StagedRows, _ range: Range<Int>) throws {
    let statement = try statement(rows: range.count)
    let columns = table.columnsThere
    if columns.isEmpty {
      for _ in range { try statement.run() }
    } else {
      try statement.bind(
        rows, range, columns, of: table.columns, rounds: options.longNumbers == .nearest, firstRow: rowCount)
      try statement.run()
    }
  }

  private func statement(rows: Int) throws -> SQLite.Statement {
    if let statement, statement.rows == rows { return statement.statement }
    // Statements with many parameters take megabytes, and each new column requires another statement.
    let isKept = rows * table.columns.count <= Self.mostParametersKept
    let prepared = try database.prepare(table.insertion(rows: rows), isKept: isKept)
    statement = (rows, prepared)
    return prepared
  }

  /// Returns the error with the number of the row that caused it.
  ///
  /// SQLite does not report which row of a statement failed. The statement has had no effect, so its rows are inserted
  /// again one by one; all of them are rolled back afterwards.
  private func blaming(
    _ error: SQLite.DatabaseError, _ rows: borrowing SQLite.StagedRows, _ range: Range<Int>
  ) -> SQLite.DatabaseError {
    var error = error
    if error.rows != nil { return error }
    error.rows = range.lowerBound + rowCount..<range.upperBound + rowCount
    // Some errors end the transaction; a row would then be committed.
    guard range.count > 1, database.isInTransaction else { return error }
    for row in range {
      do {
        try insertOnce(rows, row..<row + 1)
      } catch var precise as SQLite.DatabaseError {
        precise.rows = row + rowCount..<row + rowCount + 1
        return precise
      } catch {
        break
      }
      guard database.isInTransaction else { break }
    }
    return error
  }
}
