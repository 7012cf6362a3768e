/// Tables of SQLite databases.
///
/// ```swift
/// let database = try SQLite.Database(path: "films.db")
/// try database.table("films").insert(films)
///
/// var found = try database.query("SELECT * FROM films WHERE year > ?", 1975)
/// while let film = try found.next(Film.self) { print(film.name) }
/// ```
///
/// Rows are read straight from SQLite's own memory into values, one at a time, and values go into statements of many rows
/// at once. In between is nothing: no dictionary, no row object.
public enum SQLite {}
