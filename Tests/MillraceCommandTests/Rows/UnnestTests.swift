import Foundation
import TestSupport
import Testing

/// `--unnest` beside Python.
@Suite("Elements of arrays as rows")
struct UnnestTests {
  /// Prints the rows of a file as JSON lines, in which each element of `tags` has a row.
  private static let oracle = """
    import csv, json, sys
    index = sys.argv[2]
    def rows(path):
        with open(path, newline="") as file:
            if path.endswith(".jsonl"): return [json.loads(line) for line in file]
            cell = lambda name, text: json.loads(text) if name == "tags" else int(text) if text.isdigit() else text
            return [{name: cell(name, text) for name, text in row.items() if text} for row in csv.DictReader(file)]
    def unnested(row, element, number):
        made = {}
        for key, value in row.items():
            made[key] = element if key == "tags" else value
            if key == "tags" and index: made[index] = number
        if index and "tags" not in row: made[index] = None
        return made
    for row in rows(sys.argv[1]):
        tags = row.get("tags")
        pairs = list(enumerate(tags)) if isinstance(tags, list) else []
        if pairs: made = [unnested(row, element, number) for number, element in pairs]
        else: made = [unnested(row, None if isinstance(tags, list) else tags, None)]
        for one in made: print(json.dumps(one, separators=(",", ":"), ensure_ascii=False))
    """
  private static let lines = """
    {"id":1,"tags":["a","b"],"x":{"tags":[1]}}
    {"tags":[],"id":2}
    {"id":3,"tags":null}
    {"id":4}
    {"id":5,"tags":"alone"}
    {"id":6,"tags":[{"k":1.50,"tags":[1]},[2,[3]],null,true,"é\\"\\n"],"last":[]}

    """
  private static let table = "id,tags,n\n1,\"[\"\"a\"\",\"\"b\"\"]\",7\n2,[],1\n3,,2\n4,\"[\"\"c\"\"]\",3\n"

  @Test(arguments: ["", "i"])
  func `elements become rows as in Python, from every input`(_ index: String) throws {
    let folder = try TemporaryFolder()
    let options = ["--unnest", "tags"] + (index.isEmpty ? [] : ["--index", index])
    let lines = try folder.write(Self.lines, to: "a.jsonl")
    let oracle = try python(Self.oracle, lines, index)
    // Digits stay as they are.
    let expected = oracle.output.replacingOccurrences(of: #""k":1.5,"#, with: #""k":1.50,"#)
    #expect(oracle.status == 0, "\(oracle.complaints)")
    let array = "[" + Self.lines.split(separator: "\n").joined(separator: ",") + "]"
    for (name, text) in [("a.jsonl", Self.lines), ("a.json", array)] {
      let input = try folder.write(text, to: name)
      for more in [[], ["--threads", "2"], ["--limit", "99"], ["--tail", "99"], ["--where", "id > 0"]] {
        let result = try millraceProcess(["convert", input, "--to", "jsonl"] + options + more)
        #expect(result.output == expected && result.complaints == "", "\(name) \(more) \(result.complaints)")
      }
      #expect(millrace(["head", input, "--json", "-n", "99"] + options).output == expected)
      #expect(millrace(["schema", input] + options).output.hasPrefix("11 "))
      let query = try millraceProcess(["query", "SELECT count(*) AS n, sum(id) AS s FROM a", input] + options)
      #expect(query.output == "{\"n\":11,\"s\":46}\n", "\(query.complaints)")
    }
    let table = try folder.write(Self.table, to: "t.csv")
    let rows = try python(
      "import json, sys\nfor line in sys.stdin: print(json.dumps({key: value for key, value in json.loads(line).items()"
        + " if value is not None}, separators=(',', ':')))",
      input: try python(Self.oracle, table, index).output
    ).output
    for copy in ["t.csv", "t.db", "t.arrow", "t.jsonl"] {
      if copy != "t.csv" { #expect(millrace("convert", table, folder.path(copy)).status == 0) }
      let result = try millraceProcess(["convert", folder.path(copy), "--to", "jsonl", "--nulls", "omit"] + options)
      #expect(result.output == rows && result.complaints == "", "\(copy) \(result.complaints)")
    }
  }

  @Test func `rows of elements go to every output`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(
      "{\"id\":1,\"items\":[{\"sku\":\"a\",\"n\":2},{\"sku\":\"b\"}]}\n{\"id\":2,\"items\":[]}\n", to: "a.jsonl")
    let expected =
      "{\"id\":1,\"items\":{\"sku\":\"a\",\"n\":2},\"i\":0}\n{\"id\":1,\"items\":{\"sku\":\"b\"},\"i\":1}\n{\"id\":2}\n"
    for output in ["o.csv", "o.arrow", "o.db"] {
      let result = millrace("convert", input, folder.path(output), "--unnest", "items", "--index", "i")
      #expect(result.status == 0, "\(result.complaints)")
      #expect(try millraceProcess(["convert", folder.path(output), "--to", "jsonl"]).output == expected, "\(output)")
    }
    let flat = try millraceProcess(
      [
        "convert", input, "--to", "csv", "--unnest", "items", "--index", "i", "--flatten", ".", "--where",
        "items is not null", "--rename", "items=item,i=position", "--source-column", "file",
      ])
    #expect(
      flat.output
        == "file,id,item.sku,item.n,position\n\(input),1,a,2,0\n\(input),1,b,,1\n", "\(flat.complaints)")
    let chosen = try millraceProcess(
      ["convert", input, "--to", "csv", "--unnest", "items", "--where", "items.sku = 'b'", "--columns", "id"])
    #expect(chosen.output == "id\n1\n", "\(chosen.complaints)")
    // Cells of other columns keep their text.
    let table = try folder.write("id,tags,n\n007,\"[1,2]\",TRUE\n", to: "t.csv")
    let text = try millraceProcess(["convert", table, "--to", "csv", "--unnest", "tags", "--index", "i"])
    #expect(text.output == "id,tags,i,n\n007,1,0,TRUE\n007,2,1,TRUE\n", "\(text.complaints)")
    let pipe = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "jsonl", "--unnest", "tags", "--nest", "."], input: "a.b,tags\n1,[2]\n")
    #expect(pipe.output == "{\"a\":{\"b\":1},\"tags\":2}\n", "\(pipe.complaints)")
    let document = try millraceProcess(
      ["convert", "-", "--from", "json", "--unnest", "a"], input: "{\"a\":[1,2],\"b\":3}")
    #expect(document.output == "[{\"a\":1,\"b\":3},{\"a\":2,\"b\":3}]\n")
    let limited = try millraceProcess(
      ["convert", input, "--to", "jsonl", "--unnest", "items", "--columns", "id", "--offset", "1", "--limit", "1"])
    #expect(limited.output == "{\"id\":1}\n")
  }

  @Test func `what cannot be unnested is an error`() throws {
    let folder = try TemporaryFolder()
    let lines = try folder.write("{\"id\":1,\"tags\":[1,2]}\n{\"id\":2,\"tags\":[3],\"i\":1}\n", to: "a.jsonl")
    for more in [["o.csv"], ["o.jsonl", "--columns", "id"]] {
      let output = folder.path(more[0])
      let unknown = millrace(["convert", lines, output, "--unnest", "tag"] + more.dropFirst())
      #expect(unknown.status == 2 && unknown.complaints.contains("unknown column 'tag' in"), "\(unknown.complaints)")
      #expect(unknown.complaints.contains("tags"))
      let index = millrace(["convert", lines, output, "--unnest", "tags", "--index", "i"] + more.dropFirst())
      #expect(
        index.complaints
          == "\(lines): the row has a member 'i', which is the name of --index, at /1\n  --index can have another name\n"
      )
      #expect(index.status == 1)
    }
    let table = try folder.write("id,tags\n1,[1]\n2,x\n", to: "a.csv")
    let cell = millrace("convert", table, folder.path("o.jsonl"), "--unnest", "tags")
    #expect(
      cell.status == 1 && cell.complaints.hasPrefix("\(table):3:3: expected JSON, found \"x\""), "\(cell.complaints)")
    #expect(cell.complaints.contains("\n  --unnest reads the cells of this column as JSON"))
    let skipping = try millraceProcess(
      ["convert", table, "--to", "csv", "--unnest", "tags", "--on-bad-row", "skip"])
    #expect(skipping.output == "id,tags\n1,1\n" && skipping.complaints == "millrace: 1 bad row skipped\n")
    let column = millrace("convert", table, folder.path("o.csv"), "--unnest", "tag")
    #expect(column.status == 2 && column.complaints.contains("unknown column 'tag' in"), "\(column.complaints)")
    let taken = millrace("convert", table, folder.path("o.csv"), "--unnest", "tags", "--index", "id")
    #expect(millrace("convert", table, folder.path("a.db")).status == 0)
    let database = millrace("query", "SELECT 1", folder.path("a.db"), "--unnest", "tags")
    #expect(
      database.complaints.hasPrefix("millrace: --unnest cannot be used for the tables of a database\n  json_each"))
    #expect(taken.complaints == "millrace: --index id: \(table) has a column 'id' already\n  choose another name\n")
  }

  @Test(arguments: [
    (["--index", "i"], "--index requires --unnest"),
    (["--unnest", "a", "--index", "a"], "--index takes another name than --unnest, not 'a'"),
  ])
  func `options that contradict each other are errors`(_ options: [String], _ message: String) throws {
    for verb in ["convert", "head", "schema"] {
      let result = millrace([verb, document("films.json")] + options)
      #expect(result.complaints.hasPrefix("millrace: \(message)\n  ") && result.status == 2, "\(result.complaints)")
    }
  }
}
