import MillraceTables

extension SQLite {
  /// How cells are read.
  public struct ReadingOptions: Sendable, Hashable {
    /// How instants are stored. Default: `.rfc3339`.
    public var instants: InstantFormat
    /// The separator between the names of nested objects in the name of a column: with `.` the columns `size.x` and `size.y`
    /// are an object `size` of two members. nil for none.
    public var nameSeparator: String?
    /// Whether NULL is a missing member, and not a member that is null.
    package var nullsAreAbsent = true
    /// What infinite numbers are forwarded as. SQLite has no NaN.
    package var nonFiniteNumbers = Columns.NonFiniteNumbers.numbers

    public init(instants: InstantFormat = .rfc3339, nameSeparator: String? = nil) {
      self.instants = instants
      self.nameSeparator = nameSeparator
    }
  }
}
