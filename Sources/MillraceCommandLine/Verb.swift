/// A verb of the tool, as data: its arguments, its help and its implementation.
///
/// It is used to parse the arguments and to generate `--help`, the manual page and the shell completions.
package struct Verb: Sendable {
  package var name: String
  /// A summary in a few words.
  package var summary: String
  /// The operands as they are written in a call, such as `INPUT [OUTPUT]`; empty if there are none.
  package var synopsis: String
  /// What the operands are, for completion.
  package var operands: Words
  /// Examples, without `millrace` and the name of the verb.
  package var examples: [String]
  /// The description, in paragraphs.
  package var description: [String]
  /// Its options. Each verb has `--help` besides.
  package var options: [Option]
  /// Paragraphs after the options.
  package var notes: [String]
  package var run: @Sendable (Arguments, Console) throws(CommandError) -> ExitStatus

  package init(
    name: String, summary: String, synopsis: String = "", operands: Words = .any, examples: [String] = [],
    description: [String], options: [Option] = [], notes: [String] = [],
    run: @escaping @Sendable (Arguments, Console) throws(CommandError) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.synopsis = synopsis
    self.operands = operands
    self.examples = examples
    self.description = description
    self.options = options
    self.notes = notes
    self.run = run
  }

  /// An option by its long name.
  package struct Option: Sendable {
    package var name: String
    /// A short form.
    package var letter: Character?
    package var value: Value?
    package var help: String
    /// The heading of the option's section in help; nil before the first heading.
    package var section: String?

    /// The argument of an option.
    package struct Value: Sendable {
      /// Its name in help, such as `FORMAT`.
      package var name: String
      package var words: Words
    }

    package static func flag(_ name: String, letter: Character? = nil, _ help: String) -> Option {
      Option(name: name, letter: letter, value: nil, help: help)
    }

    package static func value(
      _ name: String, letter: Character? = nil, _ value: String, _ help: String, _ words: Words = .any
    ) -> Option {
      Option(name: name, letter: letter, value: Value(name: value, words: words), help: help)
    }

    /// The option as in a call, such as `-o, --output FILE`.
    package var spelling: String {
      (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.name)" } ?? "")
    }
  }

  /// The values that a shell can suggest for an argument.
  package enum Words: Sendable {
    /// No suggestions.
    case any
    case files
    case oneOf([String])
    /// The names of the verbs.
    case verbs
  }

  /// The options with `--help`.
  package var allOptions: [Option] { options + [.flag("help", letter: "h", "print this text")] }

  /// The examples as whole command lines.
  package var exampleCalls: [String] { examples.map { "millrace \(name) \($0)" } }
}

extension [Verb.Option] {
  /// These options below a heading.
  package func section(_ name: String) -> [Verb.Option] {
    map { option in
      var option = option
      option.section = name
      return option
    }
  }

  /// The options below each heading.
  package var sections: [(name: String?, options: [Verb.Option])] {
    var sections: [(name: String?, options: [Verb.Option])] = []
    for option in self {
      if let index = sections.firstIndex(where: { $0.name == option.section }) {
        sections[index].options.append(option)
      } else {
        sections.append((option.section, [option]))
      }
    }
    return sections
  }
}

/// Runs a verb.
///
/// - Parameter arguments: The arguments after the verb.
package func run(_ verb: Verb, _ arguments: [String], console: Console) -> ExitStatus {
  do throws(CommandError) {
    let rest = try Arguments(arguments, of: verb)
    guard !rest.has("help") else {
      try console.standardOutput(Usage.text(of: verb))
      return .done
    }
    guard !verb.synopsis.isEmpty || rest.operands.isEmpty else {
      throw .usage("\(verb.name) takes no operands", hint: "millrace \(verb.name) --help shows usage")
    }
    return try verb.run(rest, console)
  } catch {
    if case .closedPipe = error { return .done }
    console.standardError(error.description + "\n")
    return error.status
  }
}
