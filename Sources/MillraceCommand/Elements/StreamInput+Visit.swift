import Millrace
import MillraceCommandLine
import MillraceTables

/// One pass over the elements of an input.
struct Pass {
  var options: InputOptions
  let badRows: BadRows
  var rejectsDuplicateKeys = false
  /// Whether all cells of CSV are text.
  var readsText = false
  /// Whether the kinds of the cells of CSV are inferred. If cells are text, only kinds of localized numbers are.
  var infersKinds: Bool { !readsText || options.csv.numbers != nil }
  /// The kinds of the cells of CSV, if they were inferred from all inputs together.
  var kinds: CSV.InferredKinds?
  /// Whether columns of CSV that have no cell in the first rows have the kinds of all their cells.
  var infersEmptyColumns = false
  /// Whether date-and-time text in CSV becomes an instant.
  var readsInstants = false
  /// Records NaN and infinities in columns of numbers, if the output has them.
  var nonFiniteCells: NonFiniteCells?
  /// The representation of NaN and infinities of Arrow.
  var nonFiniteNumbers = Columns.NonFiniteNumbers.numbers
  /// Where rows of Arrow and Parquet are forwarded to.
  var destination = Columns.RowDestination.text
  /// Records cells that do not fit the inferred kinds, if the conversion can begin again with the kinds of all rows.
  var mismatchedCells: MismatchedCells?
  /// The condition of `--where`, and the required columns.
  var condition: RowCondition?
  /// The columns of a table that are used; nil for those that the options and the condition determine.
  var usedColumns: Set<JSON.ExactKey>?
  /// Whether columns of Parquet that cannot be read are left out, because it is not known yet which columns are used.
  var leavesOutUnreadable = false
  /// The number of first rows that are left out.
  var offset: RowOffset?
  var filter = RowFilter()
  /// Whether the rows before the first pause of a pipe are the first rows, however few there are.
  var isFollowing = false
  /// Whether the input is read for the last time.
  var isLast = true
}

extension StreamInput {
  /// Passes all elements to a visitor.
  ///
  /// - Throws: ``CommandError`` with the place in the input.
  func visit<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    guard pass.options.makesRows else { return try visitRows(pass, &visitor) }
    let stored = StoredVisitor(consume visitor)
    var maker = RowMaker(stored, pass.options.entries, pass.options.unnesting)
    do {
      try visitRows(pass, &maker)
      visitor = stored.takeVisitor()
    } catch {
      visitor = stored.takeVisitor()
      throw error
    }
  }

  private func visitRows<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    switch format {
    case .json, .jsonLines, .concatenated, .jsonSequence: try visitJSON(pass, &visitor)
    case .csv, .tsv: try visitCSV(pass, kinds: pass.infersKinds ? pass.kinds : [:], &visitor)
    case .sqlite: try visitDatabase(pass, &visitor)
    case .arrow, .arrowStream: try visitArrow(pass, &visitor)
    case .parquet: try visitParquet(pass, &visitor)
    }
  }

  private func visitJSON<Visitor: ElementVisitor & ~Copyable>(_ pass: Pass, _ visitor: inout Visitor) throws {
    try withJSON(pass) { elements in try visitor.visit(&elements, pass.options.memberKinds) }
  }

  /// Performs an operation on JSON elements, and adds the line to its errors.
  func withJSON<Result>(_ pass: Pass, _ body: (inout JSON.Elements<IgnoredValue>) throws -> Result) throws -> Result {
    let reading = JSON.ReadingOptions(duplicateKeys: pass.rejectsDuplicateKeys ? .rejected : .lastWins)
    var elements = try elements(
      at: pass.options.pointer, reading: reading, onBadLine: pass.badRows.policy(for: self, isCounted: pass.isLast),
      isLast: pass.isLast)
    do {
      return try body(&elements)
    } catch let error as FormatError {
      if case .custom(let error as CommandError) = error.problem { throw error }
      throw CommandError.data(message(error, in: elements) + hint(for: error, pass))
    }
  }

  /// Whether this is one JSON document that is not an array, and is the only element.
  func isSingle(_ pass: Pass) throws -> Bool {
    guard format == .json, !pass.options.makesRows else { return false }
    if let known = knowledge.isSingle { return known }
    var pass = pass
    pass.isLast = false
    let isSingle = try withJSON(pass) { elements in try !elements.source.isArray() }
    knowledge.isSingle = isSingle
    return isSingle
  }

  /// Infers the schema of the elements, or of the first ones.
  ///
  /// - Parameters:
  ///   - limit: the most elements that are read.
  ///   - progress: shows how far it has come.
  func schema(_ pass: Pass, limit: Int = .max, progress: Progress) throws -> Schema {
    if limit == .max, pass.filter.isNone, pass.offset == nil, try isSingle(pass) {
      // It can be larger than memory.
      return try withJSON(pass) { elements in
        var observer = Schema.Observer()
        _ = try elements.source.forwardInPieces(to: &observer, flush: { [source] _ in progress.report(source.count) })
        _ = try elements.next()
        return observer.schema
      }
    }
    // The first rows of a pipe are kept in memory, so that they must not be all until one fulfills the condition.
    let condition = source.isFile ? pass.condition : nil
    let offset = source.isFile ? pass.offset : nil
    // In another pass all inputs together must have the columns.
    let columns = pass.isLast ? pass.options.selection.references : []
    let takesAll = condition == nil && offset == nil && columns.isEmpty
    let matcher = takesAll ? nil : RowMatcher(condition, columns: columns, offset: offset)
    matcher?.spellsNonFinite = Format.ofCSV.contains(format)
    var observation = Observation(
      limit: limit, matcher: matcher, filter: pass.filter,
      report: { [source] rows in progress.report(source.count, rows: rows) })
    try visit(pass, &observation)
    if pass.isLast {
      try observation.checkReferences(in: name)
      try pass.options.selection.patternFindings.check(in: name)
    }
    return observation.observer.schema
  }
}

/// Performs an operation, and converts its errors to ``CommandError``.
func complaining<Result>(_ body: () throws -> Result) throws(CommandError) -> Result {
  do {
    return try body()
  } catch let error as CommandError {
    throw error
  } catch {
    throw .data("millrace: \(error)")
  }
}
