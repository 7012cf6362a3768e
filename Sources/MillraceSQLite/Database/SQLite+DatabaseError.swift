import CSQLite

extension SQLite {
  /// What SQLite rejected to do, in its own words.
  public struct DatabaseError: Error, Sendable, Hashable {
    /// The extended result code. Its lowest eight bits are the primary one.
    public var code: ResultCode
    /// SQLite's words, or ours where SQLite has none.
    public var message: String
    /// The statement that failed.
    public var sql: String?
    /// The rows that were to be written, counted from 0, one of which is to blame: a single one wherever it can be told.
    public var rows: Range<Int>?
    /// How many rows were committed before. All others have been rolled back.
    public var committedRows: Int?

    public init(code: ResultCode, message: String, sql: String? = nil) {
      self.code = code
      self.message = message
      self.sql = sql
    }

    /// The row that is to blame, counted from 0, if it is known.
    public var row: Int? { rows.flatMap { $0.count == 1 ? $0.lowerBound : nil } }
  }
}

extension SQLite.DatabaseError {
  /// What the last call of a connection came to.
  init(_ connection: OpaquePointer?, sql: String? = nil) {
    // Without a connection there was no memory for one.
    let code = connection.map(sqlite3_extended_errcode) ?? SQLITE_NOMEM
    let message = connection.map(sqlite3_errmsg) ?? sqlite3_errstr(code)
    self.init(
      code: SQLite.ResultCode(rawValue: code),
      message: message.map { String(cString: $0) } ?? SQLite.ResultCode(rawValue: code).name, sql: sql)
  }

  /// A use of SQLite that it has no words for.
  static func misuse(_ message: String, sql: String? = nil) -> SQLite.DatabaseError {
    SQLite.DatabaseError(code: .misuse, message: message, sql: sql)
  }
}

extension SQLite.DatabaseError: CustomStringConvertible {
  /// One line: the rows, SQLite's words, the code's name, and the beginning of the statement.
  public var description: String {
    var text = ""
    if let row {
      text = "row \(row): "
    } else if let rows {
      text = "one of the rows \(rows.lowerBound) to \(rows.upperBound - 1): "
    }
    text += "\(message) (\(code))"
    if let sql {
      let beginning = sql.prefix(120)
      text += ", in: \(beginning)\(beginning.endIndex == sql.endIndex ? "" : "…")"
    }
    return text
  }
}
