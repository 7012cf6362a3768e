import Millrace
import MillraceTables

/// Rows in the encoding of an output that stores columns.
enum EncodedBatch: Sendable {
  case arrow(Arrow.EncodedBatch)
  case parquet(Parquet.EncodedBatch)

  /// - Throws: ``FormatError`` for an entry that does not fit its field.
  init(_ table: Columns.Table, as fields: [Arrow.Field], _ output: OutputOptions) throws {
    self =
      output.format == .parquet
      ? .parquet(try Parquet.EncodedBatch(table, as: fields, output.parquetOptions(fields)))
      : .arrow(try Arrow.EncodedBatch(table, as: fields))
  }

  /// - Throws: ``FormatError`` for a column that the format does not have.
  init(_ batch: Arrow.RecordBatch, as fields: [Arrow.Field], _ output: OutputOptions) throws {
    self =
      output.format == .parquet
      ? .parquet(try Parquet.EncodedBatch(batch, as: fields, output.parquetOptions(fields)))
      : .arrow(Arrow.EncodedBatch(batch))
  }
}

/// Writes encoded batches to an output that stores columns.
final class ColumnOutput {
  private var arrow: Arrow.TableWriter<OutputBytes>?
  private var parquet: Parquet.TableWriter<OutputBytes>?

  init(to bytes: OutputBytes, _ fields: [Arrow.Field], _ output: OutputOptions) throws {
    if output.format == .parquet {
      parquet = try Parquet.TableWriter(to: bytes, options: output.parquetOptions(fields))
    } else {
      arrow = try Arrow.TableWriter(to: bytes, options: output.arrowOptions(fields))
    }
  }

  func write(_ batch: EncodedBatch) throws {
    switch batch {
    case .arrow(let batch): try arrow?.write(batch)
    case .parquet(let batch): try parquet?.write(batch)
    }
  }

  func end() throws {
    try arrow?.end()
    try parquet?.end()
  }
}
