/// The exit status of the process.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case badData = 1
  case wrongCall = 2

  package var meaning: String {
    switch self {
    case .done: "done"
    case .badData: "the data is bad, the output cannot be written, files differ or would change, or a limit is exceeded"
    case .wrongCall: "usage error, or a file cannot be read"
    }
  }
}
