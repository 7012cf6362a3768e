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
    (["o-{}.db", "--split-by", "k"], "--split-by writes text, not sqlite\n"),
    (["o-{}.arrow", "--split-by", "k"], "--split-by writes text, not arrow\n"),
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
}
