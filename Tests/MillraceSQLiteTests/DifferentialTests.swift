import Millrace
import MillraceSQLite
import TestSupport
import Testing

/// Values of every kind that SQLite stores.
@Serializable
struct Sample: Equatable {
  var integer: Int64?
  var double: Double?
  var text: String?
  var bytes: [UInt8]?
  var flag: Bool?

  @Serializable
  struct Wide: Equatable {
    var integer: Int128?
  }

  static func random(_ random: inout SeededGenerator) -> Sample {
    func sometimes<Value>(_ value: Value) -> Value? { random.once(in: 6) ? nil : value }
    return Sample(
      integer: sometimes(random.integer()), double: sometimes(random.double()), text: sometimes(random.text()),
      bytes: nil, flag: sometimes(random.once(in: 2)))
  }

  var stored: [SQLite.Value] {
    [
      integer.map { .integer($0) } ?? .null, double.map { .real($0) } ?? .null, text.map { .text($0) } ?? .null,
      flag.map { .integer($0 ? 1 : 0) } ?? .null,
    ]
  }
}

/// A binary value beside a number.
struct Photo: Serializable, Equatable {
  var id: Int
  var bytes: [UInt8]

  static let fields = FieldTable("\u{2}id\u{5}bytes", required: 0b11)
  static var fieldTable: FieldTable { fields }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Photo {
    var id = 0
    var bytes: [UInt8] = []
    var search = FieldSearch(fields)
    if try reader.beginObject(fields) {
      repeat {
        switch try reader.findField(&search) {
        case 0: id = try reader.readInt()
        case 1: bytes = try reader.readBytes()
        default: try reader.skipValue()
        }
      } while try reader.nextMember()
    }
    return Photo(id: id, bytes: bytes)
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginObject(Photo.fields)
    writer.writeKey("id")
    writer.write(id)
    writer.writeKey("bytes")
    writer.write(bytes: bytes)
    writer.endObject()
  }
}

@Suite("Against Python's sqlite3")
struct DifferentialTests {
  @Test func `Python reads inserted rows, bit for bit`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.path("values.db")
    let samples = (0..<Scale.count(2_000)).map { _ in Sample.random(&random) }
    try SQLite.Database(path: path, mode: .create).table("samples").insert(samples)
    let rows = try Oracle.rows(in: path, "SELECT integer, double, text, flag FROM samples ORDER BY rowid")
    #expect(rows.count == samples.count)
    var mismatches = Mismatches()
    for (sample, row) in zip(samples, rows) { mismatches.expect(row, sample.stored.line, "\(sample)") }
    mismatches.report()
    #expect(try Oracle.rows(in: path, "PRAGMA integrity_check") == [[SQLite.Value.text("ok")].line])
  }

  @Test func `rows that Python inserted are read, bit for bit`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.path("values.db")
    let samples = (0..<Scale.count(2_000)).map { _ in Sample.random(&random) }
    try Oracle.load(
      path, "CREATE TABLE samples (integer INTEGER, double REAL, text TEXT, flag BOOLEAN)",
      insert: "INSERT INTO samples VALUES (?, ?, ?, ?)", samples.map(\.stored.line))
    var rows = try SQLite.Database(path: path, mode: .readOnly).table("samples").rows()
    var mismatches = Mismatches()
    for sample in samples {
      let found = try #require(try rows.next(Sample.self))
      mismatches.expect(found.stored.line, sample.stored.line, "\(sample)")
    }
    #expect(try rows.next(Sample.self) == nil)
    #expect(try rows.next(Sample.self) == nil)
    mismatches.report()
  }

  @Test func `blobs go both ways`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.path("blobs.db")
    let photos = (0..<300).map { Photo(id: $0, bytes: $0 == 7 ? [] : random.bytes()) }
    let database = try SQLite.Database(path: path, mode: .create)
    try database.table("photos").insert(photos)
    let expected = photos.map { [SQLite.Value.integer(Int64($0.id)), .blob($0.bytes)].line }
    #expect(try Oracle.rows(in: path, "SELECT id, bytes FROM photos ORDER BY id") == expected)
    #expect(try Oracle.sqlite3(path, "SELECT type FROM pragma_table_info('photos')") == "INTEGER\nBLOB")
    try Oracle.load(path, "", insert: "INSERT INTO photos VALUES (?, ?)", expected)
    var rows = try database.query("SELECT * FROM photos ORDER BY rowid")
    for photo in photos + photos { #expect(try rows.next(Photo.self) == photo) }
  }

  @Test func `a database in UTF-16 has the same texts`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.path("wide.db")
    let texts = (0..<200).map { _ in random.text() }
    try Oracle.execute(path, "PRAGMA encoding = 'UTF-16'; CREATE TABLE samples (text TEXT)")
    let database = try SQLite.Database(path: path)
    try database.table("samples").insert(texts.map { Sample(text: $0) }, options: SQLite.WritingOptions())
    let rows = try Oracle.rows(in: path, "SELECT text FROM samples ORDER BY rowid")
    #expect(rows == texts.map { SQLite.Value.text($0).line })
    var found = try database.query("SELECT text FROM samples ORDER BY rowid")
    for text in texts { #expect(try found.next(Sample.self)?.text == text) }
  }

  @Test func `bound values are what they were`() throws {
    var random = SeededGenerator()
    let folder = try TemporaryFolder()
    let path = folder.path("bound.db")
    let database = try SQLite.Database(path: path, mode: .create)
    try database.execute("CREATE TABLE bound (value)")
    var expected: [String] = []
    for _ in 0..<200 {
      let value: SQLite.Value =
        switch random.below(5) {
        case 0: .null
        case 1: .integer(random.integer())
        case 2: .real(random.double())
        case 3: .text(random.text())
        default: .blob(random.bytes())
        }
      #expect(try database.execute("INSERT INTO bound VALUES (?)", value) == 1)
      expected.append(value.line)
    }
    #expect(try Oracle.rows(in: path, "SELECT value FROM bound ORDER BY rowid") == expected)
  }
}
