import Foundation
import TestSupport
import Testing

/// `millrace stats` as people call it. Python's `fractions`, `decimal` and `sqlite3` compute what it should print.
@Suite("Statistics of columns")
struct StatsTests {
  /// Writes a table in all formats, and prints its statistics by its columns.
  private let oracle = #"""
    import csv, gzip, json, random, sqlite3, statistics, sys
    from datetime import datetime, timedelta, timezone
    from decimal import Decimal, getcontext
    from fractions import Fraction
    import pyarrow as pa
    getcontext().prec = 2000
    folder, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(count)
    words = ["Amélie", 'The "Quoted"', "a,b", "007", "x\ny", "日本", "z"]
    start = datetime(2020, 1, 1, tzinfo=timezone.utc)
    rows = [{"id": i, "city": rng.choice(words + [None]), "title": rng.choice(words) + str(rng.randint(0, 500)),
             "size": rng.choice([None, rng.randint(-10**18, 10**18)]), "price": round(rng.uniform(-1e6, 1e6), 3),
             "few": rng.choice([1, 2, 1000]), "seen": rng.choice([True, False, None]), "none": None} for i in range(count)]
    names = list(rows[0])
    open(f"{folder}/t.jsonl", "w").write("".join(json.dumps(row) + "\n" for row in rows))
    gzip.open(f"{folder}/t.ndjson.gz", "wt").write("".join(
        json.dumps({k: v for k, v in reversed(row.items()) if v is not None or row["id"] == 0}) + "\n" for row in rows))
    json.dump({"rows": rows}, open(f"{folder}/t.json", "w"), indent=1)
    for ending, delimiter in [("csv", ","), ("tsv", "\t")]:
        writer = csv.writer(open(f"{folder}/t.{ending}", "w", newline=""), delimiter=delimiter)
        writer.writerow(names)
        for row in rows: writer.writerow([json.dumps(v) if isinstance(v, bool) else v for v in row.values()])
    database = sqlite3.connect(f"{folder}/t.db")
    database.execute("CREATE TABLE t (id INTEGER, city TEXT, title TEXT, size INTEGER, price REAL, few INTEGER, seen BOOLEAN, none TEXT)")
    database.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [list(row.values()) for row in rows])
    database.commit()
    table = pa.Table.from_pylist(rows)
    with pa.ipc.new_file(f"{folder}/t.arrow", table.schema) as file: file.write_table(table)
    columns = []
    for name in names:
        values = [row[name] for row in rows if row[name] is not None]
        column = {"name": name, "count": len(values), "nulls": count - len(values), "distinct": len(set(values))}
        assert column["distinct"] == database.execute(f"SELECT count(DISTINCT {name}) FROM t").fetchone()[0]
        if values and isinstance(values[0], str):
            column |= {"minimum": min(values, key=str.encode), "maximum": max(values, key=str.encode),
                       "longest": max(map(len, values))}
        elif values and isinstance(values[0], bool):
            column |= {"minimum": min(values), "maximum": max(values)}
        elif values:
            total = sum(Decimal(repr(v)) for v in values)
            column |= {"minimum": min(values), "maximum": max(values), "sum": total,
                       "mean": float(statistics.mean(Fraction(repr(v)) for v in values))}
        columns.append(column)
    print(json.dumps({"rows": count, "columns": columns}, default=float))
    """#

  /// Compares reports by their values: 0.5 and 0.50 are the same.
  private let comparison = #"""
    import json, sys
    from decimal import Decimal
    found = json.loads(open(sys.argv[1]).read(), parse_float=Decimal)
    wanted = json.loads(sys.stdin.read(), parse_float=Decimal)
    columns = {column["name"]: column for column in found["columns"]}
    assert found["rows"] == wanted["rows"] and len(columns) == len(wanted["columns"]), found
    for column in wanted["columns"]:
        other = columns[column["name"]]
        assert other.pop("type") and other["distinctIsEstimated"] == (other["distinct"] > 4096), other
        del other["distinctIsEstimated"]
        if column["distinct"] > 4096:
            assert abs(other.pop("distinct") / column.pop("distinct") - 1) < 0.03, other
        # The oracle prints the sum as a double.
        if "sum" in column:
            assert float(other.pop("sum")) == float(column.pop("sum")), other
            assert float(other.pop("mean")) == float(column.pop("mean")), (other, column)
        assert other == column, (other, column)
    print("equal")
    """#

  @Test(arguments: ["t.csv", "t.tsv", "t.jsonl", "t.ndjson.gz", "t.json", "t.db", "t.arrow"], [1, 6000])
  func `statistics are those of Python`(_ file: String, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let expected = try pythonWithPeers(oracle, folder.path(""), "\(count)")
    try #require(expected.status == 0, "\(expected.complaints)")
    let result = millrace(["stats", folder.path(file), "--json"] + (file == "t.json" ? ["--at", "/rows"] : []))
    #expect(result.status == 0 && result.complaints == "")
    let report = try folder.write(result.output, to: "report.json")
    let compared = try python(comparison, report, input: expected.output)
    #expect(compared.output == "equal\n", "\(compared.complaints)")
  }

  @Test func `sums are exact and means are rounded once`() throws {
    let folder = try TemporaryFolder()
    let script = #"""
      import random, sys, json
      from fractions import Fraction
      from decimal import Decimal, getcontext
      getcontext().prec = 4000
      rng = random.Random(5)
      def number(form):
          digits = "".join(rng.choice("0123456789") for _ in range(rng.choice([1, 5, 17, 18, 19, 40, 300])))
          text = str(int(digits))
          if form > 0: text += "." + "".join(rng.choice("0123456789") for _ in range(rng.choice([1, 3, 20, 200])))
          if form > 1: text += rng.choice("eE") + str(rng.choice([-320, -30, -1, 0, 1, 9, 200, 300]))
          return rng.choice(["", "-"]) + text
      cases = [[number(rng.randint(0, form)) for _ in range(rng.choice([1, 2, 3, 7, 100]))]
               for form in range(3) for _ in range(60)]
      # The middle between two doubles, and numbers beside it.
      cases += [["9007199254740992", "9007199254740994"], ["9007199254740993", "9007199254740993"],
                ["9007199254740993", "9007199254740993.000000000000000000000000000000000000000001"],
                ["1e400", "-1e400", "5"], ["0.1"] * 10, ["-0", "0.0", "0e9"], ["1e-320", "1"], ["9223372036854775807"] * 3,
                ["-9223372036854775808"] * 3, ["1", "-1", "1e-300"], ["5e-324"], ["1.7976931348623157e308"] * 4]
      with open(sys.argv[1], "w") as file:
          for row in range(max(map(len, cases))):
              file.write("{" + ",".join(f'"c{i}":{case[row]}' for i, case in enumerate(cases) if row < len(case)) + "}\n")
      for i, case in enumerate(cases):
          total = sum(map(Decimal, case))
          text = format(total, "f")
          if "." in text: text = text.rstrip("0").rstrip(".")
          mean = Fraction(total) / len(case)
          try: value = repr(float(mean))
          except OverflowError: value = "None"
          print("0" if total == 0 else text, "0.0" if mean == 0 else value, repr(len({Fraction(n) for n in case})))
      """#
    let input = folder.path("numbers.jsonl")
    let expected = try python(script, input)
    try #require(expected.status == 0, "\(expected.complaints)")
    let result = millrace("stats", input, "--json")
    #expect(result.status == 0 && result.complaints == "")
    let show = """
      import json, sys
      from fractions import Fraction
      report = json.loads(sys.stdin.read(), parse_int=str, parse_float=str)
      for column in report["columns"]:
          print(column["sum"], repr(float(column["mean"])) if "mean" in column else None, column["distinct"])
      """
    #expect(try python(show, input: result.output).output == expected.output)
  }

  @Test func `numbers out of the range of sums have no sum instead of a wrong one`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1e9999999}\n{\"a\":1}\n{\"a\":-1e-9999999}\n", to: "t.jsonl")
    let result = millrace("stats", input, "--markdown")
    #expect(
      result.output.hasSuffix("| a | number | 3 | 0 | 3 | -1e-9999999 | 1e9999999 |  |  |  |\n"), "\(result.output)")
  }

  @Test func `estimates do not depend on the order and are near the count`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import random, sys
      rng = random.Random(3)
      for path, count in [("a", 5000), ("b", 100_000)]:
          values = [f"user{i}" for i in range(count)] * 2
          for order in range(2):
              rng.shuffle(values)
              open(f"{sys.argv[1]}/{path}{order}.csv", "w").write("v\\n" + "\\n".join(values) + "\\n")
      """
    #expect(try python(script, folder.path("")).status == 0)
    for (name, count) in [("a", 5000.0), ("b", 100_000)] {
      let reports = (0..<2).map { millrace("stats", folder.path("\(name)\($0).csv"), "--markdown").output }
      #expect(reports[0] == reports[1])
      let cells = reports[0].split(separator: "\n")[2].split(separator: "|").map { $0.filter { $0 != " " } }
      #expect(cells[4].hasPrefix("\\~"))
      let estimate = try #require(Double(cells[4].dropFirst(2)))
      #expect(abs(estimate / count - 1) < 0.025, "\(estimate)")
    }
  }

  #if os(Linux)
    @Test func `memory does not grow with the rows`() throws {
      let script = """
        import os, subprocess, sys
        peaks = []
        for count in [5000, 100_000]:
            process = subprocess.Popen([sys.argv[1], "stats", "-", "--from", "csv", "--json"], stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL)
            process.stdin.write(b"id,text,number\\n")
            for start in range(0, count, 5000):
                rows = "".join(f"{i},some text {i},{i * 0.37}\\n" for i in range(start, start + 5000))
                process.stdin.write(rows.encode())
            process.stdin.flush()
            status = dict(line.split(":", 1) for line in open(f"/proc/{process.pid}/status"))
            peaks.append(int(status["VmHWM"].split()[0]))
            process.stdin.close()
            assert process.wait() == 0
        print(peaks[1] - peaks[0] < 8192, peaks)
        """
      let result = try python(script, toolPath)
      #expect(result.output.hasPrefix("True "), "\(result.output) \(result.complaints)")
    }
  #endif

  private let orders = """
    id;when;note;amount
    1;2024-01-01T00:00:00Z;a|b;1.10
    2;2024-01-01T00:00:00+02:00;;0.2
    3;2023-05-05T12:00:00Z;"long
    note";100
    04;;x;1e2

    """

  @Test func `a table for people`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(orders, to: "orders.csv")
    #expect(
      millrace("stats", input).output == """
        4 rows

        column  type     count  nulls  distinct                   min                   max    sum    mean  longest
        id      text         4      0         4                    04                     3                       2
        when    instant      3      1         3  2023-05-05T12:00:00Z  2024-01-01T00:00:00Z
        note    text         3      1         3                   a|b                     x                       9
        amount  number       4      0         3                   0.2                   100  201.3  50.325

        """)
    #expect(
      millrace("stats", input, "--markdown", "--columns", "note,amount").output == """
        | column | type | count | nulls | distinct | min | max | sum | mean | longest |
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
        | note | text | 3 | 1 | 3 | a\\|b | x |  |  | 9 |
        | amount | number | 4 | 0 | 3 | 0.2 | 100 | 201.3 | 50.325 |  |

        """)
  }

  @Test(arguments: [
    (
      ["--where", "amount < 50"], "2 rows",
      "amount  number       2      0         2                        0.2                  1.10  1.3  0.65"
    ),
    (
      ["--limit", "1", "--offset", "1"], "1 row\n", "id      integer      1      0         1                          2"
    ),
    (["--drop", "when,note", "--rename", "id=key"], "4 rows", "key     text"),
    (["--columns", "amount=text"], "4 rows", "amount  text      4      0         4  0.2  1e2"),
    (["--null-values", "a|b"], "4 rows", "note    text         2      2         2"),
    (["--delimiter", ";"], "4 rows", "note    text         3      1         3"),
  ])
  func `options select rows and columns`(_ options: [String], _ rows: String, _ line: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(orders, to: "orders.csv")
    let result = millrace(["stats", input] + options)
    #expect(result.complaints == "")
    #expect(result.output.hasPrefix(rows) && result.output.contains(line), "\(result.output)")
  }

  @Test func `values of documents keep their types`() throws {
    let folder = try TemporaryFolder()
    let lines = """
      {"a":1,"b":"1","c":[1,2],"d":1}
      {"a":1.0,"b":"2","c":[1,2],"d":"x","e":true}
      {"b":null,"c":{"k":[]},"a":3,"a":10}

      """
    let input = try folder.write(lines, to: "t.jsonl")
    let result = millrace("stats", input)
    #expect(
      result.output == """
        3 rows

        column  type                       count  nulls  distinct   min   max  sum  mean  longest
        a       number                         3      0         2     1    10   12     4
        b       text                           2      1         2     1     2                   1
        c       list of integer or object      3      0         2
        d       integer or text                2      1         2                               1
        e       boolean                        1      2         1  true  true

        """)
    let arrays = millrace("stats", try folder.write("[[1,\"x\"],[2]]", to: "arrays.json"), "--markdown")
    #expect(arrays.output.contains("| 1 | integer | 2 | 0 | 2 |") && arrays.output.contains("| 2 | text | 1 | 1 | 1 |"))
    let scalars = millrace("stats", try folder.write("[1,2,null]", to: "scalars.json"), "--markdown")
    #expect(scalars.output.contains("| value | integer | 2 | 1 | 2 | 1 | 2 | 3 | 1.5 |"))
    let unnested = millrace("stats", input, "--unnest", "c", "--columns", "c", "--markdown")
    #expect(unnested.output.contains("| c | integer or object | 5 | 0 | 3 |"), "\(unnested.output)")
  }

  @Test func `several files are one table, and standard input is a file`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("a,b\n1,x\n2,y\n", to: "first.csv")
    let result = try millraceProcess(["stats", first, "-", "--markdown"], input: "a,c\n3,z\n")
    #expect(
      result.output.hasSuffix(
        """
        | a | integer | 3 | 0 | 3 | 1 | 3 | 6 | 2 |  |
        | b | text | 2 | 1 | 2 | x | y |  |  | 1 |
        | c | text | 1 | 2 | 1 | z | z |  |  | 1 |

        """), "\(result.output)")
    let empty = millrace("stats", try folder.write("a,b\n", to: "empty.csv"), "--markdown").output
    #expect(empty.contains("| a | null | 0 | 0 | 0 |"))
  }

  @Test func `NaN and infinite numbers are counted and left out`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import pyarrow as pa, sys
      table = pa.table({"x": pa.array([1.5, float("nan"), float("inf"), None, 2.5])})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
      """
    #expect(try pythonWithPeers(script, folder.path("t.arrow")).status == 0)
    let result = millrace("stats", folder.path("t.arrow"), "--markdown")
    #expect(result.output.hasSuffix("| x | number | 4 | 1 | 4 | 1.5 | 2.5 | 4 | 2 |  |\n"), "\(result.output)")
    #expect(
      result.complaints
        == "millrace: column 'x': 2 values are NaN or infinite, and left out of its statistics\n")
  }

  @Test func `bad input is an error with its place`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n{\"a\":tru}\n{\"a\":3}\n", to: "bad.jsonl")
    let result = millrace("stats", input)
    #expect(result.status == 1 && result.output == "" && result.complaints.hasPrefix("\(input):2:"))
    let skipped = millrace("stats", input, "--on-bad-row", "skip", "--markdown")
    #expect(skipped.output.contains("| a | integer | 2 | 0 | 2 | 1 | 3 | 4 | 2 |"))
    #expect(skipped.complaints == "millrace: 1 bad row skipped\n")
    let wide = (0..<2001).map { "\"c\($0)\":1" }.joined(separator: ",")
    let many = millrace("stats", try folder.write("{\(wide)}", to: "wide.json"))
    #expect(many.status == 1 && many.complaints.hasPrefix("millrace: the rows have more than 2000 columns\n"))
  }

  @Test(arguments: [
    ([], "stats requires at least one FILE"),
    (["t.csv", "--json", "--markdown"], "--json and --markdown cannot be combined"),
    (["t.csv", "--infer", "5"], "stats has no option --infer"),
    (["t.csv", "--nest", "."], "stats has no option --nest"),
    (["t.csv", "--at", "/a"], "--at cannot be used here"),
    (["t.csv", "--columns", "c"], "unknown column 'c' in t.csv"),
    (["t.csv", "--where", "c = 1"], "unknown column 'c' in t.csv"),
    (["t.jsonl", "--columns", "c"], "unknown column 'c' in t.jsonl"),
    (["t.jsonl", "--delimiter", ";"], "--delimiter cannot be used here"), (["u.csv"], "cannot read u.csv"),
  ])
  func `a usage error is reported with its reason`(_ arguments: [String], _ reason: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("a,b\n1,2\n", to: "t.csv")
    _ = try folder.write("{\"a\":1}\n", to: "t.jsonl")
    let words = (["stats"] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let result = try shell("cd '\(folder.path(""))' && '\(toolPath)' \(words); echo $?")
    #expect(result.output == "2\n")
    #expect(result.complaints.hasPrefix("millrace: \(reason)"), "\(result.complaints)")
  }
}
