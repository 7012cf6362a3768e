import Millrace
import MillraceCompression
import MillraceTables

extension Parquet.ReadingOptions {
  /// Options with all codecs.
  static var decompressing: Parquet.ReadingOptions {
    Parquet.ReadingOptions { codec, bytes, output in
      try BlockCodec(rawValue: codec.rawValue)?.decompress(bytes, into: &output)
    }
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
