/// A table of random cells, and the ways to write it.
struct RandomTable {
  var rows: [[String]]

  private static let pieces = [
    "", "", "a", "B2", "-17.5", " ", "\t", "\"", "\"\"", ",", ";", "|", "\n", "\r", "\r\n", "\0", "é", "ß日本",
    "😀\u{10FFFF}",
    "#", "\u{FEFF}", "the quick brown fox jumps over the lazy dog, twice", "x\u{7F}", "\u{80}", "\u{7FF}", "\u{800}",
  ]

  static func cell(_ random: inout SeededGenerator) -> String {
    (0..<random.below(4)).map { _ in random.element(of: pieces) }.joined()
  }

  init(_ random: inout SeededGenerator, rows: Int, columns: Int) {
    self.rows = (0..<rows).map { _ in (0..<columns).map { _ in Self.cell(&random) } }
  }

  /// The table as text, with line ends of all kinds and quotes also where there need be none.
  func text(_ random: inout SeededGenerator, delimiter: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    for (index, row) in rows.enumerated() {
      // The first cell in quotes, so that no line is blank and none begins with a byte order mark.
      for (column, cell) in row.enumerated() {
        if column > 0 { text.append(delimiter) }
        let bytes = Array(cell.utf8)
        let needsQuotes = bytes.contains { [delimiter, 0x22, 0x0A, 0x0D].contains($0) }
        if needsQuotes || column == 0 || random.once(in: 3) {
          text.append(0x22)
          for byte in bytes { text += byte == 0x22 ? [0x22, 0x22] : [byte] }
          text.append(0x22)
        } else {
          text += bytes
        }
      }
      if index + 1 < rows.count || random.once(in: 2) {
        text += random.element(of: [[0x0A], [0x0D, 0x0A], [0x0D]] as [[UInt8]])
      }
    }
    return text
  }
}
