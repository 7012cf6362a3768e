import MillraceCommandLine

/// The manual page in the macros of man(7), made of the table of verbs.
enum ManualPage {
  static var text: String {
    ([
      #".TH MILLRACE 1 "" "millrace \#(millraceVersion)" "User Commands""#,
      ".SH NAME", #"millrace \- \#(escaped(Verb.toolSummary))"#,
      ".SH SYNOPSIS", ".B millrace", escaped("VERB [OPTION…] FILE…"),
      ".SH DESCRIPTION",
    ] + paragraphs(["millrace \(Verb.toolSummary)."] + Verb.toolNotes)
      + [".SH VERBS"] + Verb.all.flatMap(section)
      + [".SH EXIT STATUS"] + ExitStatus.allCases.flatMap { item("\($0.rawValue)", $0.meaning) })
      .joined(separator: "\n") + "\n"
  }

  private static func section(of verb: Verb) -> [String] {
    [".SS \(escaped(Usage.call(of: verb)))"] + paragraphs(verb.description) + examples(of: verb)
      + verb.allOptions.sections.flatMap { section in
        (section.name.map { [".PP", ".I \(escaped($0))"] } ?? [])
          + section.options.flatMap { item($0.spelling, $0.help) }
      }
      + (verb.notes.isEmpty ? [] : [".PP"]) + paragraphs(verb.notes)
  }

  /// Command lines, each on a line of its own.
  private static func examples(of verb: Verb) -> [String] {
    verb.examples.isEmpty ? [] : [".PP", ".nf", ".RS"] + verb.exampleCalls.map(escaped) + [".RE", ".fi"]
  }

  private static func paragraphs(_ texts: [String]) -> [String] {
    Array(texts.map { [escaped($0)] }.joined(separator: [".PP"]))
  }

  /// A term with what it means, indented.
  private static func item(_ term: String, _ text: String) -> [String] {
    [".TP", ".B \(escaped(term))", escaped(text)]
  }

  /// Escapes all characters that are special to the formatter.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      case "…": escaped += "..."  // not every terminal has it
      case _ where !scalar.isASCII: escaped += "\\[u" + fourDigits(scalar.value) + "]"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  private static func fourDigits(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
