import Millrace
import MillraceCommandLine
import MillraceTables

/// Passes the rows that options select to a closure, one at a time: those of `--where`, after `--offset` and up to
/// `--limit`, with the columns of `--columns`, `--drop` and `--rename`.
struct SelectedRows: ElementVisitor {
  private let limit: Int
  private let filter: RowFilter
  private let matcher: RowMatcher?
  private let patternFindings: PatternFindings
  private let report: (_ rows: Int) -> Void
  private let begin: (_ columns: [String]) -> Void
  private let take: (_ row: RowTape, _ number: Int) throws -> Void
  private(set) var count = 0

  /// - Parameters:
  ///   - nonFiniteNumbers: What NaN and infinities are passed as.
  ///   - report: Receives the number of rows from time to time.
  ///   - begin: Receives the columns of each table, as they are in the output; empty for other inputs.
  ///   - take: Receives each row, and its number in the inputs, counted from 1.
  init(
    _ options: InputOptions, limit: Int = .max, offset: Int = 0, condition: RowCondition?,
    nonFiniteNumbers: Columns.NonFiniteNumbers = .numbers, report: @escaping (_ rows: Int) -> Void = { _ in },
    begin: @escaping (_ columns: [String]) -> Void,
    take: @escaping (_ row: RowTape, _ number: Int) throws -> Void
  ) {
    self.limit = limit
    var filter = options.selection.filter(nestSeparator: options.nestSeparator)
    filter.nonFiniteNumbers = nonFiniteNumbers
    self.filter = filter
    patternFindings = options.selection.patternFindings
    let columns = options.selection.references
    matcher =
      condition == nil && offset == 0 && columns.isEmpty
      ? nil : RowMatcher(condition, columns: columns, offset: offset == 0 ? nil : RowOffset(offset))
    self.report = report
    self.begin = begin
    self.take = take
  }

  /// Whether `--limit` leaves out all further rows.
  var isFull: Bool { count >= limit }

  mutating func begin(columns: [String]) {
    if !columns.isEmpty { matcher?.findings.complete() }
    begin(filter.outputNames(of: columns))
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    matcher?.report = report
    try elements.readMatching(matcher) { try takeRows($0) }
  }

  private mutating func takeRows(_ readNext: (inout RowTape) throws -> Bool) throws {
    var row = RowTape()
    while !isFull {
      guard try readNext(&row) else { return }
      count += 1
      let number = matcher.map { $0.hasCondition ? $0.rowCount : count } ?? count
      if filter.isNone {
        try take(row, number)
      } else {
        var filtered = RowTape()
        filter.replay(row, to: &filtered)
        try take(filtered, number)
      }
      if let failure = row.failure { throw FormatError(failure) }
      if count & 0xFF == 0, matcher?.hasCondition != true { report(count) }
    }
  }

  /// - Throws: ``CommandError`` if no row had a required column.
  func checkReferences(in input: String) throws(CommandError) {
    let hasRows = matcher.map { $0.hasCondition ? $0.rowCount > 0 : count > 0 } ?? (count > 0)
    guard hasRows, !isFull else { return }
    try matcher?.findings.check(in: input)
    try patternFindings.check(in: input)
  }
}
