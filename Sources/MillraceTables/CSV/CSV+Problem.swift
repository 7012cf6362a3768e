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
    case .quoteInCell: "unexpected quote in an unquoted cell; quote the whole cell"
    case .textBehindQuote(let byte):
      "unexpected \(byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)") "
        + "after a closing quote; expected a delimiter"
    case .unclosedQuote: "unclosed quote at the end of the input"
    case .wrongNumberOfCells(let found, let expected):
      "row has \(found) \(found == 1 ? "cell" : "cells"), but the table has \(expected) \(expected == 1 ? "column" : "columns")"
    case .duplicateColumn(let name): "duplicate column \"\(name)\""
    case .noSuchColumn(let name): "unknown column \"\(name)\" in the options"
    case .wrongKind(let expected, let found): "expected \(expected), found \"\(found)\""
    case .lateColumn(let name, let row):
      "row \(row): new member \"\(name)\" after the header was written; list all columns in the options"
    case .unlistedColumn(let name, let row):
      "row \(row): member \"\(name)\" is not one of the listed columns"
    case .noColumns(let row): "row \(row): no members and no listed columns, so the header is unknown"
    }
  }
}

extension FormatError {
  @usableFromInline
  init(_ problem: CSV.Problem, at place: Place = Place()) { self.init(.custom(problem), at: place) }
}
