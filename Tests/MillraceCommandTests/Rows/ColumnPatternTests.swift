import Foundation
import TestSupport
import Testing

import MillraceTables
@testable import MillraceCommand

/// Patterns and positions in `--columns`, `--drop` and `--rename`.
@Suite("Columns by pattern and by position")
struct ColumnPatternTests {
  private static let table = "id,size.x,size.y,note,#1,a*b\n1,2,3,n,h,s\n4,5,6,m,k,t\n"

  /// Random tables and options, and the rows that Python selects.
  private static let oracle = #"""
    import csv, fnmatch, json, random, re, sys
    folder, rng = sys.argv[1], random.Random(int(sys.argv[2]))
    for index in range(int(sys.argv[3])):
        names = rng.sample(["a", "ab", "abc", "b.a", "b.b", "size", "size.x", "ß", "#2", "c*", "[a]", "a?", "x y", "é*é"], rng.randint(2, 8))
        rows = [[rng.randint(0, 99) for _ in names] for _ in range(3)]
        matching = lambda pattern: [n for n in names if re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), n)]
        escape = lambda name: re.sub(r"([*#])", r"\\\1", name)
        def reference(positions=True):
            "The text of an option, the columns that it stands for, and whether that is always one."
            kind = rng.randrange(4 if positions else 3)
            if kind == 3:
                first = rng.randint(1, len(names))
                last = rng.randint(first, len(names))
                text = rng.choice([f"#{first}-{last}", f"#{first}"] + [f"#{first}-"] * (last == len(names)))
                found = names[first - 1:last] if "-" in text else [names[first - 1]]
                return text, found, len(found) == 1 and not text.endswith("-")
            if kind == 2: name = rng.choice(names); return escape(name), [name], True
            while True:
                pattern = rng.choice(["*", "a*", "*b", "b.*", "*a*", "*", "s*e", "size*", "*é", "*[*"])
                if matching(pattern): return pattern, matching(pattern), False
        def columns(references):
            single = {n for _, found, isSingle in references if isSingle for n in found}
            result = []
            for _, found, isSingle in references:
                result += [n for n in found if n not in result and (isSingle or n not in single)]
            return result
        references = [reference() for _ in range(rng.randint(1, 3))]
        named = [n for _, found, isSingle in references if isSingle for n in found]
        if len(named) != len(set(named)) or len({t for t, _, _ in references}) != len(references): references = [references[0]]
        # What is left out or gets another name must be among the columns, and each column is left out or renamed.
        kind = rng.choice(["columns", "drop", "rename"])
        if kind == "columns":
            taken = columns(references)
            header = taken
        elif kind == "drop":
            dropped = {n for _, found, _ in references for n in found}
            taken = header = [n for n in names if n not in dropped]
        else:
            text, found, _ = rng.choice([r for r in [("*", names, False), ("a*", matching("a*"), False), ("#1", names[:1], True)] if r[1]])
            new = {"*": lambda n: "p_" + n, "a*": lambda n: n[1:] + "_z", "#1": lambda n: "first"}[text]
            references = [(text + "=" + {"*": "p_*", "a*": "*_z", "#1": "first"}[text], None, None)]
            taken, header = names, [new(n) if n in found else n for n in names]
        if not taken: continue
        option = ["--" + kind, ",".join(t for t, _, _ in references)]
        path = f"{folder}/{index}.csv"
        with open(path, "w", newline="") as file: csv.writer(file, lineterminator="\n").writerows([names] + rows)
        with open(f"{folder}/{index}.jsonl", "w") as file:
            for row in rows: file.write(json.dumps(dict(zip(names, row))) + "\n")
        expected = [header] + [[str(row[names.index(n)]) for n in taken] for row in rows]
        print(json.dumps({"file": path, "option": option, "expected": "".join(",".join(r) + "\n" for r in expected),
                          "hasPositions": any(re.match(r"#\d", t) for t, _, _ in references)}))
    """#

  private struct Case: Decodable {
    let file: String
    let option: [String]
    let expected: String
    let hasPositions: Bool
  }

  @Test func `random patterns and positions select the columns that Python selects`() throws {
    let folder = try TemporaryFolder()
    let printed = try python(
      Self.oracle, folder.path(""), "\(UInt32(truncatingIfNeeded: SeededGenerator.seed))", "\(Scale.count(150))")
    try #require(printed.status == 0, "\(printed.complaints)")
    for line in printed.output.split(separator: "\n") {
      let test = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
      for copy in ["copy.db#t", "copy.arrow"] {
        let result = millrace(
          "convert", test.file, folder.path(copy), copy == "copy.db#t" ? "--replace" : "--threads=1")
        #expect(result.status == 0, "\(result.complaints)")
      }
      for input in [test.file, folder.path("copy.db"), folder.path("copy.arrow")] {
        let result = millrace(["convert", input, folder.path("out.csv")] + test.option)
        #expect(result.status == 0 && result.complaints == "", "\(test.option) \(result.complaints)")
        #expect(try folder.read("out.csv") == test.expected, "\(input) \(test.option)")
      }
      guard !test.hasPositions else { continue }
      // Members of rows keep their order, so the columns are compared by name.
      let lines = test.file.dropLast(3) + "jsonl"
      #expect(millrace(["convert", String(lines), folder.path("out.csv")] + test.option).status == 0, "\(test.option)")
      let columns = "import csv,sys,json; print(json.dumps(list(csv.DictReader(sys.stdin)), sort_keys=True))"
      let ours = try python(columns, input: folder.read("out.csv")).output
      #expect(try ours == python(columns, input: test.expected).output, "\(lines) \(test.option)")
    }
  }

  @Test(arguments: [
    (["--columns", "size.*,id"], "size.x,size.y,id\n2,3,1\n5,6,4\n"),
    (["--columns", "*,id"], "size.x,size.y,note,#1,a*b,id\n2,3,n,h,s,1\n5,6,m,k,t,4\n"),
    (["--columns", "\\#1,a\\*b"], "#1,a*b\nh,s\nk,t\n"), (["--columns", "#5-"], "#1,a*b\nh,s\nk,t\n"),
    (["--columns", "#2-3,#1"], "size.x,size.y,id\n2,3,1\n5,6,4\n"), (["--drop", "s*,#4-"], "id\n1\n4\n"),
    (["--columns", "id,size*", "--drop", "*y,*b", "--rename", "size.x=k"], "id,k\n1,2\n4,5\n"),
    (["--columns", "id,note", "--rename", "*o*=*,#1=key"], "key,note\n1,n\n4,m\n"),
    (["--columns", "id,note", "--rename", "n*=N*,#1=key"], "key,Note\n1,n\n4,m\n"),
    (["--no-header", "--columns", "a,b,c,d,e,f", "--drop", "#2-5", "--limit", "1"], "a,f\nid,a*b\n"),
    (["--nest", ".", "--drop", "si*,#3-"], "id\n1\n4\n"),
  ])
  func `lists have names, patterns and positions`(_ options: [String], _ expected: String) throws {
    let result = try millraceProcess(["convert", "-", "--from", "csv", "--to", "csv"] + options, input: Self.table)
    if options.contains("*o*=*,#1=key") {
      #expect(result.status == 2)
    } else {
      #expect(result.complaints == "" && result.output == expected)
    }
  }

  @Test func `the kind of a pattern is that of its columns, unless the column has its own`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table, to: "in.csv")
    let list = "size.y=number,size*=text,id"
    #expect(millrace("convert", input, folder.path("out.jsonl"), "--columns", list).status == 0)
    #expect(
      try folder.read("out.jsonl")
        == "{\"id\":1,\"size.x\":\"2\",\"size.y\":3}\n{\"id\":4,\"size.x\":\"5\",\"size.y\":6}\n")
  }

  @Test func `several inputs need not all have the columns of a pattern, and have the same columns at a position`()
    throws
  {
    let folder = try TemporaryFolder()
    let first = try folder.write(Self.table, to: "a.csv")
    let second = try folder.write("id,size.z\n7,8\n", to: "b.csv")
    let output = folder.path("out.csv")
    #expect(millrace("convert", first, second, "-o", output, "--columns", "#1,size*").complaints == "")
    #expect(try folder.read("out.csv") == "id,size.x,size.y,size.z\n1,2,3,\n4,5,6,\n7,,,8\n")
    let other = millrace("convert", first, second, "-o", output, "--columns", "#2")
    #expect(
      other.complaints
        == "millrace: --columns #2: \(second) has other columns there than \(first)\n  names select the columns of several INPUTs\n"
    )
  }

  @Test func `rows of JSON have patterns, whatever members later rows have`() throws {
    let lines = (0..<300).map { "{\"id\":\($0),\"dbg_\($0 / 7)\":1,\"v\":2}\n" }.joined()
    let folder = try TemporaryFolder()
    let input = try folder.write(lines, to: "in.jsonl")
    for (option, script) in [
      (["--drop", "dbg_*"], "{k: v for k, v in row.items() if not k.startswith('dbg_')}"),
      (["--columns", "*_4*,id"], "{k: v for k, v in row.items() if '_4' in k or k == 'id'}"),
      (["--rename", "dbg_*=d*,v=w"], "{k.replace('dbg_', 'd').replace('v', 'w'): v for k, v in row.items()}"),
    ] {
      let expected = try python(
        "import json,sys\nfor line in sys.stdin:\n  row = json.loads(line)\n  print(json.dumps(\(script), separators=(',', ':')))",
        input: lines
      ).output
      for threads in [1, 3] {
        let (output, complaints, _) = try ChunkFiles.convert(
          input, option + ["--to", "jsonl"], size: 500, threads: threads, in: folder)
        #expect(String(decoding: output ?? Data(), as: UTF8.self) == expected && complaints == "", "\(option)")
      }
      let pipe = try millraceProcess(["convert", "-", "--from", "jsonl", "--to", "jsonl"] + option, input: lines)
      #expect(pipe.output == expected && pipe.complaints == "")
    }
  }

  @Test(arguments: [
    (
      "a.csv", ["--columns", "x*"],
      "--columns x*: no column of a.csv matches\n  the columns are id, size.x, size.y, note, #1, a*b\n"
    ),
    ("a.jsonl", ["--columns", "x*"], "--columns x*: no column of a.jsonl matches\n  the columns are id, v\n"),
    ("a.jsonl", ["--drop", "x*"], "--drop x*: no column of a.jsonl matches\n  the columns are id, v\n"),
    ("a.jsonl", ["--rename", "x*=y*"], "--rename x*: no column of a.jsonl matches\n  the columns are id, v\n"),
    (
      "a.jsonl", ["--drop", "#2"],
      "#2: the columns of a.jsonl have no positions\n  names and patterns select members of rows\n"
    ),
    ("a.csv", ["--drop", "#7"], "--drop #7: a.csv has 6 columns\n  a backslash makes it a name, such as \\#3\n"),
    ("a.csv", ["--columns", "#0"], "--columns #0: invalid positions\n  positions begin at 1, such as #3 and #3-5\n"),
    ("a.csv", ["--columns", "#5-2"], "--columns #5-2: invalid positions\n"),
    ("a.csv", ["--columns", "id,#1"], "--columns lists 'id' twice\n  by its name and by its position\n"),
    ("a.csv", ["--columns", "#1,b", "--no-header"], "--columns #1: with --no-header, --columns names all columns\n"),
    (
      "a.csv", ["--drop", "#1", "--no-header"],
      "the columns of a.csv have no names\n  with --no-header, --columns names them\n"
    ),
    (
      "a.csv", ["--rename", "size*=x"],
      "--rename size*=x: a pattern and its new name have one * each\n  such as size.*=size_*\n"
    ),
    ("a.csv", ["--rename", "#1-2=x"], "--rename #1-2=x: a pattern and its new name have one * each\n"),
    ("a.csv", ["--rename", "#1=note"], "--rename id=note: a.csv has a column 'note' already\n"),
    ("a.csv", ["--rename", "size.*=note*,#4=notex"], "--rename calls two columns 'notex'\n"),
    (
      "a.csv", ["--rename", "#4=x", "--drop", "n*"],
      "'note' cannot be dropped and renamed\n  leave out one of the two\n"
    ),
    (
      "a.jsonl", ["--columns", "v.*", "--flatten", ".", "--to", "csv"],
      "--columns v.*: a pattern cannot name columns that --flatten makes\n  it can name the objects, without '.'\n"
    ),
  ])
  func `what a list cannot mean is an error`(_ file: String, _ options: [String], _ message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.table, to: "a.csv")
    _ = try folder.write("{\"id\":1}\n{\"v\":2}\n", to: "a.jsonl")
    let output = folder.path(options.contains("--to") ? "out" : "out.jsonl")
    let result = millrace(["convert", folder.path(file), output] + options)
    #expect(result.status == 2 && !FileManager.default.fileExists(atPath: output))
    #expect(
      result.complaints.replacingOccurrences(of: folder.path("") + "/", with: "").hasPrefix("millrace: " + message),
      "\(result.complaints)")
    let isOfVerbs = !options.contains("--flatten") && !options.contains("v*=int")
    for verb in ["head", "schema"] where isOfVerbs {
      let result = millrace([verb, folder.path(file)] + options)
      #expect(
        result.complaints.replacingOccurrences(of: folder.path("") + "/", with: "").hasPrefix("millrace: " + message))
    }
  }

  @Test func `statistics and differences take patterns and positions, too`() throws {
    let folder = try TemporaryFolder()
    let table = try folder.write(Self.table, to: "t.csv")
    let lines = try folder.write(#"{"id":1,"size":2,"note":"n"}"# + "\n", to: "l.jsonl")
    func names(_ outcome: Outcome) throws -> [String] {
      struct Report: Decodable {
        struct Column: Decodable { var name: String }
        var columns: [Column]
      }
      return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)).columns.map(\.name)
    }
    #expect(try names(millrace("stats", table, "--json", "--columns", "#1,size.*")) == ["id", "size.x", "size.y"])
    #expect(try names(millrace("stats", table, "--json", "--drop", "#2-")) == ["id"])
    #expect(try names(millrace("stats", lines, "--json", "--columns", "s*")) == ["size"])
    let equal = try millraceProcess(["diff", table, table, "--key", "id", "--columns", "#1,n*"])
    #expect(equal.output == "0 added, 0 removed, 0 changed, 2 equal\n")
    for call in [["stats", lines], ["diff", lines, lines, "--key", "id"]] {
      #expect(millrace(call + ["--drop", "zz*"]).complaints.contains("no column of"))
      #expect(millrace(call + ["--drop", "#2"]).complaints.contains("have no positions"))
    }
    for call in [["stats", table], ["diff", table, table, "--key", "id"]] {
      #expect(millrace(call + ["--drop", "zz*"]).complaints.contains("no column of"))
      #expect(millrace(call + ["--drop", "#9"]).complaints.contains("has 6 columns"))
    }
    let dropped = millrace("diff", table, table, "--key", "id", "--drop", "#1")
    #expect(dropped.complaints.contains("--key: the column 'id' is left out"))
  }
}
