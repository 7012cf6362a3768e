import Millrace
import MillraceCommandLine
import MillraceTables

/// Infers the schema of elements, or of the first ones.
struct Observation: ElementVisitor, ~Copyable {
  private(set) var observer = Schema.Observer()
  /// The length of the longest row that is an array, if it is determined.
  private(set) var longestArray: Int?
  private let limit: Int
  private var count = 0

  private let matcher: RowMatcher?
  private let filter: RowFilter
  private let report: (_ rows: Int) -> Void

  /// - Parameters:
  ///   - matcher: what elements must fulfill, and which columns they must have.
  ///   - filter: what becomes of their members before.
  ///   - measuresArrays: Whether the length of rows that are arrays is determined.
  init(
    limit: Int = .max, matcher: RowMatcher? = nil, filter: RowFilter = RowFilter(),
    measuresArrays: Bool = false, report: @escaping (_ rows: Int) -> Void = { _ in }
  ) {
    longestArray = measuresArrays ? 0 : nil
    self.report = report
    self.limit = limit
    self.matcher = matcher
    self.filter = filter
  }

  var hasReachedLimit: Bool { count >= limit }

  mutating func begin(columns: [String]) {
    if !columns.isEmpty { matcher?.findings.complete() }
    observer.expectFields(named: filter.outputNames(of: columns))
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    matcher?.report = report
    guard matcher == nil, filter.isNone, longestArray == nil else {
      return try elements.readMatching(matcher) { try observeFiltered($0) }
    }
    while !hasReachedLimit, try observer.append(nextOf: &elements) {
      count += 1
      if count & 0xFF == 0 { report(count) }
    }
  }

  private mutating func observeFiltered(_ readNext: (inout RowTape) throws -> Bool) throws {
    // Only whole rows are written to the observer.
    var row = RowTape()
    while !hasReachedLimit {
      guard try readNext(&row) else { return }
      filter.replay(row, to: &observer)
      if let longest = longestArray { longestArray = max(longest, row.elements(ofArrayAt: 0).count) }
      count += 1
      if count & 0xFF == 0, matcher?.hasCondition != true { report(count) }
    }
  }

  /// - Throws: ``CommandError`` if no element had a required column.
  func checkReferences(in input: String) throws(CommandError) {
    if count > 0, !hasReachedLimit { try matcher?.findings.check(in: input) }
  }
}
