import Millrace
import MillraceTables
import Testing

/// The schema of a stream, which all of its batches must fit.
@Suite struct ArrowSchemaTests {
  private func encoded(_ lines: [String], rowsPerBatch: Int = 2, schema: [Arrow.Field]? = nil) throws -> [UInt8] {
    let options = Arrow.WritingOptions(rowsPerBatch: rowsPerBatch, schema: schema)
    var writer = try Arrow.StreamWriter(to: [UInt8](), options: options)
    var rows = try JSON.stream(JSON.Value.self, from: Array(lines.joined(separator: "\n").utf8))
    try writer.append(contentsOf: &rows)
    return try writer.finish()
  }

  private func rejection(_ lines: [String], schema: [Arrow.Field]? = nil) -> String {
    do {
      _ = try encoded(lines, schema: schema)
      return "written"
    } catch {
      return "\(error)"
    }
  }

  private static let hint = "specify the schema or write larger batches"

  @Test func `a later batch with a new column is rejected with its row and its name`() {
    let lines = [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#, #"{"a":4,"b":true}"#]
    #expect(
      rejection(lines) == "at /3/b: unknown column b: it is not in the schema of the first batch; \(Self.hint)")
  }

  @Test func `a later batch with another type is rejected with its row and its name`() {
    let lines = [#"{"a":{"x":[1]}}"#, "{}", #"{"a":{"x":[]}}"#, #"{"a":{"x":[2,3.5]}}"#]
    #expect(
      rejection(lines)
        == "at /3/a/x/1: column a.x: expected int64 as in the first batch, found 3.5; \(Self.hint)")
    #expect(
      rejection([#"{"a":null}"#, "{}", "{}", #"{"a":"x"}"#])
        == "at /3/a: column a: expected null as in the first batch, found a string; \(Self.hint)")
  }

  @Test func `after a row that does not fit nothing more is written`() throws {
    var writer = try Arrow.StreamWriter(to: [UInt8](), options: Arrow.WritingOptions(rowsPerBatch: 1))
    try writer.append(["a": 1])
    #expect(throws: FormatError.self) { try writer.append(["b": 2]) }
    #expect(throws: FormatError.self) { try writer.append(["a": 3]) }
    #expect(throws: FormatError.self) { try writer.end() }
  }

  @Test func `batches are made to fit the schema where that is exact`() async throws {
    let schema = [
      Arrow.Field(name: "x", type: .float64), Arrow.Field(name: "n", type: .int64),
      Arrow.Field(name: "s", type: .structure([Arrow.Field(name: "deep", type: .list(of: .utf8))])),
      Arrow.Field(name: "never", type: .timestamp(.millisecond)), Arrow.Field(name: "flag", type: .boolean),
      Arrow.Field(name: "data", type: .binary), Arrow.Field(name: "nothing", type: .null),
    ]
    let lines = [#"{"x":1,"n":5}"#, #"{"n":6.0}"#, #"{"s":{"deep":["é"]},"x":2.5}"#, #"{"n":7.0,"other":null}"#, "{}"]
    let bytes = try encoded(lines, schema: schema)
    let answers = try await ArrowPeers.answers(to: [
      "types stream \(ArrowPeers.hexadecimal(bytes))", "read pyarrow stream \(ArrowPeers.hexadecimal(bytes))",
    ])
    #expect(
      answers[0]
        == "double;int64;struct<deep: list<item: string>>;timestamp[ms, tz=UTC];bool;binary;null")
    let absent = "[~,~,~,~,~]"
    #expect(
      answers[1].split(separator: ";").map { String($0.drop { $0 != "[" }) } == [
        "[d3ff0000000000000,~,d4004000000000000,~,~]", "[i5,i6,~,i7,~]", "[~,~,{64656570:[sc3a9]},~,~]", absent, absent,
        absent, absent,
      ])
  }

  @Test func `a schema of types that are only read is rejected`() {
    let fields: [(Arrow.DataType, String)] = [
      (.integer(bits: 24, isSigned: true), "int24"), (.utf8(.view), "string_view"),
      (.decimal(precision: 39, scale: 2, bits: 128), "decimal128(39, 2)"),
    ]
    for (type, name) in fields {
      #expect(
        rejection([], schema: [Arrow.Field(name: "c", type: type)])
          == "column c: type \(name) can be read but not written")
    }
    #expect(
      rejection([], schema: [Arrow.Field(name: "c", type: .int64, isNullable: false)])
        == "column c: writing a non-nullable column is not supported")
    #expect(
      rejection([], schema: [Arrow.Field(name: "c", type: .int64), Arrow.Field(name: "c", type: .utf8)])
        == "duplicate column c")
  }

  // MARK: Maps

  /// Three maps, of which the first has two entries and the second none, with these keys.
  private func maps(keys: [String], keyValidity: Columns.Bitmap? = nil, validity: Columns.Bitmap? = nil)
    -> Columns.Table
  {
    let texts = Columns.Texts(
      offsets: keys.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }, bytes: Array(keys.joined().utf8))
    let key = Columns.Column(name: "key", values: .strings(texts), validity: keyValidity, count: 3)
    let value = Columns.Column(name: "value", values: .integers([1, 2, 3]), count: 3)
    let entries = Columns.Column(
      name: "entries", values: .structures([key, value]), validity: validity, count: 3)
    return Columns.Table(columns: [
      Columns.Column(name: "m", values: .lists(offsets: [0, 2, 2, 3], elements: entries), count: 3)
    ])
  }

  private func map(_ key: Arrow.DataType, isNullable: Bool = false) -> Arrow.Field {
    let pair = [Arrow.Field(name: "key", type: key, isNullable: isNullable), Arrow.Field(name: "value", type: .int64)]
    return Arrow.Field(
      name: "m", type: .map(entries: Arrow.Field(name: "entries", type: .structure(pair), isNullable: false)))
  }

  @Test func `neither an entry of a map nor its key is null`() throws {
    let second = Columns.Bitmap(words: [0b101], count: 3)
    for table in [maps(keys: ["a", "", "c"], keyValidity: second), maps(keys: ["a", "b", "c"], validity: second)] {
      for encode: () throws -> Void in [
        { _ = try Arrow.encode(table, options: Arrow.WritingOptions(schema: [map(.utf8)])) },
        {
          var writer = try Parquet.TableWriter(to: [UInt8](), options: Parquet.WritingOptions(schema: [map(.utf8)]))
          try writer.write(table)
          try writer.finish()
        },
      ] {
        #expect(performing: encode, throws: { "\($0)".hasPrefix("at /0/m/1") && "\($0)".contains("found null") })
      }
    }
    #expect(throws: Never.self) {
      try Arrow.encode(maps(keys: ["a", "", "c"]), options: Arrow.WritingOptions(schema: [map(.utf8)]))
    }
  }

  @Test func `keys of maps that are null or nested are not written`() {
    #expect(rejection([], schema: [map(.utf8, isNullable: true)]).hasPrefix("column m: "))
    #expect(rejection([], schema: [map(.list(of: .int64))]).hasPrefix("column m: "))
  }

  // MARK: Instants

  private func table(_ instants: [Instant]) -> Columns.Table {
    Columns.Table(columns: [Columns.Column(name: "t", values: .instants(instants), count: instants.count)])
  }

  @Test func `instants are in nanoseconds if these reach far enough, and otherwise in microseconds`() async throws {
    let near = Instant(seconds: 1_700_000_000, nanoseconds: 123_456_789)
    let far = Instant(seconds: 253_402_300_799, nanoseconds: 999_999_000)
    let tables = [table([near]), table([near, near]), table([far]), table([far, Instant(seconds: -1)])]
    let encoded = try tables.map { ArrowPeers.hexadecimal(try Arrow.encode($0)) }
    let types = try await ArrowPeers.answers(to: encoded.map { "types stream \($0)" })
    let (nanoseconds, microseconds) = ("timestamp[ns, tz=UTC]", "timestamp[us, tz=UTC]")
    #expect(types == [nanoseconds[...], nanoseconds[...], microseconds[...], microseconds[...]])
    let texts = try await ArrowPeers.answers(to: encoded.map { "read pyarrow stream \($0)" })
    #expect(texts.map(String.init) == tables.map { Columns.text(of: [$0]) })
  }

  @Test func `instants that no unit expresses together are rejected`() {
    let near = Instant(seconds: 1_700_000_000, nanoseconds: 123_456_789)
    let far = Instant(seconds: 253_402_300_799, nanoseconds: 0)
    #expect {
      try Arrow.encode(table([far, near]))
    } throws: {
      "\($0)"
        == "at /1/t: column t: no time unit can represent both 2023-11-14T22:13:20.123456789Z and the other rows"
    }
    #expect {
      var writer = try Arrow.TableWriter(to: [UInt8]())
      try writer.write(table([near]))
      try writer.write(table([near, far]))
    } throws: {
      "\($0)"
        == "at /2/t: column t: 9999-12-31T23:59:59Z cannot be stored as a 64-bit number of ns"
    }
  }
}
