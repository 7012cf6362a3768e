import Foundation
import TestSupport
import Testing

/// `millrace diff` as people call it. Dictionaries of Python give the differences that it should find.
@Suite("Comparison of rows")
struct DiffTests {
  /// Writes two versions of a table in all formats, and prints their differences as JSON lines.
  private let oracle = #"""
    import csv, json, random, sqlite3, sys
    import pyarrow as pa
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rng = random.Random(seed)
    words = ["Amélie", 'The "Quoted"', "a,b", "007", "x\ny", "日本", "-", "1.", "+1"]
    def row(key):
        return {"id": key, "part": rng.choice(words[:1] + [words[key % 9]]), "size": rng.choice([None, rng.randint(-5, 5)]),
                "price": rng.choice([None, rng.randint(0, 8) / 8]), "seen": rng.choice([True, False, None]),
                "note": rng.choice(words), "tags": rng.choice([[1, 2], [3], None])}
    old = {(r["id"], r["part"]): r for r in (row(rng.randint(0, count)) for _ in range(count))}
    new = {}
    for key, r in old.items():
        kind = rng.randint(0, 9)
        if kind == 0: continue
        new[key] = {**r, **{k: v for k, v in row(r["id"]).items() if k not in ("id", "part")}} if kind == 1 else dict(r)
    for _ in range(count // 10):
        r = row(rng.randint(0, 2 * count))
        new.setdefault((r["id"], r["part"]), r)
    shuffled = list(new.values())
    rng.shuffle(shuffled)
    names = ["id", "part", "size", "price", "seen", "note", "tags"]
    for version, rows in [("old", list(old.values())), ("new", shuffled)]:
        order = names if version == "old" else names[::-1]
        dense = [{k: r[k] for k in order} for r in rows]
        with open(f"{folder}/{version}.jsonl", "w") as file:
            for r in dense: file.write(json.dumps({k: v for k, v in r.items() if v is not None or k == "id"}) + "\n")
        json.dump(dense, open(f"{folder}/{version}.json", "w"), ensure_ascii=False)
        writer = csv.writer(open(f"{folder}/{version}.csv", "w", newline=""))
        writer.writerow(order)
        for r in dense: writer.writerow([json.dumps(v) if isinstance(v, (bool, list)) else v for v in r.values()])
        database = sqlite3.connect(f"{folder}/{version}.db")
        types = dict(id="INTEGER", part="TEXT", size="INTEGER", price="REAL", seen="BOOLEAN", note="TEXT", tags="JSON TEXT")
        database.execute(f"CREATE TABLE t ({', '.join(f'{k} {types[k]}' for k in order)})")
        database.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", [
            [json.dumps(v, separators=(",", ":")) if isinstance(v, list) else v for v in r.values()] for r in dense])
        database.commit()
        schema = pa.schema([(k, dict(id=pa.int64(), part=pa.string(), size=pa.int32(), price=pa.float64(), seen=pa.bool_(),
                                     note=pa.string(), tags=pa.list_(pa.int64()))[k]) for k in order])
        with pa.ipc.new_file(f"{folder}/{version}.arrow", schema) as file:
            file.write_table(pa.Table.from_pylist(dense, schema=schema))
    equal = 0
    counts = dict(added=0, removed=0, changed=0, equal=0)
    def show(change, key, **rest):
        counts[change] += 1
        if change != "equal": print(json.dumps({"change": change, "key": dict(zip(["id", "part"], key)), **rest}))
    def clean(r): return {k: v for k, v in r.items() if v is not None}
    for r in shuffled:
        key = (r["id"], r["part"])
        if key not in old: show("added", key, row=clean(r)); continue
        columns = {k: {"old": old[key][k], "new": r[k]} for k in names if old[key][k] != r[k]}
        show("changed" if columns else "equal", key, **({"columns": columns} if columns else {}))
    for key, r in old.items():
        if key not in new: show("removed", key, row=clean(r))
    print(json.dumps({"summary": counts}))
    """#

  private let comparison = """
    import json, sys
    found = [json.loads(line) for line in open(sys.argv[1])]
    wanted = [json.loads(line) for line in sys.stdin]
    for a, b in zip(found, wanted): assert a == b, (a, b)
    assert len(found) == len(wanted)
    print("equal")
    """

  @Test(arguments: ["jsonl", "json", "csv", "db", "arrow"], ["jsonl", "json", "csv", "db", "arrow"])
  func `differences are those of Python`(_ old: String, _ new: String) throws {
    let folder = try TemporaryFolder()
    let rows = "\(Scale.count(8_000))"
    let expected = try pythonWithPeers(oracle, folder.path(""), "\(old.count * 10 + new.count)", rows)
    try #require(expected.status == 0, "\(expected.complaints)")
    let output = folder.path("out.jsonl")
    let result = millrace(
      "diff", folder.path("old.\(old)"), folder.path("new.\(new)"), "--key", "id,part", "--json", "--output", output)
    #expect(result.status == 1 && result.complaints == "" && result.output == "")
    let compared = try python(comparison, output, input: expected.output)
    #expect(compared.output == "equal\n", "\(compared.complaints)")
    for (version, format) in [("old", old), ("new", new)] {
      let path = folder.path("\(version).\(format)")
      let same = millrace("diff", path, path, "--key", "part,id", "--output", output)
      #expect(same.status == 0 && same.complaints == "")
      #expect(try folder.read("out.jsonl").hasPrefix("0 added, 0 removed, 0 changed, "))
    }
  }

  private func differences(
    _ old: (String, String), _ new: (String, String), _ options: String...
  ) throws -> (status: Int32, text: String) {
    let folder = try TemporaryFolder()
    let paths = [try folder.write(old.1, to: "old.\(old.0)"), try folder.write(new.1, to: "new.\(new.0)")]
    let result = try millraceProcess(["diff"] + paths + options)
    return (
      result.status, (result.output + result.complaints).replacingOccurrences(of: folder.path("") + "/", with: "")
    )
  }

  private let csv = "id,name,size,tags\n1,Ann,1.0,\"[1,2]\"\n2,Bob,2,\n3,\"Zoë, x\",3,{}\n4,Dee,,\n"
  private let lines = """
    {"id":1,"name":"Ann","size":1,"tags":[1, 2]}
    {"tags":null,"id":"2","name":"Bobby","size":2e0}
    {"id":5,"name":"Eve\\n","size":0.50}
    {"id":4,"name":"Dee","size":7,"extra":{"a":[1]}}

    """

  @Test func `differences for people`() throws {
    let result = try differences(("csv", csv), ("jsonl", lines), "--key", "id")
    #expect(result.status == 1)
    #expect(
      result.text == """
        ~ id=2  name: "Bob" → "Bobby"
        + id=5  name: "Eve\\n", size: 0.50
        ~ id=4  size: null → 7, extra: null → {"a":[1]}
        - id=3  name: "Zoë, x", size: 3, tags: {}
        1 added, 1 removed, 2 changed, 1 equal

        """)
  }

  @Test func `differences for programs`() throws {
    let result = try differences(("csv", csv), ("jsonl", lines), "--key", "id", "--json", "--where", "id != 5")
    #expect(result.status == 1)
    #expect(
      result.text
        == """
        {"change":"changed","key":{"id":"2"},"columns":{"name":{"old":"Bob","new":"Bobby"}}}
        {"change":"changed","key":{"id":4},"columns":{"size":{"old":null,"new":7},"extra":{"old":null,"new":{"a":[1]}}}}
        {"change":"removed","key":{"id":3},"row":{"id":3,"name":"Zoë, x","size":3,"tags":{}}}
        {"summary":{"added":0,"removed":1,"changed":2,"equal":1}}

        """.replacingOccurrences(of: "{\"id\":\"2\"}", with: "{\"id\":2}"))
  }

  @Test(arguments: [
    // Numbers by value, with all their digits.
    ("jsonl", #"{"id":1,"a":1}"#, "jsonl", #"{"id":1.0,"a":1.0}"#, [], 0),
    ("jsonl", #"{"id":1,"a":1e2}"#, "csv", "id,a\n1,100\n", [], 0),
    ("jsonl", #"{"id":1,"a":9007199254740993}"#, "jsonl", #"{"id":1,"a":9007199254740992}"#, [], 1),
    ("csv", "id,a\n10000000000000000000001,x\n", "csv", "id,a\n10000000000000000000002,x\n", [], 1),
    ("csv", "id,a\n1,1.10\n", "csv", "id,a\n1,1.1\n", [], 0), ("csv", "id,a\n1,-0\n", "csv", "id,a\n1,0\n", [], 0),
    // As text on request.
    ("csv", "id,a\n1,1.10\n", "csv", "id,a\n1,1.1\n", ["--columns", "id,a=text"], 1),
    ("csv", "id,a\n1,1.10\n", "jsonl", #"{"id":1,"a":1.10}"#, ["--columns", "id,a=text"], 0),
    ("csv", "id,a\n1,1\n", "csv", "id,a\n1.0,1\n", ["--columns", "id=text,a"], 1),
    // Other text is compared byte by byte.
    ("csv", "id,a\n1,01\n", "csv", "id,a\n1,1\n", [], 1), ("csv", "id,a\n1,é\n", "csv", "id,a\n1,e\u{301}\n", [], 1),
    // Text and numbers differ if both formats have types.
    ("jsonl", #"{"id":1,"a":1}"#, "jsonl", #"{"id":1,"a":"1"}"#, [], 1),
    ("jsonl", #"{"id":1,"a":"1"}"#, "csv", "id,a\n1,1\n", [], 0),
    ("jsonl", #"{"id":1,"a":true}"#, "csv", "id,a\n1,true\n", [], 0),
    ("jsonl", #"{"id":1}"#, "jsonl", #"{"id":"1"}"#, [], 1), ("jsonl", #"{"id":1}"#, "csv", "id\n1\n", [], 0),
    // Null, missing and empty.
    ("jsonl", #"{"id":1,"a":null}"#, "jsonl", #"{"id":1}"#, [], 0),
    ("jsonl", #"{"id":1,"a":""}"#, "jsonl", #"{"id":1}"#, [], 1),
    ("csv", "id,a\n1,\n", "jsonl", #"{"id":1}"#, [], 0), ("csv", "id,a\n1,\"\"\n", "csv", "id,a\n1,\n", [], 1),
    // Nested values, with members in any order.
    ("jsonl", #"{"id":1,"a":{"b":1,"c":[2]}}"#, "jsonl", #"{"id":1,"a":{"c":[2.0],"b":1}}"#, [], 0),
    ("jsonl", #"{"id":1,"a":[1,2]}"#, "jsonl", #"{"id":1,"a":[2,1]}"#, [], 1),
    ("jsonl", #"{"id":1,"a":{"b":null}}"#, "jsonl", #"{"id":1,"a":{}}"#, [], 1),
    // A null in a part of a key is a value.
    ("csv", "id,k\n1,\n1,x\n", "csv", "id,k\n1,x\n1,\n", ["--key", "id,k"], 0),
    // No rows.
    ("jsonl", "", "csv", "id\n", [], 0), ("json", "[]", "jsonl", #"{"id":1}"#, [], 1),
    // Options for rows and columns.
    ("csv", "id,a\n1,1\n", "csv", "id,a\n1,2\n", ["--drop", "a"], 0),
    ("csv", "id,a\n1,1\n", "csv", "id,a\n1,1\n2,1\n", ["--limit", "1"], 0),
    ("csv", "id,a\n1,1\n", "csv", "id,a\n0,1\n1,1\n", ["--where", "id > 0"], 0),
    ("csv", "id;a\n1;1\n", "csv", "id;a\n1;1\n", ["--delimiter", ";"], 0),
    ("json", #"{"r":[{"id":1}]}"#, "json", #"{"r":[{"id":1}],"n":2}"#, ["--at", "/r"], 0),
    ("csv", "1,x\n", "csv", "1,y\n", ["--no-header", "--key", "1"], 1),
    ("jsonl", #"{"id":1,"a":[2,3]}"#, "csv", "id,a\n1,\"[2,3]\"\n", ["--unnest", "a", "--key", "id,a"], 0),
  ])
  func `values are equal or not`(
    _ oldFormat: String, _ old: String, _ newFormat: String, _ new: String, _ options: [String], _ status: Int32
  ) throws {
    let folder = try TemporaryFolder()
    let files = [try folder.write(old, to: "old.\(oldFormat)"), try folder.write(new, to: "new.\(newFormat)")]
    for files in [files, files.reversed()] {
      let key = options.contains("--key") ? [] : ["--key", "id"]
      let result = millrace(["diff"] + files + key + options + ["--output", folder.path("out")])
      #expect(result.status == status && result.complaints == "", "\(result.complaints)")
    }
  }

  @Test func `instants and bytes of Arrow are compared as JSON has them`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import pyarrow as pa, sys
      from datetime import datetime, timezone
      table = pa.table({"id": [1, 2], "t": pa.array([datetime(2024, 1, 2, tzinfo=timezone.utc)] * 2, pa.timestamp("us", "UTC")),
                        "b": [b"ab", None], "x": [float("nan"), float("inf")]})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
      """
    let table = folder.path("t.arrow")
    #expect(try pythonWithPeers(script, table).status == 0)
    let output = folder.path("out.txt")
    #expect(millrace("diff", table, table, "--key", "id", "--output", output).status == 0)
    let lines = #"{"id":1,"t":"2024-01-02T00:00:00Z","b":"YWI="}"# + "\n"
    let other = try folder.write(lines, to: "t.jsonl")
    let result = millrace("diff", other, table, "--key", "id", "--limit", "1", "--output", output)
    #expect(result.status == 1 && result.complaints == "")
    #expect(try folder.read("out.txt") == "~ id=1  x: null → \"NaN\"\n0 added, 0 removed, 1 changed, 0 equal\n")
  }

  @Test(arguments: [
    ("id,a\n1,x\n2,x\n01,x\n1.0,y\n", "id,a\n1,x\n", "old.csv: rows 1 and 4 have the same key id=1\n"),
    ("id,a\n1,x\n", "id,a\n1,x\n5,x\n1,x\n", "new.csv: rows 1 and 3 have the same key id=1\n"),
    ("id,a\n1,x\n", "id,a\n7,x\n1,x\n7,z\n", "new.csv: rows 1 and 3 have the same key id=7\n"),
  ])
  func `duplicate keys are an error with both places`(_ old: String, _ new: String, _ message: String) throws {
    let result = try differences(("csv", old), ("csv", new), "--key", "id")
    #expect(result.status == 2)
    #expect(result.text.contains("millrace: \(message)  --key can list more columns"), "\(result.text)")
    let lines = try differences(
      ("jsonl", "{\"id\":\"a\",\"b\":1}\n{\"id\":\"a\",\"b\":1}\n"), ("jsonl", ""), "--key", "id,b", "--where", "b = 1")
    #expect(
      lines.status == 2 && lines.text.hasPrefix("millrace: old.jsonl: rows 1 and 2 have the same key id,b = \"a\",1\n"))
  }

  @Test func `a failed comparison leaves no output`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("id\n1\n", to: "old.csv")
    let new = try folder.write("{\"id\":2}\n{\"id\":tru}\n", to: "new.jsonl")
    let result = millrace("diff", old, new, "--key", "id", "--output", folder.path("out"))
    #expect(result.status == 2 && result.complaints.hasPrefix("\(new):2:"))
    #expect(try folder.names == ["new.jsonl", "old.csv"])
    let skipped = millrace("diff", old, new, "--key", "id", "--output", folder.path("out"), "--on-bad-row", "skip")
    #expect(skipped.status == 1 && skipped.complaints == "millrace: 1 bad row skipped\n")
  }

  @Test func `standard input and pipes are inputs, and an output that closes early is no error`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("id\n" + (0..<50_000).map { "\($0)\n" }.joined(), to: "old.csv")
    let result = try millraceProcess(["diff", old, "-", "--key", "id", "--from", "csv"], input: "id\n7\n")
    #expect(result.status == 1 && result.output.hasSuffix("- id=49999\n0 added, 49999 removed, 0 changed, 1 equal\n"))
    let closed = try shell("'\(toolPath)' diff '\(old)' - --key id < /dev/null 2>&1 --from csv | head -1; echo ok")
    #expect(closed.output.hasSuffix("ok\n"))
    let head = try shell("('\(toolPath)' diff '\(old)' - --key id --from csv; echo $? >&2) | head -1", input: "id\n7\n")
    #expect(head.output == "- id=0\n" && head.complaints == "1\n")
  }

  @Test(arguments: [
    (["diff"], "diff requires two FILEs"), (["diff", "a.csv"], "diff requires two FILEs"),
    (["diff", "a.csv", "b.csv"], "diff requires --key"),
    (["diff", "-", "-", "--key", "a"], "standard input can be only one"),
    (["diff", "a.csv", "b.csv", "--key", "a,"], "--key a,: empty or duplicate name"),
    (["diff", "a.csv", "b.csv", "--key", "a,a"], "--key a,a: empty or duplicate name"),
    (["diff", "a.csv", "b.csv", "--key", "a", "--drop", "a"], "--key: the column 'a' is left out"),
    (["diff", "a.csv", "b.csv", "--key", "a", "--columns", "b"], "--key: the column 'a' is left out"),
    (["diff", "a.csv", "b.csv", "--key", "a"], "cannot read a.csv: No such file or directory"),
    (["diff", "t.csv", "t.csv", "--key", "k"], "unknown column 'k' in t.csv"),
    (["diff", "t.csv", "t.csv", "--key", "id", "--columns", "id,k"], "unknown column 'k' in t.csv"),
    (["diff", "t.csv", "t.jsonl", "--key", "b"], "t.jsonl: row 1 has no value for the key 'b'"),
    (["diff", "t.csv", "n.csv", "--key", "b"], "n.csv: row 1 has no value for the key 'b'"),
    (
      ["diff", "t.jsonl", "t.csv", "--key", "c"],
      "t.jsonl: the key 'c' of row 1 is an array or an object; expected a scalar"
    ),
    (["diff", "t.jsonl", "t.jsonl", "--key", "id", "--delimiter", ";"], "--delimiter cannot be used here"),
    (["diff", "t.csv", "t.csv", "--key", "id", "--rename", "id=k"], "diff has no option --rename"),
    (["diff", "t.csv", "t.csv", "--key", "id", "--infer", "all"], "diff has no option --infer"),
  ])
  func `an error is reported with its reason`(_ arguments: [String], _ reason: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("id,b\n1,2\n", to: "t.csv")
    _ = try folder.write("id,b\n1,\n", to: "n.csv")
    _ = try folder.write("{\"id\":1,\"c\":[]}\n", to: "t.jsonl")
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let result = try shell("cd '\(folder.path(""))' && '\(toolPath)' \(words); echo $?")
    #expect(result.output == "2\n")
    #expect(result.complaints.hasPrefix("millrace: \(reason)"), "\(result.complaints)")
  }
}
