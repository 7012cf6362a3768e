import Millrace
import MillraceSQLite
import Testing

private enum Rating: String, SQLite.Bindable { case good }

/// Binary data, as text in Base64 or as a blob.
private struct Bytes: Serializable, Equatable {
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Bytes {
    Bytes(bytes: try reader.readBytes())
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(bytes: bytes) }
}

@Serializable
private struct Cells: Equatable {
  var number: JSON.Number
  var at: Instant
  var bytes: Bytes
  var ratio: Float
}

@Suite("Scalars in cells of SQLite")
struct ScalarTests {
  @Test func `values of every bindable type are stored in the class that SQLite names`() throws {
    let instant = Instant(seconds: 1, nanoseconds: 500_000_000)
    let values: [(any SQLite.Bindable, String)] = [
      (Int8(-1), "integer -1"), (UInt64(7), "integer 7"), (true, "integer 1"), (0.5, "real 0.5"),
      (Float(0.25), "real 0.25"), ("x", "text x"), ("xyz".prefix(2), "text xy"),
      (instant, "text 1970-01-01T00:00:01.500Z"), ([0x41, 0x42] as [UInt8], "blob AB"), (Rating.good, "text good"),
      (Int?.none, "null "), (Int?.some(3), "integer 3"),
    ]
    let folder = try TemporaryFolder()
    let database = try SQLite.Database(path: folder.path("scalars.db"), mode: .create)
    try database.execute("CREATE TABLE cells (value)")
    for (value, _) in values { try database.execute("INSERT INTO cells VALUES (?)", value) }
    let query = "SELECT typeof(value) || ' ' || ifnull(value, '') FROM cells ORDER BY rowid"
    let found = try Oracle.sqlite3(folder.path("scalars.db"), query).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(found.map(String.init) == values.map(\.1))
    for wrong in [Double.nan, UInt64.max, Instant(seconds: .max)] as [any SQLite.Bindable] {
      let error = #expect(throws: SQLite.DatabaseError.self) {
        try database.execute("INSERT INTO cells VALUES (?)", wrong)
      }
      #expect(error?.code == .mismatch)
    }
  }

  @Test func `numbers, instants and binary data that are stored as text`() throws {
    let database = try SQLite.Database(path: ":memory:")
    let expected = Cells(
      number: try #require(JSON.Number("12345678901234567890.5")), at: Instant(seconds: 86_400),
      bytes: Bytes(bytes: [1, 2]),
      ratio: 0.1)
    func read(_ cells: String, _ options: SQLite.ReadingOptions = SQLite.ReadingOptions()) throws -> Cells? {
      var rows = try database.query("SELECT \(cells)", options: options)
      return try rows.next(Cells.self)
    }
    let bytes = "'AQI=' AS bytes, 0.1 AS ratio"
    #expect(
      try read("'12345678901234567890.5' AS number, '1970-01-02T00:00:00Z' AS at, \(bytes)") == expected)
    #expect(
      try read("'12345678901234567890.5' AS number, 86400000 AS at, \(bytes)", .init(instants: .unixMilliseconds))
        == expected)
    #expect(try read("1 AS number, '1970-01-02 00:00:00' AS at, x'0102' AS bytes, 1 AS ratio")?.ratio == 1)
    for (wrong, path) in [
      ("'1x' AS number, '1970-01-02T00:00:00Z' AS at, \(bytes)", "/0/number"),
      ("9e999 AS number, '1970-01-02T00:00:00Z' AS at, \(bytes)", "/0/number"),
      ("x'00' AS number, '1970-01-02T00:00:00Z' AS at, \(bytes)", "/0/number"),
      ("1 AS number, 'yesterday' AS at, \(bytes)", "/0/at"), ("1 AS number, 5 AS at, \(bytes)", "/0/at"),
      ("1 AS number, '1970-01-02T00:00:00Z' AS at, '*' AS bytes, 1 AS ratio", "/0/bytes"),
      ("1 AS number, '1970-01-02T00:00:00Z' AS at, 'AQI=' AS bytes, 1e300 AS ratio", "/0/ratio"),
    ] {
      let error = #expect(throws: FormatError.self, "\(wrong)") { try read(wrong) }
      #expect(error?.place.path == path, "\(wrong): \(String(describing: error))")
    }
  }

  @Test func `values of a lazy sequence are inserted`() throws {
    let database = try SQLite.Database(path: ":memory:")
    let rows = (0..<250).lazy.map { ["a": Float($0) / 4] }
    #expect(try database.table("items").insert(rows) == 250)
    var sums = try database.query("SELECT count(*) AS count, sum(a) AS sum FROM items")
    #expect(try sums.next([String: Double].self) == ["count": 250, "sum": 249 * 250 / 8.0])
  }

  @Test func `a statement that is interrupted fails`() throws {
    let database = try SQLite.Database(path: ":memory:")
    let query = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    var rows = try database.query(query)
    #expect(try rows.next([String: Int].self) == ["i": 1])
    database.interrupt()
    let error = #expect(throws: (any Error).self) { while try rows.next([String: Int].self) != nil {} }
    #expect("\(String(describing: error))".contains("interrupted"))
  }
}
