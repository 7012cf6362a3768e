import MillraceCommandLine

/// `millrace completion`: prints the script that a shell reads to complete calls.
func runCompletion(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard arguments.operands.count == 1, let shell = Shell(rawValue: arguments.operands[0]) else {
    throw .usage(
      "completion requires the name of a shell",
      hint: "shells are \(Shell.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  try console.standardOutput(shell.completion)
  return .done
}
