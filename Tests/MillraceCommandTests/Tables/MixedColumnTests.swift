import Foundation
import TestSupport
import Testing

/// Columns whose later values do not fit the type that the first rows give them in a database.
@Suite("Columns of several kinds in a database")
struct MixedColumnTests {
  /// Prints the values of a column with their storage classes, as SQLite has them.
  private static let stored = """
    import json, sqlite3, sys
    rows = sqlite3.connect(sys.argv[1]).execute(f'SELECT "{sys.argv[2]}", typeof("{sys.argv[2]}") FROM t')
    print(json.dumps(rows.fetchall()))
    """
  /// Prints the same for the values of JSON lines.
  private static let expected = """
    import json, sys
    values = [json.loads(line)["a"] for line in sys.stdin]
    kinds = {bool: "integer", int: "integer", float: "real", str: "text"}
    print(json.dumps([[int(v) if v is True else v, kinds[type(v)]] for v in values]))
    """

  private static let columns = [
    ["1.5", "9007199254740993"],
    Array(repeating: "1.5", count: 200) + ["9007199254740993", "2"],
    ["1"] + Array(repeating: "1.5", count: 200) + ["-9007199254740993"],
    Array(repeating: "1", count: 200) + ["\"007\"", "\"x\"", "2.5"],
    Array(repeating: "1.5", count: 1200) + ["\"1e3\"", "1"],
    Array(repeating: "true", count: 200) + ["\"007\""],
  ]

  @Test(arguments: columns)
  func `JSON keeps all digits, as a file and as several`(_ values: [String]) throws {
    let folder = try TemporaryFolder()
    let lines = values.map { "{\"a\":\($0)}" }
    let expected = try python(Self.expected, input: lines.map { $0 + "\n" }.joined()).output
    let inputs = [
      [try folder.write(lines.joined(separator: "\n"), to: "in.jsonl")],
      [try folder.write("[" + lines.joined(separator: ",") + "]", to: "in.json")],
      [
        try folder.write(lines[..<1].joined(separator: "\n"), to: "first.jsonl"),
        try folder.write(lines[1...].joined(separator: "\n"), to: "rest.jsonl"),
      ],
    ]
    let message = "true and false are stored as 1 and 0, because the column also has other values"
    let complaints = values.contains("true") ? "millrace: column 'a': \(message)\n" : ""
    for (index, paths) in inputs.enumerated() {
      for (number, options) in [[], ["--limit", "9999"], ["--tail", "9999"], ["--where", "a is not null"]].enumerated()
      {
        let output = folder.path("out\(index)\(number).db")
        let result = millrace(["convert"] + paths + ["-o", output + "#t"] + options)
        #expect(result.status == 0 && result.complaints == complaints, "\(result.complaints)")
        #expect(try python(Self.stored, output, "a").output == expected, "\(options)")
      }
    }
    let nested = try folder.write(lines.map { "{\"o\":\($0)}\n" }.joined(), to: "nested.jsonl")
    #expect(millrace("convert", nested, folder.path("nested.db#t"), "--flatten", ".").status == 0)
    #expect(try python(Self.stored, folder.path("nested.db"), "o.a").output == expected)
  }

  @Test func `numbers of CSV keep all digits`() throws {
    let folder = try TemporaryFolder()
    let cells = Array(repeating: "1.5", count: 1200) + ["9007199254740993"]
    let expected = try python(Self.expected, input: cells.map { "{\"a\":\($0)}\n" }.joined()).output
    let input = try folder.write("a\n" + cells.joined(separator: "\n"), to: "in.csv")
    #expect(millrace("convert", input, folder.path("out.db#t")).status == 0)
    #expect(try python(Self.stored, folder.path("out.db"), "a").output == expected)
  }

  @Test(arguments: [[], ["--infer", "1"], ["--limit", "9"], ["--tail", "9"]])
  func `instants that no unit can count are text, as they are written`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let cells = "a\n2024-01-01T00:00:00.123456789+00:00\n2300-01-01T00:00:00Z\n"
    let input = try folder.write(cells, to: "in.csv")
    for output in ["out.arrow", "out.parquet"] {
      let result = millrace(["convert", input, folder.path(output)] + options)
      #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
      #expect(try millraceProcess(["convert", folder.path(output), "-", "--to", "csv"]).output == cells)
    }
  }

  @Test func `columns without such values keep their types`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<200).map { "{\"a\":\($0),\"r\":\($0 % 2 == 0 ? "1" : "1.5"),\"b\":true,\"t\":\"x\"}\n" }
    let late = "{\"a\":\"007\",\"r\":2.5,\"b\":false,\"t\":\"y\"}\n"
    let input = try folder.write(lines.joined() + late, to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("out.db#t")).status == 0)
    let types = """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1]).execute("SELECT sql FROM sqlite_schema").fetchone()[0])
      """
    let table = "CREATE TABLE \"t\" (\"a\", \"r\", \"b\" BOOLEAN, \"t\" TEXT)\n"
    #expect(try python(types, folder.path("out.db")).output == table)
  }

  @Test func `what cannot be read again is an error with a hint`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<200).map { "{\"a\":\($0)}\n" }.joined() + "{\"a\":\"007\"}\n"
    // Standard input of a test is a file.
    let call = "cat | '\(toolPath)' convert - --from jsonl '\(folder.path("out.db#t"))'"
    let piped = try shell(call, input: lines)
    #expect(piped.status == 1 && piped.complaints.contains("row 200: number would lose digits in column a: 007"))
    #expect(piped.complaints.hasSuffix("if INPUT is a file, all rows do\n"), "\(piped.complaints)")
    #expect(try folder.names == [])
    let first = try folder.write("{\"a\":1}\n", to: "first.jsonl")
    #expect(millrace("convert", first, folder.path("out.db#t")).status == 0)
    let appended = millrace("convert", try folder.write(lines, to: "in.jsonl"), folder.path("out.db#t"), "--append")
    #expect(appended.status == 1 && appended.complaints.hasSuffix("--replace makes another table\n"))
    #expect(try python(Self.stored, folder.path("out.db"), "a").output == "[[1, \"integer\"]]\n")
  }

  #if os(Linux)
    @Test func `the memory for sparse keys grows with the input`() throws {
      let folder = try TemporaryFolder()
      let script = """
        import os, resource, sqlite3, subprocess, sys
        lines, database = sys.argv[2:]
        with open(lines, "w") as file:
            for row in range(20_000):
                file.write(f'{{"id":{row},"key{row % 1500}":{row},"text":"{row % 7}"}}\\n')
        subprocess.run([sys.argv[1], "convert", lines, database + "#t"], check=True)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        found = sqlite3.connect(database).execute("SELECT count(*), count(key7), sum(key1499) FROM t").fetchone()
        assert found == (20_000, len(range(7, 20_000, 1500)), sum(range(1499, 20_000, 1500))), found
        print(peak < 64 << 10, peak)
        """
      let result = try python(script, toolPath, folder.path("in.jsonl"), folder.path("out.db"))
      #expect(result.output.hasPrefix("True "), "\(result.output) \(result.complaints)")
    }
  #endif
}
