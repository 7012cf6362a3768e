import Millrace

// The metadata of messages: Message.fbs, Schema.fbs and File.fbs of the Arrow columnar format, version 1. The raw
// values of the cases are the numbers of fields and of union alternatives in these files.

extension Arrow {
  /// The fields of the table `Message`.
  enum MessageField {
    static let version = 0
    static let kind = 1
    static let header = 2
    static let bodySize = 3
  }

  /// The content of a message: the union `MessageHeader`.
  enum MessageKind: UInt8 {
    case schema = 1
    case dictionaryBatch = 2
    case recordBatch = 3
  }

  /// The enumeration `MetadataVersion`.
  enum MetadataVersion {
    static let v4: Int16 = 3
    static let v5: Int16 = 4

    /// - Throws: ``Problem`` if the version is not supported.
    static func check(_ version: Int16) throws {
      guard version == v4 || version == v5 else {
        throw Problem.unsupported(feature: "metadata version \(Int(version) + 1)", column: nil)
      }
    }
  }

  /// The fields of the table `Footer`.
  enum FooterField {
    static let version = 0
    static let schema = 1
    static let dictionaries = 2
    static let batches = 3
  }

  /// The fields of the table `Schema`.
  enum SchemaField {
    static let endianness = 0
    static let fields = 1
  }

  /// The fields of the table `Field`.
  enum FieldField {
    static let name = 0
    static let isNullable = 1
    static let typeKind = 2
    static let type = 3
    static let dictionary = 4
    static let children = 5
  }

  /// The fields of the table `DictionaryEncoding`.
  enum DictionaryField {
    static let id = 0
    static let indexType = 1
    static let isOrdered = 2
  }

  /// The fields of the table `RecordBatch`.
  enum BatchField {
    static let count = 0
    static let nodes = 1
    static let buffers = 2
    static let compression = 3
    static let viewBufferCounts = 4
  }

  /// The fields of the table `DictionaryBatch`.
  enum DictionaryBatchField {
    static let id = 0
    static let data = 1
    static let isDelta = 2
  }

  /// The union `Type`, whose alternatives are numbered in this order.
  enum TypeKind: UInt8 {
    case null = 1
    case integer, float, binary, utf8, boolean, decimal, date, time, timestamp, interval, list, structure, union
    case fixedSizeBinary, fixedSizeList, map, duration, largeBinary, largeUtf8, largeList, runEndEncoded, binaryView
    case utf8View, listView, largeListView
  }

  /// The first bytes of a file. The file also ends with them, without the zeros.
  static let fileMagic = Array("ARROW1\0\0".utf8)

  /// The first bytes of a message, before its length.
  static let continuation: UInt32 = 0xFFFF_FFFF

  /// The maximum nesting depth of types, in levels. Arrow's own reader has the same limit.
  static let maximumTypeDepth = 64
}

extension Arrow.TimeUnit {
  /// Creates a unit from its number in the enumeration `TimeUnit`.
  init?(number: Int16) {
    guard let unit = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = unit
  }

  var number: Int16 { Int16(Self.allCases.firstIndex(of: self) ?? 0) }
}
