import Millrace

// The kinds of problems that only tables have. The problems of CSV, Arrow and Parquet share them, and the kinds of
// Millrace.

extension FormatError.Kind {
  /// The bytes are not in the format that they are read as.
  public static let anotherFormat = FormatError.Kind("anotherFormat", .syntax)
  /// A quote in an unquoted cell.
  public static let quoteInCell = FormatError.Kind("quoteInCell", .syntax)
  /// A byte after the closing quote of a cell.
  public static let textAfterQuote = FormatError.Kind("textAfterQuote", .syntax)
  /// The input ends before a quote is closed.
  public static let unclosedQuote = FormatError.Kind("unclosedQuote", .syntax)
  /// A row whose cell count differs from the column count.
  public static let wrongNumberOfCells = FormatError.Kind("wrongNumberOfCells", .syntax)
  /// Two columns, or members of a structure, with the same name.
  public static let duplicateColumn = FormatError.Kind("duplicateColumn", .syntax)
  /// A file or stream of Arrow or Parquet that violates the specification.
  public static let malformedTable = FormatError.Kind("malformedTable", .syntax)

  /// The options name a column that the table does not have.
  public static let noSuchColumn = FormatError.Kind("noSuchColumn", .path)
  /// A written row has a member that is not one of the columns of the output.
  public static let unlistedColumn = FormatError.Kind("unlistedColumn", .value)
  /// An instant that the unit of its column cannot represent.
  public static let instantOutOfRange = FormatError.Kind("instantOutOfRange", .value)

  /// A table, a batch, a row group or a row that is larger than the limit.
  public static let tableTooLarge = FormatError.Kind("tableTooLarge", .limit)
  /// A feature of the format that this library does not support.
  public static let unsupportedFeature = FormatError.Kind("unsupportedFeature", .unsupported)
}
