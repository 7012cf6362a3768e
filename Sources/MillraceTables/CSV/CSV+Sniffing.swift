import Millrace

// Detection of the delimiter of a table.
//
// With the correct delimiter the first row, which is usually the header, has as many cells as most rows have, and more
// than one. Text that contains commas under a single name is therefore one column, and so are decimal commas between
// semicolons.

extension CSV {
  /// The number of rows that are requested to determine the delimiter.
  static var rowsToSniff: Int { 20 }
  /// The maximum number of rows that are used if they are in memory.
  private static var mostRowsToSniff: Int { 500 }

  /// Returns the delimiter with which the first rows have most consistently the same number of cells, and more than
  /// one.
  ///
  /// - Parameters:
  ///   - text: The beginning of a table.
  ///   - isComplete: Whether the text is the whole table, so that its last row is complete.
  /// - Returns: Nil if the rows do not determine a delimiter. If every row is a single cell, a byte that does not occur
  ///   in text.
  static func sniffedDelimiter(
    of text: UnsafeBufferPointer<UInt8>, isComplete: Bool, comment: UInt8?
  ) -> UInt8? {
    var best: (delimiter: UInt8, score: (Double, Int))?
    var isSingleColumn = true
    for delimiter in [ASCII.comma, UInt8(ascii: ";"), ASCII.tab, UInt8(ascii: "|")] where delimiter != comment {
      let counts = unsafe cellCounts(of: text, isComplete: isComplete, delimiter: delimiter, comment: comment)
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

  /// Returns the delimiter in a first line such as `sep=;`, which spreadsheets write and read, and the length of the
  /// line in bytes.
  static func separatorLine(of text: UnsafeBufferPointer<UInt8>) -> (delimiter: UInt8, count: Int)? {
    guard text.count >= 6, unsafe text.starts(with: "sep=".utf8), unsafe Dialect.canSeparate(text[4]) else {
      return nil
    }
    if unsafe text[5] == ASCII.lineFeed { return unsafe (text[4], 6) }
    guard unsafe text[5] == ASCII.carriageReturn else { return nil }
    return unsafe (text[4], text.count > 6 && text[6] == ASCII.lineFeed ? 7 : 6)
  }

  /// Returns the number of cells in each of the first rows.
  private static func cellCounts(
    of text: UnsafeBufferPointer<UInt8>, isComplete: Bool, delimiter: UInt8, comment: UInt8?
  ) -> [Int] {
    // A separate window, which ends at the end of the text.
    var window = unsafe RowWindow(
      ArraySource(Array(text)), delimiter: delimiter, comment: comment, maximumRowSize: 1 << 30,
      capacity: max(text.count, 64))
    var counts: [Int] = []
    while counts.count < mostRowsToSniff {
      do {
        guard try window.next() else { break }
      } catch {
        // A row with a misplaced quote agrees with no other row. Rows after it can be valid.
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
