import TestSupport
import Testing

/// The form of CSV that is written: quotes, line ends and the byte order mark.
@Suite("Written CSV")
struct WrittenCSVTests {
  private static let rows = """
    {"id":1,"name":"a \\"b\\", c","price":1.5,"sold":true,"note":" x"}
    {"id":-20,"name":"12","price":2.75,"sold":false,"note":"line\\nbreak"}
    {"id":9007199254740993,"name":"ü","price":0.25,"sold":true,"note":"y"}

    """

  /// Writes the rows with Python's module.
  private static let script = """
    import csv, json, sys
    class Word(float):
        # A word that csv.QUOTE_NONNUMERIC does not quote.
        def __new__(cls, text):
            word = float.__new__(cls, 0)
            word.text = text
            return word
        def __str__(self): return self.text
        __repr__ = __str__
    def plain(value):
        if isinstance(value, bool): return Word("true" if value else "false")
        return value
    quoting, end, mark = sys.argv[1:]
    rows = [{key: plain(value) for key, value in json.loads(line, parse_float=Word).items()} for line in sys.stdin if line.strip()]
    sys.stdout.reconfigure(newline="", encoding="utf-8-sig" if mark == "1" else "utf-8")
    writer = csv.writer(sys.stdout, quoting=getattr(csv, quoting), lineterminator="\\r\\n" if end == "crlf" else "\\n")
    writer.writerow(rows[0])
    writer.writerows(row.values() for row in rows)
    """

  @Test(arguments: ["all", "text"], ["lf", "crlf"])
  func `quotes, line ends and the mark are those that Python writes`(_ quotes: String, _ end: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.rows, to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("in.arrow")).status == 0)
    for (name, options) in [
      ("in.jsonl", []), ("in.jsonl", ["--limit", "9"]), ("in.arrow", []), ("in.arrow", ["--limit", "9"]),
    ] {
      for mark in [true, false] {
        let result = millrace(
          ["convert", folder.path(name), folder.path("out.csv"), "--out-quotes", quotes, "--out-line-end", end]
            + (mark ? ["--out-bom"] : []) + options)
        #expect(result.status == 0, "\(result.complaints)")
        let expected = try python(
          Self.script, quotes == "all" ? "QUOTE_ALL" : "QUOTE_NONNUMERIC", end, mark ? "1" : "0", input: Self.rows)
        #expect(expected.status == 0, "\(expected.complaints)")
        #expect(try folder.read("out.csv") == expected.output, "\(name) \(options) \(mark)")
      }
    }
  }
  @Test func `numbers of CSV have no quotes among text in quotes, and null cells never have quotes`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,code,n,e\n1,007,1.50,\"\"\n2,x,,\n", to: "in.csv")
    let text = try millraceProcess(["convert", input, "--to", "csv", "--out-quotes", "text"])
    #expect(text.output == "\"id\",\"code\",\"n\",\"e\"\n1,\"007\",1.50,\"\"\n2,\"x\",,\n", "\(text.complaints)")
    let all = try millraceProcess(["convert", input, "--to", "tsv", "--out-quotes", "all"])
    let rows = ["\"id\"\t\"code\"\t\"n\"\t\"e\"", "\"1\"\t\"007\"\t\"1.50\"\t\"\"", "\"2\"\t\"x\"\t\t", ""]
    #expect(all.output == rows.joined(separator: "\n"))
    // What was written is read as the same rows.
    let lines = try millraceProcess(["convert", input, "--to", "jsonl"]).output
    #expect(
      try millraceProcess(["convert", "-", "--from", "csv", "--to", "jsonl"], input: text.output).output == lines)
  }

  @Test func `each file of a split has a mark, and so has a table without a header`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a,b\n1,x\n2,y\n", to: "in.csv")
    let split = millrace("convert", input, folder.path("out-{}.csv"), "--split-by", "b", "--out-bom")
    #expect(split.status == 0, "\(split.complaints)")
    for name in try folder.names where name != "in.csv" {
      let start = "import sys; print(open(sys.argv[1], 'rb').read()[:4])"
      #expect(try python(start, folder.path(name)).output == "b'\\xef\\xbb\\xbfa'\n")
    }
    let call = ["convert", "-", "--from", "csv", "--no-header", "--to", "csv", "--out-bom"]
    let plain = try millraceProcess(call, input: "1,2\n")
    #expect(plain.output == "\u{FEFF}1,2\n", "\(plain.complaints)")
  }

  @Test(arguments: [["--out-quotes", "all"], ["--out-line-end", "crlf"], ["--out-bom"]])
  func `only csv and tsv have these options`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id\n1\n", to: "in.csv")
    for output in ["json", "jsonl", "arrow", "parquet", "db"] {
      let result = millrace(["convert", input, folder.path("out.\(output)")] + options)
      #expect(result.status == 2 && result.complaints.hasPrefix("millrace: \(options[0]) cannot be used here\n"))
    }
    #expect(try folder.names == ["in.csv"])
  }
}
