import Foundation
import TestSupport
import Testing

@Suite("millrace fmt")
struct FmtTests {
  /// Lays a document out with Python's `json`, every number with its own text: the file, then the arguments of `dumps` as
  /// JSON.
  private let layout = #"""
    import json, re, sys
    mark = "\ue000"
    number = lambda text: mark + text + mark
    value = json.load(open(sys.argv[1], encoding="utf-8"), parse_float=number, parse_int=number)
    text = json.dumps(value, ensure_ascii=False, **json.loads(sys.argv[2]))
    print(re.sub(f'"{mark}([^{mark}]*){mark}"', r"\1", text))
    """#

  @Test(
    arguments: ["twitter.json", "films.json"],
    [
      ([], #"{"indent":2}"#), (["--indent", "0"], #"{"indent":0}"#), (["--indent", "4"], #"{"indent":4}"#),
      (["--indent", "3", "--sort-keys"], #"{"indent":3,"sort_keys":true}"#),
      (["--compact"], #"{"separators":[",",":"]}"#),
    ])
  func `files are laid out as Python lays them out`(_ name: String, _ arguments: ([String], String)) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.json")
    try FileManager.default.copyItem(atPath: document(name), toPath: path)
    let result = try millraceProcess(["fmt", path] + arguments.0)
    #expect(result.status == 0 && result.output == "" && result.complaints == "")
    let expected = try python(layout, document(name), arguments.1)
    #expect(expected.status == 0)
    // Compared by one Boolean value, because a failure message must not contain two megabytes.
    let isEqual = try folder.read("a.json") == expected.output
    #expect(isEqual)
    #expect(try millraceProcess(["fmt", "--check", path] + arguments.0).status == 0)
    #expect(try folder.names == ["a.json"])
  }

  @Test(arguments: [
    (
      [], #"{"b":[1.50,-0,1E400],"a":{},"b":"\u0041\/\u000a"}"#,
      "{\n  \"b\": [\n    1.50,\n    -0,\n    1E400\n  ],\n  \"a\": {},\n  \"b\": \"A/\\n\"\n}\n"
    ),
    ([], " 1\r\n\r\n", "1\n"),
    (["--compact"], "[ 1,\r\n 2 ]", "[1,2]\n"),
    (["--compact", "--sort-keys"], #"{"b":{"z":1,"y":2},"a":0}"#, "{\"a\":0,\"b\":{\"y\":2,\"z\":1}}\n"),
    (["--indent", "1"], #"{"  a":["   "]}"#, "{\n \"  a\": [\n  \"   \"\n ]\n}\n"),
    (["--from", "jsonl"], "{\"a\" : 1}\r\n\n [ ]", "{\"a\":1}\n[]\n"),
    (["--from", "jsonl"], "", ""),
  ])
  func `standard input becomes standard output`(_ options: [String], _ input: String, _ expected: String) throws {
    let result = try millraceProcess(["fmt", "-"] + options, input: input)
    #expect(result.complaints == "")
    #expect(result.output == expected)
    #expect(result.status == 0)
  }

  @Test func `a bad file stays as it is and is named, and the others are formatted`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("[1,\n  tru]", to: "bad.json")
    let lines = try folder.write("1\n2 3\n", to: "bad.jsonl")
    let good = try folder.write("[1]", to: "good.geojson")
    let result = millrace("fmt", bad, lines, good)
    #expect(result.status == 1)
    #expect(
      result.complaints == """
        \(bad):2:3: unexpected 't'; expected true or false, at /1
              tru]
              ^
        \(lines):2:3: unexpected content after the end of the document
            2 3
              ^

        """)
    #expect(try folder.read("bad.json") == "[1,\n  tru]")
    #expect(try folder.read("bad.jsonl") == "1\n2 3\n")
    #expect(try folder.read("good.geojson") == "[\n  1\n]\n")
    #expect(try folder.names == ["bad.json", "bad.jsonl", "good.geojson"])
  }

  @Test func `a check names what would change, and changes nothing`() throws {
    let folder = try TemporaryFolder()
    let loose = try folder.write("[1 ]", to: "loose.json")
    let tidy = try folder.write("[\n  1\n]\n", to: "tidy.json")
    let result = millrace("fmt", "--check", loose, tidy)
    #expect(result.status == 1)
    #expect(result.output == "\(loose)\n")
    #expect(try folder.read("loose.json") == "[1 ]")
    #expect(millrace("fmt", "--check", tidy).status == 0)
    let piped = try millraceProcess(["fmt", "--check", "-"], input: "[1 ]")
    #expect(piped.status == 1 && piped.output == "standard input\n")
  }

  @Test func `a formatted file is not written again`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("1\n", to: "a.json")
    func identity() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    let before = try identity()
    #expect(before != nil)
    #expect(millrace("fmt", path).status == 0)
    #expect(try identity() == before)
  }

  @Test func `a file keeps its rights, and a link stays a link`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[ ]", to: "a.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = folder.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(millrace("fmt", link).status == 0)
    #expect(try folder.read("a.json") == "[]\n")
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test func `a pipe can be checked but not replaced`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("pipe.json")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Each call reads what one writer has put in.
    func feed() {
      Thread.detachNewThread { try? Data("[ ]".utf8).write(to: URL(fileURLWithPath: pipe)) }
    }
    feed()
    #expect(millrace("fmt", "--check", pipe).output == "\(pipe)\n")
    feed()
    let result = millrace("fmt", pipe)
    #expect(result.status == 2)
    #expect(result.complaints.contains("cannot replace \(pipe): it is not a regular file"))
  }

  @Test func `a duplicate key is rejected where sorting would lose it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"{"b":1,"b":2}"#, to: "a.json")
    let result = millrace("fmt", "--sort-keys", path)
    #expect(result.status == 1)
    #expect(result.complaints.contains(#"a.json:1:8: duplicate key "b""#))
    #expect(try folder.read("a.json") == #"{"b":1,"b":2}"#)
  }
}
