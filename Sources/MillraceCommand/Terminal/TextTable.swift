/// A table for people, with aligned columns.
struct TextTable {
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

  /// The table in Markdown, as GitHub and others read it.
  var markdown: String {
    let rule = alignments.map { $0 == .left ? "---" : "---:" }
    return ([titles.map(Self.escaped), rule] + rows.map { $0.map(Self.escaped) })
      .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }

  /// Escapes the characters that are special in Markdown.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\`*_[]<>|~#".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
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
