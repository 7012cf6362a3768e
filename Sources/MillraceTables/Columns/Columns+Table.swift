import Millrace

extension Columns {
  /// Rows, stored by column.
  public struct Table: Sendable, Equatable {
    /// The columns, each of ``count`` entries, and no two of the same name.
    public private(set) var columns: [Column]
    /// The number of rows.
    public let count: Int

    /// - Parameters:
    ///   - columns: the columns, with different names.
    ///   - count: the number of rows; only required for a table without columns.
    /// - Precondition: all columns have as many entries.
    public init(columns: [Column], count: Int? = nil) {
      let count = count ?? columns.first?.count ?? 0
      precondition(columns.allSatisfy { $0.count == count }, "all columns of a table must have the same length")
      self.columns = columns
      self.count = count
    }

    /// The column with a name, or nil if there is none.
    ///
    /// - Complexity: O(number of columns)
    public subscript(name: String) -> Column? { columns.first { $0.name == name } }
  }
}
