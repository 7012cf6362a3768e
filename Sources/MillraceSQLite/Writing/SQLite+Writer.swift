import Millrace
import MillraceTables

extension SQLite {
  /// Inserts values as rows of a table.
  ///
  /// ```swift
  /// var writer = try database.table("films").writer()
  /// for film in films { try writer.append(film) }
  /// try writer.end()
  /// ```
  ///
  /// Up to 100 rows are inserted by a statement, in one transaction or in batches of a given size. Uncommitted rows are
  /// rolled back when SQLite rejects a row, and when the writer is deallocated without `RowWriter/end()`.
  public typealias Writer = RowWriter<RowInserter>
}
