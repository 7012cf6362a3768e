/// The reason why a command failed.
package enum CommandError: Error {
  /// A usage error.
  case usage(String, hint: String)
  /// A file could not be read or written.
  case file(String, path: String, reason: String)
  /// The data is malformed.
  case data(String)
  /// The reader of standard output has closed it, such as `head` after its last line. This is not a failure.
  case closedPipe

  package var description: String {
    switch self {
    case .usage(let message, let hint): "millrace: \(message)\n  \(hint)"
    case .file(let action, let path, let reason): "millrace: cannot \(action) \(path): \(reason)"
    case .data(let message): message
    case .closedPipe: "millrace: standard output is closed"
    }
  }

  package var status: ExitStatus {
    switch self {
    case .file("write", _, _), .data: .dataError
    case .usage, .file: .usageError
    case .closedPipe: .done
    }
  }
}
