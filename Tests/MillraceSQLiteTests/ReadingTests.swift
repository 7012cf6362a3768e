import Millrace
import MillraceSQLite
import Testing

@Serializable
private struct Track {
  var id: Int
  var name: String
  var album: Int?
  var composer: String = "unknown"
  var price: Double
  var tags: Tags?

  @Serializable
  struct Tags: Equatable {
    var mood: String
    var bpm: Int
    var live: Bool
  }
}

@Serializable
private struct Box: Equatable {
  var id: Int
  var size: Size

  @Serializable
  struct Size: Equatable {
    var x: Double
    var y: Double
  }
}

@Serializable
private struct Parcel: Equatable {
  var id: Int
  var size: Box.Size?
  var note: String?
  var never: Int?
}

@Suite("Rows of SQLite as values")
struct ReadingTests {
  static let tables = [
    "artists", "albums", "genres", "media_types", "tracks", "playlists", "playlist_track", "employees", "customers",
    "invoices", "invoice_items",
  ]

  @Test func `NULL for a required field is an error of the cell`() throws {
    let database = try SQLite.Database()
    func error(_ query: String) throws -> String {
      var rows = try database.query(query)
      do {
        return "\(try rows.read([Box.Size].self))"
      } catch {
        return "\(error)"
      }
    }
    #expect(try error("SELECT 1.5 AS x, NULL AS y") == "at /0/y: expected a value, found null")
    #expect(try error("SELECT NULL AS x, 2.5 AS y") == "at /0/x: expected a value, found null")
    #expect(
      try error("SELECT 1.5 AS x, 2.5 AS y UNION ALL SELECT 1.5, NULL") == "at /1/y: expected a value, found null")
    #expect(try error("SELECT 1.5 AS x") == "at /0: missing field \"y\"")
  }

  @Test func `a shop for music goes from one database to another`() throws {
    let folder = try TemporaryFolder()
    let (path, copyPath) = (folder.path("shop.db"), folder.path("copy.db"))
    try Oracle.makeChinook(at: path)
    do {
      let shop = try SQLite.Database(path: path, mode: .readOnly)
      let copy = try SQLite.Database(path: copyPath, mode: .create)
      for table in Self.tables {
        var rows = try shop.table(table).rows()
        #expect(try copy.table(table).insert(from: &rows) > 0)
      }
    }
    for table in Self.tables {
      // Dates are written as RFC 3339 has them, numbers of a column with fractions are reals, and JSON has no escapes.
      let columns = try Oracle.sqlite3(
        path,
        """
        SELECT group_concat(CASE
          WHEN type IN ('DATETIME', 'TIMESTAMP') THEN 'strftime(''%Y-%m-%dT%H:%M:%fZ'', ' || name || ')'
          WHEN type LIKE 'NUMERIC%' THEN 'CAST(' || name || ' AS REAL)'
          WHEN type LIKE 'JSON%' THEN '(SELECT group_concat(key || type || atom) FROM json_each(' || name || '))'
          ELSE name END) FROM pragma_table_info('\(table)')
        """)
      let query = "SELECT \(columns) FROM \(table) ORDER BY 1, 2"
      let expected = try Oracle.rows(in: path, query)
      #expect(expected.count > 4)
      #expect(try Oracle.rows(in: copyPath, query) == expected, "\(table)")
    }
    #expect(try Oracle.rows(in: copyPath, "PRAGMA integrity_check") == [SQLite.Value.text("ok").line])
  }

  @Test func `nulls are absent, and cells of JSON are objects`() throws {
    let folder = try TemporaryFolder()
    try Oracle.makeChinook(at: folder.path("shop.db"))
    let shop = try SQLite.Database(path: folder.path("shop.db"), mode: .readOnly)
    var rows = try shop.query(
      """
      SELECT TrackId AS id, Name AS name, AlbumId AS album, Composer AS composer, UnitPrice AS price, Tags AS tags
      FROM tracks WHERE TrackId <= ? ORDER BY TrackId
      """, 1000)
    var found: [String] = []
    while let track = try rows.next(Track.self) {
      let values: [SQLite.Value] = [
        .integer(Int64(track.id)), .text(track.name), track.album.map { .integer(Int64($0)) } ?? .null,
        .text(track.composer), .real(track.price), track.tags.map { .text($0.mood) } ?? .null,
        track.tags.map { .integer(Int64($0.bpm)) } ?? .null, track.tags.map { .integer($0.live ? 1 : 0) } ?? .null,
      ]
      found.append(values.line)
    }
    let expected = try Oracle.rows(
      in: folder.path("shop.db"),
      """
      SELECT TrackId, Name, AlbumId, coalesce(Composer, 'unknown'), UnitPrice,
        Tags ->> 'mood', Tags ->> 'bpm', Tags ->> 'live' FROM tracks WHERE TrackId <= 1000 ORDER BY TrackId
      """)
    #expect(found == expected)
  }

  @Test func `declared types say what is forwarded`() throws {
    let database = try SQLite.Database()
    try database.execute(
      """
      CREATE TABLE mixed (flag BOOLEAN, at DATETIME, day DATE, json JSON, text TEXT, number INTEGER);
      INSERT INTO mixed VALUES
        (1, '2009-02-03 04:05:06', '2009-02-03', '{"a": [1, 2.50]}', '{"a": 1}', 1),
        (0, '2009-02-03', '12:30', '[not json', '[]', 0),
        (2, 'yesterday', NULL, 'plain', NULL, NULL),
        (NULL, '2009-02-03 04:05', NULL, ' [ ] ', NULL, NULL),
        (NULL, '2009-02-03T04:05:06.789+02:00', NULL, NULL, NULL, NULL)
      """)
    var rows = try database.table("mixed").rows()
    var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
    #expect(try writer.append(contentsOf: &rows) == 5)
    let text = String(decoding: try writer.finish(), as: UTF8.self)
    #expect(
      text == #"""
        {"flag":true,"at":"2009-02-03T04:05:06Z","day":"2009-02-03","json":{"a":[1,2.50]},"text":"{\"a\": 1}","number":1}
        {"flag":false,"at":"2009-02-03","day":"12:30","json":"[not json","text":"[]","number":0}
        {"flag":2,"at":"yesterday","json":"plain"}
        {"at":"2009-02-03T04:05:00Z","json":[]}
        {"at":"2009-02-03T02:05:06.789Z"}

        """#)
  }

  @Test func `a column of another kind says where it is`() throws {
    let database = try SQLite.Database()
    func problem<Value: Readable>(_ type: Value.Type, _ sql: String) throws -> String {
      var rows = try database.query("SELECT 1 AS a UNION ALL SELECT \(sql)")
      do {
        _ = try rows.next(JSON.Value.self)
        return "\(String(describing: try rows.next([String: Value].self)))"
      } catch {
        return "\(error)"
      }
    }
    #expect(try problem(Int.self, "'x'") == "at /1/a: expected an integer, found a string")
    #expect(
      try problem(Int.self, "1.5") == "at /1/a: expected an integer, found a number with a fraction or an exponent")
    #expect(try problem(Int8.self, "128") == "at /1/a: number out of range for Int8")
    #expect(try problem(UInt64.self, "-1") == "at /1/a: number out of range for UInt64")
    #expect(try problem(Bool.self, "2") == "at /1/a: invalid Bool: 2")
    #expect(try problem(String.self, "5") == "at /1/a: expected a string, found a number")
    #expect(try problem(Double.self, "x'00'") == "at /1/a: invalid value: binary data, expected a number")
    #expect(try problem(Float.self, "1e300") == "at /1/a: number out of range for Float")
    #expect(try problem(Instant.self, "'soon'") == "at /1/a: invalid date and time: \"soon\"")
    #expect(try problem(String.self, "CAST(x'61FF' AS TEXT)") == "at /1/a: invalid UTF-8")
    #expect(try problem([Int].self, "'[1, x]'").hasPrefix("at /1/a"))
    #expect(try problem(Int.self, "2.0") == #"Optional(["a": 2])"#)
    #expect(try problem(UInt64.self, "'18446744073709551615'") == #"Optional(["a": 18446744073709551615])"#)
    #expect(try problem([Int].self, "'[1, 2]'") == #"Optional(["a": [1, 2]])"#)
  }

  @Test func `values are bound by position and by name`() throws {
    let database = try SQLite.Database()
    try database.table("items").insert((1...9).map { Item(id: $0, title: "t\($0)", done: $0 > 5) })
    var byName = try database.query(
      "SELECT * FROM items WHERE id BETWEEN :first AND $last AND title <> @not ORDER BY id",
      named: ["first": 3, "$last": 5, "not": "t4"])
    #expect(try byName.next(Item.self)?.id == 3)
    #expect(try byName.next(Item.self)?.id == 5)
    #expect(try byName.next(Item.self) == nil)
    let hostile = "t1' OR 1 = 1 --"
    var byPosition = try database.query("SELECT * FROM items WHERE title = ? OR title = ?", hostile, "t2" as String?)
    #expect(try byPosition.next(Item.self)?.id == 2)
    #expect(try byPosition.next(Item.self) == nil)
    #expect(try database.execute("UPDATE items SET done = ? WHERE id > ?", true, 3) == 6)
    // The same statement twice at the same time.
    var first = try database.query("SELECT * FROM items ORDER BY id")
    var second = try database.query("SELECT * FROM items ORDER BY id")
    _ = try first.next(Item.self)
    #expect(try first.next(Item.self)?.id == 2)
    #expect(try second.next(Item.self)?.id == 1)
  }

  @Test func `names with dots become objects by an option`() throws {
    let database = try SQLite.Database()
    let boxes = (0..<150).map { Box(id: $0, size: Box.Size(x: Double($0) / 4, y: 2)) }
    try database.table("flat").insert(boxes, options: SQLite.WritingOptions(nested: .columns(separator: ".")))
    try database.table("deep").insert(boxes)
    var flat = try database.table("flat").rows(options: SQLite.ReadingOptions(nameSeparator: "."))
    var deep = try database.table("deep").rows()
    for box in boxes {
      #expect(try flat.next(Box.self) == box)
      #expect(try deep.next(Box.self) == box)
    }
    var columns = try database.query("SELECT group_concat(name) AS names FROM pragma_table_info('flat')")
    #expect(try columns.next([String: String].self) == ["names": "id,size.x,size.y"])
  }

  @Test(arguments: [0, 1, 150], [nil, 7])
  func `an optional object can be nil in the first rows`(_ first: Int, _ batch: Int?) throws {
    let database = try SQLite.Database()
    let parcels = (0..<200).map { row in
      Parcel(
        id: row, size: row < first || row % 3 == 0 ? nil : Box.Size(x: Double(row), y: 1),
        note: row < 160 ? nil : "n\(row)", never: nil)
    }
    try database.table("flat").insert(
      parcels, options: SQLite.WritingOptions(batch: batch, nested: .columns(separator: ".")))
    var flat = try database.table("flat").rows(options: SQLite.ReadingOptions(nameSeparator: "."))
    for parcel in parcels { #expect(try flat.next(Parcel.self) == parcel) }
    var columns = try database.query(
      "SELECT group_concat(name) AS names FROM (SELECT name FROM pragma_table_info('flat') ORDER BY name)")
    #expect(try columns.next([String: String].self) == ["names": "id,never,note,size.x,size.y"])
  }

  @Test func `what a schema says cannot do harm`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("test.db")
    try Oracle.execute(path, "CREATE TABLE items (id); CREATE VIEW bad AS SELECT writefile('x', 'y') AS id")
    let database = try SQLite.Database(path: path)
    #expect(throws: SQLite.DatabaseError.self) { _ = try database.table("bad").rows() }
    #expect(throws: SQLite.DatabaseError.self) { try database.execute("UPDATE sqlite_master SET sql = 'x'") }
    #expect(throws: SQLite.DatabaseError.self) { try database.execute("SELECT load_extension('x')") }
    try database.execute(
      "CREATE TABLE owners (id INTEGER PRIMARY KEY); CREATE TABLE owned (owner INTEGER REFERENCES owners)")
    #expect(throws: SQLite.DatabaseError.self) { try database.execute("INSERT INTO owned VALUES (5)") }
    #expect(try Oracle.sqlite3(path, "PRAGMA journal_mode") == "delete")
  }
}
