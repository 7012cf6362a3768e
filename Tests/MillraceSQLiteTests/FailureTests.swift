import Foundation
import Millrace
import MillraceSQLite
import Testing

/// A database on file, and one more look at it.
private struct Fixture {
  let folder: TemporaryFolder
  let path: String
  let database: SQLite.Database

  init(_ sql: String = "") throws {
    folder = try TemporaryFolder()
    path = folder.path("test.db")
    database = try SQLite.Database(path: path, mode: .create, busyTimeout: .milliseconds(10))
    try database.execute(sql)
  }

  func rowCount() throws -> [String] { try Oracle.rows(in: path, "SELECT count(*) FROM items") }

  static func count(_ count: Int) -> [String] { [SQLite.Value.integer(Int64(count)).line] }
}

private func items(_ range: Range<Int>) -> [Item] {
  range.map { Item(id: $0, title: "number \($0)", done: $0 % 2 == 0) }
}

@Suite("What SQLite rejects")
struct FailureTests {
  @Test(arguments: [0, 1, 99, 100, 101, 150, 199, 249])
  func `a constraint that fails names the row, and nothing of its transaction is there`(_ bad: Int) throws {
    let fixture = try Fixture("CREATE TABLE items (id INTEGER UNIQUE, title TEXT, done BOOLEAN)")
    try fixture.database.table("items").insert(items(1000..<1001))
    var items = items(0..<250)
    items[bad].id = 1000
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(items) }
    #expect(error?.row == bad)
    #expect(error?.code.name == "SQLITE_CONSTRAINT_UNIQUE")
    #expect(error?.code.primary == .constraint)
    #expect(error?.message == "UNIQUE constraint failed: items.id")
    #expect(error?.committedRows == 0)
    #expect(!fixture.database.isInTransaction)
    #expect(try fixture.rowCount() == Fixture.count(1))
  }

  @Test func `batches that were committed stay`() throws {
    let fixture = try Fixture("CREATE TABLE items (id INTEGER UNIQUE, title TEXT, done BOOLEAN)")
    var items = items(0..<250)
    items[177].id = 3
    let error = #expect(throws: SQLite.DatabaseError.self) {
      try fixture.database.table("items").insert(items, batch: 50)
    }
    #expect(error?.row == 177)
    #expect(error?.committedRows == 150)
    #expect(try fixture.rowCount() == Fixture.count(150))
  }

  @Test func `a conflict that ends the transaction inserts no rows`() throws {
    let fixture = try Fixture("CREATE TABLE items (id INTEGER UNIQUE ON CONFLICT ROLLBACK, title TEXT, done BOOLEAN)")
    var items = items(0..<250)
    items[120].id = 3
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(items) }
    #expect(error?.rows == 100..<200)
    #expect(try fixture.rowCount() == Fixture.count(0))
    #expect(!fixture.database.isInTransaction)
  }

  @Test func `a deferred foreign key fails at the end, and everything is rolled back`() throws {
    let fixture = try Fixture(
      """
      CREATE TABLE titles (title TEXT PRIMARY KEY);
      CREATE TABLE items (id, title REFERENCES titles DEFERRABLE INITIALLY DEFERRED, done)
      """)
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(items(0..<5)) }
    #expect(error?.code.name == "SQLITE_CONSTRAINT_FOREIGNKEY")
    #expect(error?.rows == 0..<5)
    #expect(try fixture.rowCount() == Fixture.count(0))
    #expect(!fixture.database.isInTransaction)
  }

  @Test func `a writer that is not ended inserts no rows`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title, done)")
    do {
      var writer = try fixture.database.table("items").writer()
      for item in items(0..<250) { try writer.append(item) }
    }
    #expect(!fixture.database.isInTransaction)
    #expect(try fixture.rowCount() == Fixture.count(0))
  }

  @Test func `a database that another connection writes to is busy`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title, done)")
    let other = try SQLite.Database(path: fixture.path)
    try other.transaction {
      try other.execute("INSERT INTO items VALUES (1, 'one', 0)")
      let error = #expect(throws: SQLite.DatabaseError.self) {
        try fixture.database.table("items").insert(items(0..<5))
      }
      #expect(error?.code.primary == .busy)
      #expect(error?.message == "database is locked")
    }
    #expect(try fixture.database.table("items").insert(items(0..<5)) == 5)
    #expect(try fixture.rowCount() == Fixture.count(6))
  }

  @Test func `a database that is full names the rows of the statement`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title, done)")
    try fixture.database.table("items").insert(items(0..<10))
    try fixture.database.execute("PRAGMA max_page_count = 4")
    let large = (0..<200).map { Item(id: $0, title: String(repeating: "x", count: 100), done: false) }
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(large) }
    #expect(error?.code == .full)
    #expect(error?.message == "database or disk is full")
    // SQLite has rolled back the transaction by itself, so that no row can be tried again.
    #expect(error?.rows?.count == 100)
    #expect(try fixture.rowCount() == Fixture.count(10))
    #expect(try Oracle.rows(in: fixture.path, "PRAGMA integrity_check") == [SQLite.Value.text("ok").line])
  }

  @Test func `a read-only database is reported`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title, done)")
    let database = try SQLite.Database(path: fixture.path, mode: .readOnly)
    let error = #expect(throws: SQLite.DatabaseError.self) { try database.table("items").insert(items(0..<5)) }
    #expect(error?.code.primary == .readOnly)
    #expect(error?.message == "attempt to write a readonly database")
    #expect(!database.isInTransaction)
  }

  @Test func `what is not there cannot be opened unless it is to be made`() throws {
    let folder = try TemporaryFolder()
    for mode in [SQLite.OpenMode.readOnly, .readWrite] {
      let error = #expect(throws: SQLite.DatabaseError.self) {
        try SQLite.Database(path: folder.path("none.db"), mode: mode)
      }
      #expect(error?.code.primary == .cannotOpen)
      #expect(error?.message.contains("none.db") == true)
    }
    #expect(throws: SQLite.DatabaseError.self) { try SQLite.Database(path: "a\0b", mode: .create) }
    #expect(throws: SQLite.DatabaseError.self) { try SQLite.Database(path: folder.path("no/folder.db"), mode: .create) }
  }

  @Test func `a file that is not a database is rejected when it is opened`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("text.db")
    try Data("[this file is not a database]".utf8).write(to: URL(filePath: path))
    let error = #expect(throws: SQLite.DatabaseError.self) { try SQLite.Database(path: path) }
    #expect(error?.code == .notADatabase)
    #expect(error?.message.hasSuffix("file is not a database") == true)
  }

  @Test func `a damaged page is an error with the rows before it read`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title, done)")
    try fixture.database.table("items").insert(items(0..<2000))
    var bytes = try Data(contentsOf: URL(filePath: fixture.path))
    // The fifth and the following pages: leaves of the table, which begin with a byte for their kind.
    for page in 5..<8 { bytes.replaceSubrange(page * 4096..<page * 4096 + 8, with: [UInt8](repeating: 0xFF, count: 8)) }
    let damaged = fixture.folder.path("damaged.db")
    try bytes.write(to: URL(filePath: damaged))
    let database = try SQLite.Database(path: damaged)
    var rows = try database.table("items").rows()
    var count = 0
    let error = #expect(throws: SQLite.DatabaseError.self) {
      while try rows.next(Item.self) != nil { count += 1 }
    }
    #expect(error?.code.primary == .corrupt)
    #expect(count > 0)
    #expect(try rows.next(Item.self) == nil)
  }

  @Test func `a table without the columns is a mismatch`() throws {
    let fixture = try Fixture("CREATE TABLE items (id, title)")
    let table = fixture.database.table("items")
    let never = SQLite.WritingOptions(create: .never)
    let error = #expect(throws: SQLite.DatabaseError.self) { try table.insert(items(0..<5), options: never) }
    #expect(error?.message == "table items has no column named done")
    #expect(throws: SQLite.DatabaseError.self) {
      try fixture.database.table("missing").insert(items(0..<5), options: never)
    }
    #expect(throws: SQLite.DatabaseError.self) {
      try table.insert(items(0..<5), options: SQLite.WritingOptions(create: .mustNotExist))
    }
    #expect(throws: SQLite.DatabaseError.self) { _ = try fixture.database.table("missing").rows() }
    #expect(try fixture.rowCount() == Fixture.count(0))
  }

  @Test func `a strict table rejects other types and names the row`() throws {
    let fixture = try Fixture("CREATE TABLE items (id INTEGER, title INTEGER, done INTEGER) STRICT")
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(items(0..<5)) }
    #expect(error?.code.name == "SQLITE_CONSTRAINT_DATATYPE")
    #expect(error?.row == 0)
  }

  @Test func `names that differ only in case are one column`() throws {
    let fixture = try Fixture()
    var rows = try JSON.stream(JSON.Value.self, from: Array(#"[{"Id":1},{"Id":2,"id":3}]"#.utf8))
    let error = #expect(throws: SQLite.DatabaseError.self) { try fixture.database.table("items").insert(from: &rows) }
    #expect(error?.message == "duplicate column name: id, which SQLite treats as Id")
  }

  @Test func `statements and their values must agree`() throws {
    let database = try SQLite.Database()
    try database.execute("CREATE TABLE items (id, title)")
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("SELECT * FROM items WHERE id = ?") }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("SELECT * FROM items WHERE id = ?", 1, 2) }
    #expect(throws: SQLite.DatabaseError.self) {
      _ = try database.query("SELECT * FROM items WHERE id = :id", named: [:])
    }
    #expect(throws: SQLite.DatabaseError.self) {
      _ = try database.query("SELECT * FROM items WHERE id = :id", named: ["id": 1, "title": 2])
    }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("SELECT 1; SELECT 2") }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("DELETE FROM items") }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("") }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("SELECT 1\0; DROP TABLE items") }
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.query("SELECT \"no such column\"") }
    #expect(throws: SQLite.DatabaseError.self) { try database.execute("INSERT INTO items VALUES (?, 1)", Double.nan) }
    #expect(throws: SQLite.DatabaseError.self) { try database.execute("INSERT INTO items VALUES (?, 1)", UInt64.max) }
    var rows = try database.query("SELECT 1 AS id, 'x' AS title, 0 AS done -- a comment\n;  ")
    #expect(try rows.next(Item.self) == Item(id: 1, title: "x", done: false))
  }

  @Test func `every code has the name that SQLite's header gives it`() throws {
    guard let header = try? String(contentsOfFile: "/usr/include/sqlite3.h", encoding: .utf8) else { return }
    var codes: [String: Int32] = [:]
    let definition = /#define (SQLITE_[A-Z_]+)\s+(?:([0-9]+)\s|\((SQLITE_[A-Z]+)\s*\|\s*\(([0-9]+)<<8\)\))/
    // The codes are defined before the flags for opening files.
    for match in header.prefix(upTo: header.firstRange(of: "SQLITE_OPEN_READONLY")!.lowerBound).matches(of: definition)
    {
      if let number = match.2 {
        codes[String(match.1)] = Int32(number)
      } else if let primary = match.3, let base = codes[String(primary)], let number = match.4.flatMap({ Int32($0) }) {
        codes[String(match.1)] = base | number << 8
      }
    }
    codes["SQLITE_VERSION_NUMBER"] = nil
    #expect(codes.count > 90)
    for (name, code) in codes { #expect(SQLite.ResultCode(rawValue: code).name == name) }
  }
}
