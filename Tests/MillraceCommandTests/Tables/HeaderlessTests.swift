import Foundation
import TestSupport
import Testing

/// Lines before a header, and tables without one, beside Python.
@Suite("Tables without a header or with lines before it")
struct HeaderlessTests {
  /// Prints the rows of a table as JSON lines: after some lines, under names that are given or in the first row.
  private static let oracle = """
    import csv, io, json, sys
    text, count = sys.stdin.buffer.read().decode(sys.argv[3]), int(sys.argv[1])
    lines = text.splitlines(keepends=True)[count:]
    # The module takes a blank line for a header without names.
    while lines and not lines[0].strip(): lines.pop(0)
    names = json.loads(sys.argv[2])
    rows = csv.DictReader(io.StringIO("".join(lines), newline=""), fieldnames=names, delimiter=sys.argv[4])
    number = lambda cell: int(cell) if cell.isdigit() else cell
    for row in rows:
        print(json.dumps({key: number(cell) for key, cell in row.items() if cell}, separators=(",", ":")))
    """

  private func rows(_ text: String, skip: Int, names: String = "null", delimiter: String = ",") throws -> String {
    let result = try python(Self.oracle, "\(skip)", names, "utf-8", delimiter, input: text)
    #expect(result.status == 0, "\(result.complaints)")
    return result.output
  }

  @Test(arguments: [
    ("Report of \"May\nmade,by,x\na,b\n1,\"x\ny\"\n2,z\n", 2),
    ("one\r\ntwo\r\na,b\r\n1,x\r\n", 2),
    ("one\rtwo\ra,b\r1,x\r", 2),
    ("\n\na,b\n1,x\n", 1),
    ("\u{FEFF}one\na,b\n1,x\n", 1),
    ("one\na,b", 1),
    ("a,b\n1,x\n", 0),
  ])
  func `lines before the header are skipped`(_ text: String, _ count: Int) throws {
    let expected = try rows(text, skip: count)
    let folder = try TemporaryFolder()
    let input = try folder.write(text, to: "in.csv")
    let skip = ["--skip", "\(count)"]
    let call = ["convert", "-", "--from", "csv", "--to", "jsonl"] + skip
    #expect(try millraceProcess(call, input: text).output == expected)
    for more in [[], ["--threads", "1"], ["--limit", "9"], ["--encoding", "latin1"], ["--quotes", "lenient"]] {
      let result = try millraceProcess(["convert", input, "--to", "jsonl"] + skip + more)
      #expect(result.output == expected && result.complaints == "", "\(more) \(result.complaints)")
    }
    for output in ["o.csv", "o.arrow", "o.db"] {
      #expect(millrace(["convert", input, folder.path(output)] + skip).status == 0)
      #expect(try millraceProcess(["convert", folder.path(output), "--to", "jsonl"]).output == expected, "\(output)")
    }
    #expect(millrace(["head", input, "--json"] + skip).output == expected)
    #expect(millrace(["schema", input] + skip).status == 0)
  }

  @Test func `the place of an error counts the skipped lines`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("Report\r\n\"x\r\na,b\r\n1,2\r\n3\r\n4,5\r\n", to: "in.csv")
    for more in [["--threads", "2"], ["--limit", "9"]] {
      let result = millrace(["convert", input, folder.path("o.jsonl"), "--skip", "2"] + more)
      #expect(result.complaints.hasPrefix("\(input):5:1: ") && result.status == 1, "\(result.complaints)")
    }
    let report = folder.path("bad.jsonl")
    let result = millrace("convert", input, folder.path("o.csv"), "--skip", "2", "--on-bad-row", "report=\(report)")
    #expect(result.status == 0)
    let text = try String(contentsOfFile: report, encoding: .utf8)
    // 8 and 4 bytes of skipped lines, 5 of the header and 5 of a row.
    #expect(text.contains(#""line":5"#) && text.contains(#""offset":22"#), "\(text)")
  }

  @Test func `more lines than there are cannot be skipped`() throws {
    for (text, lines) in [("a,b\n1,2\n", "2 lines"), ("a,b", "1 line"), ("", "0 lines")] {
      let result = try millraceProcess(["convert", "-", "--from", "csv", "--skip", "3"], input: text)
      #expect(
        result.complaints == "millrace: standard input: the input has only \(lines), and --skip 3 skips more\n")
      #expect(result.status == 1 && result.output == "")
    }
  }

  @Test func `columns of a table without a header are named`() throws {
    let folder = try TemporaryFolder()
    let text = "1,\"x, y\",\n2,z,7\n007,,8\n"
    let expected = try python(
      "import sys; print(sys.stdin.read().replace('\"id\":7', '\"id\":\"007\"').replace('\"id\":1', '\"id\":\"1\"')"
        + ".replace('\"id\":2', '\"id\":\"2\"'), end='')",
      input: try rows(text, skip: 0, names: #"["id","name","n"]"#)
    ).output
    let input = try folder.write(text, to: "in.csv")
    let options = ["--no-header", "--columns", "id,name,n"]
    for more in [[], ["--limit", "9"], ["--infer", "all"], ["--quotes", "lenient"]] {
      let file = try millraceProcess(["convert", input, "--to", "jsonl"] + options + more)
      #expect(file.output == expected, "\(more) \(file.complaints)")
    }
    let kinds = ["--no-header", "--columns", "id=text,name,n"]
    let pipe = try millraceProcess(["convert", "-", "--from", "csv", "--to", "jsonl"] + kinds, input: text)
    #expect(pipe.output == expected, "\(pipe.complaints)")
    // An output of CSV has the names as its header.
    for output in ["o.csv", "o.tsv", "o.arrow", "o.db"] {
      #expect(millrace(["convert", input, folder.path(output)] + options).status == 0)
      #expect(try millraceProcess(["convert", folder.path(output), "--to", "jsonl"]).output == expected, "\(output)")
    }
    #expect(millrace(["head", input, "--json"] + options).output == expected)
    #expect(millrace(["schema", input] + options).output.contains("\nname    text"))
    let chosen = try millraceProcess(
      ["convert", input, "--to", "csv", "--where", "n > 7", "--drop", "name", "--rename", "n=size"] + options)
    #expect(chosen.output == "id,size\n007,8\n", "\(chosen.complaints)")
    // After lines, too.
    let skipped = try folder.write("Report\n" + text, to: "skip.csv")
    #expect(try millraceProcess(["convert", skipped, "--to", "jsonl", "--skip", "1"] + options).output == expected)
  }

  @Test func `names that do not fit a table without a header are errors`() throws {
    let options = ["convert", "-", "--from", "csv", "--to", "jsonl", "--no-header"]
    let few = try millraceProcess(options + ["--columns", "a"], input: "1,2\n")
    #expect(few.status == 1 && few.complaints.hasPrefix("standard input:1:1: "))
    #expect(few.complaints.hasSuffix("\n  with --no-header, --columns names all columns of a row\n"))
    let unknown = try millraceProcess(options + ["--columns", "a,b", "--where", "c = 1"], input: "1,2\n")
    #expect(unknown.complaints == "millrace: unknown column 'c' in standard input\n  the nearest columns are a, b\n")
    // Other inputs have names, and their columns are selected as ever.
    let lines = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "csv", "--no-header", "--columns", "b"], input: "{\"a\":1,\"b\":2}\n")
    #expect(lines.output == "2\n")
  }
}
