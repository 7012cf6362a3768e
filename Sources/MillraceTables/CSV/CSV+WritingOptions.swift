import Millrace

extension CSV {
  /// How a table is written.
  public struct WritingOptions: Sendable {
    /// The delimiter, the header and comments.
    public var dialect: Dialect
    /// What becomes of objects in rows. Arrays are JSON text in any case.
    public var nested: NestedObjects
    /// All columns, in this order; nil to have those of the first row.
    public var columns: [String]?
    /// What becomes of a member that has no column, when the columns are listed.
    public var unlistedMembers: UnlistedMembers

    public init(
      dialect: Dialect = Dialect(), nested: NestedObjects = .columns(separator: "."), columns: [String]? = nil,
      unlistedMembers: UnlistedMembers = .rejected
    ) {
      self.dialect = dialect
      self.nested = nested
      self.columns = columns
      self.unlistedMembers = unlistedMembers
    }

    /// What becomes of a member that has no column.
    public enum UnlistedMembers: Sendable, Hashable {
      /// The row cannot be written.
      case rejected
      /// It is left out.
      case leftOut
    }

    /// - Throws: ``CSV/Contradiction``.
    func check() throws {
      try dialect.check()
      if let columns { try CSV.checkDistinct(columns) }
    }
  }
}
