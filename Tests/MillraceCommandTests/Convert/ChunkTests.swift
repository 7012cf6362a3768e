import Foundation
import Millrace
import MillraceTables
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("Conversion in chunks")
struct ChunkTests {
  private static let outputs: [[String]] = [
    ["--to", "jsonl"], ["--to", "json"], ["--to", "json", "--pretty"], ["--to", "csv"],
    ["--to", "csv", "--flatten", "."],
    ["--to", "tsv"], ["--to", "arrow"], ["--to", "arrows"], ["--to", "json-seq"],
    ["--to", "jsonl", "--on-bad-row", "skip"],
  ]

  @Test(arguments: ChunkFiles.all.map(\.name))
  func `the output is the same for every chunk size and number of threads`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let text = try #require(ChunkFiles.all.first { $0.name == name }?.text)
    let input = try folder.write(text, to: name)
    for arguments in Self.outputs {
      let isArrow = arguments[1].hasPrefix("arrow")
      for size in [1, 5, 13, 30, 1000] {
        let expected = try ChunkFiles.convert(input, arguments, size: size, threads: 1, in: folder)
        for threads in [2, 7] {
          let result = try ChunkFiles.convert(input, arguments, size: size, threads: threads, in: folder)
          #expect(result == expected, "\(name) \(arguments) \(size) \(threads)")
        }
        // The batches of Arrow are the chunks, and everything else does not depend on the chunks.
        let whole = try ChunkFiles.convert(input, arguments, size: 1000, threads: 1, in: folder)
        #expect(expected.1 == whole.1 && expected.2 == whole.2, "\(name) \(arguments) \(size)")
        if !isArrow { #expect(expected.0 == whole.0, "\(name) \(arguments) \(size)") }
      }
    }
  }

  @Test(arguments: ChunkFiles.all.map(\.name))
  func `the output is that of a conversion without chunks`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let text = try #require(ChunkFiles.all.first { $0.name == name }?.text)
    let input = try folder.write(text, to: name)
    // With a limit, elements are converted one after another.
    for arguments in [["--to", "jsonl"], ["--to", "json"], ["--to", "csv"], ["--to", "tsv"]] {
      let chunked = try ChunkFiles.convert(input, arguments, size: 9, threads: 2, in: folder)
      let limited = try ChunkFiles.convert(
        input, arguments + ["--limit", "1000000", "--infer", "all"], size: 9, threads: 1, in: folder)
      let plain = try ChunkFiles.convert(input, arguments + ["--limit", "1000000"], size: 9, threads: 1, in: folder)
      #expect(chunked == limited || chunked == plain, "\(name) \(arguments)")
    }
  }

  /// Rows with the kinds of values that columns of Arrow distinguish, and with values that fit none of them.
  private func randomRows(_ random: inout SeededGenerator, isCSV: Bool) -> String {
    let scalars = [
      "0", "-0", "7", "-12", "007", "+5", "1.5", "2.0", "1e3", "9007199254740993", "1e400", "true", "false", "null",
      "123456789012345678901234567890", "0.1", "-0.0", "NaN", "inf", "2020-01-01T00:00:00Z",
      "2020-01-01T00:30:00.5+01:00",
    ]
    let json = [
      "[]", "[1, 2]", "{}", "{\"a\":1}", "{ \"a\" : [true, null] , \"b\":\"\\u00e9\"}", "\"x\"", "\"\\n\"",
      "[{\"a\":0.5}]",
    ]
    let texts = ["", "é", "a longer text than sixteen bytes", "x,y", "two\nlines", "\"", "TRUE"]
    // Most columns have values of one kind.
    let columns = (0..<4).map { _ -> [String] in
      let pool = [Array(scalars.prefix(4)), ["1.5", "2.0", "0.1", "7"], ["true", "false"], texts, json, scalars]
      return random.element(of: pool)
    }
    var rows = isCSV ? "a,b,c,d\n" : ""
    for _ in 0..<(1 + random.below(30)) {
      let values = columns.map { random.once(in: 60) ? random.element(of: scalars) : random.element(of: $0) }
      if isCSV {
        let cells = values.map { value in
          let needsQuotes = value.contains { ",\"\n".contains($0) } || random.once(in: 8)
          if random.once(in: 8) { return "" }
          return needsQuotes ? "\"\(value.replacingOccurrences(of: "\"", with: "\"\""))\"" : value
        }
        rows += cells.joined(separator: ",") + "\n"
      } else {
        let members = zip(["a", "b", "c", "d"], values).filter { _ in !random.once(in: 6) }.map { name, value in
          let isJSON = (try? JSON.decode(JSON.Value.self, from: value)) != nil
          return "\"\(name)\": \(isJSON ? value : "\"x\"")"
        }
        rows += "{" + members.shuffled(using: &random).joined(separator: ", ") + "}\n"
      }
    }
    return rows
  }

  private func rows(inArrow path: String, _ folder: TemporaryFolder) throws -> String {
    let result = millrace("convert", path, folder.path("rows.jsonl"), "--from", "arrow")
    return result.status == 0 ? try folder.read("rows.jsonl") : result.complaints
  }

  /// With a condition, rows are written to columns one by one.
  @Test func `rows that are read straight into columns are the same as rows that are written to them`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    for round in 0..<Scale.count(150) {
      let isCSV = random.once(in: 2)
      let input = try folder.write(randomRows(&random, isCSV: isCSV), to: isCSV ? "in.csv" : "in.jsonl")
      let size = random.element(of: [20, 100, 1 << 20])
      let direct = try ChunkFiles.convert(input, ["--to", "arrow"], size: size, threads: 1, in: folder)
      let directRows = try rows(inArrow: folder.path("out"), folder)
      let condition = "a is null or a is not null"
      let written = try ChunkFiles.convert(
        input, ["--to", "arrow", "--where", condition], size: size, threads: 1, in: folder)
      // A condition requires that a row has the column.
      if written.1.contains("unknown column 'a'") { continue }
      let writtenRows = try rows(inArrow: folder.path("out"), folder)
      let note: Comment = "round \(round), \(try folder.read(isCSV ? "in.csv" : "in.jsonl")) \(SeededGenerator.note)"
      #expect(direct.1 == written.1 && direct.2 == written.2, note)
      #expect(directRows == writtenRows, note)
      if directRows != writtenRows { return }
    }
  }

  @Test func `a row that does not fit widens the columns of all rows`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<50).map { "{\"id\":\($0)}\n" }.joined() + "{\"id\":1.5,\"new\":true}\n{\"id\":\"x\"}\n"
    let input = try folder.write(lines, to: "in.jsonl")
    let csv = try ChunkFiles.convert(input, ["--to", "csv"], size: 64, threads: 2, in: folder)
    #expect(
      csv.0.map { String(decoding: $0, as: UTF8.self) } == "id,new\n" + (0..<50).map { "\($0),\n" }.joined()
        + "1.5,true\nx,\n")
    let arrow = try ChunkFiles.convert(input, ["--to", "arrow"], size: 64, threads: 2, in: folder)
    #expect(arrow.2 == 0 && arrow.1 == "")
    let again = try millraceProcess(["convert", folder.path("out"), "--from", "arrow", "--to", "jsonl"])
    let expected = (0..<50).map { "{\"id\":\"\($0)\"}\n" }.joined() + "{\"id\":\"1.5\",\"new\":true}\n{\"id\":\"x\"}\n"
    #expect(again.output == expected)
  }

  @Test func `columns written to a pipe are not widened, and the error has a hint`() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<100_000).map { "{\"id\":\($0),\"pad\":\"xxxxxxxxxxxxxxxx\"}\n" }.joined() + "{\"new\":true}\n"
    let input = try folder.write(lines, to: "in.jsonl")
    let piped = try shell("'\(toolPath)' convert '\(input)' --to csv | tail -n 1")
    #expect(
      piped.complaints.contains("member \"new\"") && piped.complaints.contains("--infer N or all"))
    let all = try shell("'\(toolPath)' convert '\(input)' --to csv --infer all | tail -n 1")
    #expect(all.output == ",,true\n" && all.complaints == "")
    let redirected = try shell("'\(toolPath)' convert '\(input)' --to csv > '\(folder.path("out.csv"))'")
    #expect(redirected.complaints == "")
    #expect(try folder.read("out.csv").hasPrefix("id,pad,new\n0,xxxxxxxxxxxxxxxx,\n"))
    #expect(try folder.read("out.csv").hasSuffix("\n,,true\n"))
  }

  @Test func `a column that no line has is an error with the nearest names`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"id\":1,\"name\":\"a\"}\n{\"id\":2}\n", to: "in.jsonl")
    for format in ["csv", "jsonl", "arrow"] {
      let result = millrace("convert", input, folder.path("out.\(format)"), "--columns", "id,nmae")
      #expect(result.status == 2)
      #expect(result.complaints == "millrace: unknown column 'nmae' in \(input)\n  the nearest columns are name, id\n")
    }
    #expect(try folder.names == ["in.jsonl"])
    #expect(millrace("convert", input, folder.path("out.csv"), "--columns", "name").status == 0)
    #expect(try folder.read("out.csv") == "name\na\n\"\"\n" || folder.read("out.csv") == "name\na\n\n")
  }

  @Test func `bad rows of CSV are reported alike for every chunk size, also as the first rows of chunks`() throws {
    let folder = try TemporaryFolder()
    let bad = ["3,\"x\"y\"\"", "3", "a\"\",1", "1,2,3"]
    let rows = (0..<40).map { $0 % 7 == 3 ? bad[$0 % 4] : "\($0),\"\($0)\"" }
    let input = try folder.write("a,b\n" + rows.map { $0 + "\n" }.joined(), to: "in.csv")
    var reports: Set<String> = []
    var outputs: Set<Data> = []
    for (size, threads) in [(1, 1), (1, 7), (5, 2), (30, 2), (1000, 2)] {
      let report = folder.path("report")
      let result = try ChunkFiles.convert(
        input, ["--to", "jsonl", "--on-bad-row", "report=\(report)"], size: size, threads: threads, in: folder)
      #expect(result.2 == 0 && result.1.hasPrefix("millrace: 6 bad rows"), "\(size): \(result.1)")
      reports.insert(try folder.read("report"))
      outputs.insert(try #require(result.0))
    }
    #expect(reports.count == 1 && outputs.count == 1)
    let numbers = "import sys,json; print([json.loads(line)['line'] for line in sys.stdin])"
    #expect(try python(numbers, input: try #require(reports.first)).output == "[5, 12, 19, 26, 33, 40]\n")
  }

  @Test func `bad lines are reported with the same lines for every number of threads`() throws {
    let folder = try TemporaryFolder()
    let text = (0..<40).map { $0 % 7 == 3 ? "{\"a\":\($0)\n" : "{\"a\":\($0)}\n" }.joined()
    let input = try folder.write(text, to: "in.jsonl")
    var reports: Set<String> = []
    for (size, threads) in [(1, 1), (1, 7), (30, 2), (1000, 2)] {
      let report = folder.path("report")
      let result = try ChunkFiles.convert(
        input, ["--to", "jsonl", "--on-bad-row", "report=\(report)"], size: size, threads: threads, in: folder)
      #expect(result.2 == 0 && result.1.hasPrefix("millrace: 6 bad rows"))
      reports.insert(try folder.read("report"))
    }
    #expect(reports.count == 1)
    let numbers = "import sys,json; print([json.loads(line)['line'] for line in sys.stdin])"
    #expect(try python(numbers, input: try #require(reports.first)).output == "[4, 11, 18, 25, 32, 39]\n")
  }

  @Test func `a skipped line that is not a complete array adds no column`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n{\"a\":\n[1\n{\"a\":2}\n", to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("out.csv"), "--on-bad-row", "skip").status == 0)
    #expect(try folder.read("out.csv") == "a\n1\n2\n")
  }
}
