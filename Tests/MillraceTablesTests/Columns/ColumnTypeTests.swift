import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Columns of types")
struct ColumnTypeTests {
  @Serializable
  struct Station: Equatable {
    var id: Int
    var name: String
    var position: Position
    var opened: Instant?
    var tags: [String] = []
    var isOpen = true
    @Field(aliases: "height", "elevation") var altitude: Double?
    var depths: [[Double]]?
    var key: UInt64 = 0
    var kind: Kind = .stop
  }

  @Serializable
  struct Position: Equatable {
    var x: Double
    var y: Double?
  }

  @Serializable
  enum Kind: Equatable {
    case stop
    case terminus(tracks: Int)
  }

  private func stations(_ count: Int) -> [Station] {
    var random = SeededGenerator("stations", part: count)
    return (0..<count).map { index in
      Station(
        id: Int(Int64(bitPattern: random.ofAnyLength())), name: String(repeating: "né", count: random.below(12)),
        position: Position(x: Double(random.below(1000)) / 8, y: random.once(in: 2) ? nil : Double(index)),
        opened: random.once(in: 2) ? nil : Instant(seconds: Int64(random.below(1 << 36)), nanoseconds: 5),
        tags: (0..<random.below(3)).map { "tag \($0)" }, isOpen: random.once(in: 2),
        altitude: random.once(in: 3) ? 0.1 * Double(index) : nil,
        depths: random.once(in: 2) ? nil : (0..<random.below(3)).map { _ in (0..<random.below(3)).map(Double.init) },
        // In some tables larger than `Int64.max`.
        key: count % 2 == 0 ? UInt64(index) : random.next(),
        kind: random.once(in: 2) ? .stop : .terminus(tracks: index))
    }
  }

  @Test(arguments: [0, 1, 2, 5, 63, 64, 65, 1000])
  func `values come back equal`(_ count: Int) throws {
    let stations = stations(count)
    let table = try Columns.table(of: stations)
    #expect(table.count == count)
    var reader = Columns.Reader(table)
    var found: [Station] = []
    while let station = try reader.next(Station.self) { found.append(station) }
    #expect(found == stations, "\(SeededGenerator.note)")
    // As a whole, as any document.
    var whole = Columns.Reader(table)
    #expect(try whole.read([Station].self) == stations, "\(SeededGenerator.note)")
    // By way of JSON, typed: read from it, and from the columns.
    let fromJSON = try Columns.decode([Station].self, from: try JSON.encode(stations))
    #expect(try fromJSON.rows() == table.rows(), "\(SeededGenerator.note)")
    var again = Columns.Reader(table)
    #expect(try Columns.decode([Station].self, from: &again) == table, "\(SeededGenerator.note)")
  }

  @Test func `the columns of a type are those of its fields, also without values`() throws {
    let table = try Columns.decode(
      [Station].self, from: Array(#"{"kind":{"stop":{}},"position":{"x":1},"name":"a","id":1}"#.utf8))
    #expect(
      table.columns.map(\.name) == [
        "id", "name", "position", "opened", "tags", "isOpen", "altitude", "depths", "key", "kind",
      ])
    #expect(table["opened"]?.values == .unknown)
    #expect(table["opened"]?.absentCount == 1)
    #expect(table["position"]?.members?.map(\.name) == ["x", "y"])
    #expect(table["position"]?["x"]?.doubles == [1])
  }

  @Serializable(unknownFields: .rejected)
  struct Strict: Equatable {
    var name: String
    var id: Int
  }

  @Serializable
  struct Flat: Equatable {
    var id: Int
    @Field(.flattened) var rest: [String: JSON.Value]
  }

  @Serializable
  struct Renamed: Equatable {
    @Field("title", aliases: "name") var name: String
    var missing: Int?
    var level: Int = 7
  }

  @Test func `fields are found whatever the order of the columns`() throws {
    let table = try Columns.table(
      from: Array(#"[{"id":1,"name":"a","level":null},{"extra":true,"name":"b","id":2,"level":3}]"#.utf8))
    var renamed = Columns.Reader(table)
    #expect(try renamed.read([Renamed].self) == [Renamed(name: "a"), Renamed(name: "b", level: 3)])
    var flat = Columns.Reader(table)
    #expect(
      try flat.read([Flat].self) == [
        Flat(id: 1, rest: ["name": "a"]), Flat(id: 2, rest: ["name": "b", "level": 3, "extra": true]),
      ])
    // A member that is absent is not unknown either.
    var strict = Columns.Reader(try #require(table.selecting(["id", "name"])))
    #expect(try strict.read([Strict].self) == [Strict(name: "a", id: 1), Strict(name: "b", id: 2)])
    var rejecting = Columns.Reader(table)
    let error = #expect(throws: FormatError.self) { try rejecting.read([Strict].self) }
    #expect(error?.description == "at /1/level: unknown field 'level'; expected one of: name, id")
  }

  @Test func `errors have the row and the member`() throws {
    let table = try Columns.table(from: Array(#"[{"a":{"b":[1,2]}},{"a":{"b":[3,1000]}},{}]"#.utf8))
    var bytes = Columns.Reader(table)
    let error = #expect(throws: FormatError.self) { try bytes.read([[String: [String: [UInt8]]]].self) }
    #expect(error?.description == "at /1/a/b/1: number out of range for UInt8")
    var strict = Columns.Reader(table)
    let missing = #expect(throws: FormatError.self) { try strict.read([Strict].self) }
    #expect(missing?.description == "at /0/a: unknown field 'a'; expected one of: name, id")
  }

  @Test func `a column of strings is read as what its strings are, if a type says so`() throws {
    let table = try Columns.table(
      from: Array(#"[{"a":1},{"a":true},{"a":[1,2]},{"a":{"x":1,"y":2.5}},{"a":1.5}]"#.utf8))
    #expect(table["a"]?.strings != nil)
    var reader = Columns.Reader(table)
    #expect(try reader.next([String: Int].self) == ["a": 1])
    #expect(try reader.next([String: Bool].self) == ["a": true])
    #expect(try reader.next([String: [Int]].self) == ["a": [1, 2]])
    #expect(try reader.next([String: Position].self) == ["a": Position(x: 1, y: 2.5)])
    #expect(try reader.next([String: Double].self) == ["a": 1.5])
    #expect(try reader.next([String: Int].self) == nil)
  }
}
