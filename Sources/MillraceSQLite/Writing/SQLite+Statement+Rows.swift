import CSQLite

// Binding rows to the parameters of `INSERT … VALUES (?,?),(?,?),…`.
//
// SQLite converts stored values to the affinity of the column if it considers the conversion lossless. Some are lossy
// nevertheless: the zeros of `007` in a column of integers, the last digits of a large integer in one of reals and
// those of a double in one of text. Such values are stored in another way here, or are an error.

extension SQLite.Statement {
  /// Binds rows, whose memory must not change until the statement has run.
  ///
  /// - Parameters:
  ///   - indices: The columns that are bound.
  ///   - rounds: Whether an integer in a column of reals may lose digits.
  ///   - firstRow: The number of the first staged row, for errors.
  func bind(
    _ rows: borrowing SQLite.StagedRows, _ range: Range<Int>, _ indices: [Int], of columns: [SQLite.InsertedColumn],
    rounds: Bool, firstRow: Int
  ) throws {
    var parameter: Int32 = 0
    // A separate array, because reading the affinity from a column would retain the column's names for every cell.
    let affinities = indices.map { (column: $0, affinity: columns[$0].type.affinity) }
    for row in range {
      for (column, affinity) in affinities {
        parameter &+= 1
        let cell = rows.cell(row: row, column: column)
        let code =
          switch cell.kind {
          case .absent: unsafe sqlite3_bind_null(handle, parameter)
          case .boolean, .instantNumber: unsafe sqlite3_bind_int64(handle, parameter, cell.integer)
          case .integer where affinity == .real && !rounds && !cell.isExactAsDouble:
            throw lost(cell.integer.description, columns[column], firstRow + row)
          case .integer: unsafe sqlite3_bind_int64(handle, parameter, cell.integer)
          case .real where affinity == .text: bind(cell.double.description, at: parameter)
          case .real: unsafe sqlite3_bind_double(handle, parameter, cell.double)
          case .text where unsafe affinity.convertsText && rows.bytes(of: cell).isNumberWithAnotherText:
            throw unsafe lost(String(decoding: rows.bytes(of: cell), as: UTF8.self), columns[column], firstRow + row)
          case .text, .json, .instantText: unsafe bind(text: rows.bytes(of: cell), at: parameter)
          case .blob:
            unsafe sqlite3_bind_blob64(handle, parameter, rows.bytes(of: cell).baseAddress, UInt64(cell.size), nil)
          }
        if _slowPath(code != SQLITE_OK) {
          var error = unsafe SQLite.DatabaseError(database.connection, sql: sql)
          error.rows = firstRow + row..<firstRow + row + 1
          throw error
        }
      }
    }
  }

  /// - Safety: The memory must stay valid until the statement has run.
  private func bind(text: UnsafeBufferPointer<UInt8>, at parameter: Int32) -> Int32 {
    let start = unsafe UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
    return unsafe sqlite3_bind_text64(handle, parameter, start, UInt64(text.count), nil, UInt8(SQLITE_UTF8))
  }

  @inline(never)
  private func lost(_ text: String, _ column: SQLite.InsertedColumn, _ row: Int) -> SQLite.DatabaseError {
    var error = SQLite.DatabaseError(
      code: .mismatch,
      message: SQLite.DatabaseError.lostDigits + " in column \(column.name): \(text.prefix(40))", sql: sql)
    error.rows = row..<row + 1
    return error
  }
}

extension SQLite.DatabaseError {
  fileprivate static let lostDigits = "number would lose digits"

  /// Whether the declared type of a column would change a number, or a text that looks like a number.
  package var isAboutLostDigits: Bool { code == .mismatch && message.hasPrefix(Self.lostDigits) }
}

extension SQLite.PendingCell {
  var isExactAsDouble: Bool { Int64(exactly: Double(integer)) == integer }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether SQLite would convert this text to a number (sqlite.org/datatype3.html, section 3) with another text.
  fileprivate var isNumberWithAnotherText: Bool {
    // The first byte is enough for nearly all texts.
    guard let first = unsafe first, first < 0x3A, unsafe isNumberToSQLite else { return false }
    let text = unsafe String(decoding: self, as: UTF8.self)
    if let integer = Int64(text) { return integer.description != text }
    return Double(text)?.description != text
  }

  var isNumberToSQLite: Bool {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var rest = unsafe self[...].drop(while: isSpace)
    while let last = unsafe rest.last, isSpace(last) { unsafe rest.removeLast() }
    func takeSign() {
      if let sign = unsafe rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        unsafe rest.removeFirst()
      }
    }
    func takeDigits() -> Int {
      let count = unsafe rest.prefix { (0x30...0x39).contains($0) }.count
      unsafe rest = unsafe rest.dropFirst(count)
      return count
    }
    takeSign()
    var digits = takeDigits()
    if unsafe rest.first == UInt8(ascii: ".") {
      unsafe rest.removeFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return false }
    if let mark = unsafe rest.first, mark | 0x20 == UInt8(ascii: "e") {
      unsafe rest.removeFirst()
      takeSign()
      guard takeDigits() > 0 else { return false }
    }
    return unsafe rest.isEmpty
  }
}
