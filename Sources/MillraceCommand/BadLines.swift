import Millrace
import Synchronization

/// What becomes of lines that cannot be read: `--on-bad-line`.
final class BadLines: Sendable {
  private enum Policy {
    case stop
    case skip
    case report(path: String)
  }

  private let policy: Policy
  private let reports = Mutex((count: 0, text: [UInt8]()))

  /// - Parameter arguments: those of a verb with `--on-bad-line`, which is `stop`, `skip` or `report=FILE`.
  init(_ arguments: Arguments) throws(CommandError) {
    let text = arguments["on-bad-line"] ?? "stop"
    switch text {
    case "stop": policy = .stop
    case "skip": policy = .skip
    case _ where text.hasPrefix("report=") && text != "report=": policy = .report(path: String(text.dropFirst(7)))
    default:
      throw .usage(
        "--on-bad-line takes stop, skip or report=FILE, not '\(text)'", hint: arguments.hint)
    }
  }

  /// Whether the work goes on behind a bad line.
  var areSurvived: Bool { if case .stop = policy { false } else { true } }

  func policy(for input: StreamInput) -> JSON.StreamOptions.BadElements {
    switch policy {
    case .stop: return .stop
    case .skip: return .report { _ in self.reports.withLock { $0.count += 1 } }
    case .report:
      let name = input.name
      return .report { error in
        self.reports.withLock { reports in
          reports.count += 1
          reports.text += Report(name, error).asLine
        }
      }
    }
  }

  /// Writes the file of reports, if one is wanted, and says how many lines were passed over.
  func finish(_ console: Console) throws(CommandError) {
    let (count, text) = reports.withLock { $0 }
    if case .report(let path) = policy {
      var file = try OutputFile(path)
      try file.write(text.span)
      try file.finish()
    }
    if count > 0 { console.complain("millrace: \(count) bad \(count == 1 ? "line" : "lines") passed over\n") }
  }
}

/// A bad line, as a line of the report.
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
