import Millrace
import MillraceCommandLine
import SystemLibrary

/// The treatment of rows and lines that cannot be read: `--on-bad-row`.
final class BadRows: Sendable {
  private enum Policy {
    case stop
    case skip
    case report(path: String)
  }

  private let policy: Policy
  private let reports = Locked((count: 0, text: [UInt8]()))

  /// - Parameter arguments: those of a verb with `--on-bad-row`, which is `stop`, `skip` or `report=FILE`.
  init(_ arguments: Arguments) throws(CommandError) {
    let text = arguments["on-bad-row"] ?? "stop"
    switch text {
    case "stop": policy = .stop
    case "skip": policy = .skip
    case _ where text.hasPrefix("report=") && text != "report=":
      let path = String(text.dropFirst(7))
      try Self.checkReport(path, arguments)
      policy = .report(path: path)
    default:
      throw .usage(
        "--on-bad-row takes stop, skip or report=FILE, not '\(text)'", hint: arguments.hint)
    }
  }

  /// Checks that the report does not replace a file that the verb reads or writes.
  private static func checkReport(_ path: String, _ arguments: Arguments) throws(CommandError) {
    let report = resolvingLinks(path)
    for operand in arguments.operands + [arguments["output"]].compactMap({ $0 }) {
      // FILE#TABLE, and NAME=FILE of a query.
      let names: [String] = [operand, operand.prefix(before: "#") ?? "", operand.parts(separatedBy: "=").last ?? ""]
      guard !names.contains(where: { resolvingLinks($0) == report }) else {
        throw .usage("--on-bad-row \(path) is also an INPUT or the OUTPUT", hint: "the report needs a file of its own")
      }
    }
  }

  var continuesAfterError: Bool { if case .stop = policy { false } else { true } }

  /// The equivalent option of a JSON stream.
  ///
  /// - Parameter isCounted: whether bad rows are counted and reported in this iteration, which is the last.
  func policy(for input: StreamInput, isCounted: Bool = true) -> BadElementPolicy {
    if case .stop = policy { return .stop }
    guard isCounted else { return .skip }
    let name = input.name
    return .report { error in self.note(error, in: name) }
  }

  /// Records a skipped row.
  func note(_ error: FormatError, in name: String) {
    reports.withLock { reports in
      reports.count += 1
      if case .report = policy { reports.text += Report(name, error).asLine }
    }
  }

  /// Clears all counts, before the input is read again.
  func removeAll() { reports.withLock { $0 = (0, []) } }

  /// Writes the report file, if one was requested, and prints the number of skipped rows.
  func finish(_ console: Console) throws(CommandError) {
    let (count, text) = reports.withLock { $0 }
    if case .report(let path) = policy {
      var file = try OutputFile(path)
      try file.write(text)
      try file.finish()
    }
    if count > 0 { console.standardError("millrace: \(count) bad \(count == 1 ? "row" : "rows") skipped\n") }
  }
}

/// A bad row, as a line of the report.
@Serializable
private struct Report {
  var file: String
  var line: Int?
  var column: Int?
  var offset: Int?
  var path: String?
  var problem: String

  init(_ file: String, _ error: FormatError) {
    self.file = file
    line = error.place.line
    column = error.place.column
    offset = error.place.offset
    path = error.place.path
    problem = "\(error.problem)"
  }

  var asLine: [UInt8] { ((try? JSON.encode(self)) ?? []) + [UInt8(ascii: "\n")] }
}
