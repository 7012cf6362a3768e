import Millrace

extension Arrow {
  /// An error in an Arrow file or stream, or in rows that are written to one: the error in a
  /// `FormatError/Problem/custom(_:)`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Error, Sendable, Hashable {
    /// The bytes are not an Arrow file or stream.
    case notArrow
    /// The bytes end before the announced length.
    case truncated
    /// The data violates the Arrow specification.
    ///
    /// - Parameters:
    ///   - what: The violation.
    ///   - column: The names on the path to the column, or nil if the violation does not concern a column.
    case malformed(String, column: String?)
    /// A feature of the Arrow specification that this reader does not support.
    ///
    /// - Parameters:
    ///   - feature: The name of the feature in the specification, and a hint.
    ///   - column: The names on the path to the column, or nil if the feature does not concern a column.
    case unsupported(feature: String, column: String?)
    /// A batch that would take more memory than the limit.
    case batchTooLarge(limit: Int)
    /// A row with a value in a column that is not in the schema of the first batch.
    case newColumn(String)
    /// A row with a value whose type differs from the type of its column in the schema of the first batch.
    case anotherType(found: String, column: String, type: DataType)
    /// An instant that the unit of its column cannot represent, or that has no common unit with the other rows.
    case instantOutOfRange(String, column: String, unit: TimeUnit?)
    /// A schema for writing with a type that can only be read.
    case notWritten(DataType, column: String)
    /// A text, or the texts or lists of one row, that take more than 2,147,483,647 bytes or elements.
    case rowTooLarge(column: String)
    /// A column of structures without members, which Parquet cannot store.
    case noMembers(column: String)
    /// Two columns, or members of a structure, with the same name.
    case duplicateColumn(String)
  }
}

extension Arrow.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notArrow: "not an Arrow file or stream"
    case .truncated: "unexpected end of the Arrow data"
    case .malformed(let what, let column): Self.prefix(column) + what
    case .unsupported(let feature, let column): Self.prefix(column) + "\(feature) is not supported"
    case .batchTooLarge(let limit):
      "batch needs more than \(limit) bytes of memory; raise maximumBatchSize or write smaller batches"
    case .newColumn(let column):
      "unknown column \(column): it is not in the schema of the first batch; \(Self.hint)"
    case .anotherType(let found, let column, let type):
      Self.prefix(column) + "expected \(type) as in the first batch, found \(found); \(Self.hint)"
    case .instantOutOfRange(let instant, let column, let unit?):
      Self.prefix(column) + "\(instant) cannot be stored as a 64-bit number of \(unit)"
    case .instantOutOfRange(let instant, let column, nil):
      Self.prefix(column) + "no time unit can represent both \(instant) and the other rows"
    case .notWritten(let type, let column): Self.prefix(column) + "type \(type) can be read but not written"
    case .rowTooLarge(let column): Self.prefix(column) + "row exceeds 2147483647 bytes or elements"
    case .noMembers(let column): Self.prefix(column) + "parquet cannot store objects without members"
    case .duplicateColumn(let column): "duplicate column \(column)"
    }
  }

  private static var hint: String { "specify the schema or write larger batches" }

  private static func prefix(_ column: String?) -> String { column.map { "column \($0): " } ?? "" }
}

extension Arrow.Problem: FormatProblem {
  public var kind: FormatError.Kind {
    switch self {
    case .notArrow: .anotherFormat
    case .truncated: .unexpectedEnd
    case .malformed: .malformedTable
    case .unsupported, .notWritten, .noMembers: .unsupportedFeature
    case .batchTooLarge, .rowTooLarge: .tableTooLarge
    case .newColumn: .unlistedColumn
    case .anotherType: .mismatch
    case .instantOutOfRange: .instantOutOfRange
    case .duplicateColumn: .duplicateColumn
    }
  }
}
