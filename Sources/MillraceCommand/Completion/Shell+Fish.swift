import MillraceCommandLine

extension Shell {
  /// Commands for fish, a line for each verb and option.
  var fishCompletion: String {
    let verbs = Verb.all.map { verb in
      "complete -c millrace -n __fish_use_subcommand -x -a \(verb.name) -d \(Self.quoted(verb.summary))"
    }
    return (["# Completion for fish: millrace completion fish | source"] + verbs + Verb.all.flatMap(Self.fishLines))
      .joined(separator: "\n") + "\n"
  }

  private static func fishLines(of verb: Verb) -> [String] {
    let start = "complete -c millrace -n \(quoted("__fish_seen_subcommand_from \(verb.name)"))"
    let options = verb.allOptions.map { option in
      let value = option.value.map { fishArguments($0.words, isRequired: true) } ?? ""
      return "\(start) -l \(option.name)\(value) -d \(quoted(option.help))"
    }
    let operands = fishArguments(verb.operands, isRequired: false)
    return options + (operands.isEmpty ? [] : [start + operands])
  }

  /// - Parameter isRequired: whether they are an option's value.
  private static func fishArguments(_ words: Verb.Words, isRequired: Bool) -> String {
    switch words {
    case .any: isRequired ? " -x" : " -f"
    case .files: isRequired ? " -r -F" : ""
    case .oneOf, .verbs: (isRequired ? " -x" : " -f") + " -a \(quoted(words.list.joined(separator: " ")))"
    }
  }
}
