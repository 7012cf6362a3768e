import Millrace

extension Parquet {
  /// A row group that was written.
  struct WrittenRowGroup {
    /// The leaf columns.
    var chunks: [ColumnChunk.Written]
    var rows: Int
  }

  /// Returns the footer's metadata: a structure `FileMetaData`.
  static func footer(
    _ fields: [Arrow.Field], _ leaves: [Leaf], _ groups: [WrittenRowGroup], _ codec: PageCodec?
  ) -> [UInt8] {
    var writer = ThriftWriter()
    writer.structure { file in
      file.field(1, Int32(2))
      file.field(2, schemaElements(fields)) { element, writer in element.write(to: &writer) }
      file.field(3, groups.reduce(0) { $0 + $1.rows })
      file.field(4, groups) { group, writer in writeGroup(group, leaves, codec, to: &writer) }
      if fields.contains(where: { $0.dictionary != nil || $0.type.needsArrowSchema }) {
        let message = Arrow.message(.schema, Arrow.schemaMetadata(fields), bodySize: 0)
        file.field(5, [encapsulated(message)]) { schema, writer in
          writer.field(1, "ARROW:schema")
          writer.field(2, base64(schema, .standard))
        }
      }
      file.field(6, "millrace version 0.1.0")
      // The order of each column is that of its type. Without it, readers ignore the bounds of texts.
      file.field(7, leaves) { _, order in order.field(1) { _ in } }
    }
    return writer.bytes
  }

  /// Returns the metadata of a message with its length, as in a stream.
  private static func encapsulated(_ metadata: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.append(integer: Arrow.continuation)
    let padding = 7 - (metadata.count + 7) % 8
    message.append(integer: UInt32(truncatingIfNeeded: metadata.count + padding))
    return message + metadata + [UInt8](repeating: 0, count: padding)
  }

  private static func writeGroup(
    _ group: WrittenRowGroup, _ leaves: [Leaf], _ codec: PageCodec?, to writer: inout ThriftWriter
  ) {
    let size = group.chunks.reduce(0) { $0 + $1.size }
    let uncompressedSize = group.chunks.reduce(0) { $0 + $1.uncompressedSize }
    writer.field(1, Array(zip(group.chunks, leaves))) { pair, writer in
      let (chunk, leaf) = pair
      writer.field(2, chunk.offset)
      writer.field(3) { metadata in
        metadata.field(1, Int32(leaf.type.parquetType.rawValue))
        metadata.field(2, chunk.encodings + [ValueDecoder.Encoding.runs.number])
        metadata.field(3, leaf.path)
        metadata.field(4, Int32(codec?.rawValue ?? 0))
        metadata.field(5, chunk.slots)
        metadata.field(6, chunk.uncompressedSize)
        metadata.field(7, chunk.size)
        metadata.field(9, chunk.dataOffset ?? chunk.offset)
        if chunk.dataOffset != nil { metadata.field(11, chunk.offset) }
        metadata.field(12) { chunk.statistics.write(to: &$0, leaf.type.parquetType) }
      }
      writer.field(4, chunk.locations.offset)
      writer.field(5, Int32(truncatingIfNeeded: chunk.locations.size))
      if let bounds = chunk.bounds {
        writer.field(6, bounds.offset)
        writer.field(7, Int32(truncatingIfNeeded: bounds.size))
      }
    }
    writer.field(2, uncompressedSize)
    writer.field(3, group.rows)
    if let first = group.chunks.first { writer.field(5, first.offset) }
    writer.field(6, size)
  }

  /// The nodes of a schema, each before its children.
  private static func schemaElements(_ fields: [Arrow.Field]) -> [SchemaElement] {
    var elements = [SchemaElement(name: "schema", repetition: nil, children: fields.count)]
    for field in fields { append(field, to: &elements) }
    return elements
  }

  private static func append(_ field: Arrow.Field, to elements: inout [SchemaElement]) {
    switch field.type {
    case .structure(let members):
      elements.append(SchemaElement(name: field.name, repetition: .optional, children: members.count))
      for member in members { append(member, to: &elements) }
    case .list(let element, _):
      elements.append(SchemaElement(name: field.name, repetition: .optional, children: 1, type: field.type))
      elements.append(SchemaElement(name: listNames.group, repetition: .repeated, children: 1))
      append(Arrow.Field(name: listNames.element, type: element.type), to: &elements)
    case .map(let entries):
      elements.append(SchemaElement(name: field.name, repetition: .optional, children: 1, type: field.type))
      elements.append(SchemaElement(name: mapNames.group, repetition: .repeated, children: 2))
      for field in entries.parquetEntries { append(field, to: &elements) }
    default:
      elements.append(
        SchemaElement(name: field.name, repetition: field.isNullable ? .optional : .required, type: field.type))
    }
  }
}

/// A node of a schema: a group with children, or a leaf column.
private struct SchemaElement {
  var name: String
  var repetition: Parquet.StoredElement.Repetition?
  /// The number of children; nil for a leaf column.
  var children: Int?
  var type: Arrow.DataType?

  func write(to writer: inout ThriftWriter) {
    if children == nil, let type {
      writer.field(1, Int32(type.parquetType.rawValue))
      if type.parquetType == .fixedSize { writer.field(2, Int32(truncatingIfNeeded: type.parquetSize)) }
    }
    if let repetition { writer.field(3, Int32(repetition.rawValue)) }
    writer.field(4, name)
    if let children { writer.field(5, Int32(truncatingIfNeeded: children)) }
    switch type {
    case .utf8: writeType(converted: 0, logical: 1, to: &writer)
    case .list: writeType(converted: 3, logical: 3, to: &writer)
    case .map: writeType(converted: 1, logical: 2, to: &writer)
    case .null: writer.field(10) { $0.field(11) { _ in } }
    case .timestamp(let unit, let zone):
      writeTime(unit, logical: 8, converted: zone == nil ? nil : 9, isUTC: zone != nil, to: &writer)
    case .date: writeType(converted: 6, logical: 6, to: &writer)
    case .time(let unit): writeTime(unit, logical: 7, converted: 7, isUTC: false, to: &writer)
    case .decimal(let precision, let scale, _): writeDecimal(Int32(precision), Int32(scale), to: &writer)
    case .float(bits: 16): writer.field(10) { $0.field(15) { _ in } }
    case .integer(let bits, let isSigned) where bits < 32 || !isSigned: writeInteger(bits, isSigned, to: &writer)
    default: break
    }
  }

  /// Writes the type for older readers ("converted type") and for newer ones ("logical type").
  private func writeType(converted: Int32, logical: UInt8, to writer: inout ThriftWriter) {
    writer.field(6, converted)
    writer.field(10) { $0.field(logical) { _ in } }
  }

  private func writeDecimal(_ precision: Int32, _ scale: Int32, to writer: inout ThriftWriter) {
    writer.field(6, Int32(5))
    writer.field(7, scale)
    writer.field(8, precision)
    writer.field(10) { logical in
      logical.field(5) { decimal in
        decimal.field(1, scale)
        decimal.field(2, precision)
      }
    }
  }

  private func writeInteger(_ bits: Int, _ isSigned: Bool, to writer: inout ThriftWriter) {
    writer.field(6, Int32((isSigned ? 15 : 11) + bits.trailingZeroBitCount - 3))
    writer.field(10) { logical in
      logical.field(10) { integer in
        integer.field(1, Int8(truncatingIfNeeded: bits))
        integer.field(2, isSigned)
      }
    }
  }

  /// Writes the type of times of day or timestamps.
  ///
  /// - Parameter converted: The number of the converted type of milliseconds, which that of microseconds follows; nil if there is none.
  private func writeTime(
    _ unit: Arrow.TimeUnit, logical: UInt8, converted: Int32?, isUTC: Bool, to writer: inout ThriftWriter
  ) {
    let unit = Parquet.storedUnit(of: unit)
    // There is no converted type of nanoseconds.
    if let converted, unit != .nanosecond { writer.field(6, unit == .millisecond ? converted : converted + 1) }
    writer.field(10) { type in
      type.field(logical) { time in
        time.field(1, isUTC)
        time.field(2) { $0.field(unit.parquetNumber) { _ in } }
      }
    }
  }
}

extension Arrow.TimeUnit {
  /// The number of the field of the union `TimeUnit`.
  fileprivate var parquetNumber: UInt8 { self == .nanosecond ? 3 : self == .microsecond ? 2 : 1 }
}

extension Arrow.DataType {
  /// Whether Parquet has no type for this one, so that readers only find it in the Arrow schema of the file.
  fileprivate var needsArrowSchema: Bool {
    switch self {
    case .duration, .utf8(.bits64), .binary(.bits64), .list(_, .bits64): true
    case .timestamp(_, let zone?): zone != "UTC"
    case .list(let element, _), .map(let element): element.type.needsArrowSchema
    case .structure(let fields): fields.contains(where: \.type.needsArrowSchema)
    default: false
    }
  }
}
