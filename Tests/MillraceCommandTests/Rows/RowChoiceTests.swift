import Foundation
import TestSupport
import Testing

/// `--offset`, `--tail` and `--sample` beside Python.
@Suite("The first, the last and random rows")
struct RowChoiceTests {
  /// Prints the JSON lines of files that a choice takes; of `where`, the rows with an even `id`.
  private static let oracle = """
    import json, sys
    choice = json.loads(sys.argv[1])
    rows = [json.loads(line) for path in sys.argv[2:] for line in open(path)]
    if choice.get("where"): rows = [row for row in rows if row["id"] % 2 == 0]
    rows = rows[choice.get("offset", 0):][:choice.get("limit", len(rows))]
    if "tail" in choice: rows = rows[max(len(rows) - choice["tail"], 0):]
    class SplitMix64:
        def __init__(self, seed): self.state = seed
        def next(self):
            self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
            z = self.state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
            return z ^ (z >> 31)
        def below(self, bound):
            while True:
                product = self.next() * bound
                if product % 2**64 >= 2**64 % bound: return product >> 64
    if "sample" in choice:
        generator, size, kept = SplitMix64(choice["seed"]), choice["sample"], {}
        for number, row in enumerate(rows):
            slot = number if number < size else generator.below(number + 1)
            if slot < size: kept[slot] = (number, row)
        rows = [row for _, row in sorted(kept.values(), key=lambda pair: pair[0])]
    for row in rows: print(json.dumps(row, separators=(",", ":")))
    """

  /// Rows with an `even` column for `--where`, and a column that some rows do not have.
  private static func lines(from first: Int, count: Int) -> String {
    (first..<first + count).map { id in
      #"{"id":\#(id),"even":\#(id % 2 == 0),"name":"n\#(id)""# + (id % 7 == 0 ? #","rare":\#(id).5}"# : "}") + "\n"
    }.joined()
  }

  @Test(arguments: [
    (["--offset", "3"], #"{"offset":3}"#),
    (["--offset", "3", "--limit", "4"], #"{"offset":3,"limit":4}"#),
    (["--offset", "45", "--limit", "20"], #"{"offset":45,"limit":20}"#),
    (["--offset", "0"], "{}"),
    (["--offset", "1000"], #"{"offset":1000}"#),
    (["--tail", "5"], #"{"tail":5}"#),
    (["--tail", "55"], #"{"tail":55}"#),
    (["--tail", "1000"], #"{"tail":1000}"#),
    (["--tail", "0"], #"{"tail":0}"#),
    (["--sample", "7", "--seed", "1"], #"{"sample":7,"seed":1}"#),
    (["--sample", "7", "--seed", "9223372036854775807"], #"{"sample":7,"seed":9223372036854775807}"#),
    (["--sample", "0", "--seed", "1"], #"{"sample":0,"seed":1}"#),
    (["--sample", "1000", "--seed", "1"], #"{"sample":1000,"seed":1}"#),
  ])
  func `rows are taken as Python takes them, from every input to every output`(
    _ options: [String], _ choice: String
  ) throws {
    let folder = try TemporaryFolder()
    // Two files of 50 and 10 rows; the first 15 have no column `rare` but one.
    var files: [[String]] = []
    let (first, second) = (Self.lines(from: 1, count: 50), Self.lines(from: 51, count: 10))
    files.append([try folder.write(first, to: "a.jsonl"), try folder.write(second, to: "b.jsonl")])
    for format in ["csv", "json", "arrow", "db"] {
      files.append(["a", "b"].map { folder.path("\($0).\(format)") })
      for (lines, copy) in zip(files[0], files[files.count - 1]) {
        #expect(millrace("convert", lines, copy).status == 0)
      }
    }
    for isFiltered in [false, true] {
      let json = choice.dropLast() + (choice == "{}" ? "" : ",") + #""where":\#(isFiltered)}"#
      let more = options + (isFiltered ? ["--where", "even"] : [])
      let one = try python(Self.oracle, String(json), files[0][0]).output
      let both = try python(Self.oracle, String(json), files[0][0], files[0][1]).output
      for inputs in files {
        for threads in [[], ["--threads", "1"], ["--infer", "all"], ["--on-bad-row", "skip"]] {
          if threads == ["--on-bad-row", "skip"], !inputs[0].hasSuffix(".csv") { continue }
          if threads == ["--infer", "all"], !inputs[0].hasSuffix(".csv") { continue }
          let result = try millraceProcess(["convert", inputs[0], "--to", "jsonl"] + more + threads)
          #expect(result.output == one && result.complaints == "", "\(inputs) \(more) \(result.complaints)")
          let output = folder.path("o.jsonl")
          #expect(millrace(["convert"] + inputs + ["--output", output] + more + threads).status == 0)
          #expect(try String(contentsOfFile: output, encoding: .utf8) == both, "\(inputs) \(more)")
        }
        for output in ["o.csv", "o.arrow", "o.db"] where !one.isEmpty {
          let call = ["convert", inputs[0], folder.path(output)] + more + (output == "o.db" ? ["--replace"] : [])
          let result = millrace(call)
          #expect(result.status == 0, "\(result.complaints)")
          let back = try millraceProcess(["convert", folder.path(output), "--to", "jsonl"])
          #expect(back.output == one, "\(inputs[0]) \(output) \(more)")
        }
      }
      let pipe = try millraceProcess(["convert", "-", "--from", "jsonl", "--to", "jsonl"] + more, input: first)
      #expect(pipe.output == one, "\(pipe.complaints)")
    }
  }

  @Test func `rows that are not taken add no columns`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"old\":1}\n{\"a\":1}\n{\"a\":2,\"b\":3}\n", to: "in.jsonl")
    for options in [["--offset", "1"], ["--tail", "2"]] {
      let result = try millraceProcess(["convert", input, "--to", "csv"] + options)
      #expect(result.output == "a,b\n1,\n2,3\n", "\(result.complaints)")
    }
    let table = try folder.write("a,b\n1,x\n2,\n", to: "in.csv")
    for options in [["--offset", "9"], ["--tail", "0"], ["--sample", "0", "--seed", "1"]] {
      #expect(try millraceProcess(["convert", table, "--to", "csv"] + options).output == "a,b\n")
      #expect(try millraceProcess(["convert", table, "--to", "json"] + options).output == "[]\n")
    }
    let late = try folder.write("n\n" + String(repeating: "1\n", count: 2000) + "x\n", to: "late.csv")
    // A cell after the first rows makes the column one of text.
    let tail = try millraceProcess(["convert", late, "--to", "jsonl", "--tail", "2"])
    #expect(tail.output == "{\"n\":\"1\"}\n{\"n\":\"x\"}\n", "\(tail.complaints)")
    let selected = try millraceProcess(
      ["convert", table, "--to", "csv", "--tail", "1", "--columns", "b,a", "--rename", "a=c", "--source-column", "f"])
    #expect(selected.output == "f,b,c\n\(table),,2\n")
    let nested = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "csv", "--tail", "1", "--flatten", "."],
      input: "{\"o\":{\"x\":1}}\n{\"o\":{\"y\":2,\"z\":3}}\n")
    #expect(nested.output == "o.y,o.z\n2,3\n")
    // Members without a value in the rows are columns all the same.
    let empty = try folder.write("id,o.a,o.b,z,.q,p,p.x\n1,2,3,4,5,,6\n2,,,,,,\n", to: "empty.csv")
    for options in [
      ["--tail", "1"], ["--sample", "9", "--where", "id = 2"], ["--offset", "1"], ["--where", "id = 2"],
    ] {
      let rows = try millraceProcess(["convert", empty, "--to", "csv", "--nest", "."] + options)
      #expect(rows.output == "id,o,z,.q,p,p.x\n2,,,,,\n", "\(options) \(rows)")
      let output = folder.path("empty\(options.count)\(options[0]).parquet")
      #expect(millrace(["convert", empty, output, "--nest", "."] + options).status == 0)
      #expect(try millraceProcess(["convert", output, "--to", "csv"]).output == rows.output)
    }
    let sorted = try millraceProcess(
      ["convert", "-", "--from", "jsonl", "--to", "jsonl", "--tail", "1", "--sort-keys"],
      input: "{\"b\":1,\"a\":1.50}\n")
    #expect(sorted.output == "{\"a\":1.50,\"b\":1}\n")
    let single = try millraceProcess(["convert", "-", "--from", "json", "--tail", "1"], input: "{\"a\":1}\n")
    #expect(single.output == "{\"a\":1}\n")
  }

  @Test func `bad rows and missing columns are errors as ever`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n{\"a\":2\n{\"a\":3}\n{\"a\":4}\n", to: "in.jsonl")
    for options in [["--offset", "2"], ["--tail", "1"], ["--sample", "1", "--seed", "1"]] {
      let result = millrace(["convert", input, folder.path("o.jsonl")] + options)
      #expect(result.status == 1 && result.complaints.hasPrefix("\(input):2:"), "\(result.complaints)")
      let skipping = try millraceProcess(["convert", input, "--to", "jsonl", "--on-bad-row", "skip"] + options)
      #expect(skipping.status == 0 && skipping.complaints == "millrace: 1 bad row skipped\n")
      #expect(skipping.output.hasPrefix("{\"a\":") && skipping.output.hasSuffix("}\n"))
      let unknown = millrace(
        ["convert", input, folder.path("o.csv"), "--columns", "b", "--on-bad-row", "skip"] + options)
      #expect(unknown.status == 2 && unknown.complaints.contains("unknown column 'b'"), "\(unknown.complaints)")
    }
    let long = try folder.write("{\"a\":1}\n{\"a\":123456789012345678901234567890}\n", to: "long.jsonl")
    let result = millrace("convert", long, folder.path("o.db"), "--tail", "1")
    #expect(result.complaints.contains("--long-numbers text"))
    #expect(
      result.complaints.hasPrefix("\(long): ") && result.complaints.contains(", at /1/a\n"), "\(result.complaints)")
  }

  @Test func `a seed is printed and takes the same rows again`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Self.lines(from: 1, count: 1000), to: "in.jsonl")
    let first = try millraceProcess(["convert", input, "--to", "csv", "--sample", "20"])
    let words = first.complaints.split(separator: " ")
    #expect(
      first.complaints.hasPrefix("millrace: --seed ") && first.complaints.hasSuffix(" takes the same rows again\n"))
    let second = try millraceProcess(["convert", input, "--to", "csv", "--sample", "20", "--seed", String(words[2])])
    #expect(second.output == first.output && second.complaints == "")
    #expect(first.output.split(separator: "\n").count == 21)
  }

  @Test func `each row is equally likely to be in a sample`() throws {
    let input = (0..<20).map { "{\"id\":\($0)}\n" }.joined()
    var counts = [Int](repeating: 0, count: 20)
    for seed in 0..<200 {
      let call = [
        "convert", "-", "--from", "jsonl", "--to", "csv", "--no-header", "--sample", "5", "--seed", "\(seed)",
      ]
      let rows = try millraceProcess(call, input: input).output.split(separator: "\n").compactMap { Int($0) }
      #expect(rows.count == 5 && rows == rows.sorted() && Set(rows).count == 5)
      for row in rows { counts[row] += 1 }
    }
    // 50 are expected, with a standard deviation of 6.1.
    #expect(counts.allSatisfy { (25...75).contains($0) }, "\(counts)")
  }

  @Test(arguments: [
    (["--tail", "1", "--limit", "1"], "--tail and --limit cannot be combined"),
    (["--tail", "1", "--offset", "1"], "--tail and --offset cannot be combined"),
    (["--tail", "1", "--sample", "1"], "--tail and --sample cannot be combined"),
    (["--sample", "1", "--limit", "1"], "--sample and --limit cannot be combined"),
    (["--sample", "1", "--offset", "1"], "--sample and --offset cannot be combined"),
    (["--seed", "1"], "--seed requires --sample"),
    (["--offset", "-1"], "--offset takes a number of at least 0, not '-1'"),
    (["--tail", "x"], "--tail takes a number of at least 0, not 'x'"),
  ])
  func `options that contradict each other are errors`(_ options: [String], _ message: String) throws {
    let result = millrace(["convert", document("films.json")] + options)
    #expect(result.complaints.hasPrefix("millrace: \(message)\n  ") && result.status == 2, "\(result.complaints)")
  }
}
