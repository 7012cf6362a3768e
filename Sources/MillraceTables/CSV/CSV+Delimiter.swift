import Millrace

extension CSV.Elements {
  /// What separates the cells: the delimiter of the dialect, or the one that was detected.
  package var delimiter: UInt8 { reader.cells.delimiter }
}
