import Millrace
import MillraceTables

/// A source whose first rows were read ahead, so that they tell the columns before they are converted.
struct FirstRows<Base: ElementSource & ~Copyable>: ElementSource, ~Copyable {
  private var base: Base
  private var rows: [RowTape] = []
  /// How many rows were dropped before each of them.
  private var droppedCounts: [Int] = []
  private var position = 0
  /// How many rows were dropped before the last one that was handed out.
  private(set) var droppedCount = 0

  init(_ base: consuming Base) { self.base = base }

  consuming func finish() -> Base { base }

  /// Reads rows ahead.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - maximumSize: the bytes in memory after which no further row is read.
  ///   - matcher: has what they must fulfill; others are dropped.
  mutating func readAhead(_ limit: Int, maximumSize: Int, _ matcher: RowMatcher?) throws {
    var size = 0
    var dropped = 0
    while rows.count < limit, size < maximumSize {
      var row = RowTape()
      guard try base.forwardNext(to: &row, restart: { $0.removeAll() }) else { return }
      if let matcher {
        matcher.tape = row
        guard matcher.matches() else {
          dropped += 1
          continue
        }
      }
      size += row.size
      rows.append(row)
      droppedCounts.append(dropped)
    }
  }

  /// Shows the rows that were read ahead to an observer.
  ///
  /// - Parameter filter: The filter of their members, which is applied first.
  func observe(_ observer: inout Schema.Observer, _ filter: RowFilter) {
    for row in rows { filter.replay(row, to: &observer) }
  }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    guard position < rows.count else { return try base.next(type) }
    var writer = JSON.Value.Writer()
    rows[position].replay(to: &writer)
    advance()
    return try writer.finish().decode(type)
  }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    guard position < rows.count else { return try base.forwardNext(to: &writer, restart: restart) }
    restart(&writer)
    rows[position].replay(to: &writer)
    advance()
    return true
  }

  private mutating func advance() {
    droppedCount = droppedCounts[position]
    position += 1
    guard position == rows.count else { return }
    rows = []
    droppedCounts = []
    position = 0
  }
}
