import Millrace

/// The CSV format: comma-separated values (RFC 4180) and common variants.
///
/// ```swift
/// let stops = try CSV.decode([StopTime].self, from: table)
/// let text = try CSV.encode(stops)
/// for stop in try CSV.stream(StopTime.self, from: "stop_times.txt").results() { … }
/// ```
///
/// A row is an object whose keys are the names in the header. An empty cell is a missing member; an empty string is
/// `""`.
public enum CSV {
  /// The syntax of a table.
  ///
  /// ```swift
  /// let dialect = CSV.Dialect(delimiter: UInt8(ascii: ":"), hasHeader: false)
  /// let rows = try CSV.decode([[String]].self, from: Array("a:b\n".utf8), options: CSV.ReadingOptions(dialect: dialect))
  /// print(rows)  // [["a", "b"]]
  /// ```
  public struct Dialect: Sendable, Hashable {
    /// The byte between cells. It must be ASCII, and not a letter, digit, quote, line break, dot, plus or minus. Default: a comma.
    public var delimiter: UInt8
    /// Whether the first row has the names of the columns. Default: `true`.
    public var hasHeader: Bool
    /// The first byte of comment lines; nil if there are no comments. Default: nil.
    public var comment: UInt8?
    /// The end of written rows. When reading, all line ends are accepted, also mixed.
    public var lineEnd: LineEnd

    /// Creates a dialect. The properties describe the parameters.
    public init(
      delimiter: UInt8 = UInt8(ascii: ","), hasHeader: Bool = true, comment: UInt8? = nil, lineEnd: LineEnd = .lineFeed
    ) {
      self.delimiter = delimiter
      self.hasHeader = hasHeader
      self.comment = comment
      self.lineEnd = lineEnd
    }

    /// Commas, a header, and line feeds.
    public static var commas: Dialect { Dialect() }
    /// Commas, a header, and carriage returns before the line feeds, as in RFC 4180.
    public static var rfc4180: Dialect { Dialect(lineEnd: .carriageReturnAndLineFeed) }
    /// Semicolons as delimiters.
    public static var semicolons: Dialect { Dialect(delimiter: UInt8(ascii: ";")) }
    /// Tabs as delimiters.
    public static var tabs: Dialect { Dialect(delimiter: ASCII.tab) }
    /// Vertical bars as delimiters.
    public static var pipes: Dialect { Dialect(delimiter: UInt8(ascii: "|")) }

    /// The end of a line.
    public enum LineEnd: Sendable, Hashable {
      case lineFeed, carriageReturnAndLineFeed
    }
  }

  /// The declared kind of the cells of a column.
  public enum CellKind: Sendable, Hashable {
    /// `true` or `false` in letters of either case, or `1` or `0`.
    case boolean
    /// A number without fraction and exponent.
    case integer
    /// A number in the grammar of RFC 8259, section 6, with all its digits.
    case number
    case text
    /// A date and time (RFC 3339).
    case instant
    /// Base64 (RFC 4648, section 4).
    case bytes
    /// One value as JSON text.
    case json
    /// Null. A cell that is not null is an error.
    case null
  }

  /// The kinds of cells that were inferred, by the bytes of the names of their columns.
  package typealias InferredKinds = [[UInt8]: CellKind]

  /// Options that cannot be honored.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum InvalidOptions: Error, Sendable, Hashable, CustomStringConvertible {
    /// The delimiter is not allowed, because cells could not be separated.
    case delimiter(UInt8)
    /// The first byte of comments is not allowed, because comments could not be distinguished from rows.
    case comment(UInt8)
    /// The escape is a delimiter, a quote, a line end or not ASCII.
    case escape(UInt8)
    /// The maximum row size is out of range.
    case maximumRowSize(Int)
    /// A list of columns has a duplicate name.
    case duplicateColumn(String)
    /// The separators of numbers are the same, or can be part of other numbers.
    case numberFormat
    /// The format of dates and times has an unknown conversion, or not a year, a month and a day.
    case instantFormat(String)

    public var description: String {
      switch self {
      case .delimiter(let byte): "invalid delimiter: byte \(byte)"
      case .comment(let byte): "invalid comment character: byte \(byte)"
      case .escape(let byte): "invalid escape character: byte \(byte)"
      case .maximumRowSize(let size): "invalid maximum row size \(size); expected 1 to \(1 << 30) bytes"
      case .duplicateColumn(let name): "duplicate column \"\(name)\" in the options"
      case .numberFormat: "the separators of numbers must differ, and cannot be digits, signs or letters"
      case .instantFormat(let format):
        "invalid format of dates '\(format)'; expected a year, a month and a day, such as %d.%m.%Y"
      }
    }
  }
}

extension CSV.CellKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .text: "text"
    case .instant: "RFC 3339 date and time"
    case .bytes: "Base64"
    case .json: "JSON"
    case .null: "null"
    }
  }
}

extension CSV.Dialect {
  /// - Throws: ``CSV/InvalidOptions`` if a byte is not allowed.
  func check() throws {
    guard Self.canSeparate(delimiter) else { throw CSV.InvalidOptions.delimiter(delimiter) }
    if let comment, !Self.canSeparate(comment) || comment == delimiter { throw CSV.InvalidOptions.comment(comment) }
  }

  /// Whether a byte can be a delimiter: numbers, words, quotes and line ends do not contain it.
  static func canSeparate(_ byte: UInt8) -> Bool {
    let others: [UInt8] = [
      0, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn, ASCII.dot, ASCII.plus, ASCII.minus,
    ]
    return byte < 0x80 && !others.contains(byte) && !ASCII.isDigit(byte)
      && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
