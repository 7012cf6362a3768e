import Millrace

extension Parquet.TableReader {
  /// A row group of a file: its size and the bounds of its values.
  public struct RowGroup: Sendable {
    /// The number of rows.
    public let rowCount: Int
    /// The size of the decompressed columns in the file, in bytes.
    public let byteCount: Int
    /// The bounds of the values of columns, by the names of the columns; not those of members and elements.
    public let bounds: [String: Bounds]

    init(_ group: Parquet.StoredGroup, _ leaves: [Parquet.StoredColumn], _ footer: [UInt8]) {
      rowCount = group.rowCount
      byteCount = group.byteCount
      var bounds: [String: Bounds] = [:]
      var ambiguous: [String] = []
      for (chunk, column) in zip(group.chunks, leaves) where column.path.count == 1 && column.maximumRepetition == 0 {
        let found = Bounds(chunk.statistics, column, footer)
        if bounds.updateValue(found, forKey: column.name) != nil { ambiguous.append(column.name) }
      }
      // Names of several columns can be equal as strings although their bytes differ.
      for name in ambiguous { bounds[name] = nil }
      self.bounds = bounds
    }
  }

  /// The bounds of the values of a column in a row group, as far as they are known.
  public struct Bounds: Sendable, Hashable {
    /// The number of null entries.
    public let nullCount: Int?
    /// A value that is not larger than any value of the column.
    public let minimum: Bound?
    /// A value that is not smaller than any value of the column.
    public let maximum: Bound?

    init(_ statistics: Parquet.StoredStatistics, _ column: Parquet.StoredColumn, _ footer: [UInt8]) {
      nullCount = statistics.nullCount
      // The order of the deprecated bounds is that of signed integers.
      let isSigned =
        switch column.type {
        case .integer(_, isSigned: false), .utf8, .binary, .fixedSizeBinary: false
        default: true
        }
      let lower = statistics.minimum ?? (isSigned ? statistics.signedMinimum : nil)
      let upper = statistics.maximum ?? (isSigned ? statistics.signedMaximum : nil)
      minimum = lower.flatMap { Bound(footer[$0], column, isLower: true) }
      maximum = upper.flatMap { Bound(footer[$0], column, isLower: false) }
    }
  }

  /// A bound of values.
  public enum Bound: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case instant(Instant)
    /// The bytes of a string or of binary data, in the order of unsigned bytes. They may be cut off, so that they are
    /// not always UTF-8.
    case bytes([UInt8])

    /// - Returns: Nil if the type has no bounds, or they do not bound the values as they are read.
    init?(_ stored: ArraySlice<UInt8>, _ column: Parquet.StoredColumn, isLower: Bool) {
      func integer() -> Int64? {
        let bits = stored.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return switch stored.count {
        case 4: Int64(Int32(truncatingIfNeeded: bits))
        case 8: Int64(bitPattern: bits)
        default: nil
        }
      }
      switch (column.type, column.stored) {
      case (.boolean, _) where stored.count == 1: self = .boolean(stored.first == 1)
      case (.integer(let bits, let isSigned), _):
        guard let number = integer() else { return nil }
        // Larger numbers make all entries strings.
        if !isSigned, bits == 64, number < 0 { return nil }
        self = .integer(isSigned || bits == 64 ? number : number & (1 << Int64(bits) - 1))
      case (.float(let bits), .float), (.float(let bits), .double):
        guard let number = integer(), stored.count * 8 == bits else { return nil }
        let value =
          bits == 32
          ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
          : Double(bitPattern: UInt64(bitPattern: number))
        if value.isNaN { return nil }
        // The sign of a zero is not known.
        self = .double(value == 0 ? (isLower ? -0.0 : 0.0) : value)
      case (.date, _):
        guard stored.count == 4, let days = integer() else { return nil }
        self = .instant(Instant(seconds: days * 86_400))
      case (.timestamp(let unit, _), .int64):
        guard let count = integer() else { return nil }
        self = .instant(Instant(count, unitsPerSecond: unit.perSecond))
      case (.utf8, .byteArray), (.binary, _), (.fixedSizeBinary, _): self = .bytes(Array(stored))
      default: return nil
      }
    }
  }
}
