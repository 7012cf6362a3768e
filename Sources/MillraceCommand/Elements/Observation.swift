import Millrace
import MillraceTables

/// Looks at elements, or at the first of them.
struct Observation: ElementVisitor, ~Copyable {
  private(set) var observer = Schema.Observer()
  private let limit: Int
  private var count = 0

  /// The text in names of columns that makes them members of objects, whose names are not those of fields.
  private let nestSeparator: String?

  init(limit: Int = .max, nestSeparator: String? = nil) {
    self.limit = limit
    self.nestSeparator = nestSeparator
  }

  mutating func begin(columns: [String]) {
    if let nestSeparator, columns.contains(where: { $0.contains(nestSeparator) }) { return }
    observer.expectFields(named: columns)
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit, try observer.append(nextOf: &elements) { count += 1 }
  }
}
