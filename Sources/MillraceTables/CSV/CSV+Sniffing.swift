import Millrace

extension CSV {
  /// How many rows are looked at in order to determine the delimiter.
  static var rowsToSniff: Int { 20 }

  /// The delimiter by which the first rows have most nearly the same number of cells, and more than one.
  ///
  /// - Parameters:
  ///   - text: the beginning of a table.
  ///   - isComplete: whether it is all of it, so that its last row is whole.
  /// - Returns: nil if every row seems to be a single cell.
  static func sniffedDelimiter(
    of text: UnsafeBufferPointer<UInt8>, isComplete: Bool, comment: UInt8?
  ) -> UInt8? {
    var best: (delimiter: UInt8, consistency: Double, columns: Int)?
    for delimiter in [ASCII.comma, UInt8(ascii: ";"), ASCII.tab, UInt8(ascii: "|")] where delimiter != comment {
      let counts = cellCounts(of: text, isComplete: isComplete, delimiter: delimiter, comment: comment)
      // How many cells most rows have.
      var rows: [Int: Int] = [:]
      for count in counts { rows[count, default: 0] += 1 }
      guard let (columns, agreeing) = rows.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), columns > 1
      else { continue }
      let consistency = Double(agreeing) / Double(counts.count)
      if let best, (best.consistency, best.columns) >= (consistency, columns) { continue }
      best = (delimiter, consistency, columns)
    }
    return best?.delimiter
  }

  /// The number of cells in each of the first rows.
  private static func cellCounts(
    of text: UnsafeBufferPointer<UInt8>, isComplete: Bool, delimiter: UInt8, comment: UInt8?
  ) -> [Int] {
    // A window of its own, which ends where the text does.
    var window = RowWindow(
      ArraySource(Array(text)), delimiter: delimiter, comment: comment, maximumRowSize: 1 << 30,
      capacity: max(text.count, 64))
    var counts: [Int] = []
    do {
      while counts.count < rowsToSniff, try window.next() {
        if window.rowEnd == text.count, !isComplete, !counts.isEmpty { break }
        if window.cellCount > 1 || window.rowEnd > window.rowStart + 1 { counts.append(window.cellCount) }
      }
    } catch {
      // The rows before an error were valid; a wrong delimiter has no valid rows.
    }
    return counts
  }
}
