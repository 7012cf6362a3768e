import Millrace
import MillraceCommandLine

/// Moves elements of one input after another to a sink.
struct Feed<Sink: ElementSink & ~Copyable>: ElementVisitor, ~Copyable {
  var sink: Sink
  private let limit: Int
  private let sortsKeys: Bool
  private var filter: RowFilter
  private let matcher: RowMatcher?
  private let report: (_ rows: Int) -> Void
  private(set) var count = 0

  /// - Parameters:
  ///   - limit: the most elements.
  ///   - matcher: what elements must fulfill, and which columns they must have.
  ///   - report: receives the number of moved elements from time to time; with a condition, of read elements.
  init(
    _ sink: consuming Sink, limit: Int, sortsKeys: Bool, filter: RowFilter, matcher: RowMatcher?,
    report: @escaping (_ rows: Int) -> Void
  ) {
    self.sink = sink
    self.limit = limit
    self.sortsKeys = sortsKeys
    self.filter = filter
    self.matcher = matcher
    let countsRead = matcher?.hasCondition == true
    if countsRead { matcher?.report = report }
    self.report = countsRead ? { _ in } : report
  }

  /// Receives the input of the next elements.
  mutating func begin(_ input: StreamInput) { filter.source?.input = input.operand }

  /// The sink, for its end.
  consuming func takeSink() -> Sink { sink }

  /// The columns of the output for all tables so far.
  private(set) var outputNames: [String] = []

  mutating func begin(columns: [String]) {
    var known = Set(outputNames)
    for name in filter.outputNames(of: columns) where known.insert(name).inserted { outputNames.append(name) }
    if !columns.isEmpty { matcher?.findings.complete() }
    if filter.writesAbsent { filter.columns = columns.filter { filter.outputName(of: $0) != nil } }
  }

  /// The elements that were read.
  var readCount: Int { matcher.flatMap { $0.hasCondition ? $0.rowCount : nil } ?? count }

  /// Which columns were found.
  var findings: ReferenceFindings? { matcher?.findings }

  /// - Throws: ``CommandError`` if no element had a required column.
  func checkReferences(in input: String) throws(CommandError) {
    if readCount > 0 { try matcher?.findings.check(in: input) }
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    try visit(&elements, numberedBy: { $0 })
  }

  /// - Parameter number: Returns the number of an element in the input, from the number of elements before it.
  mutating func visit<Source: ElementSource & ~Copyable>(
    _ elements: inout Source, numberedBy number: (_ index: Int) -> Int
  ) throws {
    let start = readCount
    if let matcher, !matcher.isDone {
      try withRows(of: &elements) { readRow in
        var matching = RowElements(matcher.matching(readRow))
        try visitMatching(&matching, numberedBy: { number($0 - start) })
      }
      guard matcher.isDone else { return }
    }
    try visitMatching(&elements, numberedBy: { number($0 - start) })
  }

  private mutating func visitMatching<Source: ElementSource & ~Copyable>(
    _ elements: inout Source, numberedBy number: (_ readCount: Int) -> Int
  ) throws {
    guard !filter.isNone else { return try move(&elements) }
    var filtered = FilteredElements(consume elements, filter)
    do {
      try move(&filtered)
      elements = filtered.finish()
    } catch {
      elements = filtered.finish()
      guard var error = error as? FormatError, case .custom(is RowProblem) = error.problem, error.place.path == nil
      else { throw error }
      let isCounted = matcher?.hasCondition == true
      error.place.path = "/\(number(readCount - (isCounted ? 1 : 0)))"
      throw error
    }
  }

  private mutating func move<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    guard sortsKeys else { return try moveEach(&elements) }
    try withRows(of: &elements) { readRow in
      var sorted = RowElements { row in
        guard try readRow(&row) else { return false }
        row = row.sortedByKeys()
        return true
      }
      try moveEach(&sorted)
    }
  }

  private mutating func moveEach<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit {
      guard try sink.append(nextOf: &elements) else { return }
      count += 1
      if count & 0xFF == 0 { report(count) }
    }
  }
}
