import Millrace
import MillraceCommandLine
import MillraceCompression
import MillraceSQLite
import MillraceTables

// Iteration over the elements of tables.

extension StreamInput {
  // The functions that open an input are not generic, so that they are not compiled for each visitor.

  /// - Parameter kinds: The kinds of the cells by column; nil to infer them from the first rows.
  func visitCSV<Visitor: ElementVisitor & ~Copyable>(
    _ pass: Pass, kinds: CSV.InferredKinds?, _ visitor: inout Visitor
  ) throws {
    var elements = try csvRows(pass, kinds: kinds)
    do {
      visitor.begin(columns: try namedColumns(of: &elements, pass))
      try visitor.visit(&elements)
    } catch let error as FormatError {
      if pass.mismatchedCells != nil, pass.options.inferred(kindIn: error) { throw SchemaMismatch() }
      throw dataError(error, pass, delimiter: elements.delimiter)
    }
  }

  private func csvRows(_ pass: Pass, kinds: CSV.InferredKinds?) throws -> CSV.Elements<IgnoredValue> {
    let start = pass.isFollowing && !source.isFile && pass.options.infer == nil ? try rowsBeforePause(pass) : nil
    var kinds = try kinds ?? inferredKinds(pass, from: start.map { ArraySource($0) })
    var given = pass.options.givenKinds
    if let field = pass.options.unnesting?.field, pass.options.namesColumns {
      // Arrays in cells are JSON.
      let options = csvOptions(pass, kinds: [:], onBadElement: .stop)
      var header = try CSV.stream(IgnoredValue.self, from: try bytes(isLast: false), options: options)
      // A malformed header is an error later.
      if let names = try? header.columnNames(), !names.isEmpty {
        try checkColumns(pass, names)
        kinds[Array(field.utf8)] = .json
        given[field] = nil
      }
    }
    var options = csvOptions(pass, kinds: kinds, given: given, onBadElement: badRowPolicy(pass))
    if pass.mismatchedCells == nil, pass.isLast {
      // The row is not bad: only the first rows of a pipe define the kind of the column.
      options.endsTable = { [options = pass.options] in options.inferred(kindIn: $0) }
    }
    if let found = pass.nonFiniteCells {
      options.nonFiniteNumbers = .read(report: { [isLast = pass.isLast] in if isLast { found.add($0) } })
    }
    if let start, options.sniffsDelimiter, !start.starts(with: "sep=".utf8) {
      // The delimiter is determined from these rows, too.
      var first = try CSV.stream(IgnoredValue.self, from: ArraySource(start), options: options)
      if (try? first.columnNames()) != nil {
        options.dialect.delimiter = first.delimiter
        options.sniffsDelimiter = false
      }
    }
    return try CSV.stream(IgnoredValue.self, from: try bytes(isLast: pass.isLast), options: options)
  }

  /// What happens to a row of CSV that cannot be read.
  private func badRowPolicy(_ pass: Pass) -> BadElementPolicy {
    guard pass.badRows.continuesAfterError else { return .stop }
    guard pass.isLast else { return .skip }
    return .report {
      [name, skippedLines, options = pass.options, mismatchedCells = pass.mismatchedCells, badRows = pass.badRows]
      error in
      if let mismatchedCells, options.inferred(kindIn: error) {
        mismatchedCells.note()
      } else {
        badRows.note(skippedLines.placed(error), in: name)
      }
    }
  }

  /// The members of the rows of CSV, if the columns are named.
  private func namedColumns(of rows: inout CSV.Elements<IgnoredValue>, _ pass: Pass) throws -> [String] {
    let names = try rows.columnNames()
    guard pass.options.namesColumns else { return [] }
    try checkColumns(pass, names)
    return ColumnSelection.members(of: names, pass.options.nestSeparator)
  }

  /// Describes an error of the rows.
  ///
  /// - Parameter delimiter: that of the table, if it is CSV.
  private func dataError(_ error: FormatError, _ pass: Pass, delimiter: UInt8? = nil) -> CommandError {
    .data(describe(error) + hint(for: error, pass, delimiter: delimiter))
  }

  /// The rows of CSV that come before the input pauses, with one row after the header at least.
  private func rowsBeforePause(_ pass: Pass) throws -> [UInt8] {
    let blocks = RowBlocks(
      try bytes(isLast: false), isCSV: pass.options.csv.quotes != .text, size: 1 << 16,
      maximumRowSize: CSV.ReadingOptions().maximumRowSize, isPaused: { [source] in source.isPaused() })
    var rows: [UInt8] = []
    while rows.filter({ $0 == UInt8(ascii: "\n") }).count < (pass.options.hasHeader ? 2 : 1),
      let block = try blocks.nextBlock()
    {
      rows += unsafe Array(block.bytes)
    }
    return rows
  }

  /// - Parameters:
  ///   - kinds: the kinds of cells that were inferred.
  ///   - given: those that an option gives, of columns that the table has.
  func csvOptions(
    _ pass: Pass, kinds: CSV.InferredKinds, given: [String: CSV.CellKind] = [:], onBadElement: BadElementPolicy
  ) -> CSV.ReadingOptions {
    let options = pass.options
    let delimiter = options.delimiter ?? UInt8(ascii: format == .tsv ? "\t" : ",")
    var reading = options.csv
    reading.dialect.delimiter = delimiter
    reading.dialect.hasHeader = options.hasHeader
    reading.sniffsDelimiter = options.delimiter == nil && format == .csv
    reading.columnNames = options.givenNames
    reading.columns = given
    reading.nameSeparator = options.nestSeparator
    reading.onBadElement = onBadElement
    reading.instants = options.instantFormats
    reading.inferredKinds = kinds
    return reading
  }

  /// Infers the kinds of cells from the first rows.
  func inferredKinds(_ pass: Pass, from source: (any ByteSource)? = nil) throws -> CSV.InferredKinds {
    guard pass.options.namesColumns else { return [:] }
    var options = csvOptions(pass, kinds: [:], onBadElement: pass.badRows.continuesAfterError ? .skip : .stop)
    options.infersNumbers = true
    if pass.nonFiniteCells != nil { options.nonFiniteNumbers = .absent }
    let source: any ByteSource = if let source { source } else { try bytes(isLast: false) }
    var elements = try CSV.stream(IgnoredValue.self, from: source, options: options)
    var kinds: CSV.InferredKinds = [:]
    do {
      // Of an input that is followed, the last row may be incomplete.
      kinds = try elements.inferredKinds(
        rows: pass.options.infer ?? 1000, readsOn: pass.infersEmptyColumns, isForColumns: pass.readsInstants,
        isCut: pass.isFollowing)
    } catch let error as FormatError where !pass.isFollowing {
      throw dataError(error, pass, delimiter: elements.delimiter)
    } catch is FormatError {}
    // In text integers and other numbers have the same form, and only a few rows may have come so far.
    if pass.isFollowing { kinds = kinds.mapValues { $0 == .integer ? .number : $0 } }
    if pass.readsText { kinds = kinds.filter { [.integer, .number, .null].contains($0.value) } }
    // If the input cannot be read again, cells of a column that has none in the first rows are text.
    return pass.mismatchedCells == nil ? kinds.filter { $0.value != .null } : kinds
  }

  /// Returns the hint for an error, as a separate line.
  ///
  /// - Parameter delimiter: that of the table, if the error is one of CSV.
  func hint(for error: FormatError, _ pass: Pass, delimiter: UInt8? = nil) -> String {
    if case .invalidUTF8 = error.problem, delimiter != nil {
      return "\n  --encoding windows1252 or latin1 reads text that is not UTF-8"
    }
    if case .duplicateKey(let name) = error.problem, let separator = pass.options.selection.flattenSeparator,
      name.contains(utf8Of: separator)
    {
      return "\n  --flatten makes this column from a nested member, and a member has this name:"
        + " --flatten SEPARATOR takes another separator, --rename renames a member"
    }
    if case .elementTooLarge = error.problem, format == .json, pass.options.pointer.tokens.isEmpty {
      return "\n  --at POINTER reads the elements of an array in the document one by one, such as --at /rows"
    }
    if case .custom(let problem as RowProblem) = error.problem { return "\n  \(problem.hint)" }
    if case .custom(is SQLite.LongNumber) = error.problem {
      return "\n  --long-numbers text keeps all digits, --long-numbers nearest rounds"
    }
    if case .custom(let problem) = error.problem, let problem = problem as? Arrow.Problem {
      switch problem {
      case .noMembers(let column):
        let name = column.prefix { $0 != "." }
        return "\n  --columns '\(name)=text,*' writes the objects as JSON text"
      case .instantOutOfRange(_, let column, _):
        let name = column.prefix { $0 != "." }
        return "\n  --columns '\(name)=text,*' keeps the text"
      case .newColumn, .anotherType:
        return "\n  the first rows define the columns: --infer N or all reads more of them, and so does an OUTPUT file"
      default: return ""
      }
    }
    guard case .custom(let problem) = error.problem, let problem = problem as? CSV.Problem else { return "" }
    let cells = delimiter.map { delimiter in
      let isControl = delimiter < 0x20
      let name = delimiter == UInt8(ascii: "\t") ? "tab" : "'\(Character(UnicodeScalar(delimiter)))'"
      if isControl, name != "tab" { return "\n  the table has one column: --delimiter CHARACTER sets a delimiter" }
      let source = pass.options.delimiter == nil && format == .csv ? "detected" : "given"
      return "\n  the \(source) delimiter is \(name): --delimiter CHARACTER sets another one"
    }
    switch problem {
    case .wrongNotation:
      return "\n  --columns NAME=instant:FORMAT sets another format, --columns NAME=text keeps the text"
    case .wrongKind where pass.options.unnesting.map { $0.field == error.column } ?? false:
      return "\n  --unnest reads the cells of this column as JSON"
    case .wrongKind:
      return
        "\n  the kind is that of the first \(pass.options.infer ?? 1000) rows, or of --columns: --infer N reads more rows,"
        + " --columns NAME=text keeps the text"
    case .noColumns where pass.options.selection.isUnresolved:
      return "\n  no member of this row matches --columns, and the first row names the columns of a pipe"
    case .unlistedColumn, .lateColumn:
      return "\n  the first rows define the columns: --infer N or all reads more of them, --columns LIST names them"
    case .wrongNumberOfCells(let found, let expected):
      let names = pass.options.givenNames == nil ? "" : "\n  with --no-header, --columns names all columns of a row"
      return (cells ?? "") + (found < expected ? "\n  --ragged takes missing cells as empty" : "") + names
    case .unclosedQuote where pass.options.csv.quotes == .lenient:
      return (cells ?? "") + "\n  --quotes none takes all quotes as text"
    case .quoteInCell, .textAfterQuote, .unclosedQuote:
      return (cells ?? "")
        + "\n  --quotes lenient takes misplaced quotes as text, --quotes none all quotes, --escape '\\' reads backslash escapes"
    default: return ""
    }
  }

  /// Opens a database and iterates over a table or a query.
  func visitDatabase<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    do {
      var rows = try databaseRows(pass)
      visitor.begin(columns: ColumnSelection.members(of: rows.cells.columnNames, pass.options.nestSeparator))
      try visitor.visit(&rows)
    } catch let error as FormatError {
      throw CommandError.data(describe(error))
    } catch let error as SQLite.DatabaseError {
      throw CommandError.data("millrace: \(name): \(error)")
    }
  }

  /// Iterates over an Arrow file or stream.
  func visitArrow<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    do {
      var rows = try arrowRows(pass)
      visitor.begin(columns: try rows.schema.map(\.name))
      try visitor.visit(&rows)
    } catch let error as FormatError {
      throw dataError(error, pass)
    }
  }

  private func arrowRows(_ pass: Pass) throws -> Arrow.Rows {
    var rows = Arrow.Rows(
      try StoredTables.openArrow(self, pass), nonFiniteNumbers: pass.nonFiniteNumbers, destination: pass.destination)
    try checkColumns(pass, try rows.schema.map(\.name))
    return rows
  }

  /// Iterates over a Parquet file.
  func visitParquet<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    do {
      let tables = try StoredTables.openParquet(self, pass)
      visitor.begin(columns: tables.columnNames)
      var rows = Parquet.Rows(tables, nonFiniteNumbers: pass.nonFiniteNumbers, destination: pass.destination)
      try visitor.visit(&rows)
    } catch let error as FormatError {
      throw dataError(error, pass)
    }
  }

  /// Whether this is an Arrow file that can be read at any offset.
  var isReadByFooter: Bool { source.isFile && compression == nil && format == .arrow && path != "-" }

  func arrowOptions(_ pass: Pass) -> Arrow.ReadingOptions {
    Arrow.ReadingOptions(nonFiniteNumbers: pass.nonFiniteNumbers) { codec, bytes, output in
      switch codec {
      case .lz4Frame: try CompressedBuffer.decompressLZ4(bytes, into: &output)
      case .zstandard: try CompressedBuffer.decompressZstandard(bytes, into: &output)
      }
    }
  }

  /// - Throws: ``CommandError`` if the input cannot be read as a Parquet file.
  func parquetOptions(_ pass: Pass) throws(CommandError) -> Parquet.ReadingOptions {
    guard source.isFile, path != "-" else {
      throw CommandError.usage(
        "\(name): Parquet cannot be read from a pipe, because its footer is at the end",
        hint: "write it to a file first, and give the file's path")
    }
    guard compression == nil else {
      throw CommandError.usage("\(name): a Parquet file is not compressed as a whole", hint: "decompress it first")
    }
    return Parquet.ReadingOptions(nonFiniteNumbers: pass.nonFiniteNumbers) { codec, bytes, output in
      try BlockCodec(rawValue: codec.rawValue)?.decompress(bytes, into: &output)
    }
  }

  /// The columns of a table that the options, the condition or the query name; nil for all.
  func usedColumns(_ pass: Pass, among names: [String]) -> [String]? {
    let options = pass.options
    if let used = pass.usedColumns, options.nestSeparator == nil, !options.makesRows {
      return names.filter { used.contains($0) }
    }
    guard options.selection.listed != nil || !options.selection.dropped.isEmpty, !options.selection.isUnresolved,
      options.nestSeparator == nil, !options.makesRows
    else { return nil }
    let filter = options.selection.filter(nestSeparator: nil)
    let tested = Set<JSON.ExactKey>(texts: (pass.condition?.references ?? []).flatMap(\.paths).compactMap(\.first))
    let used = names.filter { filter.outputName(of: $0) != nil || tested.contains($0) }
    return used.isEmpty ? nil : used
  }

  /// Throws an error if a table does not have a requested column.
  func checkColumns(_ pass: Pass, _ names: [String]) throws(CommandError) {
    let separator = pass.options.nestSeparator
    var names = names
    if let unnesting = pass.options.unnesting {
      let members = ColumnSelection.members(of: names, separator)
      guard members.contains(unnesting.field) else { throw missingColumn(unnesting.field, among: members, in: name) }
      if let index = unnesting.index {
        if members.contains(index) {
          throw .usage("--index \(index): \(name) has a column '\(index)' already", hint: "choose another name")
        }
        names.append(index)
      }
    }
    if let missing = pass.options.selection.missingColumn(among: names, nestSeparator: separator) {
      throw missingColumn(missing.name, among: missing.known, in: name)
    }
    if let missing = pass.condition?.missingColumn(among: names, separator: separator) {
      throw missingColumn(missing, among: names, in: name)
    }
    if let renaming = pass.options.selection.collision(among: names, nestSeparator: separator) {
      throw .usage(
        "--rename \(renaming.old)=\(renaming.new): \(name) has a column '\(renaming.new)' already",
        hint: "--drop \(renaming.new) leaves it out, and --rename can give it another name")
    }
    if let column = pass.options.selection.sourceColumn,
      pass.options.selection.hasSourceColumn(among: names, nestSeparator: separator)
    {
      throw .usage(
        "--source-column \(column): \(name) has a column '\(column)' already",
        hint: "--drop \(column) leaves it out, and --rename can give it another name")
    }
  }

  /// The rows of a query, or of the table if there is no query.
  private func databaseRows(_ pass: Pass) throws -> SQLite.Reader {
    let database = try SQLite.Database(path: path, mode: .readOnly)
    var options = SQLite.ReadingOptions(nameSeparator: pass.options.nestSeparator)
    options.nonFiniteNumbers = pass.nonFiniteNumbers
    let rows =
      if let query = pass.options.query {
        try database.query(query, options: options)
      } else {
        try database.table(Self.name(ofTable: table, in: database)).rows(options: options)
      }
    try checkColumns(pass, rows.cells.columnNames)
    return rows
  }

  /// The table of a database that is read: the named one, or the only one.
  func databaseTable() throws -> String {
    try Self.name(ofTable: table, in: try SQLite.Database(path: path, mode: .readOnly))
  }

  private static func name(ofTable table: String?, in database: SQLite.Database) throws -> String {
    if let table { return table }
    var rows = try database.query(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        + " ORDER BY name")
    var names: [String] = []
    while let row = try rows.next(TableName.self) { names.append(row.name) }
    guard names.count == 1 else {
      throw CommandError.usage(
        names.isEmpty ? "there is no table in the database" : "the database has several tables, so one must be named",
        hint: names.isEmpty ? "" : "such as films.db#\(names[0]); tables are \(names.joined(separator: ", "))")
    }
    return names[0]
  }
}

@Serializable
private struct TableName {
  var name: String
}
