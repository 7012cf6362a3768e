import Millrace

/// The Parquet format: files of tables, stored by column in row groups (Apache Parquet).
///
/// ```swift
/// var writer = try Parquet.TableWriter(to: try DescriptorSink(path: "films.parquet"))
/// try writer.write(try Columns.table(of: films))
/// try writer.finish()
/// ```
///
/// ```swift
/// var tables = try Parquet.TableReader(path: "films.parquet")
/// while let table = try tables.next() { print(table.count) }
/// ```
///
/// Types are those of ``Arrow``. `docs/arrow.md` lists how they are converted.
public enum Parquet {
  /// Options for writing.
  ///
  /// ```swift
  /// let options = Parquet.WritingOptions(rowsPerGroup: 100_000)
  /// ```
  public struct WritingOptions: Sendable {
    /// The maximum number of rows in a row group. Default: 1,048,576.
    public var rowsPerGroup: Int
    /// The size at which a row group ends even if it has fewer rows, in bytes, compressed. A row group is kept in memory until it
    /// ends. Default: 64 MiB.
    public var bytesPerGroup: Int
    /// The columns. If nil, the first table determines the columns and their types. Default: nil.
    public var schema: [Arrow.Field]?
    /// The compression of pages; nil for none. Default: nil.
    public var compression: Compression?
    /// Whether repeated values of a column are stored once, in a dictionary, if that saves space. Default: true.
    public var usesDictionaries: Bool
    /// Limits for the buffered rows of ``StreamWriter``. See ``Columns/Limits``.
    public var limits: Columns.Limits
    /// Whether the text columns of the schema take values of all kinds, as their text. Otherwise these are errors.
    package var convertsToText = false

    /// Creates options. The properties describe the parameters.
    ///
    /// - Precondition: The limits of rows and bytes are positive.
    public init(
      rowsPerGroup: Int = 1 << 20, bytesPerGroup: Int = 1 << 26, schema: [Arrow.Field]? = nil,
      compression: Compression? = nil, usesDictionaries: Bool = true, limits: Columns.Limits = Columns.Limits()
    ) {
      precondition(rowsPerGroup > 0 && bytesPerGroup > 0, "the row group limits must be positive")
      self.rowsPerGroup = rowsPerGroup
      self.bytesPerGroup = bytesPerGroup
      self.schema = schema
      self.compression = compression
      self.usesDictionaries = usesDictionaries
      self.limits = limits
    }
  }

  /// The bytes at the beginning and the end of a file: `PAR1`.
  static let magic = Array("PAR1".utf8)
}
