import MillraceCommandLine

extension Shell {
  /// A function for zsh, in a file that is found through `fpath` or read with `source`.
  var zshCompletion: String {
    """
    #compdef millrace
    # Completion for zsh: millrace completion zsh > "${fpath[1]}/_millrace"
    _millrace() {
      local -a verbs=(
    \(Verb.all.map { "    " + Self.quoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
      )
      if (( CURRENT == 2 )); then
        _describe verb verbs
        return
      fi
      shift words
      (( CURRENT-- ))
      case $words[1] in
    \(Verb.all.map(Self.zshCase).joined(separator: "\n"))
      esac
    }
    if [[ ${funcstack[1]} == _millrace ]]; then
      _millrace "$@"
    else
      compdef _millrace millrace
    fi

    """
  }

  private static func zshCase(of verb: Verb) -> String {
    let options = verb.allOptions.map { option in
      let help = option.help.map { "[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      guard let value = option.value else { return quoted("--\(option.name)[\(help)]") }
      return quoted("--\(option.name)=[\(help)]:\(value.name):\(zshAction(value.words))")
    }
    let operands =
      switch verb.operands {
      case .any: [String]()
      case .files, .oneOf, .verbs: [quoted("*:operand:\(zshAction(verb.operands))")]
      }
    return "    \(verb.name)) _arguments \((options + operands).joined(separator: " \\\n      ")) ;;"
  }

  private static func zshAction(_ words: Verb.Words) -> String {
    switch words {
    case .any: " "
    case .files: "_files"
    case .oneOf, .verbs: "(\(words.list.joined(separator: " ")))"
    }
  }
}
