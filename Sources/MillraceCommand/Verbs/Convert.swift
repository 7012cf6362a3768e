import Millrace
import MillraceCommandLine
import MillraceTables

/// `millrace convert`: from any format to any other, an element at a time.
func runConvert(_ arguments: Arguments, _ console: Console) throws(CommandError) -> ExitStatus {
  let conversion = try Conversion(arguments, console)
  try complaining { try conversion.run() }
  return .done
}

/// A conversion, with the options of its arguments.
struct Conversion {
  let inputs: [StreamInput]
  private(set) var inputOptions: InputOptions
  private(set) var output: OutputOptions
  let limit: Int
  /// The number of first rows that are left out.
  let offset: Int
  /// The rows that are kept in memory until the inputs end; nil to write rows as they come.
  let keptRows: KeptRows.Rule?
  private(set) var sortsKeys: Bool
  let nulls: Nulls?
  let badRows: BadRows
  /// The condition of `--where`, and the required columns.
  let condition: RowCondition?
  /// The cells of CSV that are NaN or infinities in Arrow and Parquet.
  let nonFiniteCells = NonFiniteCells()
  /// The cells of CSV that do not fit the kinds of the first rows.
  let mismatchedCells = MismatchedCells()
  /// The columns of Parquet whose instants nanoseconds cannot count.
  var microsecondColumns: Set<JSON.ExactKey> = []
  /// The kinds of the cells of several tables; nil to infer those of each table.
  private var kinds: CSV.InferredKinds?
  /// The number of threads that convert chunks.
  let threads: Int
  let console: Console
  /// Where the output begins, if it is standard output.
  let start = OutputStart()

  /// The treatment of null members.
  enum Nulls {
    case omit, keep
  }

  init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.console = console
    var paths = arguments.operands
    let outputPath: String?
    if let output = arguments["output"] {
      outputPath = output
    } else {
      outputPath = paths.count == 2 ? paths.removeLast() : nil
      guard paths.count < 2 else {
        throw .usage(
          "convert requires one INPUT and one OUTPUT", hint: "with several INPUTs the OUTPUT is named by --output")
      }
    }
    guard !paths.isEmpty else { throw .usage("convert requires an INPUT", hint: "millrace convert --help shows usage") }
    var inputOptions = try InputOptions(arguments)
    var output = try OutputOptions(outputPath, arguments, inputOptions)
    if output.table == nil, let path = paths.first, path != "-" {
      output.table = DatabaseLocation(path).table ?? Format.stem(of: path)
    }
    limit = try arguments.count("limit") ?? .max
    offset = try arguments.count("offset") ?? 0
    keptRows = try KeptRows.Rule(arguments)
    sortsKeys = arguments.has("sort-keys")
    output.sortsColumns = sortsKeys
    nulls = try arguments.choice("nulls", of: [("omit", .omit), ("keep", .keep)])
    badRows = try BadRows(arguments)
    condition = try RowCondition.condition(arguments)
    let threads = try arguments.count("threads")
    if threads == 0 { throw .usage("--threads takes a number greater than 0", hint: arguments.hint) }
    self.threads = min(threads ?? processorCount(), 256)
    inputs = try StreamInput.open(paths, inputOptions)
    try inputOptions.resolve(inputs, badRows)
    self.inputOptions = inputOptions
    output.choose(inputOptions.selection)
    // The columns of tables without a header were named, so the output can name them.
    if inputOptions.givenNames != nil, inputs.contains(where: { Format.ofCSV.contains($0.format) }) {
      output.hasHeader = true
    }
    self.output = output
    try inputOptions.checkKinds(inputs.map(\.format))
    if output.flattenSeparator != nil, output.columnOrder != nil, output.format == .sqlite {
      throw .usage("a database takes either --flatten or --columns", hint: "--query can choose columns later")
    }
    try OptionScope.check(inputs.map(\.format), output.format, arguments)
  }

  func run() throws {
    do { try convert() } catch CSV.InvalidOptions.duplicateColumn(let name) where output.flattenSeparator != nil {
      throw CommandError.data(
        "millrace: duplicate column '\(name)': --flatten makes it from a nested member, and a member has this name\n"
          + "  --flatten SEPARATOR takes another separator, --rename renames a member")
    }
  }

  private func convert() throws {
    let progress = Progress(console, "converting", total: total)
    defer { progress.end() }
    if isConvertedByTables, try convertByTables(progress) { return try finish() }
    if try isConvertedInChunks(), try convertInChunks(progress) { return try finish() }
    try following().convertByRows(progress)
    try finish()
  }

  /// Returns this conversion with an output that is flushed when an input pauses, if the output is a pipe or a
  /// terminal.
  func following() -> Conversion {
    guard isFollowing else { return self }
    var conversion = self
    let follower = OutputFollower()
    conversion.output.follower = follower
    for input in inputs { input.source.onPause = { try follower.flush() } }
    return conversion
  }

  private func convertByRows(_ progress: Progress) throws {
    var first = self
    first.output.restartsOnLostDigits = canRestart && output.split == nil && output.existingTable != .appended
    try first.keepTypes()
    try first.inferKinds()
    do {
      // All inputs are read for their columns first only if there are several, or if `--infer all` is given.
      if keptRows != nil {
        try first.convertKeptRows(progress)
      } else if inputs.count == 1, !output.wantsSchema || inputOptions.infer != .max || !inputs[0].source.isFile {
        try first.convertInOnePass(progress)
      } else {
        try first.convertInTwoPasses(progress)
      }
    } catch let mismatch as SchemaMismatch {
      try first.convertAgain(after: mismatch, progress)
    }
  }

  /// Gives an output that stores columns the types of inputs that do. Only its columns are sorted, and not the members of rows.
  private mutating func keepTypes() throws {
    output.storedFields = try storedFields()
    guard !output.storedFields.isEmpty else { return }
    sortsKeys = false
  }

  /// Infers the kinds of the cells of several tables together, because they have the same columns in the output.
  private mutating func inferKinds() throws {
    let tables = inputs.filter { Format.ofCSV.contains($0.format) }
    guard tables.count > 1, !isFollowing, pass().infersKinds else { return }
    var plan = ChunkPlan()
    for table in tables { plan.merge(kinds: try table.inferredKinds(pass())) }
    kinds = plan.kinds
  }

  /// Begins again, with the columns of all rows.
  private func convertAgain(after mismatch: SchemaMismatch, _ progress: Progress) throws {
    start.truncate(output.path)
    badRows.removeAll()
    nonFiniteCells.removeAll()
    mismatchedCells.removeAll()
    progress.begin("reading columns, because a row does not fit those of the first rows")
    var informed = self
    informed.inputOptions.infer = .max
    try informed.inferKinds()
    informed.output.leavesMixedColumnsUntyped = mismatch.isAboutLostDigits
    if mismatch.isAboutLostDigits { informed.output.restartsOnLostDigits = false }
    do {
      if keptRows != nil {
        try informed.convertKeptRows(progress)
      } else {
        try informed.convertInTwoPasses(progress)
      }
    } catch let next as SchemaMismatch where next.isAboutLostDigits {
      try informed.convertAgain(after: next, progress)
    }
  }

  /// Reads the columns of all inputs first.
  private func convertInTwoPasses(_ progress: Progress) throws {
    let schema = try schema(progress)
    progress.begin("converting")
    var transfer = Transfer(conversion: self, progress: progress)
    try output.visit(schema, isSingle: false, &transfer)
  }

  /// Reports the warnings.
  private func finish() throws {
    nonFiniteCells.tell(console)
    output.storedConversions.tell(console)
    if case .sample(_, let seed, isGiven: false) = keptRows {
      console.standardError("millrace: --seed \(seed) takes the same rows again\n")
    }
    try badRows.finish(console)
  }

  /// Whether rows are written as they come in: to a pipe or a terminal, from inputs of which one is a pipe.
  ///
  /// A file gets its rows in chunks, so that its columns do not depend on the time at which rows arrive.
  var isFollowing: Bool { output.isFollowed && inputs.contains { !$0.source.isFile } }

  /// The bytes of all inputs, if they are known.
  var total: Int? {
    inputs.reduce(0) { sum, input in input.size.flatMap { size in sum.map { $0 + size } } }
  }

  func pass(isLast: Bool = true) -> Pass {
    // Sorted members are kept in a tree, where duplicate keys would be lost silently.
    let hasTypes = Format.ofColumns.contains(output.format)
    return Pass(
      options: inputOptions, badRows: badRows, rejectsDuplicateKeys: sortsKeys,
      // From text to text, cells need types only if they determine which cells have quotes, or which are objects.
      readsText: Format.ofCSV.contains(output.format) && output.quoting != .text && output.flattenSeparator == nil,
      kinds: kinds, readsInstants: hasTypes,
      nonFiniteCells: hasTypes ? nonFiniteCells : nil,
      // A condition is the same for every output, so the filter replaces numbers after it.
      nonFiniteNumbers: condition == nil ? output.nonFiniteNumbers : .numbers,
      destination: hasTypes ? .columns : output.format == .sqlite ? .database : .text,
      mismatchedCells: inputOptions.infer != .max && canRestart ? mismatchedCells : nil, condition: condition,
      isFollowing: isFollowing, isLast: isLast)
  }

  /// Returns the filter of the members of an input's rows.
  func filter(of input: StreamInput) -> RowFilter {
    var filter = inputOptions.selection.filter(nestSeparator: inputOptions.nestSeparator)
    filter.omitsNulls = nulls == .omit
    filter.writesAbsent = nulls == .keep
    if condition != nil, input.isTable { filter.nonFiniteNumbers = output.nonFiniteNumbers }
    filter.source = inputOptions.selection.sourceColumn.map { ($0, input.operand) }
    return filter
  }

  /// Returns the matcher for the condition and the required columns; nil if there is neither.
  ///
  /// - Parameters:
  ///   - findings: The required columns that were found in earlier rows; nil if there were none.
  ///   - offset: the rows that are left out.
  func makeMatcher(_ findings: ReferenceFindings? = nil, offset: RowOffset? = nil) -> RowMatcher? {
    let columns = inputOptions.selection.references
    guard condition != nil || offset != nil || !columns.isEmpty else { return nil }
    let matcher = RowMatcher(condition, columns: columns, offset: offset)
    matcher.spellsNonFinite = inputs.allSatisfy { Format.ofCSV.contains($0.format) }
    if let findings { matcher.findings = findings }
    return matcher
  }

  /// The rows that are left out of those of one pass over all inputs; nil for none.
  func makeOffset() -> RowOffset? { offset > 0 ? RowOffset(offset) : nil }

  /// Infers the schema of the rows before they are converted.
  private func schema(_ progress: Progress) throws -> Schema {
    var schema = Schema()
    guard output.wantsSchema || output.format == .sqlite else { return schema }
    let offset = makeOffset()
    for input in inputs {
      let rows = min(limit, rowsToObserve(of: input))
      if rows > 0 || input.isTable {
        var pass = pass(isLast: false)
        pass.filter = filter(of: input)
        pass.offset = offset
        schema.merge(try input.schema(pass, limit: rows, progress: progress))
      }
    }
    return schema
  }

  /// The number of rows that are read before the first is written: all rows of files, the first ones of a pipe. A table
  /// names its columns itself, and a database as output, or CSV, requires no more information.
  private func rowsToObserve(of input: StreamInput) -> Int {
    let namesSuffice = input.isTable && output.flattenSeparator == nil && inputOptions.nestSeparator == nil
    if output.format == .sqlite { return output.leavesMixedColumnsUntyped ? .max : 0 }
    if Format.ofCSV.contains(output.format) && namesSuffice { return 0 }
    return input.source.isFile ? .max : inputOptions.infer ?? 1
  }

  private func convertInOnePass(_ progress: Progress) throws {
    var onePass = OnePass(self, progress)
    guard output.format == .json, inputs[0].format == .json, !inputOptions.makesRows, output.split == nil else {
      return try inputs[0].visit(pass(), &onePass)
    }
    try inputs[0].withJSON(pass()) { elements in
      onePass.isSingle = try !elements.source.isArray()
      if onePass.isSingle, !sortsKeys, filter(of: inputs[0]).isNone, condition == nil, offset == 0 {
        try forwardInPieces(&elements)
      } else {
        try onePass.visit(&elements, inputOptions.memberKinds)
      }
    }
  }

  /// Forwards a single document, which need not fit into memory.
  private func forwardInPieces(_ elements: inout JSON.Elements<IgnoredValue>) throws {
    let bytes = try OutputBytes(output.path, output.compression)
    if output.isPretty {
      try forwardInPieces(&elements, to: JSON.StreamWriter(to: bytes, as: .concatenated, style: JSON.Pretty.self))
    } else {
      try forwardInPieces(&elements, to: JSON.StreamWriter(to: bytes, as: .concatenated))
    }
  }

  private func forwardInPieces<Style: JSON.Style>(
    _ elements: inout JSON.Elements<IgnoredValue>, to writer: consuming JSON.StreamWriter<OutputBytes, Style>
  ) throws {
    if limit > 0 { _ = try writer.append(inPiecesNextOf: &elements) }
    // Checks that nothing follows the value.
    _ = try elements.next()
    try writer.end()
  }
}

/// Moves the elements of all inputs to the output.
struct Transfer: SinkVisitor {
  let conversion: Conversion
  let progress: Progress

  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws {
    var feed = conversion.feed(sink, progress, conversion.makeOffset())
    for input in conversion.inputs {
      if feed.count >= conversion.limit { break }
      feed.begin(input)
      try input.visit(conversion.pass(), &feed)
    }
    try conversion.end(&feed)
  }
}

extension String {
  /// The text before the first separator, if there is one.
  func prefix(before separator: String) -> String? {
    let (text, separator) = (Array(utf8), Array(separator.utf8))
    guard let end = text.indices.first(where: { text[$0...].starts(with: separator) }) else { return nil }
    return String(decoding: text[..<end], as: UTF8.self)
  }

  /// The texts between separators, by bytes.
  func parts(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self
    while let part = rest.prefix(before: separator) {
      parts.append(part)
      rest = String(decoding: rest.utf8.dropFirst(part.utf8.count + separator.utf8.count), as: UTF8.self)
    }
    return parts + [rest]
  }
}
