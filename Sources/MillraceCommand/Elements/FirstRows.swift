import Millrace
import MillraceTables

/// The first rows of a source, which are read ahead so that they tell the columns before they are converted.
struct FirstRows {
  private var rows: [RowTape] = []
  /// How many rows were dropped before each of them.
  private var droppedCounts: [Int] = []
  /// How many rows were dropped before the next row of the source.
  private var droppedCount = 0

  /// Reads rows.
  ///
  /// - Parameters:
  ///   - limit: the most rows.
  ///   - maximumSize: the bytes in memory after which no further row is read.
  ///   - matcher: has what they must fulfill; others are dropped.
  mutating func read<Source: ElementSource & ~Copyable>(
    from source: inout Source, _ limit: Int, maximumSize: Int, _ matcher: RowMatcher?
  ) throws {
    var size = 0
    while rows.count < limit, size < maximumSize {
      var row = RowTape()
      guard try source.readNext(&row) else { return }
      if let matcher {
        matcher.tape = row
        guard matcher.matches() else {
          droppedCount += 1
          continue
        }
      }
      size += row.size
      rows.append(row)
      droppedCounts.append(droppedCount)
    }
  }

  /// Shows the rows to an observer.
  ///
  /// - Parameter filter: The filter of their members, which is applied first.
  func observe(_ observer: inout Schema.Observer, _ filter: RowFilter) {
    for row in rows { filter.replay(row, to: &observer) }
  }

  var count: Int { droppedCounts.count }

  /// Returns the number in the source, counted from 0, of one of these rows or of one that follows them.
  func number(of row: Int) -> Int { row + (row < count ? droppedCounts[row] : droppedCount) }

  /// Returns the rows, and releases them.
  mutating func takeElements() -> RowElements {
    defer { rows = [] }
    return RowElements(rows)
  }
}
