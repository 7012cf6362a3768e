/// The exit status of the process.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case dataError = 1
  case usageError = 2

  package var meaning: String {
    switch self {
    case .done: "done"
    case .dataError:
      "the data is bad, the output cannot be written, files differ or would change, or a limit is exceeded"
    case .usageError: "usage error, or a file cannot be read"
    }
  }
}
