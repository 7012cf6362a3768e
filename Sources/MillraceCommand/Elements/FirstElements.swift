import Millrace
import MillraceCommandLine
import MillraceTables

/// Stores the first elements, or the first ones that fulfill a condition.
struct FirstElements: ElementVisitor {
  private(set) var values: [JSON.Value] = []
  /// The selected columns of a table; empty if the input is none.
  private(set) var columns: [String] = []
  private let limit: Int
  private let filter: RowFilter
  private let matcher: RowMatcher?
  private let patternFindings: PatternFindings?

  /// - Parameters:
  ///   - selection: the selected members and their new names; nil selects all members, with their own names.
  ///   - condition: what elements must fulfill.
  ///   - nonFiniteNumbers: What NaN and infinities are stored as.
  init(
    limit: Int, _ selection: ColumnSelection? = nil, nestSeparator: String? = nil, condition: RowCondition? = nil,
    nonFiniteNumbers: Columns.NonFiniteNumbers = .numbers
  ) {
    self.limit = limit
    var filter = selection?.filter(nestSeparator: nestSeparator) ?? RowFilter()
    filter.nonFiniteNumbers = nonFiniteNumbers
    self.filter = filter
    patternFindings = selection?.patternFindings
    let columns = selection?.references ?? []
    matcher = columns.isEmpty && condition == nil ? nil : RowMatcher(condition, columns: columns)
  }

  mutating func begin(columns: [String]) {
    if !columns.isEmpty { matcher?.findings.complete() }
    self.columns = filter.outputNames(of: columns)
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    var row = RowTape()
    while values.count < limit {
      // A writer converts values that JSON does not have, such as bytes, to text.
      guard try elements.readNext(&row) else { return }
      if let matcher, !matcher.isDone {
        matcher.tape = row
        guard matcher.matches() else { continue }
      }
      var writer = JSON.Value.Writer()
      filter.replay(row, to: &writer)
      values.append(try writer.finish())
    }
  }

  /// - Throws: ``CommandError`` if no element had a required column.
  func checkReferences(in input: String) throws(CommandError) {
    guard matcher?.rowCount ?? values.count > 0, values.count < limit else { return }
    try matcher?.findings.check(in: input)
    try patternFindings?.check(in: input)
  }
}
