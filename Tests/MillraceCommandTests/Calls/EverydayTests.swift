import Foundation
import SystemLibrary
import MillraceTables
import TestSupport
import Testing

/// What people type, as they type it: the output and the exit status.
@Suite("Everyday calls")
struct EverydayTests {
  private let lines = "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n"

  @Test(arguments: ["avro", "yaml", "feather", "xlsx"])
  func `an unknown ending of the output is an error that lists the formats`(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines, to: "in.jsonl")
    let result = millrace("convert", input, folder.path("out.\(ending)"))
    #expect(result.status == 2)
    #expect(result.complaints.contains("unknown output format '.\(ending)'"))
    #expect(result.complaints.contains("json, jsonl, ndjson"))
    #expect(result.complaints.contains("csv, tsv, sqlite, sqlite3, db, arrow, arrows, parquet"))
    #expect(try folder.names == ["in.jsonl"])
    // A name without an ending says nothing, and an option says more than the ending.
    #expect(millrace("convert", input, folder.path("out")).status == 0)
    #expect(millrace("convert", input, folder.path("out.\(ending)"), "--to", "csv").status == 0)
    #expect(try folder.read("out.\(ending)") == "id,name\n1,a\n2,b\n")
  }

  @Test func `a column of a table that does not exist is an error with the nearest names`() throws {
    let result = try millraceProcess(["convert", "-", "--columns", "nmae"], input: "id,name,size\n1,a,3\n")
    #expect(result.status == 2 && result.output == "")
    #expect(
      result.complaints
        == "millrace: unknown column 'nmae' in standard input\n  the nearest columns are name, size, id\n")
  }

  @Test(arguments: ["number", "double", "float"])
  func `the kinds of the help's example are kinds, under their usual names`(_ kind: String) throws {
    let result = try millraceProcess(
      ["convert", "-", "--columns", "id,born=instant,size=\(kind)"], input: "id,born,size\n1,2020-01-01T00:00:00Z,1.5\n"
    )
    #expect(result.complaints == "" && result.status == 0)
    #expect(result.output == "[{\"id\":1,\"born\":\"2020-01-01T00:00:00Z\",\"size\":1.5}]\n")
  }

  @Test(arguments: ["convert", "head", "schema", "check", "fmt", "report", "audit", "migrate", "completion", "man"])
  func `help is given for -h after a verb`(_ verb: String) throws {
    let result = try millraceProcess([verb, "-h"])
    #expect(result.status == 0 && result.complaints == "")
    #expect(result.output == (try millraceProcess(["help", verb]).output))
  }

  @Test func `a table is named after the file that it comes from`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("id,name\n1,a\n", to: "my stops.csv")
    let result = millrace("convert", input, folder.path("out.db"))
    #expect(result.status == 0, "\(result.complaints)")
    let names =
      "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute('select name from sqlite_schema').fetchall())"
    #expect(try python(names, folder.path("out.db")).output == "[('my stops',)]\n")
    let piped = try millraceProcess(["convert", "-", folder.path("other.db")], input: lines)
    #expect(piped.status == 2 && piped.complaints.contains("OUTPUT does not name a table"))
    #expect(try folder.names == ["my stops.csv", "out.db"])
  }

  @Test(arguments: ["jsonl", "json", "csv", "arrows"])
  func `a closed pipe ends the conversion quietly`(_ format: String) throws {
    let folder = try TemporaryFolder()
    let input = try folder.write((0..<200_000).map { "{\"id\":\($0)}\n" }.joined(), to: "in.jsonl")
    let line = "{ \(toolPath) convert \(input) --to \(format); echo $? >&2; } | head -c 5 >/dev/null"
    let result = try shell(line)
    #expect(result.complaints == "0\n")
  }

  @Test func `an error of nesting shows the beginning and the end of its path`() throws {
    let result = try millraceProcess(["convert", "-"], input: String(repeating: "[", count: 600))
    #expect(result.status == 1)
    #expect(result.complaints.contains(", at /0/0/0/0/0/0/0/0/…/0/0/0/0/0/0/0/0\n"))
  }

  @Test(arguments: [["convert", "-", "--to", "jsonl"], ["fmt", "-", "--compact"]])
  func `a byte order mark and UTF-16 are read`(_ arguments: [String]) throws {
    let text = "{\"ä\":\"€😀\"}"
    var inputs = [Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)]
    for encoding: String.Encoding in [.utf16LittleEndian, .utf16BigEndian] {
      let data = try #require(text.data(using: encoding))
      let mark = try #require("\u{FEFF}".data(using: encoding))
      inputs += [data, mark + data]
    }
    for input in inputs {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: toolPath)
      process.arguments = arguments
      let result = try run(process, input: input)
      #expect(result.status == 0 && result.output == text + "\n", "\(Array(input)): \(result.complaints)")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: toolPath)
    process.arguments = arguments
    let half = try run(process, input: Data([0xFF, 0xFE, 0x22, 0x00, 0x00]))
    #expect(
      half.status == 1
        && half.complaints
          == "millrace: standard input: the text is not valid UTF-16 at byte 4; convert it to UTF-8 first, such as with iconv\n",
      "\(half.complaints)")
  }

  @Test func `bytes that are no text come after the rows before them`() throws {
    // Python says at which byte; a bad row before it is the first error.
    let folder = try TemporaryFolder()
    let script = #"""
      import random, sys
      seed = random.randrange(1 << 32)
      print(seed)
      random.seed(seed)
      for file in range(40):
          order = random.choice(["le", "be"])
          text = "".join(
              random.choice(['{"a":"\u20ac"}', '{"a":"\U0001F600"}', '{"a":"x"}']) + "\n" for _ in range(random.choice([1, 4, 60, 3000])))
          bad = random.choice([b"\x00", b"\x3d\xd8" if order == "le" else b"\xd8\x3d", b"\x00\xdc" if order == "le" else b"\xdc\x00"])
          start = ("\ufeff" + text).encode("utf-16-" + order)
          broken = start + bad + (b"" if len(bad) == 1 else text.encode("utf-16-" + order))
          open(f"{sys.argv[1]}/{file}.jsonl", "wb").write(broken)
          try: broken.decode("utf-16-" + order); raise SystemExit("valid")
          except UnicodeDecodeError as error: print(error.start)
          open(f"{sys.argv[1]}/{file}.bad.jsonl", "wb").write("\ufeff[\n".encode("utf-16-" + order) + broken[2:])
      """#
    let printed = try python(script, folder.path(""))
    let numbers = printed.output.split(separator: "\n").compactMap { Int($0) }
    try #require(numbers.count == 41, "\(printed)")
    for (file, offset) in numbers.dropFirst().enumerated() {
      for chunk in [7, 1000, 1 << 21] {
        RowBlocks.$chunkSize.withValue(chunk) {
          let path = folder.path("\(file).jsonl")
          let result = millrace("convert", path, folder.path("out.csv"))
          let expected = "millrace: \(path): the text is not valid UTF-16 at byte \(offset);"
          #expect(result.complaints.hasPrefix(expected), "seed \(numbers[0]), \(chunk): \(result.complaints)")
          let first = millrace("convert", folder.path("\(file).bad.jsonl"), folder.path("out.csv"))
          #expect(first.complaints.contains("bad.jsonl:1:2: "), "seed \(numbers[0]), \(chunk): \(first.complaints)")
        }
      }
    }
  }

  @Test(arguments: [
    ["convert", "in.jsonl.gz", "out.csv"], ["schema", "in.jsonl.gz"], ["convert", "in.jsonl.gz", "out.arrow"],
  ])
  func `an error of compression names the file`(_ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let script = """
      import gzip, sys
      bytes = gzip.compress("".join('{"a":%d}\\n' % i for i in range(100_000)).encode())
      open(sys.argv[1] + "/in.jsonl.gz", "wb").write(bytes[:len(bytes) // 2])
      print(len(bytes) // 2)
      """
    let size = try python(script, folder.path("")).output
    let result = millrace([arguments[0]] + arguments.dropFirst().map(folder.path))
    #expect(
      result.complaints
        == "millrace: \(folder.path("in.jsonl.gz")): unexpected end of the compressed data at byte \(size)",
      "\(result.complaints)")
  }

  @Test(arguments: [
    "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "{\"a\":1}{\"a\":2}", "{\"a\":1} {\"a\":2}\n", "{\"a\":1}\n{\"a\":2}\n",
  ])
  func `documents one after another are recognized`(_ input: String) throws {
    let folder = try TemporaryFolder()
    for name in ["in", "in.json"] {
      let path = try folder.write(input, to: name)
      #expect(try millraceProcess(["convert", path, "--to", "jsonl"]).output == "{\"a\":1}\n{\"a\":2}\n")
    }
    #expect(try millraceProcess(["convert", "-", "--to", "csv"], input: input).output == "a\n1\n2\n")
    let check = try millraceProcess(["check", "-"], input: input)
    #expect(check.status == 0 && check.output == "standard input: valid (\(input.utf8.count) bytes)\n")
    #expect(try millraceProcess(["fmt", "-", "--compact"], input: input).output == "{\"a\":1}\n{\"a\":2}\n")
  }

  @Test(arguments: [["convert"], ["head"], ["schema"], ["stats"], ["check"], ["query", "SELECT * FROM input"]])
  func `a workbook of Excel is an error that says which tool to use`(_ verb: [String]) throws {
    let folder = try TemporaryFolder()
    // The parts of workbooks as Excel, openpyxl and LibreOffice order them, written by Python.
    let script = """
      import sys, zipfile
      folder = sys.argv[1]
      def archive(name, *parts):
          with zipfile.ZipFile(f"{folder}/{name}", "w", zipfile.ZIP_DEFLATED) as file:
              for part, text in parts:
                  file.writestr(part, text, zipfile.ZIP_STORED if part == "mimetype" else None)
      sheet = ("xl/worksheets/sheet1.xml", "<worksheet/>")
      archive("excel.xlsx", ("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "<R/>"), ("xl/workbook.xml", "<w/>"), sheet)
      archive("renamed.json", ("docProps/app.xml", "<p/>" * 2000), sheet, ("[Content_Types].xml", "<Types/>"))
      archive("encrypted.xlsx", ("other", ""))
      archive("a.ods", ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", "<c/>"))
      archive("b.zip", ("films.csv", "id,name\\n1,a\\n"))
      for name in ["old.xls", "old.doc"]:
          open(f"{folder}/{name}", "wb").write(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1016))
      """
    #expect(try python(script, folder.path("")).complaints == "")
    let csv = "save it as CSV first, such as with soffice --headless --convert-to csv FILE, or in2csv FILE"
    let expected = [
      "excel.xlsx": "is an Excel workbook", "renamed.json": "is an Excel workbook",
      "encrypted.xlsx": "is an Excel workbook",
      "old.xls": "is an Excel workbook", "a.ods": "is an OpenDocument spreadsheet",
      "old.doc": "is an old Office document, such as an Excel workbook", "b.zip": "is a ZIP archive",
    ]
    for (name, what) in expected {
      let result = try millraceProcess(verb + [folder.path(name)])
      let hint =
        name == "b.zip"
        ? "read a file of the archive from a pipe, such as unzip -p ARCHIVE NAME | millrace convert - OUTPUT" : csv
      #expect(result.status == 2 && result.output == "")
      #expect(
        result.complaints == "millrace: \(folder.path(name)) \(what), which millrace does not read\n  \(hint)\n")
    }
    let piped = try shell("'\(toolPath)' convert - < '\(folder.path("excel.xlsx"))'")
    #expect(piped.status == 2 && piped.complaints.contains("standard input is an Excel workbook"))
  }

  @Test(arguments: [["convert"], ["head"], ["schema"], ["stats"]], ["xz", "bzip2"])
  func `a file in another compression is an error that says how to read it`(_ verb: [String], _ program: String) throws
  {
    let folder = try TemporaryFolder()
    // The first bytes of what the programs write.
    let start: [UInt8] =
      program == "xz"
      ? [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04, 0xE6, 0xD6, 0xB4, 0x46, 0x02, 0x00, 0x21, 0x01]
      : [0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0xC8, 0xBB, 0xE2, 0xEB, 0x00, 0x00]
    for name in ["in.csv.\(program)", "in.csv"] {
      let path = folder.path(name)
      try Data(start).write(to: URL(fileURLWithPath: path))
      let result = try millraceProcess(verb + [path])
      #expect(result.status == 2 && result.output == "")
      let hint =
        "read it from a pipe, such as \(program) -dc FILE | millrace convert - OUTPUT; gzip and zstd need none"
      #expect(
        result.complaints
          == "millrace: \(path) is compressed with \(program), which millrace does not read\n  \(hint)\n")
    }
  }

  @Test func `record separators are read and written`() throws {
    let records = "\u{1E}{\"a\":1}\n\u{1E}{\"a\":2}\n"
    #expect(try millraceProcess(["convert", "-", "--to", "jsonl"], input: records).output == "{\"a\":1}\n{\"a\":2}\n")
    let written = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "json-seq"], input: "{\"a\":1}\n{\"a\":2}")
    #expect(written.output == records)
    let concatenated = ["convert", "-", "--from", "concatenated", "--to", "csv"]
    #expect(try millraceProcess(concatenated, input: "{\"a\":1}{\"a\":2}").output == "a\n1\n2\n")
  }

  @Test func `files of gzip and Zstandard are read and written by every verb`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(lines, to: "in.jsonl")
    for ending in ["gz", "zst"] {
      let tool = ending == "gz" ? "gzip" : "zstd -q"
      for output in ["out.csv", "out.jsonl", "out.arrow"] {
        let path = folder.path("\(output).\(ending)")
        #expect(millrace("convert", input, path).status == 0)
        #expect(try shell("\(tool) -t '\(path)'").status == 0)
        #expect(try millraceProcess(["convert", path, "--to", "jsonl"]).output == lines)
      }
      let compressed = folder.path("x.jsonl.\(ending)")
      #expect(try shell("\(tool) -c '\(input)' > '\(compressed)'").status == 0)
      #expect(
        try millraceProcess(["check", compressed]).output == "\(compressed): valid (\(lines.utf8.count) bytes)\n")
      #expect(try millraceProcess(["head", "--json", compressed]).output == lines)
      #expect(try shell("cat '\(compressed)' | '\(toolPath)' convert - --to jsonl").output == lines)
      #expect(millrace("fmt", compressed).status == 0)
      #expect(try shell("\(tool) -dc '\(compressed)'").output == lines)
    }
    let flag = try shell("'\(toolPath)' convert '\(input)' --to jsonl --zstd | zstd -dc")
    #expect(flag.output == lines)
  }

  @Test func `an interrupted conversion creates no database and keeps an existing one`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path("in.jsonl")
    try #require(mkfifo(pipe, 0o600) == 0)
    for signal in [SIGINT, SIGTERM] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      // The threads of the tests block signals, which a process inherits.
      let start =
        "import os,signal,sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
      process.arguments = [
        "python3", "-c", start, toolPath, "convert", pipe, folder.path("new.db#t"), "--batch", "1000",
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: pipe))
      let rows = Data((0..<50_000).map { "{\"id\":\($0)}\n" }.joined().utf8)
      try writer.write(contentsOf: rows)
      // The database is there as soon as the first rows are.
      while !FileManager.default.fileExists(atPath: folder.path("new.db")) { usleep(1000) }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      try writer.close()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
      #expect(try folder.names == ["in.jsonl"])
    }
  }
}
