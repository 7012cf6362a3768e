import CSQLite

extension SQLite {
  /// A prepared statement. With its last reference it goes back to the connection's cache.
  final class Statement {
    let database: Database
    let handle: OpaquePointer
    /// The number of columns in a row of the result; 0 if there is no result.
    let columnCount: Int
    /// For whoever reads the rows: room for the cells of one of them.
    let cells: UnsafeMutablePointer<SelectedCell>
    private let isKept: Bool

    /// - Parameters:
    ///   - handle: is this object's from now on.
    ///   - isKept: whether it goes to the cache in the end.
    init(_ database: Database, _ handle: OpaquePointer, isKept: Bool) {
      self.database = database
      self.handle = handle
      self.isKept = isKept
      columnCount = Int(sqlite3_column_count(handle))
      cells = .allocate(capacity: columnCount)
      cells.initialize(repeating: SelectedCell(value: nil, storageClass: .null), count: columnCount)
    }

    deinit {
      if isKept { database.statements.keep(handle) } else { sqlite3_finalize(handle) }
      cells.deallocate()
    }

    /// The text of the statement.
    var sql: String { String(cString: sqlite3_sql(handle)) }

    /// Takes one step.
    ///
    /// - Returns: whether there is a row; if not, the statement has ended and is reset.
    func step() throws -> Bool {
      if sqlite3_step(handle) == SQLITE_ROW { return true }
      return try end()
    }

    /// Resets the statement after a step that gave no row.
    ///
    /// - Returns: `false`.
    /// - Throws: the error that the step came to, if it was not the end.
    func end() throws -> Bool {
      let error = DatabaseError(database.connection, sql: sql)
      // It gives the error of the last step again.
      if sqlite3_reset(handle) != SQLITE_OK { throw error }
      return false
    }

    /// Runs a statement whose rows, if it has any, do not matter.
    func run() throws { while try step() {} }
  }
}

// MARK: - Parameters

extension SQLite.Statement {
  /// Binds values to all of the parameters in their order.
  func bind(_ values: [any SQLite.Bindable]) throws {
    let count = Int(sqlite3_bind_parameter_count(handle))
    guard values.count == count else {
      throw SQLite.DatabaseError.misuse("wrong number of values: found \(values.count), expected \(count)", sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
  }

  /// Binds values to all of the parameters by their names, with or without the `:`, `@` or `$` in front.
  func bind(_ values: [String: any SQLite.Bindable]) throws {
    var values = values
    for index in 0..<sqlite3_bind_parameter_count(handle) {
      guard let pointer = sqlite3_bind_parameter_name(handle, index + 1) else {
        throw SQLite.DatabaseError.misuse("parameter \(index + 1) has no name; bind values by position", sql: sql)
      }
      let name = String(cString: pointer)
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
      case .null: sqlite3_bind_null(handle, index)
      case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
      case .real(let double): sqlite3_bind_double(handle, index, double)
      case .text(var text):
        // Even of no bytes there is an address here: SQLite takes none for null.
        text.withUTF8 {
          millrace_sqlite_bind_text_copy(
            handle, index, UnsafeRawPointer($0.baseAddress) ?? Self.nothing, UInt64($0.count))
        }
      case .blob(let bytes):
        bytes.withUnsafeBytes {
          millrace_sqlite_bind_blob_copy(handle, index, $0.baseAddress ?? Self.nothing, UInt64($0.count))
        }
      }
    if code != SQLITE_OK { throw SQLite.DatabaseError(database.connection, sql: sql) }
  }

  /// The address of an empty text or blob.
  static var nothing: UnsafeRawPointer { UnsafeRawPointer(("" as StaticString).utf8Start) }
}
