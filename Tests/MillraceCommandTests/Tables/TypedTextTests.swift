import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

/// The text of columns with types of Arrow and Parquet. A script computes what it should be from what pyarrow reads.
@Suite("Text of typed columns")
struct TypedTextTests {
  private func script(_ arguments: String...) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Repository.pythonWithPeers)
    process.arguments = ["\(Repository.oracles)/typed_text.py"] + arguments
    return try run(process, input: Data())
  }

  private func seed(_ part: Int) -> String { String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part)) }

  @Test(arguments: 0..<Scale.count(24))
  func `values of all types have the same text in every format, by every path`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let written = try script("write", folder.path(""), seed(part))
    try #require(written.status == 0, "\(written.complaints)")
    // Columns, their rows, rows in memory, rows after a condition and rows by one thread.
    let options = [
      ["--threads", "1"], ["--threads", "7"], ["--tail", "9000"], ["--sample", "9000", "--seed", "1"],
      ["--where", "c0 is null or c0 is not null"], ["--limit", "9000"],
    ]
    for (number, format) in ["jsonl", "json", "csv"].enumerated() {
      var texts: [String] = []
      for input in ["a.arrow", "a.arrows", "a.parquet"] {
        for options in options {
          let output = folder.path("out.\(format)")
          let result = millrace(["convert", folder.path(input), output] + options)
          #expect(result.status == 0, "\(input) \(options): \(result.complaints), seed \(seed(part))")
          texts.append(try folder.read("out.\(format)"))
        }
      }
      #expect(Set(texts).count == 1, "\(format), seed \(seed(part))")
      let compared = try script("compare", folder.path("a.arrow"), folder.path("out.\(format)"))
      #expect(
        compared.status == 0 && compared.output == "",
        "\(number): \(compared.output)\(compared.complaints), seed \(seed(part))")
    }
  }

  @Test func `only maps with texts as keys are objects, in every batch`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import decimal, sys, pyarrow as pa
      keys = {"u": (pa.uint64(), [1, 2**64 - 1]), "d": (pa.decimal128(5, 2), [decimal.Decimal("1.50")] * 2), "s": (pa.string(), ["a", "b"])}
      table = pa.table({name: pa.array([[(key, 1)] for key in keys], pa.map_(kind, pa.int8())) for name, (kind, keys) in keys.items()})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file:
          for batch in table.to_batches(max_chunksize=1): file.write_batch(batch)
      """
    try #require(try pythonWithPeers(write, folder.path("a.arrow")).status == 0)
    let expected = """
      {"u":[{"key":1,"value":1}],"d":[{"key":1.50,"value":1}],"s":{"a":1}}
      {"u":[{"key":18446744073709551615,"value":1}],"d":[{"key":1.50,"value":1}],"s":{"b":1}}

      """
    for options in [[], ["--limit", "9"]] {
      let result = millrace(["convert", folder.path("a.arrow"), folder.path("out.jsonl")] + options)
      #expect(result.status == 0, "\(result.complaints)")
      #expect(try folder.read("out.jsonl") == expected)
    }
  }

  @Test func `conditions compare dates and local times by their text`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import datetime, sys, pyarrow as pa
      days = [datetime.date(2024, 2, day) for day in range(1, 30)]
      table = pa.table({"id": range(29), "d": pa.array(days, pa.date32()),
                        "t": pa.array([datetime.datetime(2024, 2, day, 12) for day in range(1, 30)], pa.timestamp("us"))})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
      """
    let input = folder.path("a.arrow")
    try #require(try pythonWithPeers(write, input).status == 0)
    let conditions = [
      ("d = '2024-02-29'", 28...28), ("d > '2024-02-27'", 27...28), ("d >= '2024-02-28T00:00:00Z'", 27...28),
      ("t = '2024-02-29T12:00:00'", 28...28), ("t >= '2024-02-28T12:00:00Z'", 27...28), ("t > '2024-02-28'", 27...28),
    ]
    for (condition, ids) in conditions {
      for options in [["--to", "csv"], ["--to", "csv", "--tail", "99"], ["--to", "csv", "--limit", "99"]] {
        let output = folder.path("out")
        let result = millrace(["convert", input, output, "--columns", "id", "--where", condition] + options)
        #expect(result.status == 0, "\(condition): \(result.complaints)")
        #expect(try folder.read("out") == "id\n" + ids.map { "\($0)\n" }.joined(), "\(condition) \(options)")
      }
    }
    let query = millrace("query", "SELECT d, t FROM a WHERE d > '2024-02-28'", input, "-o", folder.path("out.csv"))
    #expect(query.status == 0, "\(query.complaints)")
    #expect(try folder.read("out.csv") == "d,t\n2024-02-29,2024-02-29T12:00:00\n")
    let schema = millrace("schema", input)
    #expect(schema.output.contains("2024-02-01, 2024-02-02"), "\(schema.output)")
  }

  @Test func `sorted, split and unnested rows keep the types`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import datetime, decimal, sys, pyarrow as pa
      table = pa.table({"s": pa.array([{"y": 0.5, "x": datetime.date(2024, 2, 29)}] * 2,
                                      pa.struct([("y", pa.float32()), ("x", pa.date32())])),
                        "l": pa.array([[decimal.Decimal("1.50"), None], []], pa.list_(pa.decimal128(9, 2))),
                        "k": pa.array([1, 2**64 - 1], pa.uint64())})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
      """
    let input = folder.path("a.arrow")
    try #require(try pythonWithPeers(write, input).status == 0)
    let calls = [
      (["sorted.arrow", "--sort-keys"], "sorted.arrow"), (["kept.arrow", "--sort-keys", "--tail", "9"], "kept.arrow"),
      (["unnested.arrow", "--unnest", "l"], "unnested.arrow"),
      (["split-{}.arrow", "--split-by", "k"], "split-18446744073709551615.arrow"),
    ]
    let read = """
      import sys, pyarrow as pa
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      print([(field.name, str(field.type)) for field in table.schema], table.to_pylist())
      """
    let day = "datetime.date(2024, 2, 29)"
    let sorted = """
      [('k', 'uint64'), ('l', 'list<item: decimal128(9, 2)>'), ('s', 'struct<x: date32[day], y: float>')] \
      [{'k': 1, 'l': [Decimal('1.50'), None], 's': {'x': \(day), 'y': 0.5}}, \
      {'k': 18446744073709551615, 'l': [], 's': {'x': \(day), 'y': 0.5}}]

      """
    let first = "('s', 'struct<y: float, x: date32[day]>')"
    let unnested = """
      [\(first), ('l', 'decimal128(9, 2)'), ('k', 'uint64')] [{'s': {'y': 0.5, 'x': \(day)}, 'l': Decimal('1.50'), 'k': 1}, \
      {'s': {'y': 0.5, 'x': \(day)}, 'l': None, 'k': 1}, \
      {'s': {'y': 0.5, 'x': \(day)}, 'l': None, 'k': 18446744073709551615}]

      """
    let split = """
      [\(first), ('l', 'list<item: decimal128(9, 2)>'), ('k', 'uint64')] \
      [{'s': {'y': 0.5, 'x': \(day)}, 'l': [], 'k': 18446744073709551615}]

      """
    for ((arguments, name), expected) in zip(calls, [sorted, sorted, unnested, split]) {
      let result = millrace(["convert", input, folder.path(arguments[0])] + arguments.dropFirst())
      #expect(result.status == 0, "\(arguments): \(result.complaints)")
      let found = try pythonWithPeers(read, folder.path(name))
      #expect(found.output == expected, "\(arguments): \(found.complaints)")
    }
  }

  @Test func `unsigned integers have one type in every output, however the rows are divided`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import sys, pyarrow as pa, pyarrow.parquet as pq
      table = pa.table({"n": range(10), "u": pa.array([*range(7), 2**64 - 1, None, 9], pa.uint64())})
      for size in 3, 100:
          with pa.ipc.new_file(f"{sys.argv[1]}/{size}.arrow", table.schema) as file: file.write_table(table, max_chunksize=size)
          pq.write_table(table, f"{sys.argv[1]}/{size}.parquet", row_group_size=size)
      """
    try #require(try pythonWithPeers(write, folder.path("")).status == 0)
    let large = "18446744073709551615"
    let numbers = (0..<7).map(String.init) + [large, nil, "9"]
    let lines = numbers.enumerated().map { "{\"n\":\($0)" + ($1.map { ",\"u\":\($0)" } ?? "") + "}\n" }.joined()
    let cells = "n,u\n" + numbers.enumerated().map { "\($0),\($1 ?? "")\n" }.joined()
    let read = """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1]).execute("SELECT u, typeof(u) FROM t").fetchall()[5:])
      """
    for input in ["3.arrow", "100.arrow", "3.parquet", "100.parquet"] {
      for options in [["--threads", "1"], ["--threads", "2"], ["--threads", "7"], ["--tail", "99"]] {
        func convert(_ output: String, _ more: [String] = []) -> Outcome {
          millrace(["convert", folder.path(input), folder.path(output)] + options + more)
        }
        for (output, expected) in [("out.jsonl", lines), ("out.csv", cells)] {
          #expect(convert(output).status == 0)
          #expect(try folder.read(output) == expected, "\(input) \(options)")
        }
        let rejected = convert("out.db#t", ["--replace"])
        #expect(rejected.status == 1)
        #expect(rejected.complaints.contains("cannot represent \(large), at /7/u"), "\(rejected.complaints)")
        #expect(rejected.complaints.contains("--long-numbers text keeps all digits"), "\(rejected.complaints)")
        #expect(convert("text.db#t", ["--replace", "--long-numbers", "text"]).complaints == "")
        #expect(
          try python(read, folder.path("text.db")).output
            == "[(5, 'integer'), (6, 'integer'), ('\(large)', 'text'), (None, 'null'), (9, 'integer')]\n",
          "\(input) \(options)")
      }
    }
  }

  @Test func `SQLite columns in which values become others are named`() throws {
    let folder = try TemporaryFolder()
    let booleans = "true and false are stored as 1 and 0, because the column also has other values\n"
    let numbers = "numbers and booleans are stored as text, because the first rows have text\n"
    let texts = "texts that are numbers are stored as numbers, because the first rows have no text\n"
    func rows(_ values: [String]) -> String { values.map { "{\"a\":\($0),\"b\":true,\"c\":1}\n" }.joined() }
    let cases: [(values: [String], warning: String, stored: String)] = [
      (["true", "1"], "millrace: column 'a': " + booleans, "[('integer', 2)]"),
      (["true", "\"x\""], "millrace: column 'a': " + booleans, "[('integer', 1), ('text', 1)]"),
      ([String](repeating: "true", count: 5000) + ["0"], "millrace: column 'a': " + booleans, "[('integer', 5001)]"),
      ([String](repeating: "\"x\"", count: 5000) + ["7"], "millrace: column 'a': " + numbers, "[('text', 5001)]"),
      ([String](repeating: "1", count: 5000) + ["\"7\""], "millrace: column 'a': " + texts, "[('integer', 5001)]"),
      ([String](repeating: "1", count: 5000) + ["\"x\""], "", "[('integer', 5000), ('text', 1)]"),
      (["true", "false", "null"], "", "[('integer', 2), ('null', 1)]"), (["1", "2.5"], "", "[('real', 2)]"),
      (["1", "\"x\""], "", "[('integer', 1), ('text', 1)]"),
    ]
    let read = """
      import sqlite3, sys
      print(sqlite3.connect(sys.argv[1]).execute("SELECT typeof(a), count(*) FROM t GROUP BY 1 ORDER BY 1").fetchall())
      """
    for (index, test) in cases.enumerated() {
      let input = try folder.write(rows(test.values), to: "in.jsonl")
      let database = folder.path("\(index).db")
      let result = millrace("convert", input, database + "#t")
      #expect(result.status == 0 && result.complaints == test.warning, "\(test.values.suffix(3)): \(result.complaints)")
      #expect(try python(read, database).output == test.stored + "\n", "\(test.values.suffix(3))")
    }
  }

  @Test func `text in a database stays text, unless the type of its column is that of times`() throws {
    let folder = try TemporaryFolder()
    let create = """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[1])
      database.execute("CREATE TABLE t (a TEXT, b, c DATE, d VARCHAR(30), e TIMESTAMP)")
      for text in "2024-02-29T12:30:00Z", "2024-02-29 12:30:00", "2024-02-29", "later":
          database.execute("INSERT INTO t VALUES (?1, ?1, ?1, ?1, ?1)", [text])
      database.commit()
      """
    let database = folder.path("t.db")
    try #require(try python(create, database).status == 0)
    #expect(millrace("convert", database, folder.path("out.csv")).status == 0)
    #expect(
      try folder.read("out.csv") == """
        a,b,c,d,e
        2024-02-29T12:30:00Z,2024-02-29T12:30:00Z,2024-02-29T12:30:00Z,2024-02-29T12:30:00Z,2024-02-29T12:30:00Z
        2024-02-29 12:30:00,2024-02-29 12:30:00,2024-02-29 12:30:00,2024-02-29 12:30:00,2024-02-29T12:30:00Z
        2024-02-29,2024-02-29,2024-02-29,2024-02-29,2024-02-29
        later,later,later,later,later

        """)
    #expect(millrace("convert", database, folder.path("out.arrow")).status == 0)
    let read = """
      import sys, pyarrow as pa
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      print(*[str(field.type) for field in table.schema], table["a"].to_pylist())
      """
    #expect(
      try pythonWithPeers(read, folder.path("out.arrow")).output
        == "string string string string string ['2024-02-29T12:30:00Z', '2024-02-29 12:30:00', '2024-02-29', 'later']\n"
    )
  }
}
