import Millrace

extension Elements where Source == CSV.Rows {
  /// The delimiter: that of the dialect, or the one that was detected.
  package var delimiter: UInt8 { source.reader.cells.delimiter }
}
