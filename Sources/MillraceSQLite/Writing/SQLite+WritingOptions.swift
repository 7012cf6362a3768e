import Millrace
import MillraceTables

extension SQLite {
  /// Options for inserting rows into a table.
  public struct WritingOptions: Sendable, Hashable {
    /// Whether the table is created. Default: `.ifMissing`.
    public var create: TableCreation
    /// The number of rows in a transaction, at least 1, or nil for one transaction with all rows. Default: nil.
    ///
    /// Other connections see complete batches only, also after a crash.
    public var batch: Int?
    /// How instants are stored. Default: `.rfc3339`.
    public var instants: InstantFormat
    /// How numbers are stored that SQLite's integers and reals cannot represent. Default: `.rejected`.
    public var longNumbers: LongNumbers
    /// How nested objects are stored. Arrays are always stored as JSON text. Default: `.json`.
    public var nested: NestedObjects
    /// The new columns that are declared without a type, so that SQLite stores every value as it is. The first rows
    /// determine the types of other columns. Default: none.
    public var untypedColumns: Set<String>

    /// Creates options. The properties describe the parameters.
    public init(
      create: TableCreation = .ifMissing, batch: Int? = nil, instants: InstantFormat = .rfc3339,
      longNumbers: LongNumbers = .rejected, nested: NestedObjects = .json, untypedColumns: Set<String> = []
    ) {
      self.create = create
      self.batch = batch
      self.instants = instants
      self.longNumbers = longNumbers
      self.nested = nested
      self.untypedColumns = untypedColumns
    }
  }

  /// Whether a table is created for the inserted rows.
  public enum TableCreation: Sendable, Hashable {
    /// Creates the table if it does not exist, and adds columns for new keys.
    case ifMissing
    /// The table must exist and have a column for every key.
    case never
    /// Creates the table, which must not exist.
    case mustNotExist
    /// Drops an existing table and creates a new one, in the same transaction.
    case replace
  }

  /// How numbers are stored that SQLite's integers and reals cannot represent: integers of more than 64 bits, numbers larger
  /// than the largest double, and fractions with more than 15 digits that are not those of a double.
  public enum LongNumbers: Sendable, Hashable {
    /// Such numbers are an error: ``LongNumber``.
    case rejected
    /// Such numbers are stored as text, with all their digits.
    case text
    /// Such numbers are rounded to the nearest double. Numbers larger than the largest double are an error.
    case nearest
  }
}
