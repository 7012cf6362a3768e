import Millrace
import MillraceTables

extension SQLite {
  /// Reads the rows of a query, directly from SQLite's memory into values.
  ///
  /// ```swift
  /// var rows = try database.table("films").rows()
  /// while let film = try rows.next(Film.self) { print(film.name) }
  /// ```
  ///
  /// A field is read from the column with the same name and case. NULL is a missing member: an optional is nil, and a field
  /// with a default value gets the default. Arrays and objects are JSON text in a cell.
  public typealias Reader = RowReader<ResultRow>
}
