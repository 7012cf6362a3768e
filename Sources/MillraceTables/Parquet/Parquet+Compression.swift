import Millrace

extension Parquet {
  /// A compression of the pages of a file.
  ///
  /// The codecs are in `BlockCodec` of MillraceCompression:
  ///
  /// ```swift
  /// let snappy = Parquet.Compression(.snappy) { try BlockCodec.snappy.compress($0) }
  /// let options = Parquet.WritingOptions(compression: snappy)
  /// ```
  public struct Compression: Sendable {
    /// The name of a codec in the metadata of a file.
    public enum Codec: Int32, Sendable, Hashable, CaseIterable {
      case snappy = 1
      case gzip = 2
      case zstandard = 6
      /// LZ4 blocks without framing, `LZ4_RAW`.
      case lz4 = 7
    }

    /// The name of the codec in the metadata of the file.
    public let codec: Codec
    /// A function that returns the compressed bytes of a page. Several threads may call it at the same time.
    public let compress: @Sendable (Span<UInt8>) throws -> [UInt8]

    /// Creates a compression. The properties describe the parameters.
    public init(_ codec: Codec, compress: @escaping @Sendable (Span<UInt8>) throws -> [UInt8]) {
      self.codec = codec
      self.compress = compress
    }
  }
}
