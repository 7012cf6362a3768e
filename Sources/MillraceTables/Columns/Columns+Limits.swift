import Millrace

extension Columns {
  /// What a table may take. Columns are as long as the table has rows, so that little input can make a large one: a row
  /// with a key of its own adds a column.
  public struct Limits: Sendable, Hashable {
    /// The number of columns, those in structures and lists included.
    public var columns: Int
    /// The memory in bytes that is held while the table is built, which is up to four times what the table takes. What
    /// is unused of it has never been touched.
    public var bytes: Int
    /// How many objects and arrays may be open in a row at once, the row included.
    public var depth: Int

    @inlinable
    public init(columns: Int = 4096, bytes: Int = .max, depth: Int = 512) {
      self.columns = columns
      self.bytes = bytes
      self.depth = depth
    }

    /// A limit that a table has reached.
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
