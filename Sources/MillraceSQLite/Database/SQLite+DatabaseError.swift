import CSQLite

extension SQLite {
  /// An error of SQLite.
  public struct DatabaseError: Error, Sendable, Hashable {
    /// The extended result code. Its lowest eight bits are the primary result code.
    public var code: ResultCode
    /// SQLite's message, or Millrace's if SQLite has none.
    public var message: String
    /// The statement that failed.
    public var sql: String?
    /// The rows, counted from 0, one of which caused the error: only that row if it is known.
    public var rows: Range<Int>?
    /// The number of rows that were committed before. All others were rolled back.
    public var committedRows: Int?
    /// The offset of the error in the statement, in bytes; nil if SQLite does not report it.
    package var offset: Int?

    public init(code: ResultCode, message: String, sql: String? = nil) {
      self.code = code
      self.message = message
      self.sql = sql
    }

    /// The row that caused the error, counted from 0, if it is known.
    public var row: Int? { rows.flatMap { $0.count == 1 ? $0.lowerBound : nil } }
  }
}

extension SQLite.DatabaseError {
  /// The error of a connection's last call.
  init(_ connection: OpaquePointer?, sql: String? = nil) {
    // There is no connection if there was no memory for it.
    let code = unsafe connection.map(sqlite3_extended_errcode) ?? SQLITE_NOMEM
    let message = unsafe connection.map(sqlite3_errmsg) ?? sqlite3_errstr(code)
    unsafe self.init(
      code: SQLite.ResultCode(rawValue: code),
      message: message.map { unsafe String(cString: $0) } ?? SQLite.ResultCode(rawValue: code).name, sql: sql)
    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *), let connection = unsafe connection {
      let offset = unsafe sqlite3_error_offset(connection)
      self.offset = offset < 0 ? nil : Int(offset)
    }
  }

  /// A usage error for which SQLite has no message.
  static func misuse(_ message: String, sql: String? = nil) -> SQLite.DatabaseError {
    SQLite.DatabaseError(code: .misuse, message: message, sql: sql)
  }
}

extension SQLite.DatabaseError: CustomStringConvertible {
  /// One line: the rows, the message, the name of the code, and the beginning of the statement.
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
