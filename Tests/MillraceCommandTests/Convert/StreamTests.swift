import Foundation
import TestSupport
import Testing

@Suite("millrace convert, in streams")
struct StreamTests {
  /// Reads a file with Python's gzip and json modules, and lists what it holds.
  private let reader = """
    import gzip, json, sys
    print(json.dumps([json.loads(line) for line in gzip.open(sys.argv[1])]))
    """

  private func compressed(_ text: String, as name: String, in folder: TemporaryFolder) throws -> String {
    let path = folder.path(name)
    let script = "import gzip, sys; gzip.open(sys.argv[1], 'wb').write(sys.stdin.buffer.read())"
    #expect(try python(script, path, input: text).status == 0)
    return path
  }

  @Test func `compressed files are read and written by their names`() throws {
    let folder = try TemporaryFolder()
    let input = try compressed("[1,[2],{\"a\":\"é\"}]", as: "in.json.gz", in: folder)
    #expect(millrace("convert", input, folder.path("out.jsonl.gz")).status == 0)
    #expect(try python(reader, folder.path("out.jsonl.gz")).output == "[1, [2], {\"a\": \"\\u00e9\"}]\n")
    #expect(millrace("convert", folder.path("out.jsonl.gz"), folder.path("back.json")).status == 0)
    #expect(try folder.read("back.json") == "[1,[2],{\"a\":\"é\"}]\n")
  }

  @Test func `standard input and output are compressed on request`() throws {
    let folder = try TemporaryFolder()
    let input = try compressed("1\n2\n", as: "in", in: folder)
    #expect(
      millrace("convert", "--gunzip", "--from", "jsonl", input, folder.path("out"), "--gzip", "--to", "jsonl").status
        == 0)
    #expect(try python(reader, folder.path("out")).output == "[1, 2]\n")
  }

  @Test func `damaged compression is an error, and no output remains`() throws {
    let folder = try TemporaryFolder()
    let input = try compressed("[" + String(repeating: "1,", count: 9999) + "1]", as: "in.json.gz", in: folder)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: input))
    try bytes.dropLast(5).write(to: URL(fileURLWithPath: input))
    let result = millrace("convert", input, folder.path("out.json"))
    #expect(result.status == 1)
    #expect(
      result.complaints.contains("in.json.gz: unexpected end of the compressed data at byte \(bytes.count - 5)"))
    #expect(try folder.names == ["in.json.gz"])
  }

  @Test func `several files become one`() throws {
    let folder = try TemporaryFolder()
    let inputs = [
      try folder.write("[1,2]", to: "a.json"), try folder.write("3\n\n4", to: "b.jsonl"),
      try folder.write("{\"c\":5}", to: "c.json"), try folder.write("[]", to: "d.json"),
    ]
    let output = folder.path("out.json")
    #expect(run(["convert"] + inputs + ["--output", output]).status == 0)
    #expect(try folder.read("out.json") == "[1,2,3,4,{\"c\":5}]\n")
    #expect(run(["convert", "-o", output, "--limit", "3", "--to", "jsonl"] + inputs).status == 0)
    #expect(try folder.read("out.json") == "1\n2\n3\n")
    let result = run(["convert"] + inputs)
    #expect(result.status == 2)
    #expect(result.complaints.contains("with several INPUTs the OUTPUT is named by --output"))
  }

  private func run(_ arguments: [String]) -> Outcome {
    (try? millraceProcess(arguments)) ?? Outcome(status: -1, output: "", complaints: "")
  }

  private let lines = "{\"a\":1}\n{\"a\":\n{\"a\":2} x\nnul\n[}\n{\"a\":3}\n\"\u{1}\"\n4"

  @Test func `bad lines stop the conversion, unless they are skipped`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines, to: "in.jsonl")
    let stopped = millrace("convert", input, folder.path("out.jsonl"))
    #expect(stopped.status == 1)
    #expect(
      stopped.complaints.hasPrefix(
        "\(input):2:6: unexpected end of the document; expected a value, at /a\n    {\"a\":\n"))
    #expect(try folder.names == ["in.jsonl"])

    let skipped = millrace("convert", input, folder.path("out.jsonl"), "--on-bad-row", "skip")
    #expect(skipped.status == 0)
    #expect(skipped.complaints == "millrace: 5 bad rows skipped\n")
    #expect(try folder.read("out.jsonl") == "{\"a\":1}\n{\"a\":3}\n4\n")
    #expect(millrace("convert", input, folder.path("out.json"), "--on-bad-row", "skip", "--sort-keys").status == 0)
    #expect(try folder.read("out.json") == "[{\"a\":1},{\"a\":3},4]\n")
  }

  @Test func `bad lines are reported with their numbers`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines, to: "in.jsonl")
    let report = folder.path("bad.jsonl")
    #expect(millrace("convert", input, folder.path("out.jsonl"), "--on-bad-row", "report=\(report)").status == 0)
    let script = "import json, sys; print([(r['line'], r['column']) for r in map(json.loads, open(sys.argv[1]))])"
    #expect(try python(script, report).output == "[(2, 6), (3, 9), (4, 1), (5, 2), (7, 2)]\n")
  }

  @Test(arguments: [
    (["--on-bad-row", "nope", "a.jsonl"], "--on-bad-row takes stop, skip or report=FILE, not 'nope'"),
    (["--on-bad-row", "report=", "a.jsonl"], "--on-bad-row takes stop, skip or report=FILE, not 'report='"),
    (["--on-bad-row", "skip", document("films.json")], "--on-bad-row cannot be used here"),
  ])
  func `only the bad lines of line formats can be skipped`(_ arguments: [String], _ reason: String) {
    let result = run(["convert"] + arguments)
    #expect(result.status == 2)
    #expect(result.complaints.hasPrefix("millrace: \(reason)"))
  }

  @Test func `a document that is not an array can be larger than the window`() throws {
    let folder = try TemporaryFolder()
    let script = """
      import json, random
      random.seed(7)
      print(json.dumps({f"k{i}": [i, {"x": "\\u00e9\\n" * (i % 50)}, None, i / 7] for i in range(9000)}, indent=1))
      """
    let input = try folder.write(try python(script).output, to: "in.json")
    for options in [[], ["--pretty"], ["--sort-keys"]] {
      #expect(run(["convert", input, folder.path("out.json")] + options).status == 0)
      let same = "import json, sys; sys.exit(json.load(open(sys.argv[1])) != json.load(open(sys.argv[2])))"
      #expect(try python(same, input, folder.path("out.json")).status == 0)
    }
  }
}
