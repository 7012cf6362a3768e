import Millrace

extension Columns {
  /// One column of a table, or of the structures in a column, or the elements of its lists.
  ///
  /// ```swift
  /// let table = try Columns.table(of: films)
  /// if let names = table["name"] {
  ///   for row in 0..<names.count { print(names.string(at: row) ?? "null") }
  /// }
  /// ```
  public struct Column: Sendable, Equatable {
    /// The name of the column.
    public var name: String
    /// The entries. The value of a null entry is zero, an empty text, an empty list, or a structure of null entries.
    public let values: Values
    /// How the entries are written in formats without their type.
    public package(set) var notation: Notation
    /// A bit for each entry, `false` for null; nil if no entry is null.
    public let validity: Bitmap?
    /// The number of entries, including null entries.
    public let count: Int

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - name: The name of the column.
    ///   - values: The entries, of which there are `count`.
    ///   - validity: `count` bits, or nil. Default: nil, which means that no entry is null.
    ///   - count: The number of entries.
    /// - Precondition: `values` and `validity` have `count` entries.
    public init(name: String, values: Values, validity: Bitmap? = nil, count: Int) {
      self.init(name: name, values: values, notation: .standard, validity: validity, count: count)
    }

    /// Creates a column of entries that are written in another notation.
    ///
    /// - Parameter notation: The notation. Strings that are numbers are in the grammar of RFC 8259, section 6.
    package init(name: String, values: Values, notation: Notation, validity: Bitmap?, count: Int) {
      precondition(values.count.map { $0 == count } ?? true, "the column and its values must have the same length")
      precondition(validity.map { $0.count == count } ?? true, "the column and its validity must have the same length")
      self.name = name
      self.values = values
      self.notation = notation
      self.validity = validity
      self.count = count
    }

    /// Whether the entry at an index is null.
    @inlinable
    public func isNull(at index: Int) -> Bool {
      if case .unknown = values { return true }
      return validity.map { !$0[index] } ?? false
    }

    /// The number of null entries.
    public var absentCount: Int {
      if case .unknown = values { return count }
      return validity.map { count - $0.setCount } ?? 0
    }
  }
}
