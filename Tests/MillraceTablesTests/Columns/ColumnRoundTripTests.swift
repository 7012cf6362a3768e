import Testing

@testable import Millrace
@testable import MillraceTables

@Suite("Columns and back")
struct ColumnRoundTripTests {
  /// Random rows, written one by one, must be what the twin makes of them.
  @Test func `random rows are what a naive column makes of them`() throws {
    var mismatches = Mismatches()
    var kinds: Set<ColumnTwin.Kind> = []
    for part in 0..<max(30, Scale.count(300)) {
      var generator = RandomRows(SeededGenerator("random rows", part: part))
      let rows = generator.rows()
      var twin = ColumnTwin()
      // A row that is not an object becomes an object of one member.
      for row in rows { twin.append(row.object == nil ? (row.isNull ? [:] : ["value": row]) : row) }
      let table = try Columns.table(of: rows)
      mismatches.expect(table.count, rows.count, "part \(part)")
      for (index, row) in try table.rows().enumerated() {
        mismatches.expect(row.withTextsRead, twin[index]?.withTextsRead ?? [:], "part \(part), row \(index)")
      }
      mismatches.expect(table.columns.map(\.kind), table.columns.map { twin.kind(of: $0.name) }, "part \(part), kinds")
      for column in table.columns { kinds.insert(column.kind) }

      // The same by way of JSON, and as one document; in the end the same columns, bit for bit.
      let document = try JSON.encode(rows)
      mismatches.expect(try Columns.table(from: document), table, "part \(part), from bytes")
      let whole = try JSON.decode(TableOfDocument.self, from: document).table
      mismatches.expect(whole, table, "part \(part), forwarded")
      var reader = Columns.Reader(table)
      let again = try Columns.table(from: &reader)
      mismatches.expect(try again.rows(), try table.rows(), "part \(part), from columns")
    }
    mismatches.report()
    #expect(kinds == [.unknown, .boolean, .integer, .double, .string, .structure, .list], "\(SeededGenerator.note)")
  }

  @Test(arguments: [1, 2, 62, 63, 64, 65, 66, 127, 128, 129])
  func `a single absent value is absent wherever it is`(_ count: Int) throws {
    var mismatches = Mismatches()
    for absent in 0..<count {
      let rows = (0..<count).map { $0 == absent ? [:] : JSON.Value.object(["a": .number(JSON.Number($0 + 1))]) }
      let table = try Columns.table(of: rows)
      mismatches.expect(try table.rows(), rows, "\(absent) of \(count)")
      let column = table["a"]
      mismatches.expect(column?.absentCount ?? 1, 1, "\(absent) of \(count)")
      for row in 0..<count where count > 1 {
        mismatches.expect(column?.integer(at: row), row == absent ? nil : Int64(row + 1), "\(absent) of \(count)")
        // What is absent is a zero in its place.
        mismatches.expect(column?.integers?[row], row == absent ? 0 : Int64(row + 1), "\(absent) of \(count)")
      }
    }
    mismatches.report()
  }

  @Test func `a column without absent values has no validity`() throws {
    let table = try Columns.table(from: Array(#"[{"a":1,"b":true,"c":[1]},{"a":2,"b":false,"c":[]}]"#.utf8))
    #expect(table.columns.allSatisfy { $0.validity == nil })
    #expect(table["b"]?.booleans?[0] == true)
    #expect(table["c"]?.lists?.offsets == [0, 1, 1])
  }

  @Test func `an early value and a late key leave the rows between absent`() throws {
    let table = try Columns.table(from: Array(#"{"a":"x"} {} {"b":[{"c":1}]} {"b":null} {"a":"y","b":[]}"#.utf8))
    #expect(table.columns.map(\.name) == ["a", "b"])
    #expect((0..<5).map { table["a"]?.string(at: $0) } == ["x", nil, nil, nil, "y"])
    #expect((0..<5).map { table["b"]?.isNull(at: $0) } == [true, true, false, true, false])
    #expect(table["b"]?.lists?.offsets == [0, 0, 0, 1, 1, 1])
    #expect(table["b"]?.lists?.elements["c"]?.integers == [1])
  }

  @Test func `missing members are omitted, or null by an option`() throws {
    let table = try Columns.table(from: Array(#"[{"a":1,"b":{"c":2}},{"b":{"d":[3,null]}},{}]"#.utf8))
    #expect(try table.rows() == [["a": 1, "b": ["c": 2]], ["b": ["d": [3, nil]]], [:]])
    #expect(
      try table.rows(absentMembers: .null) == [
        ["a": 1, "b": ["c": 2, "d": nil]], ["a": nil, "b": ["c": nil, "d": [3, nil]]], ["a": nil, "b": nil],
      ])
  }

  @Test func `rows that are not objects have one member`() throws {
    let table = try Columns.table(from: Array("[1,[2],null,{\"value\":3}]".utf8))
    #expect(try table.rows() == [["value": "1"], ["value": "[2]"], [:], ["value": "3"]])
    #expect(
      try Columns.table(from: Array("[[1,2],[],[3]]".utf8)).rows() == [
        ["value": [1, 2]], ["value": []], ["value": [3]],
      ])
  }

  @Test func `tables without columns have their rows`() throws {
    #expect(try Columns.table(from: Array("[{},{},{}]".utf8)).count == 3)
    #expect(try Columns.table(from: Array("[{},{},{}]".utf8)).rows() == [[:], [:], [:]])
    #expect(try Columns.table(from: Array("[]".utf8)) == Columns.Table(columns: []))
  }
}

/// A document that is read into a table in one piece.
struct TableOfDocument: Readable {
  let table: Columns.Table

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(table: try Columns.table(from: &reader))
  }
}

extension Columns.Column {
  var kind: ColumnTwin.Kind {
    switch values {
    case .unknown: .unknown
    case .booleans: .boolean
    case .integers: .integer
    case .doubles: .double
    case .strings, .bytes, .instants: .string
    case .structures: .structure
    case .lists: .list
    }
  }
}
