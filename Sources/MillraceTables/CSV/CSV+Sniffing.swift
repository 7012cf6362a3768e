import Millrace

// Which delimiter a table has.
//
// By the right one the first row, which is usually the header, has as many cells as most rows have, and more than one. Text
// with commas in it under a single name is therefore one column, and so are decimal commas between semicolons.

extension CSV {
  /// How many rows are wanted in order to determine the delimiter, if they come at once.
  static var rowsToSniff: Int { 20 }
  /// How many rows are looked at if they are in memory.
  private static var mostRowsToSniff: Int { 500 }

  /// The delimiter by which the first rows have most consistently the same number of cells, and more than one.
  ///
  /// - Parameters:
  ///   - text: the beginning of a table.
  ///   - isComplete: whether it is all of it, so that its last row is whole.
  /// - Returns: nil if the rows do not tell, and a byte that is not in text if every row is a single cell.
  static func sniffedDelimiter(
    of text: UnsafeBufferPointer<UInt8>, isComplete: Bool, comment: UInt8?
  ) -> UInt8? {
    var best: (delimiter: UInt8, score: (Double, Int))?
    var isSingleColumn = true
    for delimiter in [ASCII.comma, UInt8(ascii: ";"), ASCII.tab, UInt8(ascii: "|")] where delimiter != comment {
      let counts = cellCounts(of: text, isComplete: isComplete, delimiter: delimiter, comment: comment)
      if counts.first != 1 || counts.count == 1 { isSingleColumn = false }
      guard let columns = counts.first, columns > 1 else { continue }
      let agreeing = counts.count { $0 == columns }
      let score = (Double(agreeing) / Double(counts.count), columns)
      if let best, best.score >= score { continue }
      best = (delimiter, score)
    }
    return best?.delimiter ?? (isSingleColumn ? unitSeparator : nil)
  }

  /// A control character that separates cells of a table with a single column, which has no delimiter.
  private static var unitSeparator: UInt8 { 0x1F }

  /// The delimiter that a first line such as `sep=;` names, as spreadsheets write and read it, and the bytes of the line.
  static func separatorLine(of text: UnsafeBufferPointer<UInt8>) -> (delimiter: UInt8, count: Int)? {
    guard text.count >= 6, text.starts(with: "sep=".utf8), Dialect.canSeparate(text[4]) else { return nil }
    if text[5] == ASCII.lineFeed { return (text[4], 6) }
    guard text[5] == ASCII.carriageReturn else { return nil }
    return (text[4], text.count > 6 && text[6] == ASCII.lineFeed ? 7 : 6)
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
    while counts.count < mostRowsToSniff {
      do {
        guard try window.next() else { break }
      } catch {
        // A row with a misplaced quote agrees with no other one. Rows after it can be valid.
        if window.hasEnded { break }
        counts.append(0)
        continue
      }
      if window.rowEnd == text.count, !isComplete, !counts.isEmpty { break }
      if window.cellCount > 1 || window.rowEnd > window.rowStart + 1 { counts.append(window.cellCount) }
    }
    return counts
  }
}
