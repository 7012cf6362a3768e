import Millrace

/// Reads rows of JSON or CSV into Arrow's columns, with a schema that is only known at run time.
///
/// The schema is a value, an array of ``Arrow/Field``. Members that are not in the schema are skipped, unless the coercion is
/// exact. The table of ``Coercion`` lists the values that each column accepts.
///
/// ```swift
/// let input = TableScan.Input(name: "films.jsonl") { offset in try TableScan.FileSource(path: "films.jsonl", offset: offset) }
/// let schema = try TableScan.inferredFields([input], .lines, rows: 100)
/// let stream = try TableScan.Stream([input], .lines, schema: schema)
/// while let batch = try stream.next() { print(batch.count) }  // 2
/// ```
public enum TableScan {
  /// The values that a column accepts.
  ///
  /// | column | strict | lenient, in addition |
  /// |---|---|---|
  /// | boolean | `true`, `false`; cells: in either case, `1`, `0` | strings with such text, the numbers 1 and 0 |
  /// | integer | integers in range | strings, integral numbers such as `1.0` and `1e3` |
  /// | float | numbers | strings, also `NaN`, `Infinity` and `-Infinity` |
  /// | decimal | numbers, and strings with a number, that the scale represents exactly | rounding, half away from zero |
  /// | string | strings | any other value, as its JSON text |
  /// | binary | strings with Base64 | |
  /// | date | `2026-11-22` | the date of a date and time |
  /// | timestamp | RFC 3339; without an offset if the column has no time zone | a space instead of `T`, a missing offset (UTC), a date, seconds since 1970 |
  /// | list, structure, map | arrays, objects, objects; cells: text that is such JSON | |
  ///
  /// `null` and a missing member are null in every column, and so is an empty cell without quotes.
  ///
  /// The third choice, exact, accepts only what can be written back unchanged. It differs from strict:
  /// a column of doubles has no integers above 2⁵³, numbers in cells have JSON's grammar (neither `007` nor `+7`) or are not finite
  /// (`NaN`, `-inf`), cells of
  /// booleans are `true` or `false`, and a column of strings accepts any other value as its JSON text. Duplicate keys, and keys
  /// and columns that are not in the schema, are errors.
  public enum Coercion: String, Sendable, Hashable {
    case strict, lenient, exact
  }

  /// What happens to a row that is not well-formed or does not fit the schema.
  public enum BadRows: String, Sendable, Hashable {
    /// The scan throws an error with the location of the row.
    case error
    /// The row is skipped and counted.
    case skip
    /// The row is kept. A value that does not fit is null, a row of CSV with too few cells has nulls at its end, and extra cells are
    /// dropped. In a row that is not well-formed, all columns are null.
    case keep
  }

  /// Options of a scan.
  ///
  /// ```swift
  /// let options = TableScan.Options(coercion: .lenient, badRows: .keep, corruptColumn: "corrupt")
  /// ```
  public struct Options: Sendable {
    /// The values that a column accepts. Default: `.strict`.
    public var coercion: Coercion
    /// What happens to a bad row. Default: `.error`.
    public var badRows: BadRows
    /// The name of a string column for the text of bad rows; nil for none. Requires ``BadRows/keep``.
    public var corruptColumn: String?
    /// The name of a string column for the errors of bad rows; nil for none. Requires ``BadRows/keep``.
    public var reasonColumn: String?
    /// How dates and times are written in some columns of JSON, by name. A nested column has a name such as `user.born`. In CSV,
    /// ``TableLayout/instants`` has them. A text that is written otherwise makes its row bad. Default: empty.
    public var instants: [String: CSV.InstantFormat] = [:]
    /// The maximum number of rows in a batch. Default: 65,536.
    public var batchRows: Int
    /// The maximum size of a row, in bytes. Default: 64 MiB.
    public var maximumRowSize: Int
    /// The maximum nesting depth, in levels. Default: 512.
    public var maximumDepth: Int
    /// Whether the schema has only some of the columns, so that others are skipped with any coercion.
    package var isProjection = false
    /// Whether the schema was inferred from the first rows. A well-formed row that does not fit it is then not bad, and ends the scan.
    package var isInferred = false
    /// What can be done about a value that does not fit the schema, for errors; empty for nothing.
    package var hint = ""
    /// What can be done about a row with too few cells, for errors; empty for nothing.
    package var raggedHint = ""

    /// Creates options. The properties describe the parameters.
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

    /// Creates an error with a description.
    public init(_ description: String) { self.description = description }
  }
}
