import Millrace
import MillraceTables

/// Looks at elements, or at the first of them.
struct Observation: ElementVisitor, ~Copyable {
  private(set) var observer = Schema.Observer()
  private let limit: Int
  private var count = 0

  /// The text in names of columns that makes them members of objects, whose names are not those of fields.
  private let nestSeparator: String?

  private let condition: RowCondition?
  private let report: (_ rows: Int) -> Void

  init(
    limit: Int = .max, nestSeparator: String? = nil, condition: RowCondition? = nil,
    report: @escaping (_ rows: Int) -> Void = { _ in }
  ) {
    self.report = report
    self.limit = limit
    self.condition = condition
    self.nestSeparator = nestSeparator
  }

  mutating func begin(columns: [String]) {
    if let nestSeparator, columns.contains(where: { $0.contains(utf8Of: nestSeparator) }) { return }
    observer.expectFields(named: columns)
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    if let condition {
      let matcher = RowMatcher(condition)
      matcher.report = report
      var matching = MatchingElements(consume elements, matcher)
      do {
        // Only whole rows are written to the observer.
        while count < limit, try matching.forwardNext(to: &observer, restart: { _ in }) { count += 1 }
        elements = matching.finish()
      } catch {
        elements = matching.finish()
        throw error
      }
      return
    }
    while count < limit, try observer.append(nextOf: &elements) {
      count += 1
      if count & 0xFF == 0 { report(count) }
    }
  }
}
