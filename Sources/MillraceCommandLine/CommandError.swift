/// Why a command could not do its work.
package enum CommandError: Error {
  /// It was called in a way that has no meaning.
  case usage(String, hint: String)
  /// A file could not be read or written.
  case file(String, path: String, reason: String)
  /// The data is not what it should be.
  case data(String)
  /// The reader of standard output has closed it, such as `head` after its last line. Nothing is wrong.
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
    case .file("write", _, _), .data: .badData
    case .usage, .file: .wrongCall
    case .closedPipe: .done
    }
  }
}
