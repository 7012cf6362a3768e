import Foundation
import TestSupport
import Testing

@Suite("millrace check")
struct CheckTests {
  @Test func `valid files are reported, unless quiet`() {
    let result = millrace("check", document("films.json"), document("canada.json"))
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count == 2)
    #expect(result.output.contains("films.json: valid (300,649 bytes)\n"))
    #expect(millrace("check", "--quiet", document("films.json")).output == "")
  }

  @Test func `every file is looked at, and each bad line of one is named`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write("{\"a\": tru}", to: "bad.json")
    let lines = try folder.write("1\n[\n{\"ä\":\"\t\"}\n2", to: "lines.jsonl")
    let result = millrace("check", bad, document("films.json"), lines)
    #expect(result.status == 1)
    #expect(result.output.contains("films.json: valid"))
    #expect(
      result.complaints == """
        \(bad):1:7: unexpected 't'; expected true or false, at /a
            {"a": tru}
                  ^
        \(lines):2:2: unexpected end of the document; expected a value, at /0
            [
             ^
        \(lines):3:7: unescaped control character 0x09 in a string; expected \\u0009, at /ä
            {"ä":" "}
                  ^

        """)
  }

  @Test(arguments: [
    "{\"a\":1}{\"b\":2}", "{\"a\":1}\n{\"b\":2}\n", "[1]\n\n [2]", "1\n2\n", "\"x\" true", "[] ]",
  ])
  func `a json file is one document, and what follows has its place`(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "two.json")
    let place = try python(
      """
      import json, sys
      try: json.loads(sys.stdin.read())
      except json.JSONDecodeError as error: print(f"{error.lineno}:{error.colno}", end="")
      """, input: text
    ).output
    let result = millrace("check", file)
    #expect(result.status == 1 && result.output == "")
    #expect(
      result.complaints.hasPrefix("\(file):\(place): unexpected content after the end of the document\n"),
      "\(result.complaints)")
    let hint = "\n  json is one document: --from jsonl, concatenated or json-seq reads several\n"
    #expect(result.complaints.hasSuffix(hint))
    let several = millrace("check", "--from", "concatenated", file)
    #expect(several.status == (text == "[] ]" ? 1 : 0), "\(several.complaints)")
  }

  @Test func `a long line is cut around the place`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "0,", count: 500)
    let bad = try folder.write("[\(long)x,\(long)0]", to: "bad.json")
    let lines = millrace("check", bad).complaints.split(separator: "\n")
    #expect(lines[0].hasSuffix("bad.json:1:1002: unexpected 'x'; expected a value, at /500"))
    #expect(lines[1].count == 80 && lines[1].hasSuffix("0,x" + String(repeating: ",0", count: 18) + ","))
    #expect(lines[2] == Substring(String(repeating: " ", count: 42) + "^"))
  }
}
