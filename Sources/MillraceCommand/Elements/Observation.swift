import Millrace

/// Looks at elements, or at the first of them.
struct Observation: ElementVisitor, ~Copyable {
  private(set) var observer = Schema.Observer()
  private let limit: Int
  /// Whether elements may turn out to be bad that are then passed over.
  private let survivesBadRows: Bool
  private var count = 0

  init(limit: Int = .max, survivesBadRows: Bool = false) {
    self.limit = limit
    self.survivesBadRows = survivesBadRows
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit {
      let isThere =
        survivesBadRows
        ? try observer.append(nextOf: &elements)
        // Whatever is bad ends the work, so nothing has to be taken back.
        : try elements.forwardNext(to: &observer, restart: { _ in })
      guard isThere else { return }
      count += 1
    }
  }
}
