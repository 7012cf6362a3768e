import Millrace
import MillraceCommandLine
import MillraceSQLite

/// `millrace diff`: the rows that differ between two inputs.
func runDiff(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let difference = try Difference(arguments, console)
  do throws(CommandError) {
    return try complaining { try difference.run() } ? .dataError : .done
  } catch {
    // As for diff(1), 1 means that the inputs differ, and any error is 2.
    switch error {
    case .closedPipe: return .dataError
    default:
      console.standardError(error.description + "\n")
      return .usageError
    }
  }
}

/// A comparison of two inputs, with the options of its arguments.
private struct Difference {
  private let inputs: [StreamInput]
  private let options: InputOptions
  private let keyNames: [String]
  private let outputPath: String?
  private let isJSON: Bool
  private let limit: Int
  private let offset: Int
  private let condition: RowCondition?
  private let badRows: BadRows
  private let console: Console

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    guard arguments.operands.count == 2 else {
      throw .usage("diff requires two FILEs", hint: "such as: millrace diff old.csv new.csv --key id")
    }
    guard arguments.operands != ["-", "-"] else {
      throw .usage("standard input can be only one of the FILEs", hint: "millrace diff --help shows usage")
    }
    var options = try InputOptions(arguments)
    keyNames = try Self.keyNames(arguments)
    // Names can be checked before the files are opened, patterns and positions only afterwards.
    if !options.selection.isUnresolved { try Self.check(keyNames, areIn: options.selection) }
    outputPath = arguments["output"]
    isJSON = arguments.has("json")
    limit = try arguments.count("limit") ?? .max
    offset = try arguments.count("offset") ?? 0
    condition = try RowCondition.condition(arguments)
    badRows = try BadRows(arguments)
    var inputs: [StreamInput] = []
    for path in arguments.operands { inputs.append(try StreamInput(path, options)) }
    self.inputs = inputs
    try options.check(inputs.map(\.format), arguments)
    try options.resolve(inputs, badRows)
    self.options = options
    try Self.check(keyNames, areIn: options.selection)
  }

  private static func check(_ keyNames: [String], areIn selection: ColumnSelection) throws(CommandError) {
    let filter = selection.filter(nestSeparator: nil)
    if let name = keyNames.first(where: { filter.outputName(of: $0) == nil }) {
      throw .usage("--key: the column '\(name)' is left out", hint: "--columns must list it, and --drop must not")
    }
  }

  private static func keyNames(_ arguments: Arguments) throws(CommandError) -> [String] {
    guard let text = arguments["key"] else {
      throw .usage("diff requires --key", hint: "it names the columns by which rows belong together, such as id")
    }
    let names = ColumnChoice.texts(text)
    guard !names.contains(""), Set(names).count == names.count else {
      throw .usage("--key \(text): empty or duplicate name", hint: arguments.hint)
    }
    return names
  }

  /// Compares the inputs.
  ///
  /// - Returns: Whether they differ.
  func run() throws -> Bool {
    do {
      return try compare()
    } catch let error as SQLite.DatabaseError {
      throw CommandError.data("millrace: the temporary database: \(error.message)")
    } catch let error as FormatError {
      guard case .custom(let database as SQLite.DatabaseError) = error.problem else { throw error }
      throw CommandError.data("millrace: the temporary database: \(database.message)")
    }
  }

  private func compare() throws -> Bool {
    let total = inputs.reduce(0) { sum, input in input.size.flatMap { size in sum.map { $0 + size } } }
    let progress = Progress(console, "comparing", total: total)
    defer { progress.end() }
    let store = try RowStore()
    try visit(inputs[0], progress) { row in
      if let other = try store.add(row) { throw duplicateKey(row, in: inputs[0], other) }
    }
    var report = DifferenceReport(try OutputBytes(outputPath, nil), isJSON: isJSON, keyNames: keyNames)
    try visit(inputs[1], progress) { row in
      switch try store.match(row) {
      case .none: try report.addAdded(row.text)
      case .row(let text): try report.compare(text, row.text)
      case .duplicate(let other): throw duplicateKey(row, in: inputs[1], other)
      }
    }
    try store.forEachRest { try report.addRemoved($0) }
    try badRows.finish(console)
    try report.finish()
    return report.isDifferent
  }

  private func visit(_ input: StreamInput, _ progress: Progress, _ take: @escaping (ComparedRow) throws -> Void) throws
  {
    let texts = (options.columns ?? []).filter { $0.kind == .text }.map(\.name)
    let reading = ComparedRows(
      keyNames: keyNames, readsCells: inputs.contains { Format.ofCSV.contains($0.format) },
      textColumns: Set<JSON.ExactKey>(texts: texts))
    var missing: String?
    var known: [String] = []
    var rows = SelectedRows(
      options, limit: limit, offset: offset, condition: condition,
      report: { [inputs] rows in progress.report(inputs.reduce(0) { $0 + $1.source.count }, rows: rows) },
      begin: { names in
        if !names.isEmpty { missing = keyNames.first { !names.contains($0) } }
        known = names
      },
      take: { row, number in
        if let missing { throw missingColumn(missing, among: known, in: input.name) }
        try take(try reading.row(row, number: number, in: input.name))
      })
    // The cells of CSV are read as text, because the other input can have other kinds.
    try input.visit(Pass(options: options, badRows: badRows, readsText: true, condition: condition), &rows)
    if let missing { throw missingColumn(missing, among: known, in: input.name) }
    try rows.checkReferences(in: input.name)
  }

  private func duplicateKey(_ row: ComparedRow, in input: StreamInput, _ other: Int) -> CommandError {
    let values = row.key.dropFirst().dropLast()
    let key = keyNames.count == 1 ? "\(keyNames[0])=\(values)" : "\(keyNames.joined(separator: ",")) = \(values)"
    return .data(
      "millrace: \(input.name): rows \(other) and \(row.number) have the same key \(visible(key))\n"
        + "  --key can list more columns, such as --key \(keyNames.joined(separator: ",")),name")
  }
}
