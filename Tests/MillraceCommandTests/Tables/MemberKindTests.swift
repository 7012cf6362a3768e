import Foundation
import TestSupport
import Testing

/// Kinds of columns in inputs of JSON, beside Python.
@Suite("Kinds of members of JSON")
struct MemberKindTests {
  /// Writes rows with texts, and the same rows with the values of the texts.
  private static let oracle = """
    import base64, datetime, json, random, sys
    folder, rng = sys.argv[1], random.Random(11)
    dump = lambda v: json.dumps(v, separators=(",", ":"), ensure_ascii=False)
    rows, typed = [], []
    for i in range(400):
        time = datetime.datetime(rng.randint(1900, 2100), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59))
        number = rng.randint(-10**20, 10**20)
        word = rng.choice(["true", "FALSE", "1", "0"])
        nested = rng.choice([[1, "é"], {"a": None}, "x", 7])
        rows.append({"i": str(number) if i % 2 else number, "t": time.strftime("%d.%m.%Y %H:%M") if i % 7 else None,
            "n": "-1.50e3" if i % 3 else 2.25, "b": word, "y": base64.b64encode(bytes([i % 256, 1])).decode(),
            "j": dump(nested), "s": rng.choice([i, True, nested, "plain"]), "z": "7"})
        typed.append({"i": number, "t": time.isoformat() + "Z" if i % 7 else None,
            "n": "-1.50e3" if i % 3 else 2.25, "b": word in ("true", "1"), "y": rows[-1]["y"],
            "j": nested, "s": rows[-1]["s"] if isinstance(rows[-1]["s"], str) else dump(rows[-1]["s"]), "z": "7"})
    line = lambda row: dump(row).replace('"n":"-1.50e3"', '"n":-1.50e3') + "\\n"
    open(folder + "/in.jsonl", "w").write("".join(dump(row) + "\\n" for row in rows))
    open(folder + "/in.json", "w").write(json.dumps(rows, indent=1))
    open(folder + "/at.json", "w").write(json.dumps({"a": {"rows": rows}}))
    open(folder + "/in.concatenated.json", "w").write("".join(map(dump, rows)))
    open(folder + "/in.jsonseq", "w").write("".join("\\x1e" + dump(row) + "\\n" for row in rows))
    open(folder + "/typed.jsonl", "w").write("".join(map(line, typed)))
    """

  private let kinds = ["--columns", "i=int,t=instant:%d.%m.%Y %H:%M,n=number,b=bool,y=bytes,j=json,s=text,z"]

  @Test(arguments: [
    ("in.jsonl", []), ("in.jsonl", ["--threads", "1"]), ("in.jsonl", ["--limit", "1000"]), ("in.json", []),
    ("at.json", ["--at", "/a/rows"]), ("in.concatenated.json", ["--from", "concatenated"]),
    ("in.jsonseq", ["--from", "json-seq"]), ("in.jsonl", ["--where", "i <= 1e30"]),
  ])
  func `texts become what the kinds say`(_ input: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let printed = try python(Self.oracle, folder.path(""))
    try #require(printed.status == 0, "\(printed.complaints)")
    let expected = try String(contentsOfFile: folder.path("typed.jsonl"), encoding: .utf8)
    let result = try millraceProcess(["convert", folder.path(input), "--to", "jsonl"] + kinds + options)
    #expect(result.output == expected && result.complaints == "", "\(result.complaints)")
    let piped = try shell(
      "'\(toolPath)' convert - --from jsonl --to jsonl --columns '\(kinds[1])' < '\(folder.path("in.jsonl"))'")
    #expect(piped.output == expected)
    // Other outputs have the same rows as those of the typed input.
    for output in ["csv", "db"] {
      let paths = ["ours", "theirs"].map { folder.path("\($0).\(output)") }
      let long = output == "db" ? ["--long-numbers", "text"] : []
      #expect(
        millrace(["convert", folder.path(input), paths[0] + (output == "db" ? "#t" : "")] + kinds + options + long)
          .status == 0)
      #expect(
        millrace(["convert", folder.path("typed.jsonl"), paths[1] + (output == "db" ? "#t" : "")] + long).status == 0)
      let rows = try paths.map { try millraceProcess(["convert", $0, "--to", "jsonl"]).output }
      #expect(rows[0] == rows[1] && !rows[0].isEmpty, "\(output)")
    }
  }

  @Test func `columns of Arrow have the kinds`() throws {
    let folder = try TemporaryFolder()
    let rows = "{\"t\":\"2024-07-01 12:00\",\"b\":\"AQI=\",\"n\":\"7\"}\n{\"t\":null,\"b\":\"\",\"n\":8}\n"
    let input = try folder.write(rows, to: "in.jsonl")
    let options = ["--columns", "t=instant,b=bytes,n=int", "--zone", "Europe/Berlin"]
    #expect(millrace(["convert", input, folder.path("out.arrow")] + options).status == 0)
    #expect(
      try millraceProcess(["convert", folder.path("out.arrow"), "--to", "jsonl"]).output
        == "{\"t\":\"2024-07-01T10:00:00Z\",\"b\":\"AQI=\",\"n\":7}\n{\"b\":\"\",\"n\":8}\n")
    let schema = millrace("schema", folder.path("out.arrow")).output
    for column in ["\nt       instant", "\nb       bytes", "\nn       integer"] {
      #expect(schema.contains(column), "\(schema)")
    }
  }

  @Test(arguments: [
    (["--columns", "*d=int,x"], "[{\"id\":\"1\",\"x\":\"2\"}]", "[{\"id\":1,\"x\":\"2\"}]"),
    (["--columns", "*=int,x=text"], "[{\"id\":\"1\",\"x\":2}]", "[{\"id\":1,\"x\":\"2\"}]"),
    (
      ["--unnest", "a", "--columns", "a=int,b=text"], "[{\"a\":[\"1\",2],\"b\":3},{\"a\":\"4\",\"b\":5}]",
      "[{\"a\":1,\"b\":\"3\"},{\"a\":2,\"b\":\"3\"},{\"a\":4,\"b\":\"5\"}]"
    ),
    (
      ["--entries", "k", "--columns", "k=text,v=int,value=int"], "{\"a\":{\"v\":\"1\"},\"b\":\"2\"}",
      "[{\"k\":\"a\",\"v\":1},{\"k\":\"b\",\"value\":2}]"
    ),
    (["--columns", "id=int", "--rename", "id=key"], "[{\"id\":\"1\",\"x\":2}]", "[{\"key\":1}]"),
    (["--columns", "id=text"], "{\"id\":1.50}", "{\"id\":\"1.50\"}"),
    (["--columns", "id=int,t", "--sort-keys"], "[{\"t\":1,\"id\":\"007\"}]", ""),
  ])
  func `patterns, nested values and new names have kinds`(_ options: [String], _ input: String, _ output: String) throws
  {
    let result = try millraceProcess(["convert", "-", "--from", "json"] + options, input: input)
    guard !output.isEmpty else {
      // As in a cell of CSV, a number does not begin with zeros.
      return #expect(
        result.status == 1
          && result.complaints.hasPrefix("standard input:1:14: expected integer, found \"007\", at /0/id\n"),
        "\(result.complaints)")
    }
    #expect(result.output == output + "\n", "\(result.complaints)")
  }

  @Test func `members of nested objects have kinds where they become columns`() throws {
    let result = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "csv", "--flatten", ".", "--columns", "u.id=int,u.t=instant"],
      input: "{\"u\":{\"id\":\"7\",\"t\":\"2024-01-02\"}}\n{\"u\":{\"t\":null,\"id\":8}}\n")
    #expect(result.output == "u.id,u.t\n7,2024-01-02T00:00:00Z\n8,\n", "\(result.complaints)")
  }

  @Test func `head, schema, stats and diff have the kinds`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("{\"id\":\"1\",\"n\":\"10\"}\n{\"id\":\"2\",\"n\":\"9\"}\n", to: "old.jsonl")
    let new = try folder.write("{\"id\":2,\"n\":9}\n{\"id\":1,\"n\":10}\n", to: "new.jsonl")
    let options = ["--columns", "id=int,n=number"]
    #expect(millrace(["head", old, "--json"] + options).output == "{\"id\":1,\"n\":10}\n{\"id\":2,\"n\":9}\n")
    #expect(millrace(["schema", old] + options).output.contains("n       integer"))
    #expect(millrace(["stats", old] + options).output == millrace(["stats", new]).output)
    #expect(millrace(["diff", old, new, "--key", "id"] + options).status == 0)
    #expect(millrace(["diff", old, new, "--key", "id"]).status == 1)
  }

  @Test(arguments: [
    ("a=int", "\"x\"", "expected integer, found \"x\""), ("a=int", "1.0", "expected integer, found 1.0"),
    ("a=int", "true", "expected integer, found true"), ("a=int", "[1]", "expected integer, found an array"),
    ("a=number", "\"1,5\"", "expected number, found \"1,5\""), ("a=number", "{}", "expected number, found an object"),
    ("a=bool", "2", "expected boolean, found 2"), ("a=bool", "\"\"", "expected boolean, found \"\""),
    ("a=bytes", "\"?\"", "expected Base64, found \"?\""), ("a=json", "\"[1\"", "expected JSON, found \"[1\""),
    ("a=instant", "5", "expected date and time such as 2024-01-02 03:04:05, found 5"),
    ("a=instant:%d.%m.%Y", "\"31.04.2024\"", "expected date and time like '%d.%m.%Y', found \"31.04.2024\""),
  ])
  func `what is not of its kind is an error at the value`(_ kind: String, _ value: String, _ problem: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":null}\n\n{\"b\":1,\"a\":\(value)}\n{\"a\":null,\"b\":2}\n", to: "in.jsonl")
    for output in ["csv", "jsonl", "arrow", "db#t"] {
      let result = try millraceProcess(["convert", input, folder.path("out.\(output)"), "--columns", "b,\(kind)"])
      #expect(
        result.status == 1 && result.complaints.hasPrefix("\(input):3:12: \(problem), at /a\n"),
        "\(output) \(result.complaints)")
    }
    #expect(try folder.names == ["in.jsonl"])
    let report = folder.path("bad.jsonl")
    for threads in ["1", "2"] {
      let skipped = try millraceProcess(
        [
          "convert", input, "--to", "jsonl", "--columns", "b,\(kind)", "--on-bad-row", "report=\(report)", "--threads",
          threads,
        ])
      #expect(skipped.output == "{\"a\":null}\n{\"a\":null,\"b\":2}\n", "\(skipped.complaints)")
      let text = try String(contentsOfFile: report, encoding: .utf8)
      #expect(text.contains("\"line\":3,\"column\":12") && text.contains("\"path\":\"/a\""), "\(text)")
    }
  }

  @Test(arguments: [
    (["--columns", "id=int"], "in.db", "--columns with kinds requires an INPUT in csv or JSON\n"),
    (["--entries", "k", "--columns", "k=int"], "in.json", "--columns k: the keys of --entries are text\n"),
    (["--columns", "#1=int"], "in.json", "#1: the columns of in.json have no positions\n"),
  ])
  func `kinds that no input can have are rejected`(_ options: [String], _ input: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("[{\"id\":1}]", to: "in.json")
    try #require(millrace("convert", folder.path("in.json"), folder.path("in.db#t")).status == 0)
    let result = try shell(
      "cd '\(folder.url.path)' && '\(toolPath)' convert \(input) out.json \(options.map { "'\($0)'" }.joined(separator: " "))"
    )
    #expect(result.status == 2 && result.complaints.hasPrefix("millrace: " + message), "\(result.complaints)")
  }
}
