extension Verb {
  /// What the tool is, in a sentence.
  static let toolSummary = "millrace moves data between formats, streaming, with every digit kept."

  /// What holds for all verbs, in paragraphs.
  static let toolNotes = [
    "A FILE of - is standard input or output.",
    "Exit status: 0 done, 1 the data is bad, 2 the call is wrong.",
  ]

  /// All verbs, in the order in which they are listed.
  static let all = [convert, check, help, version]

  private static let formats = Words.oneOf(Format.allCases.flatMap(\.names))

  private static let convert = Verb(
    name: "convert", summary: "read one format and write another",
    synopsis: "INPUT [OUTPUT]", operands: .files,
    description: [
      """
      Reads INPUT and writes it in another format to OUTPUT, or to standard output. Numbers keep all their digits and \
      objects their order. OUTPUT appears under its name when it is whole, and not at all if INPUT is bad.
      """
    ],
    options: [
      .value("from", "FORMAT", "the format of INPUT; otherwise by its name's ending", formats),
      .value("to", "FORMAT", "the format of OUTPUT; otherwise by its name's ending, or json", formats),
      .value("at", "POINTER", "take what stands at this JSON Pointer, such as /response/docs"),
      .value("limit", "N", "take the first N elements or lines only"),
      .flag("pretty", "indent JSON by two spaces"),
      .flag("sort-keys", "write the members of all objects in the order of their keys"),
    ],
    notes: [
      """
      FORMAT is json (one document) or jsonl (a document on each line; also ndjson). An array becomes a line for each \
      element, and lines become an array.
      """
    ],
    run: runConvert)

  private static let check = Verb(
    name: "check", summary: "say whether files are well-formed, and where they are not",
    synopsis: "FILE…", operands: .files,
    description: [
      "Says of each FILE whether it is well-formed, strictly by RFC 8259, and where it is not."
    ],
    options: [
      .value("from", "FORMAT", "the format of all FILEs; otherwise by their names' endings", formats),
      .flag("quiet", "say nothing of files that are in order"),
    ],
    run: runCheck)

  private static let help = Verb(
    name: "help", summary: "say more about a verb",
    synopsis: "[VERB]", operands: .verbs,
    description: ["Says what a VERB does and which options it has, or lists all verbs."],
    run: runHelp)

  private static let version = Verb(
    name: "version", summary: "name the version",
    description: ["Says which version of the tool this is."],
    run: runVersion)
}
