import MillraceCompression
import MillraceTables

/// How the pages of a Parquet file are compressed, as `--parquet-compression` says it.
enum ParquetCompression: String, CaseIterable {
  case zstd, snappy, gzip, lz4, brotli, none

  /// The compression; nil for uncompressed pages.
  var compression: Parquet.Compression? {
    switch self {
    case .zstd: Parquet.Compression(.zstandard) { try BlockCodec.zstandard.compress($0) }
    case .snappy: Parquet.Compression(.snappy) { try BlockCodec.snappy.compress($0) }
    case .gzip: Parquet.Compression(.gzip) { try BlockCodec.gzip.compress($0) }
    case .lz4: Parquet.Compression(.lz4) { try BlockCodec.lz4.compress($0) }
    case .brotli: Parquet.Compression(.brotli) { try BlockCodec.brotli.compress($0) }
    case .none: nil
    }
  }
}
