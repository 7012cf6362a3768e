import MillraceCommandLine

/// Runs `millrace` with its arguments.
///
/// - Parameter arguments: the program's name, the verb, and what the verb takes.
public func runCommand(_ arguments: [String], console: Console) -> ExitStatus {
  guard arguments.count > 1 else {
    console.standardError(Verb.overview)
    return .usageError
  }
  let verb: Verb
  do throws(CommandError) {
    verb = try Verb.named(aliases[arguments[1]] ?? arguments[1])
  } catch {
    console.standardError(error.description + "\n")
    return error.status
  }
  return run(verb, Array(arguments.dropFirst(2)), console: console)
}

/// Parses the words of a command without running it: the verb, its options, and those of input and output.
///
/// - Parameter words: the verb, and its arguments.
/// - Returns: The usage error of a call with these words, or nil.
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

/// Options of the tool itself that are equivalent to verbs, such as `--help`.
private let aliases = ["--help": "help", "-h": "help", "--version": "version"]

let millraceVersion = "0.1.0"
