import Foundation
import Millrace
import MillraceSQLite
import TestSupport
import Testing

/// Inserts a document's elements into a table of a new database, and asks Python what is there.
private func inserted(
  _ json: String, into sql: String = "", options: SQLite.WritingOptions = SQLite.WritingOptions(),
  _ query: String = "SELECT * FROM items ORDER BY rowid"
) throws -> [String] {
  let folder = try TemporaryFolder()
  let database = try SQLite.Database(path: folder.path("test.db"), mode: .create)
  try database.execute(sql)
  var elements = try JSON.stream(JSON.Value.self, from: Array(json.utf8))
  try database.table("items").insert(from: &elements, options: options)
  return try Oracle.rows(in: folder.path("test.db"), query)
}

private func rejection(
  _ json: String, into sql: String = "", options: SQLite.WritingOptions = SQLite.WritingOptions()
) throws -> String {
  do {
    return try inserted(json, into: sql, options: options).joined(separator: "\n")
  } catch {
    return "\(error)"
  }
}

private func line(_ values: SQLite.Value...) -> String { values.line }

@Suite("Rows into tables of SQLite")
struct WritingTests {
  @Test func `the types of columns are inferred from the first rows`() throws {
    let json = """
      [{"i":1,"r":1,"t":"x","b":true,"j":[1],"o":{"a":1},"m":1,"n":null,"js":"x"},
       {"i":2,"r":2.5,"t":"y","b":false,"j":{},"o":{},"m":"x","n":null,"js":[]}]
      """
    let types = "SELECT name || ' ' || type FROM pragma_table_info('items')"
    #expect(
      try inserted(json, types)
        == ["i INTEGER", "r REAL", "t TEXT", "b BOOLEAN", "j JSON TEXT", "o JSON TEXT", "m ", "n ", "js JSON TEXT"]
        .map { line(.text($0)) })
    #expect(
      try inserted(json) == [
        line(
          .integer(1), .real(1), .text("x"), .integer(1), .text("[1]"), .text(#"{"a":1}"#), .integer(1), .null,
          .text("x")),
        line(
          .integer(2), .real(2.5), .text("y"), .integer(0), .text("{}"), .text("{}"), .text("x"), .null, .text("[]")),
      ])
  }

  @Test func `instants are text, or numbers by an option`() throws {
    struct Moment: Writable {
      var at: Instant
      func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
        writer.beginMap()
        writer.writeKey("at")
        writer.write(at)
        writer.endObject()
      }
    }
    for (format, expected) in [
      (.rfc3339, SQLite.Value.text("2026-11-22T03:10:20.500Z")),
      (.unixMilliseconds, .integer(1_795_317_020_500)),
    ] as [(SQLite.InstantFormat, SQLite.Value)] {
      let folder = try TemporaryFolder()
      let database = try SQLite.Database(path: folder.path("test.db"), mode: .create)
      let moment = Moment(at: Instant(seconds: 1_795_317_020, nanoseconds: 500_000_000))
      let options = SQLite.WritingOptions(instants: format)
      try database.table("items").insert([moment], options: options)
      #expect(try Oracle.rows(in: folder.path("test.db"), "SELECT at FROM items") == [line(expected)])
      #expect(try Oracle.sqlite3(folder.path("test.db"), "SELECT type FROM pragma_table_info('items')") == "TIMESTAMP")
      var rows = try database.table("items").rows(options: SQLite.ReadingOptions(instants: format))
      var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
      try writer.append(contentsOf: &rows)
      let text = String(decoding: try writer.finish(), as: UTF8.self)
      #expect(text == #"{"at":"2026-11-22T03:10:20.500Z"}"# + "\n")
    }
    // SQLite's own functions take the text.
    var rows = try SQLite.Database().query("SELECT unixepoch('2026-11-22T03:10:20.500Z') AS seconds")
    #expect(try rows.next([String: Int].self) == ["seconds": 1_795_317_020])
  }

  @Test(arguments: [2, 50, 99, 100, 101, 350])
  func `a key that comes late is a new column, absent in the rows before`(_ late: Int) throws {
    let lines = (0..<400).map { $0 < late ? "{\"a\":\($0)}" : "{\"a\":\($0),\"b\":\"\($0)\"}" }
    let rows = try inserted("[" + lines.joined(separator: ",") + "]")
    #expect(rows == (0..<400).map { line(.integer(Int64($0)), $0 < late ? .null : .text("\($0)")) })
  }

  @Test func `tables of many columns are inserted in as many parameters as there are`() throws {
    let row = "{" + (0..<900).map { "\"c\($0)\":\($0)" }.joined(separator: ",") + "}"
    let json = "[" + Array(repeating: row, count: 210).joined(separator: ",") + "]"
    let found = try inserted(json)
    #expect(found.count == 210)
    #expect(Set(found) == [(0..<900).map { SQLite.Value.integer(Int64($0)) }.line])
  }

  @Test func `texts of megabytes do not gather`() throws {
    let texts = (0..<30).map { String(repeating: "\($0 % 10)", count: 300_000 + $0) }
    let found = try inserted(
      "[" + texts.map { "{\"t\":\"\($0)\"}" }.joined(separator: ",") + "]",
      "SELECT length(t), substr(t, -1) FROM items ORDER BY rowid")
    #expect(found == texts.map { line(.integer(Int64($0.utf8.count)), .text(String($0.suffix(1)))) })
  }

  /// `numpy.savetxt` writes 19 digits.
  @Test func `more than 15 digits are accepted if they are those of the double`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let numbers = (0..<Scale.count(1000)).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite).map {
      (
        double: $0,
        text: String(format: random.element(of: ["%.16e", "%.17e", "%.18e", "%.24e", "%.40E", "%.800e"]), $0)
      )
    }
    let found = try inserted("[" + numbers.map { "{\"a\":\($0.text)}" }.joined(separator: ",") + "]")
    for (number, found) in zip(numbers, found) { mismatches.expect(found, line(.real(number.double)), number.text) }
    for (_, text) in numbers {
      // One more in the last digit that is not zero.
      let mantissa = text.prefix { $0.lowercased() != "e" }
      guard let last = mantissa.lastIndex(where: { ("1"..."8").contains($0) }),
        mantissa[..<last].count(where: \.isNumber) > 17
      else { continue }
      let changed = text[..<last] + String((text[last].wholeNumberValue ?? 0) + 1) + text[text.index(after: last)...]
      let isRejected = try rejection("[{\"a\":\(changed)}]").contains("SQLite's integers and reals cannot represent")
      mismatches.expect(isRejected, true, "\(changed)")
    }
    #expect(found.count == numbers.count)
    mismatches.report()
  }

  @Test func `the shortest text of a double is accepted`() throws {
    var random = SeededGenerator()
    let numbers = (0..<Scale.count(1000)).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let found = try inserted("[" + numbers.map { "{\"a\":\($0)}" }.joined(separator: ",") + "]")
    #expect(found == numbers.map { line(.real($0)) })
  }

  @Test func `a column of text has numbers and booleans as they are written`() throws {
    #expect(
      try inserted(
        "[{\"a\":1.10},{\"a\":true},{\"a\":1e3},{\"a\":3.14159265358979323846}]", into: "CREATE TABLE items (a TEXT)")
        == [line(.text("1.10")), line(.text("true")), line(.text("1e3")), line(.text("3.14159265358979323846"))])
  }

  @Test func `numbers that would lose digits are rejected or kept as text`() throws {
    #expect(try rejection("[{\"a\":18446744073709551616}]").contains("at /0/a"))
    #expect(try rejection("[{\"a\":1e400}]").contains("at /0/a"))
    #expect(try rejection("[{\"a\":9007199254740993.5}]").contains("at /0/a"))
    #expect(try rejection("[{\"a\":9.000000000000003}]").contains("at /0/a"))
    #expect(try rejection("[{\"a\":1},{\"a\":3.14159265358979323846}]").contains("at /1/a"))
    let asText = SQLite.WritingOptions(longNumbers: .text)
    #expect(
      try inserted("[{\"a\":18446744073709551616},{\"a\":3.14159265358979323846}]", options: asText)
        == [line(.text("18446744073709551616")), line(.text("3.14159265358979323846"))])
    let nearest = SQLite.WritingOptions(longNumbers: .nearest)
    #expect(
      try inserted("[{\"a\":18446744073709551616},{\"a\":3.14159265358979323846}]", options: nearest)
        == [line(.real(18446744073709551616)), line(.real(.pi))])
    #expect(
      try inserted("[{\"a\":9007199254740993}]", into: "CREATE TABLE items (a REAL)", options: nearest)
        == [line(.real(9007199254740992))])
    #expect(
      try inserted("[{\"a\":9223372036854775807},{\"a\":-9223372036854775808}]")
        == [line(.integer(.max)), line(.integer(.min))])
    // SQLite would make 7 of it, and 9007199254740992 of that.
    #expect(
      try rejection("[{\"a\":\"007\"}]", into: "CREATE TABLE items (a INTEGER)").contains(
        "row 0: number would lose digits in column a: 007"))
    #expect(
      try rejection("[{\"a\":9007199254740993}]", into: "CREATE TABLE items (a REAL)").contains(
        "row 0: number would lose digits in column a: 9007199254740993")
    )
    #expect(
      try inserted(
        "[{\"a\":\"12\"},{\"a\":\"x\"},{\"a\":\"2009-01-01\"},{\"a\":\"1.2.3\"},{\"a\":\"0x10\"},{\"a\":\"\"},{\"a\":\" \"}]",
        into: "CREATE TABLE items (a DATE)")
        == [
          line(.integer(12)), line(.text("x")), line(.text("2009-01-01")), line(.text("1.2.3")), line(.text("0x10")),
          line(.text("")), line(.text(" ")),
        ])
    #expect(
      try inserted("[{\"a\":0.30000000000000004},{\"a\":5}]", into: "CREATE TABLE items (a TEXT)")
        == [line(.text("0.30000000000000004")), line(.text("5"))])
  }

  @Test func `not-a-number is rejected, infinities are not`() throws {
    let folder = try TemporaryFolder()
    let database = try SQLite.Database(path: folder.path("test.db"), mode: .create)
    try database.table("items").insert([["a": Double.infinity], ["a": -.infinity], ["a": -0.0]])
    #expect(
      try Oracle.rows(in: folder.path("test.db"), "SELECT a FROM items ORDER BY rowid")
        == [line(.real(.infinity)), line(.real(-.infinity)), line(.real(0))])
    let error = #expect(throws: FormatError.self) { try database.table("items").insert([["a": 1], ["a": Double.nan]]) }
    #expect(error?.place.path == "/1/a")
    #expect(try Oracle.rows(in: folder.path("test.db"), "SELECT count(*) FROM items") == [line(.integer(3))])
  }

  @Test func `a table is made, replaced or left alone as the options say`() throws {
    let existing = "CREATE TABLE items (a, b); INSERT INTO items VALUES (1, 2)"
    func options(_ creation: SQLite.TableCreation) -> SQLite.WritingOptions { SQLite.WritingOptions(create: creation) }
    #expect(try inserted("[{\"c\":3}]", into: existing) == ["i1 i2 n", "n n i3"])
    #expect(try inserted("[{\"A\":3}]", into: existing) == ["i1 i2", "i3 n"])
    #expect(try inserted("[{\"c\":3}]", into: existing, options: options(.replace)) == ["i3"])
    #expect(try inserted("[]", into: existing, options: options(.replace)) == [])
    #expect(try inserted("[]", into: existing) == ["i1 i2"])
    #expect(try inserted("[{}]", into: existing) == ["i1 i2", "n n"])
    #expect(try inserted("[{\"b\":3}]", into: existing, options: options(.never)) == ["i1 i2", "n i3"])
    #expect(try rejection("[{\"c\":3}]", into: existing, options: options(.never)).contains("no column named c"))
    #expect(try rejection("[{\"c\":3}]", into: existing, options: options(.mustNotExist)).contains("already exists"))
    #expect(try rejection("[]", into: existing, options: options(.mustNotExist)).contains("already exists"))
    #expect(try rejection("[]", options: options(.never)).contains("no such table: items"))
    #expect(try rejection("[{}]").contains("the rows have no members"))
    #expect(try rejection("[{\"a\":1}]", options: SQLite.WritingOptions(batch: 0)).contains("invalid batch size 0"))
  }

  @Test func `names of any characters are names`() throws {
    let folder = try TemporaryFolder()
    let database = try SQLite.Database(path: folder.path("test.db"), mode: .create)
    let names = ["a\"b", "select", "x y", "", "日本", "'", "]", ";--"]
    for (index, name) in names.enumerated() {
      try database.table(name).insert([[name: index]])
      var rows = try database.table(name).rows()
      #expect(try rows.next([String: Int].self) == [name: index])
    }
    let tables = try Oracle.rows(in: folder.path("test.db"), "SELECT name FROM sqlite_master ORDER BY rowid")
    #expect(tables == names.map { line(.text($0)) })
    #expect(throws: SQLite.DatabaseError.self) { try database.table("a\0b").insert([["a": 1]]) }
  }

  @Test func `a batch is a transaction`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.db")
    let database = try SQLite.Database(path: path, mode: .create)
    let other = try SQLite.Database(path: path)
    func count() throws -> Int {
      var rows = try other.query("SELECT count(*) AS count FROM items")
      return try rows.next([String: Int].self)?["count"] ?? -1
    }
    var writer = try database.table("items").writer(options: SQLite.WritingOptions(batch: 130))
    for id in 0..<300 {
      try writer.append(Item(id: id, title: "", done: false))
      if id >= 129 { #expect(try count() == (id + 1) / 130 * 130) }
    }
    try writer.end()
    #expect(try count() == 300)
  }

  @Test func `transactions within transactions are savepoints`() throws {
    struct Stop: Error {}
    let database = try SQLite.Database()
    func ids() throws -> [Int] {
      var rows = try database.query("SELECT id FROM items ORDER BY id")
      var ids: [Int] = []
      while let row = try rows.next([String: Int].self) { ids.append(row["id"] ?? -1) }
      return ids
    }
    try database.transaction {
      try database.table("items").insert([["id": 1]])
      #expect(throws: Stop.self) {
        try database.transaction {
          try database.table("items").insert([["id": 2]])
          throw Stop()
        }
      }
      try database.transaction { try database.table("items").insert([["id": 3]], batch: 1) }
    }
    #expect(try ids() == [1, 3])
    #expect(throws: Stop.self) {
      try database.transaction {
        try database.table("items").insert([["id": 4]])
        throw Stop()
      }
    }
    #expect(try ids() == [1, 3])
    #expect(!database.isInTransaction)
  }
}
