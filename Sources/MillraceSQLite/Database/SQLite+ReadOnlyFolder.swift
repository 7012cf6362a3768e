import SystemLibrary

// Databases with a write-ahead log in folders that cannot be written.
//
// To read a database in WAL mode, SQLite creates an index of the log beside it (sqlite.org/wal.html, section 5), which fails in a folder
// that cannot be written, such as a mounted disk image. A database without a log is complete, and no other connection has it open:
// it can be read as a file that does not change (sqlite.org/uri.html, `immutable`). With a log, its last changes would be missing.

extension SQLite {
  /// How SQLite finds a file.
  struct FileName {
    /// The path, or a URI if the connection reads URIs.
    let name: String
    /// Whether the file has a write-ahead log that cannot be read, because its folder cannot be written.
    private let hasUnreadableLog: Bool

    init(_ path: String, _ mode: OpenMode) {
      let isInReadOnlyFolder = mode == .readOnly && Self.usesWriteAheadLog(path) && !Self.canWriteFolder(of: path)
      let hasLog = isInReadOnlyFolder && Self.hasLog(path)
      hasUnreadableLog = unsafe hasLog && access(path + "-shm", R_OK) != 0
      if isInReadOnlyFolder, !hasLog {
        name = "file:\(Self.percentEncoded(path))?immutable=1"
      } else {
        // Otherwise SQLite would take the path for a URI.
        name = mode.readsURIs && path.hasPrefix("file:") ? "file:\(Self.percentEncoded(path))" : path
      }
    }

    /// Returns an error of opening the file with its reason.
    func explained(_ error: DatabaseError) -> DatabaseError {
      var error = error
      if hasUnreadableLog, error.code.primary == .cannotOpen {
        error.message =
          "its write-ahead log is in a read-only folder; copy the database and its -wal file to another folder"
      }
      return error
    }

    /// Whether the header of a file says that it has the format of WAL mode (sqlite.org/fileformat2.html, section 1.3.3).
    private static func usesWriteAheadLog(_ path: String) -> Bool {
      let descriptor = openFile(path, flags: O_RDONLY)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var header = [UInt8](repeating: 0, count: 20)
      let count = unsafe header.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
      return count == header.count && header[19] == 2
    }

    private static func canWriteFolder(of path: String) -> Bool {
      let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "."
      return unsafe access(folder, W_OK) == 0
    }

    private static func hasLog(_ path: String) -> Bool {
      var status = stat()
      return unsafe stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// A path as a part of a URI.
    private static func percentEncoded(_ path: String) -> String {
      let digits = Array("0123456789ABCDEF".utf8)
      var text: [UInt8] = []
      for byte in path.utf8 {
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
          text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: text.append(byte)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

extension SQLite.OpenMode {
  /// Whether a connection reads URIs, also those of databases that are attached.
  var readsURIs: Bool { self == .readOnly }
}
