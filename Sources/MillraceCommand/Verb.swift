/// A verb of the tool, as data: what it is called with, what it says of itself, and what it does.
///
/// It is used to parse the arguments and to generate `--help`, the manual page and the shell completions.
/// All verbs are in ``all``; there is no second list.
package struct Verb: Sendable {
  var name: String
  /// What it does, in a few words.
  var summary: String
  /// The operands as they are written in a call, such as `INPUT [OUTPUT]`; empty if there are none.
  var synopsis = ""
  /// What the operands are, for completion.
  var operands = Words.any
  /// Paragraphs that say what it does.
  var description: [String]
  /// Its options. Each verb has `--help` besides.
  var options: [Option] = []
  /// Paragraphs after the options.
  var notes: [String] = []
  package var run: @Sendable (Arguments, Console) throws(CommandError) -> ExitStatus

  /// An option by its long name.
  package struct Option: Sendable {
    var name: String
    /// A short form.
    var letter: Character?
    var value: Value?
    var help: String

    /// What an option takes.
    package struct Value: Sendable {
      /// Its name in help, such as `FORMAT`.
      var name: String
      var words: Words
    }

    static func flag(_ name: String, letter: Character? = nil, _ help: String) -> Option {
      Option(name: name, letter: letter, value: nil, help: help)
    }

    static func value(
      _ name: String, letter: Character? = nil, _ value: String, _ help: String, _ words: Words = .any
    ) -> Option {
      Option(name: name, letter: letter, value: Value(name: value, words: words), help: help)
    }

    /// As it is written in a call, such as `-o, --output FILE`.
    var spelling: String {
      (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.name)" } ?? "")
    }
  }

  /// The values that a shell can suggest for an argument.
  package enum Words: Sendable {
    /// Nothing that could be offered.
    case any
    case files
    case oneOf([String])
    /// The names of the verbs.
    case verbs
  }

  /// The options with `--help`.
  var allOptions: [Option] { options + [.flag("help", letter: "h", "print this text")] }
}

extension Verb {
  /// The verb of this name.
  static func named(_ name: String) throws(CommandError) -> Verb {
    guard let verb = all.first(where: { $0.name == name }) else {
      throw .usage("unknown verb '\(name)'", hint: "millrace --help lists them")
    }
    return verb
  }
}

extension Verb.Words {
  /// The words themselves, where there is a list of them.
  var list: [String] {
    switch self {
    case .any, .files: []
    case .oneOf(let words): words
    case .verbs: Verb.all.map(\.name)
    }
  }
}
