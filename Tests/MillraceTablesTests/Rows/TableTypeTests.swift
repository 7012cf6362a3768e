import Millrace
import MillraceTables
import Testing

/// Types with tables, in cells.
private enum Tabled {
  @Serializable
  struct Stop {
    var id: Int
    @Field("stop_name", aliases: "name") var name: String
    var latitude: Double?
    var isOpen: Bool = true
    var place: Place
    var former: Place?
    var lines: [Line] = []
    var tags: [String]?
    var note: String?
  }

  @Serializable
  struct Place {
    var city: String
    var zip: Int?
  }

  @Serializable
  struct Line {
    var number: Int
    var names: [String] = ["none"]
  }
}

/// The same types with generated code.
private enum Generated {
  @Serializable(.inlined)
  struct Stop {
    var id: Int
    @Field("stop_name", aliases: "name") var name: String
    var latitude: Double?
    var isOpen: Bool = true
    var place: Place
    var former: Place?
    var lines: [Line] = []
    var tags: [String]?
    var note: String?
  }

  @Serializable(.inlined)
  struct Place {
    var city: String
    var zip: Int?
  }

  @Serializable(.inlined)
  struct Line {
    var number: Int
    var names: [String] = ["none"]
  }
}

@Suite("Types with tables, in rows and columns")
struct TableTypeTests {
  private var random = SeededGenerator("types with tables in rows")

  private static let cells: [(name: String, values: [String])] = [
    ("id", ["1", "-2", "x"]), ("stop_name", ["Mitte", "\"a, b\""]), ("name", ["other"]), ("latitude", ["1.5", ""]),
    ("isOpen", ["false", "true", ""]), ("place.city", ["Berlin"]), ("place.zip", ["10115", ""]),
    ("place", [#""{""city"":""Bonn""}""#, "Bonn"]), ("former.city", ["Rome", ""]), ("former.zip", ["1", ""]),
    ("lines", [#""[{""number"":1,""names"":[""a""]},{""number"":2}]""#, "[]", "", "{"]), ("tags", [#""[""t""]""#, ""]),
    ("note", ["n", ""]), ("unknown", ["u"]),
  ]

  /// A table of some of the columns, in any order.
  private mutating func table() -> String {
    var columns = Self.cells.filter { _ in !random.once(in: 6) }
    if random.once(in: 2) {
      columns.removeAll { $0.name == "place" }
    } else {
      columns.removeAll { $0.name.hasPrefix("place.") }
    }
    if random.once(in: 2) { columns.shuffle(using: &random) }
    let rows = (0..<random.below(4)).map { _ in
      columns.map { column in random.once(in: 4) ? random.element(of: column.values) : column.values[0] }
    }
    return ([columns.map(\.name)] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// What is read, written to tables and columns, or the error.
  private func outcome<Row: Serializable>(_ type: Row.Type, _ text: String) -> [String] {
    do {
      let rows = try CSV.decode([Row].self, from: text)
      var reader = Columns.Reader(try Columns.table(of: rows))
      return [
        try JSON.encode(rows, as: String.self),
        String(decoding: try CSV.encode(rows), as: UTF8.self),
        String(decoding: try CSV.encode(rows, options: CSV.WritingOptions(nested: .json)), as: UTF8.self),
        try JSON.encode(try [Row].read(from: &reader), as: String.self),
      ]
    } catch { return ["\(error)"] }
  }

  @Test mutating func `rows are read and written as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(1_000) {
      let text = table()
      mismatches.expect(outcome(Tabled.Stop.self, text), outcome(Generated.Stop.self, text), text)
    }
    mismatches.report()
  }
}
