import Millrace
import MillraceTables

extension SQLite {
  /// Reads the rows that a statement gives, each straight from SQLite's memory into a value.
  ///
  /// ```swift
  /// var rows = try database.table("films").rows()
  /// while let film = try rows.next(Film.self) { print(film.name) }
  /// ```
  ///
  /// A field is the column of the same name, in the same case. A null is a missing member: an optional is nil, a field with
  /// a default has it. Arrays and objects are cells of JSON.
  public typealias Reader = RowReader<SelectedCells>
}
