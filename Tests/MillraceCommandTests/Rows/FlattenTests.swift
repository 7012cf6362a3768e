import Foundation
import TestSupport
import Testing

/// `--flatten` where a member is an object in some rows and something else in others, beside Python.
@Suite("Flattened members of several kinds")
struct FlattenTests {
  /// Prints the cells of flattened rows that are not empty.
  private static let expected = """
    import json, sys
    def cells(value, name=""):
        if isinstance(value, dict):
            for key, member in value.items(): yield from cells(member, name + "." + key if name else key)
        elif isinstance(value, list): yield name, json.dumps(value)
        elif value is not None: yield name, str(value)
    for line in sys.stdin: print(sorted(cells(json.loads(line))))
    """
  private static let ofCSV = """
    import csv, sys
    for row in csv.DictReader(open(sys.argv[1], newline="")): print(sorted((k, v) for k, v in row.items() if v != ""))
    """
  private static let ofDatabase = """
    import sqlite3, sys
    db = sqlite3.connect(sys.argv[1])
    db.row_factory = sqlite3.Row
    for row in db.execute("SELECT * FROM t"): print(sorted((k, str(row[k])) for k in row.keys() if row[k] is not None))
    """

  @Test(arguments: [
    ["{\"id\":1,\"a\":{\"b\":1}}", "{\"id\":2,\"a\":null}"], ["{\"a\":null,\"id\":1}", "{\"a\":{\"b\":1}}"],
    ["{\"a\":{\"b\":1}}", "{\"a\":[]}"],
    ["{\"a\":[]}", "{\"a\":{\"b\":1}}"], ["{\"a\":{\"b\":1}}", "{\"a\":2}"], ["{\"a\":2}", "{\"a\":{\"b\":1}}"],
    ["{\"a\":\"x\",\"c\":7}", "{\"a\":{\"b\":{\"d\":1}}}", "{\"a\":{\"b\":[2]}}", "{\"a\":{\"b\":3}}"],
    Array(repeating: "{\"a\":2}", count: 1500) + ["{\"a\":{\"b\":1}}"],
    Array(repeating: "{\"a\":{\"b\":1}}", count: 1500) + ["{\"a\":\"x\"}"],
  ])
  func `both have their columns`(_ rows: [String]) throws {
    let folder = try TemporaryFolder()
    let expected = try python(Self.expected, input: rows.map { $0 + "\n" }.joined())
    #expect(expected.status == 0, "\(expected.complaints)")
    let lines = try folder.write(rows.joined(separator: "\n"), to: "in.jsonl")
    let document = try folder.write("[" + rows.joined(separator: ",") + "]", to: "in.json")
    for input in [lines, document] {
      let result = millrace("convert", input, folder.path("out.csv"), "--flatten", ".")
      #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
      #expect(try python(Self.ofCSV, folder.path("out.csv")).output == expected.output)
      #expect(millrace("convert", input, folder.path("out.db#t"), "--flatten", ".", "--replace").status == 0)
      #expect(try python(Self.ofDatabase, folder.path("out.db")).output == expected.output)
    }
  }

  @Test(arguments: [
    ["{\"a\":{\"b\":1}}", "{\"a\":2}", "{\"a\":null}", "{\"a\":[]}"], ["{\"a\":2}", "{\"a\":{\"b\":{\"c\":1}}}"],
  ])
  func `a pipe has the columns of its first rows`(_ rows: [String]) throws {
    let folder = try TemporaryFolder()
    let expected = try python(Self.expected, input: rows.map { $0 + "\n" }.joined())
    for (format, text) in [("jsonl", rows.joined(separator: "\n")), ("json", "[" + rows.joined(separator: ",") + "]")] {
      let output = folder.path("out.csv")
      let call = "cat | '\(toolPath)' convert - --from \(format) --to csv --flatten ."
      for pipe in ["", "| cat"] {
        let result = try shell("\(call) \(pipe) > '\(output)'", input: text)
        #expect(result.status == 0 && result.complaints == "", "\(format): \(result.complaints)")
        #expect(try python(Self.ofCSV, output).output == expected.output)
      }
    }
    let collision = "{\"a\":{\"b\":1},\"a.b\":3}\n"
    for pipe in ["> '\(folder.path("out.csv"))'", "| cat"] {
      let call = "cat | '\(toolPath)' convert - --from jsonl --to csv --flatten . \(pipe)"
      let result = try shell(call, input: collision)
      #expect(result.complaints.hasPrefix("millrace: duplicate column 'a.b': --flatten makes it"))
    }
  }

  @Test func `columns of the same name are an error`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":2}\n{\"a\":{\"b\":1},\"a.b\":3}\n", to: "in.jsonl")
    for output in ["out.csv", "out.db#t"] {
      let result = millrace("convert", input, folder.path(output), "--flatten", ".")
      #expect(result.status == 1 && result.complaints.contains("duplicate"), "\(result.complaints)")
    }
    // The member and the nested one are in different rows.
    for rows in ["{\"a.b\":3}\n{\"a\":{\"b\":1}}\n", "{\"a\":{\"b\":1}}\n{\"a.b\":3}\n"] {
      let input = try folder.write(rows, to: "in.jsonl")
      let result = millrace("convert", input, folder.path("out.db#t"), "--flatten", ".")
      #expect(result.status == 1 && result.complaints.contains("--flatten makes this column"), "\(result.complaints)")
    }
    #expect(try folder.names == ["in.jsonl"])
  }

  @Test func `objects in cells become columns, also from CSV to CSV`() throws {
    let folder = try TemporaryFolder()
    let cells = "id,o,b\n1,\"{\"\"z\"\":1,\"\"a\"\":2}\",x\n2,,7\n"
    let input = try folder.write(cells, to: "in.csv")
    for options in [[], ["--limit", "9"], ["--where", "id > 0"], ["--tail", "9"]] {
      let result = try millraceProcess(["convert", input, "--to", "csv", "--flatten", "."] + options)
      #expect(result.output == "id,o.z,o.a,b\n1,1,2,x\n2,,,7\n", "\(options) \(result)")
    }
    #expect(try millraceProcess(["convert", input, "--to", "csv"]).output == cells)
  }

  @Test(arguments: ["csv", "jsonl", "parquet"], [[], ["--limit", "9"], ["--tail", "9"]])
  func `sorted keys are sorted columns, from any format`(_ format: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let rows = "{\"id\":1,\"o\":{\"z\":1,\"a\":2},\"b\":\"x\"}\n{\"id\":2,\"ab\":7}\n"
    let lines = try folder.write(rows, to: "lines.jsonl")
    let input = folder.path("in.\(format)")
    #expect(millrace("convert", lines, input).status == 0)
    let flat = try millraceProcess(["convert", input, "--to", "csv", "--flatten", ".", "--sort-keys"] + options)
    #expect(flat.output == "ab,b,id,o.a,o.z\n,x,1,2,1\n7,,2,,\n", "\(flat)")
    let output = folder.path("out.arrow")
    #expect(millrace(["convert", input, output, "--sort-keys"] + options).status == 0)
    let stored = try millraceProcess(["convert", output, "--to", "csv"])
    #expect(stored.output == "ab,b,id,o\n,x,1,\"{\"\"a\"\":2,\"\"z\"\":1}\"\n7,,2,\n", "\(stored)")
  }
}
