import Foundation
import TestSupport
import Testing

/// `--header`, beside Python.
@Suite("Tables whose header is on another line")
struct HeaderTests {
  /// Prints the rows of a table whose header is on a line, counted from 1, as JSON lines.
  private static let oracle = """
    import csv, io, json, sys
    text, line = sys.stdin.buffer.read().decode(), int(sys.argv[1])
    rows = csv.DictReader(io.StringIO("".join(text.splitlines(keepends=True)[line - 1:]), newline=""))
    number = lambda cell: int(cell) if cell.isdigit() else cell
    for row in rows:
        print(json.dumps({key: number(cell) for key, cell in row.items() if cell}, separators=(",", ":")))
    """

  @Test(arguments: [
    ("Report of \"May\nmade,by,x\na,b\n1,\"x\ny\"\n2,z\n", 3), ("one\r\ntwo\r\na,b\r\n1,x\r\n", 3),
    ("a,b\n1,x\n2,y\n", 1), ("id,note\nkey,units\na,b\n", 2), ("one\na,b", 2),
  ])
  func `the header is on the line that is given`(_ text: String, _ line: Int) throws {
    let expected = try python(Self.oracle, "\(line)", input: text)
    try #require(expected.status == 0, "\(expected.complaints)")
    let folder = try TemporaryFolder()
    let input = try folder.write(text, to: "in.csv")
    let options = ["--header", "\(line)"]
    for more in [[], ["--limit", "9"], ["--quotes", "lenient"]] {
      let result = try millraceProcess(["convert", input, "--to", "jsonl"] + options + more)
      #expect(result.output == expected.output && result.status == 0, "\(result.complaints)")
      let pipe = try millraceProcess(["convert", "-", "--from", "csv", "--to", "jsonl"] + options + more, input: text)
      #expect(pipe.output == expected.output, "\(pipe.complaints)")
    }
    #expect(millrace(["head", input, "--json"] + options).output == expected.output)
    #expect(millrace(["stats", input] + options).status == 0)
    #expect(millrace(["schema", input] + options).status == 0)
    let key = text.hasPrefix("id") ? "units" : "a"
    #expect(millrace(["diff", input, input, "--key", key] + options).status == 0)
  }

  @Test func `a query skips the lines before a header`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("Report\n\"x\nid,n\n1,2\n3,4\n", to: "in.csv")
    for options in [["--header", "3"], ["--skip", "2"]] {
      let result = try millraceProcess(["query", "SELECT sum(id * n) AS s FROM \"in\"", input] + options)
      #expect(result.output == "{\"s\":14}\n", "\(result.complaints)")
    }
    let bad = try folder.write("Report\nid,n\n1,2\n3\n", to: "bad.csv")
    let result = try millraceProcess(["query", "SELECT * FROM bad", bad, "--header", "2"])
    #expect(result.status == 1 && result.complaints.hasPrefix("\(bad):4:1: "), "\(result.complaints)")
  }

  @Test(arguments: [
    (["--header", "3"], "in.csv: the input has only 2 lines, and --header 3 takes a later one\n", 1 as Int32),
    (["--header", "9"], "in.csv: the input has only 2 lines, and --header 9 takes a later one\n", 1),
    (["--header", "0"], "--header takes the number of a line, from 1 on\n", 2),
    (["--header", "x"], "--header takes a number of at least 0, not 'x'\n", 2),
    (["--header", "2", "--skip", "1"], "--header and --skip cannot be combined\n", 2),
    (["--header", "2", "--no-header"], "--header and --no-header cannot be combined\n", 2),
  ])
  func `a line that cannot be the header is an error`(_ options: [String], _ message: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a,b\n1,2\n", to: "in.csv")
    let result = try millraceProcess(["convert", input, folder.path("out.json")] + options)
    let complaints = result.complaints.replacingOccurrences(of: folder.path("") + "/", with: "")
    #expect(complaints.hasPrefix("millrace: " + message), "\(result.complaints)")
    #expect(result.status == status)
    #expect(try folder.names == ["in.csv"])
  }
}
