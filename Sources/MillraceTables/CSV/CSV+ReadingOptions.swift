import Millrace

extension CSV {
  /// How a table is read.
  public struct ReadingOptions: Sendable {
    /// The delimiter, the header and comments.
    public var dialect: Dialect
    /// Whether the delimiter is determined from the first rows: comma, semicolon, tab or pipe. The dialect's is taken when
    /// they do not tell.
    public var sniffsDelimiter: Bool
    /// Names instead of those in the header, or for the columns of a table that has none; nil to take the header's. Without
    /// either the columns are read by position, and rows are arrays.
    public var columnNames: [String]?
    /// The kinds of some columns, by name, for forwarding to other formats and for reading without a type. Other
    /// columns are text.
    public var columns: [String: CellKind]
    /// What separates the names of nested objects in the name of a column; nil when names are not parsed.
    public var nameSeparator: String?
    /// What happens to a row whose cell count differs from the column count.
    public var raggedRows: RaggedRows
    /// What happens with a row that cannot be read. ``CSV/Elements`` honours it.
    ///
    /// The place where the next row begins is certain if the cells of the row were separated. After a misplaced quote the row
    /// is assumed to end with its line, which is wrong when a later cell contains a line break. A quote that is never
    /// closed and a row that is too large end the table with an error in any case.
    public var onBadElement: BadElementPolicy
    /// The encoding of the input.
    public var encoding: Encoding
    /// The most bytes that a row may have, and thereby what is held in memory at most.
    public var maximumRowSize: Int

    /// - Parameters:
    ///   - maximumRowSize: in bytes, at most 1 GiB. Default: 64 MiB.
    ///   - sniffsDelimiter: whether the delimiter is determined from the first rows. Default: `false`.
    ///   - raggedRows: how rows are handled whose cell count differs from the column count.
    ///   - onBadElement: how bad elements are handled.
    ///   - nameSeparator: the separator between the names of nested objects.
    ///   - encoding: the encoding of the input.
    ///   - dialect: the delimiter, the header and comments.
    ///   - columns: the columns.
    ///   - columnNames: the names of the columns.
    public init(
      dialect: Dialect = Dialect(), sniffsDelimiter: Bool = false, columnNames: [String]? = nil,
      columns: [String: CellKind] = [:], nameSeparator: String? = ".", raggedRows: RaggedRows = .rejected,
      onBadElement: BadElementPolicy = .stop, encoding: Encoding = .utf8, maximumRowSize: Int = 64 << 20
    ) {
      self.dialect = dialect
      self.sniffsDelimiter = sniffsDelimiter
      self.columnNames = columnNames
      self.columns = columns
      self.nameSeparator = nameSeparator
      self.raggedRows = raggedRows
      self.onBadElement = onBadElement
      self.encoding = encoding
      self.maximumRowSize = maximumRowSize
    }

    /// What happens to a row whose cell count differs from the column count.
    public enum RaggedRows: Sendable {
      /// It is bad.
      case rejected
      /// Cells that are missing at its end are absent. A row with more cells is bad, unless the surplus is empty.
      case padded
      /// Cells that are missing at its end are absent, those that are too many are left out, and an error with the place
      /// of the row goes to a function.
      case reported(@Sendable (FormatError) -> Void)
    }

    /// An encoding of text.
    public enum Encoding: Sendable, Hashable {
      /// UTF-8, which is checked. A byte order mark is skipped.
      case utf8
      /// ISO 8859-1. Offsets in errors count the bytes of the text in UTF-8.
      case latin1
    }

    /// - Throws: ``CSV/Contradiction``.
    func check() throws {
      try dialect.check()
      guard (1...1 << 30).contains(maximumRowSize) else { throw Contradiction.maximumRowSize(maximumRowSize) }
      if let columnNames { try CSV.checkDistinct(columnNames) }
    }
  }

  /// - Throws: ``Contradiction/duplicateColumn(_:)``.
  static func checkDistinct(_ names: [String]) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { throw Contradiction.duplicateColumn(name) }
  }
}
