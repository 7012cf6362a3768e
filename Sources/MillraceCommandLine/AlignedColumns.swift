/// Formats rows of cells as lines with aligned columns: the first columns are aligned to the left, and the others,
/// which are numbers, to the right.
package func aligned(_ rows: [[String]], columnsOfText: Int) -> String {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let lines = rows.map { row in
    let cells = row.indices.map { column in
      let blanks = String(repeating: " ", count: widths[column] - row[column].count)
      return column < columnsOfText ? row[column] + blanks : blanks + row[column]
    }
    var line = cells.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }
  return lines.joined()
}
