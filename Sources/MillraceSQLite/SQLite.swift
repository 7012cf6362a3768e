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
/// Rows are read directly from SQLite's memory into values, one at a time. Values are inserted with statements of many
/// rows. There are no dictionaries or row objects in between.
public enum SQLite {}
