import Millrace
import MillraceTables

/// A source whose first rows were read ahead, so that they tell the columns before they are converted.
struct FirstRows<Base: ElementSource & ~Copyable>: ElementSource, ~Copyable {
  private var base: Base
  private var rows: [RowTape] = []
  private var position = 0

  init(_ base: consuming Base) { self.base = base }

  consuming func finish() -> Base { base }

  /// Reads rows ahead.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - maximumSize: the bytes in memory after which no further row is read.
  ///   - condition: what they must fulfill; others are dropped.
  mutating func readAhead(_ limit: Int, maximumSize: Int, _ condition: RowCondition?) throws {
    let matcher = condition.map(RowMatcher.init)
    var size = 0
    while rows.count < limit, size < maximumSize {
      var row = RowTape()
      guard try base.forwardNext(to: &row, restart: { $0.removeAll() }) else { return }
      if let matcher {
        matcher.tape = row
        guard matcher.matches() else { continue }
      }
      size += row.size
      rows.append(row)
    }
  }

  /// Shows the rows that were read ahead to an observer.
  func observe(_ observer: inout Schema.Observer) { for row in rows { row.replay(to: &observer) } }

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
    position += 1
    guard position == rows.count else { return }
    rows = []
    position = 0
  }
}
