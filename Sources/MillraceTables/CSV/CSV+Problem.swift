import Millrace

extension CSV {
  /// What is wrong with a table, as ``FormatError/Problem/custom(_:)`` has it.
  public enum Problem: Error, Sendable, Hashable {
    /// A quote within a cell that does not begin with one.
    case quoteInCell
    /// A byte behind the closing quote of a cell.
    case textBehindQuote(UInt8)
    /// The input ends before a quote is closed.
    case unclosedQuote
    /// A row has other than as many cells as there are columns.
    case wrongNumberOfCells(found: Int, expected: Int)
    /// Two columns have this name.
    case duplicateColumn(String)
    /// The options name a column that there is not.
    case noSuchColumn(String)
    /// A cell is not of the kind that was declared for its column. Its text is cut when it is long.
    case wrongKind(expected: CellKind, found: String)
    /// A row that is written has a member for which there is no column, and the header has been written already.
    case lateColumn(String, row: Int)
    /// A row that is written has a member that is not among the listed columns.
    case unlistedColumn(String, row: Int)
    /// A row that is written has no members, and there are no columns yet.
    case noColumns(row: Int)
  }
}

extension CSV.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .quoteInCell: "a quote in a cell that does not begin with one"
    case .textBehindQuote(let byte):
      "\(byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)") behind a closing quote"
    case .unclosedQuote: "the input ends within quotes"
    case .wrongNumberOfCells(let found, let expected):
      "a row of \(found) \(found == 1 ? "cell" : "cells"), where there are \(expected) columns"
    case .duplicateColumn(let name): "two columns have the name \"\(name)\""
    case .noSuchColumn(let name): "there is no column \"\(name)\", which the options name"
    case .wrongKind(let expected, let found): "\"\(found)\" is no \(expected)"
    case .lateColumn(let name, let row):
      "row \(row) has the new member \"\(name)\", but the header has been written: list all columns beforehand"
    case .unlistedColumn(let name, let row):
      "row \(row) has the member \"\(name)\", which is not among the columns that are listed"
    case .noColumns(let row): "row \(row) has no members, and no columns are listed"
    }
  }
}

extension FormatError {
  @usableFromInline
  init(_ problem: CSV.Problem, at place: Place = Place()) { self.init(.custom(problem), at: place) }
}
