import Foundation
import TestSupport
import Testing

import MillraceTables
@testable import MillraceCommand

@Suite("NaN and texts that mean null in CSV")
struct NonFiniteTests {
  /// Prints the columns' types and values, as pyarrow reads them.
  private let show = """
    import pyarrow as pa, sys
    table = pa.ipc.open_file(sys.argv[1]).read_all()
    for name in table.schema.names: print(name, table.schema.field(name).type, table[name].to_pylist())
    """

  @Test func `one NaN among numbers leaves the column numeric, and a message says so`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,size,n\n1,1.5,7\n2,NaN,-inf\n3,,8\n4,2,\"x,y\"\n", to: "in.csv")
    let result = millrace("convert", input, folder.path("out.arrow"))
    #expect(result.status == 0)
    #expect(result.complaints == "millrace: column 'size' stays numeric: 1 cell is NaN or infinite\n")
    #expect(
      try pythonWithPeers(show, folder.path("out.arrow")).output
        == "id int64 [1, 2, 3, 4]\nsize double [1.5, nan, None, 2.0]\nn string ['7', '-inf', '8', 'x,y']\n")
    // Other formats do not have it, so there it is text.
    let lines = try millraceProcess(["convert", "-", "--from", "csv", "--to", "jsonl"], input: "size\n1\nNaN\n")
    #expect(lines.output == "{\"size\":\"1\"}\n{\"size\":\"NaN\"}\n" && lines.complaints == "")
  }

  @Test(arguments: ["NaN", "nan", "inf", "-inf", "+INF", "Infinity", "-infinity"])
  func `it may come late, in a column of integers, with any number of threads`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let rows = (0..<3000).map { "\($0),\($0 == 2500 ? text : "\($0)")\n" }.joined()
    let input = try folder.write("id,n\n" + rows, to: "in.csv")
    let script = """
      import math, pyarrow as pa, sys
      column = pa.ipc.open_file(sys.argv[1]).read_all()["n"]
      values = column.to_pylist()
      expected = [float(sys.argv[2]) if i == 2500 else float(i) for i in range(3000)]
      print(column.type, all(a == b or math.isnan(a) and math.isnan(b) for a, b in zip(values, expected, strict=True)))
      """
    for options in [
      ["--threads", "1"], ["--threads", "2"], ["--threads", "7"], ["--infer", "all"], ["--limit", "9999"],
    ] {
      let result = RowBlocks.$chunkSize.withValue(1000) {
        millrace(["convert", input, folder.path("out.arrow")] + options)
      }
      #expect(result.status == 0)
      #expect(result.complaints == "millrace: column 'n' stays numeric: 1 cell is NaN or infinite\n", "\(options)")
      #expect(try pythonWithPeers(script, folder.path("out.arrow"), text).output == "double True\n", "\(options)")
    }
  }

  @Test func `a column of text stays text, and a cell in quotes is text`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("name,n\nInf,1\nAda,2\nnan,nano\n", to: "in.csv")
    let result = millrace("convert", input, folder.path("out.arrow"))
    #expect(result.status == 0 && result.complaints == "")
    #expect(
      try pythonWithPeers(show, folder.path("out.arrow")).output
        == "name string ['Inf', 'Ada', 'nan']\nn string ['1', '2', 'nano']\n")
  }

  @Test func `cells with listed texts have no value`() throws {
    let table = "id,size,note\n1,N/A,-\n2,3,\"-\"\n3,\"N/A\",a\\,b\n"
    let lines = ["convert", "-", "--from", "csv", "--to", "jsonl", "--null-values", "N/A,-,a\\\\\\,b"]
    let result = try millraceProcess(lines, input: table)
    #expect(result.complaints.contains("row has 4 cells"))
    let whole = try millraceProcess(
      ["convert", "-", "--to", "jsonl", "--null-values", "N/A,-"], input: "id,size,note\n1,N/A,-\n2,3,\"-\"\n3,4,N/A \n"
    )
    #expect(
      whole.output == "{\"id\":1}\n{\"id\":2,\"size\":3,\"note\":\"-\"}\n{\"id\":3,\"size\":4,\"note\":\"N/A \"}\n")
    let kept = try millraceProcess(
      ["convert", "-", "--to", "csv", "--null-values", "N/A", "--where", "size is null"], input: "id,size\n1,N/A\n2,3\n"
    )
    #expect(kept.output == "id,size\n1,\n")
    let wrong = try millraceProcess(
      ["convert", "-", "--to", "csv", "--null-values", "N/A"], input: "{\"a\":1}\n{\"a\":2}\n")
    #expect(wrong.status == 2 && wrong.complaints.contains("--null-values cannot be used here"))
  }

  @Test func `what is noticed is counted once, also if the input is read again`() throws {
    let folder = try TemporaryFolder()
    // The last row changes the columns after others were written.
    let csv = "id,size\n1,NaN\n" + (2..<500).map { "\($0),\($0)\n" }.joined() + "x,500\n"
    let table = try folder.write(csv, to: "in.csv")
    let first = RowBlocks.$chunkSize.withValue(64) { millrace("convert", table, folder.path("out.arrow")) }
    #expect(first.complaints == "millrace: column 'size' stays numeric: 1 cell is NaN or infinite\n")
    let lines = "{\"a\":1}\n{\"a\":\n" + (0..<500).map { "{\"a\":\($0)}\n" }.joined() + "{\"a\":\"x\"}\n"
    let input = try folder.write(lines, to: "in.jsonl")
    let second = RowBlocks.$chunkSize.withValue(64) {
      millrace("convert", input, folder.path("out.arrow"), "--on-bad-row", "skip")
    }
    #expect(second.status == 0 && second.complaints == "millrace: 1 bad row skipped\n")
  }

  /// Writes a file with NaN and infinities in numbers of both sizes and in lists.
  private let write = """
    import pyarrow as pa, sys
    from math import inf, nan
    columns = {"id": [1, 2, 3, 4], "x": [1.5, nan, inf, -inf], "n": [None, nan, 2.0, None], "l": [[1.0, nan], [], None, [2.5]]}
    table = pa.table(columns)
    table = table.append_column("f", pa.array(columns["x"], pa.float32()))
    with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
    """

  @Test func `NaN and infinities of Arrow are texts in CSV, null in JSON, and as SQLite has them`() throws {
    let folder = try TemporaryFolder()
    let input = folder.path("in.arrow")
    let written = try pythonWithPeers(write, input)
    try #require(written.status == 0, "\(written.complaints)")
    for output in ["csv", "jsonl", "json", "db", "arrow"] {
      let result = millrace("convert", input, folder.path("out.\(output)"))
      #expect(result.status == 0 && result.complaints == "", "\(output) \(result.complaints)")
    }
    let compare = """
      import csv, json, math, pyarrow as pa, sqlite3, sys
      folder = sys.argv[1]
      rows = pa.ipc.open_file(folder + "/in.arrow").read_all().to_pylist()
      scalars = [(i, name, row[name]) for i, row in enumerate(rows) for name in ("x", "n", "f")]
      same = lambda a, b: a == b or None not in (a, b) and math.isnan(a) and math.isnan(b)
      table = list(csv.DictReader(open(folder + "/out.csv", newline="")))
      print(all(same(float(table[i][name]) if table[i][name] else None, value) for i, name, value in scalars))
      print([row["l"] for row in table])
      null = lambda value: value if value is not None and math.isfinite(value) else None
      for text in open(folder + "/out.jsonl").read().splitlines(), json.load(open(folder + "/out.json")):
          found = [json.loads(row) if isinstance(row, str) else row for row in text]
          print(all(found[i].get(name) == null(value) for i, name, value in scalars), [row.get("l") for row in found])
      db = sqlite3.connect(folder + "/out.db")
      db.row_factory = sqlite3.Row
      found = db.execute("SELECT * FROM 'in'").fetchall()
      nan = lambda value: None if value is None or math.isnan(value) else value
      print(all(found[i][name] == nan(value) for i, name, value in scalars), [row["l"] for row in found])
      again = pa.ipc.open_file(folder + "/out.arrow").read_all().to_pylist()
      print(all(same(again[i][name], value) for i, name, value in scalars))
      """
    let compared = try pythonWithPeers(compare, folder.url.path)
    #expect(
      compared.output == """
        True
        ['[1,"NaN"]', '[]', '', '[2.5]']
        True [[1, None], [], None, [2.5]]
        True [[1, None], [], None, [2.5]]
        True ['[1,null]', '[]', None, '[2.5]']
        True

        """, "\(compared.output) \(compared.complaints)")
    let head = millrace("head", input)
    #expect(head.status == 0 && head.output.contains("-Infinity"), "\(head.complaints)")
    #expect(millrace("head", input, "--json").output.contains("\"x\":null"))
    #expect(millrace("schema", input).status == 0)
    let rows = try millraceProcess(["convert", input, "--to", "csv", "--where", "x > 1", "--columns", "id,x"])
    #expect(rows.output == "id,x\n1,1.5\n3,Infinity\n", "\(rows.complaints)")
  }

  @Test func `infinities of a database and of a query are written as those of Arrow`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a,b\n1.5,x\ninf,y\n-inf,z\n", to: "in.csv")
    #expect(millrace("convert", input, folder.path("in.parquet")).status == 0)
    #expect(millrace("convert", folder.path("in.parquet"), folder.path("in.db#t")).status == 0)
    let database = folder.path("in.db")
    let lines = "{\"a\":1.5,\"b\":\"x\"}\n{\"a\":null,\"b\":\"y\"}\n{\"a\":null,\"b\":\"z\"}\n"
    let cells = "a,b\n1.5,x\nInfinity,y\n-Infinity,z\n"
    for source in [["convert", database, "-"], ["query", "SELECT * FROM t", database]] {
      #expect(try millraceProcess(source + ["--to", "jsonl"]).output == lines)
      #expect(try millraceProcess(source + ["--to", "csv"]).output == cells)
    }
    #expect(millrace("convert", database, folder.path("out.arrow")).status == 0)
    #expect(try millraceProcess(["convert", folder.path("out.arrow"), "-", "--to", "csv"]).output == cells)
  }

  @Test func `NaN and infinities within values of Arrow are texts in stats, query and diff`() throws {
    let folder = try TemporaryFolder()
    let input = folder.path("in.arrow")
    try #require(try pythonWithPeers(write, input).status == 0)
    let stats = millrace("stats", input, "--columns", "l")
    #expect(stats.status == 0 && stats.output.contains("l       list"), "\(stats.output) \(stats.complaints)")
    let query = try millraceProcess(["query", "SELECT id, l FROM \"in\" WHERE id = 1", input])
    #expect(query.output == "{\"id\":1,\"l\":[1,\"NaN\"]}\n", "\(query.complaints)")
    let output = folder.path("out.txt")
    #expect(millrace("diff", input, input, "--key", "id", "--output", output).status == 0)
    // Cells of CSV have the same texts.
    #expect(millrace("convert", input, folder.path("in.csv")).status == 0)
    let cells = millrace("diff", input, folder.path("in.csv"), "--key", "id", "--output", output)
    #expect(cells.status == 0, "\(cells.complaints) \((try? folder.read("out.txt")) ?? "")")
  }
}
