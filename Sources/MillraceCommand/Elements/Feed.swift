import Millrace

/// Moves elements of one input after another to a sink.
struct Feed<Sink: ElementSink & ~Copyable>: ElementVisitor, ~Copyable {
  var sink: Sink
  private let limit: Int
  private let sortsKeys: Bool
  private var filter: RowFilter
  private let report: (_ rows: Int) -> Void
  private(set) var count = 0

  /// - Parameters:
  ///   - limit: the most elements.
  ///   - report: is told now and then how many have been moved.
  init(
    _ sink: consuming Sink, limit: Int, sortsKeys: Bool, filter: RowFilter, report: @escaping (_ rows: Int) -> Void
  ) {
    self.sink = sink
    self.limit = limit
    self.sortsKeys = sortsKeys
    self.filter = filter
    self.report = report
  }

  /// The sink, for its end.
  consuming func takeSink() -> Sink { sink }

  mutating func begin(columns: [String]) {
    if filter.writesAbsent { filter.columns = columns.filter { filter.names?.contains($0) ?? true } }
  }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    guard !filter.isNone else { return try move(&elements) }
    var filtered = FilteredElements(consume elements, filter)
    do {
      try move(&filtered)
      elements = filtered.finish()
    } catch {
      elements = filtered.finish()
      throw error
    }
  }

  private mutating func move<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    while count < limit {
      if sortsKeys {
        // Written rather than read: what JSON has no kind for, such as bytes, becomes text in the usual way.
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
