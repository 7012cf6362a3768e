import Millrace
import MillraceCommandLine
import MillraceCompression
import MillraceSQLite
import MillraceTables

/// The options of a verb that specify how an output is written.
struct OutputOptions {
  /// A file's path; nil or `-` for standard output.
  private(set) var path: String?
  /// The rule that splits rows into several outputs; nil for one output.
  private(set) var split: SplitRule?
  /// The table of a database. By default it has the name of the input.
  var table: String?
  let format: Format
  let compression: Compression?
  let isPretty: Bool
  let delimiter: UInt8?
  /// Which cells of CSV have quotes.
  let quoting: CSV.WritingOptions.Quoting
  let lineEnd: CSV.Dialect.LineEnd
  /// Whether CSV begins with a byte order mark.
  let hasByteOrderMark: Bool
  var hasHeader: Bool
  /// Separates the names of nested objects in column names; nil if nested objects are written as JSON.
  let flattenSeparator: String?
  /// The rows of a transaction, of a batch of Arrow, or of a row group of Parquet.
  let batch: Int?
  let existingTable: ExistingTable
  let longNumbers: SQLite.LongNumbers
  /// The columns; nil for those that the rows have.
  private(set) var columns: [String]?
  /// The order of the columns; nil for that of the rows.
  private(set) var columnOrder: ColumnOrder?
  /// Whether a number that would lose digits in a column of a database is a ``SchemaMismatch``, because the conversion can
  /// begin again.
  var restartsOnLostDigits = false
  /// Whether columns of a database that have values of several kinds are declared without a type.
  var leavesMixedColumnsUntyped = false
  /// The columns that are known from the inputs, where those of an output that stores columns are inferred.
  var storedFields: [JSON.ExactKey: Arrow.Field] = [:]
  /// Records columns of a database whose values were stored as values of another kind.
  let storedConversions = StoredConversions()
  /// Whether columns are sorted by their names.
  var sortsColumns = false
  /// Writes rows when the input pauses; nil if the size of the output determines when they are written.
  var follower: OutputFollower?

  /// The compression of the pages of a Parquet file.
  let parquetCompression: ParquetCompression

  enum ExistingTable {
    case rejected, appended, replaced
  }

  static let all: [Verb.Option] = [
    .value(
      "to", "FORMAT", "the format of OUTPUT; default: by its file extension, or json", Verb.formats),
    .flag("gzip", "compress OUTPUT with gzip; default: if its name ends in .gz"),
    .flag("zstd", "compress OUTPUT with Zstandard; default: if its name ends in .zst"),
    .flag("pretty", "indent JSON by two spaces"),
    .value(
      "out-delimiter", "CHARACTER",
      "the delimiter of an OUTPUT in csv; default: that of --delimiter, a comma, or tab for tsv"),
    .value(
      "out-quotes", "RULE",
      "cells of an OUTPUT in csv with quotes: necessary (the default), text (all but numbers and booleans), all",
      .oneOf(["necessary", "text", "all"])),
    .value(
      "out-line-end", "END", "the line ends of an OUTPUT in csv: lf (the default) or crlf", .oneOf(["lf", "crlf"])),
    .flag("out-bom", "begin an OUTPUT in csv with a byte order mark, by which Excel recognizes UTF-8"),
    .value("flatten", "SEPARATOR", "objects in rows become columns, such as size.x, instead of JSON text in a cell"),
    .value("batch", "N", "number of rows per SQLite transaction, Arrow record batch or Parquet row group"),
    .value(
      "parquet-compression", "CODEC", "how the columns of a Parquet OUTPUT are compressed; default: zstd",
      .oneOf(ParquetCompression.allCases.map(\.rawValue))),
    .flag("append", "add the rows to an existing table"),
    .flag("replace", "drop an existing table first"),
    .value(
      "long-numbers", "RULE",
      "numbers that a database cannot represent: rejected (the default), text, or the nearest floating-point number",
      .oneOf(["rejected", "text", "nearest"])),
  ].section("Output")

  /// - Parameters:
  ///   - path: nil for standard output.
  ///   - standard: the format of an output whose name has no ending.
  init(
    _ path: String?, _ arguments: Arguments, _ input: InputOptions, standard: Format = .json
  ) throws(CommandError) {
    let location = path.map(DatabaseLocation.init)
    self.path = location?.path ?? path
    table = location?.table
    if let name = arguments["to"] {
      format = try Format(option: "to", name)
    } else {
      format = try Self.format(of: location?.path ?? "-") ?? standard
    }
    if format == .sqlite, (self.path ?? "-") == "-" {
      throw .usage(
        "a database cannot be written to standard output", hint: "OUTPUT is a file and a table, such as films.db#films")
    }
    try arguments.rejectBoth("gzip", "zstd")
    compression =
      arguments.has("gzip") ? .gzip : arguments.has("zstd") ? .zstandard : path.flatMap(Compression.init(path:))
    if format == .parquet, compression != nil, !arguments.has("gzip"), !arguments.has("zstd") {
      throw .usage(
        "a Parquet file is not compressed as a whole",
        hint: "its columns are, by --parquet-compression: name OUTPUT without the ending .gz or .zst")
    }
    isPretty = arguments.has("pretty")
    if isPretty, format == .jsonLines {
      throw .usage("--pretty cannot be used with lines", hint: "a document on a line cannot be indented")
    }
    let outDelimiter = try InputOptions.delimiter("out-delimiter", arguments)
    delimiter = outDelimiter ?? input.delimiter
    quoting =
      try arguments.choice("out-quotes", of: [("necessary", .necessary), ("text", .text), ("all", .all)]) ?? .necessary
    lineEnd =
      try arguments.choice("out-line-end", of: [("lf", .lineFeed), ("crlf", .carriageReturnAndLineFeed)]) ?? .lineFeed
    hasByteOrderMark = arguments.has("out-bom")
    hasHeader = input.hasHeader
    flattenSeparator = input.selection.flattenSeparator
    batch = try arguments.count("batch")
    parquetCompression =
      try arguments.choice("parquet-compression", of: ParquetCompression.allCases.map { ($0.rawValue, $0) }) ?? .zstd
    if batch == 0 { throw .usage("--batch takes a number greater than 0", hint: arguments.hint) }
    try arguments.rejectBoth("append", "replace")
    existingTable = arguments.has("append") ? .appended : arguments.has("replace") ? .replaced : .rejected
    longNumbers =
      try arguments.choice("long-numbers", of: [("rejected", .rejected), ("text", .text), ("nearest", .nearest)])
      ?? .rejected
    split = try SplitRule(arguments, path: self.path)
    choose(input.selection)
  }

  /// Takes the columns that a selection lists.
  mutating func choose(_ selection: ColumnSelection) {
    columns = selection.outputColumns
    columnOrder = selection.order
  }

  /// One of the outputs that rows are split into.
  func part(at path: String) -> OutputOptions {
    var output = self
    output.path = path
    output.split = nil
    return output
  }
}

extension OutputOptions {
  /// What NaN and infinities of Arrow become: CSV has texts for them, JSON has nothing.
  var nonFiniteNumbers: Columns.NonFiniteNumbers {
    switch format {
    case .csv, .tsv: .texts
    case .sqlite: .nullForNaN
    case .arrow, .arrowStream, .parquet: .numbers
    case .json, .jsonLines, .concatenated, .jsonSequence: .null
    }
  }

  /// Whether rows can be written one by one to a reader that waits for them.
  var isFollowed: Bool {
    format.isText && compression == nil && !OutputBytes.canRestart(path)
  }
}

extension OutputOptions {
  /// The format that the name of an output has, or nil if the name has no ending.
  private static func format(of path: String) throws(CommandError) -> Format? {
    if let format = Format(path: path) { return format }
    guard let ending = Format.ending(of: path) else { return nil }
    throw .usage(
      "\(path): unknown output format '.\(ending)'",
      hint: "use one of these endings, or --to FORMAT: \(Format.list(Format.allCases))")
  }
}

/// Where a table is: `films.db#films`.
struct DatabaseLocation {
  let path: String
  /// nil if none is named.
  let table: String?

  /// - Parameter path: the text after a number sign is a table name only for a database.
  init(_ path: String) {
    guard let sign = path.lastIndex(of: "#"), Format(path: String(path[..<sign])) == .sqlite else {
      self.path = path
      table = nil
      return
    }
    self.path = String(path[..<sign])
    table = String(path[path.index(after: sign)...])
  }
}
