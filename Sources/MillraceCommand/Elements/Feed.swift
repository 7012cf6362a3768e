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
    guard let matcher else { return try visitMatching(&elements) }
    var matching = MatchingElements(consume elements, matcher)
    do {
      try visitMatching(&matching)
      elements = matching.finish()
    } catch {
      elements = matching.finish()
      throw error
    }
  }

  private mutating func visitMatching<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    guard !filter.isNone else { return try move(&elements) }
    let firstRow = readCount
    var filtered = FilteredElements(consume elements, filter)
    do {
      try move(&filtered)
      elements = filtered.finish()
    } catch {
      elements = filtered.finish()
      guard var error = error as? FormatError, case .custom(is RowProblem) = error.problem, error.place.path == nil
      else { throw error }
      let isCounted = matcher?.hasCondition == true
      error.place.path = "/\(readCount - firstRow - (isCounted ? 1 : 0))"
      throw error
    }
  }

  private mutating func move<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit {
      if sortsKeys {
        // A writer converts values that JSON does not have, such as bytes, to text.
        var writer = JSON.Value.Writer()
        guard try elements.forwardNext(to: &writer, restart: { $0 = JSON.Value.Writer() }) else { return }
        try sink.append(try writer.finish().sortedByKeys())
      } else {
        guard try sink.append(nextOf: &elements) else { return }
      }
      count += 1
      if count & 0xFF == 0 { report(count) }
    }
  }
}
