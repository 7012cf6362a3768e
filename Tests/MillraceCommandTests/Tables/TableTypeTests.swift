import Foundation
import TestSupport
import Testing

@testable import MillraceCommand
import MillraceTables

/// Types of Arrow and Parquet columns, which conversions between the two formats keep. pyarrow reads and writes the files.
@Suite("Types of tables")
struct TableTypeTests {
  /// Writes a random table with columns of all types as an Arrow file, an Arrow stream and a Parquet file.
  private let write = """
    import datetime, decimal, random, sys
    import pyarrow as pa, pyarrow.parquet as pq
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    count = rng.choice([0, 1, 9, 300, 3000])
    missing = rng.choice([0, 0.2, 1])
    def integer(bits, signed):
        low, high = (-2**(bits - 1), 2**(bits - 1) - 1) if signed else (0, 2**bits - 1)
        return lambda: rng.choice([low, high, 0, 1, rng.randint(low, high), rng.randint(0, 9)])
    def word(): return "".join(rng.choice("abé,\\"\\\\\\n") for _ in range(rng.choice([0, 3, 40])))
    def binary(size): return lambda: bytes(rng.randrange(256) for _ in range(size))
    def decimals(precision, scale):
        def value():
            digits = rng.choice([0, 1, 10**precision - 1, rng.randrange(10**precision), 10**rng.randrange(precision)])
            return decimal.Context(prec=60).multiply(
                decimal.Decimal(rng.choice([1, -1]) * digits), decimal.Context(prec=60).power(decimal.Decimal(10), -scale))
        return value
    def single(): return pa.scalar(rng.choice([0.0, -0.0, 0.1, 1e30, float("inf"), rng.uniform(-9, 9)]), pa.float32()).as_py()
    def half(): return pa.scalar(rng.choice([0.0, -0.0, 2**-24, 65504, float("-inf"), 0.5, 1.25]), pa.float32()).as_py()
    def items(value): return lambda: [value() if rng.random() < 0.7 else None for _ in range(rng.randrange(4))]
    # An integer as a value of this type.
    def of(type, low, high): return type, lambda: pa.scalar(rng.randint(low, high), pa.int64()).cast(type)
    types = [(pa.bool_(), lambda: rng.random() < 0.5), (pa.null(), lambda: None)]
    for bits in 8, 16, 32, 64:
        types += [(getattr(pa, f"int{bits}")(), integer(bits, True)), (getattr(pa, f"uint{bits}")(), integer(bits, False))]
    types += [(pa.float32(), single), (pa.float64(), lambda: rng.choice([0.0, -0.0, 0.1, 1e300, rng.random()])),
              (pa.float16(), half), (pa.string(), word), (pa.large_string(), word), (pa.binary(), binary(3)),
              (pa.large_binary(), binary(9)), (pa.binary(5), binary(5)),
              (pa.decimal128(5, 2), decimals(5, 2)), (pa.decimal128(9, 0), decimals(9, 0)),
              (pa.decimal128(18, 18), decimals(18, 18)), (pa.decimal128(38, 7), decimals(38, 7)),
              (pa.date32(), lambda: datetime.date.fromordinal(rng.randint(1, 3652059))),
              (pa.date64(), lambda: datetime.date.fromordinal(rng.randint(1, 3652059))),
              (pa.dictionary(pa.int8(), pa.string()), lambda: rng.choice("abc")),
              (pa.dictionary(pa.int32(), pa.string(), ordered=True), lambda: rng.choice(["", "low", "é", "e\\u0301"])),
              (pa.list_(pa.date32()), items(lambda: datetime.date.fromordinal(rng.randint(1, 3652059)))),
              (pa.large_list(pa.int16()), items(integer(16, True))),
              (pa.struct([("d", pa.decimal128(12, 3)), ("u", pa.list_(pa.uint8()))]),
               lambda: {"d": decimals(12, 3)(), "u": items(integer(8, False))()})]
    for unit, day in ("s", 86400), ("ms", 86400 * 10**3), ("us", 86400 * 10**6), ("ns", 86400 * 10**9):
        for zone in None, "UTC", "Europe/Berlin", "+02:00":
            types.append(of(pa.timestamp(unit, zone), -day * 30000, day * 30000))
        types.append(of(pa.duration(unit), -day * 300, day * 300))
        clock, stored = (pa.time32(unit), pa.int32()) if unit in ("s", "ms") else (pa.time64(unit), pa.int64())
        def moment(clock=clock, stored=stored, day=day): return pa.scalar(rng.randrange(day), stored).cast(clock)
        types.append((clock, moment))
    arrays, fields = [], []
    for index, (type, value) in enumerate(types):
        values = [None if rng.random() < missing else value() for _ in range(count)]
        if any(isinstance(item, pa.Scalar) for item in values):
            stored = pa.int32() if type.bit_width == 32 else pa.int64()
            array = pa.array([None if item is None else item.value for item in values], stored).cast(type)
        elif pa.types.is_float16(type):
            array = pa.array(values, pa.float32()).cast(type)
        else:
            array = pa.array(values, type)
        arrays.append(array)
        fields.append(pa.field(f"c{index} {type}", type))
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields))
    size = rng.choice([7, 1000, 100000])
    with pa.ipc.new_file(f"{folder}/a.arrow", table.schema) as file: file.write_table(table, max_chunksize=size)
    with pa.ipc.new_stream(f"{folder}/a.arrows", table.schema) as file: file.write_table(table, max_chunksize=size)
    pq.write_table(table, f"{folder}/a.parquet", row_group_size=size, store_schema=rng.random() < 0.8)
    """

  /// Prints how the tables of files differ in types or values from that of the first file.
  ///
  /// The argument is pairs of a file with the expected table, and a file that was written.
  private let compare = """
    import io, os, sys
    import pyarrow as pa, pyarrow.parquet as pq
    def read(path):
        if path.endswith(".parquet"): return pq.read_table(path)
        if path.endswith(".arrow"): return pa.ipc.open_file(path).read_all()
        return pa.ipc.open_stream(path).read_all()
    def plain(table):
        # Dictionaries become their values, unless they are those of a file.
        columns = [c.cast(c.type.value_type) if pa.types.is_dictionary(c.type) else c for c in table.columns]
        return pa.Table.from_arrays(columns, names=table.column_names)
    def stored(table):
        # What pyarrow's own Parquet file contains.
        data = io.BytesIO()
        pq.write_table(table, data)
        return pq.read_table(data)
    paths = sys.argv[1].split("\\n")
    for expected, written in zip(paths[::2], paths[1::2]):
        path, found = expected, read(written)
        expected = read(path) if path.endswith(".arrow") else plain(read(path))
        if "i" in found.column_names: found = found.drop_columns(["i"])
        if written.endswith(".parquet"): expected = stored(expected)
        found.validate(full=True)
        for field, other in zip(expected.schema, found.schema):
            if not field.equals(other): print(written, "type:", field, other)
        expected, found = expected.combine_chunks(), found.combine_chunks()
        if expected.num_rows != found.num_rows or expected.column_names != found.column_names: print(written, "size")
        for name in expected.column_names:
            one, two = expected[name], found[name]
            if one.type == two.type and not one.equals(two) and repr(one.to_pylist()) != repr(two.to_pylist()):
                index = next(i for i, (a, b) in enumerate(zip(one, two)) if repr(a) != repr(b))
                print(written, name, index, one[index], two[index])
    # Threads of pyarrow can abort the end of the process.
    sys.stdout.flush()
    os._exit(0)
    """

  @Test(arguments: 0..<8)
  func `Arrow and Parquet keep the types and values of each other`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let written = try pythonWithPeers(write, folder.path(""), seed)
    try #require(written.status == 0, "\(written.complaints)")
    var pairs: [String] = []
    // Some options convert rows, of which the types of the inputs are not those of the values.
    let options = [
      [], ["--batch", "500"], ["--tail", "9000"], ["--sample", "9000", "--seed", "1"],
      ["--index", "i", "--unnest", "c0 bool"],
    ]
    for input in ["a.arrow", "a.arrows", "a.parquet"] {
      for output in ["arrow", "arrows", "parquet"] {
        for (index, options) in options.enumerated() {
          let name = folder.path("\(index).\(input).\(output)")
          let result = millrace(["convert", folder.path(input), name] + options)
          #expect(result.status == 0, "\(input) \(options): \(result.complaints), seed \(seed)")
          pairs += [folder.path(input), name]
        }
      }
    }
    let compared = try pythonWithPeers(compare, pairs.joined(separator: "\n"))
    #expect(compared.status == 0 && compared.output == "", "\(compared.output)\(compared.complaints), seed \(seed)")
  }

  /// Writes rows in batches of 700 as an Arrow file and a Parquet file, and what conversions of them should print.
  private let writeRows = """
    import json, random, sys
    import pyarrow as pa, pyarrow.parquet as pq
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    rows = [{"id": index, "n": rng.choice([None, rng.randint(-9, 9)]), "s": rng.choice([None, "", "é\\\"", "abc"]),
             "l": rng.choice([None, [], [1, None]]), "o": rng.choice([None, {"a": None, "b": True}])}
            for index in range(rng.choice([1, 699, 5000]))]
    types = [("id", pa.int32()), ("n", pa.int16()), ("s", pa.string()), ("l", pa.list_(pa.int8())),
             ("o", pa.struct([("a", pa.int8()), ("b", pa.bool_())]))]
    table = pa.Table.from_pylist(rows, pa.schema(types))
    with pa.ipc.new_file(f"{folder}/a.arrow", table.schema) as file: file.write_table(table, max_chunksize=700)
    pq.write_table(table, f"{folder}/a.parquet", row_group_size=700)
    def plain(value):
        if isinstance(value, dict): return {key: plain(item) for key, item in value.items() if item is not None}
        return value
    def lines(name, rows):
        with open(f"{folder}/{name}", "w") as file:
            for row in rows:
                file.write(json.dumps(plain(row), separators=(",", ":"), ensure_ascii=False) + "\\n")
    lines("all", rows)
    where = [row for row in rows if row["n"] is not None and row["n"] > 2 or row["s"] == "abc"]
    lines("where", [{key: row[key] for key in ("id", "l")} for row in where])
    lines("window", [{"file": f"{folder}/a", "key": row["id"], **{key: row[key] for key in ("n", "s", "l")}}
                     for row in where[90:90 + 777]])
    with open(f"{folder}/csv", "w") as file:
        file.write("id,n\\n")
        for row in rows: file.write(f"{row['id']},{'' if row['n'] is None else row['n']}\\n")
    """

  @Test(arguments: 0..<4)
  func `tables in several batches become the same text on any number of threads`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let written = try pythonWithPeers(writeRows, folder.path(""), seed)
    try #require(written.status == 0, "\(written.complaints)")
    let condition = "n > 2 or s = 'abc'"
    let cases: [(expected: String, options: [String])] = [
      ("all", []), ("where", ["--where", condition, "--columns", "id,l"]),
      (
        "window",
        [
          "--where", condition, "--offset", "90", "--limit", "777", "--drop", "o", "--rename", "id=key",
          "--source-column", "file",
        ]
      ), ("csv", ["--to", "csv", "--columns", "id,n"]),
    ]
    for input in ["a.arrow", "a.parquet"] {
      for (expected, options) in cases {
        for threads in ["1", "2", "7"] {
          let output = folder.path("out")
          let to = options.contains("--to") ? [] : ["--to", "jsonl"]
          let result = millrace(["convert", folder.path(input), output, "--threads", threads] + to + options)
          #expect(result.status == 0, "\(result.complaints), seed \(seed)")
          let text = try String(contentsOfFile: output, encoding: .utf8)
          let wanted = try String(contentsOfFile: folder.path(expected), encoding: .utf8)
            .replacingOccurrences(of: folder.path("") + "/a\"", with: folder.path(input) + "\"")
          #expect(text == wanted, "\(input) \(options) \(threads), seed \(seed)")
        }
      }
    }
  }

  /// Writes one row group of many rows, of which one has no text in JSON and CSV, and what conversions of the others should
  /// print.
  private let writeLargeGroup = """
    import json, sys
    import pyarrow as pa, pyarrow.parquet as pq
    folder, count, late = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    words = ["", "a,b", "é\\"", "plain", None, "x" * 40]
    rows = [{"id": index, "s": words[index % 6], "l": [index] * (index % 3), "o": {"a": index % 2 == 0}} for index in range(count)]
    with open(f"{folder}/jsonl", "w") as file:
        for row in rows:
            kept = {key: value for key, value in row.items() if value is not None}
            file.write(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\\n")
    with open(f"{folder}/json", "w") as file:
        kept = [{key: value for key, value in row.items() if value is not None} for row in rows]
        file.write(json.dumps(kept, separators=(",", ":"), ensure_ascii=False) + "\\n")
    table = pa.Table.from_pylist(rows)
    pq.write_table(table, f"{folder}/a.parquet")
    times = pa.array([253402300800 if index == late else index for index in range(count)], pa.timestamp("s", "UTC"))
    pq.write_table(table.append_column("t", times), f"{folder}/late.parquet")
    """

  @Test func `a large row group becomes text in pieces, with errors at their rows`() throws {
    let folder = try TemporaryFolder()
    let (count, late) = (50_000, 40_123)
    let written = try pythonWithPeers(writeLargeGroup, folder.path(""), "\(count)", "\(late)")
    try #require(written.status == 0, "\(written.complaints)")
    for threads in ["1", "3"] {
      for format in ["jsonl", "json"] {
        let output = folder.path("out.\(format)")
        let result = millrace("convert", folder.path("a.parquet"), output, "--threads", threads)
        #expect(result.status == 0, "\(result.complaints)")
        let text = try String(contentsOfFile: output, encoding: .utf8)
        let isExpected = try text == String(contentsOfFile: folder.path(format), encoding: .utf8)
        #expect(isExpected, "\(format), \(threads) threads")
      }
      for format in ["jsonl", "csv"] {
        let output = folder.path("late.\(format)")
        let result = millrace("convert", folder.path("late.parquet"), output, "--threads", threads)
        #expect(result.status == 1 && result.complaints.contains("/\(late)/t"), "\(result.complaints)")
        #expect(!FileManager.default.fileExists(atPath: output))
      }
    }
  }

  @Test func `conditions, offsets and renamed columns keep the types`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import datetime, sys, pyarrow as pa, pyarrow.parquet as pq
      table = pa.table({"d": pa.array([datetime.date(2024, 2, day) for day in range(1, 30)], pa.date32()),
                        "x": pa.array(range(29), pa.uint8()), "f": pa.array([0.5] * 29, pa.float32())})
      pq.write_table(table, sys.argv[1], row_group_size=10)
      """
    let path = folder.path("a.parquet")
    try #require(try pythonWithPeers(write, path).status == 0)
    let output = folder.path("b.arrow")
    let result = millrace(
      "convert", path, output, "--where", "x >= 5", "--offset", "3", "--limit", "15", "--rename", "d=day", "--drop",
      "f",
      "--source-column", "file")
    #expect(result.status == 0, "\(result.complaints)")
    let read = """
      import sys, pyarrow as pa
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      print([(field.name, str(field.type)) for field in table.schema], table["x"].to_pylist() == list(range(8, 23)),
            str(table["day"][0]), str(table["day"][14]), set(table["file"].to_pylist()) == {sys.argv[2]})
      """
    #expect(
      try pythonWithPeers(read, output, path).output
        == "[('file', 'string'), ('day', 'date32[day]'), ('x', 'uint8')] True 2024-02-09 2024-02-23 True\n")
  }

  @Test func `inputs with the same columns are one table, and others have the types of their values`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import sys, pyarrow as pa
      def write(name, columns):
          table = pa.table(columns)
          with pa.ipc.new_file(f"{sys.argv[1]}/{name}.arrow", table.schema) as file: file.write_table(table)
      write("a", {"x": pa.array([1, 2], pa.int8()), "n": pa.array([None, None], pa.null())})
      write("b", {"n": pa.array(["t"], pa.large_string()), "x": pa.array([3], pa.int8())})
      write("c", {"x": pa.array([1.5], pa.float32())})
      """
    try #require(try pythonWithPeers(write, folder.path("")).status == 0)
    let read = """
      import sys, pyarrow as pa
      table = pa.ipc.open_file(sys.argv[1]).read_all()
      print([(field.name, str(field.type)) for field in table.schema], table.to_pylist())
      """
    func converted(_ inputs: String...) throws -> String {
      let result = millrace(["convert"] + inputs.map(folder.path) + ["--output", folder.path("out.arrow")])
      #expect(result.status == 0, "\(result.complaints)")
      return try pythonWithPeers(read, folder.path("out.arrow")).output
    }
    #expect(
      try converted("a.arrow", "b.arrow")
        == "[('x', 'int8'), ('n', 'large_string')] [{'x': 1, 'n': None}, {'x': 2, 'n': None}, {'x': 3, 'n': 't'}]\n")
    #expect(
      try converted("a.arrow", "c.arrow")
        == "[('x', 'double'), ('n', 'null')] [{'x': 1.0, 'n': None}, {'x': 2.0, 'n': None}, {'x': 1.5, 'n': None}]\n")
  }

  /// Writes a Parquet file of four row groups whose columns ascend, and prints conditions with the rows that fulfill them.
  private let writeGroups = """
    import datetime, random, sys
    import pyarrow as pa, pyarrow.parquet as pq
    path, rng = sys.argv[1], random.Random(int(sys.argv[2]))
    start = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    def orNull(value, index): return None if rng.random() < 0.1 or index // 100 == 2 else value
    rows = [{"id": index, "n": orNull(index - 150, index), "x": orNull(rng.choice([index / 8, float("nan")]), index),
             "s": orNull(f"é{index:04}" * rng.choice([1, 40]), index), "t": orNull(start + datetime.timedelta(hours=index), index)}
            for index in range(400)]
    types = [("id", pa.int32()), ("n", pa.int64()), ("x", pa.float32()), ("s", pa.string()), ("t", pa.timestamp("ms", "UTC"))]
    pq.write_table(pa.Table.from_pylist(rows, pa.schema(types)), path, row_group_size=100)
    compare = {"=": lambda a, b: a == b, "<>": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
               ">": lambda a, b: a > b, ">=": lambda a, b: a >= b}
    def literal(column):
        index = rng.randrange(-20, 420)
        if column == "s": return (value := f"é{max(index, 0):04}" * rng.choice([1, 40])), f"'{value}'"
        if column == "t":
            value = start + datetime.timedelta(hours=index)
            return value, f"'{value:%Y-%m-%dT%H:%M:%SZ}'"
        value = index - 150 if column == "n" else index / 8 if column == "x" else index
        return value, str(value)
    def test():
        column, sign = rng.choice(["id", "n", "x", "s", "t"]), rng.choice(list(compare))
        (low, lowText), (high, highText) = sorted([literal(column), literal(column)])
        def holds(check): return lambda row: row[column] is not None and row[column] == row[column] and check(row[column])
        kind = rng.randrange(3)
        if kind == 0: return f"{column} {sign} {lowText}", holds(lambda value: compare[sign](value, low))
        if kind == 1: return f"{column} between {lowText} and {highText}", holds(lambda value: low <= value <= high)
        return f"{column} in ({lowText}, {highText})", holds(lambda value: value in (low, high))
    for _ in range(25):
        (one, first), (two, second) = test(), test()
        kind = rng.randrange(3)
        text = one if kind == 0 else f"{one} and {two}" if kind == 1 else f"({one}) or ({two})"
        found = [row["id"] for row in rows
                 if (first(row) if kind == 0 else first(row) and second(row) if kind == 1 else first(row) or second(row))]
        print(text, " ".join(map(str, found)), sep="\\t")
    """

  @Test(arguments: 0..<4)
  func `row groups are skipped only if no row of them fulfills the condition`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let path = folder.path("a.parquet")
    let written = try pythonWithPeers(writeGroups, path, seed)
    try #require(written.status == 0, "\(written.complaints)")
    let lines = written.output.split(separator: "\n")
    let cases = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(cases.count == 25)
    for test in cases {
      let condition = String(test[0])
      let output = folder.path("out.csv")
      let result = millrace("convert", path, output, "--columns", "id", "--where", condition)
      #expect(result.status == 0, "\(condition): \(result.complaints)")
      let found = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").dropFirst()
      #expect(found.joined(separator: " ") == test[1], "\(condition), seed \(seed)")
    }
  }

  @Test func `row groups and columns that are not needed are not read`() throws {
    let folder = try TemporaryFolder()
    // Of the second of two row groups, the pages of a column are damaged.
    let write = """
      import sys, pyarrow as pa, pyarrow.parquet as pq
      path = sys.argv[1]
      table = pa.table({"id": range(4000), "text": [f"text {index}" for index in range(4000)]})
      pq.write_table(table, path, row_group_size=2000, use_dictionary=False)
      column = pq.ParquetFile(path).metadata.row_group(1).column(1)
      with open(path, "r+b") as file:
          file.seek(column.data_page_offset)
          file.write(b"\\xff" * column.total_compressed_size)
      """
    let path = folder.path("a.parquet")
    try #require(try pythonWithPeers(write, path).status == 0)
    let output = folder.path("out.csv")
    #expect(millrace("convert", path, output).status == 1)
    #expect(millrace("convert", path, output, "--where", "id > 1990").status == 1)
    let result = millrace("convert", path, output, "--where", "id < 3")
    #expect(result.status == 0, "\(result.complaints)")
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "id,text\n0,text 0\n1,text 1\n2,text 2\n")
    let query = "select count(*), sum(id) from a where id >= 1000"
    let answer = try millraceProcess(["query", query, path, "--to", "csv"])
    #expect(answer.output.hasSuffix("\n3000,7498500\n"), "\(answer)")
    #expect(try millraceProcess(["query", "select max(text) from a", path]).status != 0)
    #expect(try millraceProcess(["query", "select count(*) as n from a", path, "--to", "csv"]).output == "n\n4000\n")
  }
}
