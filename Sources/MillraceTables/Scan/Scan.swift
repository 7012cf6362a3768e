import Millrace

/// Rows of JSON or CSV, read into Arrow's columns by a schema that is known at run time only.
///
/// The schema is a value, an array of ``Arrow/Field``. Members that are not in the schema are skipped. What each column
/// accepts is listed in the table of ``Coercion``.
public enum Scan {
  /// Which values a column accepts.
  ///
  /// | column | strict | lenient, in addition |
  /// |---|---|---|
  /// | boolean | `true`, `false`; cells: in either case, `1`, `0` | strings with such text, the numbers 1 and 0 |
  /// | integer | integers in range | strings, integral numbers such as `1.0` and `1e3` |
  /// | float | numbers | strings, also `NaN`, `Infinity` and `-Infinity` |
  /// | decimal | numbers, and strings with a number, that the scale expresses exactly | rounding, half away from zero |
  /// | string | strings | any other value, as its JSON text |
  /// | binary | strings with Base64 | |
  /// | date | `2026-11-22` | the date of a date and time |
  /// | timestamp | RFC 3339; without an offset if the column has no time zone | a space instead of `T`, a missing offset (UTC), a date, seconds since 1970 |
  /// | list, structure, map | arrays, objects, objects | strings with such JSON |
  ///
  /// `null` and a missing member are null in each of them, and so is an empty cell that has no quotes.
  public enum Coercion: String, Sendable, Hashable {
    case strict, lenient
  }

  /// What happens to a row that is not well-formed or does not fit the schema.
  public enum BadRows: String, Sendable, Hashable {
    /// The scan throws an error with the row's place.
    case error
    /// The row is left out and counted.
    case skip
    /// The row is kept: a value that does not fit is null, and so is each column of a row that is not well-formed.
    case keep
  }

  /// How a scan reads rows.
  public struct Options: Sendable {
    /// Which values a column accepts.
    public var coercion: Coercion
    /// What happens to a bad row.
    public var badRows: BadRows
    /// The name of a string column for the text of bad rows; nil for none. Requires ``BadRows/keep``.
    public var corruptColumn: String?
    /// The name of a string column for what is wrong with bad rows; nil for none. Requires ``BadRows/keep``.
    public var reasonColumn: String?
    /// The maximum number of rows in a batch.
    public var batchRows: Int
    /// The maximum size of a row, in bytes.
    public var maximumRowSize: Int
    /// The maximum nesting depth, in levels.
    public var maximumDepth: Int

    public init(
      coercion: Coercion = .strict, badRows: BadRows = .error, corruptColumn: String? = nil,
      reasonColumn: String? = nil, batchRows: Int = 1 << 16, maximumRowSize: Int = 64 << 20, maximumDepth: Int = 512
    ) {
      self.coercion = coercion
      self.badRows = badRows
      self.corruptColumn = corruptColumn
      self.reasonColumn = reasonColumn
      self.batchRows = batchRows
      self.maximumRowSize = maximumRowSize
      self.maximumDepth = maximumDepth
    }
  }

  /// Options that cannot be honored.
  public struct OptionError: Error, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }
}
