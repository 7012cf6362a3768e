import Foundation
import TestSupport
import Testing

import MillraceTables
@testable import MillraceCommand

/// `convert --where`, as people type it.
@Suite("Conditions on rows")
struct WhereTests {
  private static let table =
    "id,first name,size,user.name,born\n1,Ann,10,x,2020-01-01T00:00:00Z\n2,Bob,9,y,2020-01-01T00:30:00+01:00\n"
    + "3,,100.5,,\n4,\"\",NA,\"it's\",2021\n"

  @Test(arguments: [
    ("id = 1", "1"), ("id == 1.0", "1"), ("1 = id", "1"), ("id = 10e-1", "1"), ("id != 2", "1,3,4"),
    ("id <> 2", "1,3,4"), ("id>2", "3,4"), ("id>=3 and id<=3", "3"), ("2 < id", "3,4"),
    // Numbers, and text.
    ("size > 9", "1,3"), ("size > '9'", "4"), ("size = 'NA'", "4"), ("size = '10.0'", ""), ("size = 10.0", "1"),
    ("size < 1e400", "1,2,3"), ("size > -1e400", "1,2,3"), ("size != 123456789012345678901234567890", "1,2,3"),
    // Null and missing values.
    ("`first name` is null", "3"), ("[first name] is not null", "1,2,4"), ("`first name` = ''", "4"),
    ("not `first name` = 'Ann'", "2,4"), ("`first name` = null", ""), ("null is null and id = 2", "2"),
    ("id not in (1, 2, null)", ""), ("id in (1, 2, null)", "1,2"), ("id NOT IN (1, 2)", "3,4"),
    ("size in (100.50, 10e0, 'NA', 7)", "1,3,4"), ("size in ('9', 'NA', 10)", "1,2,4"), ("size in ('10.0')", ""),
    ("id in (-1, size, 3.0, true)", "3"), ("not size in (1, 'x')", "1,2,3"), ("`first name` in ('Ann', '')", "1,4"),
    ("(id = 1) is null", ""), ("(`first name` > 'A') is null", "3"), ("(size > 9) is not true", "2,4"),
    // Names with dots, and pointers.
    ("user.name = 'x'", "1"), ("`user.name` = \"y\"", "2"), ("user.name = 'it''s'", "4"), ("/user.name = 'x'", "1"),
    ("/first~1name is null or /id = 1", "error"),
    // Instants in text.
    ("born = '2020-01-01T00:00:00Z'", "1"), ("born < '2020-01-01T00:00:00Z'", "2"), ("born < '2020-02'", "1,2"),
    // Patterns.
    ("`first name` like 'a%'", "1"), ("`first name` not like 'A_n'", "2,4"), ("`first name` like ''", "4"),
    ("(`first name` like '%') is null", "3"), ("`first name` not like '%' or id = 3", "3"), ("size like '1%'", "1,3"),
    ("user.name LIKE 'it''s'", "4"), ("user.name like '$_%' escape '$'", ""), ("`first name` glob '[A-B]*'", "1,2"),
    ("`first name` glob 'ann'", ""), ("size not glob '*[^0-9]*'", "1,2"), ("`first name` regexp '^.n+$'", "1"),
    ("not size regexp '^[0-9.]+$'", "4"), ("size regexp '\\d{2,}'", "1,3"), ("user.name regexp \"t's\"", "4"),
    ("`first name` regexp ''", "1,2,4"), ("born regexp '([+]01:00|Z)$'", "1,2"),
    // Limits, which belong to the range.
    ("id between 2 and 3", "2,3"), ("id not between 2 and 3 and id < 4", "1"), ("size between 9 and 100.5", "1,2,3"),
    ("id between 3 and 2", ""), ("id between null and 1 or id = 4", "4"), ("id not between null and 1", "2,3,4"),
    ("size between '1' and '2'", "1,3"), ("2 between id and 3", "1,2"), ("id between 0 and size", "1,2,3,4"),
    ("born between '2020-01-01T00:00:00+01:00' and '2019-12-31T23:59:59Z'", "2"),
    // Precedence and parentheses.
    ("id = 1 or id = 2 and id = 3", "1"), ("(id = 1 or id = 2) and not id = 1", "2"), ("not id = 1 and id < 3", "2"),
    ("not not (id = 1)", "1"), ("true", "1,2,3,4"), ("false or null", ""), ("id and id is true", "1,2,3,4"),
    ("id = 1 OR\n\tid = 2", "1,2"), ("size = id", ""), ("size > id", "1,2,3,4"),
  ])
  func `rows are taken for which a condition is true`(_ condition: String, _ expected: String) throws {
    for format in ["jsonl", "csv"] {
      let result = try millraceProcess(
        ["convert", "-", "--columns", "id", "--to", format, "--where", condition], input: Self.table)
      if expected == "error" {
        #expect(result.status == 2 && result.complaints.contains("unknown column '/first~1name'"))
        continue
      }
      #expect(result.complaints == "" && result.status == 0, "\(condition)")
      let numbers = result.output.filter { $0.isNumber || $0 == "\n" }.split(separator: "\n").joined(separator: ",")
      #expect(numbers == expected, "\(condition) to \(format)")
    }
  }

  @Test(
    arguments: [
      ("user.name = 'x'", [0]), ("user.tags.1 = 'b'", [0]), ("/user/tags/0 = 'a'", [0]), ("user is null", [1, 3]),
      ("user.name is null", [1, 2, 3]), ("user = 'x'", []), ("user is not null", [0, 2]),
      ("id > 100000000000000000000", [2]), ("id = 123456789012345678901234567890.0", [2]), ("id = 2.5", [1]),
      ("id = '2.50'", [1]), ("id = '2.5'", []), ("id < 1e-400", [3]), ("id >= 9223372036854775808", [2]),
      ("flag", [0]), ("flag = true", [0]), ("flag = false", [1]), ("flag = 'true'", [0]),
      ("flag is not true", [1, 2, 3]),
      ("flag < true", [1]), ("not flag", [1]), ("a-b is null", nil), ("`a-b` = 1", [3]), ("[a`b] = 2", [3]),
      ("`a``b` = 2", [3]), ("ключ = 'ü'", [3]), ("`and` = 7", [3]),
    ] as [(String, [Int]?)])
  func `nested values, large numbers and unusual names are compared`(_ condition: String, _ expected: [Int]?) throws {
    let lines = [
      "{\"id\":1,\"user\":{\"name\":\"x\",\"tags\":[\"a\",\"b\"]},\"flag\":true}",
      "{\"id\":2.50,\"user\":null,\"flag\":false}",
      "{\"id\":123456789012345678901234567890,\"user\":{\"name\":null,\"tags\":[]}}",
      "{\"id\":1e-401,\"a-b\":1,\"a`b\":2,\"ключ\":\"ü\",\"and\":7}",
    ]
    let input = lines.joined(separator: "\n")
    let result = try millraceProcess(["convert", "-", "--to", "jsonl", "--where", condition], input: input)
    guard let expected else {
      #expect(result.status == 2 && result.complaints.contains("unexpected '-'"))
      return
    }
    #expect(result.status == 0 && result.complaints == "", "\(condition)")
    #expect(result.output == expected.map { lines[$0] + "\n" }.joined(), "\(condition)")
  }

  @Test(arguments: [
    ("size > ", "unexpected the end; expected a column or a value, at column 8\n    size > \n           ^\n"),
    ("", "unexpected the end; expected a column or a value, at column 1\n    \n    ^\n"),
    ("id = 1 = 2", "comparisons cannot be chained; combine them with 'and', at column 8\n"),
    ("id is 5", "unexpected '5'; expected 'null', 'true', 'false' or 'not', at column 7\n"),
    ("id not 5", "unexpected '5'; expected 'in', 'between', 'like', 'glob' or 'regexp', at column 8\n"),
    ("id in 5", "expected '(' and values, at column 7\n"),
    ("id in (5", "unexpected the end; expected ',' or ')', at column 9\n"),
    ("(id = 1", "unexpected the end; expected 'and', 'or' or ')', at column 8\n"),
    ("id = 1)", "unexpected ')'; expected 'and', 'or' or the end, at column 7\n"),
    ("id = 'x", "missing closing quote, at column 6\n    id = 'x\n         ^\n"),
    ("`id = 1", "missing closing `, at column 1\n"), ("id = 01", "invalid number '01', at column 6\n"),
    ("id = 1.", "invalid number '1.', at column 6\n"), ("id = 5kg", "invalid number '5kg', at column 6\n"),
    ("id ! 5", "unexpected '!'; expected '!=' or 'not', at column 4\n"), ("id; 5", "unexpected ';', at column 3\n"),
    ("ü = 1 ; 2", "unexpected ';', at column 7\n    ü = 1 ; 2\n          ^\n"),
    ("id. = 3", "missing name after '.', at column 4\n"), ("/a~2 = 3", "invalid JSON Pointer"),
    ("in = 3", "a column with this name is written as `in`, at column 1\n"),
    ("id between 1", "unexpected the end; expected 'and' and the upper limit of 'between', at column 13\n"),
    ("id like size", "unexpected 'size'; expected a pattern in quotes, at column 9\n"),
    ("id like 5", "unexpected '5'; expected a pattern in quotes, at column 9\n"),
    ("id like '''x' escape 'ab'", "unexpected ''ab''; expected one character in quotes, at column 22\n"),
    ("id like 'x' escape 1", "unexpected '1'; expected a character in quotes, at column 20\n"),
    ("id like '''x' escape 'x'", "no character after the escape character, at column 12\n"),
    ("id glob '''x[^]'", "missing ']' in the pattern of 'glob', at column 13\n"),
    ("id regexp '''(a'", "missing ')' in the regular expression, at column 14\n"),
    ("id regexp 'a)'", "unexpected ')' in the regular expression, at column 13\n"),
    ("id regexp 'é[^]'", "missing ']' in the regular expression, at column 13\n"),
    ("id regexp '[[:digit:]'", "missing ']' in the regular expression, at column 12\n"),
    ("id regexp '[\\.]'", "a backslash in brackets is text by POSIX and is written twice, at column 13\n"),
    ("id regexp '(a)\\1'", "'\\1' is not supported in a regular expression, at column 15\n"),
    ("id regexp 'a\\'", "no character after the backslash, at column 13\n"),
    ("id regexp 'x{5,2}'", "invalid regular expression ("),
    ("id regexp '((a{1000}){1000})'", "the repetitions in the regular expression are too large, at column 22\n"),
    (
      "id regexp '" + String(repeating: "(", count: 101) + "'",
      "more than 100 nested groups in the regular expression, at column 111\n"
    ),
    (String(repeating: "(", count: 101) + "id", "more than 100 nested parentheses and 'not', at column 102\n"),
    (String(repeating: "not ", count: 5000) + "id", "more than 100 nested parentheses and 'not', at column 405\n"),
  ])
  func `an error has its place in the condition`(_ condition: String, _ message: String) throws {
    let result = try millraceProcess(["convert", "-", "--to", "jsonl", "--where", condition], input: Self.table)
    #expect(result.status == 2 && result.output == "")
    #expect(result.complaints.hasPrefix("millrace: --where: "))
    #expect(result.complaints.contains(message), "\(result.complaints)")
  }

  @Test(arguments: ["like '%a%a%a%a%b'", "glob '*a*a?a*a[b]'", "regexp 'a[ax]*b'", "regexp '((a*)*)*b'"])
  func `a pattern takes linear time`(_ pattern: String) throws {
    // With backtracking each of them would take hours.
    let text = String(repeating: "a", count: 1_000_000)
    let input = "{\"t\":\"\(text)\"}\n{\"t\":\"\(text)b\"}\n"
    let result = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "jsonl", "--where", "t " + pattern], input: input)
    #expect(result.output == "{\"t\":\"\(text)b\"}\n" && result.complaints == "")
  }

  @Test func `a zero is a character in patterns`() throws {
    let input = "{\"t\":\"a\\u0000b\"}\n{\"t\":\"ab\"}\n"
    for pattern in ["like 'a_b'", "glob 'a?b'", "regexp 'a.b'", "regexp 'a[^x]b$'"] {
      let result = try millraceProcess(
        ["convert", "-", "--from", "jsonl", "--to", "jsonl", "--where", "t " + pattern], input: input)
      #expect(result.output == "{\"t\":\"a\\u0000b\"}\n", "\(pattern)")
    }
  }

  @Test func `a long condition takes linear time and no depth`() throws {
    let tests = (0..<8000).map { "id = \($0 + 2)" }.joined(separator: " or ")
    let result = try millraceProcess(
      ["convert", "-", "--to", "csv", "--columns", "id", "--where", tests], input: Self.table)
    #expect(result.output == "id\n2\n3\n4\n")
    // Each operand is evaluated once, however deep it is.
    var nested = "id in (1, 2)"
    for _ in 0..<99 { nested = "(\(nested)) in (true, false)" }
    let deep = try millraceProcess(
      ["convert", "-", "--to", "csv", "--columns", "id", "--where", nested], input: Self.table)
    #expect(deep.output == "id\n1\n2\n3\n4\n" && deep.complaints == "")
  }

  @Test func `a column that does not exist is an error with the nearest names`() throws {
    let folder = try TemporaryFolder()
    let csv = try folder.write(Self.table, to: "in.csv")
    let lines = try folder.write("{\"id\":1,\"user\":{\"name\":\"x\"}}\n{\"id\":2}\n", to: "in.jsonl")
    let json = try folder.write("[{\"id\":1,\"user\":{\"name\":\"x\"}}]", to: "in.json")
    #expect(millrace("convert", csv, folder.path("in.db#t")).status == 0)
    #expect(millrace("convert", csv, folder.path("in.arrow")).status == 0)
    for input in [csv, folder.path("in.db"), folder.path("in.arrow")] {
      for output in ["out.jsonl", "out.csv", "out.arrow", "out.db"] {
        let result = millrace("convert", input, folder.path(output), "--where", "sise > 3")
        #expect(result.status == 2)
        #expect(
          result.complaints
            == "millrace: unknown column 'sise' in \(input)\n  the nearest columns are size, id, born, first name, user.name\n"
        )
      }
    }
    for input in [lines, json] {
      for output in ["out.jsonl", "out.csv", "out.arrow", "out.db"] {
        let result = millrace("convert", input, folder.path(output), "--where", "user.nmae = 'x' or id = 1")
        #expect(result.status == 2, "\(input) \(output)")
        #expect(
          result.complaints
            == "millrace: unknown column 'user.nmae' in \(input)\n  the nearest columns are user.name, user, id\n")
      }
    }
    #expect(try folder.names.sorted() == ["in.arrow", "in.csv", "in.db", "in.json", "in.jsonl"])
    // Without rows nothing is known.
    let empty = try folder.write("", to: "empty.jsonl")
    #expect(millrace("convert", empty, folder.path("out.jsonl"), "--where", "a = 1").status == 0)
  }

  @Test func `--limit counts the rows that are taken, and options that take rows work together`() throws {
    let lines = (0..<1000).map { "{\"id\":\($0)}\n" }.joined()
    let limited = ["convert", "-", "--to", "jsonl", "--where", "id >= 990", "--limit", "2"]
    #expect(try millraceProcess(limited, input: lines).output == "{\"id\":990}\n{\"id\":991}\n")
    let pointer = ["convert", "-", "--at", "/a", "--where", "b = 2", "--nulls", "omit", "--sort-keys"]
    let nested = "{\"a\":[{\"z\":1,\"b\":2,\"n\":null},{\"b\":3}]}"
    #expect(try millraceProcess(pointer, input: nested).output == "[{\"b\":2,\"z\":1}]\n")
    let single = ["convert", "-", "--where", "a > 1"]
    #expect(try millraceProcess(single, input: "{\"a\":2}").output == "{\"a\":2}\n")
    #expect(try millraceProcess(single, input: "{\"a\":1}").output == "")
    let rows = ["convert", "-", "--from", "csv", "--no-header", "--to", "jsonl", "--where", "/0 > 1"]
    #expect(try millraceProcess(rows, input: "1,a\n2,b\n").output == "[\"2\",\"b\"]\n")
    let concatenated = ["convert", "-", "--to", "jsonl", "--where", "a > 1"]
    #expect(try millraceProcess(concatenated, input: "{\"a\":1}{\"a\":2}").output == "{\"a\":2}\n")
    let skipping = ["convert", "-", "--from", "jsonl", "--to", "jsonl", "--where", "a > 1", "--on-bad-row", "skip"]
    #expect(try millraceProcess(skipping, input: "{\"a\":2}\n{\"a\":\n{\"a\":3}\n").output == "{\"a\":2}\n{\"a\":3}\n")
    let nesting = [
      "convert", "-", "--from", "csv", "--to", "jsonl", "--nest", ".", "--where", "p.x = 1 and p is not null",
    ]
    #expect(try millraceProcess(nesting, input: "p.x,p.y\n1,2\n3,4\n").output == "{\"p\":{\"x\":1,\"y\":2}}\n")
  }

  @Test func `rows that are not taken add no columns, and the first row that is taken may come late`() throws {
    let folder = try TemporaryFolder()
    let late =
      (0..<200).map { "{\"id\":\($0),\"no\":[1]}\n" }.joined() + "{\"id\":200,\"yes\":2.5}\n{\"id\":201,\"yes\":null}\n"
    let input = try folder.write(late, to: "in.jsonl")
    for threads in ["1", "2", "7"] {
      for (output, condition) in [("out.csv", "id >= 200"), ("out.csv", "no is null")] {
        let result = RowBlocks.$chunkSize.withValue(64) {
          millrace("convert", input, folder.path(output), "--where", condition, "--threads", threads)
        }
        #expect(result.status == 0 && result.complaints == "")
        #expect(try folder.read(output) == "id,yes\n200,2.5\n201,\n")
      }
      let arrow = RowBlocks.$chunkSize.withValue(64) {
        millrace("convert", input, folder.path("out.arrow"), "--where", "id >= 200", "--threads", threads)
      }
      #expect(arrow.status == 0 && arrow.complaints == "")
      let read = try millraceProcess(["convert", folder.path("out.arrow"), "--to", "csv"])
      #expect(read.output == "id,yes\n200,2.5\n201,\n")
    }
    // Nothing is written before the first row that is taken, so a pipe gets the columns of that row.
    let pipe = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "csv", "--where", "id >= 200"], input: late)
    #expect(pipe.output == "id,yes\n200,2.5\n201,\n")
    let none = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "json", "--where", "id > 900"], input: late)
    #expect(none.output == "[]\n" && none.status == 0)
    #expect(millrace("convert", input, folder.path("out.db#t"), "--where", "id >= 200").status == 0)
    let columns =
      "import sqlite3,sys; print([c[1] for c in sqlite3.connect(sys.argv[1]).execute('pragma table_info(t)')])"
    #expect(try python(columns, folder.path("out.db")).output == "['id', 'yes']\n")
  }

  @Test func `errors of rows are counted in the whole input`() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<100).map { "\($0),x\n" }.joined()
    let input = try folder.write("a,b\n" + rows + "100\n", to: "in.csv")
    for (threads, size) in [("1", 1 << 20), ("2", 50), ("7", 20)] {
      let result = RowBlocks.$chunkSize.withValue(size) {
        millrace("convert", input, folder.path("out.jsonl"), "--where", "a > 90", "--threads", threads)
      }
      #expect(result.status == 1)
      #expect(result.complaints.hasPrefix("\(input):102:"), "\(result.complaints)")
      #expect(result.complaints.contains("at /100"), "\(result.complaints)")
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `many values of in take time by their logarithm`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    let wanted = (0..<15_000).map { _ in random.below(40_000) }
    let rows = (0..<40_000).map { "{\"id\":\($0)\($0 % 3 == 0 ? ".0" : "")}" }
    let input = try folder.write(rows.joined(separator: "\n"), to: "in.jsonl")
    let values = wanted.map { $0 % 2 == 0 ? "\($0)" : "\($0 * 10)e-1" }.joined(separator: ",")
    let result = millrace("convert", input, folder.path("out.jsonl"), "--where", "id in (\(values))")
    #expect(result.status == 0, "\(result.complaints)")
    let known = Set(wanted)
    #expect(try folder.read("out.jsonl") == rows.indices.filter(known.contains).map { rows[$0] + "\n" }.joined())
  }

  @Test func `NaN and infinities fulfill the same conditions for every output`() throws {
    let folder = try TemporaryFolder()
    let write = """
      import pyarrow as pa, sys
      table = pa.table({"a": [None, 1.0, float("nan"), float("inf")], "b": [1, 2, 3, 4]})
      with pa.ipc.new_file(sys.argv[1], table.schema) as file: file.write_table(table)
      """
    let arrow = folder.path("in.arrow")
    try #require(try pythonWithPeers(write, arrow).status == 0)
    let table = try folder.write("a,b\n,1\n1,2\nNaN,3\ninf,4\n", to: "in.csv")
    let cases = [
      (arrow, "a is null", "1,3"), (arrow, "a > 0", "2,4"), (arrow, "a != 'x'", "2,4"), (table, "a is null", "1"),
      (table, "a > 0", "2"), (table, "a != 'x'", "2,3,4"),
    ]
    for (input, condition, expected) in cases {
      for output in ["out.csv", "out.jsonl", "out.arrow", "out.parquet", "out.db"] {
        for options in [[], ["--tail", "9"]] {
          let result = millrace(
            ["convert", input, "--output", folder.path(output), "--where", condition, "--columns", "b"]
              + options + (output == "out.db" ? ["--replace"] : []))
          #expect(result.status == 0, "\(output): \(result.complaints)")
          let rows = try millraceProcess(["convert", folder.path(output), "--to", "csv"])
          let found = rows.output.split(separator: "\n").dropFirst().joined(separator: ",")
          #expect(found == expected, "\(condition) of \(input) to \(output) \(options)")
        }
      }
    }
  }

  @Test func `exponents of any length are compared`() throws {
    let large = "1e999999999999999999,1e9999999999999999999,1e1000000000000000000"
    let numbers = (large + ",-1e99999999999999999999,1e-9999999999999999999").split(separator: ",")
    let input = numbers.map { "{\"a\":\($0)}\n" }.joined()
    let call = ["convert", "-", "--from", "jsonl", "--to", "csv", "--where", "a > 1"]
    let result = try millraceProcess(call, input: input)
    #expect(result.status == 0, "\(result.complaints)")
    #expect(result.output == "a\n" + numbers.prefix(3).joined(separator: "\n") + "\n")
  }
}
