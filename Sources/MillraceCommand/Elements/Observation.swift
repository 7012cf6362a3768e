import Millrace

/// Looks at elements, or at the first of them.
struct Observation: ElementVisitor, ~Copyable {
  private(set) var observer = Schema.Observer()
  private let limit: Int
  private var count = 0

  init(limit: Int = .max) { self.limit = limit }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit, try observer.append(nextOf: &elements) { count += 1 }
  }
}
