import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

/// `--split-by` beside Python.
@Suite("Outputs by the text of a column")
struct SplitTests {
  /// Writes rows, and a file for each text of the column `k`.
  private static let oracle = """
    import csv, json, os, random, sys
    folder, rng = sys.argv[1], random.Random(7)
    keys = [f"k{i}" for i in range(1500)] + ["é", None]
    rows = [{"id": i, "k": rng.choice(keys), "v": rng.choice(["a", "b,c", 1.5])} for i in range(9000)]
    with open(folder + "/in.jsonl", "w") as file:
        for row in rows: file.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\\n")
    groups = {}
    for row in rows: groups.setdefault(row["k"], []).append(row)
    for key, group in groups.items():
        path = folder + "/theirs/" + ("null" if key is None else key)
        with open(path + ".jsonl", "w") as file:
            for row in group: file.write(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\\n")
        with open(path + ".csv", "w", newline="") as file:
            writer = csv.DictWriter(file, ["id", "k", "v"], lineterminator="\\n")
            writer.writeheader()
            writer.writerows(group)
        with open(path + ".json", "w") as file:
            file.write(json.dumps(group, separators=(",", ":"), ensure_ascii=False) + "\\n")
    """

  @Test(arguments: ["jsonl", "csv", "json"], [64 << 20, 10_000])
  func `each output has the rows that Python writes, also if they do not fit into memory`(
    _ format: String, _ memory: Int
  ) throws {
    let folder = try TemporaryFolder()
    for name in ["ours", "theirs"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    let printed = try python(Self.oracle, folder.path(""))
    try #require(printed.status == 0, "\(printed.complaints)")
    let result = SplitSink.$maximumSize.withValue(memory) {
      millrace("convert", folder.path("in.jsonl"), folder.path("ours/{}.\(format)"), "--split-by", "k")
    }
    #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("ours")).sorted()
    let expected = try FileManager.default.contentsOfDirectory(atPath: folder.path("theirs")).sorted()
    #expect(names == expected.filter { $0.hasSuffix("." + format) })
    for name in names { #expect(try folder.read("ours/" + name) == folder.read("theirs/" + name), "\(name)") }
  }

  @Test func `names of files are safe and different`() throws {
    let folder = try TemporaryFolder()
    let keys = ["../a", "a/b", "A/B", "", ".hidden", "null", "x y", "ü-1.5_", "a%2Fb"]
    let table = "k\n" + keys.map { "\"\($0)\"\n" }.joined()
    let result = try millraceProcess(
      ["convert", "-", folder.path("o-{}.csv"), "--from", "csv", "--split-by", "k"], input: table)
    #expect(result.complaints == "" && result.status == 0)
    let names = Set(try folder.names)
    #expect(
      names == [
        "o-%2E.%2Fa.csv", "o-%2Ehidden.csv", "o-A%2FB_2.csv", "o-a%252Fb.csv", "o-a%2Fb.csv", "o-empty.csv",
        "o-null.csv", "o-x%20y.csv", "o-ü-1.5_.csv",
      ])
  }

  @Test(arguments: [
    (["o.csv", "--split-by", "k"], "--split-by requires an OUTPUT with {} for the text of the column\n"),
    (["o.db#{}", "--split-by", "k"], "--split-by requires an OUTPUT with {} for the text of the column\n"),
    (["o-{}.db", "--split-by", "x"], "unknown column 'x' in the rows\n"),
    (["o-{}.arrow", "--split-by", "x"], "unknown column 'x' in the rows\n"),
    (["o-{}.jsonl", "--split-by", "x"], "unknown column 'x' in the rows\n"),
    (["o-{}.csv", "--split-by", "o"], "--split-by requires texts and numbers, and 'o' is an array or an object"),
  ])
  func `what cannot be split is an error, and leaves no file`(_ options: [String], _ message: String) throws {
    let folder = try TemporaryFolder()
    let input = "{\"k\":1,\"o\":{\"a\":1}}\n{\"k\":2,\"o\":[]}\n"
    let result = try millraceProcess(
      ["convert", "-", "--from", "jsonl", folder.path(options[0])] + options.dropFirst(), input: input)
    #expect(result.status != 0 && result.complaints.contains(message), "\(result.complaints)")
    #expect(try folder.names.isEmpty)
  }

  @Test func `options that choose rows and columns come first, and outputs are compressed`() throws {
    let folder = try TemporaryFolder()
    let table = "id,k,v\n1,a,x\n2,b,y\n3,a,z\n"
    let result = try millraceProcess(
      [
        "convert", "-", folder.path("o-{}.csv.gz"), "--from", "csv", "--split-by", "key", "--where", "id > 1",
        "--rename", "k=key", "--drop", "v",
      ], input: table)
    #expect(result.complaints == "" && result.status == 0)
    #expect(try folder.names.sorted() == ["o-a.csv.gz", "o-b.csv.gz"])
    #expect(try millraceProcess(["convert", folder.path("o-a.csv.gz"), "--to", "csv"]).output == "id,key\n3,a\n")
  }

  /// Writes rows of several types, and for each key the rows that a database and a table of Arrow should have.
  private static let typedOracle = """
    import json, random, sys
    folder, rng = sys.argv[1], random.Random(5)
    rows = [{"id": i, "k": rng.choice(["a", "b", "c/d"]), "x": rng.choice([None, i / 4]), "o": {"n": [i]}, "t": f"2024-01-{i % 28 + 1:02}T00:00:00Z"} for i in range(2000)]
    with open(folder + "/in.jsonl", "w") as file:
        for row in rows: file.write(json.dumps(row) + "\\n")
    """

  @Test(arguments: [64 << 20, 20_000])
  func `each key has a database of its own`(_ memory: Int) throws {
    let folder = try TemporaryFolder()
    let printed = try python(Self.typedOracle, folder.path(""))
    try #require(printed.status == 0, "\(printed.complaints)")
    let options = [folder.path("o-{}.db#rows"), "--split-by", "k", "--columns", "id,k,x,o,t=instant"]
    let convert = { (more: [String]) in
      SplitSink.$maximumSize.withValue(memory) { millrace(["convert", folder.path("in.jsonl")] + options + more) }
    }
    #expect(convert([]).complaints == "")
    #expect(try folder.names.sorted() == ["in.jsonl", "o-a.db", "o-b.db", "o-c%2Fd.db"])
    let check = """
      import json, sqlite3, sys
      folder, times = sys.argv[1], int(sys.argv[2])
      rows = [json.loads(line) for line in open(folder + "/in.jsonl")]
      for key in ["a", "b", "c/d"]:
          database = sqlite3.connect(f"{folder}/o-{key.replace('/', '%2F')}.db")
          found = database.execute("SELECT id, k, x, json(o), t FROM rows ORDER BY rowid").fetchall()
          wanted = [(r["id"], r["k"], r["x"], json.dumps(r["o"], separators=(",", ":")), r["t"]) for r in rows if r["k"] == key]
          assert found == wanted * times, (key, len(found), found[:2], wanted[:2])
      """
    let checked = try python(check, folder.path(""), "1")
    #expect(checked.status == 0, "\(checked.complaints)")
    // What is there is not overwritten, and gets more rows if that is wanted.
    let again = convert([])
    #expect(again.status == 1 && again.complaints.contains(".db#rows: "), "\(again.complaints)")
    #expect(convert(["--append"]).status == 0)
    let appended = try python(check, folder.path(""), "2")
    #expect(appended.status == 0, "\(appended.complaints)")
    #expect(convert(["--replace"]).status == 0)
    #expect(try python(check, folder.path(""), "1").status == 0)
  }

  @Test(arguments: ["arrow", "arrows"], [64 << 20, 20_000])
  func `each key has a table of Arrow with the same columns`(_ format: String, _ memory: Int) throws {
    let folder = try TemporaryFolder()
    let printed = try python(Self.typedOracle, folder.path(""))
    try #require(printed.status == 0, "\(printed.complaints)")
    // A row after the first thousand, which are read ahead, has another column.
    let lines = try String(contentsOfFile: folder.path("in.jsonl"), encoding: .utf8)
    _ = try folder.write(lines + "{\"id\":-1,\"k\":\"b\",\"more\":true}\n", to: "in.jsonl")
    let result = SplitSink.$maximumSize.withValue(memory) {
      millrace(
        "convert", folder.path("in.jsonl"), folder.path("o-{}.\(format)"), "--split-by", "k", "--columns",
        "id,k,x,o,t=instant,more")
    }
    #expect(result.complaints == "" && result.status == 0)
    let check = """
      import json, pyarrow, sys
      folder, format = sys.argv[1:]
      rows = [json.loads(line) for line in open(folder + "/in.jsonl")]
      names = ["id", "k", "x", "o", "t", "more"]
      for key in ["a", "b", "c/d"]:
          file = pyarrow.OSFile(f"{folder}/o-{key.replace('/', '%2F')}.{format}")
          table = (pyarrow.ipc.open_file if format == "arrow" else pyarrow.ipc.open_stream)(file).read_all()
          assert table.column_names == names, table.column_names
          kinds = [str(field.type) for field in table.schema]
          assert kinds[:3] == ["int64", "string", "double"] and kinds[4].startswith("timestamp") and kinds[5] == "bool", kinds
          found = table.to_pylist()
          for row in found: row["t"] = row["t"] and row["t"].strftime("%Y-%m-%dT%H:%M:%SZ")
          wanted = [{name: row.get(name) for name in names} for row in rows if row["k"] == key]
          assert found == wanted, (key, len(found), len(wanted), found[-1], wanted[-1])
      """
    let checked = try pythonWithPeers(check, folder.path(""), format)
    #expect(checked.status == 0, "\(checked.complaints)")
  }
}
