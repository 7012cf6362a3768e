import Millrace
import MillraceCompression
import MillraceTables

extension Parquet.PageCodec {
  /// The codec of MillraceCompression.
  fileprivate var blocks: BlockCodec {
    switch self {
    case .snappy: .snappy
    case .gzip: .gzip
    case .zstandard: .zstandard
    case .lz4: .lz4
    case .lz4Hadoop: .lz4Hadoop
    }
  }
}

extension Parquet.ReadingOptions {
  /// Options with all codecs.
  static var decompressing: Parquet.ReadingOptions {
    Parquet.ReadingOptions { codec, bytes, output in try codec.blocks.decompress(bytes, into: &output) }
  }
}

extension Parquet {
  /// The text of all tables of a file, or of none with the names of the columns.
  static func text(of bytes: [UInt8], _ options: ReadingOptions = .decompressing) throws -> String {
    var reader = try TableReader(bytes: bytes, options: options)
    let columns = reader.fields.map { Columns.Column(name: $0.name, values: .unknown, count: 0) }
    var tables: [Columns.Table] = []
    while let table = try reader.next() { tables.append(table) }
    return Columns.text(of: tables.isEmpty ? [Columns.Table(columns: columns, count: 0)] : tables)
  }
}
