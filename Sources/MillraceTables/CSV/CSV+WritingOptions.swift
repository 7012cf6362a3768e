import Millrace

extension CSV {
  /// Options for writing a table.
  ///
  /// ```swift
  /// let options = CSV.WritingOptions(columns: ["trip_id", "stop_sequence"], unlistedMembers: .leftOut)
  /// let text = try CSV.encode(stops, options: options)
  /// ```
  public struct WritingOptions: Sendable {
    /// The delimiter, the header and line ends. Default: `.commas`.
    public var dialect: Dialect
    /// How nested objects are written. Arrays are always JSON text. Default: columns with a dot in their names.
    public var nested: NestedObjects
    /// All columns, in this order; nil to use those of the first row. Default: nil.
    public var columns: [String]?
    /// How members without a column are handled if the columns are listed.
    public var unlistedMembers: UnlistedMembers
    /// Which cells have quotes. Default: those that require them.
    public var quoting: Quoting
    /// Whether the text begins with a byte order mark, by which spreadsheets recognize UTF-8. Default: `false`.
    public var hasByteOrderMark: Bool

    /// Creates options. The properties describe the parameters.
    public init(
      dialect: Dialect = Dialect(), nested: NestedObjects = .columns(separator: "."), columns: [String]? = nil,
      unlistedMembers: UnlistedMembers = .rejected, quoting: Quoting = .necessary, hasByteOrderMark: Bool = false
    ) {
      self.dialect = dialect
      self.nested = nested
      self.columns = columns
      self.unlistedMembers = unlistedMembers
      self.quoting = quoting
      self.hasByteOrderMark = hasByteOrderMark
    }

    /// Which cells have quotes. A null cell never has quotes, because `""` is an empty string.
    public enum Quoting: Sendable, Hashable {
      /// Cells that a reader could not read or would misinterpret without quotes.
      case necessary
      /// Cells that are neither numbers nor Boolean values, and the names of columns.
      case text
      /// Every cell, and the names of columns.
      case all
    }

    /// How members without a column are handled.
    public enum UnlistedMembers: Sendable, Hashable {
      /// The row is an error.
      case rejected
      /// The member is omitted.
      case leftOut
    }

    /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
    func check() throws {
      try dialect.check()
      if let columns { try CSV.checkDistinct(columns) }
    }
  }
}
