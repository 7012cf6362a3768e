import Foundation
import TestSupport
import Testing

/// `--entries` beside Python.
@Suite("Members of objects as rows")
struct EntriesTests {
  private static let oracle = """
    import json, sys
    for line in open(sys.argv[1]):
        for key, value in json.loads(line).items():
            row = {"id": key, **value} if isinstance(value, dict) else {"id": key, "value": value}
            print(json.dumps(row, separators=(",", ":"), ensure_ascii=False))
    """
  private static let lines = """
    {"a":{"x":1,"tags":[1,2]},"é\\"b":{"y":{"id":2}},"":{}}
    {}
    {"c":5,"d":null,"e":[{"id":1}],"f":{"x":2.5}}

    """

  @Test func `members become rows as in Python`() throws {
    let folder = try TemporaryFolder()
    let lines = try folder.write(Self.lines, to: "a.jsonl")
    let expected = try python(Self.oracle, lines)
    #expect(expected.status == 0, "\(expected.complaints)")
    let array = try folder.write("[" + Self.lines.split(separator: "\n").joined(separator: ",") + "]", to: "a.json")
    for input in [lines, array] {
      for more in [[], ["--threads", "2"], ["--limit", "99"], ["--tail", "99"], ["--where", "id is not null"]] {
        let result = try millraceProcess(["convert", input, "--to", "jsonl", "--entries", "id"] + more)
        #expect(result.output == expected.output && result.complaints == "", "\(more) \(result.complaints)")
      }
      #expect(millrace("head", input, "--json", "--entries", "id").output == expected.output)
      #expect(millrace("schema", input, "--entries", "id").output.hasPrefix("7 rows"))
      let query = try millraceProcess(["query", "SELECT count(*) AS n, max(x) AS m FROM a", input, "--entries", "id"])
      #expect(query.output == "{\"n\":7,\"m\":2.5}\n", "\(query.complaints)")
    }
  }

  @Test func `a single document is rows, at a pointer, and with all other options`() throws {
    let document = "{\"users\":{\"ada\":{\"age\":36,\"langs\":[\"en\",\"fr\"]},\"bob\":{\"age\":7}}}"
    func convert(_ options: String...) throws -> Outcome {
      try millraceProcess(
        ["convert", "-", "--from", "json", "--at", "/users", "--entries", "id"] + options, input: document)
    }
    #expect(try convert("--to", "csv").output == "id,age,langs\nada,36,\"[\"\"en\"\",\"\"fr\"\"]\"\nbob,7,\n")
    #expect(
      try convert().output == "[{\"id\":\"ada\",\"age\":36,\"langs\":[\"en\",\"fr\"]},{\"id\":\"bob\",\"age\":7}]\n")
    #expect(
      try convert("--unnest", "langs", "--columns", "id,langs", "--to", "csv").output
        == "id,langs\nada,en\nada,fr\nbob,\n")
    #expect(
      try convert("--where", "age > 10", "--rename", "id=name", "--drop", "langs", "--to", "jsonl").output
        == "{\"name\":\"ada\",\"age\":36}\n")
  }

  @Test(arguments: [
    (
      "{\"a\":{\"id\":1}}", ["--entries", "id"], 1,
      "a value has a member 'id', which is the name of --entries, at /0\n  --entries can have another name\n"
    ),
    (
      "[1]", ["--entries", "id"], 1,
      "--entries requires an object whose members become rows, at /0\n  --at POINTER reads an object in the document\n"
    ),
    (
      "{}", ["--entries", "value"], 2,
      "--entries takes the name of a column for the keys, not 'value'\n  such as --entries id\n"
    ),
    ("{}", ["--entries", "id", "--from", "csv"], 2, "--entries cannot be used here\n"),
  ])
  func `what has no entries is an error`(_ input: String, _ options: [String], _ status: Int, _ message: String) throws
  {
    let result = try millraceProcess(["convert", "-", "--to", "csv"] + options, input: input)
    #expect(Int(result.status) == status && result.complaints.contains(message), "\(result.complaints)")
  }
}
