import Millrace

/// `millrace check`: strict validation, every error with its place.
func runCheck(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard !arguments.operands.isEmpty else {
    throw .usage("check wants at least one FILE", hint: "- is standard input; millrace check --help says more")
  }
  var status = ExitStatus.done
  for path in arguments.operands {
    let input = try Input(path, format: format(of: path, arguments))
    let errors = input.errors()
    for error in errors { console.complain(input.message(error) + "\n") }
    if !errors.isEmpty {
      status = .badData
    } else if !arguments.has("quiet") {
      console.say("\(input.name): in order, \(input.bytes.count) bytes\n")
    }
  }
  return status
}

/// JSON or lines: by the option, by the ending, or JSON on standard input.
private func format(of path: String, _ arguments: Arguments) throws(CommandError) -> Format {
  if let name = arguments["from"] { return try Format(ofJSON: name) }
  if path == "-" { return .json }
  guard let format = Format(path: path) else {
    throw .usage("the name of \(path) does not tell its format", hint: "--from says it; formats are json, jsonl")
  }
  return format
}

extension Input {
  /// What is wrong: in a document the first thing, in lines the first thing of each.
  fileprivate func errors() -> [FormatError] {
    guard areLines else {
      do throws(FormatError) {
        _ = try JSON.decode(Anything.self, from: bytes)
        return []
      } catch { return [error] }
    }
    var errors: [FormatError] = []
    forEachLine { line, bytes in
      do throws(FormatError) {
        _ = try JSON.decode(Anything.self, from: bytes)
      } catch { errors.append(line.located(error)) }
      return true
    }
    return errors
  }
}
