import Millrace
import MillraceCommandLine
import MillraceSQLite
import MillraceTables

/// `millrace query`: inputs as tables of SQLite.
func runQuery(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let query = try Query(arguments, console)
  try complaining { try query.run() }
  return .done
}

/// A query, with the options of its arguments.
struct Query {
  private let sql: String
  private let inputs: [QueryInput]
  private let inputOptions: InputOptions
  private let output: OutputOptions
  private let badRows: BadRows
  private let omitsNulls: Bool
  /// Whether the rows are a table for people, because they go to a terminal and no format is given.
  private let isShown: Bool
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    guard let sql = arguments.operands.first, arguments.operands.count > 1 else {
      throw .usage(
        "query requires SQL and a FILE", hint: "such as: millrace query 'SELECT count(*) FROM films' films.csv")
    }
    self.sql = sql
    let inputOptions = try InputOptions(arguments)
    self.inputOptions = inputOptions
    output = try OutputOptions(arguments["output"], arguments, inputOptions, standard: .jsonLines)
    badRows = try BadRows(arguments)
    omitsNulls = try arguments.choice("nulls", of: [("omit", true), ("keep", false)]) ?? false
    isShown =
      arguments["output"] == nil && !["to", "gzip", "zstd"].contains(where: arguments.has)
      && Descriptor.standardOutput.isTerminal
    var inputs: [QueryInput] = []
    for operand in arguments.operands.dropFirst() { inputs.append(try QueryInput(operand, inputOptions)) }
    self.inputs = inputs
    var formats: [Format] = []
    for input in inputs { formats.append(try input.open(inputOptions).format) }
    if formats.contains(.sqlite), inputOptions.unnesting != nil {
      throw .usage(
        "--unnest cannot be used for the tables of a database",
        hint: "json_each makes rows, such as SELECT name, value FROM films, json_each(films.genre)")
    }
    if inputOptions.nestSeparator != nil, Set(formats).isDisjoint(with: Format.ofCSV) {
      throw .usage("--nest cannot be used here", hint: "it is for tables of csv: names in SQL can contain separators")
    }
    // For every format, the first rows define the columns.
    try OptionScope.check(formats, output.format, arguments, except: ["infer"])
  }

  /// The declarations of these options. The query itself selects columns and rows.
  static let inputOptions = InputOptions.all.filter { option in
    !["columns", "drop", "query", "rename", "zone"].contains(option.name)
  }
  static let outputOptions = OutputOptions.all.filter { $0.name != "flatten" }

  func run() throws {
    let progress = Progress(console, "reading columns", total: nil)
    defer { progress.end() }
    let start = OutputStart()
    do {
      try run(inputOptions, progress)
    } catch is SchemaMismatch {
      start.truncate(output.path)
      badRows.removeAll()
      progress.begin("reading columns, because a row does not fit those of the first rows")
      var options = inputOptions
      options.infer = .max
      try run(options, progress)
    }
    try badRows.finish(console)
  }

  /// Whether the query can begin again if a row does not fit the columns of the first rows.
  private var canRestart: Bool {
    OutputBytes.canRestart(output.path) && (output.format != .sqlite || output.batch == nil)
  }

  /// - Throws: ``SchemaMismatch`` if the columns of all rows are needed.
  private func run(_ options: InputOptions, _ progress: Progress) throws {
    // Attached databases are opened in the mode of the database.
    let database = try SQLite.Database(path: ":memory:", mode: .readOnly)
    var names = UniqueNames()
    var tables: [QueryTable] = []
    var attached: [AttachedDatabase] = []
    for input in inputs {
      let name = names.add(input.tableName)
      let opened = try input.open(options)
      if opened.format == .sqlite {
        attached.append(try AttachedDatabase(opened, input, name: name, to: database))
      } else {
        tables.append(try QueryTable(input, opened, name: name, options, badRows, canRestart: canRestart))
      }
    }
    progress.end()
    let virtualTables = tables.map { $0.virtualTable() }
    defer { for table in virtualTables { table.reset() } }
    do {
      for table in virtualTables { try database.register(table) }
      try database.defineRegexp { pattern in
        do throws(RowCondition.SyntaxError) {
          let expression = try SearchExpression(pattern[...])
          return { expression.matches($0[...]) }
        } catch { throw InvalidPattern(pattern: pattern, error: error) }
      }
      database.allowOnlyReading()
      var reading = SQLite.ReadingOptions()
      reading.nullsAreAbsent = omitsNulls
      reading.nonFiniteNumbers = isShown ? .texts : output.nonFiniteNumbers
      try write(infer: options.infer) { try database.query(sql, options: reading) }
    } catch {
      if let error = error as? FormatError, error.isAboutColumnsOfOutput, canRestart, options.infer != .max {
        throw SchemaMismatch()
      }
      if let failure = virtualTables.compactMap(\.failure).first { throw explained(failure) }
      guard let error = databaseError(error) else { throw error }
      // A column that the first rows do not have may be in another row.
      if error.message.hasPrefix("no such column"), tables.contains(where: { !$0.knowsAllRows }) {
        throw SchemaMismatch()
      }
      throw explained(error, tables.map(\.summary) + attached.map(\.summary))
    }
  }

  /// - Parameters:
  ///   - infer: The number of rows that define the columns of an output that stores columns.
  ///   - open: Runs the query from its beginning.
  private func write(infer: Int?, _ open: () throws -> SQLite.Reader) throws {
    let reader = try open()
    let names = reader.cells.columnNames
    var known: Set<JSON.ExactKey> = []
    if let name = names.first(where: { !known.insert($0).inserted }) {
      throw CommandError.usage("the result has two columns '\(name)'", hint: "name one of them otherwise: … AS other")
    }
    if isShown { return try show(reader, names) }
    var transfer = ResultTransfer(reader)
    let hasTypes = Format.ofColumns.contains(output.format)
    let schema: Schema
    if hasTypes, infer == .max {
      schema = try transfer.schemaOfAllRows(names)
      transfer = ResultTransfer(try open())
    } else {
      schema = try transfer.schema(names, hasTypes ? infer ?? 1000 : 0)
    }
    try output.visit(schema, isSingle: false, &transfer)
  }
}

extension Query {
  /// The rows that a terminal shows.
  private static let shownRows = 1000

  /// Prints the first rows as a table.
  private func show(_ reader: consuming SQLite.Reader, _ names: [String]) throws {
    var rows = reader
    var values: [JSON.Value] = []
    while values.count < Self.shownRows, let value = try rows.nextValue() { values.append(value) }
    try console.standardOutput(table(of: values, columns: names, widestCell: 60))
    if try rows.next(IgnoredValue.self) != nil {
      console.standardError(
        "millrace: there are more than \(Self.shownRows) rows; --to jsonl or --output FILE writes all\n")
    }
  }
}

/// Moves the rows of a result to the output.
private struct ResultTransfer: SinkVisitor, ~Copyable {
  private var reader: SQLite.Reader
  private var first = FirstRows()

  init(_ reader: consuming SQLite.Reader) { self.reader = reader }

  /// Infers the schema of the rows.
  ///
  /// - Parameters:
  ///   - names: Their columns.
  ///   - count: How many rows are read ahead.
  mutating func schema(_ names: [String], _ count: Int) throws -> Schema {
    var observer = Schema.Observer()
    observer.expectFields(named: names)
    try first.read(from: &reader, count, maximumSize: 4 << 20, nil)
    first.observe(&observer, RowFilter())
    return observer.schema
  }

  /// Reads all rows for their schema.
  ///
  /// - Parameter names: Their columns.
  mutating func schemaOfAllRows(_ names: [String]) throws -> Schema {
    var observer = Schema.Observer()
    observer.expectFields(named: names)
    while try observer.append(nextOf: &reader) {}
    return observer.schema
  }

  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws {
    var sink = sink
    var rows = first.takeElements()
    while try sink.append(nextOf: &rows) {}
    while try sink.append(nextOf: &reader) {}
    try sink.end()
  }
}

// MARK: - Errors

/// A pattern of `REGEXP` that is not a regular expression.
private struct InvalidPattern: Error, CustomStringConvertible {
  let pattern: [UInt8]
  let error: RowCondition.SyntaxError

  /// The prefix by which the error is recognized when SQLite reports it.
  static let prefix = "regexp: "

  var description: String {
    let shown = visible(shortened(path: String(decoding: pattern, as: UTF8.self)))
    return "\(Self.prefix)\(error.problem), at byte \(error.offset + 1) of '\(shown)'"
  }
}

extension Query {
  private func databaseError(_ error: any Error) -> SQLite.DatabaseError? {
    if let error = error as? FormatError, case .custom(let error) = error.problem {
      return error as? SQLite.DatabaseError
    }
    return error as? SQLite.DatabaseError
  }

  private func explained(_ failure: any Error) -> any Error {
    guard let member = failure as? UnknownMember else { return failure }
    if canRestart { return SchemaMismatch() }
    return CommandError.data(
      "millrace: \(member.input): a row has the member '\(member.name)', which the first rows do not have\n"
        + "  --infer all reads all rows for their columns first")
  }

  /// An error of SQL, with its place in the query.
  private func explained(_ error: SQLite.DatabaseError, _ tables: [String]) -> CommandError {
    if error.message.hasPrefix("not authorized") || error.message.hasSuffix("may not be modified") {
      return .usage(
        "a query only reads: \(error.message)",
        hint: "--output FILE writes its rows to a file, or to a table such as films.db#films")
    }
    if error.message.hasPrefix(InvalidPattern.prefix) {
      return .usage("SQL: \(error.message)", hint: "the pattern is a regular expression of POSIX, such as '^[a-z]+$'")
    }
    var hint = error.offset.map { place(at: $0) } ?? []
    if error.message.hasPrefix("no such table") || error.message.hasPrefix("no such column") {
      hint += tables
    }
    if error.code == .misuse {
      return .usage(
        error.message, hint: "query takes one statement that returns rows, such as SELECT * FROM films")
    }
    // Without a place in the statement, the values are what is wrong.
    guard !hint.isEmpty else { return .data("millrace: SQL: \(error.message)") }
    return .usage("SQL: \(error.message)", hint: hint.joined(separator: "\n  "))
  }

  /// The line of the query that a byte is in, and a mark below the byte.
  private func place(at offset: Int) -> [String] {
    let bytes = Array(sql.utf8)
    let position = min(offset, bytes.count)
    let start = bytes[..<position].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    let before = String(decoding: bytes[start..<position], as: UTF8.self)
    let line = String(decoding: bytes[start..<end], as: UTF8.self)
    return [visible(line), String(repeating: " ", count: displayWidth(visible(before))) + "^"]
  }
}
