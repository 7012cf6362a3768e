import Millrace
import MillraceSQLite
import TestSupport
import Testing

@Suite("Messages of errors in SQLite")
struct MessageTests {
  @Test func `each message is listed, short and without a full stop`() throws {
    let database = try SQLite.Database()
    try database.execute("CREATE TABLE t (a INTEGER UNIQUE)")
    func message(_ body: () throws -> Void) -> String {
      do { try body() } catch { return "\(error)".replacing("\0", with: "\\0") }
      return ""
    }
    var table = MessageTable()
    let never = SQLite.WritingOptions(create: .never)
    try table.add(
      "SQLite.DatabaseError", literalsOf: ["misuse(", "message: "], in: ["Sources/MillraceSQLite"],
      unreachable: ["SQL statement is too large"],
      [
        ("no such table", message { try database.execute("SELECT * FROM missing") }),
        ("syntax", message { try database.execute("SELEC") }),
        ("empty SQL", message { _ = try database.query("--") }),
        ("two statements", message { _ = try database.query("SELECT 1; SELECT 2") }),
        ("NUL in SQL", message { _ = try database.query("SELECT '\0'") }),
        ("no rows", message { _ = try database.query("DELETE FROM t") }),
        ("values", message { _ = try database.query("SELECT ?", 1, 2) }),
        ("missing value", message { _ = try database.query("SELECT :a", named: [:]) }),
        ("unknown parameter", message { _ = try database.query("SELECT :a", named: ["a": 1, "b": 2]) }),
        ("unnamed parameter", message { _ = try database.query("SELECT ?", named: ["a": 1]) }),
        ("NaN", message { _ = try database.query("SELECT ?", Double.nan) }),
        ("large integer", message { _ = try database.query("SELECT ?", UInt64.max) }),
        ("row", message { try database.table("t").insert([["a": 1], ["a": 1]]) }),
        ("batch", message { try database.table("t").insert([["a": 2]], options: SQLite.WritingOptions(batch: 0)) }),
        ("digits", message { try database.table("t").insert([["a": "007"]]) }),
        ("no members", message { try database.table("new").insert([[String: Int]()]) }),
        (
          "columns",
          message {
            let row = Dictionary(uniqueKeysWithValues: (0...2000).map { ("c\($0)", 1) })
            try database.table("wide").insert([row])
          }
        ),
        ("name", message { try database.table("a\0b").insert([["a": 3]]) }),
        (
          "existing table",
          message { try database.table("t").insert([["a": 3]], options: .init(create: .mustNotExist)) }
        ),
        ("missing table", message { try database.table("films").insert([["a": 3]], options: never) }),
        ("missing column", message { try database.table("t").insert([["b": 3]], options: never) }),
        ("equal columns", message { try database.table("t").insert([["year": 3], ["Year": 4]]) }),
        ("instant", message { _ = try database.query("SELECT ?", Instant(seconds: .max)) }),
        ("path", message { _ = try SQLite.Database(path: "a\0b") }),
        ("missing file", message { _ = try SQLite.Database(path: "/nowhere/films.db") }),
      ])
    try table.check()
  }
}
