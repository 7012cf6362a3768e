import Millrace

extension CSV {
  /// An error in a table, as the error in a `FormatError/Problem/custom(_:)`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Error, Sendable, Hashable {
    /// A quote in an unquoted cell.
    case quoteInCell
    /// A byte after the closing quote of a cell.
    case textAfterQuote(UInt8)
    /// The input ends before a quote is closed.
    case unclosedQuote
    /// A row whose cell count differs from the column count.
    case wrongNumberOfCells(found: Int, expected: Int)
    /// A duplicate column name.
    case duplicateColumn(String)
    /// The options name an unknown column.
    case noSuchColumn(String)
    /// A cell does not have the kind that was declared for its column. Its text is truncated if it is long.
    case wrongKind(expected: CellKind, found: String)
    /// A cell does not have the notation that the options declare for its column. Its text is truncated if it is long.
    case wrongNotation(expected: String, found: String)
    /// A written row has a member without a column after the header was written.
    case lateColumn(String, row: Int)
    /// A written row has a member that is not one of the listed columns.
    case unlistedColumn(String, row: Int)
    /// A written row has no members, and there are no columns yet.
    case noColumns(row: Int)
  }
}

extension CSV.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .quoteInCell: "unexpected quote in an unquoted cell; quote the whole cell"
    case .textAfterQuote(let byte):
      "unexpected \(byte > 0x20 && byte < 0x7F ? "'\(Character(UnicodeScalar(byte)))'" : "byte \(byte)") "
        + "after a closing quote; expected a delimiter"
    case .unclosedQuote: "unclosed quote at the end of the input"
    case .wrongNumberOfCells(let found, let expected):
      "row has \(found) \(found == 1 ? "cell" : "cells"), but the table has \(expected) \(expected == 1 ? "column" : "columns")"
    case .duplicateColumn(let name): "duplicate column \"\(name)\""
    case .noSuchColumn(let name): "unknown column \"\(name)\" in the options"
    case .wrongKind(let expected, let found): "expected \(expected), found \"\(found)\""
    case .wrongNotation(let expected, let found): "expected \(expected), found \"\(found)\""
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

extension CSV.Problem: FormatProblem {
  public var kind: FormatError.Kind {
    switch self {
    case .quoteInCell: .quoteInCell
    case .textAfterQuote: .textAfterQuote
    case .unclosedQuote: .unclosedQuote
    case .wrongNumberOfCells: .wrongNumberOfCells
    case .duplicateColumn: .duplicateColumn
    case .noSuchColumn: .noSuchColumn
    case .wrongKind, .wrongNotation: .mismatch
    case .lateColumn, .unlistedColumn, .noColumns: .unlistedColumn
    }
  }
}
