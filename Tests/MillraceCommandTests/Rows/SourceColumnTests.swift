import Foundation
import MillraceTables
import TestSupport
import Testing

@testable import MillraceCommand

/// `--source-column` beside Python.
@Suite("The input that a row comes from")
struct SourceColumnTests {
  /// Prints the rows of files as JSON lines, after a member with the name of the file.
  private static let oracle = """
    import csv, json, sys
    def rows(path):
        with open(path, newline="") as file:
            if path.endswith(".jsonl"): return [json.loads(line) for line in file]
            number = lambda cell: int(cell) if cell.isdigit() else cell
            return [{key: number(cell) for key, cell in row.items() if cell} for row in csv.DictReader(file)]
    dropped = sys.argv[2].split(",")
    for path in sys.argv[3:]:
        for row in rows(path):
            row = {sys.argv[1]: path} | {key: value for key, value in row.items() if key not in dropped}
            print(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
    """
  private static let table = "id,v,size.x\n1,a,2\n2,\"b, c\",4\n3,,6\n"
  private static let lines = "{\"id\":4,\"v\":\"x\"}\n{\"id\":5,\"more\":{\"file\":2}}\n"

  private func oracle(_ name: String, drop: String = "", _ inputs: [String]) throws -> String {
    let paths = inputs.map { "'\($0)'" }.joined(separator: " ")
    let result = try shell("python3 -c '\(Self.oracle)' '\(name)' '\(drop)' \(paths)")
    #expect(result.status == 0, "\(result.complaints)")
    return result.output
  }

  @Test func `the first column has the input, for any inputs and outputs`() throws {
    let folder = try TemporaryFolder()
    let tables = [try folder.write(Self.table, to: "a b.csv"), try folder.write("id,w\n9,y\n", to: "ä.csv")]
    let lines = [try folder.write(Self.lines, to: "c.jsonl"), try folder.write("{\"id\":6}\n", to: "d.jsonl")]
    for inputs in [tables, lines, tables + lines] {
      let expected = try oracle("file", inputs)
      for more in [[], ["--threads", "1"], ["--limit", "99"], ["--infer", "all"], ["--where", "id > 0"]] {
        for output in ["o.jsonl", "o.csv", "o.arrow", "o.db#t"] {
          // What has no columns has none to infer.
          if more == ["--infer", "all"], inputs == lines, output == "o.jsonl" || output == "o.db#t" { continue }
          let call = ["convert"] + inputs + ["--output", folder.path(output), "--source-column", "file"]
          let result = millrace(call + more + (output == "o.db#t" ? ["--replace"] : []))
          #expect(result.status == 0, "\(result.complaints)")
          let back = try millraceProcess(["convert", folder.path(output), "--to", "jsonl"])
          #expect(back.output == expected, "\(output) \(more)")
        }
      }
    }
    // In chunks of any size.
    for size in [16, 1 << 21] {
      RowBlocks.$chunkSize.withValue(size) {
        let call = ["convert"] + lines + ["--output", folder.path("o.jsonl"), "--source-column", "file"]
        #expect(millrace(call).status == 0)
      }
      #expect(try String(contentsOfFile: folder.path("o.jsonl"), encoding: .utf8) == oracle("file", lines))
    }
    let dropped = try millraceProcess(
      ["convert", lines[0], "--to", "jsonl", "--source-column", "v", "--drop", "v", "--sort-keys"])
    let path = lines[0]
    #expect(
      dropped.output == "{\"id\":4,\"v\":\"\(path)\"}\n{\"id\":5,\"more\":{\"file\":2},\"v\":\"\(path)\"}\n")
    let pipe = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "csv", "--source-column", "f", "--columns", "v", "--rename", "v=w"],
      input: Self.table)
    #expect(pipe.output == "f,w\n-,a\n-,\"b, c\"\n-,\n", "\(pipe.complaints)")
    let nested = try millraceProcess(
      ["convert", "-", "--from", "csv", "--nest", ".", "--drop", "v", "--source-column", "f"], input: Self.table)
    #expect(nested.output.hasPrefix(#"[{"f":"-","id":1,"size":{"x":2}},"#), "\(nested.complaints)")
    let empty = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "csv", "--source-column", "f"], input: "a,b\n")
    #expect(empty.output == "f,a,b\n")
    #expect(millrace("convert", tables[0], folder.path("n.db#t")).status == 0)
    let database = try millraceProcess(["convert", folder.path("n.db#t"), "--to", "csv", "--source-column", "f"])
    #expect(database.output.contains("\n\(folder.path("n.db#t")),1,a,2\n"))
    let single = try millraceProcess(["convert", "-", "--from", "json", "--source-column", "f"], input: "{\"a\":1}")
    #expect(single.output == "{\"f\":\"-\",\"a\":1}\n")
  }

  @Test func `a row that has such a member is an error`() throws {
    let folder = try TemporaryFolder()
    let lines = try folder.write("{\"id\":1}\n{\"id\":2,\"file\":3}\n", to: "a.jsonl")
    for more in [["--threads", "2"], ["--limit", "9"], ["--batch", "1"]] {
      let output = more[0] == "--batch" ? "o.db" : "o.arrow"
      let result = millrace(["convert", lines, folder.path(output), "--source-column", "file"] + more)
      #expect(
        result.complaints
          == "\(lines): the row has a member 'file', which is the name of --source-column, at /1\n"
          + "  --source-column can have another name, and --drop file leaves the member out\n", "\(more)")
      #expect(result.status == 1)
    }
    let table = try folder.write(Self.table, to: "a.csv")
    let result = millrace("convert", table, folder.path("o.csv"), "--source-column", "v")
    #expect(result.complaints.hasPrefix("millrace: --source-column v: \(table) has a column 'v' already\n  --drop v"))
    #expect(result.status == 2)
    let arrays = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "jsonl", "--no-header", "--source-column", "f"], input: "1,2\n")
    #expect(arrays.status == 1 && arrays.complaints.contains("--source-column requires rows that are objects"))
    #expect(arrays.complaints.hasSuffix("\n  with --no-header, --columns names the columns of csv\n"))
    let scalar = millrace("convert", try folder.write("1\n", to: "b.jsonl"), lines + ".csv", "--source-column", "f")
    #expect(scalar.status == 1 && scalar.complaints.contains("requires rows that are objects, at /0"))
  }

  @Test(arguments: [
    (["--source-column", ""], "--source-column takes a name, such as file"),
    (["--source-column", "f", "--columns", "f,id"], "--columns cannot list 'f', the column of --source-column"),
    (["--source-column", "f", "--rename", "id=f"], "--rename and --source-column give the same name 'f'"),
    (
      ["--source-column", "f.g", "--flatten", ".", "--to", "csv"],
      "--source-column f.g: the name contains the separator of --flatten"
    ),
  ])
  func `a name that contradicts other options is an error`(_ options: [String], _ message: String) throws {
    let result = millrace(["convert", document("films.json")] + options)
    #expect(result.complaints.hasPrefix("millrace: \(message)\n  ") && result.status == 2, "\(result.complaints)")
  }
}
