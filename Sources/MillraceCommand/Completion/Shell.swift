import MillraceCommandLine

/// A shell that can complete calls of the tool.
enum Shell: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// Returns the script that the shell reads to complete calls, generated from the table of verbs.
  var completion: String {
    switch self {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// A word in single quotes, as all three shells read it.
  static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}

extension Verb.Words {
  /// The words, if there is a list of them.
  var list: [String] {
    switch self {
    case .any, .files: []
    case .oneOf(let words): words
    case .verbs: Verb.all.map(\.name)
    }
  }
}
