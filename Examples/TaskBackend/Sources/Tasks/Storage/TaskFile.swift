import MillraceSQLite
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file of a database: how it is opened, and whether it is still where it was.
///
/// SQLite keeps files open, and goes on with one that was removed or replaced: what is written to it then is lost. So the
/// files at the paths are compared with those that were opened, after every commit and four times a second.
public final class TaskFile: Sendable {
  let path: String
  /// Another one whenever the file is opened: an older copy may have been put back meanwhile.
  let store = Int.random(in: 0 ... .max)
  /// Whether the file was there when it was looked for last.
  let isThere = Atomic(true)
  /// How many times the writer has committed.
  let commits = Atomic(0)
  private let opened = Mutex(Opened())

  private struct Opened {
    /// Whether the index of the journal is in the memory of this process.
    var isExclusive = false
    /// The files of the database and its journal, once they are open.
    var files: [FileIdentity?]?
  }

  public init(path: String) { self.path = path }

  /// Opens a connection that writes.
  ///
  /// If no space is left on the device, the index of the journal cannot be stored in the file that connections share. It is
  /// then kept in the memory of this process, as long as this object exists, and other processes cannot open the database.
  ///
  /// - Throws: `SQLite.DatabaseError`.
  func openForWriting() throws -> SQLite.Database {
    let database: SQLite.Database
    do {
      database = try prepared(SQLite.Database(path: path, mode: .create))
    } catch let error as SQLite.DatabaseError where error.code.primary != .notADatabase {
      guard let exclusive = try? prepared(SQLite.Database(path: exclusivePath, mode: .readWrite)) else { throw error }
      opened.withLock { $0.isExclusive = true }
      database = exclusive
    }
    opened.withLock { $0.files = identities() }
    return database
  }

  private func prepared(_ database: SQLite.Database) throws -> SQLite.Database {
    try TaskDatabase.prepare(database)
    return database
  }

  /// Opens a connection that reads.
  ///
  /// - Throws: `SQLite.DatabaseError`, ``StorageProblem``.
  func openForReading() throws -> SQLite.Database {
    let isExclusive = opened.withLock { $0.isExclusive }
    let database = try SQLite.Database(
      path: isExclusive ? exclusivePath : path, mode: isExclusive ? .readWrite : .readOnly)
    try check()
    // There may be many connections, and rows are read one after another: few pages are read twice.
    try database.execute("PRAGMA cache_size = -256")
    return database
  }

  /// Looks for the file.
  ///
  /// - Throws: ``StorageProblem/fileIsGone``.
  public func check() throws(StorageProblem) {
    let files = identities()
    let isSame = opened.withLock { opened in
      // A journal for which there was no room at first is made later.
      if let known = opened.files, known[1] == nil { opened.files = [known[0], files[1]] }
      return opened.files.map { $0 == files } ?? true
    }
    isThere.store(isSame, ordering: .relaxed)
    if !isSame { throw .fileIsGone }
  }

  /// A path that is opened with the index of the journal in memory (sqlite.org/vfs.html, "unix-excl").
  private var exclusivePath: String {
    let escaped = path.utf8.map { byte in
      "%?#".utf8.contains(byte) ? "%" + String(byte, radix: 16) : String(UnicodeScalar(byte))
    }
    return "file:\(escaped.joined())?vfs=unix-excl"
  }

  private func identities() -> [FileIdentity?] { [FileIdentity(path: path), FileIdentity(path: path + "-wal")] }
}

/// What tells a file from all others that exist.
private struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil if there is no file.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
