import Millrace

extension CSV {
  /// How a table is read.
  public struct ReadingOptions: Sendable {
    public var dialect: Dialect
    /// Whether the delimiter is found out from the first rows: comma, semicolon, tab or pipe. The dialect's is taken when
    /// they do not tell.
    public var sniffsDelimiter: Bool
    /// Names instead of those in the header, or for the columns of a table that has none; nil to take the header's. Without
    /// either the columns are read by position, and rows are arrays.
    public var columnNames: [String]?
    /// What the cells of some columns are, by name, for everything that does not read them into a type of its own.
    /// Other columns are text.
    public var columns: [String: CellKind]
    /// What separates the names of nested objects in the name of a column; nil when names are not taken apart.
    public var nameSeparator: String?
    /// How quotes are read that are not where RFC 4180 has them.
    public var quotes: Quotes
    /// The byte that takes its meaning from a delimiter, quote, line end or itself after it, such as a backslash; nil if
    /// there is none.
    public var escape: UInt8?
    /// What happens with names in a header that are empty, or the same as another one.
    public var headerNames: HeaderNames
    /// What becomes of a row with other than as many cells as there are columns.
    public var raggedRows: RaggedRows
    /// What happens with a row that cannot be read. ``CSV/Elements`` honours it.
    ///
    /// The place where the next row begins is certain if the cells of the row were separated. After a misplaced quote the row
    /// is assumed to end with its line, which is wrong when a later cell contains a line break. A quote that is never
    /// closed and a row that is too large end the table with an error in any case.
    public var onBadElement: BadElementPolicy
    public var encoding: Encoding
    /// The most bytes that a row may have, and thereby what is held in memory at most.
    public var maximumRowSize: Int

    /// - Parameter maximumRowSize: in bytes; 64 MiB unless something else is said, and no more than 1 GiB.
    public init(
      dialect: Dialect = Dialect(), sniffsDelimiter: Bool = false, columnNames: [String]? = nil,
      columns: [String: CellKind] = [:], nameSeparator: String? = ".", raggedRows: RaggedRows = .rejected,
      onBadElement: BadElementPolicy = .stop, encoding: Encoding = .utf8, maximumRowSize: Int = 64 << 20,
      quotes: Quotes = .strict, escape: UInt8? = nil, headerNames: HeaderNames = .asTheyAre
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
      self.quotes = quotes
      self.escape = escape
      self.headerNames = headerNames
    }

    /// How quotes are read that are not where RFC 4180 has them.
    public enum Quotes: Sendable, Hashable {
      /// They are errors.
      case strict
      /// A quote in a cell that does not begin with one is text, and so is a quote in a quoted cell that is neither doubled
      /// nor the last byte of the cell. The end of the input closes a quoted cell. Offsets in errors count the
      /// bytes after conversion to RFC 4180; lines are those of the input.
      case lenient
    }

    /// What happens with names in a header that are empty, or the same as another one.
    public enum HeaderNames: Sendable, Hashable {
      /// A name that is there twice is an error.
      case asTheyAre
      /// The second `name` becomes `name_2`, and an empty name in the third column `column3`.
      case numbered
    }

    /// Whether the text must be rewritten before it is text of RFC 4180.
    var needsRewriting: Bool { quotes == .lenient || escape != nil }

    /// What becomes of a row with other than as many cells as there are columns.
    public enum RaggedRows: Sendable {
      /// It is bad.
      case rejected
      /// Cells that are missing at its end are absent. A row with more cells is bad, unless the surplus is empty.
      case padded
      /// Cells that are missing at its end are absent, those that are too many are left out, and an error with the place
      /// of the row goes to a function.
      case reported(@Sendable (FormatError) -> Void)
    }

    public enum Encoding: Sendable, Hashable {
      /// UTF-8, which is checked. A byte order mark is passed over.
      case utf8
      /// ISO 8859-1. Offsets in errors count the bytes of the text in UTF-8.
      case latin1
      /// Windows-1252, which has letters and signs where ISO 8859-1 has control characters. Offsets in errors count the
      /// bytes of the text in UTF-8.
      case windows1252
    }

    /// - Throws: ``CSV/Contradiction``.
    func check() throws {
      try dialect.check()
      guard (1...1 << 30).contains(maximumRowSize) else { throw Contradiction.maximumRowSize(maximumRowSize) }
      if let columnNames { try CSV.checkDistinct(columnNames) }
      if let escape, !CSV.Dialect.canSeparate(escape) || escape == dialect.delimiter || escape == dialect.comment {
        throw Contradiction.escape(escape)
      }
    }
  }

  /// - Throws: ``Contradiction/duplicateColumn(_:)``.
  static func checkDistinct(_ names: [String]) throws {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted { throw Contradiction.duplicateColumn(name) }
  }
}
