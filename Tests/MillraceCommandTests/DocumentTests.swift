import Foundation
import MillraceTables
import SystemLibrary
import TestSupport
import Testing

@testable import MillraceCommand

/// Arrays in documents, which are converted in chunks as lines are.
@Suite("Conversion of documents in chunks")
struct DocumentTests {
  /// Documents with the path of their rows.
  private static let documents: [(name: String, text: String, path: String)] = [
    ("array", "[{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":null},{\"b\":\"]},{[\",\"a\":3}]", ""),
    ("pretty", "[\n  {\n    \"a\": 1\n  },\r\n\t{\"a\": 2.5}\n ,\n{\"b\": [1, {\"c\": \"é\"}]}\n]\n", ""),
    ("empty", "[ \n ]", ""),
    ("one", "{\"a\":1,\"b\":[1,2]}", ""),
    ("scalars", "[1,\"x\",null,[1,2],{},true]", ""),
    ("arrays", "[[\"a\",\"b\"],[1,2],[3,4]]", ""),
    ("mixed", "[{\"a\":1},{\"a\":2},[3],{\"a\":4}]", ""),
    ("nested", "{\"x\":[{\"a\":0}],\"d\":{\"items\":[{\"a\":1},{\"a\":2}]},\"y\":[[]]}", "/d/items"),
    ("index", "[[{\"a\":0}],{\"b\":[{\"a\":1},\n{\"a\":\"x\"}]}]", "/1/b"),
    ("twice", "{\"d\":[{\"a\":1}],\"d\":[{\"a\":2}]}", "/d"),
    ("value", "{\"d\":{\"a\":1,\"b\":{}},\"e\":2}", "/d"),
    ("missing", "{\"d\":[{\"a\":1}]}", "/e"),
    ("mark", "\u{FEFF}[{\"a\":\"\u{FEFF}\u{2028}\"},{\"a\":\"é\"}]", ""),
    ("duplicates", "[{\"a\":1,\"a\":2},{\"b\":[],\"a\":3,\"b\":{}}]", ""),
    ("large", "[{\"a\":9007199254740993},{\"a\":0.5},{\"a\":1e400},{\"a\":123456789012345678901234567890}]", ""),
    ("bad value", "[{\"a\":1},\n {\"a\":},\n {\"a\":3}]", ""),
    ("bad bracket", "[{\"a\":[1}},{\"b\":2}]", ""),
    ("bad string", "[{\"a\":1},{\"a\":\"x\n\"}]", ""),
    ("bad key", "{\"é\":[{\"a\":1},\n  {\"a\":1, b:2},{\"a\":}]}", "/é"),
    ("no comma", "[{\"a\":1}\n {\"a\":2}]", ""),
    ("two commas", "[{\"a\":1},,{\"a\":2}]", ""),
    ("last comma", "[{\"a\":1},\n]", ""),
    ("unclosed", "[{\"a\":1},{\"a\":2}", ""),
    ("unclosed element", "[{\"a\":1},{\"a\":[2", ""),
    ("unclosed document", "{\"d\":[{\"a\":1}]", "/d"),
    ("garbage", "[{\"a\":1}] x", ""),
    ("bad member after", "{\"d\":[{\"a\":1}],\"e\":tru}", "/d"),
    ("nothing", " \n", ""),
    (
      "late", "[{\"a\":1},{\"a\":2.5,\"n\":[1]},{\"a\":\"x\",\"n\":[2],\"b\":{\"c\":1}},{\"b\":{\"c\":true,\"d\":1}}]",
      ""
    ),
  ]

  private static let outputs: [[String]] = [
    ["--to", "jsonl"], ["--to", "json"], ["--to", "json", "--pretty"], ["--to", "csv"],
    ["--to", "csv", "--columns", "a"],
    ["--to", "csv", "--flatten", "."], ["--to", "arrow"], ["--to", "jsonl", "--sort-keys"],
    ["--to", "csv", "--where", "a = 2 or a = 'x'"],
  ]

  @Test(arguments: documents.map(\.name))
  func `the output is the same for every chunk size and number of threads, and without chunks`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let document = try #require(Self.documents.first { $0.name == name })
    let input = try folder.write(document.text, to: "in.json")
    for output in Self.outputs {
      let arguments = output + (document.path.isEmpty ? [] : ["--at", document.path])
      let whole = try ChunkFiles.convert(input, arguments, size: 1 << 20, threads: 1, in: folder)
      // Rows that are not objects are rejected as those of lines are. With a limit, elements are converted one after another.
      if !["scalars", "arrays", "mixed"].contains(name) || output[1].hasPrefix("json") {
        let infer = output[1].hasPrefix("json") ? [] : ["--infer", "all"]
        let rows = try ChunkFiles.convert(
          input, arguments + ["--limit", "1000000"] + infer, size: 1 << 20, threads: 1, in: folder)
        #expect(whole.2 == rows.2 && whole.1 == rows.1, "\(name) \(arguments)")
        if output[1] != "arrow" { #expect(whole.0 == rows.0, "\(name) \(arguments)") }
      }
      for (size, threads) in [(1, 1), (1, 7), (20, 2), (35, 7)] {
        let cut = try ChunkFiles.convert(input, arguments, size: size, threads: threads, in: folder)
        #expect(cut.1 == whole.1 && cut.2 == whole.2, "\(name) \(arguments) \(size) \(threads)")
        if output[1] != "arrow" { #expect(cut.0 == whole.0, "\(name) \(arguments) \(size) \(threads)") }
      }
    }
  }

  @Test func `an error names the line, the column and the row of the document`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<1000).map { "    {\"id\": \($0),\n     \"name\": \"é\"}" }.joined(separator: ",\n")
    let input = try folder.write("{\"data\": {\"rows\": [\n\(rows),\n    {\"id\": 1000, \"name\": x}]}}", to: "in.json")
    for threads in [1, 2, 7] {
      let result = try ChunkFiles.convert(
        input, ["--to", "arrow", "--at", "/data/rows"], size: 100, threads: threads, in: folder)
      #expect(
        result.1.hasPrefix("\(input):2002:26: unexpected 'x'; expected a value, at /data/rows/1000/name\n"),
        "\(result.1)")
      #expect(result.1.contains("    {\"id\": 1000, \"name\": x}]}}\n"), "\(result.1)")
      #expect(result.0 == nil && result.2 == 1)
    }
    let piped = try shell(
      "cat '\(input)' | '\(toolPath)' convert - '\(folder.path("out"))' --from json --to arrow --at /data/rows")
    #expect(
      piped.complaints.contains(":2002:26: unexpected 'x'; expected a value, at /data/rows/1000/name\n"), "\(piped)")
  }

  @Test func `a row that is not an object is an error if rows become a table, as in lines`() throws {
    let folder = try TemporaryFolder()
    let document = try folder.write("{\"rows\":[{\"a\":1},{\"a\":2},[3]]}", to: "in.json")
    for (size, output) in [(1, "csv"), (1000, "csv"), (1, "arrow"), (1000, "parquet")] {
      let result = try ChunkFiles.convert(
        document, ["--to", output, "--at", "/rows"], size: size, threads: 2, in: folder)
      #expect(result.1 == "\(document): \(output) requires every row to be an object, at /rows/2\n")
      #expect(result.2 == 1 && result.0 == nil)
    }
  }

  @Test func `a compressed document and one on a pipe are converted as the file is`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<5000).map { "{\"id\": \($0), \"t\": \"x\\\"\($0)\"}" }.joined(separator: " ,\n")
    let input = try folder.write("{\"n\": 2, \"rows\": [\(rows)]}", to: "in.json")
    let options = "--at /rows --to csv"
    let convert = "'\(toolPath)' convert"
    let file = try shell("\(convert) '\(input)' - \(options) | cksum")
    for command in [
      "cat '\(input)' | \(convert) - - --from json \(options)",
      "gzip -c '\(input)' | \(convert) - - --from json \(options)",
      "gzip -c '\(input)' > '\(input).gz'; \(convert) '\(input).gz' - \(options)",
      "(head -c 30000 '\(input)'; sleep 0.1; tail -c +30001 '\(input)') | \(convert) - - --from json \(options)",
    ] {
      let result = try shell("(\(command)) | cksum")
      #expect(result.output == file.output && result.complaints.isEmpty, "\(command) \(result)")
    }
  }

  /// Writes a document with random white space, and its rows as lines.
  private static let randomDocument = """
    import json, random, sys
    random.seed(int(sys.argv[1]))
    letters = ["a", "é", '"', "\\\\", "]", "}", "{", "[", ",", "\\n", "😀", " "]
    def text(): return "".join(random.choice(letters) for _ in range(random.randrange(12)))
    def value(depth):
        kinds = [lambda: random.randrange(1000), lambda: random.randrange(1000) / 8, text, lambda: None, lambda: True]
        if depth:
            kinds.append(lambda: [value(depth - 1) for _ in range(random.randrange(3))])
            kinds.append(lambda: {text(): value(depth - 1) for _ in range(3)})
        return random.choice(kinds)()
    def blank(): return "".join(random.choice(" \\n\\t\\r") for _ in range(random.choice([0, 0, 1, 3])))
    def written(value):
        if isinstance(value, dict):
            members = (blank() + written(k) + blank() + ":" + blank() + written(v) for k, v in value.items())
            return "{" + ",".join(members) + blank() + "}"
        if isinstance(value, list):
            return "[" + ",".join(blank() + written(item) + blank() for item in value) + blank() + "]"
        return json.dumps(value, ensure_ascii=random.random() < 0.5)
    rows = []
    for number in range(random.randrange(1, 60)):
        rows.append({"id": number, "t": text(), **{f"m{k}": value(3) for k in random.sample(range(6), 3)}})
    document = rows
    for key in [key for key in sys.argv[4].split("/") if key]:
        document = {text() + "1": value(2), key: document, text() + "2": value(2)}
    with open(sys.argv[2], "w", newline="", encoding="utf-8") as file: file.write(blank() + written(document) + blank())
    with open(sys.argv[3], "w", newline="", encoding="utf-8") as file:
        for row in rows: file.write(json.dumps(row) + "\\n")
    """

  private static let sameLines = """
    import json, sys
    def rows(path):
        with open(path, encoding="utf-8", newline="\\n") as file: return [json.loads(line) for line in file]
    before, after = rows(sys.argv[1]), rows(sys.argv[2])
    print("same" if before == after else next(f"{a} {b}" for a, b in zip(before + [None], after + [None]) if a != b))
    """

  @Test func `random documents have the rows that Python reads`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    for round in 0..<Scale.count(30) {
      let path = random.element(of: ["", "/rows", "/a/b"])
      let (input, lines) = (folder.path("in.json"), folder.path("in.jsonl"))
      // The innermost key is written first.
      let keys = path.split(separator: "/").reversed().joined(separator: "/")
      let made = try python(Self.randomDocument, "\(SeededGenerator.seed &+ UInt64(round))", input, lines, keys)
      #expect(made.status == 0, "\(made)")
      let (size, threads) = (1 + random.below(600), random.element(of: [1, 2, 7]))
      let note: Comment = "round \(round), size \(size), \(threads) threads, \(SeededGenerator.note)"
      let at = path.isEmpty ? [] : ["--at", path]
      let found = try ChunkFiles.convert(input, ["--to", "jsonl"] + at, size: size, threads: threads, in: folder)
      #expect(found.2 == 0, "\(found.1) \(note)")
      let comparison = try python(Self.sameLines, lines, folder.path("out"))
      #expect(comparison.output == "same\n", "\(comparison) \(note)")
      // Tables are those of the same rows as lines, apart from the text of nested values.
      let table = try ChunkFiles.convert(input, ["--to", "arrow"] + at, size: size, threads: threads, in: folder)
      let ofTable = millrace("convert", folder.path("out"), folder.path("a.jsonl"), "--from", "arrow")
      let expected = try ChunkFiles.convert(lines, ["--to", "arrow"], size: size, threads: threads, in: folder)
      let ofLines = millrace("convert", folder.path("out"), folder.path("b.jsonl"), "--from", "arrow")
      #expect(table.2 == 0 && expected.2 == 0 && ofTable.status == 0 && ofLines.status == 0, "\(table.1) \(note)")
      let counts = try ["a.jsonl", "b.jsonl"].map { try folder.read($0).split(separator: "\n").count }
      #expect(counts[0] == counts[1], "\(counts) \(note)")
    }
  }
}
