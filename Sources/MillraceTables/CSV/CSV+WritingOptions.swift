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

    /// Creates options. The properties describe the parameters.
    public init(
      dialect: Dialect = Dialect(), nested: NestedObjects = .columns(separator: "."), columns: [String]? = nil,
      unlistedMembers: UnlistedMembers = .rejected
    ) {
      self.dialect = dialect
      self.nested = nested
      self.columns = columns
      self.unlistedMembers = unlistedMembers
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
