import CSQLite
import Millrace

extension SQLite.Database {
  /// Rejects all statements that do more than read, when they are prepared.
  package func allowOnlyReading() {
    // SAFETY: the function uses nothing but its arguments, which SQLite owns.
    unsafe sqlite3_set_authorizer(
      connection,
      { _, action, first, second, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
        case SQLITE_FUNCTION: unsafe isName(second, ["load_extension"]) ? SQLITE_DENY : SQLITE_OK
        // SQLite requests this when a virtual table declares its columns. No statement can write to this table.
        case SQLITE_UPDATE: unsafe isName(first, ["sqlite_master"]) ? SQLITE_OK : SQLITE_DENY
        case SQLITE_PRAGMA: unsafe isName(first, readingPragmas) ? SQLITE_OK : SQLITE_DENY
        default: SQLITE_DENY
        }
      }, nil)
  }
}

/// The pragmas that only return information about tables and functions.
private let readingPragmas = [
  "table_info", "table_xinfo", "table_list", "function_list", "module_list", "collation_list", "compile_options",
]

private func isName(_ text: UnsafePointer<CChar>?, _ names: [String]) -> Bool {
  guard let text = unsafe text else { return false }
  return names.contains(SQLite.folded(unsafe String(cString: text)))
}
