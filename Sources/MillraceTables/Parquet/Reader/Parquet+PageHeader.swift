extension Parquet {
  /// The header of a page: a structure `PageHeader`.
  struct PageHeader {
    /// The enumeration `PageType`.
    enum Kind: Int {
      case data, index, dictionary, data2
    }

    var kind: Kind?
    var compressedSize = 0
    var size = 0
    var checksum: UInt32?
    var slotCount = 0
    var encoding = 0
    /// The encodings of levels. Only pages of version 1 have others than runs.
    var (definitionEncoding, repetitionEncoding) = (3, 3)
    /// The sizes of levels, in bytes, in pages of version 2.
    var (definitionSize, repetitionSize) = (0, 0)
    var isCompressed = true

    init(_ reader: inout ThriftReader) throws {
      try reader.structure { reader, field in
        switch field.number {
        case 1: kind = Kind(rawValue: try reader.integer(in: field))
        case 2: size = try reader.count(in: field)
        case 3: compressedSize = try reader.count(in: field)
        case 4: checksum = UInt32(truncatingIfNeeded: try reader.integer(in: field))
        case 5, 7, 8: try readDetails(&reader, field)
        default: return false
        }
        return true
      }
      // They are stored in 32 bits.
      guard [size, compressedSize, slotCount, definitionSize, repetitionSize].allSatisfy({ $0 <= Int32.max }) else {
        throw ParquetDamage("page larger than 2147483647 bytes or values")
      }
    }

    private mutating func readDetails(_ reader: inout ThriftReader, _ outer: ThriftReader.Field) throws {
      try reader.structure(in: outer) { reader, field in
        switch (outer.number, field.number) {
        case (_, 1): slotCount = try reader.count(in: field)
        case (5, 2), (7, 2), (8, 4): encoding = try reader.integer(in: field)
        case (5, 3): definitionEncoding = try reader.integer(in: field)
        case (5, 4): repetitionEncoding = try reader.integer(in: field)
        case (8, 5): definitionSize = try reader.count(in: field)
        case (8, 6): repetitionSize = try reader.count(in: field)
        case (8, 7): isCompressed = try reader.boolean(in: field)
        default: return false
        }
        return true
      }
    }
  }
}
