import Foundation
import TestSupport
import Testing

/// Random patterns of `like`, `glob` and `regexp`, which SQLite and Python evaluate, too.
@Suite("Patterns in conditions, SQLite and Python")
struct PatternOracleTests {
  /// Writes texts as lines, and prints conditions with the rows that SQLite takes, whose function `regexp` is Python's `re.search`.
  private let script = #"""
    import json, random, re, sqlite3, sys
    folder, seed = sys.argv[1], int(sys.argv[2])
    rng = random.Random(seed)
    letters = "aabbABcé\u0301ЖжßÉ%_*?[]^-\\.x0 1\n'\"(){}|+$😀"
    def text(limit): return "".join(rng.choice(letters) for _ in range(rng.randint(0, limit)))
    rows = [(i, None if i % 20 == 0 else text(8)) for i in range(400)]
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE rows (id INTEGER, t TEXT)")
    database.executemany("INSERT INTO rows VALUES (?, ?)", rows)
    # In `x REGEXP y` the first argument is y.
    database.create_function("regexp", 2, lambda p, t: None if t is None else bool(re.search(p, t, re.S)))
    with open(folder + "/in.jsonl", "w") as file:
        for row in rows: file.write(json.dumps(dict(zip(["id", "t"], row))) + "\n")
    def quoted(text): return "'" + text.replace("'", "''") + "'"
    def like():
        pattern = text(5)
        escape = rng.choice([None, "\\", "x", "%", "_", "é", "'"])
        if escape and rng.random() < 0.7: pattern = pattern.replace("%", escape + "%")
        if rng.random() < 0.8: pattern = rng.choice(["%" + pattern, pattern + "%", "%" + pattern + "%", pattern[:2] + "%"])
        if escape:
            # A pattern that ends in the escape character matches nothing, and is an error of the tool.
            position = 0
            while position < len(pattern): position += 2 if pattern[position] == escape else 1
            if position > len(pattern): pattern += escape
        condition = quoted(pattern) + (" escape " + quoted(escape) if escape else "")
        return "like " + condition, "LIKE " + condition
    def glob():
        parts = []
        for _ in range(rng.randint(0, 4)):
            if rng.random() < 0.4:
                inside = rng.choice(["", "^"]) + rng.choice(["", "]", "-"]) + text(4).replace("]", "").replace("^", "-")
                inside += rng.choice(["a-c", "z-a", "А-я", "-", ""])
                if inside in ("", "^"): inside += "a"
                if inside.endswith("]") and inside.count("]") == 1: inside += "b"
                parts.append("[" + inside + "]")
            else: parts.append(rng.choice(["*", "*", "?", text(2).replace("[", "")]))
        if rng.random() < 0.6: parts.append("*")
        condition = quoted("".join(parts))
        return "glob " + condition, "GLOB " + condition
    def expression(depth):
        "A regular expression, for POSIX and for Python."
        kind = rng.randrange(9 if depth else 4)
        if kind <= 1:
            literal = rng.choice([c for c in letters if c != "\n"])
            if literal in "*?[]^\\.(){}|+$": return "\\" + literal, "\\" + literal
            return literal, re.escape(literal)
        if kind == 2: return rng.choice([(".", "."), ("[a-c]", "[a-c]"), ("[^b\\\\]", "[^b\\\\]"), ("[]x[:digit:]é]", "[\\]x0-9é]"), ("[^]]", "[^\\]]")])
        if kind == 3: return rng.choice([("\\d", "[0-9]"), ("\\D", "[^0-9]"), ("[\\d.]", "[0-9.]"), ("^", "^"), ("$", "\\Z"), ("\\s", "[ \n]")])
        a = expression(depth - 1)
        if kind == 4:
            b = expression(depth - 1)
            return "(" + a[0] + "|" + b[0] + ")", "(" + a[1] + "|" + b[1] + ")"
        if kind == 5:
            count = rng.choice(["*", "+", "?", "{2}", "{1,3}", "{0,}"])
            # Where an anchor is repeated POSIX leaves the meaning undefined.
            return ("(x" + a[0] + ")" + count, "(x" + a[1] + ")" + count) if set("^$") & set(a[0]) else ("(" + a[0] + ")" + count, "(" + a[1] + ")" + count)
        b = expression(depth - 1)
        return a[0] + b[0], a[1] + b[1]
    def regexp():
        ours, theirs = expression(3)
        return "regexp " + quoted(ours), "REGEXP " + quoted(theirs)
    for index in range(int(sys.argv[3])):
        ours, theirs = [like, glob, regexp][index % 3]()
        word = rng.choice(["", "not "])
        sql = f"SELECT id FROM rows WHERE t {word}{theirs} ORDER BY id"
        print(json.dumps({"condition": f"t {word}{ours}", "sql": sql, "ids": [row[0] for row in database.execute(sql)]}))
    """#

  private struct Case: Decodable {
    let condition: String
    let sql: String
    let ids: [Int]
  }

  @Test(arguments: 0..<4)
  func `patterns match the same texts as in SQLite and Python`(_ part: Int) throws {
    let folder = try TemporaryFolder()
    let seed = String(UInt32(truncatingIfNeeded: SeededGenerator.seed) &+ UInt32(part))
    let printed = try python(script, folder.path(""), seed, "240")
    try #require(printed.status == 0, "\(printed.complaints)")
    var takenCount = 0
    for line in printed.output.split(separator: "\n") {
      let expected = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      takenCount += expected.ids.count
      let result = millrace(
        "convert", folder.path("in.jsonl"), folder.path("out.csv"), "--columns", "id", "--where", expected.condition)
      #expect(result.status == 0, "\(expected.condition): \(result.complaints), seed \(seed)")
      let ids = try folder.read("out.csv").split(separator: "\n").compactMap { Int($0) }
      #expect(ids == expected.ids, "\(expected.condition) — \(expected.sql), seed \(seed)")
    }
    // Patterns that match no text or each one would prove little.
    #expect(takenCount > 1000 && takenCount < 85_000)
  }
}
