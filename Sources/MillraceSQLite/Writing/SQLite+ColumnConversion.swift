extension SQLite {
  /// Values of a column that are stored as values of another kind, so that a reader cannot distinguish the two.
  package struct ColumnConversion: Sendable, Hashable {
    package enum Kind: Sendable {
      /// Booleans beside other values are the integers 1 and 0.
      case booleansToIntegers
      /// Numbers and booleans in a new column whose first rows are text are text.
      case numbersToText
      /// Texts that are numbers, in a new column whose first rows have none, are numbers.
      case textToNumbers
    }

    package let column: String
    package let kind: Kind
  }
}

extension SQLite.InsertedColumn {
  /// Returns the conversion of values of these kinds, if any.
  func conversion(of kinds: SQLite.StagedKinds) -> SQLite.ColumnConversion? {
    if isCreated, type.affinity == .text, !kinds.isDisjoint(with: [.boolean, .integer, .real]) {
      return SQLite.ColumnConversion(column: name, kind: .numbersToText)
    }
    if kinds.contains(.numericText) { return SQLite.ColumnConversion(column: name, kind: .textToNumbers) }
    guard kinds.contains(.boolean), kinds != .boolean else { return nil }
    return SQLite.ColumnConversion(column: name, kind: .booleansToIntegers)
  }
}
