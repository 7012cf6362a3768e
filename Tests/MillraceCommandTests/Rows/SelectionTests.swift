import Foundation
import MillraceTables
import TestSupport
import Testing

@testable import MillraceCommand

/// `--columns`, `--drop` and `--rename` beside Python.
@Suite("Columns that are taken, left out and renamed")
struct SelectionTests {
  private static let lines = """
    {"id":1,"v":"nope","o":{"x":1,"v":2}}
    {"id":2,"w":[{"id":5}],"\\u0065scaped":true}
    {"id":3,"v":null,"w":"a, \\"b\\""}

    """
  private static let table = "id,v,size.x,size.y\n1,a,2,3\n2,\"b, c\",4,5\n3,,6,\n"

  /// Writes the lines or rows of a file with the members that a selection leaves, as JSON lines.
  private static let oracle = """
    import csv, json, sys
    def rows(path):
        with open(path, newline="") as file:
            if path.endswith(".jsonl"): return [json.loads(line) for line in file]
            if path.endswith(".json"): return json.load(file)
            number = lambda cell: int(cell) if cell.isdigit() else cell
            return [{key: number(cell) for key, cell in row.items() if cell} for row in csv.DictReader(file)]
    columns, dropped, renamed = json.loads(sys.argv[2])
    for row in rows(sys.argv[1]):
        taken = {key: value for key, value in row.items() if (columns is None or key in columns) and key not in dropped}
        print(json.dumps({renamed.get(key, key): value for key, value in taken.items()}, separators=(",", ":")))
    """

  @Test(arguments: [
    (["--drop", "v"], #"[null,["v"],{}]"#),
    (["--drop", "v,id"], #"[null,["v","id"],{}]"#),
    (["--rename", "id=key"], #"[null,[],{"id":"key"}]"#),
    // Names are exchanged.
    (["--rename", "id=v,v=id"], #"[null,[],{"id":"v","v":"id"}]"#),
    // A name that another option makes free can be given.
    (["--rename", "id=v", "--drop", "v"], #"[null,["v"],{"id":"v"}]"#),
    (["--columns", "id", "--rename", "id=v"], #"[["id"],[],{"id":"v"}]"#),
    (["--columns", "v,id", "--drop", "v", "--rename", "id=a b"], #"[["id"],[],{"id":"a b"}]"#),
    (["--rename", #"id=x\,y\=z"#], #"[null,[],{"id":"x,y=z"}]"#),
  ])
  func `members are left out and renamed as in Python, in every input`(_ options: [String], _ selection: String) throws
  {
    let folder = try TemporaryFolder()
    let array = "[" + Self.lines.split(separator: "\n").joined(separator: ",") + "]"
    for (name, text) in [("a.jsonl", Self.lines), ("a.json", array), ("a.csv", Self.table)] {
      let input = try folder.write(text, to: name)
      let expected = try python(Self.oracle, input, selection)
      #expect(expected.status == 0, "\(expected.complaints)")
      var inputs = [input]
      for copy in ["\(name).db", "\(name).arrow"] where name == "a.csv" {
        #expect(millrace("convert", input, folder.path(copy)).status == 0)
        inputs.append(folder.path(copy))
      }
      for input in inputs {
        for chunk in [16, 1 << 21] {
          let (output, complaints, status) = try ChunkFiles.convert(
            input, options + ["--to", "jsonl"], size: chunk, threads: 2, in: folder)
          #expect(String(decoding: output ?? Data(), as: UTF8.self) == expected.output, "\(input) \(complaints)")
          #expect(complaints == "" && status == 0)
        }
      }
      if name != "a.csv" { continue }
      // Arrow keeps columns without values, which an empty cell is in another output.
      for output in ["o.arrow", "o.csv", "o.db"] {
        #expect(millrace(["convert", input, folder.path(output)] + options).status == 0)
        let result = try millraceProcess(["convert", folder.path(output), "--to", "jsonl"])
        #expect(result.output == expected.output, "\(output)")
      }
      let head = millrace(["head", input, "--json"] + options)
      #expect(head.output == expected.output, "\(head.complaints)")
    }
  }

  @Test func `random selections of random rows are those of Python, with any chunks and outputs`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    for round in 0..<Scale.count(40) {
      let names = ["a", "b", "c", "d", "e"]
      // The first row has all members.
      let rows = (0..<12).map { row in
        let members = names.compactMap { name -> String? in
          guard row == 0 || !random.once(in: 3) else { return nil }
          return "\"\(name)\":" + random.element(of: ["1", "\"a\"", "\"b\\\"c\"", "[1]", "2.5", "{\"a\":1}"])
        }
        return "{" + members.joined(separator: ",") + "}\n"
      }
      let input = try folder.write(rows.joined(), to: "in.jsonl")
      let columns = random.once(in: 2) ? nil : names.filter { _ in !random.once(in: 3) } + ["a"]
      let taken = columns.map { Array(Set($0)).sorted() } ?? names
      let dropped = taken.filter { $0 != "a" && random.once(in: 3) }
      let renamed = Dictionary(
        uniqueKeysWithValues: taken.filter { !dropped.contains($0) && random.once(in: 2) }.map { ($0, "\($0)\($0)") })
      var options: [String] = []
      if columns != nil { options += ["--columns", taken.joined(separator: ",")] }
      if !dropped.isEmpty { options += ["--drop", dropped.joined(separator: ",")] }
      if !renamed.isEmpty {
        options += ["--rename", renamed.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ",")]
      }
      let selection = try JSONSerialization.data(
        withJSONObject: [columns == nil ? NSNull() : taken as Any, dropped, renamed])
      let expected = try python(Self.oracle, input, String(decoding: selection, as: UTF8.self)).output
      let size = random.below(200) + 1
      let lines = try ChunkFiles.convert(input, options + ["--to", "jsonl"], size: size, threads: 3, in: folder)
      #expect(String(decoding: lines.0 ?? Data(), as: UTF8.self) == expected, "\(round): \(options) \(lines.1)")
      // The selected rows are the same to other outputs as a file that has these rows.
      let selected = try folder.write(expected, to: "selected.jsonl")
      for format in ["csv", "arrow"] {
        let ours = try ChunkFiles.convert(input, options + ["--to", format], size: size, threads: 3, in: folder)
        let theirs = try ChunkFiles.convert(selected, ["--to", format], size: 1 << 21, threads: 1, in: folder)
        let rows = try [ours, theirs].map { result in
          let path = folder.path("again.\(format)")
          try (result.0 ?? Data()).write(to: URL(fileURLWithPath: path))
          let output = try millraceProcess(["convert", path, "--to", "jsonl"]).output
          let script = "import json,sys\nfor line in sys.stdin: print(json.dumps(json.loads(line),sort_keys=True))"
          return try python(script, input: output).output
        }
        #expect(rows[0] == rows[1] && ours.2 == 0, "\(round): \(options) \(format) \(ours.1)")
      }
    }
  }

  @Test(arguments: [
    ["--columns", "id,nope"], ["--drop", "nope"], ["--rename", "nope=x"], ["--drop", "id", "--rename", "nope=x"],
  ])
  func `a name that no row has is an error in every input and output`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let array = "[" + Self.lines.split(separator: "\n").joined(separator: ",") + "]"
    let files = [
      try folder.write(Self.lines, to: "a.jsonl"), try folder.write(array, to: "a.json"),
      try folder.write(Self.table, to: "a.csv"),
    ]
    #expect(millrace("convert", files[2], folder.path("a.db")).status == 0)
    #expect(millrace("convert", files[0], folder.path("a.arrow")).status == 0)
    for input in files + [folder.path("a.db"), folder.path("a.arrow")] {
      let message = "millrace: unknown column 'nope' in \(input)\n  the nearest columns are "
      for output in ["o.jsonl", "o.json", "o.csv", "o.arrow", "o.db"] {
        for more in [[], ["--threads", "1"], ["--where", "id > 1"], ["--sort-keys"]] {
          let result = millrace(["convert", input, folder.path(output)] + options + more)
          #expect(result.complaints.hasPrefix(message), "\(output) \(more) \(result.complaints)")
          #expect(result.status == 2 && !FileManager.default.fileExists(atPath: folder.path(output)))
        }
      }
      for verb in ["head", "schema"] {
        let result = millrace([verb, input] + options)
        #expect(result.complaints.hasPrefix(message) && result.status == 2, "\(verb) \(result.complaints)")
      }
    }
    for (format, text) in [("jsonl", Self.lines), ("json", array), ("csv", Self.table)] {
      for output in ["csv", "json", "jsonl", "arrow"] {
        let result = try millraceProcess(["convert", "-", "--from", format, "--to", output] + options, input: text)
        #expect(
          result.complaints.hasPrefix("millrace: unknown column 'nope' in standard input\n"), "\(format) \(output)")
        #expect(result.status == 2)
      }
    }
  }

  @Test func `a column counts as there wherever a row has it`() throws {
    let folder = try TemporaryFolder()
    let lines = String(repeating: "{\"id\":1}\n", count: 50)
    // Null is a value, a name may be escaped, and the row need not be taken.
    for last in [#"{"id":2,"late":null}"#, #"{"id":2,"l\u0061te":3}"#] {
      let input = try folder.write(lines + last + "\n", to: "a.jsonl")
      let array = try folder.write(
        "[" + (lines + last).split(separator: "\n").joined(separator: ",") + "]", to: "a.json")
      for options in [["--columns", "id,late"], ["--drop", "late"], ["--where", "id = 1", "--columns", "id,late"]] {
        for format in ["jsonl", "csv", "arrow"] {
          let chunks = try ChunkFiles.convert(input, options + ["--to", format], size: 40, threads: 3, in: folder)
          #expect(chunks.1 == "" && chunks.2 == 0, "\(options) \(format)")
          let result = millrace(["convert", array, folder.path("b.\(format)")] + options)
          #expect(result.complaints == "" && result.status == 0, "\(options) \(format)")
        }
      }
    }
    // The first rows, which are read ahead for the columns, have a column of the condition that no taken row has.
    let array = try folder.write(#"[{"b":1},{"a":2}]"#, to: "b.json")
    #expect(millrace("convert", array, folder.path("b.csv"), "--where", "b is null").status == 0)
    #expect(try String(contentsOfFile: folder.path("b.csv"), encoding: .utf8) == "a\n2\n")
  }

  @Test(arguments: [
    (["--flatten", ".", "--rename", "o=p"], "id,p.x,p.y.z\n1,2,3\n"),
    (["--flatten", ".", "--columns", "o.y.z,id", "--rename", "o=p"], "p.y.z,id\n3,1\n"),
    (["--flatten", ".", "--drop", "o"], "id\n1\n"),
    (
      ["--where", "o.x = 2 and id < 3", "--drop", "id", "--rename", "o=id"],
      "id\n\"{\"\"x\"\":2,\"\"y\"\":{\"\"z\"\":3}}\"\n"
    ),
  ])
  func `rows are chosen before columns, and columns are renamed before they are flattened`(
    _ options: [String], _ expected: String
  ) throws {
    let input = #"{"id":1,"o":{"x":2,"y":{"z":3}}}"# + "\n" + #"{"id":3,"o":{"x":2,"y":{"z":4}}}"# + "\n"
    for (format, text) in [("jsonl", input), ("json", "[" + input.replacing("}\n{", with: "},{") + "]")] {
      let result = try millraceProcess(
        ["convert", "-", "--from", format, "--to", "csv"] + options
          + (options.contains("--where") ? [] : ["--where", "id = 1"]), input: text)
      #expect(result.output == expected && result.complaints == "", "\(format) \(result.complaints)")
    }
  }

  @Test(arguments: [
    [], ["--limit", "9"], ["--tail", "9"], ["--where", "id > 0"], ["--sort-keys"],
  ])
  func `outputs with columns have them in the order of the list`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let inputs = [
      try folder.write("id,name,d\n1,a,x\n2,b,y\n", to: "in.csv"),
      try folder.write("{\"id\":1,\"d\":\"x\",\"name\":\"a\"}\n{\"name\":\"b\",\"id\":2}\n", to: "in.jsonl"),
      folder.path("in.parquet"),
    ]
    #expect(millrace("convert", inputs[0], inputs[2]).status == 0)
    for input in inputs {
      for output in ["out.arrow", "out.parquet", "out.csv", "out.db"] {
        let result = millrace(["convert", input, folder.path(output), "--columns", "name,id"] + options)
        #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
        let rows = try millraceProcess(["convert", folder.path(output), "-", "--to", "csv"]).output
        #expect(rows == "name,id\na,1\nb,2\n", "\(input) \(output)")
        try? FileManager.default.removeItem(atPath: folder.path(output))
      }
      #expect(millrace("head", input, "--columns", "name,id").output == "name  id\na      1\nb      2\n")
    }
  }

  @Test(arguments: [[], ["--limit", "9"], ["--tail", "9"], ["--where", "id > 0"], ["--infer", "1"]])
  func `an object in the list is all of its columns by --flatten`(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let lines = "{\"id\":1,\"n\":\"a\",\"o\":{\"x\":5}}\n{\"id\":2,\"o\":{\"x\":6,\"y\":{\"z\":7}}}\n"
    let input = try folder.write(lines, to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("in.parquet")).status == 0)
    for input in [input, folder.path("in.parquet")] {
      for (columns, expected) in [
        ("o,id", "o.x,o.y.z,id\n5,,1\n6,7,2\n"), ("id,n", "id,n\n1,a\n2,\n"), ("id,o.x", "id,o.x\n1,5\n2,6\n"),
      ] where input.hasSuffix("l") || options.first != "--infer" {
        let result = millrace(
          ["convert", input, folder.path("out.csv"), "--columns", columns, "--flatten", "."] + options)
        #expect(result.status == 0 && result.complaints == "", "\(result.complaints)")
        #expect(try folder.read("out.csv") == expected, "\(input) \(columns)")
      }
    }
  }

  @Test func `nested names of columns are objects for other options`() throws {
    let options = ["convert", "-", "--from", "csv", "--to", "jsonl", "--nest", "."]
    let renamed = try millraceProcess(options + ["--rename", "size=s", "--drop", "v"], input: Self.table)
    #expect(renamed.output.hasPrefix(#"{"id":1,"s":{"x":2,"y":3}}"# + "\n"))
    let unknown = try millraceProcess(options + ["--drop", "size.x"], input: Self.table)
    #expect(unknown.complaints.hasSuffix("  the nearest columns are size, id, v\n"))
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.table, to: "a.csv")
    #expect(millrace("convert", input, folder.path("a.arrow"), "--nest", ".").status == 0)
    let script = "import sys, pyarrow.ipc; print(pyarrow.ipc.open_file(sys.argv[1]).schema.names)"
    #expect(try pythonWithPeers(script, folder.path("a.arrow")).output == "['id', 'v', 'size']\n")
  }

  @Test func `two members with the same name are an error with the row`() throws {
    let folder = try TemporaryFolder()
    let lines = "{\"b\":1}\n{\"a\":2}\n{\"b\":0,\"c\":1}\n{\"b\":3,\"a\":4}\n"
    let array = "[" + lines.split(separator: "\n").joined(separator: ",") + "]"
    let files = [try folder.write(lines, to: "a.jsonl"), try folder.write(array, to: "a.json")]
    for input in files {
      for options in [
        ["--to", "jsonl"], ["--to", "csv"], ["--to", "arrow"], ["--to", "csv", "--where", "c is null"],
      ] {
        for chunk in [8, 1 << 21] {
          let result = try ChunkFiles.convert(
            input, options + ["--rename", "a=b"], size: chunk, threads: 2, in: folder)
          #expect(result.2 == 1 && result.0 == nil)
          #expect(
            result.1
              == "\(input): the row has 'b' and 'a', and --rename calls both 'b', at /3\n"
              + "  --drop leaves out one of them, and --rename can give 'b' another name\n", "\(options)")
        }
      }
      // Members of different rows may have one name.
      let result = millrace(
        "convert", input, folder.path("o.jsonl"), "--rename", "a=b", "--where", "a is null or c = 1 or b is null")
      #expect(result.status == 0, "\(result.complaints)")
      #expect(
        try String(contentsOfFile: folder.path("o.jsonl"), encoding: .utf8)
          == "{\"b\":1}\n{\"b\":2}\n{\"b\":0,\"c\":1}\n")
    }
    let table = try folder.write(Self.table, to: "a.csv")
    let result = millrace("convert", table, folder.path("o.csv"), "--rename", "id=v")
    #expect(
      result.complaints
        == "millrace: --rename id=v: \(table) has a column 'v' already\n"
        + "  --drop v leaves it out, and --rename can give it another name\n")
    #expect(result.status == 2)
  }

  @Test(arguments: [
    (["--drop", "a,"], "--drop a,: empty or duplicate name"),
    (["--drop", "a,a"], "--drop a,a: empty or duplicate name"),
    (["--rename", "a"], "--rename takes old and new names, not 'a'"),
    (["--rename", "a=b=c"], "--rename takes old and new names, not 'a=b=c'"),
    (["--rename", "a="], "--rename takes old and new names, not 'a='"),
    (["--rename", "=a"], "--rename takes old and new names, not '=a'"),
    (["--rename", "a=c,b=c"], "--rename a=c,b=c: duplicate name"),
    (["--rename", "a=b,a=c"], "--rename a=b,a=c: duplicate name"),
    (["--drop", "a", "--rename", "a=b"], "'a' cannot be dropped and renamed"),
    (["--columns", "a", "--rename", "b=c"], "--rename: --columns leaves out 'b' already"),
    (["--columns", "a", "--drop", "b"], "--drop: --columns leaves out 'b' already"),
  ])
  func `a selection that contradicts itself is an error`(_ options: [String], _ message: String) throws {
    for verb in ["convert", "head", "schema"] {
      let result = millrace([verb, document("films.json")] + options)
      #expect(result.complaints.hasPrefix("millrace: \(message)\n  ") && result.status == 2, "\(result.complaints)")
    }
  }
}
