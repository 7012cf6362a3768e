import Foundation
import TestSupport
import Testing

/// Tables in which a quote is an ordinary character, beside Python.
@Suite("Tables without quoting")
struct QuoteTests {
  /// Prints the rows of a table as JSON lines; cells with one of some texts are null.
  private static let oracle = """
    import csv, io, json, re, sys
    delimiter, escape, nulls = sys.argv[1], sys.argv[2] or None, json.loads(sys.argv[3])
    text = io.StringIO(sys.stdin.buffer.read().decode(), newline="")
    rows = csv.reader(text, delimiter=delimiter, quoting=csv.QUOTE_NONE, escapechar=escape)
    rows = [row for row in rows if row]
    number = lambda cell: int(cell) if re.fullmatch("0|[1-9][0-9]*", cell) else cell
    integers = [all(re.fullmatch("0|[1-9][0-9]*", row[i]) for row in rows[1:] if row[i] and row[i] not in nulls)
                for i in range(len(rows[0]))]
    for row in rows[1:]:
        cells = zip(rows[0], row, integers)
        row = {name: int(cell) if is_int else cell for name, cell, is_int in cells if cell and cell not in nulls}
        print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
    """

  private static let table =
    "id\t\"name\"\tnote\n1\t\"It's\t5\" disk\n2\tx\"y\"\t\\N\n3\t\"a\"\t\"\"\n4\t\t\"\n5\té,\"b\"\tx;y\r\n"

  @Test(arguments: [
    ([], "[]"),
    (["--null-values", #"\\N"#], #"["\\N"]"#),
    (["--null-values", #"\N,"","a""#], #"["\\N","\"\"","\"a\""]"#),
  ])
  func `a quote is an ordinary character`(_ options: [String], _ nulls: String) throws {
    let oracle = try python(Self.oracle, "\t", "", nulls, input: Self.table)
    #expect(oracle.status == 0, "\(oracle.complaints)")
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table, to: "in.tsv")
    let options = ["--quotes", "none"] + options
    for more in [[], ["--threads", "2"], ["--limit", "9"], ["--infer", "all"], ["--on-bad-row", "skip"]] {
      let result = try millraceProcess(["convert", input, "--to", "jsonl"] + options + more)
      #expect(result.output == oracle.output && result.complaints == "", "\(more) \(result.complaints)")
    }
    // The delimiter is detected without regard to quotes.
    for more in [["--from", "csv"], ["--from", "tsv"]] {
      let result = try millraceProcess(["convert", "-", "--to", "jsonl"] + options + more, input: Self.table)
      #expect(result.output == oracle.output, "\(more) \(result.complaints)")
    }
    // CSV is written by RFC 4180, and read without the option.
    for output in ["o.csv", "o.tsv", "o.arrow", "o.db"] {
      #expect(millrace(["convert", input, folder.path(output)] + options).status == 0)
      #expect(
        try millraceProcess(["convert", folder.path(output), "--to", "jsonl"]).output == oracle.output, "\(output)")
    }
    #expect(millrace(["head", input, "--json"] + options).output == oracle.output)
    #expect(millrace(["schema", input] + options).output.contains("\n\"name\"  text"))
    let query = try millraceProcess(["query", "SELECT * FROM t", "t=\(input)", "--nulls", "omit"] + options)
    #expect(query.output == oracle.output, "\(query.complaints)")
  }

  @Test func `rows of random characters are read as Python reads them`() throws {
    var random = SeededGenerator()
    for escape in ["", "\\"] {
      for _ in 0..<20 {
        let pieces =
          ["\"", "\"", "a", "7", " ", "é", ","] + (escape.isEmpty ? ["\\"] : ["\\\"", "\\\t", "\\\n", "\\\\"])
        let rows = (0..<4).map { _ in
          (0..<3).map { _ in (0..<random.below(4)).map { _ in pieces[random.below(pieces.count)] }.joined() + "x" }
            .joined(separator: "\t")
        }
        let input = "p\tq\tr\n" + rows.joined(separator: "\n") + (random.once(in: 2) ? "\n" : "")
        let options = ["--quotes", "none"] + (escape.isEmpty ? [] : ["--escape", escape])
        let ours = try millraceProcess(["convert", "-", "--from", "tsv", "--to", "jsonl"] + options, input: input)
        #expect(try ours.output == python(Self.oracle, "\t", escape, "[]", input: input).output, "\(input)")
      }
    }
  }

  @Test func `a row that is bad has its place, and quotes lead to the option`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a\tb\n\"1\t2\n3\n\"4\t5\n", to: "in.tsv")
    let result = millrace("convert", input, folder.path("o.jsonl"), "--quotes", "none")
    #expect(result.status == 1 && result.complaints.hasPrefix("\(input):3:1: row has 1 cell"), "\(result.complaints)")
    let skipping = try millraceProcess(
      ["convert", input, "--to", "csv", "--quotes", "none", "--where", #"a <> '"4'"#, "--on-bad-row", "skip"])
    #expect(skipping.output == "a,b\n\"\"\"1\",2\n" && skipping.complaints == "millrace: 1 bad row skipped\n")
    let strict = millrace("convert", input, folder.path("o.jsonl"))
    #expect(strict.complaints.contains("--quotes none"), "\(strict.complaints)")
    let lines = millrace("convert", try folder.write("{}\n", to: "in.jsonl"), folder.path("o.csv"), "--quotes", "none")
    #expect(lines.status == 2 && lines.complaints.contains("--quotes cannot be used here"))
    let unknown = millrace("convert", input, folder.path("o.csv"), "--quotes", "all")
    #expect(unknown.status == 2 && unknown.complaints.contains("--quotes takes strict, lenient or none"))
  }

  /// Prints the rows of a table with backslash escapes, as MySQL and PostgreSQL write them, as JSON lines without nulls.
  private static let escapeOracle = #"""
    import json, re, sys
    names, *rows = [re.findall(r"((?:\\.|[^\\\t])*)(?:\t|$)", line)[:2] for line in sys.stdin.read().splitlines()]
    for row in rows:
        cells = {name: re.sub(r"\\(.)", r"\1", cell) for name, cell in zip(names, row) if cell not in ("", r"\N")}
        cells = {name: int(cell) if name == "id" else cell for name, cell in cells.items()}
        print(json.dumps(cells, separators=(",", ":")))
    """#

  @Test(arguments: [
    [], ["--quotes", "none"], ["--quotes", "lenient"], ["--trim"], ["--null-values", #"\\N,\\NULL,x"#],
  ])
  func `texts with the escape mean null as they are in the table`(_ options: [String]) throws {
    let table =
      #"id\#tname"# + "\n" + #"1\#t\N"# + "\n" + #"2\#t\\N"# + "\n" + #"3\#tN"# + "\n" + #"4\#ta\\#tb"# + "\n"
      + #"5\#t\Nx"# + "\n" + #"6\#ty\N"# + "\n" + #"\N\#t\N"# + "\n" + #"8\#t\N"#
    let call = ["convert", "-", "--from", "tsv", "--to", "jsonl", "--escape", "\\"]
    let expected = try python(Self.escapeOracle, input: table)
    #expect(expected.status == 0, "\(expected.complaints)")
    let nulls = options.contains("--null-values") ? [] : ["--null-values", #"\\N"#]
    for input in [table, table + "\n", table.replacing("\n", with: "\r\n")] {
      let result = try millraceProcess(call + options + nulls, input: input)
      #expect(result.output == expected.output && result.complaints == "", "\(result.complaints)")
    }
    let quoted = try millraceProcess(call + nulls + options, input: "id\tname\n1\t\"\\N\"\n")
    if options != ["--quotes", "none"] { #expect(quoted.output == "{\"id\":1,\"name\":\"N\"}\n") }
  }

  @Test(arguments: [["--quotes", "lenient"], ["--escape", "\\"]])
  func `texts mean null also where quotes or escapes are rewritten`(_ options: [String]) throws {
    let call = ["convert", "-", "--from", "csv", "--to", "jsonl", "--null-values", "NA,-"]
    let result = try millraceProcess(call + options, input: "a,b,c\nNA,x,\"NA\"\n-,NA,1\n")
    #expect(result.output == "{\"b\":\"x\",\"c\":\"NA\"}\n{\"c\":\"1\"}\n", "\(result.complaints)")
  }
}
