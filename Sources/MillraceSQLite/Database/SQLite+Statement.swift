import CSQLite

extension SQLite {
  /// A prepared statement. It returns to the connection's cache when its last reference is released.
  ///
  /// SAFETY: the statement and the cells belong to this object, which deallocates the cells, and finalizes the statement or
  /// returns it to the cache.
  @safe
  final class Statement {
    let database: Database
    let handle: OpaquePointer
    /// The number of columns in a row of the result; 0 if there is no result.
    let columnCount: Int
    /// Memory for the cells of one row, for the reader of the rows.
    let cells: UnsafeMutablePointer<SelectedCell>
    private let isKept: Bool

    /// - Parameters:
    ///   - handle: The statement, which this object then owns.
    ///   - isKept: Whether it returns to the cache.
    init(_ database: Database, _ handle: OpaquePointer, isKept: Bool) {
      self.database = database
      unsafe self.handle = unsafe handle
      self.isKept = isKept
      columnCount = unsafe Int(sqlite3_column_count(handle))
      unsafe cells = .allocate(capacity: columnCount)
      unsafe cells.initialize(repeating: SelectedCell(value: nil, storageClass: .null), count: columnCount)
    }

    deinit {
      if isKept { unsafe database.statements.keep(handle) } else { unsafe sqlite3_finalize(handle) }
      unsafe cells.deallocate()
    }

    /// The text of the statement.
    var sql: String { unsafe String(cString: sqlite3_sql(handle)) }

    /// Runs the statement up to its next row.
    ///
    /// - Returns: whether there is a row; if not, the statement has ended and is reset.
    func step() throws -> Bool {
      if unsafe sqlite3_step(handle) == SQLITE_ROW { return true }
      return try end()
    }

    /// Resets the statement after a step that returned no row.
    ///
    /// - Returns: `false`.
    /// - Throws: ``DatabaseError`` if the step failed.
    func end() throws -> Bool {
      let error = unsafe DatabaseError(database.connection, sql: sql)
      // `sqlite3_reset` returns the error of the last step again.
      if unsafe sqlite3_reset(handle) != SQLITE_OK { throw error }
      return false
    }

    /// Runs a statement and skips its rows.
    func run() throws { while try step() {} }
  }
}

// MARK: - Parameters

extension SQLite.Statement {
  /// Binds values to all of the parameters in their order.
  func bind(_ values: [any SQLite.Bindable]) throws {
    let count = unsafe Int(sqlite3_bind_parameter_count(handle))
    guard values.count == count else {
      throw SQLite.DatabaseError.misuse("wrong number of values: found \(values.count), expected \(count)", sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  /// Binds values to all of the parameters by their names, with or without the `:`, `@` or `$` in front.
  func bind(_ values: [String: any SQLite.Bindable]) throws {
    var values = values
    for index in unsafe 0..<sqlite3_bind_parameter_count(handle) {
      guard let pointer = unsafe sqlite3_bind_parameter_name(handle, index + 1) else {
        throw SQLite.DatabaseError.misuse("parameter \(index + 1) has no name; bind values by position", sql: sql)
      }
      let name = unsafe String(cString: pointer)
      guard let value = values.removeValue(forKey: name) ?? values.removeValue(forKey: String(name.dropFirst())) else {
        throw SQLite.DatabaseError.misuse("missing value for parameter \(name)", sql: sql)
      }
      try bind(value, at: index + 1)
    }
    if let name = values.keys.min() { throw SQLite.DatabaseError.misuse("unknown parameter \(name)", sql: sql) }
  }

  private func bind(_ value: any SQLite.Bindable, at index: Int32) throws {
    let value = try value.boundValue
    let code =
      switch value {
      case .null: unsafe sqlite3_bind_null(handle, index)
      case .integer(let integer): unsafe sqlite3_bind_int64(handle, index, integer)
      case .real(let double): unsafe sqlite3_bind_double(handle, index, double)
      case .text(let text): bind(text, at: index)
      case .blob(let bytes):
        unsafe bytes.withUnsafeBytes {
          unsafe millrace_sqlite_bind_blob_copy(handle, index, $0.baseAddress ?? Self.nothing, UInt64($0.count))
        }
      }
    if code != SQLITE_OK { throw unsafe SQLite.DatabaseError(database.connection, sql: sql) }
  }

  /// Binds a copy of a text.
  func bind(_ text: String, at index: Int32) -> Int32 {
    var text = text
    return text.withUTF8 {
      unsafe millrace_sqlite_bind_text_copy(
        handle, index, UnsafeRawPointer($0.baseAddress) ?? Self.nothing, UInt64($0.count))
    }
  }

  /// The address of an empty text or blob, because SQLite treats a null pointer as NULL.
  static var nothing: UnsafeRawPointer { unsafe UnsafeRawPointer(("" as StaticString).utf8Start) }
}
