import Foundation
import MillraceCommand
import MillraceCommandLine
import MillraceTables

/// Rows through the pipeline of `millrace convert`: the same rows or the same error for every size of chunks and number of threads, and
/// the same rows in reverse if the rows come in reverse, so that columns widen in another order.
///
/// The header: formats; the size of chunks; the number of threads.
let convertTarget = FuzzTarget("convert", headerSize: 3) { input in
  guard input.bytes.count <= 4096 else { return }
  let conversion = try FuzzedConversion(input)
  let whole = try conversion.run(input.bytes, chunkSize: 1 << 21, threads: 1)
  let size = 1 + Int(input.header[1]) * 2
  let cut = try conversion.run(input.bytes, chunkSize: size, threads: 1 + Int(input.header[2] & 7))
  try expect(whole == cut, "whole: \(whole)\nin chunks of \(size) bytes: \(cut)")
  guard let reversed = conversion.reversed(input.bytes) else { return }
  let other = try conversion.run(reversed, chunkSize: size, threads: 2)
  try expect((whole.status == 0) == (other.status == 0), "whole: \(whole)\nin reverse: \(other)")
  guard whole.status == 0, conversion.output == "arrow" else { return }
  try expect(whole.sortedRows == other.sortedRows, "whole: \(whole)\nin reverse: \(other)")
}

/// A conversion that the header of an input chooses.
private struct FuzzedConversion {
  let input: String
  let output: String
  /// The same folder for all runs, because messages contain it, and no other one's.
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-fuzz-\(UUID())")

  init(_ input: FuzzTarget.Input) throws {
    self.input = input.header[0] & 8 != 0 ? "json" : input.header[0] & 1 == 0 ? "jsonl" : "csv"
    output = ["arrow", "csv", "jsonl", "json"][Int(input.header[0] >> 1 & 3)]
  }

  struct Result: Equatable, CustomStringConvertible {
    var status: Int32
    var complaints: String
    /// The rows as JSON lines, with sorted keys if the output has columns.
    var text: String

    var sortedRows: [Substring] { text.split(separator: "\n").sorted() }

    var description: String { "\(status) \(complaints)\(text.prefix(2000))" }
  }

  /// Converts the bytes of a file.
  func run(_ bytes: [UInt8], chunkSize: Int, threads: Int) throws -> Result {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = { (name: String) in folder.appendingPathComponent(name).path }
    try Data(bytes).write(to: URL(fileURLWithPath: path("in.\(input)")))
    var (status, complaints) = RowBlocks.$chunkSize.withValue(chunkSize) {
      // The rows in reverse could have another delimiter.
      call(
        ["convert", path("in.\(input)"), path("out.\(output)"), "--threads", "\(threads)"]
          + (input == "csv" ? ["--delimiter", ","] : []))
    }
    var read = path("out.\(output)")
    if status == 0, output == "arrow" {
      // The batches are those of the chunks, so rows are compared.
      (status, complaints) = call(["convert", read, path("rows.jsonl"), "--sort-keys"])
      read = path("rows.jsonl")
    }
    let text = try? String(contentsOfFile: read, encoding: .utf8)
    return Result(status: status, complaints: complaints, text: text ?? "")
  }

  private func call(_ arguments: [String]) -> (Int32, String) {
    let complaints = Complaints()
    let console = Console(standardOutput: { _ in }, standardError: { complaints.add($0) })
    return (runCommand(["millrace"] + arguments, console: console).rawValue, complaints.text)
  }

  /// The rows in reverse; nil if a row may have a line break, or is not an object.
  func reversed(_ bytes: [UInt8]) -> [UInt8]? {
    // Zeros near the beginning and bytes that are not UTF-8 are taken for UTF-16.
    guard input != "json", !bytes.contains(UInt8(ascii: "\r")), !bytes.contains(0),
      String(bytes: bytes, encoding: .utf8) != nil
    else { return nil }
    // A blank line is a row of a table with one column.
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    if input == "csv" {
      guard !bytes.contains(UInt8(ascii: "\"")), let header = lines.first else { return nil }
      // Blank lines before the names are not rows.
      guard header.contains(where: { (0x21...0x7e).contains($0) }) else { return nil }
      lines.removeFirst()
      lines = [header] + lines.reversed()
    } else {
      // The first row determines whether the rows of CSV are objects.
      let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
      let isOther = { (line: ArraySlice<UInt8>) in
        line.first { !blanks.contains($0) }.map { $0 != UInt8(ascii: "{") } ?? false
      }
      guard !lines.contains(where: isOther) else { return nil }
      lines.reverse()
    }
    return lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }
}

/// What a call writes to standard error.
private final class Complaints: @unchecked Sendable {
  private let lock = NSLock()
  private var written = ""

  func add(_ text: String) { lock.withLock { written += text } }

  var text: String { lock.withLock { written } }
}
