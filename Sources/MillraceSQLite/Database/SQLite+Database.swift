import CSQLite
import Millrace

extension SQLite {
  /// How a database file is opened.
  public enum OpenMode: Sendable, Hashable {
    /// Opens a database for reading. A database in WAL mode in a folder that cannot be written is read as a file that does not
    /// change.
    case readOnly
    /// Opens a database for reading and writing. It must exist, so that a mistyped path is an error.
    case readWrite
    /// Opens a database for reading and writing, and creates it if it does not exist.
    case create
  }

  /// A connection to a database.
  ///
  /// A connection uses SQLite's recommendations for untrusted files (sqlite.org/security.html): a schema cannot call functions
  /// with side effects or access data outside of the file (`TRUSTED_SCHEMA` off), no statement can damage the file (`DEFENSIVE`
  /// on), the size of each cell on a page is checked, and extensions cannot be loaded. Text in double quotes is always a name,
  /// and foreign keys are enforced. The journal mode is not changed. The SQLite of iOS 13 and macOS 10.15 has no `TRUSTED_SCHEMA`,
  /// and that of macOS 10.15 may take text in double quotes for a value.
  ///
  /// Use a connection on one thread at a time. It is closed when it, its readers and its writers are deallocated.
  ///
  /// SAFETY: the connection belongs to this object, which closes it after its statements.
  @safe
  public final class Database {
    let connection: OpaquePointer
    let mode: OpenMode
    var statements = StatementCache()
    /// The transactions that are open within each other.
    var transactionDepth = 0

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file's path; `:memory:` is a new database in memory.
    ///   - mode: how the file is opened. Default: `.readWrite`.
    ///   - busyMilliseconds: the maximum time to wait for locks of other connections. Default: five seconds.
    /// - Throws: ``DatabaseError``, also when the file is not a database.
    public init(path: String, mode: OpenMode = .readWrite, busyMilliseconds: Int32 = 5000) throws {
      if path.utf8.contains(0) {
        throw DatabaseError(code: .cannotOpen, message: "database path contains a NUL character")
      }
      self.mode = mode
      var connection: OpaquePointer?
      let file = FileName(path, mode)
      // Without a mutex: this class is not `Sendable`.
      let flags = mode.flags | SQLITE_OPEN_NOMUTEX | (mode.readsURIs ? SQLITE_OPEN_URI : 0)
      let code = unsafe sqlite3_open_v2(file.name, &connection, flags, nil)
      guard code == SQLITE_OK, let connection = unsafe connection else {
        var error = unsafe DatabaseError(connection)
        error.message = "cannot open \(path): \(error.message)"
        unsafe sqlite3_close_v2(connection)
        throw error
      }
      unsafe self.connection = unsafe connection
      try configure(path, file, busyMilliseconds)
    }

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: the file's path; `:memory:` is a new database in memory.
    ///   - mode: how the file is opened. Default: `.readWrite`.
    ///   - busyTimeout: the maximum time to wait for locks of other connections.
    /// - Throws: ``DatabaseError``, also when the file is not a database.
    @available(Durations, *)
    public convenience init(path: String, mode: OpenMode = .readWrite, busyTimeout: Duration) throws {
      let (seconds, attoseconds) = busyTimeout.components
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
      let milliseconds = overflow ? .max : Int32(clamping: whole + attoseconds / 1_000_000_000_000_000)
      try self.init(path: path, mode: mode, busyMilliseconds: milliseconds)
    }

    /// Opens a new database in memory.
    public convenience init() throws { try self.init(path: ":memory:", mode: .create) }

    deinit {
      statements.removeAll()
      unsafe sqlite3_close_v2(connection)
    }

    private func configure(_ path: String, _ file: FileName, _ busyMilliseconds: Int32) throws {
      unsafe sqlite3_extended_result_codes(connection, 1)
      unsafe sqlite3_busy_timeout(connection, busyMilliseconds)
      // With the versions of SQLite that know the options: that of macOS 10.15 is 3.28, and that of iOS 13 is 3.29.
      let options: [(option: Int32, value: Int32, version: Int32)] = [
        (SQLITE_DBCONFIG_DEFENSIVE, 1, 3_026_000), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 3_031_000),
        (SQLITE_DBCONFIG_ENABLE_FKEY, 1, 0), (SQLITE_DBCONFIG_DQS_DML, 0, 3_029_000),
        (SQLITE_DBCONFIG_DQS_DDL, 0, 3_029_000), (SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, 0),
      ]
      for (option, value, version) in options where version <= sqlite3_libversion_number() {
        guard unsafe millrace_sqlite_set(connection, option, value) == SQLITE_OK else {
          throw unsafe DatabaseError(connection)
        }
      }
      do {
        try execute("PRAGMA cell_size_check = ON")
        // Opening does not read the file, so a file that is not a database is only noticed here.
        _ = try prepare("SELECT count(*) FROM sqlite_master").step()
      } catch var error as DatabaseError {
        error = file.explained(error)
        error.message = "cannot open \(path): \(error.message)"
        error.sql = nil
        throw error
      }
    }

    /// Interrupts the running statement, which then fails with ``ResultCode/interrupted``.
    public func interrupt() { unsafe sqlite3_interrupt(connection) }
  }
}

extension SQLite.OpenMode {
  fileprivate var flags: Int32 {
    switch self {
    case .readOnly: SQLITE_OPEN_READONLY
    case .readWrite: SQLITE_OPEN_READWRITE
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    }
  }
}
