import Millrace
import Testing

@testable import MillraceTables

/// `python/tests/test_doors.py` has more files, with the types and values that a naive twin finds in them.
@Suite("Inference of columns")
struct InferenceTests {
  private func input(_ text: String) -> TableScan.Input {
    TableScan.Input(name: "rows") { offset in ArraySource(Array(text.utf8.dropFirst(offset))) }
  }

  private func inferred(_ text: String, _ format: TableScan.Format, rows: Int = 1 << 20) throws -> String {
    try TableScan.inferredFields([input(text)], format, rows: rows).map { "\($0.name): \($0.type)" }.joined(
      separator: ", ")
  }

  @Test(arguments: [
    ("a\n1\n2.5\n", "a: double"), ("a\n007\n1\n", "a: string"), ("a,b\n,1\n", "a: null, b: int64"),
    ("a,b\n", "a: null, b: null"),
    ("a\ntrue\n1\n", "a: string"), ("a\n[1]\n[]\n", "a: list<item: int64>"), ("a;a\n1;2\n", "a: int64, a_2: int64"),
    ("sep=|\na|b\n1|x\n", "a: int64, b: string"), ("a\nNaN\n1\n", "a: double"),
    ("a\n2026-01-02T03:04:05Z\n", "a: timestamp[ns, tz=UTC]"),
    ("a\n2999-01-02T03:04:05Z\n", "a: timestamp[us, tz=UTC]"),
  ])
  func `cells have the type of all values of their column`(_ table: String, _ expected: String) throws {
    #expect(try inferred(table, .csv(TableScan.TableLayout())) == expected)
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":1.5,\"b\":null}\n", "a: double, b: null"),
    ("{\"a\":[]}\n{\"a\":[{\"b\":1}]}\n", "a: list<item: struct<b: int64>>"),
    ("{\"a\":1}\n{\"a\":[1]}\n", "a: string"), ("{\"a\":9007199254740993}\n{\"a\":1.5}\n", "a: string"),
    ("{\"a\":1}\n{\"b\":2,\"c\"\n{\"a\":2}\n", "a: int64"), ("{\"a\":1}\n[{\"b\":\n{\"a\":2}\n", "a: int64"),
  ])
  func `members have the type of all values of their column, and rows that are not well-formed do not count`(
    _ lines: String, _ expected: String
  ) throws {
    #expect(try inferred(lines, .lines) == expected)
  }

  @Test func `a table of many rows has the type of its last row`() throws {
    let first = String(repeating: "{\"a\":1}\n", count: 5000)
    #expect(try inferred(first + "{\"a\":{\"b\":1}}\n", .lines) == "a: string")
    #expect(try inferred(first + "{\"a\":{\"b\":1}}\n", .lines, rows: 5000) == "a: int64")
  }

  @Test func `a table has any number of columns up to a limit`() throws {
    func table(_ count: Int) -> String {
      let columns = 0..<count
      return columns.map { "c\($0)" }.joined(separator: ",") + "\n" + columns.map(String.init).joined(separator: ",")
        + "\n"
    }
    #expect(try inferred(table(4096), .csv(TableScan.TableLayout())).hasSuffix("c4095: int64"))
    #expect { try inferred(table(4097), .csv(TableScan.TableLayout())) } throws: {
      "\($0)".contains("more than 4096 columns")
    }
  }

  @Test(arguments: ["1\n", "[1]\n", "null\n", "\"a\"\n"])
  func `rows that are not objects have no columns`(_ lines: String) {
    #expect { try inferred(lines, .lines) } throws: { "\($0)".contains("not objects") }
  }

  @Test(arguments: [1, 7, 1 << 20])
  func `errors are located after a header of several lines`(_ blockSize: Int) throws {
    for lineBreak in ["\n", "\r\n"] {
      let lines = ["sep=;", "\"a", "b\";c", "1;2", "", "x;3"]
      let text = lines.joined(separator: lineBreak)
      let schema = [Arrow.Field(name: "a\(lineBreak)b", type: .int64), Arrow.Field(name: "c", type: .int64)]
      let stream = try TableScan.Stream(
        [input(text)], .csv(TableScan.TableLayout()), schema: schema, blockSize: blockSize)
      let failure = try #require(throws: TableScan.Failure.self) { while try stream.next() != nil {} }
      #expect(failure.error.place.line == 6)
      #expect(failure.error.place.offset == text.utf8.count - 3)
    }
  }
}
