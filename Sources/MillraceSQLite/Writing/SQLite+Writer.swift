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
  /// Rows are gathered and inserted up to a hundred at a time, in one transaction or in batches of a given size. What was
  /// not committed is rolled back with the first row that SQLite rejects, and when the writer is gone without
  /// `RowWriter/end()`.
  public typealias Writer = RowWriter<InsertedCells>
}
