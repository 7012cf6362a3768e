import MillraceCommandLine

extension Shell {
  /// A function for bash 3.2 and newer. If it returns no completions, the shell completes file names.
  var bashCompletion: String {
    """
    # Completion for bash: eval "$(millrace completion bash)"
    _millrace() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
      # An equals sign is a word of its own.
      if [ "$word" = = ]; then
        word=
      elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        \(Self.bashOffer(Verb.all.map(\.name) + ["--help", "--version"]))
        return
      fi
      case ${COMP_WORDS[1]}:$previous in
    \(Verb.all.flatMap(Self.bashValues).joined(separator: "\n"))
      esac
      case ${COMP_WORDS[1]}:$word in
    \(Verb.all.flatMap(Self.bashWords).joined(separator: "\n"))
      esac
    }
    complete -o default -F _millrace millrace

    """
  }

  private static func bashOffer(_ words: [String]) -> String {
    #"COMPREPLY=($(compgen -W "\#(words.joined(separator: " "))" -- "$word"))"#
  }

  /// Prevents the shell from offering files.
  private static let bashNothing = "compopt +o default 2>/dev/null"

  private static func bashAction(_ words: Verb.Words) -> String {
    switch words {
    case .any: bashNothing
    case .files: ":"
    case .oneOf, .verbs: bashOffer(words.list)
    }
  }

  /// The completions of an option's value.
  private static func bashValues(of verb: Verb) -> [String] {
    verb.allOptions.compactMap { option in
      option.value.map { "    \(verb.name):--\(option.name)) \(bashAction($0.words)); return ;;" }
    }
  }

  /// Options and operands.
  private static func bashWords(of verb: Verb) -> [String] {
    [
      "    \(verb.name):-*) \(bashOffer(verb.allOptions.map { "--\($0.name)" })) ;;",
      "    \(verb.name):*) \(bashAction(verb.operands)) ;;",
    ]
  }
}
