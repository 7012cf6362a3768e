import Millrace

/// Keeps the first elements.
struct FirstElements: ElementVisitor {
  private(set) var values: [JSON.Value] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while values.count < limit, let value = try elements.next(JSON.Value.self) { values.append(value) }
  }
}
