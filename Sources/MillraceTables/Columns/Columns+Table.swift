import Millrace

extension Columns {
  /// Rows, stored by column.
  ///
  /// ```swift
  /// let table = try Columns.table(of: films)
  /// print(table.count, table["name"]?.string(at: 0) ?? "")  // 2 Alien
  /// ```
  public struct Table: Sendable, Equatable {
    /// The columns. Each has ``count`` entries, and all names differ.
    public private(set) var columns: [Column]
    /// The number of rows.
    public let count: Int

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - columns: The columns, with different names.
    ///   - count: The number of rows; only required for a table without columns. Default: the number of entries of the
    ///     columns.
    /// - Precondition: All columns have the same number of entries.
    public init(columns: [Column], count: Int? = nil) {
      let count = count ?? columns.first?.count ?? 0
      precondition(columns.allSatisfy { $0.count == count }, "all columns of a table must have the same length")
      self.columns = columns
      self.count = count
    }

    /// The column with a name, or nil if there is none.
    ///
    /// - Complexity: O(number of columns)
    public subscript(name: String) -> Column? { columns.first { JSON.ExactKey.areEqual($0.name, name) } }
  }
}
