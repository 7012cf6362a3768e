import Millrace

extension Parquet {
  /// The footer of a file: a structure `FileMetaData`.
  struct FileMetadata {
    var elements: [StoredElement] = []
    var rowCount = 0
    var groups: [StoredGroup] = []
    /// The Arrow schema that some programs store, in Base64: its range in the footer.
    var arrowSchema: Range<Int>?

    init(_ view: ByteView) throws {
      var reader = ThriftReader(view)
      try reader.structure { reader, field in
        switch field.number {
        case 2: try reader.list(in: field, of: .structure) { elements.append(try StoredElement(&$0)) }
        case 3: rowCount = try reader.count(in: field)
        case 4: try reader.list(in: field, of: .structure) { groups.append(try StoredGroup(&$0)) }
        case 5: try reader.list(in: field, of: .structure) { try readKeyAndValue(&$0) }
        default: return false
        }
        return true
      }
    }

    private mutating func readKeyAndValue(_ reader: inout ThriftReader) throws {
      var (isSchema, value): (Bool, Range<Int>?) = (false, nil)
      try reader.structure { reader, field in
        switch field.number {
        case 1: isSchema = try reader.string(in: field) == "ARROW:schema"
        case 2: value = try reader.range(in: field)
        default: return false
        }
        return true
      }
      if isSchema { arrowSchema = value }
    }
  }

  /// A node of a schema: a structure `SchemaElement`.
  struct StoredElement {
    /// The enumeration `FieldRepetitionType`.
    enum Repetition: Int {
      case required, optional, repeated
    }

    var name = ""
    var type: StoredType?
    /// The size of values of the type `FIXED_LEN_BYTE_ARRAY`, in bytes.
    var size = 0
    var repetition = Repetition.required
    var childCount = 0
    var converted: Int?
    var (scale, precision) = (0, 0)
    var logical: LogicalType?

    init(_ reader: inout ThriftReader) throws {
      try reader.structure { reader, field in
        switch field.number {
        case 1:
          guard let type = StoredType(rawValue: try reader.integer(in: field)) else {
            throw ParquetDamage("unknown physical type")
          }
          self.type = type
        case 2: size = try reader.count(in: field)
        case 3:
          guard let repetition = Repetition(rawValue: try reader.integer(in: field)) else {
            throw ParquetDamage("unknown repetition type")
          }
          self.repetition = repetition
        case 4: name = try reader.string(in: field)
        case 5: childCount = try reader.count(in: field)
        case 6: converted = try reader.integer(in: field)
        case 7: scale = try reader.integer(in: field)
        case 8: precision = try reader.integer(in: field)
        case 10: logical = try LogicalType(&reader, field)
        default: return false
        }
        return true
      }
    }

    var isList: Bool { logical == .list || logical == nil && converted == 3 }
    var isMap: Bool { logical == .map || logical == nil && (converted == 1 || converted == 2) }
  }

  /// A physical type: the enumeration `Type`.
  enum StoredType: Int {
    case boolean, int32, int64, int96, float, double, byteArray, fixedSize
  }

  /// An annotation of a node: a union `LogicalType`.
  enum LogicalType: Equatable {
    case string, map, list, json, bson, uuid, float16, unknown, date
    case decimal(precision: Int, scale: Int)
    case time(Arrow.TimeUnit)
    case timestamp(Arrow.TimeUnit, isUTC: Bool)
    case integer(bits: Int, isSigned: Bool)

    /// - Returns: Nil for an unknown annotation, which the specification says to ignore.
    init?(_ reader: inout ThriftReader, _ field: ThriftReader.Field) throws {
      var type: LogicalType?
      try reader.structure(in: field) { reader, field in
        let simple: [Int: LogicalType] = [
          1: .string, 2: .map, 3: .list, 4: .string, 6: .date, 11: .unknown, 12: .json, 13: .bson, 14: .uuid,
          15: .float16,
        ]
        type = simple[field.number]
        switch field.number {
        case 5:
          let (scale, precision) = try Self.numbers(&reader, field)
          type = .decimal(precision: precision, scale: scale)
        case 7, 8: type = try Self.time(&reader, field)
        case 10:
          let (bits, isSigned) = try Self.numbers(&reader, field)
          guard [8, 16, 32, 64].contains(bits) else { throw ParquetDamage("invalid integer width: \(bits) bits") }
          type = .integer(bits: bits, isSigned: isSigned != 0)
        default: return false
        }
        return true
      }
      guard let type else { return nil }
      self = type
    }

    /// Reads the first two fields of a structure; Booleans are 0 and 1.
    private static func numbers(_ reader: inout ThriftReader, _ field: ThriftReader.Field) throws -> (Int, Int) {
      var numbers = (0, 0)
      try reader.structure(in: field) { reader, field in
        switch (field.number, field.kind) {
        case (1, _): numbers.0 = try reader.integer(in: field)
        case (2, .yes), (2, .no): numbers.1 = try reader.boolean(in: field) ? 1 : 0
        case (2, _): numbers.1 = try reader.integer(in: field)
        default: return false
        }
        return true
      }
      return numbers
    }

    private static func time(_ reader: inout ThriftReader, _ outer: ThriftReader.Field) throws -> LogicalType? {
      var (isUTC, unit): (Bool, Arrow.TimeUnit?) = (false, nil)
      try reader.structure(in: outer) { reader, field in
        switch field.number {
        case 1: isUTC = try reader.boolean(in: field)
        case 2:
          try reader.structure(in: field) { _, field in
            unit = [1: .millisecond, 2: .microsecond, 3: .nanosecond][field.number]
            return false
          }
        default: return false
        }
        return true
      }
      guard let unit else { throw ParquetDamage("unknown time unit") }
      return outer.number == 7 ? .time(unit) : .timestamp(unit, isUTC: isUTC)
    }
  }

  /// A row group: a structure `RowGroup`.
  struct StoredGroup {
    var chunks: [StoredChunk] = []
    var rowCount = 0
    /// The size of the decompressed columns, in bytes.
    var byteCount = 0

    init(_ reader: inout ThriftReader) throws {
      try reader.structure { reader, field in
        switch field.number {
        case 1: try reader.list(in: field, of: .structure) { chunks.append(try StoredChunk(&$0)) }
        case 2: byteCount = try reader.integer(in: field)
        case 3: rowCount = try reader.count(in: field)
        default: return false
        }
        return true
      }
    }
  }

  /// A leaf column in a row group: a structure `ColumnChunk`.
  struct StoredChunk {
    var codec = 0
    var slotCount = 0
    /// The range of the pages in the file, in bytes.
    var start = 0
    var size = 0
    var isEncrypted = false
    var isInOtherFile = false
    var statistics = StoredStatistics()
    private var hasMetadata = false

    init(_ reader: inout ThriftReader) throws {
      try reader.structure { reader, field in
        switch field.number {
        case 1:
          _ = try reader.range(in: field)
          isInOtherFile = true
        case 3: try readMetadata(&reader, field)
        case 8: (isEncrypted, _) = (true, try reader.structure(in: field) { _, _ in false })
        default: return false
        }
        return true
      }
      guard hasMetadata || isEncrypted else { throw ParquetDamage("column chunk without metadata") }
    }

    private mutating func readMetadata(_ reader: inout ThriftReader, _ field: ThriftReader.Field) throws {
      var (data, dictionary) = (-1, -1)
      try reader.structure(in: field) { reader, field in
        switch field.number {
        case 4: codec = try reader.integer(in: field)
        case 5: slotCount = try reader.count(in: field)
        case 7: size = try reader.count(in: field)
        case 9: data = try reader.count(in: field)
        case 11: dictionary = try reader.integer(in: field)
        case 12: statistics = try StoredStatistics(&reader, field)
        default: return false
        }
        return true
      }
      guard data >= 0 else { throw ParquetDamage("column chunk without pages") }
      // Some programs write 0 if there is no dictionary.
      start = dictionary > 0 && dictionary < data ? dictionary : data
      hasMetadata = true
    }
  }

  /// The bounds of the values of a leaf column in a row group: a structure `Statistics`.
  struct StoredStatistics {
    var nullCount: Int?
    /// The bounds, as ranges in the footer.
    var (minimum, maximum): (Range<Int>?, Range<Int>?)
    /// The bounds in a deprecated order, which is that of signed integers.
    var (signedMinimum, signedMaximum): (Range<Int>?, Range<Int>?)

    init() {}

    init(_ reader: inout ThriftReader, _ field: ThriftReader.Field) throws {
      try reader.structure(in: field) { reader, field in
        switch field.number {
        case 1: signedMaximum = try reader.range(in: field)
        case 2: signedMinimum = try reader.range(in: field)
        case 3: nullCount = try reader.count(in: field)
        case 5: maximum = try reader.range(in: field)
        case 6: minimum = try reader.range(in: field)
        default: return false
        }
        return true
      }
    }
  }
}
