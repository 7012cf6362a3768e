import CSQLite

extension SQLite {
  /// A result code of SQLite, primary or extended.
  public struct ResultCode: RawRepresentable, Sendable, Hashable {
    public var rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The primary code of an extended one.
    public var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// An error without a more specific code, such as a syntax error.
    public static let error = ResultCode(rawValue: SQLITE_ERROR)
    /// Another connection holds a lock.
    public static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// The same connection holds a lock.
    public static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// The database is read-only.
    public static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The statement was interrupted.
    public static let interrupted = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The system could not read or write the file.
    public static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
    /// The database file is corrupt.
    public static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// No space is left on the device.
    public static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The database file cannot be opened.
    public static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A string, binary value or statement is too large.
    public static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
    /// A constraint failed, such as `UNIQUE`.
    public static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    public static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// The library was used incorrectly.
    public static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// The index of a parameter is out of range.
    public static let range = ResultCode(rawValue: SQLITE_RANGE)
    /// The file is not an SQLite database.
    public static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
  }
}

extension SQLite.ResultCode: CustomStringConvertible {
  public var description: String { name }

  /// The name in SQLite's header, such as `SQLITE_CONSTRAINT_UNIQUE`. For an unknown extended code it is the name of the
  /// primary code, with the number.
  public var name: String {
    if let name = Self.names[rawValue] { return name }
    return "\(Self.names[rawValue & 0xFF] ?? "SQLite's code") (\(rawValue))"
  }

  /// The codes of sqlite.org/rescode.html. An extended code is the primary code with a number in the next higher byte.
  private static let names: [Int32: String] = {
    var names: [Int32: String] = [:]
    for (code, name, extensions) in codes {
      names[code] = "SQLITE_\(name)"
      for (index, suffix) in extensions.split(separator: " ", omittingEmptySubsequences: false).enumerated()
      where suffix != "-" {
        names[code | Int32(index + 1) << 8] = "SQLITE_\(name)_\(suffix)"
      }
    }
    return names
  }()

  /// The primary codes, and the endings of their extended ones in the order of their numbers; `-` where there is none.
  private static let codes: [(Int32, String, String)] = [
    (0, "OK", "LOAD_PERMANENTLY SYMLINK"),
    (1, "ERROR", "MISSING_COLLSEQ RETRY SNAPSHOT"),
    (2, "INTERNAL", "-"), (3, "PERM", "-"),
    (4, "ABORT", "- ROLLBACK"),
    (5, "BUSY", "RECOVERY SNAPSHOT TIMEOUT"),
    (6, "LOCKED", "SHAREDCACHE VTAB"),
    (7, "NOMEM", "-"),
    (8, "READONLY", "RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY"),
    (9, "INTERRUPT", "-"),
    (
      10, "IOERR",
      """
      READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK \
      LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH \
      BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE
      """
    ),
    (11, "CORRUPT", "VTAB SEQUENCE INDEX"),
    (12, "NOTFOUND", "-"), (13, "FULL", "-"),
    (14, "CANTOPEN", "NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK"),
    (15, "PROTOCOL", "-"), (16, "EMPTY", "-"), (17, "SCHEMA", "-"), (18, "TOOBIG", "-"),
    (
      19, "CONSTRAINT",
      "CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE"
    ),
    (20, "MISMATCH", "-"), (21, "MISUSE", "-"), (22, "NOLFS", "-"),
    (23, "AUTH", "USER"),
    (24, "FORMAT", "-"), (25, "RANGE", "-"), (26, "NOTADB", "-"),
    (27, "NOTICE", "RECOVER_WAL RECOVER_ROLLBACK"),
    (28, "WARNING", "AUTOINDEX"),
    (100, "ROW", "-"), (101, "DONE", "-"),
  ]
}
