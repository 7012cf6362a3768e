import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

/// Documents and other inputs that are not cut into chunks are read once.
@Suite("Conversion in one pass")
struct OnePassTests {
  #if os(Linux)
    /// Runs a command and prints its status and the bytes that it has read, which Linux counts for a process that has ended.
    private let countBytes = """
      import os, sys
      child = os.spawnv(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
      status = os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT).si_status
      counts = dict(line.split(": ") for line in open(f"/proc/{child}/io").read().splitlines())
      print(status, counts["rchar"])
      """

    @Test(arguments: ["out.jsonl", "out.json", "out.csv", "out.arrow", "out.db#t"], [["--at", "/a/b"], []])
    func `the bytes of a document are read once`(_ output: String, _ options: [String]) throws {
      let folder = try TemporaryFolder()
      let rows = (0..<60_000).map { "{\"id\":\($0),\"name\":\"name \($0)\"}" }.joined(separator: ",\n ")
      let padding = String(repeating: "x", count: 1_000_000)
      let text = options.isEmpty ? "[\(rows)]" : "{\"pad\":\"\(padding)\",\"a\":{\"b\":[\(rows)]},\"more\":[1]}"
      let input = try folder.write(text, to: "in.json")
      let calls = [toolPath, "convert", input, folder.path(output)] + options
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", "-c", countBytes] + calls
      let result = try run(process, input: Data())
      let counts = result.output.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
      try #require(counts.count == 2 && counts[0] == 0, "\(result.complaints)")
      // The format is detected from the first bytes, at most a megabyte. The dynamic loader reads libraries, and SQLite its pages.
      #expect(text.utf8.count > 2_000_000)
      // What precedes the array is read before, if the output is an array only if the input has one.
      let more = output == "out.json" && !options.isEmpty ? padding.utf8.count : 0
      let limit = text.utf8.count + 1_300_000 + more
      #expect(counts[1] >= text.utf8.count && counts[1] < limit, "\(counts) \(text.utf8.count)")
    }
  #endif

  private let all = (0..<2000).map { "{\"id\":\($0)}" } + ["{\"id\":0.5,\"new\":true}", "{\"id\":\"x\"}"]

  @Test func `a row that does not fit the first ones widens the columns of all rows`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":[" + all.joined(separator: ",") + "]}", to: "in.json")
    let expected = "id,new\n" + (0..<2000).map { "\($0),\n" }.joined() + "0.5,true\nx,\n"
    let result = millrace("convert", input, folder.path("out.csv"), "--at", "/a")
    #expect(result.status == 0 && result.complaints == "")
    #expect(try folder.read("out.csv") == expected)
    let redirected = try shell("'\(toolPath)' convert '\(input)' --at /a --to csv > '\(folder.path("redirected.csv"))'")
    #expect(redirected.complaints == "")
    #expect(try folder.read("redirected.csv") == expected)
    #expect(millrace("convert", input, folder.path("out.arrow"), "--at", "/a").status == 0)
    let read = """
      import pyarrow as pa, sys
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      ids = [str(i) for i in range(2000)] + ["0.5", "x"]
      print([str(t) for t in table.schema.types], table["id"].to_pylist() == ids, table["new"].to_pylist()[1999:])
      """
    #expect(
      try pythonWithPeers(read, folder.path("out.arrow")).output == "['string', 'bool'] True [None, True, None]\n")
  }

  /// Prints the column `a` of a stream.
  private let showColumnA = """
    import pyarrow as pa, sys
    table = pa.ipc.open_stream(sys.argv[1]).read_all()
    print(table.schema.field("a").type, table["a"].to_pylist())
    """

  @Test(arguments: [
    ("{\"a\":null}", "{\"a\":1}", "int64 [None, 1]"), ("{\"a\":1}", "{\"a\":2.5}", "double [1.0, 2.5]"),
    ("{}", "{\"a\":\"x\"}", "string [None, 'x']"), ("{\"a\":1}", "{\"a\":\"x\"}", "string ['1', 'x']"),
    ("{\"a\":[]}", "{\"a\":[true]}", "list<item: bool> [[], [True]]"),
  ])
  func `columns from a pipe widen before they are written`(_ first: String, _ second: String, _ expected: String) throws
  {
    let folder = try TemporaryFolder()
    for input in ["[\(first),\(second)]", "\(first)\n\(second)\n", "\(first) \(second)"] {
      let path = folder.path("out.arrows")
      let result = try shell("'\(toolPath)' convert - --to arrows | cat > '\(path)'", input: input)
      #expect(result.complaints == "", "\(input)")
      #expect(try pythonWithPeers(showColumnA, path).output == expected + "\n", "\(input)")
    }
  }

  /// All rows of a file are known before its columns, and those of a pipe with `--infer all`, too.
  @Test(arguments: [
    ([#"{"a":9007199254740993}"#, #"{"a":0.5}"#], "string ['9007199254740993', '0.5']"),
    ([#"{"a":-0}"#, #"{"a":1}"#], "double [-0.0, 1.0]"),
    ([#"{"a":-0}"#, #"{"a":9007199254740993}"#, "{}"], "string ['-0', '9007199254740993', None]"),
    ([#"{"a":[-0]}"#, #"{"a":[1]}"#], "list<item: double> [[-0.0], [1.0]]"),
    (
      [#"{"a":{"b":9007199254740993}}"#, #"{"a":{"b":1.5}}"#],
      "struct<b: string> [{'b': '9007199254740993'}, {'b': '1.5'}]"
    ),
    ([#"{"a":0.1234567890123456789}"#, #"{"a":1e3}"#, #"{"a":"x"}"#], "string ['0.1234567890123456789', '1e3', 'x']"),
    ([#"{"a":1e400}"#, #"{"a":1}"#], "string ['1e400', '1']"),
    ([#"{"a":{"b":1}}"#, #"{"a":2}"#], #"string ['{"b":1}', '2']"#),
  ])
  func `a pipe of which all rows are read first has the columns of a file`(_ rows: [String], _ expected: String) throws
  {
    try expectColumnA(of: rows, expected)
  }

  @Test func `a pipe can have as many columns as a file`() throws {
    let members = (0..<4095).map { "\"k\($0)\":1" }.joined(separator: ",")
    try expectColumnA(of: ["{\(members),\"a\":true}"], "bool [True]")
  }

  /// Converts rows in several forms, from a file and from a pipe, to Arrow, and reads the column `a` with pyarrow.
  private func expectColumnA(of rows: [String], _ expected: String) throws {
    let folder = try TemporaryFolder()
    let lines = rows.joined(separator: "\n") + "\n"
    let array = "[" + rows.joined(separator: ",") + "]"
    let outer = "{\"rows\":\(array)}"
    for (name, text, options) in [
      ("in.jsonl", lines, ""), ("in.json", array, ""), ("outer.json", outer, "--at /rows"),
    ] {
      let (input, path) = (try folder.write(text, to: name), folder.path("out.arrows"))
      let calls = [
        "'\(toolPath)' convert '\(input)' '\(path)' \(options)",
        "cat '\(input)' | '\(toolPath)' convert - --infer all \(options) --to arrows > '\(path)'",
      ]
      for call in calls {
        let result = try shell(call)
        #expect(result.complaints == "", "\(name): \(call)")
        #expect(try pythonWithPeers(showColumnA, path).output == expected + "\n", "\(name): \(call)")
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  @Test func `a later batch can have the text that makes the whole column text`() throws {
    let folder = try TemporaryFolder()
    let rows = String(repeating: "{\"a\":1} ", count: 70_000) + "{\"a\":\"x\"}"
    let input = try folder.write(rows, to: "in.txt")
    for (output, read) in [
      ("out.arrow", "pa.ipc.open_file(sys.argv[1]).read_all()"), ("out.parquet", "pq.read_table(sys.argv[1])"),
    ] {
      #expect(millrace("convert", "--from", "concatenated", input, folder.path(output)).complaints == "")
      let show = """
        import pyarrow as pa, pyarrow.parquet as pq, sys
        column = \(read)["a"]
        print(column.type, len(column), set(column.to_pylist()[:-1]), column[-1])
        """
      #expect(try pythonWithPeers(show, folder.path(output)).output == "string 70001 {'1'} x\n", "\(output)")
    }
  }

  /// NaN is a number, unless a cell beside it is neither.
  @Test(arguments: [
    ("true,NaN", "string ['true', 'NaN']"), ("NaN,2024-01-02T03:04:05Z", "string ['NaN', '2024-01-02T03:04:05Z']"),
    ("NaN,1", "double [nan, 1.0]"), ("NaN,1,9223372036854775808", "string ['NaN', '1', '9223372036854775808']"),
    ("NaN", "double [nan]"), ("NaN,1.5,9007199254740993", "string ['NaN', '1.5', '9007199254740993']"),
    ("inf,9007199254740993", "string ['inf', '9007199254740993']"),
  ])
  func `cells that are NaN have the same columns from a file and from a pipe`(_ cells: String, _ expected: String)
    throws
  {
    let folder = try TemporaryFolder()
    let input = try folder.write("a\n" + cells.replacingOccurrences(of: ",", with: "\n") + "\n", to: "in.csv")
    let path = folder.path("out.arrows")
    for call in [
      "'\(toolPath)' convert '\(input)' '\(path)'", "'\(toolPath)' convert '\(input)' '\(path)' --limit 100",
      "cat '\(input)' | '\(toolPath)' convert - --from csv --infer all --to arrows > '\(path)'",
    ] {
      _ = try shell(call)
      #expect(try pythonWithPeers(showColumnA, path).output == expected + "\n", "\(call)")
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `integers beyond doubles beside fractions are text from a database, as from a file`() throws {
    let folder = try TemporaryFolder()
    let input = folder.path("in.db")
    let make = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      database.execute("CREATE TABLE t(a, b)")
      database.executemany("INSERT INTO t VALUES(?, ?)", [(2**53 + 1, 2**53), (0.5, 0.5)])
      database.commit()
      """
    #expect(try python(make, input).status == 0)
    #expect(millrace("convert", input, folder.path("out.arrow")).complaints == "")
    let show = """
      import pyarrow as pa, sys
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      print([str(type) for type in table.schema.types], table.to_pydict())
      """
    let expected = "['string', 'double'] {'a': ['9007199254740993', '0.5'], 'b': [9007199254740992.0, 0.5]}\n"
    #expect(try pythonWithPeers(show, folder.path("out.arrow")).output == expected)
  }

  /// The conversions that are not done in chunks.
  @Test(arguments: [
    ("out.db", []), ("out.db", ["--on-bad-row", "skip"]), ("out.db", ["--replace"]),
    ("out.jsonl", ["--quotes", "lenient"]), ("out.jsonl", ["--on-bad-row", "skip"]),
    ("out.json", ["--limit", "100000"]), ("out.arrow", ["--comment", "#"]),
  ])
  func `a cell that does not fit the kinds of the first rows widens its column`(_ output: String, _ options: [String])
    throws
  {
    let read = """
      import csv, json, pyarrow as pa, sqlite3, sys
      path = sys.argv[1]
      if path.endswith("db"): found = [row[0] for row in sqlite3.connect(path).execute("SELECT a FROM t ORDER BY rowid")]
      elif path.endswith("arrow"): found = pa.ipc.open_file(path).read_all()["a"].to_pylist()
      elif path.endswith("json"): found = [row["a"] for row in json.load(open(path))]
      else: found = [json.loads(line)["a"] for line in open(path)]
      cells = [row[0] for file in sys.argv[2].splitlines() for row in list(csv.reader(open(file)))[1:]]
      print(found == cells or found == [float(cell) for cell in cells])
      """
    for cell in ["0.5", "x"] {
      let folder = try TemporaryFolder()
      let first = try folder.write("a,b\n1,\n2,\n", to: "first.csv")
      let rows = (0..<1200).map { "\($0),\n" } + ["\(cell),\n", "7,\n"]
      let second = try folder.write("a,b\n" + rows.joined(), to: "t.csv")
      for inputs in cell == "x" ? [[second]] : [[second], [first, second]] {
        let path = folder.path("\(inputs.count)-\(output)")
        let result = millrace(
          ["convert"] + inputs + ["--output", output == "out.db" ? "\(path)#t" : path] + options)
        #expect(result.status == 0 && result.complaints == "")
        #expect(try pythonWithPeers(read, path, inputs.joined(separator: "\n")).output == "True\n")
      }
    }
  }

  @Test func `committed batches are not taken back, and given kinds are not widened`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a\n" + (0..<1200).map { "\($0)\n" }.joined() + "x\n", to: "t.csv")
    for options in [["--batch", "100"], ["--columns", "a=integer"]] {
      let result = millrace(["convert", input, folder.path("t.db")] + options)
      #expect(result.status == 1)
      #expect(result.complaints.contains("t.csv:1202:1: expected integer, found \"x\", at /1200/a"))
      #expect(result.complaints.contains("--columns NAME=text keeps the text"))
      #expect(try folder.names.contains("t.db") == (options[0] == "--batch"))
      try? FileManager.default.removeItem(atPath: folder.path("t.db"))
    }
    let skipped = millrace(
      "convert", input, folder.path("t.db"), "--columns", "a=integer", "--on-bad-row", "skip")
    #expect(skipped.status == 0 && skipped.complaints == "millrace: 1 bad row skipped\n")
    #expect(millrace("convert", input, folder.path("all.db"), "--batch", "100", "--infer", "all").status == 0)
  }

  @Test(arguments: ["json", "jsonl"])
  func `a row from a pipe that comes too late is an error with the option to use`(_ format: String) throws {
    let isLines = format == "jsonl"
    let rows = (0..<100_000).map { "{\"id\":\($0),\"pad\":\"xxxxxxxxxxxxxxxxxxxx\"}" } + ["{\"id\":0.5}"]
    let input = isLines ? rows.joined(separator: "\n") : "[" + rows.joined(separator: ",") + "]"
    let line = "'\(toolPath)' convert - --from \(format) --to arrows > /dev/null"
    let result = try shell("\(line) ; echo $?", input: input)
    #expect(result.output == "1\n")
    #expect(
      result.complaints.contains("column id: expected") && result.complaints.contains("--infer N or all reads more"))
    let inferred = try shell("\(line) --infer 200000; echo $?", input: input)
    #expect(inferred.output == "0\n" && inferred.complaints == "")
  }

  @Test func `a value that is not an array becomes one row`() throws {
    for (output, expected) in [
      ("csv", "a,b\n1,x\n"), ("jsonl", "{\"a\":1,\"b\":\"x\"}\n"), ("json", "{\"a\":1,\"b\":\"x\"}\n"),
    ] {
      let result = try millraceProcess(
        ["convert", "-", "--at", "/p", "--to", output], input: "{\"p\":{\"a\":1,\"b\":\"x\"}}")
      #expect(result.output == expected && result.complaints == "")
    }
  }

  @Test func `--limit bounds the rows that are read ahead`() throws {
    // The third element is bad, and never read.
    let result = try millraceProcess(
      ["convert", "-", "--to", "csv", "--limit", "2"], input: "[{\"a\":1},{\"a\":2},{nonsense")
    #expect(result.output == "a\n1\n2\n" && result.status == 0)
  }
}
