import Foundation
import MillraceTables
import TestSupport
import Testing

@testable import MillraceCommand

/// CSV with decimal commas, thousands separators, blanks around cells and other dates, beside Python.
@Suite("Numbers, dates and blanks in CSV")
struct CellFormatTests {
  /// Writes a random table, and the rows that are in it as JSON lines and as CSV.
  private static let oracle = #"""
    import csv, datetime, json, random, sys
    folder, rng = sys.argv[1], random.Random(int(sys.argv[2]))
    decimal, thousands, format, offset = sys.argv[3], sys.argv[4], sys.argv[5], int(sys.argv[6])
    def grouped(digits):
        if not thousands or rng.random() < 0.3: return digits
        return f"{int(digits):,}".replace(",", thousands)
    def number():
        sign, whole = rng.choice(["", "", "-"]), str(rng.choice([0, rng.randint(0, 99), rng.randint(0, 10**rng.randint(1, 14))]))
        fraction = "".join(rng.choice("0123456789") for _ in range(rng.randint(1, 6))) if rng.random() < 0.7 else ""
        exponent = rng.choice(["", "", "", "e5", "E-7", "e+2"])
        return (sign + grouped(whole) + (decimal + fraction if fraction else "") + exponent,
                sign + whole + ("." + fraction if fraction else "") + exponent)
    zone = datetime.timezone(datetime.timedelta(seconds=offset))
    def date():
        time = datetime.datetime(rng.randint(1600, 2500), rng.randint(1, 12), rng.randint(1, 28), rng.randint(0, 23), rng.randint(0, 59), rng.randint(0, 59), tzinfo=zone)
        text = time.strftime(format)
        # What the format does not have is lost, and a year of two digits is one of this century or the last.
        read = datetime.datetime.strptime(text, format.replace("%e", "%d").replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S"))
        if read.tzinfo is None: read = read.replace(tzinfo=zone)
        return text, read.astimezone(datetime.timezone.utc).isoformat().replace("+00:00", "Z")
    def blanks(): return rng.choice(["", "", " ", "  ", "\t "])
    def cell(text):
        if any(c in text for c in ',"\n'): text = '"' + text.replace('"', '""') + '"'
        return text
    names = ["id", "n", "t", "note"]
    delimiter = ","
    with open(folder + "/plain.csv", "w") as plain, open(folder + "/blanks.csv", "w") as blank, \
         open(folder + "/expected.jsonl", "w") as lines, open(folder + "/expected.csv", "w") as table:
        plain.write(",".join(names) + "\n")
        blank.write(",".join(blanks() + n + blanks() for n in names) + "\n")
        table.write(",".join(names) + "\n")
        for row in range(int(sys.argv[7])):
            n, t, note = number(), date(), rng.choice(["a b", "x,y", 'q"q', "1.5x", "é", "l\nl"])
            if rng.random() < 0.1: n = ("", "")
            if rng.random() < 0.1: t = ("", "")
            cells = [str(row), n[0], t[0], note]
            plain.write(",".join(map(cell, cells)) + "\n")
            blank.write(",".join(blanks() + cell(c) + blanks() for c in cells) + "\n")
            members = [f'"id":{row}'] + ([f'"n":{n[1]}'] if n[1] else []) + ([f'"t":"{t[1]}"'] if t[1] else [])
            lines.write("{" + ",".join(members + ['"note":' + json.dumps(note, ensure_ascii=False)]) + "}\n")
            table.write(",".join([str(row), n[1], t[1], cell(note)]) + "\n")
    """#

  @Test(arguments: [
    [",", ".", "%d.%m.%Y %H:%M", "0"], [",", " ", "%d %b %Y %I:%M:%S %p", "3600"], [".", ",", "%m/%d/%y", "-18000"],
    [",", "", "%Y%m%dT%H%M%S%z", "19800"], [".", "'", "%A, %e %B %Y", "0"], [",", "\u{A0}", "%F %T", "0"],
  ])
  func `numbers and dates are those that Python reads, in every output`(_ format: [String]) throws {
    let folder = try TemporaryFolder()
    let seed = "\(UInt32(truncatingIfNeeded: SeededGenerator.seed))"
    let rows = "\(Scale.count(4_000))"
    let printed = try python(Self.oracle, folder.path(""), seed, format[0], format[1], format[2], format[3], rows)
    try #require(printed.status == 0, "\(printed.complaints)")
    let seconds = Int(format[3]) ?? 0
    let zone = String(format: "%@%02d:%02d", seconds < 0 ? "-" : "+", abs(seconds) / 3600, abs(seconds) / 60 % 60)
    let dates = format[2].replacingOccurrences(of: ",", with: "\\,")
    var options = ["--columns", "id,n,t=instant:\(dates),note", "--zone", zone, "--decimal", format[0]]
    if !format[1].isEmpty { options += ["--thousands", format[1] == "\u{A0}" ? " " : format[1]] }
    let lines = try folder.read("expected.jsonl")
    let table = try folder.read("expected.csv")
    for (input, more) in [("plain.csv", []), ("blanks.csv", ["--trim"]), ("plain.csv", ["--quotes", "lenient"])] {
      for (output, expected) in [("out.jsonl", lines), ("out.csv", table)] {
        for threads in ["1", "3"] {
          let result = RowBlocks.$chunkSize.withValue(20_000) {
            millrace(
              ["convert", folder.path(input), folder.path(output), "--threads", threads] + options + more)
          }
          #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
          #expect(try folder.read(output) == expected, "\(input) \(output) \(format)")
        }
      }
      // Arrow has the doubles that the texts are, and SQLite the same.
      for output in ["out.arrow", "out.db"] {
        let result = millrace(
          ["convert", folder.path(input), folder.path(output + (output == "out.db" ? "#t" : "")), "--columns"]
            + ["id,n=number,t=instant:\(dates)"] + options.dropFirst(2) + more
            + (output == "out.db" ? ["--long-numbers", "nearest", "--replace"] : []))
        #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
        let read = try millraceProcess(["convert", folder.path(output), "--to", "jsonl"])
        let rows =
          "import json,sys\nfor line in sys.stdin:\n  row = json.loads(line)\n"
          + "  print(row['id'], float(row['n']) + 0.0 if row.get('n') is not None else None, row.get('t'))"
        let (ours, theirs) = (try python(rows, input: read.output), try python(rows, input: lines))
        let difference = zip(ours.output.split(separator: "\n"), theirs.output.split(separator: "\n")).first {
          $0 != $1
        }
        #expect(
          difference == nil && ours.output.count == theirs.output.count,
          "\(output) \(ours.complaints) \(String(describing: difference))")
      }
    }
  }

  /// The type of the column d in pyarrow, and its values.
  private static let typeOfColumn = """
    import sys, pyarrow, pyarrow.parquet
    table = pyarrow.parquet.read_table(sys.argv[1]) if sys.argv[1].endswith("parquet") else pyarrow.ipc.open_file(sys.argv[1]).read_all()
    print(table.schema.field("d").type, *table["d"].to_pylist())
    """

  @Test(arguments: [[], ["--limit", "9"], ["--tail", "9"], ["--sort-keys"], ["--sample", "3", "--seed", "1"]])
  func `dates have no time in any output`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let inputs = [
      (try folder.write("n;d\na;31.12.2024\nb;\nc;01.02.1969\n", to: "german.csv"), "n,d=date:%d.%m.%Y"),
      (try folder.write("n,d\na,2024-12-31\nb,\nc,1969-02-01T00:00:00Z\n", to: "iso.csv"), "n,d=date"),
      (
        try folder.write(
          "{\"n\":\"a\",\"d\":\"31.12.2024\"}\n{\"n\":\"b\",\"d\":null}\n{\"n\":\"c\",\"d\":\"01.02.1969\"}\n",
          to: "in.jsonl"),
        "n,d=date:%d.%m.%Y"
      ),
    ]
    for (input, columns) in inputs {
      for output in ["out.csv", "out.db", "out.arrow", "out.parquet"] {
        let result = millrace(["convert", input, folder.path(output), "--columns", columns] + options)
        #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
        let table = try millraceProcess(["convert", folder.path(output), "-", "--to", "csv"]).output
        #expect(table == "n,d\na,2024-12-31\nb,\nc,1969-02-01\n", "\(input) \(output)")
        if output == "out.db" { try FileManager.default.removeItem(atPath: folder.path(output)) }
      }
      for output in ["out.arrow", "out.parquet"] {
        let read = try pythonWithPeers(Self.typeOfColumn, folder.path(output))
        #expect(read.output == "date32[day] 2024-12-31 None 1969-02-01\n", "\(read.complaints)")
      }
    }
  }

  @Test(arguments: [
    ("d\n2024-01-01T05:00:00Z\n", "d=date", "-:2:1: expected date such as 2024-01-02, found \"2024-01-01T05:00:00Z\""),
    ("d\n2024-02-30\n", "d=date", "-:2:1: expected date such as 2024-01-02, found \"2024-02-30\""),
    ("d\n1.2.24\n", "d=date:%d.%m.%Y", "-:2:1: expected date like '%d.%m.%Y', found \"1.2.24\""),
  ])
  func `a cell that is not a date is an error`(_ cells: String, _ columns: String, _ message: String) throws {
    for format in ["jsonl", "arrow", "csv"] {
      let result = try millraceProcess(
        ["convert", "-", "--from", "csv", "--to", format, "--columns", columns], input: cells)
      #expect(result.status == 1 && result.complaints.contains(message.dropFirst()), "\(result.complaints)")
    }
  }

  @Test func `sorted members keep their types`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("t,d\n2024-12-31T00:00:00Z,AAE=\n", to: "in.csv")
    for output in ["out.arrow", "out.parquet"] {
      let columns = ["--columns", "t,d=bytes", "--sort-keys"]
      #expect(millrace(["convert", input, folder.path(output)] + columns).status == 0)
      let read = try pythonWithPeers(Self.typeOfColumn, folder.path(output))
      #expect(read.output == "binary b'\\x00\\x01'\n", "\(read.complaints)")
      #expect(millrace("convert", input, folder.path(output), "--rename", "d=e,t=d", "--sort-keys").status == 0)
      let instants = try pythonWithPeers(Self.typeOfColumn, folder.path(output))
      #expect(instants.output.hasPrefix("timestamp[ns, tz=UTC] 2024-12-31 00:00:00"), "\(instants.output)")
    }
  }

  private static let german = "id;name ; price;day\n1; Ann;1.234,50; 31.12.2023 \n2;\" b \" ;-7,5;01.02.2024\n"

  @Test func `a table of a spreadsheet is read with its names and cells trimmed`() throws {
    let result = try millraceProcess(
      [
        "convert", "-", "--from", "csv", "--to", "jsonl", "--trim", "--decimal", ",", "--thousands", ".", "--columns",
        "id,name,price,day=instant:%d.%m.%Y",
      ], input: Self.german)
    #expect(result.complaints == "")
    #expect(
      result.output == """
        {"id":1,"name":"Ann","price":1234.50,"day":"2023-12-31T00:00:00Z"}
        {"id":2,"name":" b ","price":-7.5,"day":"2024-02-01T00:00:00Z"}

        """)
  }

  @Test(arguments: [
    ("1.234,5", "1234.5"), ("1.234", "1234"), ("1.23", "\"1.23\""), ("1.2345", "\"1.2345\""),
    ("12.34,5", "\"12.34,5\""),
    ("1234.567", "\"1234.567\""), ("0,5", "0.5"), ("-1.000.000", "-1000000"), (",5", "\",5\""), ("5,", "\"5,\""),
    ("007", "\"007\""), ("+5", "\"+5\""), ("1,5e3", "1.5e3"), ("0.123", "\"0.123\""), ("true", "true"),
    ("1;2", "\"1;2\""),
  ])
  func `a cell in another notation makes its column text`(_ cell: String, _ expected: String) throws {
    let result = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "jsonl", "--decimal", ",", "--thousands", "."],
      input: "a\n\"\(cell)\"\n")
    #expect(result.output == "{\"a\":\(expected)}\n" && result.complaints == "")
  }

  @Test func `a later cell in another notation makes all cells of its column text`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<3000).map { "\"\($0),5\"\n" }.joined()
    let input = try folder.write("a\n" + rows + "1.5\n", to: "in.csv")
    for output in ["out.jsonl", "out.csv"] {
      for more in [[], ["--quotes", "lenient"]] {
        let result = millrace(["convert", input, folder.path(output), "--decimal", ","] + more)
        #expect(result.complaints == "" && result.status == 0)
        let text = try folder.read(output)
        #expect(text.contains(output == "out.csv" ? "\n\"7,5\"\n" : "{\"a\":\"7,5\"}\n"))
        #expect(text.hasSuffix(output == "out.csv" ? "\n1.5\n" : "{\"a\":\"1.5\"}\n"), "\(text.suffix(30))")
      }
    }
  }

  @Test(arguments: [
    ("2024-01-02", "2024-01-01T23:00:00Z"), ("2024-01-02 03:04:05", "2024-01-02T02:04:05Z"),
    ("2024-01-02T03:04:05.25", "2024-01-02T02:04:05.250Z"), ("2024-01-02 03:04", "2024-01-02T02:04:00Z"),
    ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"), ("2024-01-02 03:04:05-02:00", "2024-01-02T05:04:05Z"),
  ])
  func `dates of ISO 8601 are instants without a format`(_ cell: String, _ expected: String) throws {
    let result = try millraceProcess(
      ["convert", "-", "--from", "csv", "--to", "jsonl", "--columns", "a=instant", "--zone", "+01:00"],
      input: "a\n\(cell)\n")
    #expect(result.output == "{\"a\":\"\(expected)\"}\n", "\(result.complaints)")
  }

  @Test(arguments: [
    (
      ["--columns", "a=instant:%d.%m.%Y"], "a\n31.12.2024\n31.04.2024\n",
      "-:3:1: expected date and time like '%d.%m.%Y', found \"31.04.2024\", at /1/a\n  --columns NAME=instant:FORMAT sets another format, --columns NAME=text keeps the text\n"
    ),
    (
      ["--columns", "b,a=instant:%d.%m.%Y"], "b,a\n1,1.1.2024 x\n",
      "-:2:3: expected date and time like '%d.%m.%Y', found \"1.1.2024 x\", at /0/a\n"
    ),
    (
      ["--columns", "a=instant"], "a\n2024-13-01\n",
      "-:2:1: expected date and time such as 2024-01-02 03:04:05, found \"2024-13-01\", at /0/a\n"
    ),
    (
      ["--columns", "a=number", "--thousands", "."], "",
      "millrace: --decimal and --thousands take different characters that are not digits, signs or letters\n"
    ),
    (
      ["--columns", "a=number", "--decimal", ",", "--thousands", "."], "b,a\n1,1.000\n2,1.5\n",
      "-:3:3: expected number, found \"1.5\", at /1/a\n"
    ),
    (["--decimal", "5"], "", "millrace: --decimal and --thousands take different characters"),
    (["--decimal", "ab"], "", "millrace: --decimal takes one ASCII character, not 'ab'\n"),
    (["--thousands", "ab"], "", "millrace: --thousands takes one character, not 'ab'\n"),
    (["--zone", "+01:00"], "", "millrace: --zone requires a column of the kind instant\n"),
    (["--columns", "a=instant", "--zone", "Berlin"], "", "millrace: --zone Berlin: unknown time zone\n"),
    (
      ["--columns", "a=instant", "--zone", "+1"], "", "millrace: --zone takes a name or an offset from UTC, not '+1'\n"
    ),
    (["--columns", "a=instant:%d.%m"], "", "millrace: --columns a=instant:%d.%m: invalid format of dates\n"),
    (
      ["--columns", "a=instant:%d.%m.%Y %Q"], "", "millrace: --columns a=instant:%d.%m.%Y %Q: invalid format of dates\n"
    ),
    (["--columns", "a=int:%d"], "", "millrace: --columns a=int:%d: unknown kind\n"),
  ])
  func `what has another notation is an error with its row and column`(
    _ options: [String], _ input: String, _ message: String
  ) throws {
    for output in ["jsonl", "csv", "arrows"] {
      let result = try millraceProcess(["convert", "-", "--from", "csv", "--to", output] + options, input: input)
      let complaints = result.complaints.replacingOccurrences(of: "standard input", with: "-")
      #expect(result.status != 0 && complaints.hasPrefix(message), "\(output): \(result.complaints)")
    }
  }

  @Test func `bad cells are bad rows, and other formats have no such options`() throws {
    let skipped = try millraceProcess(
      [
        "convert", "-", "--from", "csv", "--to", "jsonl", "--columns", "a=instant:%d.%m.%Y", "--on-bad-row", "skip",
      ], input: "a\n1.1.2024\nx\n2.1.2024\n")
    #expect(skipped.output == "{\"a\":\"2024-01-01T00:00:00Z\"}\n{\"a\":\"2024-01-02T00:00:00Z\"}\n")
    for option in [["--trim"], ["--decimal", ","], ["--thousands", ","]] {
      let result = try millraceProcess(["convert", "-", "--from", "jsonl", "--to", "json"] + option, input: "{}\n")
      #expect(result.status == 2 && result.complaints.contains("\(option[0]) cannot be used here"))
    }
  }

  @Test func `texts that mean null are those in the table`() throws {
    let result = try millraceProcess(
      [
        "convert", "-", "--from", "csv", "--to", "jsonl", "--thousands", ".", "--decimal", ",", "--null-values",
        "1234,?,-",
      ],
      input: "a;b\n1.234;x\n1234;y\n-;z\n1,5;?\n")
    #expect(
      result.output == "{\"a\":1234,\"b\":\"x\"}\n{\"b\":\"y\"}\n{\"b\":\"z\"}\n{\"a\":1.5}\n", "\(result.complaints)")
  }

  @Test func `head, schema and query read the same values`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("a,b\n\"1.234,5\",x\n\"2,5\",y\n", to: "in.csv")
    let options = ["--decimal", ",", "--thousands", "."]
    #expect(
      millrace(["head", input, "--json"] + options).output == "{\"a\":1234.5,\"b\":\"x\"}\n{\"a\":2.5,\"b\":\"y\"}\n")
    #expect(millrace(["schema", input] + options).output.contains("a       number"))
    let sum = try millraceProcess(["query", "SELECT sum(a) AS s FROM \"in\"", input] + options)
    #expect(sum.output == "{\"s\":1237}\n", "\(sum.output) \(sum.complaints)")
    let matching = try millraceProcess(["convert", input, "--to", "csv", "--where", "a > 1000"] + options)
    #expect(matching.output == "a,b\n1234.5,x\n", "\(matching.complaints)")
  }
}
