import MillraceCommandLine
import SystemLibrary

/// Cells of CSV that are NaN or infinite numbers in a column of numbers, counted by column.
final class NonFiniteCells: Sendable {
  private let counts = Locked([String: Int]())

  func add(_ column: String) { counts.withLock { $0[column, default: 0] += 1 } }

  /// Adds the cells of a part of the input.
  func add(_ others: [String: Int]) { counts.withLock { $0.merge(others, uniquingKeysWith: +) } }

  /// Clears all counts, before the input is read again.
  func removeAll() { counts.withLock { $0 = [:] } }

  var all: [String: Int] { counts.withLock { $0 } }

  /// Reports the columns that have such cells.
  func tell(_ console: Console) {
    let columns = all.sorted { $0.key < $1.key }
    for (column, count) in columns.prefix(8) {
      let cells = count == 1 ? "1 cell is" : "\(count) cells are"
      console.standardError("millrace: column '\(visible(column))' stays numeric: \(cells) NaN or infinite\n")
    }
    if columns.count > 8 {
      console.standardError("millrace: \(columns.count - 8) more columns stay numeric with NaN or infinite cells\n")
    }
  }
}

extension Double {
  /// The text of a number that is NaN or infinite, which JSON does not have.
  var nonFiniteText: String { isNaN ? "NaN" : self < 0 ? "-Infinity" : "Infinity" }
}
