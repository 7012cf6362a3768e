import MillraceTables
import Foundation
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("millrace head and schema")
struct HeadTests {
  @Test func `columns are aligned, also with characters of two cells`() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"name":"東京","n":7,"on":true}
      {"name":"e\u{301}lan 👍🏽","n":-12.5,"tags":["a",{"b":null}]}
      {"name":null,"n":3}
      """
    let path = try folder.write(text, to: "in.jsonl")
    let result = try millraceProcess(["head", path])
    #expect(
      result.output == """
        name         n  on    tags
        東京         7  true
        e\u{301}lan 👍🏽  -12.5        ["a",{"b":null}]
        null         3

        """)
  }

  @Test(arguments: ["csv", "arrow", "parquet", "db"])
  func `a table without rows has its columns`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let (table, rows) = (
      try folder.write("id,name\n", to: "in.csv"), try folder.write("id,name\n1,a\n", to: "rows.csv")
    )
    let path = folder.path("out.\(format)")
    #expect(try millraceProcess(["convert", table, path]).status == 0)
    #expect(try millraceProcess(["head", path]).output == "id  name\n")
    #expect(try millraceProcess(["head", path, "--columns", "name,id"]).status == 0)
    #expect(try millraceProcess(["head", path, "--drop", "id", "--rename", "name=n"]).output == "n\n")
    #expect(try millraceProcess(["head", rows, "--where", "id = 2"]).output == "id  name\n")
    #expect(
      try millraceProcess(["query", "select name, 1 as n from [in] where 0", table, "--to", "csv"]).output == "name,n\n"
    )
    #expect(try millraceProcess(["schema", path]).output.hasPrefix("0 rows\n\ncolumn"))
  }

  @Test func `a schema of nothing has no rows`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "in.csv")
    #expect(try millraceProcess(["schema", path]).output == "0 rows\n\ncolumn  type  absent  null  examples\n")
    #expect(try millraceProcess(["head", path]).output == "")
  }

  @Test func `the width of a character is Unicode's`() throws {
    // East_Asian_Width of Python's tables is the oracle: W and F are two columns, and what combines takes none.
    let script = """
      import sys, unicodedata
      for code in range(0x20, 0x30000):
          if 0xD800 <= code < 0xE000 or 0x7F <= code < 0xA0: continue
          c = chr(code)
          if unicodedata.category(c) in ("Cn", "Co", "Cf", "Mn", "Me", "Mc") or 0x1F1E6 <= code < 0x1F200: continue
          if 0x1160 <= code < 0x1200 or 0xD7B0 <= code < 0xD800: continue
          print(code, 2 if unicodedata.east_asian_width(c) in "WF" else 1)
      """
    var (count, wrong) = (0, [String]())
    for line in try python(script).output.split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { UInt32($0) }
      let scalar = try #require(UnicodeScalar(numbers[0]))
      let width = displayWidth(Character(scalar))
      if width != Int(numbers[1]) { wrong.append(String(numbers[0], radix: 16)) }
      count += 1
    }
    #expect(wrong.prefix(20) == [])
    #expect(count > 50_000)
  }

  @Test func `long cells are cut, and as many rows shown as are wanted`() throws {
    let folder = try TemporaryFolder()
    let rows = (1...30).map { "\($0),\(String(repeating: "長い", count: $0))" }.joined(separator: "\n")
    let path = try folder.write("n,text\n\(rows)\n", to: "in.csv")
    let lines = millrace("head", path, "-n", "20", "--width", "12").output.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[1] == " 1  長い")
    #expect(lines[3] == " 3  長い長い長い")
    #expect(lines[4] == " 4  長い長い長…")
    #expect(millrace("head", path).output.split(separator: "\n").count == 11)
    #expect(millrace("head", path, "-n", "0").output == "n  text\n")
  }

  @Test func `rows are shown as documents on request`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a,b\n1,x\n2,\n3,y\n", to: "in.csv")
    #expect(millrace("head", path, "--json", "-n", "2").output == "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n")
  }

  @Test(arguments: [
    ("[]", ""), ("[1,[2],\"x\"]", "value  1\n1\n       2\nx\n"), ("[[1,2],[3]]", "1  2\n1  2\n3\n"),
    ("[{},{}]", "{}\n{}\n"),
  ])
  func `elements that are not objects are shown`(_ text: String, _ expected: String) throws {
    let folder = try TemporaryFolder()
    #expect(millrace("head", try folder.write(text, to: "in.json")).output == expected)
  }

  @Test func `characters that move the cursor are not shown`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(#"[{"a\u001b[1m":"\u001b[31mred\n\u009b"}]"#, to: "in.json")
    let output = millrace("head", path).output
    #expect(output == "a [1m\n [31mred\n")
  }

  @Test func `a schema names columns, types, gaps and examples`() throws {
    let folder = try TemporaryFolder()
    let text = """
      {"id":1,"name":"a","size":{"x":1.5},"tags":["u"],"at":"2026-11-22T03:10:20Z"}
      {"id":"2","name":null,"size":{"x":2,"y":[{"z":true}]},"tags":[]}
      """
    let path = try folder.write(text, to: "in.jsonl")
    #expect(
      millrace("schema", path).output == """
        2 rows

        column      type             absent  null  examples
        id          integer or text                1, 2
        name        text                        1  "a"
        size        object
        size.x      number                         1.5, 2
        size.y      list of object        1
        size.y[].z  boolean                        true
        tags        list of text
        at          text (instants)       1        "2026-11-22T03:10:20Z"

        """)
    #expect(millrace("schema", path, "--limit", "1").output.hasPrefix("1 row\n"))
  }

  @Test func `a schema is a document on request`() throws {
    let result = try millraceProcess(["schema", document("films.json"), "--json"])
    let script = """
      import json, sys
      schema, films = json.load(sys.stdin), json.load(open(sys.argv[1]))
      assert schema["count"] == len(films) and schema["kinds"] == ["object"]
      for field in schema["fields"]:
          values = [film[field["name"]] for film in films if field["name"] in film]
          assert field["absent"] == len(films) - len(values) and field["count"] == len(values)
          assert field["nulls"] == values.count(None)
          assert all(example in values for example in field.get("examples", []))
      assert [field["name"] for field in schema["fields"]] == list(dict.fromkeys(name for film in films for name in film))
      """
    #expect(try python(script, document("films.json"), input: result.output).status == 0)
  }

  @Test func `a pipe of CSV has a schema, too`() throws {
    let result = try shell("printf 'a,b\\n1,x\\n2.5,\\n' | '\(toolPath)' schema -")
    #expect(
      result.output.contains("a       number                \"1\", \"2.5\"\nb       text         1        \"x\"\n"),
      "\(result.output)")
  }

  @Test func `rows are those of a condition`() throws {
    let folder = try TemporaryFolder()
    let lines = (1...50).map { "{\"id\":\($0),\"name\":\"n\($0 % 7)\"}\n" }.joined()
    let input = try folder.write(lines, to: "in.jsonl")
    try #require(millrace("convert", input, folder.path("in.csv")).status == 0)
    for path in [input, folder.path("in.csv")] {
      let result = millrace("head", path, "--where", "name = 'n3' and id > 10", "-n", "3", "--json", "--columns", "id")
      #expect(result.output == "{\"id\":17}\n{\"id\":24}\n{\"id\":31}\n", "\(result.complaints)")
      #expect(millrace("head", path, "--where", "id > 99").output == (path == input ? "" : "id  name\n"))
      let unknown = millrace("head", path, "--where", "nme = 'n3'")
      #expect(
        unknown.status == 2 && unknown.complaints.contains("unknown column 'nme' in \(path)\n"), "\(unknown.complaints)"
      )
      #expect(millrace("head", path, "--where", "id >").complaints.hasPrefix("millrace: --where: "))
    }
  }
}
