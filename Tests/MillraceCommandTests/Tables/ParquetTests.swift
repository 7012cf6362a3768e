import Foundation
import TestSupport
import Testing

@testable import MillraceCommand
import MillraceTables

/// Parquet files that the tool writes, and that other libraries read.
@Suite("Parquet files")
struct ParquetTests {
  /// Writes random rows as JSON lines, as a JSON array and as CSV.
  private let write = """
    import csv, json, random, sys
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    def orNull(value): return None if rng.random() < 0.2 else value
    def word(): return "".join(rng.choice("abé,\\"\\\\\\n") for _ in range(rng.choice([0, 3, 40])))
    colors = ["c" + word() + str(n) for n in range(rng.choice([1, 3, 300]))]
    rows = []
    for index in range(rng.choice([1, 9, 300, 3000])):
        row = {"id": index, "n": orNull(rng.randint(-2**63, 2**63 - 1)), "few": orNull(rng.randint(0, 3)),
               "x": orNull(rng.uniform(-1e6, 1e6)), "b": orNull(rng.random() < 0.5), "s": orNull(word()),
               "color": orNull(rng.choice(colors)), "nothing": None,
               "list": orNull([orNull(rng.randint(0, 9)) for _ in range(rng.randint(0, 4))]),
               "lists": [orNull([orNull(word()) for _ in range(rng.randint(0, 2))]) for _ in range(rng.randint(0, 2))],
               "o": orNull({"p": orNull(index), "q": orNull([{"r": orNull(word())}] * rng.randint(0, 2))})}
        rows.append({key: value for key, value in row.items() if value is not None or rng.random() < 0.5})
    flat = ["id", "n", "few", "x", "b", "color"]
    with open(f"{folder}/rows.jsonl", "w") as file:
        for row in rows: file.write(json.dumps(row) + "\\n")
    json.dump(rows, open(f"{folder}/rows.json", "w"))
    json.dump([{key: row.get(key) for key in flat} for row in rows], open(f"{folder}/cells.json", "w"))
    with open(f"{folder}/cells.csv", "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(flat)
        def cell(value): return "" if value is None else json.dumps(value) if not isinstance(value, str) else value
        for row in rows: writer.writerow([cell(row.get(key)) for key in flat])
    """

  /// Prints how the rows of Parquet files differ from rows of JSON. A null and a missing member are the same.
  private let compare = """
    import json, sys, duckdb, polars, pyarrow.parquet
    def plain(value):
        if isinstance(value, dict): return {k: plain(v) for k, v in value.items() if v is not None}
        return [plain(v) for v in value] if isinstance(value, list) else value
    readers = {
        "pyarrow": lambda path: pyarrow.parquet.read_table(path).to_pylist(),
        "duckdb": lambda path: duckdb.read_parquet(path).to_arrow_table().to_pylist(),
        "polars": lambda path: polars.read_parquet(path).to_arrow().to_pylist()}
    expected = plain(json.load(open(sys.argv[1])))
    for path in sys.argv[2:]:
        for name, read in readers.items():
            found = plain(read(path))
            if found != expected:
                row = next((i for i, (a, b) in enumerate(zip(found, expected)) if a != b), None)
                print(name, path, len(found), len(expected), row, row is not None and (found[row], expected[row]))
    """

  @Test(arguments: 0..<6)
  func `pyarrow, DuckDB and Polars read the rows of JSON and CSV`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let written = try python(write, folder.path(""), seed)
    try #require(written.status == 0, "\(written.complaints)")
    for (input, rows) in [("rows.jsonl", "rows.json"), ("rows.json", "rows.json"), ("cells.csv", "cells.json")] {
      for size in [1 << 21, 1 << 14] {
        let result = RowBlocks.$chunkSize.withValue(size) {
          millrace("convert", folder.path(input), folder.path("\(input).parquet"))
        }
        #expect(result.status == 0, "\(input): \(result.complaints), seed \(seed)")
        let compared = try pythonWithPeers(compare, folder.path(rows), folder.path("\(input).parquet"))
        #expect(compared.status == 0 && compared.output == "", "\(input): \(compared.complaints), seed \(seed)")
      }
    }
  }

  private func rows(_ folder: TemporaryFolder, _ name: String) throws -> String {
    let script = """
      import pyarrow.parquet, sys
      table = pyarrow.parquet.read_table(sys.argv[1])
      print(table.schema.to_string(), table.to_pylist(), sep="\\n")
      """
    let result = try pythonWithPeers(script, folder.path(name))
    try #require(result.status == 0, "\(result.complaints)")
    return result.output
  }

  @Test func `a later row with another type or column makes the tool begin again`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<2000).map { "{\"id\":\($0),\"a\":1}\n" }.joined() + "{\"id\":\"x\",\"a\":0.5,\"late\":true}\n"
    let input = try folder.write(lines, to: "in.jsonl")
    let result = RowBlocks.$chunkSize.withValue(4096) {
      millrace("convert", input, folder.path("out.parquet"))
    }
    #expect(result.status == 0 && result.complaints == "")
    let output = try rows(folder, "out.parquet")
    #expect(output.hasPrefix("id: string\na: double\nlate: bool\n[{'id': '0', 'a': 1.0, 'late': None}, "))
    #expect(output.hasSuffix("{'id': 'x', 'a': 0.5, 'late': True}]\n"))
  }

  @Test func `instants in CSV are timestamps`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("at,far\n2024-02-29T12:00:00.5Z,0001-01-01T00:00:00Z\n", to: "in.csv")
    #expect(millrace("convert", input, folder.path("out.parquet")).status == 0)
    #expect(
      try rows(folder, "out.parquet").hasPrefix("at: timestamp[ns, tz=UTC]\nfar: timestamp[us, tz=UTC]\n"))
  }

  @Test func `the number of threads does not change the file`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write((0..<5000).map { "{\"id\":\($0),\"s\":\"\($0 % 7)\"}\n" }.joined(), to: "in.jsonl")
    RowBlocks.$chunkSize.withValue(4096) {
      for threads in ["1", "3"] {
        #expect(millrace("convert", input, folder.path("\(threads).parquet"), "--threads", threads).status == 0)
      }
    }
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("1.parquet")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("3.parquet"))))
  }

  @Test func `batch is the number of rows in a row group`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write((0..<10).map { "{\"id\":\($0)}\n" }.joined(), to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("out.parquet"), "--batch", "4").status == 0)
    let script = """
      import pyarrow.parquet, sys
      metadata = pyarrow.parquet.read_metadata(sys.argv[1])
      print([metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)])
      """
    #expect(try pythonWithPeers(script, folder.path("out.parquet")).output == "[4, 4, 2]\n")
  }

  @Test func `a file is written to a pipe, from a query, and for each text of a column`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,zone\n1,a\n2,b\n", to: "in.csv")
    let piped = try shell("'\(toolPath)' convert - --to parquet < '\(input)' | cat > '\(folder.path("pipe.parquet"))'")
    #expect(piped.status == 0)
    let all = "id: int64\nzone: string\n[{'id': 1, 'zone': 'a'}, {'id': 2, 'zone': 'b'}]\n"
    #expect(try rows(folder, "pipe.parquet") == all)
    #expect(millrace("query", "SELECT * FROM \"in\"", input, "-o", folder.path("query.parquet")).status == 0)
    #expect(try rows(folder, "query.parquet") == all)
    let split = millrace("convert", input, folder.path("zone-{}.parquet"), "--split-by", "zone")
    #expect(split.status == 0)
    #expect(try rows(folder, "zone-b.parquet") == "id: int64\nzone: string\n[{'id': 2, 'zone': 'b'}]\n")
  }

  @Test func `objects without members are an error with a way to write them`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":{},\"b\":1}\n", to: "in.jsonl")
    let result = millrace("convert", input, folder.path("out.parquet"))
    #expect(result.status == 1)
    #expect(
      result.complaints == """
        \(input): column a: parquet cannot store objects without members
          --columns 'a=text,*' writes the objects as JSON text

        """)
    #expect(try folder.names == ["in.jsonl"])
    #expect(millrace("convert", input, folder.path("out.parquet"), "--columns", "a=text,*").status == 0)
    #expect(try rows(folder, "out.parquet") == "a: string\nb: int64\n[{'a': '{}', 'b': 1}]\n")
    // A later row can have members.
    let later = try folder.write("{\"a\":{}}\n{\"a\":{\"b\":1}}\n", to: "later.jsonl")
    let converted = RowBlocks.$chunkSize.withValue(8) { millrace("convert", later, folder.path("later.parquet")) }
    #expect(converted.status == 0 && converted.complaints == "")
  }

  @Test func `options that are for other formats are errors`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n", to: "in.jsonl")
    for options in [["--gzip"], ["--zstd"], ["--pretty"], ["--append"], ["--flatten", "."], ["--nulls", "keep"]] {
      let result = millrace(["convert", input, folder.path("out.parquet")] + options)
      #expect(result.status == 2 && result.complaints.contains("\(options[0]) cannot be used here"))
    }
    let compressed = millrace("convert", input, folder.path("out.parquet.gz"))
    #expect(compressed.status == 2)
    #expect(compressed.complaints.hasPrefix("millrace: a Parquet file is not compressed as a whole\n"))
    #expect(try folder.names == ["in.jsonl"])
    #expect(millrace("convert", input, folder.path("out"), "--to", "parquet").status == 0)
    // A file without an ending is known by its first bytes.
    #expect(millrace("convert", folder.path("out"), folder.path("again.csv")).status == 0)
    #expect(try folder.read("again.csv") == "a\n1\n")
    for options in [["--gunzip"], ["--delimiter", ";"], ["--at", "/a"]] {
      let result = millrace(["convert", folder.path("out"), folder.path("c.csv")] + options)
      #expect(result.status != 0 || options[0] == "--delimiter")
    }
  }

  /// Writes random rows with each codec of pyarrow, and with DuckDB and Polars.
  private let writeOthers = """
    import duckdb, json, polars, pyarrow, pyarrow.parquet, sys
    folder = sys.argv[1]
    rows = [json.loads(line) for line in open(f"{folder}/rows.jsonl")]
    names = dict.fromkeys(name for row in rows for name in row)
    table = pyarrow.Table.from_pylist([{name: row.get(name) for name in names} for row in rows])
    for codec in ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]:
        for version in ["1.0", "2.0"]:
            pyarrow.parquet.write_table(
                table, f"{folder}/pyarrow-{codec}-{version}.parquet", compression=codec, data_page_version=version,
                row_group_size=1000)
    duckdb.from_arrow(table).write_parquet(f"{folder}/duckdb.parquet")
    polars.from_arrow(table).write_parquet(f"{folder}/polars.parquet")
    """

  @Test(arguments: 0..<3)
  func `files of pyarrow, DuckDB and Polars are read`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    try #require(try python(write, folder.path(""), seed).status == 0)
    let written = try pythonWithPeers(writeOthers, folder.path(""))
    try #require(written.status == 0, "\(written.complaints), seed \(seed)")
    let script = """
      import json, sys
      def plain(value):
          if isinstance(value, dict): return {k: plain(v) for k, v in value.items() if v is not None}
          return [plain(v) for v in value] if isinstance(value, list) else value
      expected = plain(json.load(open(sys.argv[1])))
      found = plain([json.loads(line) for line in open(sys.argv[2])])
      if found != expected: print(len(found), len(expected))
      """
    for name in try folder.names where name.hasSuffix(".parquet") {
      let result = millrace("convert", folder.path(name), folder.path("out.jsonl"))
      #expect(result.status == 0, "\(name): \(result.complaints), seed \(seed)")
      let compared = try python(script, folder.path("rows.json"), folder.path("out.jsonl"))
      #expect(compared.status == 0 && compared.output == "", "\(name): \(compared.complaints), seed \(seed)")
    }
  }

  @Test func `verbs read Parquet files`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,zone,size\n1,a,0.5\n2,b,\n3,a,7\n", to: "in.csv")
    let file = folder.path("in.parquet")
    #expect(millrace("convert", input, file).status == 0)
    let selected = millrace("convert", file, folder.path("out.csv"), "--columns", "zone,id", "--where", "size > 1")
    #expect(selected.status == 0 && selected.complaints == "")
    #expect(try folder.read("out.csv") == "zone,id\na,3\n")
    #expect(millrace("convert", file, folder.path("drop.jsonl"), "--drop", "size,id").status == 0)
    #expect(try folder.read("drop.jsonl") == "{\"zone\":\"a\"}\n{\"zone\":\"b\"}\n{\"zone\":\"a\"}\n")
    #expect(millrace("head", file).output == millrace("head", input).output)
    #expect(millrace("stats", file).status == 0)
    #expect(millrace("schema", file).output.hasPrefix("3 rows\n"))
    #expect(millrace("diff", file, input, "--key", "id").status == 0)
    let select = "SELECT zone, count(*) AS n FROM \"in\" GROUP BY zone"
    let query = millrace("query", select, file, "-o", folder.path("q.csv"))
    #expect(query.status == 0 && query.complaints == "")
    #expect(try folder.read("q.csv") == "zone,n\na,2\nb,1\n")
    let missing = millrace("convert", file, folder.path("x.csv"), "--columns", "zoen")
    #expect(missing.status == 2 && missing.complaints.contains("zone"))
  }

  @Test func `a column that cannot be read is an error only if it is used`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import decimal, pyarrow, pyarrow.parquet, sys
      wide = pyarrow.array([decimal.Decimal(1)], pyarrow.decimal256(50))
      pyarrow.parquet.write_table(pyarrow.table({"id": [7], "wide": wide}), sys.argv[1])
      """
    let file = folder.path("in.parquet")
    try #require(try pythonWithPeers(script, file).status == 0)
    let all = millrace("convert", file, folder.path("all.csv"))
    #expect(all.status != 0 && all.complaints.contains("decimal256") && all.complaints.contains("wide"))
    let one = millrace("convert", file, folder.path("one.csv"), "--columns", "id")
    #expect(one.status == 0, "\(one.complaints)")
    #expect(try folder.read("one.csv") == "id\n7\n")
    let pattern = millrace("convert", file, folder.path("pattern.csv"), "--columns", "i*")
    #expect(pattern.status == 0, "\(pattern.complaints)")
    #expect(try folder.read("pattern.csv") == "id\n7\n")
    let query = millrace("query", "SELECT id FROM \"in\"", file, "-o", folder.path("query.csv"))
    #expect(query.status == 0, "\(query.complaints)")
    #expect(try folder.read("query.csv") == "id\n7\n")
    for sql in ["SELECT * FROM \"in\"", "SELECT id FROM \"in\" WHERE wide > 0"] {
      let wide = millrace("query", sql, file, "-o", folder.path("wide.csv"))
      #expect(wide.status == 1 && wide.complaints.hasSuffix("column wide: type decimal256 is not supported\n"))
    }
  }

  @Test(arguments: ["parquet", "arrow"], [[], ["--limit", "9"], ["--where", "id > 0"], ["--rename", "t=u"]])
  func `instants that nanoseconds cannot count are microseconds`(_ format: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let input = folder.path("in.parquet")
    let write = """
      import datetime as d, pyarrow as pa, pyarrow.parquet as pq, sys
      far = [d.datetime(1, 1, 1), d.datetime(2024, 2, 29, 1, 2, 3, 4), None, d.datetime(9999, 12, 31, 23, 59, 59, 999999)]
      near = [d.datetime(2024, 1, 1), None, d.datetime(1970, 1, 1), d.datetime(2200, 1, 1)]
      table = pa.table({"id": [1, 2, 3, 4], "t": pa.array(far, pa.timestamp("us")), "n": pa.array(near, pa.timestamp("us"))})
      pq.write_table(table, sys.argv[1], use_deprecated_int96_timestamps=True)
      """
    try #require(try pythonWithPeers(write, input).status == 0)
    let output = folder.path("out.\(format)")
    let result = millrace(["convert", input, output] + options)
    #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
    let compare = """
      import pyarrow as pa, pyarrow.feather as feather, pyarrow.parquet as pq, sys
      read = pq.read_table if sys.argv[2].endswith("parquet") else feather.read_table
      found, expected = read(sys.argv[2]), pq.read_table(sys.argv[1], coerce_int96_timestamp_unit="us")
      print(found.schema.types[1], found.schema.types[2])
      print(found.column(1).to_pylist() == expected.column(1).to_pylist())
      print(found.column(2).cast(pa.timestamp("us")).equals(expected.column(2)))
      """
    let compared = try pythonWithPeers(compare, input, output)
    #expect(compared.output == "timestamp[us] timestamp[ns]\nTrue\nTrue\n", "\(compared)")
  }

  @Test func `a pipe, a compressed file and damaged bytes are errors`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n", to: "in.jsonl")
    let file = folder.path("in.parquet")
    #expect(millrace("convert", input, file).status == 0)
    let piped = try shell("cat '\(file)' | '\(toolPath)' convert - --to csv")
    #expect(piped.status == 2 && piped.complaints.contains("Parquet cannot be read from a pipe"))
    #expect(try shell("gzip -k '\(file)'").status == 0)
    let compressed = millrace("convert", file + ".gz", folder.path("out.csv"))
    #expect(compressed.status == 2 && compressed.complaints.contains("is not compressed as a whole"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
    try bytes.dropLast(9).write(to: URL(fileURLWithPath: folder.path("cut.parquet")))
    let cut = millrace("convert", folder.path("cut.parquet"), folder.path("out.csv"))
    #expect(cut.status == 1 && cut.complaints.hasPrefix("\(folder.path("cut.parquet")): "))
    #expect(try !folder.names.contains("out.csv"))
  }
}
