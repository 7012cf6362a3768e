import Millrace
import MillraceTables

extension SQLite {
  /// How rows are inserted into a table.
  public struct WritingOptions: Sendable, Hashable {
    /// Whether the table is made.
    public var create: TableCreation
    /// The rows of a transaction; nil for one transaction with all rows.
    ///
    /// What other connections see, and what remains after a crash, is a whole number of batches.
    public var batch: Int?
    /// What instants become.
    public var instants: InstantFormat
    /// What becomes of numbers that SQLite's integers and reals cannot hold.
    public var longNumbers: LongNumbers
    /// What becomes of objects in rows. Arrays are always written as JSON.
    public var nested: NestedObjects

    /// - Parameters:
    ///   - batch: at least 1.
    ///   - nested: how nested objects are written. Default: `.json`.
    ///   - longNumbers: how numbers of more than 64 bits are stored. Default: `.rejected`.
    ///   - instants: how instants are stored.
    ///   - create: whether the table is created.
    public init(
      create: TableCreation = .ifMissing, batch: Int? = nil, instants: InstantFormat = .rfc3339,
      longNumbers: LongNumbers = .rejected, nested: NestedObjects = .json
    ) {
      self.create = create
      self.batch = batch
      self.instants = instants
      self.longNumbers = longNumbers
      self.nested = nested
    }
  }

  /// Whether a table is made for the rows that are inserted.
  public enum TableCreation: Sendable, Hashable {
    /// The table is made if it is not there, and columns are added for keys that have none.
    case ifMissing
    /// The table is there, and has a column for every key.
    case never
    /// The table is not there, and is made.
    case mustNotExist
    /// A table that is there is dropped, in the same transaction, and a new one is made.
    case replace
  }

  /// How numbers are stored that SQLite's integers and reals cannot represent: integers of more than 64 bits, numbers larger
  /// than the largest double, and fractions with more than the 17 digits that a double has.
  public enum LongNumbers: Sendable, Hashable {
    /// They are an error.
    case rejected
    /// They are stored as text, with all their digits.
    case text
    /// They are rounded to the nearest double. What is larger than the largest is an error.
    case nearest
  }
}
