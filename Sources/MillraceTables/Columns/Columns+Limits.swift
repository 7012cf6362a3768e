import Millrace

extension Columns {
  /// Limits for the size of a table. All columns have the same length, so a small input can create a large table: each
  /// new key adds a column.
  ///
  /// ```swift
  /// let table = try Columns.table(from: bytes, limits: Columns.Limits(columns: 100, depth: 16))
  /// ```
  public struct Limits: Sendable, Hashable {
    /// The maximum number of columns, including those in structures and lists. Default: 4096.
    public var columns: Int
    /// The maximum memory while the table is built, in bytes. It is up to four times the memory of the table; unused
    /// memory is never touched. Default: unlimited.
    public var bytes: Int
    /// The maximum nesting depth of a row, including the row, in levels. Default: 512.
    public var depth: Int

    /// Creates limits. The properties describe the parameters.
    @inlinable
    public init(columns: Int = 4096, bytes: Int = .max, depth: Int = 512) {
      self.columns = columns
      self.bytes = bytes
      self.depth = depth
    }

    /// A limit that a table has reached.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Reached: Error, Sendable, Hashable, CustomStringConvertible {
      case columns(limit: Int)
      case bytes(limit: Int)

      public var description: String {
        switch self {
        case .columns(let limit): "table has more than \(limit) columns"
        case .bytes(let limit): "table is larger than \(limit) bytes"
        }
      }
    }
  }
}

extension Columns.Limits.Reached: FormatProblem {
  public var kind: FormatError.Kind { .tableTooLarge }
}
