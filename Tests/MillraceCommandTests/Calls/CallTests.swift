import TestSupport
import Testing

@Suite("Calls of the tool")
struct CallTests {
  @Test(arguments: [
    (["nope"], "unknown verb 'nope'\n  millrace --help lists them\n"),
    (["convrt", "a.csv"], "unknown verb 'convrt'\n  the nearest is convert; millrace --help lists them\n"),
    (["help", "nope"], "unknown verb 'nope'"),
    (["convert"], "convert requires an INPUT"),
    (["convert", "a.json", "b.json", "c.json"], "convert requires one INPUT and one OUTPUT"),
    (
      ["convert", "--colums", "a", "a.json"],
      "convert has no option --colums\n  the nearest is --columns; millrace convert --help explains the options\n"
    ),
    (["convert", "--nope=1", "a.json"], "convert has no option --nope=1\n  millrace convert --help"),
    (["convert", "--out", "a.json"], "convert has several options that begin with --out\n  they are --output, --out-"),
    (["convert", "-x", "a.json"], "convert has no option -x"),
    (["convert", "a.json", "--limit"], "--limit takes a value"),
    (["convert", "a.json", "--limit", "-1"], "--limit takes a number of at least 0, not '-1'"),
    (["convert", "a.json", "--limit", "1", "--limit", "2"], "--limit is given twice"),
    (["convert", "a.json", "--pretty=yes"], "--pretty takes no value"),
    (["convert", "a.json", "--prett=yes"], "--pretty takes no value"),
    (["convert", "https://example.org/a.csv", "-"], "https://example.org/a.csv is an address"),
    (["convert", "a.json", "--at", "x"], "--at x: not a JSON Pointer"),
    (["convert", "a.json", "--at", "/~2"], "--at /~2: not a JSON Pointer"),
    (["convert", "a.json", "--to", "xml"], "--to xml: unknown format"),
    (["convert", "a.xml"], "cannot read a.xml: No such file or directory"),
    (["convert", #filePath], "cannot detect the format of \(#filePath)"),
    (["convert", "a.json", "--to", "jsonl", "--gzip", "--nulls", "some"], "--nulls takes omit or keep, not 'some'"),
    (["convert", "a.json", "--delimiter", ";;"], "--delimiter takes one ASCII character or tab, not ';;'"),
    (["convert", "a.json", "--encoding", "utf16"], "--encoding takes utf8, latin1 or windows1252, not 'utf16'"),
    (["convert", "a.json", "--columns", "a,b=real"], "--columns b=real: unknown kind"),
    (["convert", "a.json", "--columns", "a,a"], "--columns a,a: empty or duplicate name"),
    (["convert", "a.json", "--columns", "a,,b"], "--columns a,,b: empty or duplicate name"),
    (["convert", "a.json", "--infer", "x"], "--infer takes a number of at least 0, not 'x'"),
    (["convert", "a.json", "--batch", "0"], "--batch takes a number greater than 0"),
    (["convert", "a.json", "--append", "--replace"], "--append and --replace cannot be combined"),
    (["convert", "a.json", "--flatten", ""], "--flatten takes a separator, such as '.'"),
    (["head"], "head requires one FILE"),
    (["head", "a.json", "b.json"], "head requires one FILE"),
    (["schema"], "schema requires one FILE"),
    (["schema", "a.json", "--name", "A"], "--name requires --swift"),
    (["schema", "a.json", "--swift", "--json"], "--swift and --json cannot be combined"),
    (["schema", document("films.json"), "--swift", "--name", "a b"], "--name a b: not a valid name of a Swift type"),
    (
      ["schema", document("films.json"), "--swift", "--name", "String"],
      "--name String: not a valid name of a Swift type"
    ),
    (["convert", "a.json", "--to", "jsonl", "--pretty"], "--pretty cannot be used with lines"),
    (["convert", "no-such-file.json"], "cannot read no-such-file.json: No such file or directory"),
    (["convert", "/"], "cannot read /: Is a directory"),
    (["check"], "check requires at least one FILE"),
    (["check", "--from", "json", "/"], "cannot read /: Is a directory"),
    (["check", "--limit", "1"], "check has no option --limit"),
    (["check", "a.csv"], "a.csv is not JSON"),
    (["fmt"], "fmt requires at least one FILE"),
    (["fmt", "--indent", "17", "a.json"], "--indent takes a number up to 16"),
    (["fmt", "--indent", "2", "--compact", "a.json"], "--indent and --compact cannot be combined"),
    (["fmt", "--indent", "4", "--from", "jsonl", "-"], "--indent cannot be used with lines"),
    (["fmt", "no-such-file.json"], "cannot read no-such-file.json: No such file or directory"),
    (["completion"], "completion requires the name of a shell"),
    (["completion", "csh"], "completion requires the name of a shell"),
    (["man", "convert"], "man takes no operands"),
    (["--version", "2"], "version takes no operands"),
    (["help", "fmt", "check"], "help requires one VERB"),
  ])
  func `a usage error is reported with its reason`(_ arguments: [String], _ reason: String) throws {
    let result = try millraceProcess(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.complaints.hasPrefix("millrace: \(reason)"))
  }

  /// Each option, with formats to which it does not apply.
  @Test(arguments: [
    (["--at", "/a"], "csv", "csv"), (["--gunzip"], "sqlite", "json"), (["--query", "select 1"], "json", "json"),
    (["--delimiter", ";"], "json", "json"), (["--no-header"], "json", "sqlite"), (["--ragged"], "json", "csv"),
    (["--encoding", "latin1"], "json", "csv"), (["--infer", "5"], "json", "sqlite"), (["--nest", "."], "json", "csv"),
    (["--pretty"], "json", "csv"), (["--gzip"], "json", "sqlite"), (["--flatten", "."], "csv", "json"),
    (["--batch", "5"], "json", "csv"), (["--header", "2"], "json", "csv"), (["--append"], "json", "csv"),
    (["--replace"], "sqlite", "json"),
    (["--nulls", "omit"], "json", "csv"), (["--on-bad-row", "skip"], "json", "csv"),
  ])
  func `an option that does not apply to the formats is rejected`(
    _ option: [String], _ input: String, _ output: String
  ) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "in")
    let result = try millraceProcess(
      ["convert", path, folder.path("out"), "--from", input, "--to", output] + option)
    #expect(result.status == 2)
    #expect(result.complaints.hasPrefix("millrace: \(option[0]) cannot be used here\n"), "\(result.complaints)")
    #expect(try folder.names == ["in"])
  }

  @Test func `help and version are given where they are asked for`() {
    #expect(millrace("--help").output.contains("usage: millrace VERB"))
    #expect(millrace("help", "convert").output == millrace("convert", "--help").output)
    #expect(millrace("help", "check").output == millrace("check", "--help").output)
    #expect(millrace("--version").output.hasPrefix("millrace 0."))
    #expect(millrace("convert", "--help").status == 0)
    let bare = millrace()
    #expect(bare.status == 2 && bare.complaints.contains("usage:"))
  }

  @Test func `an output that cannot be written is an error`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("[1]", to: "in.json")
    let result = millrace("convert", input, folder.path("no/such/folder.json"))
    #expect(result.status == 1)
    #expect(result.complaints.contains("No such file or directory"))
    #expect(millrace("convert", input, folder.url.path).complaints.contains("Is a directory"))
    let full = millrace("convert", input, "/dev/full")
    #expect(full.status == 1 && full.complaints.contains("No space left on device"))
  }
}
