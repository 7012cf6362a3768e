import Millrace
import MillraceTables

/// The rows of a chunk that becomes text.
protocol ChunkRows {
  /// Moves all rows to a sink, and returns it.
  mutating func move<Sink: ElementSink & ~Copyable>(to sink: consuming Sink) throws -> Sink
}

extension OutputOptions {
  /// Returns the text of rows, without a header. See ``ChunkAssembly``.
  ///
  /// - Parameter columns: The columns of CSV; nil for those of the first row.
  func text(of rows: inout some ChunkRows, columns: [String]?) throws -> [UInt8] {
    let layout: JSON.StreamLayout
    switch format {
    case .jsonLines: layout = .lines
    case .jsonSequence: layout = .records
    case .concatenated: layout = .concatenated
    case .csv, .tsv:
      var options = csvOptions(columns: columns)
      options.dialect.hasHeader = false
      return try rows.move(to: CSV.StreamWriter(to: [UInt8](), options: options)).finish()
    default: layout = .array
    }
    return isPretty
      ? try rows.move(to: JSON.StreamWriter(to: [UInt8](), as: layout, style: JSON.Pretty.self)).finish()
      : try rows.move(to: JSON.StreamWriter(to: [UInt8](), as: layout)).finish()
  }
}
