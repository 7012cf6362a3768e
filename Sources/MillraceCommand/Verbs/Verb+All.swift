import MillraceCommandLine
import MillraceMeasurement
import MillraceTables

extension Verb {
  /// The summary of the tool, printed after its name.
  static let toolSummary = "moves data between formats, streaming, with every digit kept"

  /// The notes that apply to all verbs, in paragraphs.
  static let toolNotes = ["A FILE of - is standard input or output."]

  /// All verbs, in the order in which they are listed.
  static let all = [
    convert, query, head, schema, stats, diff, check, fmt, report, audit, .migrate(run: runMigrator), completion, man,
    help,
    version,
  ]

  static let formats = Words.oneOf(Format.allCases.flatMap(\.names))
  private static let formatsOfJSON = Words.oneOf(Format.allCases.filter(Format.ofJSON.contains).flatMap(\.names))

  private static let onBadRow = Option.value(
    "on-bad-row", "WHAT",
    """
    how to treat a row of csv or a line that cannot be read: stop (with an error), skip (it) or report=FILE (skip it, and \
    write a line to FILE with its place and the reason)
    """, .oneOf(["stop", "skip", "report="]))

  private static let formatNote = """
    FORMAT is json (one document), jsonl (a document on each line; also ndjson), concatenated or json-seq (documents one \
    after another), csv, tsv, sqlite (also db; FILE#TABLE names a table), arrow (a file), arrows (a stream) or parquet (a file).
    """
  private static let kindNote =
    formatNote + " KIND is one of \(CSV.CellKind.names); instant:FORMAT and date:FORMAT have a format of"
    + " strptime(3), such as instant:'%d.%m.%Y %H:%M'. In lists of columns a * is any text, and #3, #3-5 and #3- are"
    + " positions in tables; a backslash before *, #, a comma or = makes it a part of a name."

  /// The options that select rows.
  private static let rowChoices: [Option] = [
    .value("limit", "N", "convert only the first N elements, lines or rows"),
    .value("offset", "N", "leave out the first N of them; --limit counts those after them"),
    .value("tail", "N", "convert only the last N of them; they are held in memory"),
    .value("sample", "N", "convert N random rows in their order; they are held in memory"),
    .value("seed", "NUMBER", "the same number selects the same --sample; default: a random one, which is printed"),
    .value("where", "CONDITION", "select the rows for which CONDITION is true, such as 'size >= 3'; explained below"),
  ]

  private static let outputOfConvert: [Option] = [
    .value("output", letter: "o", "FILE", "OUTPUT, with any number of INPUTs", .files),
    .value(
      "split-by", "COLUMN",
      "write an output for each text in COLUMN, which replaces {} in OUTPUT, such as 'zone-{}.csv'"),
  ]

  private static let membersOfOutput: [Option] = [
    .flag("sort-keys", "sort the members of all objects by their keys"),
    .value(
      "nulls", "WHAT", "in JSON, omit null members, or keep missing values of rows as null",
      .oneOf(["omit", "keep"])),
  ]

  private static let convert = Verb(
    name: "convert", summary: "read one format and write another",
    synopsis: "INPUT [OUTPUT]", operands: .files,
    examples: [
      "films.json films.csv",
      "logs-*.jsonl --where 'status >= 500' -o errors.csv",
      "films.csv 'films.db#films' --replace",
    ],
    description: [
      """
      Reads INPUT and writes it in another format to OUTPUT, or to standard output. Numbers keep all their digits and \
      objects their order. OUTPUT appears under its name when it is complete, and not at all if INPUT is malformed. Files may be \
      larger than memory.
      """,
      """
      With --output there can be any number of INPUTs: one after another they become a single array, or lines. From a pipe to a \
      pipe or a terminal, rows come out as they come in.
      """,
    ],
    options: rowChoices.section("Rows")
      + InputOptions.all
      + [
        .value("source-column", "NAME", "add a first column with this name, and in it the INPUT that a row comes from")
      ].section("Columns")
      + outputOfConvert.section("Output") + OutputOptions.all + membersOfOutput.section("Output")
      + [
        onBadRow,
        .value("threads", "N", "convert json, lines and csv on N threads; default: one for each processor"),
      ].section("Bad rows and threads"),
    notes: [
      kindNote,
      """
      A CONDITION tests columns with = != <> < <= > >=, between … and …, in (…), like 'a%' (also with escape '\\'), glob 'a*', \
      regexp '^a+$' (POSIX, extended), all of these after not, is null, is not null, is true and is false, and combines tests with \
      and, or, not and parentheses. Texts are in single or double quotes. A column with blanks is written as `first name` or [first name]. Members of nested values are written as user.name or \
      /user/name (a JSON Pointer).
      """,
      """
      As in SQL, a comparison with null is neither true nor false but unknown, and so are 'not' and 'and' of it; rows for which \
      CONDITION is unknown are left out. Missing members and empty cells of csv are null. A column compared with a number \
      is read as a number, also from text; compared with a text, it is compared as text, byte by byte; text that is not a \
      number is unknown there. Two columns are compared as numbers if both are numbers, and otherwise as text. --limit, \
      --offset, --tail and --sample count the selected rows.
      """,
      """
      An array becomes a row or a line for each element, and rows become an array. The first rows define the columns of csv, \
      arrow and parquet. If a later row does not fit, the tool reads all rows and begins again; if INPUT or OUTPUT is a pipe, such \
      a row is an error, and --infer reads more rows first.
      """,
    ],
    run: runConvert)

  private static let query = Verb(
    name: "query", summary: "query files with SQL",
    synopsis: "SQL FILE…", operands: .files,
    examples: [
      "'SELECT city, count(*) AS n FROM a GROUP BY city' a.csv",
      "\"SELECT id, user ->> '$.name' AS name FROM a\" a.jsonl -o b.csv",
      "'SELECT * FROM stdin JOIN b USING (id)' - b=names-2024.csv.gz",
    ],
    description: [
      """
      Each FILE, in any format, is a table, and SQL is a query in SQLite's dialect. The table is named after the file: a-b.csv.gz is a_b, standard \
      input is stdin, and NAME=FILE is NAME. Files are read when the query needs them, in constant memory, and only the \
      columns that it uses. A table that it reads more than once is copied to a temporary database, and a pipe to a temporary file.
      """
    ],
    options: [
      .value("output", letter: "o", "FILE", "write the rows to FILE instead of standard output", .files)
    ] + Query.inputOptions + Query.outputOptions + [
      .value(
        "nulls", "WHAT", "in JSON keep nulls, which is the default, or omit them", .oneOf(["omit", "keep"])),
      onBadRow,
    ],
    notes: [
      formatNote,
      """
      Without --to and --output the rows are JSON lines, or a table on a terminal. Booleans are 0 and 1 in SQL, and nested values are JSON text, for -> \
      and ->>; as columns of the result they are booleans and nested values again. Numbers that SQLite would round are text. \
      The tables of a database have their own names; films.db#films is one of them. A query only reads. Texts are in single \
      quotes, names in double quotes. X REGEXP '^a+$' searches with a regular expression of POSIX (extended).
      """,
    ],
    run: runQuery)

  private static let head = Verb(
    name: "head", summary: "show the first elements as a table",
    synopsis: "FILE", operands: .files,
    examples: [
      "films.jsonl",
      "-n 3 'films.db#films' --columns id,name",
      "--at /response/docs page.json --json",
    ],
    description: [
      """
      Shows the first elements of FILE, in any format, as a table: rows, lines, or the elements of an array. Long \
      cells are truncated.
      """
    ],
    options: [
      .value("rows", letter: "n", "N", "show the first N; default: 10"),
      .value("width", "N", "truncate cells to N terminal columns; default: 32"),
      .value("where", "CONDITION", "show rows for which CONDITION is true; millrace convert --help explains it"),
      .flag("json", "write the elements as JSON lines"),
    ] + InputOptions.all + [onBadRow],
    notes: [kindNote],
    run: runHead)

  private static let schema = Verb(
    name: "schema", summary: "show the columns or members and their types",
    synopsis: "FILE", operands: .files,
    examples: [
      "films.jsonl.gz",
      "films.csv --infer all --json",
      "films.json --swift > Film.swift",
    ],
    description: [
      """
      Reads FILE, in any format, and shows its columns or members: their types, in how many rows they are \
      missing or null, and some of their values. Objects with very many keys, or with numbers as keys, count as dictionaries.
      """,
      """
      With --swift it prints types with @Serializable that FILE can be decoded into, ready to paste: nested types, \
      optionals, dictionaries, and @Field where a key is not a Swift identifier.
      """,
    ],
    options: [
      .flag("swift", "print Swift types that FILE can be decoded into"),
      .value("name", "NAME", "the name of the outermost type; default: from the name of FILE"),
      .flag("json", "write JSON instead of a table"),
      .value("limit", "N", "read only the first N elements"),
    ] + InputOptions.all + [onBadRow],
    notes: [kindNote],
    run: runSchema)

  private static let stats = Verb(
    name: "stats", summary: "show statistics of each column",
    synopsis: "FILE…", operands: .files,
    examples: [
      "orders.csv",
      "logs-*.jsonl.gz --where 'status >= 500' --columns url,size",
      "films.db#films --markdown",
    ],
    description: [
      """
      Reads FILEs, in any format, once and in constant memory, and shows for each column its type, the numbers of values, \
      nulls and different values, the least and the greatest value, the sum and the mean of numbers, and the characters of \
      the longest text. Several FILEs count as one table.
      """
    ],
    options: [
      .flag("json", "write JSON instead of a table"),
      .flag("markdown", "write a table in Markdown"),
      .value("limit", "N", "read only the first N elements, lines or rows"),
      .value("offset", "N", "leave out the first N of them; --limit counts those after them"),
      .value("where", "CONDITION", "select the rows for which CONDITION is true; millrace convert --help explains it"),
    ] + InputOptions.all.filter { !["infer", "nest"].contains($0.name) } + [onBadRow],
    notes: [
      kindNote,
      """
      Up to \(DistinctCount.exactLimit) different values are counted exactly. A number with ~ is an estimate by \
      HyperLogLog, with a standard error of 0.8 %; it is the same in every run. The sum is exact, and the mean is the exact \
      mean, rounded once. Texts are compared byte by byte, numbers and dates by value. Missing members and empty cells are nulls.
      """,
    ],
    run: runStats)

  private static let diff = Verb(
    name: "diff", summary: "compare the rows of two files",
    synopsis: "OLD NEW", operands: .files,
    examples: [
      "old.csv new.csv --key id",
      "films.db#films films.jsonl --key id --json",
      "old.csv.gz new.csv.gz --key country,city --where 'size > 0'",
    ],
    description: [
      """
      Shows which rows of NEW are added or changed, with the old and the new values, and which rows of OLD are removed. \
      Rows are compared with each other if their values in the columns of --key are equal. The order of rows and columns \
      is ignored, and the files may have different formats.
      """
    ],
    options: [
      .value("key", "NAMES", "the columns whose values identify a row, such as id or country,city"),
      .flag("json", "write JSON lines"),
      .value("output", letter: "o", "FILE", "write to FILE instead of standard output", .files),
      .value("limit", "N", "read only the first N elements, lines or rows of each FILE"),
      .value("offset", "N", "leave out the first N of them; --limit counts those after them"),
      .value("where", "CONDITION", "select the rows for which CONDITION is true; millrace convert --help explains it"),
    ] + InputOptions.all.filter { !["infer", "nest", "rename"].contains($0.name) } + [onBadRow],
    notes: [
      kindNote,
      """
      Numbers are compared by value: 1, 1.0 and 1e0 are equal. Null, a missing member and an empty cell are equal. If a FILE is \
      csv, text that is a number, true, false, an array or an object counts as such in both FILEs, unless --columns NAME=text \
      names its column.
      """,
      """
      The exit status is 0 if there is no difference, 1 if there are differences, and 2 for any error, such as two rows with \
      the same key. OLD is copied to a temporary database, so both FILEs may be larger than memory.
      """,
    ],
    run: runDiff)

  private static let check = Verb(
    name: "check", summary: "check whether files are well-formed",
    synopsis: "FILE…", operands: .files,
    examples: [
      "*.json",
      "--quiet logs.jsonl && echo valid",
      "--from json - < page",
    ],
    description: [
      """
      Checks whether each FILE is well-formed by RFC 8259, and shows where it is not. A FILE that is named .json is one \
      document, and one that is named .jsonl has a document on each line.
      """
    ],
    options: [
      .value("from", "FORMAT", "the format of all FILEs; default: by file extension", formatsOfJSON),
      .flag("quiet", "print nothing for valid files"),
    ],
    run: runCheck)

  private static let fmt = Verb(
    name: "fmt", summary: "reformat JSON files",
    synopsis: "FILE…", operands: .files,
    examples: [
      "*.json",
      "--check --sort-keys config/*.json",
      "--compact - < page.json",
    ],
    description: [
      """
      Reformats each FILE in place, or standard input to standard output. Numbers keep all their digits, objects their \
      order and duplicate keys; unnecessary escapes become characters. A malformed file is reported and not changed; a file \
      that changes is replaced in one step. With --sort-keys a document that is not an array is held in memory.
      """
    ],
    options: [
      .value("indent", "N", "indent each level by N spaces, up to 16; default: 2"),
      .flag("compact", "write each document on one line without white space"),
      .flag("sort-keys", "sort the members of all objects by their keys"),
      .flag("check", "change nothing, name the files that would change, and exit with 1 if there are any"),
      .value("from", "FORMAT", "the format of all FILEs; default: by file extension, or json", formatsOfJSON),
    ],
    notes: [
      "In files of jsonl each document stays on its line, and blank lines are left out.",
      "Lines end with a line feed, the last one, too.",
    ],
    run: runFmt)

  private static let report = Verb(
    name: "report", summary: "compare measurements of coders",
    synopsis: "FILE…", operands: .files,
    examples: [
      "phones/*.jsonl",
      "--by-coder --by-use phones/*.jsonl",
      "--baseline Foundation --json phones/*.jsonl -o report.json",
    ],
    description: [
      """
      Adds up the lines that a CoderRecorder has written to FILEs, on any number of devices, and prints how long decoding \
      and encoding took with each implementation: the number of samples, quantiles, how many percent they differ from \
      the baseline's, and a confidence interval of 95 % for the difference of the medians.
      """
    ],
    options: [
      .value("baseline", "NAME", "the implementation to compare with; default: Foundation, or the first by name"),
      .flag("by-coder", "a row for each coder"),
      .flag("by-type", "a row for each type"),
      .flag("by-use", "a row for first uses of types and one for all later ones"),
      .flag("json", "write JSON instead of a table, with durations in nanoseconds"),
      .value("output", letter: "o", "FILE", "write to FILE instead of standard output", .files),
      onBadRow,
    ],
    notes: [
      """
      A quantile is within 0.4 % of the sample's. Failed calls are counted and otherwise left out. A difference is \
      missing where the baseline has no samples, and its interval where one side has fewer than six.
      """
    ],
    run: runReport)

  private static let audit = Verb(
    name: "audit", summary: "find slow first uses of Codable types in binaries",
    synopsis: "BINARY…", operands: .files,
    examples: [
      "MyApp.app/MyApp",
      "--by-module MyApp",
      "--max-coding-keys 0 --baseline known.json MyApp",
    ],
    description: [
      """
      Counts in each BINARY the protocol conformance records, the types whose name ends in CodingKeys with their records \
      and bytes, and the initializers of Foundation's JSONDecoder and JSONEncoder. A BINARY is an ELF or Mach-O file (for one or \
      several architectures), linked or an object file, or an archive of object files.
      """
    ],
    options: [
      .value(AuditLimit.codingKeys, "N", "exit with 1 if there are more than N CodingKeys types"),
      .value(
        AuditLimit.foundationCoders, "N",
        "exit with 1 if there are more than N initializers of Foundation's coders, or in object files places that use them"
      ),
      .value(
        "baseline", "FILE",
        "count only findings that are not in FILE against the limits; default limit: 0",
        .files),
      .value("write-baseline", "FILE", "write the findings to FILE, for --baseline", .files),
      .flag("by-module", "a table of the modules that the types come from"),
      .flag("json", "write JSON with all types and places"),
    ],
    notes: [
      """
      Types are identified in stripped binaries, too; their sizes are known only with symbols. Other records are counted as \
      unknown. A linked binary has a symbol once, however many calls there are: object files \
      have them all. In a file for several architectures, the one with the most records is reported.
      """
    ],
    run: runAudit)

  private static let completion = Verb(
    name: "completion", summary: "write a shell completion script",
    synopsis: "SHELL", operands: .oneOf(Shell.allCases.map(\.rawValue)),
    description: [
      "Writes a script with which SHELL completes verbs, options and their values. SHELL is bash, zsh or fish:"
        + " a comment at the top of the script explains its installation."
    ],
    run: runCompletion)

  private static let man = Verb(
    name: "man", summary: "write the manual page",
    description: ["Writes the manual page for man(1), which shows it with: millrace man | man -l -"],
    run: runMan)

  private static let help = Verb(
    name: "help", summary: "show help for a verb",
    synopsis: "[VERB]", operands: .verbs,
    description: ["Shows the description and the options of a VERB, or lists all verbs."],
    run: runHelp)

  private static let version = Verb(
    name: "version", summary: "show the version",
    description: ["Shows the version of the tool."],
    run: runVersion)
}

extension Verb {
  /// The help text of the tool.
  static var overview: String { Usage.overview(of: all, summary: toolSummary, notes: toolNotes) }

  static func named(_ name: String) throws(CommandError) -> Verb {
    guard let verb = all.first(where: { $0.name == name }) else {
      let nearest = nearestName(to: name, among: all.map(\.name)).map { "the nearest is \($0); " } ?? ""
      throw .usage("unknown verb '\(name)'", hint: nearest + "millrace --help lists them")
    }
    return verb
  }
}
