import MillraceCommandLine
import MillraceSQLite
import SystemLibrary

/// Columns of databases whose values were stored as values of another kind.
final class StoredConversions: Sendable {
  private let columns = Locked([SQLite.ColumnConversion]())

  func add(_ conversion: SQLite.ColumnConversion) {
    columns.withLock { if !$0.contains(conversion) { $0.append(conversion) } }
  }

  /// Reports each column once.
  func tell(_ console: Console) {
    let columns = columns.withLock { $0 }
    for column in columns.prefix(8) {
      let what =
        switch column.kind {
        case .booleansToIntegers: "true and false are stored as 1 and 0, because the column also has other values"
        case .numbersToText: "numbers and booleans are stored as text, because the first rows have text"
        case .textToNumbers: "texts that are numbers are stored as numbers, because the first rows have no text"
        }
      console.standardError("millrace: column '\(visible(column.column))': \(what)\n")
    }
    if columns.count > 8 {
      console.standardError("millrace: \(columns.count - 8) more columns have values that are stored as another kind\n")
    }
  }
}
