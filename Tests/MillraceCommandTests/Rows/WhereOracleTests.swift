import Foundation
import TestSupport
import Testing

/// Random conditions over random rows, which SQLite evaluates, too.
@Suite("Conditions on rows and SQLite")
struct WhereOracleTests {
  /// Writes a table as a database, CSV and lines, and prints conditions with the rows that SQLite takes.
  ///
  /// Where the tool compares differently from SQLite on purpose, functions say to SQLite what is compared: `num` makes a number of
  /// text that is one, `txt` makes text of a number, and `cmp` compares two columns.
  private let script = #"""
    import json, random, re, sqlite3, sys
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    def num(value):
        if isinstance(value, str):
            if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", value): return None
            return float(value) if re.search("[.eE]", value) else int(value)
        return value
    def txt(value): return None if value is None else str(value)
    def cmp(a, b):
        if a is None or b is None: return None
        if num(a) is not None and num(b) is not None: a, b = num(a), num(b)
        else: a, b = txt(a).encode(), txt(b).encode()
        return (a > b) - (a < b)
    texts = ["", "a", "b", "B", "10", "9", "-3", "2.5", "1e1", "007", "NA", "é", "z'z", 'q"q', "true", "x,y", "l\nl", "٣"]
    def text(): return rng.choice(texts)
    def integer(): return rng.choice([0, 1, -1, rng.randint(-12, 12), rng.randint(-12, 12), 2**53 + 1, -2**63, 2**63 - 1])
    def real(): return rng.choice([0.5, -0.25, 0.1, 1e300, 5e-324, 2.0, 9007199254740992.0, rng.uniform(-10, 10)])
    def orNull(value): return None if rng.random() < 0.25 else value
    rows = [(i, orNull(integer()), orNull(real()), orNull(text()), orNull(text())) for i in range(200)]
    names = ["id", "n", "r", "t", "u"]
    database = sqlite3.connect(folder + "/in.db")
    database.execute("CREATE TABLE rows (id INTEGER, n INTEGER, r REAL, t TEXT, u TEXT)")
    database.executemany("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", rows)
    database.commit()
    for name, function, count in [("num", num, 1), ("txt", txt, 1), ("cmp", cmp, 2)]:
        database.create_function(name, count, function)
    def cell(value):
        if value is None: return ""
        return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else repr(value)
    with open(folder + "/in.csv", "w", newline="") as file:
        file.write(",".join(names) + "\n")
        for row in rows: file.write(",".join(map(cell, row)) + "\n")
    with open(folder + "/in.jsonl", "w") as file:
        for row in rows:
            # A missing member is null.
            members = {k: v for k, v in zip(names, row) if v is not None or rng.random() < 0.5}
            file.write(json.dumps(members) + "\n")

    def literal(value):
        if value is None: return rng.choice(["null", "NULL"]), "NULL"
        if isinstance(value, str):
            single = "'" + value.replace("'", "''") + "'"
            return rng.choice([single, '"' + value.replace('"', '""') + '"']), single
        return repr(value), repr(value)
    operators = [("=", "="), ("==", "="), ("!=", "<>"), ("<>", "<>"), ("<", "<"), ("<=", "<="), (">", ">"), (">=", ">=")]
    def column(name): return rng.choice([name, "`" + name + "`", "[" + name + "]", "/" + name])
    def sides(name, value):
        "The two sides of a comparison of a column with a literal, for the tool and for SQLite."
        ours, theirs = literal(value)
        # A unary plus takes the affinity of the column away, which would convert the literal.
        if isinstance(value, str): return (column(name), ours), (f"txt({name})" if name == "n" else f"+{name}", theirs)
        if value is not None and name in "tu": return (column(name), ours), (f"num({name})", theirs)
        return (column(name), ours), ("+" + name, theirs)
    def value(name):
        if rng.random() < 0.1: return None
        if name == "r": return rng.choice([integer(), real()])  # the text of a real number depends on the format
        return rng.choice([integer(), real(), text(), text()])
    def test():
        kind = rng.randrange(8)
        name = rng.choice("nrtu")
        if kind == 0:
            negated = rng.random() < 0.5
            return column(name) + (" is not null" if negated else " is null"), name + (" IS NOT NULL" if negated else " IS NULL")
        if kind == 1:
            values = [sides(name, value(name)) for _ in range(rng.randint(1, 4))]
            ours = rng.choice([" in ", " IN "]) + "(" + ", ".join(v[0][1] for v in values) + ")"
            theirs = "(" + " OR ".join(f"{v[1][0]} = {v[1][1]}" for v in values) + ")"
            if rng.random() < 0.5: return values[0][0][0] + ours, theirs
            return values[0][0][0] + " not" + ours, f"(NOT {theirs})"
        if kind == 7:
            low, high = [sides(name, value(name)) for _ in range(2)]
            ours = f"between {low[0][1]} and {high[0][1]}"
            theirs = f"({low[1][0]} >= {low[1][1]} AND {high[1][0]} <= {high[1][1]})"
            if rng.random() < 0.5: return f"{low[0][0]} {ours}", theirs
            return f"{low[0][0]} not {ours}", f"(NOT {theirs})"
        operator = rng.choice(operators)
        if kind == 2:
            a, b = rng.choice([("n", "t"), ("t", "u"), ("u", "n"), ("n", "r"), ("r", "n"), ("n", "n")])
            return f"{column(a)} {operator[0]} {column(b)}", f"cmp({a}, {b}) {operator[1]} 0"
        if kind == 3:
            name = rng.choice("nr")
            return column(name), name
        ours, theirs = sides(name, value(name))
        if kind == 4: ours, theirs = ours[::-1], theirs[::-1]
        return f"{ours[0]} {operator[0]} {ours[1]}", f"{theirs[0]} {operator[1]} {theirs[1]}"
    def condition(depth):
        if depth == 0 or rng.random() < 0.2: return test()
        kind = rng.randrange(6)
        first = condition(depth - 1)
        if kind == 0: return f"not ({first[0]})", f"NOT ({first[1]})"
        second = condition(depth - 1)
        if kind == 1:
            # The truth of both sides, also of a column alone.
            return f"(not not ({first[0]})) = (not not ({second[0]}))", f"(NOT NOT ({first[1]})) = (NOT NOT ({second[1]}))"
        if kind == 2:
            how = rng.choice(["is true", "is not true", "is false", "is not false", "is null", "is not null"])
            return f"({first[0]}) {how}", f"({first[1]}) {how.upper()}"
        word = rng.choice(["and", "or"])
        # Without parentheses precedence counts.
        if kind == 3: return f"{first[0]} {word} {second[0]}", f"{first[1]} {word.upper()} {second[1]}"
        return f"({first[0]}) {word} ({second[0]})", f"({first[1]}) {word.upper()} ({second[1]})"
    for _ in range(int(sys.argv[3])):
        ours, theirs = condition(rng.randint(0, 4))
        ids = [row[0] for row in database.execute(f"SELECT id FROM rows WHERE {theirs} ORDER BY id")]
        print(json.dumps({"condition": ours, "sql": theirs, "ids": ids}))
    """#

  private struct Case: Decodable {
    let condition: String
    let sql: String
    let ids: [Int]
  }

  @Test(arguments: 0..<4)
  func `the same rows are taken as by SQLite, from every format`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let printed = try python(script, folder.path(""), seed, "100")
    try #require(printed.status == 0, "\(printed.complaints)")
    #expect(millrace("convert", folder.path("in.db"), folder.path("in.arrow")).status == 0)
    var takenCount = 0
    for line in printed.output.split(separator: "\n") {
      let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      takenCount += expected.ids.count
      for (input, output) in [
        ("in.db", "out.csv"), ("in.csv", "out.csv"), ("in.csv", "out.jsonl"), ("in.jsonl", "out.csv"),
        ("in.arrow", "out.csv"),
      ] {
        let result = millrace(
          "convert", folder.path(input), folder.path(output), "--columns", "id", "--where", expected.condition)
        #expect(result.status == 0, "\(expected.condition): \(result.complaints)")
        let ids = try folder.read(output).split(separator: "\n").compactMap { line in
          Int(line.filter { $0.isNumber })
        }
        #expect(
          ids == expected.ids, "\(input) to \(output): \(expected.condition) — \(expected.sql), seed \(seed)")
      }
    }
    // Conditions that no row or each row fulfills would prove little.
    #expect(takenCount > 100 && takenCount < 19_000)
  }
}
