import Testing

@Suite("Calls of the tool")
struct CallTests {
  @Test(arguments: [
    (["nope"], "there is no verb 'nope'"),
    (["help", "nope"], "there is no verb 'nope'"),
    (["convert"], "convert wants an INPUT"),
    (["convert", "a.json", "b.json", "c.json"], "convert wants one INPUT and one OUTPUT"),
    (["convert", "--nope", "a.json"], "convert has no option --nope"),
    (["convert", "-x", "a.json"], "convert has no option -x"),
    (["convert", "a.json", "--limit"], "--limit takes a value"),
    (["convert", "a.json", "--limit", "-1"], "--limit takes a number that is not negative, not '-1'"),
    (["convert", "a.json", "--limit", "1", "--limit", "2"], "--limit is given twice"),
    (["convert", "a.json", "--pretty=yes"], "convert has no option --pretty=yes"),
    (["convert", "a.json", "--at", "x"], "--at x: not a JSON Pointer"),
    (["convert", "a.json", "--at", "/~2"], "--at /~2: not a JSON Pointer"),
    (["convert", "a.json", "--to", "xml"], "--to xml: there is no such format"),
    (["convert", "a.xml"], "the name of a.xml does not tell its format"),
    (["convert", "a.json", "--to", "jsonl", "--pretty"], "--pretty has no meaning for lines"),
    (["convert", "no-such-file.json"], "cannot read no-such-file.json: No such file or directory"),
    (["convert", "/"], "the name of / does not tell its format"),
    (["check"], "check wants at least one FILE"),
    (["check", "--from", "json", "/"], "cannot read /: Is a directory"),
    (["check", "--limit", "1"], "check has no option --limit"),
    (["fmt"], "fmt wants at least one FILE"),
    (["fmt", "--indent", "17", "a.json"], "--indent takes a number up to 16"),
    (["fmt", "--indent", "2", "--compact", "a.json"], "--indent has no meaning with --compact"),
    (["fmt", "--indent", "4", "--from", "jsonl", "-"], "--indent has no meaning for lines"),
    (["fmt", "no-such-file.json"], "cannot read no-such-file.json: No such file or directory"),
    (["completion"], "completion wants the name of a shell"),
    (["completion", "csh"], "completion wants the name of a shell"),
    (["man", "convert"], "man takes no operands"),
    (["--version", "2"], "version takes no operands"),
    (["help", "fmt", "check"], "help wants one VERB"),
  ])
  func `a call without a meaning is refused with a reason`(_ arguments: [String], _ reason: String) throws {
    let result = try millraceProcess(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.complaints.hasPrefix("millrace: \(reason)"))
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

  @Test func `what cannot be written is an error`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("[1]", to: "in.json")
    let result = millrace("convert", input, folder.path("no/such/folder.json"))
    #expect(result.status == 2)
    #expect(result.complaints.contains("No such file or directory"))
    #expect(millrace("convert", input, folder.url.path).complaints.contains("Is a directory"))
    let full = millrace("convert", input, "/dev/full")
    #expect(full.status == 2 && full.complaints.contains("No space left on device"))
  }
}
