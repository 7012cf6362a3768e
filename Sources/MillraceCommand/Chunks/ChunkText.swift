import Millrace
import MillraceTables

/// The rows of a chunk that becomes text.
protocol ChunkRows {
  /// Moves all rows to a sink, and returns it.
  mutating func move<Sink: ElementSink & ~Copyable>(to sink: consuming Sink) throws -> Sink
}

extension OutputOptions {
  /// Returns the text of rows of a table straight from its columns, without a header. See ``ChunkAssembly``.
  ///
  /// - Parameter columns: The columns of CSV.
  /// - Returns: Nil if the options do not permit it, or if an entry has no text.
  func text(
    of rows: Range<Int>, in table: Columns.Table, _ rules: Columns.TextRules, columns: [String]
  ) throws -> [UInt8]? {
    if Format.ofCSV.contains(format) { return try table.csv(rows, csvOptions(ofChunks: columns), rules) }
    return isPretty ? nil : table.json(rows, as: layout(), rules)
  }

  /// Returns the text of rows, without a header. See ``ChunkAssembly``.
  ///
  /// - Parameter columns: The columns of CSV; nil for those of the first row.
  func text(of rows: inout some ChunkRows, columns: [String]?) throws -> [UInt8] {
    if Format.ofCSV.contains(format) {
      return try rows.move(to: CSV.StreamWriter(to: [UInt8](), options: csvOptions(ofChunks: columns))).finish()
    }
    return isPretty
      ? try rows.move(to: JSON.StreamWriter(to: [UInt8](), as: layout(), style: JSON.Pretty.self)).finish()
      : try rows.move(to: JSON.StreamWriter(to: [UInt8](), as: layout())).finish()
  }

  private func csvOptions(ofChunks columns: [String]?) -> CSV.WritingOptions {
    var options = csvOptions(columns: columns)
    options.dialect.hasHeader = false
    options.hasByteOrderMark = false
    return options
  }
}
