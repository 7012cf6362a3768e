import Foundation
import TestSupport
import Testing

@Suite("millrace convert")
struct ConvertTests {
  /// Compares two documents with every number as its text.
  private let equality = """
    import json, sys
    class Number(str): pass
    def load(path): return json.load(open(path), parse_float=Number, parse_int=Number)
    sys.exit(0 if load(sys.argv[1]) == load(sys.argv[2]) else 1)
    """

  @Test(
    arguments: ["twitter.json", "citm_catalog.json", "canada.json", "films.json"],
    [[], ["--pretty"], ["--sort-keys"], ["--sort-keys", "--pretty"]])
  func `Python finds the result equal to the original, digits included`(_ name: String, _ options: [String]) throws {
    let folder = try TemporaryFolder()
    let result = try millraceProcess(["convert", document(name), folder.path("result.json")] + options)
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.complaints.isEmpty)
    #expect(try python(equality, document(name), folder.path("result.json")).status == 0)
  }

  @Test func `sorted and indented it is what Python makes of it`() throws {
    let text = #"{"b":{"é":1,"z":[],"a":{}},"a":[{"y":"\u00e9","x":null}],"\ud83d\ude00":2,"ﬁ":3}"#
    let ours = try millraceProcess(["convert", "-", "--sort-keys", "--pretty"], input: text)
    let script =
      "import json,sys; print(json.dumps(json.load(sys.stdin), indent=2, sort_keys=True, ensure_ascii=False))"
    #expect(try ours.output == python(script, input: text).output)
  }

  @Test func `an array inside a document becomes lines, and lines become an array`() throws {
    let folder = try TemporaryFolder()
    let lines = folder.path("statuses.jsonl")
    #expect(millrace("convert", document("twitter.json"), lines, "--at", "/statuses").status == 0)
    #expect(try folder.read("statuses.jsonl").split(separator: "\n").count == 100)
    #expect(millrace("convert", lines, folder.path("statuses.json")).status == 0)
    let script = """
      import json, sys
      sys.exit(0 if json.load(open(sys.argv[1]))["statuses"] == json.load(open(sys.argv[2])) else 1)
      """
    #expect(try python(script, document("twitter.json"), folder.path("statuses.json")).status == 0)
  }

  @Test(arguments: [
    (["--to", "jsonl"], #"[1,[2],{"a":3}]"#, "1\n[2]\n{\"a\":3}\n"),
    (["--to", "jsonl"], "[]", ""),
    (["--to", "jsonl"], "7", "7\n"),
    (["--limit", "2"], "[1,2,3]", "[1,2]\n"),
    (["--limit", "0"], "[1,2,3]", "[]\n"),
    (["--limit", "9"], "[1,2,3]", "[1,2,3]\n"),
    (["--from", "jsonl"], "1\r\n\n  \n{\"a\" : [ ]}\n\"x\"", "[1,{\"a\":[]},\"x\"]\n"),
    (["--from", "jsonl"], "", "[]\n"),
    (["--from", "ndjson", "--to", "ndjson", "--limit", "1"], "1\n2\n", "1\n"),
    (["--from", "jsonl", "--at", "/a/1"], "{\"a\":[1,2]}\n{\"a\":[3,4,5]}", "[2,4]\n"),
    (["--at", "/a~1b/1/m~0n"], #"{"x":1,"a/b":[0,{"m~n":[1e400,-0]}]}"#, "[1e400,-0]\n"),
    (["--at", ""], #""""#, "\"\"\n"),
    (["--pretty"], #"{"a":[1,{}],"b":[]}"#, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}\n"),
    ([], #"{"a":1,"a":2}"#, "{\"a\":1,\"a\":2}\n"),
    ([], #"["\u0041\/\n\ud83d\ude00",1.50,1E5]"#, "[\"A/\\n😀\",1.50,1E5]\n"),
  ])
  func `standard input becomes standard output`(_ options: [String], _ input: String, _ expected: String) throws {
    let result = try millraceProcess(["convert", "-"] + options, input: input)
    #expect(result.complaints == "")
    #expect(result.output == expected)
    #expect(result.status == 0)
  }

  @Test func `bad data creates no file and keeps an existing one`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("[1,2,\n  nul]", to: "in.json")
    let result = millrace("convert", input, folder.path("out.json"))
    #expect(result.status == 1)
    #expect(result.complaints.hasSuffix(":2:3: unexpected 'n'; expected null, at /2\n      nul]\n      ^\n"))
    #expect(try folder.names == ["in.json"])

    let old = try folder.write("old", to: "old.json")
    #expect(millrace("convert", input, old).status == 1)
    #expect(try folder.read("old.json") == "old")
  }

  @Test func `a file can be converted onto itself, and keeps its rights`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[ 1 ]", to: "a.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    #expect(millrace("convert", path, path).status == 0)
    #expect(try folder.read("a.json") == "[1]\n")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try folder.names == ["a.json"])
  }

  @Test func `a link stays a link, and a device is written to as it is`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("old", to: "target.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: folder.path("target.json"))
    let input = try folder.write("[1]", to: "in.json")
    #expect(millrace("convert", input, folder.path("link.json")).status == 0)
    #expect(try folder.read("target.json") == "[1]\n")
    #expect(try folder.names == ["in.json", "link.json", "target.json"])
    #expect(millrace("convert", input, "/dev/null").status == 0)
  }

  @Test func `a duplicate key is rejected where sorting would lose it`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(#"[{"b":1,"a":2,"b":3}]"#, to: "in.json")
    let result = millrace("convert", input, folder.path("out.json"), "--sort-keys")
    #expect(result.status == 1)
    #expect(result.complaints.contains(#"in.json:1:15: duplicate key "b""#))
    #expect(try folder.names == ["in.json"])
  }

  @Test func `an error in a line has the line's number in the file`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n\n{\"a\":[1,]}\n", to: "in.jsonl")
    let result = millrace("convert", input, folder.path("out.json"))
    #expect(result.status == 1)
    #expect(
      result.complaints.hasSuffix(
        "in.jsonl:3:9: unexpected ']'; expected a value, at /a/1\n    {\"a\":[1,]}\n            ^\n"))
  }

  @Test func `nothing at the pointer is an error of the data`() throws {
    let result = millrace("convert", document("films.json"), "/dev/null", "--at", "/0/nothing")
    #expect(result.status == 1)
    #expect(result.complaints.contains("no value at /0/nothing"))
  }
}
