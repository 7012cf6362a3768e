import CSQLite
import Millrace

// The row that a statement stands at.
//
// SQLite converts a value when it is asked for it as another type, and afterwards its type is undefined. So the types of
// a row are asked for once, before anything else, and values only as what they are: nothing is ever converted.

extension SQLite {
  /// The cells of the rows that a statement gives.
  public struct SelectedCells: CellReader, ~Copyable {
    let statement: Statement
    let handle: OpaquePointer
    let meanings: [DeclaredType.Meaning]
    let instants: InstantFormat
    public let columnNames: [String]
    public let nameSeparator: String?
    /// What the cells of the current row are.
    @usableFromInline var types: [StorageClass]
    /// How many rows there were before the current one.
    var row = -1
    var hasEnded = false

    /// - Parameter statement: has all its parameters bound, and is not used by anybody else.
    init(_ statement: Statement, _ options: ReadingOptions) throws {
      self.statement = statement
      handle = statement.handle
      instants = options.instants
      nameSeparator = options.nameSeparator
      let handle = statement.handle
      let columns = 0..<sqlite3_column_count(handle)
      if columns.isEmpty { throw DatabaseError.misuse("a statement that gives no rows", sql: statement.sql) }
      columnNames = columns.map { sqlite3_column_name(handle, $0).map { String(cString: $0) } ?? "" }
      meanings = columns.map { column in
        sqlite3_column_decltype(handle, column).map { DeclaredType(String(cString: $0)).meaning } ?? .plain
      }
      types = Array(repeating: .null, count: columns.count)
    }

    public mutating func nextRow() throws -> Bool {
      // A statement that has ended would begin again.
      if hasEnded { return false }
      hasEnded = true
      guard try statement.step() else { return false }
      hasEnded = false
      row += 1
      let handle = handle
      types.withUnsafeMutableBufferPointer { types in
        for column in types.indices {
          types[column] = StorageClass(code: sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)))
        }
      }
      return true
    }

    @inlinable
    public func isAbsent(at column: Int) -> Bool { types[column] == .null }

    /// In the path of a place: the number of the row and the column's name.
    public func place(at column: Int?) -> FormatError.Place {
      var tokens = row < 0 ? [] : [String(row)]
      if let column { tokens.append(columnNames[column]) }
      return FormatError.Place(path: JSON.Pointer(tokens: tokens).description)
    }
  }
}

// MARK: - What is stored

extension SQLite {
  /// The five types of values that there are (sqlite.org/datatype3.html, section 2).
  @usableFromInline
  enum StorageClass: UInt8 {
    case integer, real, text, blob, null

    init(code: Int32) {
      self =
        switch code {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }
  }
}

extension SQLite.SelectedCells {
  @usableFromInline
  func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column)) }

  @usableFromInline
  func double(at column: Int) -> Double { sqlite3_column_double(handle, Int32(truncatingIfNeeded: column)) }

  /// The bytes of a text, in UTF-8 if the database is in order. They are there until the next step.
  func text(at column: Int) -> UnsafeBufferPointer<UInt8> {
    let index = Int32(truncatingIfNeeded: column)
    // In this order: a text in UTF-16 is converted by the first call, and the size is that of what is there.
    let start = sqlite3_column_text(handle, index)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }

  func blob(at column: Int) -> UnsafeRawBufferPointer {
    let index = Int32(truncatingIfNeeded: column)
    let start = sqlite3_column_blob(handle, index)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
  }
}
