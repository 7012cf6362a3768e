import Foundation
import TestSupport
import Testing

/// CSV as spreadsheets and other programs export it, often outside RFC 4180.
@Suite("Everyday CSV")
struct EverydayCSVTests {
  @Test(arguments: [
    // An empty or duplicate name gets a number.
    ([], "a,a,,a\n1,2,3,4\n", #"[{"a":1,"a_2":2,"column3":3,"a_3":4}]"#),
    ([], "a,a_2,a\n1,2,3\n", #"[{"a":1,"a_2":2,"a_3":3}]"#),
    // A line that names the delimiter, as spreadsheets write it.
    ([], "sep=;\na;b\n1;2\n", #"[{"a":1,"b":2}]"#),
    (["--delimiter", ";"], "sep=;\na;b\n1;2\n", #"[{"a":1,"b":2}]"#),
    (["--delimiter", ";", "--escape", "\\"], "sep=;\r\na;b\n1;2\n", #"[{"a":1,"b":2}]"#),
    ([], "sep=|\r\na|b\r\n1|2\r\n", #"[{"a":1,"b":2}]"#),
    // The delimiter is the one by which rows agree with the header.
    ([], "a;b\n1,5;2\n2,5;3\n", #"[{"a":"1,5","b":2},{"a":"2,5","b":3}]"#),
    ([], "text\nhello, you\nyes, no\nx\n", #"[{"text":"hello, you"},{"text":"yes, no"},{"text":"x"}]"#),
    ([], "a|b\nx, y|1\n", #"[{"a":"x, y","b":1}]"#),
    ([], "a,b\n\"x;y;z\",1\n\"x;y;z\",2\n", #"[{"a":"x;y;z","b":1},{"a":"x;y;z","b":2}]"#),
    // Blank lines are skipped.
    ([], "\n\na,b\n\n1,2\n\n\n3,4\n\n", #"[{"a":1,"b":2},{"a":3,"b":4}]"#),
    // Comments, also with quotes in them.
    (["--comment", "#"], "# it's \"so\na,b\n#x\n1,2\n# \"\n3,4\n", #"[{"a":1,"b":2},{"a":3,"b":4}]"#),
    // Quotes that RFC 4180 does not have.
    (
      ["--quotes", "lenient"], "a,b\n5\" disk,x\"y\"\n\"p\"q\",2\n",
      #"[{"a":"5\" disk","b":"x\"y\""},{"a":"p\"q","b":"2"}]"#
    ),
    (["--quotes", "lenient"], "a,b\n\"\",\"x\ny\"\n", #"[{"a":"","b":"x\ny"}]"#),
    // The last line break ends an open cell, as in DuckDB.
    (["--quotes", "lenient"], "a,b\n1,\"open\n", #"[{"a":1,"b":"open"}]"#),
    (["--quotes", "lenient"], "a,b\n1,\"open", #"[{"a":1,"b":"open"}]"#),
    (["--quotes", "lenient"], "a,b\r\n1,\"open\r\n", #"[{"a":1,"b":"open"}]"#),
    (["--quotes", "lenient"], "a,b\n1,\"open\n\n", #"[{"a":1,"b":"open\n"}]"#),
    (["--quotes", "lenient"], "a,b\n1,2\n3,\"op \"\"en\n", #"[{"a":1,"b":"2"},{"a":3,"b":"op \"en"}]"#),
    (
      ["--quotes", "lenient"], "a,b\n1,\"the \"Bus\"\"\n2,\"\"\"x\"\"\"\n",
      #"[{"a":1,"b":"the \"Bus\""},{"a":2,"b":"\"x\""}]"#
    ),
    (["--quotes", "lenient"], "a,b\n\"a \"b\"\",\"c \"d\"\"", #"[{"a":"a \"b\"","b":"c \"d\""}]"#),
    (["--quotes", "lenient", "--comment", "#"], "a;b\n#\";\n1;2\"\n", #"[{"a":1,"b":"2\""}]"#),
    // Escapes.
    (["--escape", "\\"], #"a,b"# + "\n" + #""x \"y\" \\",1\,2"# + "\n", #"[{"a":"x \"y\" \\","b":"1,2"}]"#),
    (["--escape", "\\"], "a,b\nx\\\ny,2\n", #"[{"a":"x\ny","b":2}]"#),
    (["--quote-escape", "\\"], #"a,b"# + "\n" + #""x \"\\",C:\temp"# + "\n", #"[{"a":"x \"\\","b":"C:\\temp"}]"#),
    (["--comment", "#"], "#\"\na,b\nx,1\n# \"y\n\"#\",2\n", ##"[{"a":"x","b":1},{"a":"#","b":2}]"##),
  ])
  func `standard input becomes JSON`(_ options: [String], _ input: String, _ expected: String) throws {
    let result = try millraceProcess(["convert", "-", "--from", "csv"] + options, input: input)
    #expect(result.complaints == "")
    #expect(result.output == expected + "\n")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("a,b\n1\n", ":2:1:", ["the detected delimiter is ',': --delimiter", "--ragged"]),
    ("a;b\n1;2;3\n", ":2:1:", ["the detected delimiter is ';': --delimiter"]),
    ("a,b\n1,x\"y\n", ":2:4:", ["the detected delimiter is ',': --delimiter", "--quotes lenient", "--escape '\\'"]),
    ("a,b\n\"x\"y,2\n", ":2:4:", ["the detected delimiter is ',': --delimiter", "--quotes lenient"]),
    ("a,b\n\"x,2\n", ":2:1:", ["the detected delimiter is ',': --delimiter", "--quotes lenient"]),
  ])
  func `an error about cells names the delimiter and what to do`(
    _ input: String, _ place: String, _ hints: [String]
  ) throws {
    let result = try millraceProcess(["convert", "-", "--from", "csv"], input: input)
    #expect(result.status == 1)
    #expect(result.complaints.contains(place))
    for hint in hints { #expect(result.complaints.contains(hint), "\(result.complaints)") }
  }

  @Test func `a quote that stays open for several lines is an error with lenient quotes, too`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a,b\n1,\"open\n2,x\n3,y\n", to: "in.csv")
    let result = millrace("convert", input, folder.path("out.jsonl"), "--quotes", "lenient")
    #expect(result.status == 1)
    #expect(
      result.complaints == """
        \(input):2:1: unclosed quote at the end of the input, at /0
          the detected delimiter is ',': --delimiter CHARACTER sets another one
          --quotes none takes all quotes as text

        """)
  }

  @Test func `escapes mean what they mean to Python`() throws {
    var random = SeededGenerator()
    let script = """
      import csv, io, json, sys
      text = sys.stdin.read()
      rows = csv.reader(io.StringIO(text, newline=""), escapechar="\\\\", strict=True)
      print(json.dumps([row for row in rows if row], ensure_ascii=False, separators=(",", ":")))
      """
    for _ in 0..<40 {
      // Cells of letters, escapes before anything, and quotes around some of them.
      let pieces = ["a", "b ", "\\\\", "\\\"", "\\,", "\\\n", "é"]
      let rows = (0..<3).map { _ in
        (0..<2).map { _ in
          let text = (0..<random.below(5) + 1).map { _ in pieces[random.below(pieces.count)] }.joined()
          return random.once(in: 2) ? "\"\(text)\"" : "x\(text)"
        }.joined(separator: ",")
      }
      let input = "p,q\n" + rows.joined(separator: "\n") + "\n"
      let ours = try millraceProcess(
        ["convert", "-", "--from", "csv", "--delimiter", ",", "--no-header", "--escape", "\\"], input: input)
      #expect(try ours.output == python(script, input: input).output, "\(input)\(ours.complaints)")
    }
  }

  @Test func `text in Windows-1252 is read as Python reads it`() throws {
    let folder = try TemporaryFolder()
    let bytes = Data(
      (0x20...0xFF).filter { $0 != 0x22 && ![0x81, 0x8D, 0x8F, 0x90, 0x9D].contains($0) }.map { UInt8($0) })
    let path = folder.path("in.csv")
    try (Data("a\n\"".utf8) + bytes + Data("\"\n".utf8)).write(to: URL(fileURLWithPath: path))
    let script =
      "import sys,json; print(json.dumps([{'a':open(sys.argv[1],'rb').read()[3:-2].decode('cp1252')}],ensure_ascii=False,separators=(',',':')))"
    let result = try millraceProcess(["convert", path, "--encoding", "windows1252"])
    #expect(try result.output == python(script, path).output)
    let refused = try millraceProcess(["convert", path])
    #expect(refused.status == 1 && refused.complaints.contains("--encoding windows1252 or latin1"))
  }

  @Test(arguments: [
    (["--out-delimiter", ";"], "csv", ";"), (["--out-delimiter", "tab"], "csv", "\t"),
    (["--delimiter", ",", "--out-delimiter", "|"], "tsv", "|"), (["--out-delimiter", ","], "tsv", ","),
    (["--threads", "1", "--out-delimiter", ";"], "csv", ";"), (["--limit", "9", "--out-delimiter", ";"], "csv", ";"),
  ])
  func `the output has another delimiter than the input`(
    _ options: [String], _ output: String, _ delimiter: String
  ) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,note\n1,a;b\n2,\"c,d|e\"\n3,\n", to: "in.csv")
    let result = millrace(["convert", input, folder.path("out.\(output)")] + options)
    #expect(result.status == 0, "\(result.complaints)")
    let script = """
      import csv, io, sys
      rows = csv.reader(io.StringIO(sys.stdin.read(), newline=""))
      csv.writer(sys.stdout, delimiter=sys.argv[1], lineterminator="\\n").writerows(rows)
      """
    #expect(
      try folder.read("out.\(output)") == python(script, delimiter, input: folder.read("in.csv")).output)
  }

  @Test func `only csv and tsv have an output delimiter`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id;x\n1;2\n", to: "in.csv")
    for output in ["json", "jsonl", "arrow", "db"] {
      let result = millrace("convert", input, folder.path("out.\(output)"), "--out-delimiter", ";")
      #expect(result.status == 2 && result.complaints.hasPrefix("millrace: --out-delimiter cannot be used here\n"))
    }
    let wrong = millrace("convert", input, folder.path("out.csv"), "--out-delimiter", ";;")
    #expect(wrong.complaints.hasPrefix("millrace: --out-delimiter takes one ASCII character or tab, not ';;'\n"))
    let query = try millraceProcess([
      "query", "SELECT x, id FROM t", "t=\(input)", "--to", "csv", "--out-delimiter", ":",
    ])
    #expect(query.output == "x:id\n2:1\n", "\(query.complaints)")
    #expect(try folder.names == ["in.csv"])
  }

  @Test(arguments: ["in.jsonl - --to db", "in.jsonl --to sqlite", "in.jsonl -o - --to db --replace"])
  func `a database is not written to standard output`(_ call: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("{}\n", to: "in.jsonl")
    let result = try shell("cd '\(folder.url.path)' && '\(toolPath)' convert \(call)")
    #expect(result.status == 2 && result.output == "")
    #expect(
      result.complaints == """
        millrace: a database cannot be written to standard output
          OUTPUT is a file and a table, such as films.db#films

        """)
    #expect(try folder.names == ["in.jsonl"])
  }
}
