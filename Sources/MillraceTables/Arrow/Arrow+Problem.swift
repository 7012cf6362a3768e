import Millrace

extension Arrow {
  /// What is wrong with a file or stream of Arrow, or with rows that are to be written to one: the error in a
  /// ``FormatError/Problem/custom(_:)``.
  public enum Problem: Error, Sendable, Hashable {
    /// The bytes are no file or stream of Arrow.
    case notArrow
    /// The bytes end within what they announced.
    case truncated
    /// Something that Arrow's specification does not allow.
    ///
    /// - Parameters:
    ///   - what: what it is.
    ///   - column: the names on the way to the column; nil when it is none.
    case malformed(String, column: String?)
    /// Something that Arrow's specification allows and this reader does not read.
    ///
    /// - Parameters:
    ///   - feature: what it is called there, and a hint.
    ///   - column: the names on the way to the column; nil when it is none.
    case unsupported(feature: String, column: String?)
    /// A batch that would take more bytes in memory than are admitted.
    case batchTooLarge(limit: Int)
    /// A row with a value in a column that the schema of the stream, fixed by the first batch, does not have.
    case newColumn(String)
    /// A row with a value of another type than its column has by the schema, which is fixed by the first batch.
    case anotherType(found: String, column: String, type: DataType)
    /// An instant that the unit of its column cannot express, or no unit can together with the other rows.
    case instantOutOfRange(String, column: String, unit: TimeUnit?)
    /// A schema to write by, with a type that is only read.
    case notWritten(DataType, column: String)
    /// A text, or the texts or lists of one row, that take more than 2,147,483,647 bytes or elements.
    case rowTooLarge(column: String)
    /// Two columns, or members of a structure, of the same name.
    case duplicateColumn(String)
  }
}

extension Arrow.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notArrow: "neither a file nor a stream of Arrow"
    case .truncated: "the bytes end within what they announced"
    case .malformed(let what, let column): Self.prefix(column) + what
    case .unsupported(let feature, let column): Self.prefix(column) + "\(feature) is not supported"
    case .batchTooLarge(let limit):
      "a batch takes more than \(limit) bytes in memory: raise maximumBatchSize, or have smaller batches written"
    case .newColumn(let column):
      "the column \(column) is not in the schema, which the first batch has fixed: \(Self.hint)"
    case .anotherType(let found, let column, let type):
      Self.prefix(column) + "\(found) does not fit the type \(type), which the first batch has fixed: \(Self.hint)"
    case .instantOutOfRange(let instant, let column, let unit?):
      Self.prefix(column) + "\(instant) is no whole number of the unit \(unit) in 64 bits: \(Self.hint)"
    case .instantOutOfRange(let instant, let column, nil):
      Self.prefix(column) + "no unit of Arrow expresses \(instant) as well as the other rows"
    case .notWritten(let type, let column): Self.prefix(column) + "the type \(type) is read and not written"
    case .rowTooLarge(let column): Self.prefix(column) + "a row of more than 2147483647 bytes or elements"
    case .duplicateColumn(let column): "two columns are called \(column)"
    }
  }

  private static var hint: String { "give the schema beforehand, or have larger batches written" }

  private static func prefix(_ column: String?) -> String { column.map { "column \($0): " } ?? "" }
}
