import Millrace

extension Parquet {
  /// A codec of pages. The raw value is its number in the metadata of a file, and that of the same codec of `BlockCodec` in
  /// MillraceCompression.
  public enum PageCodec: Int, Sendable, Hashable, CaseIterable {
    /// A Snappy block without framing.
    case snappy = 1
    /// Members of gzip (RFC 1952).
    case gzip = 2
    /// A Brotli stream (RFC 7932).
    case brotli = 4
    /// LZ4 blocks after their sizes, as Hadoop stores them: the deprecated codec `LZ4`.
    case lz4Hadoop = 5
    /// Zstandard frames (RFC 8878).
    case zstandard = 6
    /// An LZ4 block without framing: the codec `LZ4_RAW`.
    case lz4 = 7
  }

  /// A compression of the pages of a file.
  ///
  /// The codecs are in `BlockCodec` of MillraceCompression:
  ///
  /// ```swift
  /// let snappy = Parquet.Compression(.snappy) { try BlockCodec.snappy.compress($0) }
  /// let options = Parquet.WritingOptions(compression: snappy)
  /// ```
  public struct Compression: Sendable {
    /// The codec that the metadata of the file name.
    public let codec: PageCodec
    /// A function that returns the compressed bytes of a page. Several threads may call it at the same time.
    public let compress: @Sendable (Span<UInt8>) throws -> [UInt8]

    /// Creates a compression. The properties describe the parameters.
    public init(_ codec: PageCodec, compress: @escaping @Sendable (Span<UInt8>) throws -> [UInt8]) {
      self.codec = codec
      self.compress = compress
    }
  }
}
