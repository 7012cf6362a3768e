import Millrace

/// Keeps the first elements.
struct FirstElements: ElementVisitor {
  private(set) var values: [JSON.Value] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while values.count < limit {
      // Written rather than read: what JSON has no kind for, such as bytes, becomes text in the usual way.
      var writer = JSON.Value.Writer()
      guard try elements.forwardNext(to: &writer, restart: { $0 = JSON.Value.Writer() }) else { return }
      values.append(try writer.finish())
    }
  }
}
