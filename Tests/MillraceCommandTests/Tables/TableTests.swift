import Foundation
import TestSupport
import Testing

@Suite("millrace convert, with tables")
struct TableTests {
  /// Compares two documents with every number as its text.
  private let equality = """
    import json, sys
    class Number(str): pass
    def load(path): return json.load(open(path), parse_float=Number, parse_int=Number)
    sys.exit(0 if load(sys.argv[1]) == load(sys.argv[2]) else 1)
    """

  /// Runs calls one after another, of which each must succeed without a word.
  private func run(_ calls: [String]...) throws {
    for call in calls {
      let result = try millraceProcess(call)
      #expect(result.status == 0 && result.complaints == "", "\(call): \(result.complaints)")
    }
  }

  @Test(arguments: [
    "db#films", "csv", "tsv", "arrow", "arrows", "jsonl", "csv.gz",
  ])
  func `films come back equal from every format`(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let (there, back) = (folder.path("films.\(ending)"), folder.path("back.json"))
    try run(["convert", document("films.json"), there], ["convert", there, back])
    #expect(try python(equality, document("films.json"), back).status == 0)
  }

  @Test func `films come back equal from a journey through all formats`() throws {
    let folder = try TemporaryFolder()
    let stations = ["db#films", "csv", "arrow", "jsonl", "json"].map { folder.path("films.\($0)") }
    for (start, end) in zip([document("films.json")] + stations, stations) { try run(["convert", start, end]) }
    #expect(try python(equality, document("films.json"), folder.path("films.json")).status == 0)
  }

  @Test func `Python's csv module finds in a table what is in the document`() throws {
    let folder = try TemporaryFolder()
    try run(["convert", document("films.json"), folder.path("films.csv")])
    let script = """
      import csv, json, sys
      films = json.load(open(sys.argv[1]))
      def cell(value): return "" if value is None else value if isinstance(value, str) else json.dumps(
          value, ensure_ascii=False, separators=(",", ":"))
      rows = list(csv.DictReader(open(sys.argv[2], newline="", encoding="utf-8")))
      names = list(dict.fromkeys(name for film in films for name in film))
      sys.exit(0 if rows == [{name: cell(film.get(name)) for name in names} for film in films] else 1)
      """
    #expect(try python(script, document("films.json"), folder.path("films.csv")).status == 0)
  }

  @Test func `Python's sqlite3 module finds in a database what is in the document`() throws {
    let folder = try TemporaryFolder()
    try run(["convert", document("films.json"), folder.path("films.db#all films"), "--batch", "100"])
    let script = """
      import json, sqlite3, sys
      films = json.load(open(sys.argv[1]))
      database = sqlite3.connect(sys.argv[2])
      database.row_factory = sqlite3.Row
      def cell(value): return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if isinstance(value, list) else value
      rows = [dict(row) for row in database.execute('select * from "all films" order by rowid')]
      names = list(dict.fromkeys(name for film in films for name in film))
      sys.exit(0 if rows == [{name: cell(film.get(name)) for name in names} for film in films] else 1)
      """
    #expect(try python(script, document("films.json"), folder.path("films.db")).status == 0)
  }

  /// Options, standard input, and what becomes of it.
  @Test(arguments: [
    (["--to", "csv"], #"[{"a":1,"b":"x"},{"a":2.50,"b":"y,z"}]"#, "a,b\n1,x\n2.50,\"y,z\"\n"),
    (["--to", "csv"], #"{"a":1}"#, "a\n1\n"),
    (["--to", "csv", "--infer", "all"], #"[{"a":1},{"b":2}]"#, "a,b\n1,\n,2\n"),
    (["--to", "csv", "--infer", "2"], "{\"a\":1}\n{\"b\":true}\n{\"a\":3}", "a,b\n1,\n,true\n3,\n"),
    (["--to", "csv", "--columns", "b,a"], #"[{"a":1},{"b":2,"c":3}]"#, "b,a\n,1\n2,\n"),
    (["--to", "csv"], #"[{"a":{"x":1,"y":[2]}}]"#, "a\n\"{\"\"x\"\":1,\"\"y\"\":[2]}\"\n"),
    (["--to", "csv", "--flatten", "."], #"[{"a":{"x":1,"y":[2]}}]"#, "a.x,a.y\n1,[2]\n"),
    (["--to", "csv", "--flatten", "_"], #"[{"a":{"x":{"y":1}}}]"#, "a_x_y\n1\n"),
    (["--to", "csv", "--flatten", ".", "--columns", "a.y"], #"[{"a":{"x":1,"y":[2]},"b":1}]"#, "a.y\n[2]\n"),
    (["--to", "csv", "--delimiter", ";"], #"[{"a":"1,5","b":"x;y"}]"#, "a;b\n1,5;\"x;y\"\n"),
    (["--to", "csv", "--no-header"], #"[{"a":1,"b":2}]"#, "1,2\n"),
    (["--to", "csv"], "[1,\"x\"]", "value\n1\nx\n"),
    (["--to", "csv"], "[]", ""),
    (["--to", "tsv"], #"[{"a":1,"b":"x y"}]"#, "a\tb\n1\tx y\n"),
    (["--from", "csv"], "a,b\n1,x\n2,\n", "[{\"a\":1,\"b\":\"x\"},{\"a\":2}]\n"),
    ([], "a,b\n1,x\n", "[{\"a\":1,\"b\":\"x\"}]\n"),
    ([], "a;b\n1,5;x\n", "[{\"a\":\"1,5\",\"b\":\"x\"}]\n"),
    ([], "a\tb\n1\tx\n", "[{\"a\":1,\"b\":\"x\"}]\n"),
    (["--to", "jsonl"], "n,d\n01,1.50\n2,-3\n", "{\"n\":\"01\",\"d\":1.50}\n{\"n\":\"2\",\"d\":-3}\n"),
    (
      ["--to", "jsonl"], "a,b\n123456789012345678901234567890,1e400\n",
      "{\"a\":123456789012345678901234567890,\"b\":\"1e400\"}\n"
    ),
    (["--to", "jsonl"], "a,b\ntrue,true\nfalse,TRUE\n", "{\"a\":true,\"b\":\"true\"}\n{\"a\":false,\"b\":\"TRUE\"}\n"),
    (["--to", "jsonl"], "a,b\n\"[1,2]\",\"{\"\"x\"\":1}\"\n", "{\"a\":[1,2],\"b\":{\"x\":1}}\n"),
    (["--to", "jsonl"], "a,b\n2026-11-22T04:10:20+01:00,\n", "{\"a\":\"2026-11-22T04:10:20+01:00\"}\n"),
    (
      ["--to", "jsonl", "--columns", "a=text,b=json"], "a,b\n1,7\n2,null\n",
      "{\"a\":\"1\",\"b\":7}\n{\"a\":\"2\",\"b\":null}\n"
    ),
    (["--to", "jsonl", "--columns", "b"], "a,b\n1,7\n", "{\"b\":7}\n"),
    (
      ["--to", "jsonl", "--columns", "b"], "{\"a\":1,\"b\":{\"a\":2,\"c\":[{\"b\":3}]}}\n",
      "{\"b\":{\"a\":2,\"c\":[{\"b\":3}]}}\n"
    ),
    (["--to", "jsonl", "--columns", #"x\,y=int,x\=y"#], "\"x,y\",x=y,z\n1,a,b\n", "{\"x,y\":1,\"x=y\":\"a\"}\n"),
    (["--to", "jsonl", "--nest", "."], "s.x,s.y,t\n1,2,3\n,,4\n", "{\"s\":{\"x\":1,\"y\":2},\"t\":3}\n{\"t\":4}\n"),
    (["--to", "jsonl"], "s.x,s.y\n1,2\n", "{\"s.x\":1,\"s.y\":2}\n"),
    (
      ["--to", "jsonl", "--nulls", "keep"], "a,b,c\n1,,\n,2,\n",
      "{\"a\":1,\"b\":null,\"c\":null}\n{\"a\":null,\"b\":2,\"c\":null}\n"
    ),
    (["--to", "jsonl", "--nulls", "omit"], #"{"a":null,"b":{"c":null,"d":[null]}}"#, "{\"b\":{\"d\":[null]}}\n"),
    (["--from", "csv", "--no-header"], "1,x\n2,y\n", "[[\"1\",\"x\"],[\"2\",\"y\"]]\n"),
    (["--from", "csv", "--ragged"], "a,b\n1\n", "[{\"a\":1}]\n"),
    (["--from", "csv", "--to", "csv"], "a,b\n\"01\",\"x\"\n1.0,\"\"\n,\n", "a,b\n01,x\n1.0,\"\"\n,\n"),
    (["--from", "csv", "--to", "csv", "--columns", "b"], "a,b\n1,2\n", "b\n2\n"),
    (["--from", "csv", "--sort-keys"], "b,a\n1,2\n", "[{\"a\":2,\"b\":1}]\n"),
    (["--from", "csv", "--limit", "1"], "a\n1\n2\n", "[{\"a\":1}]\n"),
  ])
  func `standard input becomes standard output`(_ options: [String], _ input: String, _ expected: String) throws {
    let result = try millraceProcess(["convert", "-"] + options, input: input)
    #expect(result.complaints == "")
    #expect(result.output == expected)
    #expect(result.status == 0)
  }

  /// The same from a pipe, which cannot be read twice.
  @Test(arguments: [
    ("--to jsonl", #"a,b\n01,x\n2,y\n"#, "{\"a\":\"01\",\"b\":\"x\"}\n{\"a\":\"2\",\"b\":\"y\"}\n", ""),
    ("--to csv", #"{"a":1}\n{"a":2}\n"#, "a\n1\n2\n", ""),
    ("--to csv", #"{"a":1}\n{"a":2,"b":3}\n"#, "a,b\n1,\n2,3\n", ""),
    ("--to csv --infer 1", #"{"a":1}\n{"a":2,"b":3}\n"#, "", "row 1: member \"b\""),
    ("--to csv --infer 2", #"{"a":1}\n{"a":2,"b":3}\n"#, "a,b\n1,\n2,3\n", ""),
    ("--to csv --columns a", #"{"a":1}\n{"a":2,"b":3}\n"#, "a\n1\n2\n", ""),
    ("--from csv --to jsonl --infer 1", #"a\n1\nx\n"#, "", ":3:1: expected integer, found \"x\""),
    ("--from csv --to jsonl --infer 1 --columns a=text", #"a\n1\nx\n"#, "{\"a\":\"1\"}\n{\"a\":\"x\"}\n", ""),
    // A row with another kind than the first rows is not bad.
    ("--from csv --to jsonl --infer 1 --on-bad-row skip", #"a\n1\nx\n3\n"#, "", ":3:1: expected integer, found \"x\""),
    (
      "--from csv --to jsonl --infer 1 --columns a=int --on-bad-row skip", #"a\n1\nx\n3\n"#, "{\"a\":1}\n{\"a\":3}\n",
      "1 bad row skipped"
    ),
  ])
  func `a pipe is converted by its first rows`(
    _ options: String, _ input: String, _ expected: String, _ complaint: String
  ) throws {
    let folder = try TemporaryFolder()
    let output = folder.path("out")
    let result = try shell("printf '\(input)' | \(toolPath) convert - -o '\(output)' \(options)")
    #expect(complaint == "" ? result.complaints == "" : result.complaints.contains(complaint), "\(result.complaints)")
    #expect((result.status == 0) == (expected != ""))
    if expected == "" { #expect(try folder.names == []) } else { #expect(try folder.read("out") == expected) }
  }

  @Test func `bad rows stop the conversion, or are skipped and reported`() throws {
    let folder = try TemporaryFolder()
    let table = "a,b\n1,x\n2\n3,\"q\n4\"\nfive,w\n"
    let input = try folder.write(table, to: "in.csv")
    let stopped = millrace("convert", input, folder.path("out.jsonl"))
    #expect(stopped.status == 1 && stopped.complaints.contains("\(input):3"))
    #expect(stopped.complaints.contains("--ragged takes missing cells as empty"))
    #expect(try folder.names == ["in.csv"])

    let report = folder.path("bad.jsonl")
    let call = ["convert", input, folder.path("out.jsonl"), "--on-bad-row", "report=\(report)", "--columns", "a=int,b"]
    let reported = try millraceProcess(call)
    #expect(reported.status == 0 && reported.complaints == "millrace: 2 bad rows skipped\n")
    #expect(try folder.read("out.jsonl") == "{\"a\":1,\"b\":\"x\"}\n{\"a\":3,\"b\":\"q\\n4\"}\n")
    let script = "import json, sys; print([r['line'] for r in map(json.loads, open(sys.argv[1]))])"
    #expect(try python(script, report).output == "[3, 6]\n")
  }

  @Test func `bytes of ISO 8859-1 are read on request, and rejected otherwise`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("in.csv")
    try Data([0x61, 0x0A, 0xE9, 0x0A]).write(to: URL(fileURLWithPath: path))
    #expect(millrace("convert", path, folder.path("out.json")).complaints.contains("invalid UTF-8"))
    for name in ["latin1", "ISO-8859-1", "windows1252", "Windows-1252", "cp1252"] {
      try run(["convert", path, folder.path("out.json"), "--encoding", name])
      #expect(try folder.read("out.json") == "[{\"a\":\"é\"}]\n")
    }
    for name in ["utf8", "UTF-8"] {
      let rejected = millrace("convert", path, folder.path("out.json"), "--encoding", name)
      #expect(rejected.status == 1 && rejected.complaints.contains("invalid UTF-8"))
    }
  }

  @Test func `an existing table is appended to or replaced only with an option`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(#"[{"a":1},{"a":2,"b":"x"}]"#, to: "in.json")
    let table = folder.path("t.db#t")
    try run(["convert", input, table])
    let rejected = millrace("convert", input, table)
    #expect(
      rejected.status == 1 && rejected.complaints.contains("--append adds rows to the table, --replace drops it first"))
    try run(["convert", input, table, "--append"])
    let count = ["convert", folder.path("t.db"), "--query", "SELECT count(*) AS n FROM t"]
    #expect(try millraceProcess(count).output == "[{\"n\":4}]\n")
    try run(["convert", input, table, "--replace"])
    #expect(try millraceProcess(count).output == "[{\"n\":2}]\n")
    try run(["convert", folder.path("t.db"), folder.path("back.json")])
    #expect(try folder.read("back.json") == "[{\"a\":1},{\"a\":2,\"b\":\"x\"}]\n")
  }

  @Test func `bad data leaves a database as it was, and makes none`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("{\"a\":1}\n", to: "good.jsonl")
    let bad = try folder.write("{\"a\":2}\n{\"a\":}\n", to: "bad.jsonl")
    #expect(millrace("convert", bad, folder.path("new.db#t")).status == 1)
    #expect(try folder.names == ["bad.jsonl", "good.jsonl"])
    try run(["convert", good, folder.path("old.db#t")])
    #expect(millrace("convert", bad, folder.path("old.db#t"), "--replace").status == 1)
    #expect(try millraceProcess(["convert", folder.path("old.db")]).output == "[{\"a\":1}]\n")
    // With batches there is what was committed before.
    let all = try folder.write("{\"a\":2}\n{\"a\":3}\n{\"a\":4}\n{\"a\":}\n", to: "bad.jsonl")
    #expect(millrace("convert", all, folder.path("old.db#t"), "--append", "--batch", "2").status == 1)
    #expect(try millraceProcess(["convert", folder.path("old.db")]).output == "[{\"a\":1},{\"a\":2},{\"a\":3}]\n")
  }

  @Test func `numbers that a database cannot represent are rejected, text or rounded`() throws {
    let folder = try TemporaryFolder()
    let lines = try folder.write("{\"a\":1}\n{\"a\":18446744073709551616}\n", to: "t.jsonl")
    let table = try folder.write("a\n1\n18446744073709551616\n", to: "t.csv")
    let read = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT a FROM t').fetchall())"
    for input in [lines, table] {
      let rejected = millrace("convert", input, folder.path("t.db"))
      let problem = "SQLite's integers and reals cannot represent 18446744073709551616, at /1/a"
      #expect(rejected.status == 1 && rejected.complaints.contains(problem))
      #expect(rejected.complaints.contains("--long-numbers text keeps all digits"))
      try run(["convert", input, folder.path("text.db#t"), "--long-numbers", "text", "--replace"])
      #expect(try python(read, folder.path("text.db")).output == "[(1,), ('18446744073709551616',)]\n")
      try run(["convert", input, folder.path("nearest.db#t"), "--long-numbers", "nearest", "--replace"])
      #expect(try python(read, folder.path("nearest.db")).output == "[(1.0,), (1.8446744073709552e+19,)]\n")
    }
    #expect(millrace("convert", lines, folder.path("t.db"), "--long-numbers", "some").status == 2)
    #expect(millrace("convert", lines, folder.path("t.csv"), "--long-numbers", "text").status == 2)
  }

  @Test func `names that SQLite takes for the same are an error with the option to use`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,ID,b\n1,2,3\n", to: "t.csv")
    let result = millrace("convert", input, folder.path("t.db"))
    #expect(result.status == 1 && result.complaints.contains("duplicate column name: ID, which SQLite treats as id"))
    #expect(result.complaints.contains("--columns LIST leaves out one of them"))
    try run(["convert", input, folder.path("t.db"), "--columns", "id,b"])
  }

  @Test func `a table must be named if there are several`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("[{\"a\":1}]", to: "in.json")
    try run(["convert", input, folder.path("t.db#one")], ["convert", input, folder.path("t.db#two")])
    let result = millrace("head", folder.path("t.db"))
    #expect(result.status == 2 && result.complaints.contains("tables are one, two"))
    #expect(millrace("head", folder.path("t.db#two")).output == "a\n1\n")
    #expect(millrace("head", folder.path("t.db#three")).complaints.contains("no such table"))
  }

  @Test func `formats are detected from the first bytes of files without a known ending`() throws {
    let folder = try TemporaryFolder()
    for ending in ["db#t", "arrow", "arrows", "csv", "tsv", "json", "jsonl", "json.gz"] {
      let input = try folder.write("{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"y\"}\n", to: "in.jsonl")
      try run(["convert", input, folder.path("t.\(ending)")])
      let name = ending.split(separator: "#")[0]
      try FileManager.default.moveItem(atPath: folder.path("t.\(name)"), toPath: folder.path("unnamed-\(name)x"))
      let result = try millraceProcess(["convert", folder.path("unnamed-\(name)x"), "--to", "jsonl"])
      #expect(result.output == (try folder.read("in.jsonl")), "\(ending): \(result.complaints)")
    }
  }

  @Test func `cells of Boolean columns are true and false, unless the kind is given`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a\n" + String(repeating: "true\n", count: 2000) + "1\n", to: "in.csv")
    for output in ["out.jsonl", "out.csv", "out.arrow", "out.db#t"] {
      try run(["convert", input, folder.path(output)])
    }
    let back = folder.path("back.jsonl")
    for output in ["out.jsonl", "out.arrow"] {
      try run(["convert", folder.path(output), back])
      #expect(try folder.read("back.jsonl").hasPrefix("{\"a\":\"true\"}\n"), "\(output)")
      #expect(try folder.read("back.jsonl").hasSuffix("{\"a\":\"1\"}\n"), "\(output)")
    }
    try run(["convert", input, back, "--columns", "a=bool"])
    #expect(try folder.read("back.jsonl").hasSuffix("{\"a\":true}\n"))
    let piped = try shell("cat '\(input)' | '\(toolPath)' convert - --from csv --to jsonl")
    // Whether rows had been written when the last one came depends on the pipe.
    #expect(
      piped.status == 1 ? piped.complaints.contains("1") : piped.output.hasSuffix("{\"a\":\"1\"}\n"),
      "\(piped.complaints)")
  }

  @Test func `cells of many columns have kinds, and a table of Arrow at most 4096 columns`() throws {
    let folder = try TemporaryFolder()
    func table(_ count: Int) -> String {
      let columns = 0..<count
      return columns.map { "c\($0)" }.joined(separator: ",") + "\n" + columns.map(String.init).joined(separator: ",")
        + "\n"
    }
    let input = try folder.write(table(5000), to: "in.csv")
    try run(["convert", input, folder.path("out.jsonl")])
    let script = """
      import csv, json, sys
      (row,) = map(json.loads, open(sys.argv[2]))
      (expected,) = csv.DictReader(open(sys.argv[1]))
      print(row == {name: int(text) for name, text in expected.items()})
      """
    #expect(try python(script, input, folder.path("out.jsonl")).output == "True\n")
    let tooWide = millrace("convert", input, folder.path("out.arrow"))
    #expect(tooWide.status == 1 && tooWide.complaints.contains("more than 4096 columns"), "\(tooWide.complaints)")
    try run(["convert", try folder.write(table(4096), to: "in.csv"), folder.path("out.arrow")])
    try run(["convert", folder.path("out.arrow"), folder.path("out.jsonl")])
    #expect(try python(script, input, folder.path("out.jsonl")).output == "True\n")
  }

  @Test func `names are equal if their bytes are equal, in every format`() throws {
    let folder = try TemporaryFolder()
    // One letter, and a letter with a combining accent: equal for Swift's `==`.
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let lines = (0..<3).map { "{\"\(composed)\":\($0),\"\(decomposed)\":\"x\($0)\"}\n" }.joined()
    let input = try folder.write(lines, to: "in.jsonl")
    for ending in ["csv", "tsv", "arrow", "parquet", "db#t", "json"] {
      let (there, back) = (folder.path("out.\(ending)"), folder.path("back.jsonl"))
      try run(["convert", input, there], ["convert", there, back])
      #expect(Array(try folder.read("back.jsonl").utf8) == Array(lines.utf8), "\(ending)")
      // Options name one of them.
      let options = [
        (["--columns", composed], "{\"\(composed)\":0}"), (["--columns", decomposed], "{\"\(decomposed)\":\"x0\"}"),
        (["--drop", composed], "{\"\(decomposed)\":\"x0\"}"),
        (["--columns", "\(decomposed),\(composed)"], "{\"\(decomposed)\":\"x0\",\"\(composed)\":0}"),
        (["--rename", "\(decomposed)=q"], "{\"\(composed)\":0,\"q\":\"x0\"}"),
        (["--columns", decomposed, "--where", "\(composed) = 0"], "{\"\(decomposed)\":\"x0\"}"),
      ]
      for (options, first) in options {
        let selected = folder.path("selected.csv")
        try run(["convert", there, selected] + options, ["convert", selected, back])
        let found = try folder.read("back.jsonl").utf8.split(separator: UInt8(ascii: "\n")).first
        #expect(found.map(Array.init) == Array(first.utf8), "\(ending) \(options)")
      }
    }
  }

  @Test func `more columns than SQLite allows are an error that says so`() throws {
    let folder = try TemporaryFolder()
    let names = (0...2000).map { "c\($0)" }
    let csv = names.joined(separator: ",") + "\n" + names.joined(separator: ",") + "\n"
    let json = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}\n"
    for (name, text) in [("in.csv", csv), ("in.jsonl", json), ("in.json", "[\(json)]")] {
      let input = try folder.write(text, to: name)
      let database = folder.path("out.db")
      let result = millrace("convert", input, database + "#t")
      #expect(result.status == 1)
      #expect(
        result.complaints.hasSuffix(
          "table t needs 2001 columns; SQLite allows at most 2000 (SQLITE_ERROR)\n"
            + "  --columns LIST selects some of the columns\n"), "\(result.complaints)")
      #expect(try !folder.names.contains("out.db"))
      let some = millrace("convert", input, database + "#t", "--columns", "c0,c2000")
      #expect(some.status == 0, "\(some.complaints)")
      try FileManager.default.removeItem(atPath: database)
      let query = millrace("query", "SELECT c0 FROM \"in\"", input, "-o", folder.path("query.csv"))
      #expect(query.status == 1 && query.complaints.contains("more than 2000 different"), "\(query.complaints)")
    }
  }

  @Test func `a column that no row of a pipe has is an error without any output`() throws {
    let columns = "--columns id,nope"
    for (format, text) in [("jsonl", "{\"id\":1}\n{\"id\":2}\n"), ("json", "[{\"id\":1}]"), ("csv", "id\n1\n")] {
      for output in ["jsonl", "csv", "json", "arrow", "parquet"] {
        let folder = try TemporaryFolder()
        let file = folder.path("out")
        let call =
          "cat | '\(toolPath)' convert - --from \(format) --to \(output) \(columns) > '\(file)'; echo $?; wc -c < '\(file)'"
        let result = try shell(call, input: text)
        #expect(
          result.output.split(whereSeparator: \.isWhitespace) == ["2", "0"], "\(format), \(output): \(result.output)")
        #expect(result.complaints.contains("unknown column 'nope'"), "\(result.complaints)")
      }
    }
    // Of a long pipe, rows may be written before the error. An array in a file and a database are checked as well.
    let folder = try TemporaryFolder()
    let rows = (0..<100_000).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }
    let message = "unknown column 'nam' in %\n  the nearest columns are name, id\n"
    let long = try folder.write(rows.joined(separator: "\n"), to: "long.jsonl")
    let array = try folder.write("[\(rows.joined(separator: ","))]", to: "long.json")
    let database = folder.path("long.db#t")
    try run(["convert", long, database])
    let rowsWritten = "  standard output has up to 100000 rows\n"
    for output in ["csv", "jsonl", "arrows", "parquet"] {
      for options in ["", "--limit 1000000"] {
        let call = "cat '\(long)' | '\(toolPath)' convert - --from jsonl --to \(output) --columns id,nam \(options)"
        let piped = try shell("\(call) > /dev/null")
        let expected = "millrace: " + message.replacing("%", with: "standard input") + rowsWritten
        #expect(piped.status == 2 && piped.complaints == expected, "\(output) \(options): \(piped.complaints)")
        // A file to which standard output is redirected is empty.
        let file = folder.path("out")
        let redirected = try shell(
          "echo first > '\(file)'; \(call) >> '\(file)'; \(call) > '\(file).2'; wc -c < '\(file).2'")
        #expect(redirected.output == "0\n", "\(output) \(options): \(redirected.output)")
        // One that is appended to keeps what it had.
        #expect(try shell("head -n 1 '\(file)'").output == "first\n")
      }
    }
    for input in [array, database] {
      let result = millrace("convert", input, folder.path("out.csv"), "--columns", "id,nam")
      #expect(result.status == 2 && result.complaints == "millrace: " + message.replacing("%", with: input))
      #expect(try !folder.names.contains("out.csv"))
    }
    // A column that only a later row has is there.
    let late = "{\"id\":1}\n{\"id\":2,\"nope\":3}\n"
    let found = try shell("cat | '\(toolPath)' convert - --from jsonl --to csv \(columns) | cat", input: late)
    #expect(found.output == "id,nope\n1,\n2,3\n")
  }

  @Test func `more inputs than files can be open at the same time`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<300).map { "{\"a\":\($0)}\n" }
    for (index, line) in lines.enumerated() { _ = try folder.write(line, to: "\(1000 + index).jsonl") }
    for format in ["jsonl", "csv", "arrow", "parquet", "db#t"] {
      let output = folder.path("out.\(format)")
      let call = "ulimit -n 200; '\(toolPath)' convert '\(folder.path(""))'/1*.jsonl -o '\(output)'"
      let result = try shell(call)
      #expect(result.status == 0 && result.complaints == "", "\(format): \(result.complaints)")
      try run(["convert", output, folder.path("back") + "-\(format.prefix(3)).jsonl"])
      #expect(try folder.read("back-\(format.prefix(3)).jsonl") == lines.joined(), "\(format)")
    }
    let counted = try shell("ulimit -n 200; '\(toolPath)' stats '\(folder.path(""))'/1*.jsonl")
    #expect(counted.output.hasPrefix("300 rows\n"), "\(counted)")
  }

  @Test func `columns of --flatten that have the same name are an error that says so`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":{\"b\":1},\"a.b\":2}\n", to: "in.jsonl")
    let result = millrace("convert", input, folder.path("out.csv"), "--flatten", ".")
    #expect(result.status == 1)
    #expect(
      result.complaints == """
        millrace: duplicate column 'a.b': --flatten makes it from a nested member, and a member has this name
          --flatten SEPARATOR takes another separator, --rename renames a member

        """)
  }

  @Test func `a document that is too large has a hint at the array in it`() throws {
    let folder = try TemporaryFolder()
    let row = "{\"a\":\"\(String(repeating: "x", count: 1 << 20))\"}"
    let rows = Array(repeating: row, count: 66).joined(separator: ",")
    let input = try folder.write("{\"rows\":[\(rows)]}", to: "in.json")
    let result = millrace("convert", input, folder.path("out.jsonl"))
    #expect(result.status == 1 && result.complaints.contains("element exceeds the maximum size of 67108864 bytes"))
    #expect(
      result.complaints.hasSuffix(
        "--at POINTER reads the elements of an array in the document one by one, such as --at /rows\n"))
    try run(["convert", input, folder.path("out.jsonl"), "--at", "/rows"])
  }
}
