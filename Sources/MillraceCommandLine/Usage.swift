/// The help texts, generated from the verbs.
package enum Usage {
  /// The help text of the tool.
  ///
  /// - Parameters:
  ///   - verbs: All verbs.
  ///   - summary: The text after the name of the tool.
  ///   - notes: paragraphs about all verbs.
  package static func overview(of verbs: [Verb], summary: String, notes: [String]) -> String {
    let verbs = verbs.map { Entry(term: $0.name, text: $0.summary) }
    let statuses = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
    return blocks(
      [wrapped("millrace \(summary)."), "usage: millrace VERB [OPTION…] FILE…", list(verbs)]
        + (notes + ["Exit status: \(statuses)."]).map { wrapped($0) })
  }

  /// The help text of a verb.
  package static func text(of verb: Verb) -> String {
    let margin = 4 + (verb.allOptions.map(\.spelling.count).max() ?? 0)
    let options = verb.allOptions.sections.map { section in
      let entries = section.options.map { Entry(term: $0.spelling, text: $0.help) }
      return (section.name.map { "\($0):\n" } ?? "") + list(entries, behind: margin)
    }
    let examples = verb.exampleCalls.map { "  " + $0 }.joined(separator: "\n")
    return blocks(
      ["usage: \(call(of: verb))"] + (examples.isEmpty ? [] : ["Examples:\n" + examples])
        + verb.description.map { wrapped($0) } + options + verb.notes.map { wrapped($0) })
  }

  /// The usage line of a verb.
  package static func call(of verb: Verb) -> String {
    ["millrace", verb.name, verb.options.isEmpty ? "" : "[OPTION…]", verb.synopsis]
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private struct Entry {
    var term: String
    var text: String
  }

  /// The width of a line, in columns.
  private static let width = 80

  private static func blocks(_ blocks: [String]) -> String { blocks.joined(separator: "\n\n") + "\n" }

  /// Terms in one column, and their explanations in another.
  ///
  /// - Parameter column: The second column; nil for that after the longest term.
  private static func list(_ entries: [Entry], behind column: Int? = nil) -> String {
    let margin = column ?? 4 + (entries.map(\.term.count).max() ?? 0)
    return entries.map { entry in
      let gap = String(repeating: " ", count: margin - 2 - entry.term.count)
      return "  " + entry.term + gap + wrapped(entry.text, behind: margin)
    }.joined(separator: "\n")
  }

  /// A wrapped paragraph; all lines but the first are indented.
  private static func wrapped(_ text: String, behind margin: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, margin + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " " + word
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: margin))
  }
}
