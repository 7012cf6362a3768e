/// A table for people, with its columns below one another.
struct TextTable {
  /// Where the words of a column begin or end below one another.
  enum Alignment {
    case left, right
  }

  private let titles: [String]
  private let alignments: [Alignment]
  private let widestCell: Int
  private var rows: [[String]] = []

  /// - Parameter widestCell: the columns of the terminal that a cell has; longer ones are cut.
  init(_ columns: [(title: String, alignment: Alignment)], widestCell: Int = .max) {
    titles = columns.map { visible($0.title) }
    alignments = columns.map(\.alignment)
    self.widestCell = widestCell
  }

  /// - Parameter cells: one for each column.
  mutating func append(_ cells: [String]) { rows.append(cells.map { cut(visible($0)) }) }

  /// The lines.
  var text: String {
    let all = [titles.map(cut)] + rows
    let widths = titles.indices.map { column in all.map { displayWidth($0[column]) }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let blanks = String(repeating: " ", count: widths[column] - displayWidth(row[column]))
        return alignments[column] == .left ? row[column] + blanks : blanks + row[column]
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  private func cut(_ text: String) -> String {
    guard displayWidth(text) > widestCell else { return text }
    var width = 1  // of the ellipsis
    let kept = text.prefix { character in
      width += displayWidth(character)
      return width <= widestCell
    }
    return kept + "…"
  }
}

/// The columns of a terminal that a text takes.
func displayWidth(_ text: String) -> Int { text.reduce(0) { $0 + displayWidth($1) } }

/// The columns that a character takes: two for those of East Asia and pictures, none for what only joins others.
///
/// By the blocks that UAX #11 gives for wide characters, which is what terminals go by.
func displayWidth(_ character: Character) -> Int {
  guard let first = character.unicodeScalars.first else { return 0 }
  if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
  switch first.value {
  case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0x20D0...0x20FF: return 0
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F1E6...0x1F1FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
    return 2
  default: return 1
  }
}
