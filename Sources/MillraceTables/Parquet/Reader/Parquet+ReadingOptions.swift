import Millrace

extension Parquet {
  /// Options for reading.
  ///
  /// ```swift
  /// let options = Parquet.ReadingOptions(columns: ["name"], rowsPerTable: 10_000)
  /// var tables = try Parquet.TableReader(path: "films.parquet", options: options)
  /// ```
  public struct ReadingOptions: Sendable {
    /// The names of the columns to read, in the order of the tables; nil for all columns. Default: nil.
    public var columns: [String]?
    /// The maximum number of rows of a table. Default: 65,536.
    public var rowsPerTable: Int
    /// The maximum memory of a row group, in bytes: of its compressed columns, a page of each, and the table that is
    /// read. The footer is limited to the same size. Default: 1 GiB.
    public var maximumRowGroupSize: Int
    /// Whether pages are compared with their checksums, if they have any. Default: true.
    public var verifiesChecksums: Bool
    /// The function that decompresses pages. Without it compressed pages are an error. Default: nil.
    ///
    /// The codecs are in `BlockCodec` of MillraceCompression:
    ///
    /// ```swift
    /// let options = Parquet.ReadingOptions { codec, bytes, output in
    ///   try BlockCodec(rawValue: codec.rawValue)?.decompress(bytes, into: &output)
    /// }
    /// ```
    public var decompressor: Decompressor?

    /// How NaN and infinite numbers are read by ``Rows``. Default: as numbers.
    public var nonFiniteNumbers: Columns.NonFiniteNumbers

    /// Whether timestamps, dates, times, durations and unsigned integers are the integers that are stored, and decimal
    /// numbers are unscaled integers or their bytes. Timestamps of the type `INT96` are instants in any case.
    package var keepsStoredValues = false

    /// Creates options. The properties describe the parameters.
    ///
    /// - Precondition: The number of rows is positive.
    public init(
      columns: [String]? = nil, rowsPerTable: Int = 65_536, maximumRowGroupSize: Int = 1 << 30,
      verifiesChecksums: Bool = true, nonFiniteNumbers: Columns.NonFiniteNumbers = .numbers,
      decompressor: Decompressor? = nil
    ) {
      precondition(rowsPerTable > 0, "the number of rows must be positive")
      self.columns = columns
      self.rowsPerTable = rowsPerTable
      self.maximumRowGroupSize = maximumRowGroupSize
      self.verifiesChecksums = verifiesChecksums
      self.nonFiniteNumbers = nonFiniteNumbers
      self.decompressor = decompressor
    }
  }

  /// A function that decompresses one page. Its arguments are the codec, the compressed bytes, and memory for exactly
  /// as many bytes as the decompressed page must have.
  public typealias Decompressor = @Sendable (PageCodec, Span<UInt8>, inout OutputSpan<UInt8>) throws -> Void
}
