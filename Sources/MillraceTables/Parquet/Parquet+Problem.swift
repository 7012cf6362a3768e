import Millrace

extension Parquet {
  /// An error in a Parquet file: the error in a `FormatError/Problem/custom(_:)`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Problem: Error, Sendable, Hashable {
    /// The bytes are not a Parquet file.
    case notParquet
    /// The file ends before its footer says so.
    case truncated
    /// The footer is encrypted.
    case encrypted
    /// The data violates the Parquet specification.
    ///
    /// - Parameters:
    ///   - what: The violation.
    ///   - column: The names on the path to the column, or nil if the violation does not concern a column.
    ///   - rowGroup: The index of the row group, or nil if the violation is in the footer.
    case malformed(String, column: String?, rowGroup: Int?)
    /// A feature of the Parquet specification that this reader does not support.
    ///
    /// - Parameters:
    ///   - feature: The name of the feature in the specification, and a hint.
    ///   - column: The names on the path to the column.
    case unsupported(feature: String, column: String?)
    /// A footer or a row group that would take more memory than the limit.
    case tooLarge(limit: Int)
    /// A selected column that the file does not have.
    case unknownColumn(String)
    /// Two columns, or members of a structure, with the same name.
    case duplicateColumn(String)
  }
}

extension Parquet.Problem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notParquet: "not a Parquet file"
    case .truncated: "unexpected end of the Parquet file"
    case .encrypted: "encrypted Parquet file: decrypt it with the program that wrote it"
    case .malformed(let what, let column, let rowGroup): Self.prefix(column, rowGroup) + what
    case .unsupported(let feature, let column): Self.prefix(column, nil) + "\(feature) is not supported"
    case .tooLarge(let limit):
      "row group needs more than \(limit) bytes of memory; raise maximumRowGroupSize or write smaller row groups"
    case .unknownColumn(let column): "unknown column \(column)"
    case .duplicateColumn(let column): "duplicate column \(column)"
    }
  }

  private static func prefix(_ column: String?, _ rowGroup: Int?) -> String {
    let parts = [column.map { "column \($0)" }, rowGroup.map { "row group \($0)" }].compactMap { $0 }
    return parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
  }
}

extension Parquet.Problem: FormatProblem {
  public var kind: FormatError.Kind {
    switch self {
    case .notParquet: .anotherFormat
    case .truncated: .unexpectedEnd
    case .encrypted, .unsupported: .unsupportedFeature
    case .malformed: .malformedTable
    case .tooLarge: .tableTooLarge
    case .unknownColumn: .noSuchColumn
    case .duplicateColumn: .duplicateColumn
    }
  }
}
