import Foundation
import MillraceTables
import TestSupport
import Testing

/// Columns of CSV that have no cell in the first rows, which define the kinds of columns.
@Suite("Columns that begin late")
struct LateColumnTests {
  /// A column: its late cells, and the values that they are in JSON.
  private struct Column {
    let name: String
    let cells: [String]
    let values: [String]
  }

  private static let columns = [
    Column(name: "integer", cells: ["7", "-12"], values: ["7", "-12"]),
    Column(name: "number", cells: ["7", "1.5"], values: ["7", "1.5"]),
    Column(name: "flag", cells: ["true", "false"], values: ["true", "false"]),
    Column(name: "code", cells: ["7", "007"], values: ["\"7\"", "\"007\""]),
    Column(name: "object", cells: ["\"{\"\"a\"\":1}\""], values: ["{\"a\":1}"]),
    Column(name: "word", cells: ["x", "7"], values: ["\"x\"", "\"7\""]),
    Column(name: "never", cells: [""], values: []),
  ]

  /// A table with more rows than define the kinds, in which each column begins in a row of its own, and its rows in JSON.
  private static let table: (cells: String, rows: [String]) = {
    var cells = "id," + columns.map(\.name).joined(separator: ",") + "\n"
    var rows: [String] = []
    for row in 0..<4000 {
      cells += "\(row)"
      var members = ["\"id\":\(row)"]
      for (index, column) in columns.enumerated() {
        let isEmpty = row < 1500 + 250 * index
        cells += "," + (isEmpty ? "" : column.cells[row % column.cells.count])
        if !isEmpty, !column.values.isEmpty {
          members.append("\"\(column.name)\":" + column.values[row % column.values.count])
        }
      }
      cells += "\n"
      rows.append("{" + members.joined(separator: ",") + "}")
    }
    return (cells, rows)
  }()

  /// Compares lines of JSON as Python reads them, with the types of values.
  private static let comparison = """
    import json, sys
    def rows(path): return [{k: v for k, v in json.loads(line).items() if v is not None} for line in open(path)]
    found, expected = rows(sys.argv[1]), rows(sys.argv[2])
    different = [pair for pair in zip(found, expected) if repr(sorted(pair[0].items())) != repr(sorted(pair[1].items()))]
    print(len(found), len(different), different[:1])
    """

  @Test(arguments: ["arrow", "parquet"], [[], ["--threads", "1"], ["--limit", "9999"], ["--where", "id >= 0"]])
  func `they have the type of their cells in columns`(_ format: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table.cells, to: "in.csv")
    let expected = try folder.write(Self.table.rows.joined(separator: "\n"), to: "expected.jsonl")
    try RowBlocks.$chunkSize.withValue(1 << 13) {
      let output = folder.path("out.\(format)")
      let result = millrace(["convert", input, output] + options)
      #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
      #expect(millrace("convert", output, folder.path("out.jsonl")).status == 0)
      let differences = try python(Self.comparison, folder.path("out.jsonl"), expected)
      #expect(differences.output == "4000 0 []\n", "\(differences)")
    }
  }

  @Test(arguments: [[], ["--threads", "1"], ["--limit", "9999"], ["--on-bad-row", "skip"]])
  func `they have the kind of their cells in text`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table.cells, to: "in.csv")
    let expected = try folder.write(Self.table.rows.joined(separator: "\n"), to: "expected.jsonl")
    try RowBlocks.$chunkSize.withValue(1 << 13) {
      let result = millrace(["convert", input, folder.path("out.jsonl")] + options)
      #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
      let differences = try python(Self.comparison, folder.path("out.jsonl"), expected)
      #expect(differences.output == "4000 0 []\n", "\(differences)")
    }
  }

  @Test func `numbers with a decimal comma are numbers`() throws {
    let folder = try TemporaryFolder()
    let cells = Array(repeating: "1;\n", count: 1200) + ["2;1.234,5\n"]
    let input = try folder.write("a;b\n" + cells.joined(), to: "in.csv")
    let output = folder.path("out.jsonl")
    #expect(millrace("convert", input, output, "--decimal", ",", "--thousands", ".").status == 0)
    let rows = try String(contentsOfFile: output, encoding: .utf8)
    #expect(rows.hasSuffix("{\"a\":2,\"b\":1234.5}\n"))
  }

  @Test func `a database and a query compare their numbers as numbers`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table.cells, to: "t.csv")
    #expect(millrace("convert", input, folder.path("out.db#t")).status == 0)
    let condition = "integer > 5 AND number > 1.2 AND code >= '007' AND word > 'w'"
    for table in [input, folder.path("out.db")] {
      let found = try millraceProcess(["query", "SELECT count(*) AS n FROM t WHERE \(condition)", table])
      // The rows with an even number from the one on in which the last of these columns begins.
      #expect(found.output == "{\"n\":\((4000 - 2750) / 2)}\n", "\(found)")
    }
  }

  @Test(arguments: ["arrow", "parquet"])
  func `the result of a query can begin late`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table.cells, to: "t.csv")
    let output = folder.path("out.\(format)")
    let sql = "SELECT id, CASE WHEN id >= 3000 THEN id + 0.5 END AS half FROM t ORDER BY id"
    let result = millrace("query", sql, input, "-o", output)
    #expect(result.status == 0, "\(result.complaints)")
    let last = try millraceProcess(["convert", output, "-", "--to", "jsonl", "--tail", "1"])
    #expect(last.output == "{\"id\":3999,\"half\":3999.5}\n")
  }
}
