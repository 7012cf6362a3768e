import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

/// `millrace query` as people call it. SQLite of Python gives the rows that queries should have.
@Suite("Queries over files")
struct QueryTests {
  /// Writes two tables in several formats, and prints the rows of queries, of which each is a line of the input.
  private let oracle = #"""
    import csv, gzip, json, random, sqlite3, sys
    folder = sys.argv[1]
    rng = random.Random(7)
    titles = ["Amélie", 'The "Quoted"', "a,b", "007", "x\ny", "Zoë's", "", "日本"]
    films = [
        {"id": i, "title": rng.choice(titles) + str(i), "year": rng.choice([None, 1990 + i % 7]),
         "rating": i % 10 + rng.choice([0.25, 0.5, 0.75]), "seen": i % 3 == 0,
         "tags": [rng.choice(["a", "b"]), {"n": i}]} for i in range(3000)]
    orders = [{"film": rng.randint(-5, 3100), "amount": rng.randint(1, 9) + 0.125, "note": rng.choice(["x", "y", None])}
              for i in range(4000)]
    database = sqlite3.connect(f"{folder}/both.db")
    database.execute("CREATE TABLE films (id INTEGER, title TEXT, year INTEGER, rating REAL, seen BOOLEAN, tags JSON TEXT)")
    database.execute("CREATE TABLE orders (film INTEGER, amount REAL, note TEXT)")
    for row in films:
        database.execute("INSERT INTO films VALUES (?, ?, ?, ?, ?, ?)",
                         [json.dumps(v, separators=(",", ":")) if isinstance(v, list) else v for v in row.values()])
    for row in orders: database.execute("INSERT INTO orders VALUES (?, ?, ?)", list(row.values()))
    database.commit()
    for name, rows in [("films", films), ("orders", orders)]:
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        open(f"{folder}/{name}.jsonl", "w").write(lines)
        gzip.open(f"{folder}/{name}.ndjson.gz", "wt").write(lines)
        json.dump(rows, open(f"{folder}/{name}.json", "w"), indent=1)
        for ending, delimiter in [("csv", ","), ("tsv", "\t")]:
            writer = csv.writer(open(f"{folder}/{name}.{ending}", "w", newline=""), delimiter=delimiter)
            writer.writerow(rows[0])
            for row in rows:
                writer.writerow([json.dumps(v) if isinstance(v, (list, bool)) else v for v in row.values()])
    def value(name, v):
        if name == "tags": return json.loads(v)
        if name == "seen": return bool(v)
        return int(v) if isinstance(v, float) and v.is_integer() else v
    for query in sys.stdin.read().splitlines():
        cursor = database.execute(query)
        names = [column[0] for column in cursor.description]
        rows = [{n: value(n, v) for n, v in zip(names, row)} for row in cursor]
        print(json.dumps([json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows]))
    """#

  private let queries = [
    "SELECT * FROM films",
    "SELECT id, seen, tags FROM films WHERE seen AND year IS NULL",
    "SELECT count(*) AS n, sum(rating) AS s, min(title) AS t FROM films",
    "SELECT year, count(*) AS n, max(rating) AS m FROM films GROUP BY year ORDER BY year",
    "SELECT DISTINCT tags ->> 0 AS tag FROM films ORDER BY tag",
    "SELECT id, tags -> 1 ->> '$.n' AS n FROM films WHERE tags ->> '$[1].n' > 2990",
    "SELECT title, row_number() OVER (PARTITION BY year ORDER BY rating, id) AS k FROM films ORDER BY id LIMIT 50",
    "SELECT title, amount FROM orders JOIN films ON films.id = orders.film ORDER BY title, amount LIMIT 100",
    "SELECT count(*) AS n, sum(amount) AS s FROM films JOIN orders ON film = id",
    "SELECT count(*) AS n FROM films LEFT JOIN orders ON film = id WHERE film IS NULL",
    "SELECT count(*) AS n FROM orders WHERE film NOT IN (SELECT id FROM films)",
    "SELECT a.id FROM films a JOIN films b ON b.id = a.id + 1 WHERE b.rating < a.rating ORDER BY a.id LIMIT 20",
    "SELECT id, (SELECT sum(amount) FROM orders WHERE film = id) AS s FROM films WHERE id < 40",
    "SELECT count(*) AS n FROM films JOIN orders ON film = CAST(id AS TEXT)",
    "SELECT id FROM films WHERE year = '1993' AND id IN (3, 10, 17) ORDER BY id DESC",
    "SELECT note, group_concat(film, ' ') AS all_films FROM (SELECT * FROM orders LIMIT 30) GROUP BY note",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i, title FROM n JOIN films ON id = i",
    "SELECT id FROM films WHERE title LIKE '%quoted%' AND title GLOB '*1' ORDER BY rowid",
    "SELECT film, amount FROM orders EXCEPT SELECT id, rating FROM films ORDER BY 1, 2 LIMIT 10",
  ]

  @Test(arguments: [
    ["films.csv", "orders.csv"], ["films.jsonl", "orders.tsv"], ["films.json", "orders.jsonl"],
    ["films.ndjson.gz", "orders.json"], ["both.db"], ["both.db#films", "orders.csv"],
  ])
  func `rows are those of SQLite`(_ files: [String]) throws {
    let folder = try TemporaryFolder()
    let expected = try python(oracle, folder.path(""), input: queries.joined(separator: "\n"))
    let lines = expected.output.split(separator: "\n")
    try #require(lines.count == queries.count, "\(expected.complaints)")
    for (query, line) in zip(queries, lines) {
      let rows = try JSONDecoder().decode([String].self, from: Data(line.utf8))
      let output = folder.path("out.jsonl")
      let result = millrace(["query", query] + files.map { folder.path($0) } + ["--output", output])
      #expect(result.status == 0 && result.complaints == "", "\(query): \(result.complaints)")
      #expect(try folder.read("out.jsonl") == rows.map { $0 + "\n" }.joined(), "\(query)")
    }
  }

  @Test func `values keep all their digits`() throws {
    let folder = try TemporaryFolder()
    let numbers = "[9223372036854775807,-9223372036854775808,18446744073709551615,0.1,1e400,12345678901234567890.5]"
    let input = try folder.write(numbers, to: "numbers.json")
    let result = try millraceProcess([
      "query", "SELECT value, typeof(value) AS type FROM numbers", input, "--to", "csv",
    ])
    #expect(
      result.output == """
        value,type
        9223372036854775807,integer
        -9223372036854775808,integer
        18446744073709551615,text
        0.1,real
        1e400,text
        12345678901234567890.5,text

        """)
  }

  @Test func `standard input and pipes can be read twice`() throws {
    let folder = try TemporaryFolder()
    let lines = "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n"
    let query = "SELECT a.id, b.id AS other FROM stdin a JOIN stdin b ON b.id > a.id"
    let result = try millraceProcess(["query", query, "-"], input: lines)
    #expect(result.output == "{\"id\":1,\"other\":2}\n{\"id\":1,\"other\":3}\n{\"id\":2,\"other\":3}\n")
    let script = """
      mkfifo '\(folder.path("pipe.csv"))'
      (printf 'a\\n1\\n2\\n' > '\(folder.path("pipe.csv"))') &
      TMPDIR='\(folder.path(""))' '\(toolPath)' query 'SELECT sum(a) AS s, (SELECT max(a) FROM pipe) AS m FROM pipe' \
      '\(folder.path("pipe.csv"))'
      ls '\(folder.path(""))'
      """
    #expect(try shell(script).output == "{\"s\":3,\"m\":2}\npipe.csv\n")
  }

  @Test func `tables have safe and distinct names`() throws {
    let folder = try TemporaryFolder()
    for (name, number) in [("a-b.csv", 1), ("2024.csv", 2), ("a.b.csv", 3), ("sqlite_x.csv", 4)] {
      _ = try folder.write("n\n\(number)\n", to: name)
    }
    let query = "SELECT * FROM a_b, a_b_2 AS b, _2024 AS c, _sqlite_x AS d, other AS e"
    let names = ["a-b.csv", "a.b.csv", "2024.csv", "sqlite_x.csv"]
    let result = millrace(
      ["query", query.replacingOccurrences(of: "*", with: "a_b.n, b.n AS b, c.n AS c, d.n AS d, e.n AS e")]
        + names.map { folder.path($0) } + ["other=" + folder.path("a.b.csv"), "-o", folder.path("out.csv")])
    #expect(result.complaints == "")
    #expect(try folder.read("out.csv") == "n,b,c,d,e\n1,3,2,4,3\n")
  }

  @Test func `columns that only later rows have are there`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<3000).map { "{\"a\":\($0)}\n" }.joined() + "{\"a\":3000,\"b\":\"x\"}\n"
    let input = try folder.write(lines, to: "late.jsonl")
    #expect(millrace("query", "SELECT * FROM late WHERE a > 2998", input, "-o", folder.path("out.jsonl")).status == 0)
    #expect(try folder.read("out.jsonl") == "{\"a\":2999,\"b\":null}\n{\"a\":3000,\"b\":\"x\"}\n")
    let named = try millraceProcess(["query", "SELECT b FROM late WHERE b > ''", input])
    #expect(named.output == "{\"b\":\"x\"}\n")
    // What was written to a pipe cannot be taken back.
    let piped = try shell("'\(toolPath)' query 'SELECT * FROM late' '\(input)' | cat")
    #expect(
      piped.complaints == """
        millrace: \(input): a row has the member 'b', which the first rows do not have
          --infer all reads all rows for their columns first

        """)
    #expect(try millraceProcess(["query", "SELECT * FROM late", input, "--infer", "all"]).status == 0)
    let cells = try folder.write("a\n" + String(repeating: "1\n", count: 2000) + "x\n", to: "late.csv")
    #expect(millrace("query", "SELECT a FROM late WHERE rowid > 1999", cells, "-o", folder.path("out.csv")).status == 0)
    #expect(try folder.read("out.csv") == "a\n1\nx\n")
  }

  @Test func `a damaged file fails with its own error and leaves no output`() throws {
    let folder = try TemporaryFolder()
    let good = (0..<5000).map { "{\"a\":\($0)}\n" }.joined()
    let input = try folder.write(good + "{\"a\":tru}\n", to: "bad.jsonl")
    let output = folder.path("out.csv")
    let result = millrace("query", "SELECT sum(a) AS s FROM bad", input, "--output", output)
    #expect(result.status == 1)
    #expect(result.complaints.hasPrefix("\(input):5001:"), "\(result.complaints)")
    #expect(!FileManager.default.fileExists(atPath: output))
    // The inner table of a join is copied, and its error is the same.
    let other = try folder.write(good, to: "good.jsonl")
    let joined = millrace("query", "SELECT * FROM good LEFT JOIN bad USING (a)", other, input, "--output", output)
    #expect(joined.status == 1 && joined.complaints == result.complaints)
    // What a query does not read it does not check.
    #expect(millrace("query", "SELECT a FROM bad LIMIT 2", input, "--output", output).status == 0)
    #expect(try folder.read("out.csv") == "a\n0\n1\n")
    let skipped = millrace("query", "SELECT count(*) AS n FROM bad", input, "-o", output, "--on-bad-row", "skip")
    #expect(skipped.status == 0)
    #expect(skipped.complaints == "millrace: 1 bad row skipped\n")
    #expect(try folder.read("out.csv") == "n\n5000\n")
  }

  @Test(arguments: [
    (
      "SELECT id,\n  nme FROM t",
      "millrace: SQL: no such column: nme\n    nme FROM t\n    ^\n  table t (FILE) has the columns id, name\n"
    ),
    ("SELECT * FROM u", "millrace: SQL: no such table: u\n  table t (FILE) has the columns id, name\n"),
    ("SELECT id FRM t", "millrace: SQL: near \"t\": syntax error\n  SELECT id FRM t\n                ^\n"),
    (
      "SELECT 1; SELECT 2",
      "millrace: more than one SQL statement; expected one\n"
        + "  query takes one statement that returns rows, such as SELECT * FROM films\n"
    ),
    (
      "VACUUM INTO '/nowhere/other.db'",
      "millrace: SQL statement returns no rows; expected a query\n"
        + "  query takes one statement that returns rows, such as SELECT * FROM films\n"
    ),
    (
      "SELECT id, id FROM t", "millrace: the result has two columns 'id'\n  name one of them otherwise: … AS other\n"
    ),
  ])
  func `errors of SQL have a place and a hint`(_ query: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,name\n1,x\n", to: "t.csv")
    let result = millrace("query", query, input, "--output", folder.path("out.csv"))
    #expect(result.status == 2)
    #expect(result.complaints.replacingOccurrences(of: input, with: "FILE") == message)
  }

  @Test(arguments: [
    "ATTACH 'other.db' AS other", "PRAGMA writable_schema = ON", "SELECT load_extension('x')", "DELETE FROM t",
    "CREATE TABLE u (a)", "INSERT INTO t VALUES (1, 2) RETURNING id", "BEGIN", "DETACH both",
    "UPDATE both.films SET a = 1", "DROP TABLE both.films", "CREATE TEMP TABLE u AS SELECT * FROM t",
  ])
  func `a query only reads`(_ query: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,name\n1,x\n", to: "t.csv")
    let database = folder.path("both.db")
    #expect(
      try python("import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE films (a)')", database).status
        == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    let result = millrace("query", query, input, database, "--output", folder.path("out.csv"))
    #expect(result.status == 2)
    #expect(result.complaints.hasPrefix("millrace: a query only reads: "), "\(result.complaints)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
  }

  @Test func `rows go to all formats`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1,\"b\":[true]}\n{\"a\":null,\"b\":{\"c\":0.5}}\n", to: "t.jsonl")
    func rows(_ name: String, _ options: String...) throws -> String {
      let result = millrace(["query", "SELECT b, a FROM t", input, "--output", folder.path(name)] + options)
      #expect(result.status == 0 && result.complaints == "")
      return name.hasSuffix("arrow") || name.contains(".db") ? "" : try folder.read(name)
    }
    #expect(try rows("out.json") == "[{\"b\":[true],\"a\":1},{\"b\":{\"c\":0.5},\"a\":null}]\n")
    #expect(try rows("out.jsonl", "--nulls", "omit") == "{\"b\":[true],\"a\":1}\n{\"b\":{\"c\":0.5}}\n")
    #expect(try rows("out.csv") == "b,a\n[true],1\n\"{\"\"c\"\":0.5}\",\n")
    _ = try rows("out.db#copy")
    let copy = try python(
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT * FROM copy').fetchall())",
      folder.path("out.db"))
    #expect(copy.output == "[('[true]', 1), ('{\"c\":0.5}', None)]\n")
  }

  @Test func `a terminal shows a table`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("n,t\n" + (1...1200).map { "\($0),x\n" }.joined(), to: "t.csv")
    let terminal = """
      import os, pty, subprocess, sys
      master, slave = pty.openpty()
      process = subprocess.Popen(sys.argv[1:], stdout=slave, stderr=subprocess.PIPE)
      os.close(slave)
      text = b""
      while True:
          try: piece = os.read(master, 65536)
          except OSError: break
          if not piece: break
          text += piece
      lines = text.decode().replace("\\r", "").split("\\n")
      print(lines[:3], lines[1000:], process.stderr.read().decode())
      """
    let result = try python(terminal, toolPath, "query", "SELECT n, t FROM t", input)
    #expect(
      result.output == """
        ['   n  t', '   1  x', '   2  x'] ['1000  x', ''] \
        millrace: there are more than 1000 rows; --to jsonl or --output FILE writes all


        """)
  }

  @Test func `the inputs are operands`() throws {
    #expect(
      millrace("query", "SELECT 1").complaints == """
        millrace: query requires SQL and a FILE
          such as: millrace query 'SELECT count(*) FROM films' films.csv

        """)
    #expect(millrace("query", "SELECT 1", "/nowhere.csv").status == 2)
    #expect(
      millrace("query", "--nulls", "x", "SELECT 1", "/nowhere.csv").complaints.hasPrefix("millrace: --nulls takes"))
  }

  @Test func `REGEXP has the rows that Python's expressions have`() throws {
    let script = """
      import json, re, sqlite3, sys
      rows = json.load(sys.stdin)
      database = sqlite3.connect(":memory:")
      database.create_function("regexp", 2, lambda p, t: None if p is None or t is None else re.search(p, str(t)) is not None)
      database.execute("CREATE TABLE t (id INTEGER, name TEXT, p TEXT)")
      database.executemany("INSERT INTO t VALUES (:id, :name, :p)", rows)
      for query in sys.argv[1:]:
          for (row,) in database.execute(query): print(json.dumps({"r": row}, separators=(",", ":")))
      """
    let words = ["Ann", "bob", "x1y22", "", "Zoë", "a.b", "ab\nc"]
    let rows = (0..<200).map { id in
      "{\"id\":\(id),\"name\":\(id % 9 == 8 ? "null" : "\"" + words[id % 7].replacingOccurrences(of: "\n", with: "\\n") + "\""),\"p\":\"^[\("abcxyzAZ".dropFirst(id % 8).prefix(2))]\"}"
    }
    let queries = [
      "SELECT id AS r FROM t WHERE name REGEXP '^[ab]'", "SELECT name REGEXP '[0-9]{2}' AS r FROM t",
      "SELECT id AS r FROM t WHERE name NOT REGEXP 'o|n'", "SELECT id AS r FROM t WHERE id REGEXP '^1.$'",
      "SELECT id AS r FROM t WHERE regexp('^$', name)", "SELECT id AS r FROM t WHERE name REGEXP p",
    ]
    let folder = try TemporaryFolder()
    let input = try folder.write(rows.joined(separator: "\n") + "\n", to: "t.jsonl")
    for query in queries {
      let expected = try python(script, query, input: "[" + rows.joined(separator: ",") + "]")
      try #require(expected.status == 0 && !expected.output.isEmpty, "\(expected.complaints)")
      let result = try millraceProcess(["query", query, input])
      #expect(result.output == expected.output, "\(query) \(result.complaints)")
    }
    let bad = try millraceProcess([
      "query", "SELECT * FROM t WHERE name REGEXP 'x(a'", input, "-o", folder.path("o.csv"),
    ])
    #expect(
      bad.complaints == "millrace: SQL: regexp: missing ')' in the regular expression, at byte 2 of 'x(a'\n"
        + "  the pattern is a regular expression of POSIX, such as '^[a-z]+$'\n")
    #expect(bad.status == 2)
    #expect(try folder.names == ["t.jsonl"])
  }
}
