/// How a command ended, as the process's exit status.
public enum ExitStatus: Int32, Sendable {
  case done = 0
  case badData = 1
  case wrongCall = 2
}

/// Runs `millrace` with its arguments.
///
/// - Parameter arguments: the program's name, the verb, and what the verb takes.
public func runCommand(_ arguments: [String], console: Console) -> ExitStatus {
  guard arguments.count > 1 else {
    console.complain(Usage.overview)
    return .wrongCall
  }
  let rest = Array(arguments.dropFirst(2))
  do throws(CommandError) {
    switch arguments[1] {
    case "convert": return try runConvert(rest, console)
    case "check": return try runCheck(rest, console)
    case "help", "--help", "-h": console.say(try Usage.text(for: rest.first))
    case "version", "--version": console.say("millrace \(millraceVersion)\n")
    case let verb: throw CommandError.usage("there is no verb '\(verb)'", hint: "millrace --help lists them")
    }
    return .done
  } catch {
    console.complain(error.description + "\n")
    return error.status
  }
}

let millraceVersion = "0.1.0"

/// Why a command could not do its work.
enum CommandError: Error {
  /// It was called in a way that has no meaning.
  case usage(String, hint: String)
  /// A file could not be read or written.
  case file(String, path: String, reason: String)
  /// The data is not what it should be.
  case data(String)

  var description: String {
    switch self {
    case .usage(let message, let hint): "millrace: \(message)\n  \(hint)"
    case .file(let action, let path, let reason): "millrace: cannot \(action) \(path): \(reason)"
    case .data(let message): message
    }
  }

  var status: ExitStatus {
    switch self {
    case .usage, .file: .wrongCall
    case .data: .badData
    }
  }
}
