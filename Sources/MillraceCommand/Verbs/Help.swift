import MillraceCommandLine

/// `millrace help`: the help of the tool or of a verb.
func runHelp(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  guard arguments.operands.count <= 1 else {
    throw .usage("help requires one VERB", hint: "millrace --help lists them")
  }
  if let name = arguments.operands.first {
    try console.standardOutput(Usage.text(of: try Verb.named(name)))
  } else {
    try console.standardOutput(Verb.overview)
  }
  return .done
}

func runVersion(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  try console.standardOutput("millrace \(millraceVersion)\n")
  return .done
}
