import Foundation
import MillraceTables
import TestSupport
import Testing

@testable import MillraceCommand

@Suite("Conversion in chunks beside Python")
struct ChunkOracleTests {
  /// Compares the rows of two tables of CSV. Blank lines have no rows.
  private static let sameTables = """
    import csv, sys
    def rows(path):
        with open(path, newline="", encoding="utf-8-sig") as file: return [row for row in csv.reader(file) if row]
    before, after = rows(sys.argv[1]), rows(sys.argv[2])
    print("same" if before == after else f"{before}\\n{after}")
    """

  /// Compares the rows of two files of JSON lines. Members that are null are the same as missing members.
  private static let sameLines = """
    import json, sys
    def bare(value):
        if isinstance(value, dict): return {key: bare(item) for key, item in value.items() if item is not None}
        if isinstance(value, list): return [bare(item) for item in value]
        return value
    def rows(path):
        with open(path, encoding="utf-8") as file: return [bare(json.loads(line)) for line in file if line.strip()]
    before, after = rows(sys.argv[1]), rows(sys.argv[2])
    print("same" if before == after else next(f"{a} {b}" for a, b in zip(before + [None], after + [None]) if a != b))
    """

  @Test func `cuts at each byte of a small file do not change the output`() throws {
    let folder = try TemporaryFolder()
    let text = "a,b\r\n1,\"x\r\ny\"\r\n\"\"\"\n\",z\r\n\r\n3,\"\r\n\"\r\n4,\"\"\"\""
    let input = try folder.write(text, to: "in.csv")
    for arguments in [["--to", "csv"], ["--to", "jsonl"], ["--to", "arrow"]] {
      var outputs: Set<Data> = []
      for size in 1...(text.utf8.count + 1) {
        let expected = try ChunkFiles.convert(input, arguments, size: size, threads: 1, in: folder)
        for threads in [2, 7] {
          let result = try ChunkFiles.convert(input, arguments, size: size, threads: threads, in: folder)
          #expect(result == expected, "\(arguments) \(size) \(threads)")
        }
        #expect(expected.2 == 0, "\(expected.1)")
        outputs.insert(try #require(expected.0))
      }
      // The batches of Arrow are the chunks.
      if arguments[1] != "arrow" { #expect(outputs.count == 1, "\(arguments)") }
      if arguments[1] == "csv" { #expect(try python(Self.sameTables, input, folder.path("out")).output == "same\n") }
    }
  }

  @Test func `random tables have the rows of Python's module`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    let pieces = ["\n", "\r\n", "\r", "\"", ",", "x", "é", "12", " ", "\u{FEFF}"]
    for round in 0..<Scale.count(60) {
      let lineBreak = random.element(of: ["\n", "\r\n"])
      let rows = (0...random.below(20)).map { row in
        (0..<3).map { column -> String in
          let text = (0..<random.below(6)).map { _ in random.element(of: pieces) }.joined()
          // The first row has the names, which must differ.
          let cell = row == 0 ? "\(column)\(text)" : text
          let needsQuotes = cell.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
          guard needsQuotes || random.once(in: 4) else { return cell }
          return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
        }.joined(separator: ",")
      }
      let end = random.once(in: 2) ? "" : lineBreak
      let input = try folder.write(rows.joined(separator: lineBreak) + end, to: "in.csv")
      let (size, threads) = (1 + random.below(200), random.element(of: [1, 2, 7]))
      let result = try ChunkFiles.convert(
        input, ["--to", "csv", "--delimiter", ","], size: size, threads: threads, in: folder)
      let note: Comment = "round \(round), size \(size), \(threads) threads, \(rows), \(SeededGenerator.note)"
      #expect(result.2 == 0, "\(result.1) \(note)")
      let comparison = try python(Self.sameTables, input, folder.path("out"))
      #expect(comparison.output == "same\n", "\(comparison) \(note)")
      if comparison.output != "same\n" { return }
    }
  }

  private func randomLine(_ random: inout SeededGenerator) -> String {
    let texts = [
      "\"\"", "\"é\"", "\"two\\nlines\"", "\"\\u00e9 \\ud83d\\ude00\"", "\"" + String(repeating: "x", count: 40) + "\"",
    ]
    func text() -> String { random.element(of: texts) }
    func list() -> String {
      "[" + (0..<random.below(4)).map { _ in "\(random.below(100))" }.joined(separator: ", ") + "]"
    }
    var members = [
      "\"id\": \(Int64(bitPattern: random.next()))", "\"x\": \(Double(random.below(1_000_000)) / 64)",
      "\"name\": \(text())",
      "\"open\": \(random.once(in: 2))", "\"list\": \(list())",
      "\"nested\": {\"name\": \(text()), \"list\": \(list()), \"deeper\": {\"a\": \(random.below(10))}}",
      "\"items\": [" + (0..<random.below(3)).map { "{\"id\": \($0), \"name\": \(text())}" }.joined(separator: ",")
        + "]",
    ].map { random.once(in: 12) ? String($0.prefix { $0 != ":" }) + ": null" : $0 }
    members.removeAll { _ in random.once(in: 10) }
    return "{" + members.shuffled(using: &random).joined(separator: random.once(in: 2) ? ", " : ",") + "}"
  }

  @Test func `lines that become Arrow and lines again are those that Python reads`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator()
    for round in 0..<Scale.count(40) {
      let lineBreak = random.element(of: ["\n", "\r\n"])
      let lines = (0...random.below(60)).map { _ in randomLine(&random) }
      let input = try folder.write(lines.joined(separator: lineBreak), to: "in.jsonl")
      let (size, threads) = (1 + random.below(3000), random.element(of: [1, 2, 7]))
      let note: Comment = "round \(round), size \(size), \(threads) threads, \(SeededGenerator.note)"
      let arrow = try ChunkFiles.convert(input, ["--to", "arrow"], size: size, threads: threads, in: folder)
      #expect(arrow.2 == 0 && arrow.1.isEmpty, "\(arrow.1) \(note)")
      let back = millrace("convert", folder.path("out"), folder.path("back.jsonl"), "--from", "arrow")
      #expect(back.status == 0, "\(back.complaints) \(note)")
      let comparison = try python(Self.sameLines, input, folder.path("back.jsonl"))
      #expect(comparison.output == "same\n", "\(comparison) \(note)")
      if comparison.output != "same\n" { return }
    }
  }
}
