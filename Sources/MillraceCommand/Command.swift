/// How a command ended, as the process's exit status.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case done = 0
  case badData = 1
  case wrongCall = 2

  var meaning: String {
    switch self {
    case .done: "done"
    case .badData: "the data is bad, the output cannot be written, files would change, or a limit is exceeded"
    case .wrongCall: "usage error, or a file cannot be read"
    }
  }
}

/// Runs `millrace` with its arguments.
///
/// - Parameter arguments: the program's name, the verb, and what the verb takes.
public func runCommand(_ arguments: [String], console: Console) -> ExitStatus {
  guard arguments.count > 1 else {
    console.complain(Usage.overview)
    return .wrongCall
  }
  let verb: Verb
  do throws(CommandError) {
    verb = try Verb.named(aliases[arguments[1]] ?? arguments[1])
  } catch {
    console.complain(error.description + "\n")
    return error.status
  }
  return run(verb, Array(arguments.dropFirst(2)), console: console)
}

/// Runs one verb.
///
/// - Parameter arguments: what the verb takes.
package func run(_ verb: Verb, _ arguments: [String], console: Console) -> ExitStatus {
  do throws(CommandError) {
    let rest = try Arguments(arguments, of: verb)
    guard !rest.has("help") else {
      console.say(Usage.text(of: verb))
      return .done
    }
    guard !verb.synopsis.isEmpty || rest.operands.isEmpty else {
      throw .usage("\(verb.name) takes no operands", hint: "millrace \(verb.name) --help shows usage")
    }
    return try verb.run(rest, console)
  } catch {
    if case .closedPipe = error { return .done }
    console.complain(error.description + "\n")
    return error.status
  }
}

/// Parses the words of a command without running it: the verb, its options, and those of input and output.
///
/// - Parameter words: the verb, and its arguments.
/// - Returns: the error that a call with these words would end with before it opens a file, or nil.
@discardableResult
package func parseArguments(_ words: [String]) -> CommandError? {
  do throws(CommandError) {
    let arguments = try Arguments(Array(words.dropFirst()), of: try Verb.named(words.first ?? ""))
    let input = try InputOptions(arguments)
    _ = try RowCondition.condition(arguments)
    _ = try OutputOptions(arguments.operands.last, arguments, input)
    return nil
  } catch { return error }
}

/// Options of the tool itself that stand for verbs, as everybody expects of a tool.
private let aliases = ["--help": "help", "-h": "help", "--version": "version"]

let millraceVersion = "0.1.0"

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

  var description: String {
    switch self {
    case .usage(let message, let hint): "millrace: \(message)\n  \(hint)"
    case .file(let action, let path, let reason): "millrace: cannot \(action) \(path): \(reason)"
    case .data(let message): message
    case .closedPipe: "millrace: standard output is closed"
    }
  }

  var status: ExitStatus {
    switch self {
    case .file("write", _, _), .data: .badData
    case .usage, .file: .wrongCall
    case .closedPipe: .done
    }
  }
}
