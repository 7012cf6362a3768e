import Millrace

extension Parquet {
  /// The page index of a column chunk: the locations of its data pages, and the bounds of their values. Readers skip
  /// pages with it ("Parquet page index" in the format's specification).
  struct PageIndex {
    private var pages: [Page] = []

    private struct Page {
      /// The size with the header, in bytes.
      let size: Int
      let rows: Int
      let nulls: Int
      /// Whether the page has no values.
      let isNull: Bool
      /// The bounds of the values; nil if they are not known.
      let bounds: Statistics.Bounds?
    }

    /// - Parameter rows: The number of rows. Pages begin and end with a row.
    mutating func append(size: Int, rows: Int, slots: Int, _ statistics: Statistics) {
      let bounds = statistics.bounds?.shortened
      pages.append(
        Page(size: size, rows: rows, nulls: statistics.nulls, isNull: statistics.nulls == slots, bounds: bounds))
    }

    /// Returns the locations of the pages: a structure `OffsetIndex`.
    ///
    /// - Parameter offset: The offset of the first page in the file.
    func locations(from offset: Int) -> [UInt8] {
      var (offset, row) = (offset, 0)
      var writer = ThriftWriter()
      writer.structure { index in
        index.field(1, pages) { page, location in
          location.field(1, offset)
          location.field(2, Int32(truncatingIfNeeded: page.size))
          location.field(3, row)
          offset += page.size
          row += page.rows
        }
      }
      return writer.bytes
    }

    /// Returns the bounds of the pages, a structure `ColumnIndex`, or nil if those of a page are not known.
    func bounds(_ type: StoredType) -> [UInt8]? {
      var (minima, maxima): ([[UInt8]], [[UInt8]]) = ([], [])
      for page in pages {
        if page.isNull {
          minima.append([])
          maxima.append([])
        } else {
          guard let (minimum, maximum) = page.bounds?.bytes(type) else { return nil }
          minima.append(minimum)
          maxima.append(maximum)
        }
      }
      var writer = ThriftWriter()
      writer.structure { index in
        index.field(1, pages.map(\.isNull))
        index.field(2, minima)
        index.field(3, maxima)
        index.field(4, order.rawValue)
        index.field(5, pages.map(\.nulls))
      }
      return writer.bytes
    }

    /// The enumeration `BoundaryOrder`.
    private enum Order: Int32 {
      case none, ascending, descending
    }

    /// The order of the pages with values by both of their bounds.
    private var order: Order {
      let bounds = pages.compactMap { $0.isNull ? nil : $0.bounds }
      let pairs = zip(bounds, bounds.dropFirst())
      if pairs.allSatisfy({ $0.areAtMost($1) }) { return .ascending }
      return pairs.allSatisfy { $1.areAtMost($0) } ? .descending : .none
    }
  }
}
