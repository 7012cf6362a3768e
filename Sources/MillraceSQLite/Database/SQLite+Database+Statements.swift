import CSQLite
import Millrace

extension SQLite.Database {
  /// Runs a statement, or several statements if no values are bound. Their rows are skipped.
  ///
  /// ```swift
  /// try database.execute("DELETE FROM films WHERE year < ?", 1927)
  /// ```
  ///
  /// - Parameters:
  ///   - sql: the statement. Pass values that differ between calls as parameters, never in this text.
  ///   - values: the values of the parameters, by position.
  /// - Returns: the number of rows that were inserted, changed or deleted, including those by triggers and foreign keys.
  /// - Throws: ``SQLite/DatabaseError``.
  @discardableResult
  public func execute(_ sql: String, _ values: any SQLite.Bindable...) throws -> Int {
    let changesBefore = totalChanges
    if values.isEmpty {
      try runAll(sql)
    } else {
      let statement = try prepare(sql)
      try statement.bind(values)
      try statement.run()
    }
    return totalChanges - changesBefore
  }

  /// The number of rows that were inserted, changed or deleted since the connection was opened.
  private var totalChanges: Int {
    if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *) {
      return unsafe Int(sqlite3_total_changes64(connection))
    }
    return unsafe Int(sqlite3_total_changes(connection))
  }

  /// Returns the rows of a query, one at a time.
  ///
  /// ```swift
  /// var films = try database.query("SELECT name, year FROM films WHERE year BETWEEN ? AND ?", 1980, 1989)
  /// while let film = try films.next(Film.self) { print(film.name) }
  /// ```
  ///
  /// While they are read, other connections may have to wait before they can write.
  ///
  /// - Parameters:
  ///   - sql: the statement. Pass values that differ between calls as parameters, never in this text.
  ///   - values: the values of the parameters, by position.
  ///   - options: how cells are read.
  /// - Throws: ``SQLite/DatabaseError``.
  public func query(
    _ sql: String, _ values: any SQLite.Bindable..., options: SQLite.ReadingOptions = SQLite.ReadingOptions()
  ) throws -> SQLite.Reader {
    let statement = try prepare(sql)
    try statement.bind(values)
    return SQLite.Reader(try SQLite.ResultRow(statement, options))
  }

  /// Returns the rows of a query with named parameters.
  ///
  /// ```swift
  /// var films = try database.query("SELECT * FROM films WHERE year = :year", named: ["year": 1982])
  /// ```
  ///
  /// - Throws: ``SQLite/DatabaseError`` if the statement cannot be prepared, returns no rows, or has other parameters.
  public func query(
    _ sql: String, named values: [String: any SQLite.Bindable],
    options: SQLite.ReadingOptions = SQLite.ReadingOptions()
  ) throws -> SQLite.Reader {
    let statement = try prepare(sql)
    try statement.bind(values)
    return SQLite.Reader(try SQLite.ResultRow(statement, options))
  }

  /// Returns a table. It need not exist.
  public func table(_ name: String) -> SQLite.Table { SQLite.Table(database: self, name: name) }
}

extension SQLite.Database {
  /// Prepares exactly one statement, or takes it from the cache.
  ///
  /// - Parameter isKept: Whether the statement returns to the cache after its use.
  func prepare(_ sql: String, isKept: Bool = true) throws -> SQLite.Statement {
    if isKept, let handle = unsafe statements.take(sql) { return unsafe SQLite.Statement(self, handle, isKept: true) }
    var sql = sql
    let (statement, rest) = try sql.withUTF8 { try unsafe prepareFirst(of: $0, isKept: isKept) }
    guard let statement else { throw SQLite.DatabaseError.misuse("empty SQL; expected one statement", sql: sql) }
    guard try sql.withUTF8({ try unsafe isEmpty($0[rest...]) }) else {
      throw SQLite.DatabaseError.misuse("more than one SQL statement; expected one", sql: sql)
    }
    return statement
  }

  private func runAll(_ sql: String) throws {
    var sql = sql
    try sql.withUTF8 { text in
      var start = 0
      while start < text.count {
        let (statement, rest) = try unsafe prepareFirst(
          of: UnsafeBufferPointer(rebasing: text[start...]), isKept: false)
        try statement?.run()
        start += rest
      }
    }
  }

  /// Whether a text has no statements, only white space and comments.
  private func isEmpty(_ sql: Slice<UnsafeBufferPointer<UInt8>>) throws -> Bool {
    var rest = unsafe sql
    while unsafe !rest.isEmpty {
      let (statement, count) = try unsafe prepareFirst(of: UnsafeBufferPointer(rebasing: rest), isKept: false)
      if statement != nil { return false }
      unsafe rest = unsafe rest.dropFirst(count)
    }
    return true
  }

  /// Prepares the first statement of a text.
  ///
  /// - Returns: The statement, or nil if the rest of the text has none, and the number of bytes that were used.
  private func prepareFirst(
    of sql: UnsafeBufferPointer<UInt8>, isKept: Bool
  ) throws -> (SQLite.Statement?, used: Int) {
    func text() -> String { unsafe String(decoding: sql, as: UTF8.self) }
    if unsafe sql.contains(0) { throw SQLite.DatabaseError.misuse("SQL contains a NUL character", sql: text()) }
    guard let count = Int32(exactly: sql.count) else {
      throw SQLite.DatabaseError(code: .tooBig, message: "SQL statement is too large: \(sql.count) bytes")
    }
    guard let start = sql.baseAddress else { return (nil, 0) }
    return try unsafe start.withMemoryRebound(to: CChar.self, capacity: sql.count) { start in
      var handle: OpaquePointer?
      var rest: UnsafePointer<CChar>?
      let flags = UInt32(isKept ? SQLITE_PREPARE_PERSISTENT : 0)
      guard unsafe sqlite3_prepare_v3(connection, start, count, flags, &handle, &rest) == SQLITE_OK else {
        throw unsafe SQLite.DatabaseError(connection, sql: text())
      }
      let used = unsafe rest.map { unsafe $0 - start } ?? sql.count
      return unsafe (handle.map { unsafe SQLite.Statement(self, $0, isKept: isKept) }, used)
    }
  }
}
