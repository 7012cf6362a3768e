import Millrace

/// `millrace check`: strict validation, every error with its place.
func runCheck(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard !arguments.operands.isEmpty else {
    throw .usage("check wants at least one FILE", hint: "- is standard input; millrace check --help says more")
  }
  var status = ExitStatus.done
  for path in arguments.operands {
    let input = try Input(path, format: Format(ofInput: path, option: arguments["from"]))
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

extension Input {
  /// What is wrong: in a document the first thing, in lines the first thing of each.
  fileprivate func errors() -> [FormatError] {
    switch format {
    case .json:
      do throws(FormatError) {
        _ = try JSON.decode(Anything.self, from: bytes)
        return []
      } catch { return [error] }
    case .jsonLines:
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
}
