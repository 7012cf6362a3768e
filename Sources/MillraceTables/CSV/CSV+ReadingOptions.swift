import Millrace

extension CSV {
  /// Options for reading a table.
  ///
  /// ```swift
  /// let options = CSV.ReadingOptions(dialect: .semicolons, columns: ["price": .number], nullTexts: ["N/A"])
  /// let rows = try CSV.decode([JSON.Value].self, from: Array("name;price\nlamp;2.50\nsofa;N/A\n".utf8), options: options)
  /// ```
  public struct ReadingOptions: Sendable {
    /// The delimiter, the header and comments. Default: `.commas`.
    public var dialect: Dialect
    /// Whether the delimiter is determined from the first rows: comma, semicolon, tab or pipe. If they do not determine
    /// it, the dialect's delimiter is used. Default: `false`.
    public var sniffsDelimiter: Bool
    /// The names of the columns, instead of those in the header; nil to use the header. Without names, columns are read
    /// by position, and rows are arrays. Default: nil.
    public var columnNames: [String]?
    /// The kinds of some columns, by name, for forwarding to other formats and for reading without a type. Other
    /// columns are text. Default: empty.
    public var columns: [String: CellKind]
    /// The separator between the names of nested objects in the name of a column; nil if names are not split. Default: a dot.
    public var nameSeparator: String?
    /// How quotes are read that RFC 4180 does not allow, and whether quotes are text. Default: `.strict`.
    public var quotes: Quotes
    /// The byte that escapes a delimiter, a quote, a line end or itself after it, such as a backslash; nil if there is
    /// none. Default: nil.
    public var escape: UInt8?
    /// The bytes that ``escape`` escapes. Default: `.any`.
    public var escaped: EscapedBytes
    /// How empty and duplicate names in a header are handled. Default: `.asTheyAre`.
    public var headerNames: HeaderNames
    /// Texts that mean null, such as `N/A`. A cell in quotes is always text. Default: none.
    public var nullTexts: [String]
    /// How `NaN`, `inf` and `infinity` are read, in letters of either case, and the last two also after a sign.
    /// Default: `.rejected`.
    public var nonFiniteNumbers: NonFiniteNumbers
    /// How numbers are written in columns whose kind is `integer` or `number`; nil for the grammar of RFC 8259. Default: nil.
    public var numbers: NumberFormat?
    /// How dates and times are written in some columns whose kind is `instant`, by name. Others are written by RFC 3339.
    /// Default: empty.
    public var instants: [String: InstantFormat]
    /// Whether spaces and tabs around cells and names are skipped. Those in quotes are text. Offsets in errors count the bytes
    /// after conversion to RFC 4180. Default: `false`.
    public var trimsBlanks: Bool
    /// What happens to a row whose cell count differs from the column count. Default: `.rejected`.
    public var raggedRows: RaggedRows
    /// What happens to a row that cannot be read. ``CSV/Elements`` uses this option. Default: `.stop`.
    ///
    /// The beginning of the next row is known exactly if the cells of the row could be separated. After a misplaced
    /// quote the row is assumed to end with its line, which is wrong if a later cell contains a line break. An unclosed
    /// quote and a row that is too large always end the table with an error.
    public var onBadElement: BadElementPolicy
    /// The encoding of the input. Default: UTF-8.
    public var encoding: Encoding
    /// The maximum size of a row, in bytes, at most 1 GiB. It also bounds the memory. Default: 64 MiB.
    public var maximumRowSize: Int
    /// Whether the bytes follow other rows of the table, so that they do not begin with a byte order mark.
    package var isContinuation = false
    /// Whether all cells in the format of numbers are read as numbers, so that the kinds of columns can be inferred.
    package var infersNumbers = false
    /// The kinds of other columns that were inferred. A cell `1` is not a Boolean value there.
    package var inferredKinds: InferredKinds = [:]
    /// A function that receives the error of a row whose cell count is rejected. The row is read as if it were ragged then.
    package var keepRow: (@Sendable (FormatError) -> Void)?
    /// A function that returns whether an error ends the table even if bad rows are skipped, because the row is not malformed.
    package var endsTable: @Sendable (FormatError) -> Bool = { _ in false }

    /// Creates options. The properties describe the parameters.
    public init(
      dialect: Dialect = Dialect(), sniffsDelimiter: Bool = false, columnNames: [String]? = nil,
      columns: [String: CellKind] = [:], nameSeparator: String? = ".", raggedRows: RaggedRows = .rejected,
      onBadElement: BadElementPolicy = .stop, encoding: Encoding = .utf8, maximumRowSize: Int = 64 << 20,
      quotes: Quotes = .strict, escape: UInt8? = nil, headerNames: HeaderNames = .asTheyAre,
      nullTexts: [String] = [], nonFiniteNumbers: NonFiniteNumbers = .rejected, numbers: NumberFormat? = nil,
      instants: [String: InstantFormat] = [:], trimsBlanks: Bool = false, escaped: EscapedBytes = .any
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
      self.nullTexts = nullTexts
      self.nonFiniteNumbers = nonFiniteNumbers
      self.numbers = numbers
      self.instants = instants
      self.trimsBlanks = trimsBlanks
      self.escaped = escaped
    }

    /// The bytes that an escape character escapes.
    public enum EscapedBytes: Sendable, Hashable {
      /// Any byte, in cells with and without quotes, as MySQL writes tables.
      case any
      /// A quote and the escape character itself, in cells with quotes. The escape character is text everywhere else. Apache
      /// Spark and DuckDB write tables so.
      case quotes
    }

    /// How quotes are read.
    public enum Quotes: Sendable, Hashable {
      /// Quotes are read by RFC 4180. Misplaced quotes are errors.
      case strict
      /// A quote in a cell that does not begin with one is text, and so is a quote in a quoted cell that is neither doubled
      /// nor the last byte of the cell. The end of the last line closes a quoted cell. Offsets in errors count the
      /// bytes after conversion to RFC 4180; lines are those of the input.
      case lenient
      /// A quote is an ordinary character, so every line is a row and no cell contains a delimiter, as in many files with
      /// tabs. A text with quotes can mean null: see ``CSV/ReadingOptions/nullTexts``. Offsets in errors count the bytes
      /// after conversion to RFC 4180.
      case text
    }

    /// How NaN and infinities are read when rows are forwarded to another format.
    public enum NonFiniteNumbers: Sendable {
      /// They are text, and errors in columns whose kind is `integer` or `number`.
      case rejected
      /// They are null in every column.
      case absent
      /// In columns whose kind is `integer` or `number` they are numbers, and a function is called with the name of the
      /// column.
      case read(report: @Sendable (_ column: String) -> Void)
    }

    /// How empty and duplicate names in a header are handled.
    public enum HeaderNames: Sendable, Hashable {
      /// A duplicate name is an error.
      case asTheyAre
      /// The second `name` becomes `name_2`, and an empty name in the third column `column3`.
      case numbered
    }

    /// Whether the text must be converted to RFC 4180 before it is indexed.
    var needsRewriting: Bool { quotes != .strict || escape != nil || trimsBlanks }

    /// What happens to a row whose cell count differs from the column count.
    public enum RaggedRows: Sendable {
      /// The row is an error.
      case rejected
      /// Missing cells at its end are missing values. A row with extra cells is an error, unless they are empty.
      case padded
      /// Missing cells at its end are missing values, extra cells are dropped, and an error with the location of the
      /// row is passed to a function.
      case reported(@Sendable (FormatError) -> Void)
    }

    /// An encoding of text.
    public enum Encoding: Sendable, Hashable {
      /// UTF-8, which is validated. A byte order mark is skipped.
      case utf8
      /// ISO 8859-1. Offsets in errors count the bytes of the text in UTF-8.
      case latin1
      /// Windows-1252, which has letters and signs where ISO 8859-1 has control characters. Offsets in errors count the
      /// bytes of the text in UTF-8.
      case windows1252

      /// The encoding with a usual name, such as `utf-8` or `iso-8859-1`, in letters of either case; nil if there is none.
      package init?(named name: String) {
        switch name.lowercased() {
        case "utf8", "utf-8": self = .utf8
        case "latin1", "iso-8859-1": self = .latin1
        case "windows1252", "windows-1252", "cp1252": self = .windows1252
        default: return nil
        }
      }
    }

    /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
    func check() throws {
      try dialect.check()
      guard (1...1 << 30).contains(maximumRowSize) else { throw InvalidOptions.maximumRowSize(maximumRowSize) }
      if let columnNames { try CSV.checkDistinct(columnNames) }
      if numbers?.isValid == false { throw InvalidOptions.numberFormat }
      if let escape, !CSV.Dialect.canSeparate(escape) || escape == dialect.delimiter || escape == dialect.comment {
        throw InvalidOptions.escape(escape)
      }
    }
  }

  /// - Throws: ``InvalidOptions/duplicateColumn(_:)`` if two names are equal.
  static func checkDistinct(_ names: [String]) throws {
    var seen: Set<[UInt8]> = []
    for name in names where !seen.insert(Array(name.utf8)).inserted { throw InvalidOptions.duplicateColumn(name) }
  }
}
