import Millrace
import MillraceCommandLine
import MillraceTables

/// The options of a verb that specify how inputs are read.
struct InputOptions {
  let format: Format?
  let isCompressed: Bool
  let pointer: JSON.Pointer
  let query: String?
  let delimiter: UInt8?
  let hasHeader: Bool
  /// The lines before a table that are skipped.
  let skippedLines: Int
  /// The line of the header, counted from 1; nil for the first line that is not skipped.
  let headerLine: Int?
  /// How tables of CSV are read. ``StreamInput`` adds what depends on the input.
  let csv: CSV.ReadingOptions
  /// The number of rows used to infer columns; nil for the default of the format.
  var infer: Int?
  let nestSeparator: String?
  private(set) var columns: [ColumnChoice]?
  /// The arrays whose elements become rows.
  let unnesting: Unnesting?
  /// The objects whose members become rows.
  let entries: Entries?
  /// The selected members of rows, and their names.
  private(set) var selection: ColumnSelection

  static let all = sourceOptions + columnOptions + nestedOptions + dialectOptions

  private static let sourceOptions: [Verb.Option] = [
    .value(
      "from", "FORMAT", "the format of all INPUTs; default: by the ending of their names or by their first bytes",
      Verb.formats),
    .value("at", "POINTER", "read the JSON value at this JSON Pointer, such as /response/docs"),
    .flag("gunzip", "INPUTs are compressed with gzip; default: by their first bytes"),
    .value("query", "SQL", "read the rows of this query of a database instead of a table"),
    .value("infer", "N", "the number of rows that define columns and their kinds, or all; default: 1000"),
  ].section("Input")

  private static let columnOptions: [Verb.Option] = [
    .value(
      "columns", "LIST",
      "read only these columns, such as id,born=instant:%d.%m.%Y,'size*=number','#7-9'; KINDs and patterns are explained below"
    ),
    .value("drop", "NAMES", "leave out these columns, such as id,'debug_*','#5-'"),
    .value(
      "rename", "LIST",
      "give columns other names, such as id=key,'http_*=*','#3=size'; all other options use the old names"),
    .value("nest", "SEPARATOR", "columns with SEPARATOR in their names, such as size.x, become nested objects"),
  ].section("Columns")

  private static let nestedOptions: [Verb.Option] = [
    .value(
      "unnest", "FIELD", "each element of the array FIELD becomes a row, with the other columns of the array's row"),
    .value("index", "NAME", "with --unnest: add a column NAME with the index of the element, from 0 on"),
    .value("entries", "NAME", "each member of a JSON object becomes a row, with its key in a first column NAME"),
  ].section("Rows from nested values")

  private static let dialectOptions: [Verb.Option] = [
    .value("delimiter", "CHARACTER", "the delimiter of csv; default: detected, or tab for tsv"),
    .value("skip", "N", "skip the first N lines of csv, which are before the header"),
    .value("header", "N", "line N of csv is the header, counted from 1; lines before it are skipped"),
    .flag("no-header", "the first row of csv is data; --columns names all columns, or rows are arrays"),
    .flag("ragged", "rows of csv may have too few cells; missing cells are empty"),
    .value(
      "quotes", "RULE",
      "how csv is quoted: strict (RFC 4180, the default), lenient (quotes may be anywhere in a cell) or none (quotes are text)",
      .oneOf(["strict", "lenient", "none"])),
    .value("comment", "CHARACTER", "skip lines of csv that begin with CHARACTER, such as '#'"),
    .value("escape", "CHARACTER", "in csv take the byte after CHARACTER as text, such as '\\'"),
    .value(
      "quote-escape", "CHARACTER",
      "in csv CHARACTER escapes a quote and itself in cells with quotes, and is text elsewhere, as Apache Spark writes"),
    .flag("trim", "leave out spaces and tabs around cells and names of csv that are not in quotes"),
    .value("decimal", "CHARACTER", "the character before the fraction of numbers in csv, such as ','; default: '.'"),
    .value(
      "thousands", "CHARACTER", "the character between groups of three digits in csv, such as '.' or ' '; default: none"
    ),
    .value(
      "zone", "ZONE",
      "the time zone of instants in csv and JSON that have none, such as Europe/Berlin or +01:00; default: UTC"),
    .value("null-values", "LIST", "the texts that mean null in cells of csv, such as N/A,NA,-"),
    .value(
      "encoding", "NAME", "the encoding of csv: utf8 (the default), latin1 or windows1252",
      .oneOf(["utf8", "latin1", "windows1252"])),
  ].section("How csv is written")

  init(_ arguments: Arguments) throws(CommandError) {
    format = if let name = arguments["from"] { try Format(option: "from", name) } else { nil }
    isCompressed = arguments.has("gunzip")
    guard let pointer = JSON.Pointer(arguments["at"] ?? "") else {
      throw .usage(
        "--at \(arguments["at"] ?? ""): not a JSON Pointer", hint: "it begins with a slash, such as /response/docs")
    }
    self.pointer = pointer
    query = arguments["query"]
    delimiter = try Self.delimiter("delimiter", arguments)
    hasHeader = !arguments.has("no-header")
    skippedLines = try arguments.count("skip") ?? 0
    headerLine = try Self.headerLine(arguments)
    var csv = CSV.ReadingOptions(headerNames: .numbered)
    csv.raggedRows = arguments.has("ragged") ? .padded : .rejected
    csv.encoding = try Self.encoding(arguments)
    csv.quotes =
      try arguments.choice("quotes", of: [("strict", .strict), ("lenient", .lenient), ("none", .text)]) ?? .strict
    csv.dialect.comment = try Self.character("comment", arguments)
    try arguments.rejectBoth("escape", "quote-escape")
    csv.escaped = arguments.has("quote-escape") ? .quotes : .any
    csv.escape = try Self.character(csv.escaped == .quotes ? "quote-escape" : "escape", arguments)
    csv.numbers = try Self.numbers(arguments)
    csv.trimsBlanks = arguments.has("trim")
    csv.nullTexts = arguments["null-values"].map { ColumnChoice.texts($0) } ?? []
    self.csv = csv
    infer = arguments["infer"] == "all" ? .max : try arguments.count("infer")
    nestSeparator = try Self.separator("nest", arguments)
    columns = try ColumnChoice.list(arguments)
    unnesting = try Unnesting(arguments)
    entries = try Entries(arguments)
    selection = try ColumnSelection(arguments, columns: columns?.map(\.reference))
    if arguments.has("zone"), columns?.contains(where: { $0.instantFormat?.form == .instant }) != true {
      throw .usage("--zone requires a column of the kind instant", hint: "such as --columns 'id,t=instant'")
    }
    if !hasHeader, let reference = columns?.first(where: { $0.reference.name == nil })?.reference {
      throw .usage(
        "--columns \(reference.text): with --no-header, --columns names all columns",
        hint: "--drop takes patterns and positions then, such as '#3'")
    }
  }

  /// Whether elements are replaced by rows. An element can become several rows.
  var makesRows: Bool { unnesting != nil || entries != nil }

  /// Finds the names of columns for patterns and positions.
  ///
  /// - Throws: for a pattern that matches no column, and for a position that an input does not have.
  mutating func resolve(_ inputs: [StreamInput], _ badRows: BadRows) throws(CommandError) {
    guard selection.isUnresolved else { return }
    if let input = inputs.first(where: { !$0.isTable || !namesColumns && Format.ofCSV.contains($0.format) }) {
      return try checkPatterns(of: input)
    }
    var tables: [(input: String, columns: [String])] = []
    for input in inputs {
      var names = ColumnNames()
      var pass = Pass(options: self, badRows: badRows, readsText: true, isLast: false)
      pass.options.columns = columns?.map { ColumnChoice(reference: $0.reference) }
      pass.leavesOutUnreadable = true
      try complaining { try input.visit(pass, &names) }
      tables.append((input.name, names.names))
    }
    let original = selection
    selection = try original.resolved(among: tables, nestSeparator: nestSeparator)
    columns = try columns.map { choices throws(CommandError) in
      var chosen: [JSON.ExactKey: ColumnChoice] = [:]
      // The kind of a named column has priority over the kind of a pattern.
      for choice in choices.sorted(by: { !$0.reference.isSingle && $1.reference.isSingle }) {
        let selection = try ColumnSelection(original, listed: [choice.reference])
        for name in try selection.resolved(among: tables, nestSeparator: nestSeparator).columns ?? [] {
          chosen[name] = choice
        }
      }
      return (selection.columns ?? []).map { name in
        let choice = chosen[name]
        return ColumnChoice(
          reference: .name(name), kind: choice?.kind, instantFormat: choice?.instantFormat)
      }
    }
  }

  /// Throws an error if the members of rows cannot determine the selection.
  private func checkPatterns(of input: StreamInput) throws(CommandError) {
    if input.isTable {
      throw .usage("the columns of \(input.name) have no names", hint: "with --no-header, --columns names them")
    }
    for reference in selection.given {
      if case .positions(_, _, let text) = reference {
        throw .usage(
          "\(text): the columns of \(input.name) have no positions", hint: "names and patterns select members of rows")
      }
    }
    if let separator = selection.flattenSeparator,
      let pattern = selection.listed?.lazy.compactMap(\.pattern).first(where: { $0.text.contains(utf8Of: separator) })
    {
      throw .usage(
        "--columns \(pattern.text): a pattern cannot name columns that --flatten makes",
        hint: "it can name the objects, without '\(separator)'")
    }
  }

  private static func headerLine(_ arguments: Arguments) throws(CommandError) -> Int? {
    guard let line = try arguments.count("header") else { return nil }
    guard line > 0 else {
      throw .usage("--header takes the number of a line, from 1 on", hint: "--no-header reads tables that have none")
    }
    if let other = ["skip", "no-header"].first(where: arguments.has) {
      throw .usage(
        "--header and --\(other) cannot be combined",
        hint: other == "skip"
          ? "--header 3 is the same as --skip 2" : "--no-header --skip N reads tables that have none")
    }
    return line
  }

  /// The names of the columns of a table without a header; nil if there is a header, or if no option names them.
  var givenNames: [String]? { hasHeader ? nil : columns?.map(\.name) }

  private static func numbers(_ arguments: Arguments) throws(CommandError) -> CSV.NumberFormat? {
    guard arguments.has("decimal") || arguments.has("thousands") else { return nil }
    let decimal = try character("decimal", arguments) ?? UInt8(ascii: ".")
    let thousands = arguments["thousands"]
    guard thousands.map({ $0.count == 1 }) ?? true else {
      throw .usage("--thousands takes one character, not '\(thousands ?? "")'", hint: arguments.hint)
    }
    let format = CSV.NumberFormat(decimalSeparator: decimal, groupSeparator: thousands?.first)
    guard format.isValid else {
      throw .usage(
        "--decimal and --thousands take different characters that are not digits, signs or letters",
        hint: "such as --decimal ',' --thousands '.'")
    }
    return format
  }

  /// The kinds of columns that the option gives.
  var givenKinds: [String: CSV.CellKind] {
    Dictionary(
      (columns ?? []).compactMap { choice in choice.kind.map { (choice.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// How the instants of columns are written.
  var instantFormats: [String: CSV.InstantFormat] {
    Dictionary(
      (columns ?? []).compactMap { choice in choice.instantFormat.map { (choice.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The kinds of the members of JSON; nil if no column has a kind.
  var memberKinds: MemberKinds? { MemberKinds(self) }

  /// Whether columns of CSV have names, so that rows are objects.
  var namesColumns: Bool { hasHeader || columns != nil }

  static func separator(_ option: String, _ arguments: Arguments) throws(CommandError) -> String? {
    guard let separator = arguments[option] else { return nil }
    guard !separator.isEmpty else { throw .usage("--\(option) takes a separator, such as '.'", hint: arguments.hint) }
    return separator
  }

  /// The value of an option that is one character of ASCII.
  private static func character(_ option: String, _ arguments: Arguments) throws(CommandError) -> UInt8? {
    guard let text = arguments[option] else { return nil }
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80 else {
      throw .usage("--\(option) takes one ASCII character, not '\(text)'", hint: arguments.hint)
    }
    return byte
  }

  private static func encoding(_ arguments: Arguments) throws(CommandError) -> CSV.ReadingOptions.Encoding {
    let name = arguments["encoding"] ?? "utf8"
    guard let encoding = CSV.ReadingOptions.Encoding(named: name) else {
      throw .usage("--encoding takes utf8, latin1 or windows1252, not '\(name)'", hint: arguments.hint)
    }
    return encoding
  }

  static func delimiter(_ option: String, _ arguments: Arguments) throws(CommandError) -> UInt8? {
    guard let text = arguments[option] else { return nil }
    if text == "\\t" || text == "tab" { return UInt8(ascii: "\t") }
    guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80, byte != UInt8(ascii: "\""),
      byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r")
    else {
      throw .usage("--\(option) takes one ASCII character or tab, not '\(text)'", hint: "such as --\(option) ';'")
    }
    return byte
  }
}

/// Receives the columns of a table.
private struct ColumnNames: ElementVisitor {
  private(set) var names: [String] = []

  mutating func begin(columns: [String]) { names = columns }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {}
}
