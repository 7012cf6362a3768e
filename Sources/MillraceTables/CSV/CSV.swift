import Millrace

/// Comma-separated values as RFC 4180 has them, and what else goes by that name.
///
/// ```swift
/// let stops = try CSV.decode([StopTime].self, from: table)
/// let text = try CSV.encode(stops)
/// for stop in try CSV.stream(StopTime.self, from: "stop_times.txt").results() { … }
/// ```
///
/// A row is an object whose members are the cells, by the names of the header. An empty cell is a member that is not
/// there; an empty string is `""`.
public enum CSV {
  /// How a table is laid out in text.
  public struct Dialect: Sendable, Hashable {
    /// What separates cells: one byte of ASCII. No letter, digit, quote, line break, dot, plus or minus.
    public var delimiter: UInt8
    /// Whether the first row has the names of the columns.
    public var hasHeader: Bool
    /// What a line begins with that is no row; nil if there are no such lines.
    public var comment: UInt8?
    /// What a row ends with when it is written. All of them are read, also mixed.
    public var lineEnd: LineEnd

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
    /// Commas, a header, and carriage returns before the line feeds, as RFC 4180 has it.
    public static var rfc4180: Dialect { Dialect(lineEnd: .carriageReturnAndLineFeed) }
    public static var semicolons: Dialect { Dialect(delimiter: UInt8(ascii: ";")) }
    public static var tabs: Dialect { Dialect(delimiter: ASCII.tab) }
    public static var pipes: Dialect { Dialect(delimiter: UInt8(ascii: "|")) }

    public enum LineEnd: Sendable, Hashable {
      case lineFeed, carriageReturnAndLineFeed
    }
  }

  /// What the cells of a column are declared to be.
  public enum CellKind: Sendable, Hashable {
    /// `true` or `false` in letters of either case, or `1` or `0`.
    case boolean
    /// A number without fraction and exponent.
    case integer
    /// A number as RFC 8259, section 6 writes it, with all its digits.
    case number
    case text
    /// A date and time of RFC 3339.
    case instant
    /// Base64 (RFC 4648, section 4).
    case bytes
    /// One value as text of JSON.
    case json
  }

  /// Options that cannot be honored.
  public enum Contradiction: Error, Sendable, Hashable, CustomStringConvertible {
    /// Cells could not be told apart by it.
    case delimiter(UInt8)
    /// Comments could not be told from rows by it.
    case comment(UInt8)
    /// It could not be told from other bytes of a cell.
    case escape(UInt8)
    /// Rows of so many bytes cannot be indexed.
    case maximumRowSize(Int)
    /// A list of columns has a name twice.
    case duplicateColumn(String)

    public var description: String {
      switch self {
      case .delimiter(let byte): "the byte \(byte) cannot be a delimiter"
      case .comment(let byte): "the byte \(byte) cannot begin a comment"
      case .escape(let byte): "the byte \(byte) cannot be an escape"
      case .maximumRowSize(let size): "the maximum row size is \(size) and must be from 1 to \(1 << 30)"
      case .duplicateColumn(let name): "the column \"\(name)\" is listed twice"
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
    case .instant: "date and time of RFC 3339"
    case .bytes: "Base64"
    case .json: "JSON"
    }
  }
}

extension CSV.Dialect {
  /// - Throws: ``CSV/Contradiction``.
  func check() throws {
    guard Self.canSeparate(delimiter) else { throw CSV.Contradiction.delimiter(delimiter) }
    if let comment, !Self.canSeparate(comment) || comment == delimiter { throw CSV.Contradiction.comment(comment) }
  }

  /// Whether a byte is none of those that numbers, words, quotes and line ends consist of.
  static func canSeparate(_ byte: UInt8) -> Bool {
    let others: [UInt8] = [
      0, ASCII.quote, ASCII.lineFeed, ASCII.carriageReturn, ASCII.dot, ASCII.plus, ASCII.minus,
    ]
    return byte < 0x80 && !others.contains(byte) && !ASCII.isDigit(byte)
      && !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
