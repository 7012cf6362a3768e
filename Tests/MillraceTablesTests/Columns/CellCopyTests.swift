import SystemLibrary
import Testing

@testable import Millrace
@testable import MillraceTables

// Columns by a type are copied from the cells, by the table of the type. The twin has the same fields and straight-line code, so its
// rows are read as values, which are then stored.
@Suite("Copied cells")
struct CellCopyTests {
  @Serializable
  struct Copied {
    var flag: Bool
    var count: Int
    var small: Int32?
    var long: Int64?
    var key: UInt64?
    var share: Double
    var ratio: Float?
    var name: String
    @Field("the note") var note: String?
  }

  @Serializable(.inlined)
  struct Valued {
    var flag: Bool
    var count: Int
    var small: Int32?
    var long: Int64?
    var key: UInt64?
    var share: Double
    var ratio: Float?
    var name: String
    @Field("the note") var note: String?
  }

  @Serializable
  struct WithDefault { var count = 1 }

  @Serializable
  struct WithAlias { @Field(aliases: "number") var count: Int }

  @Serializable
  struct Nested {
    var count: Int
    var inner: WithDefault
  }

  @Serializable(unknownFields: .rejected)
  struct Closed { var count: Int }

  private func isCopied<Value: Readable & Writable>(
    _ type: Value.Type, _ text: String, _ options: CSV.ReadingOptions = CSV.ReadingOptions()
  ) throws -> Bool {
    var rows = try CSV.Rows(ArraySource(Array(text.utf8)), options: options)
    return try rows.makeCellCopy(by: type) != nil
  }

  @Test func `types whose values are their cells are copied`() throws {
    let header = "count,name,flag,share\n"
    #expect(try isCopied(Copied.self, header))
    #expect(try !isCopied(Valued.self, header))
    #expect(try !isCopied(WithDefault.self, header))
    #expect(try !isCopied(WithAlias.self, header))
    #expect(try !isCopied(Nested.self, header))
    #expect(try !isCopied(Closed.self, header))
    #expect(try !isCopied(Copied.self, header, CSV.ReadingOptions(columns: ["name": .json])))
    #expect(try !isCopied(Copied.self, "1,2\n", CSV.ReadingOptions(dialect: CSV.Dialect(hasHeader: false))))
  }

  /// The table, or the error, and the rows that were reported.
  private func outcome<Value: Readable & Writable>(
    _ type: Value.Type, _ bytes: [UInt8], limits: Columns.Limits,
    _ makeOptions: (@escaping @Sendable (FormatError) -> Void) -> CSV.ReadingOptions
  ) -> (table: Columns.Table?, errors: [String]) {
    let reported = Reported()
    let options = makeOptions { reported.errors.append("\($0)") }
    do {
      var rows = try CSV.stream(type, from: bytes, options: options)
      let table = try Columns.decode([Value].self, fromElements: &rows, limits: limits)
      return (table, reported.errors)
    } catch {
      return (nil, reported.errors + ["\(error)"])
    }
  }

  private final class Reported: @unchecked Sendable { var errors: [String] = [] }

  @Test func `copied cells are the values' columns`() {
    var random = SeededGenerator("copied cells")
    var mismatches = Mismatches()
    let columns = ["flag", "count", "small", "long", "key", "share", "ratio", "name", "the note", "other", "count.x"]
    let cells = [
      "true", "FALSE", "1", "0", "7", "-12", "+7", "007", "2147483648", "9223372036854775807", "18446744073709551615",
      "1.5",
      "-0.0", "1e400", "3.4e38", "NaN", "", "\"\"", "\"1\"", "text", "\"a \"\"b\"\"\"", "\"two\nlines\"", "ü",
      "é is long enough not to be short",
      "a text of twenty bytes", "NULL", " 1", "\"open",
    ]
    for round in 0..<4000 {
      let names = columns.shuffled(using: &random).prefix(random.once(in: 4) ? random.below(10) + 1 : 11)
      var text = names.joined(separator: ",") + "\n"
      // Most rows are right, so that errors come late.
      let isWild = random.once(in: 3)
      for _ in 0..<random.below(6) {
        let row = names.map { name -> String in
          if isWild || random.once(in: 40) { return random.element(of: cells) }
          switch name {
          case "flag": return random.element(of: ["true", "0"])
          case "count", "small", "long", "key": return "\(random.below(1000))"
          case "share", "ratio": return "\(Double(random.below(1000)) / 8)"
          default: return random.element(of: ["", "text", "\"a,b\"", "\"\"\"\"", "ein längerer Text"])
          }
        }
        text += row.joined(separator: ",") + (random.once(in: 40) ? ",more" : "") + "\n"
      }
      let policy = random.below(3)
      let hasNulls = random.once(in: 4)
      let limits = Columns.Limits(columns: random.once(in: 8) ? 4 : 4096)
      func makeOptions(_ report: @escaping @Sendable (FormatError) -> Void) -> CSV.ReadingOptions {
        CSV.ReadingOptions(
          onBadElement: policy == 0 ? .stop : policy == 1 ? .skip : .report(report),
          nullTexts: hasNulls ? ["NULL", "0"] : [])
      }
      let found = outcome(Copied.self, Array(text.utf8), limits: limits, makeOptions)
      let expected = outcome(Valued.self, Array(text.utf8), limits: limits, makeOptions)
      mismatches.expect(found.errors, expected.errors, "round \(round), \(text.debugDescription)")
      if found.table != expected.table { mismatches.note("round \(round): \(text.debugDescription)") }
    }
    mismatches.report()
  }

  @Serializable
  struct Row {
    var number: Int
    var share: Double?
    var text: String
  }

  // The first rows say how much memory to reserve; the others may be quite different.
  @Test(arguments: [(1, 500), (500, 1), (20, 20)])
  func `memory is reserved by the first rows of a file`(_ first: Int, _ last: Int) throws {
    let folder = try TemporaryFolder()
    let rows = (0..<12_000).map { row in
      "\(row),\(row % 3 == 0 ? "" : "\(row).5"),\(String(repeating: "x", count: row < 6000 ? first : last))\n"
    }
    let text = "number,share,text\n" + rows.joined()
    var fromFile = try CSV.stream(Row.self, from: try folder.write(text, to: "rows.csv"))
    let table = try Columns.decode([Row].self, fromElements: &fromFile)
    var fromBytes = try CSV.stream(Row.self, from: Array(text.utf8))
    var writer = Columns.Writer()
    while let row = try fromBytes.next() { try writer.append(row) }
    #expect(try table == writer.finish())
  }
}
