import Millrace

// Parquet has no durations, time zones and widths of offsets: only the Arrow schema, which pyarrow and Polars store with the
// metadata, has them. Durations are stored as integers. All other types are known without it.

extension [Parquet.SchemaNode] {
  /// Changes the types of columns to those of the Arrow schema that Parquet does not have.
  ///
  /// - Parameters:
  ///   - leaves: The leaf columns, which are changed as well.
  ///   - text: An Arrow message with a schema, in Base64. It is ignored if it is not valid.
  mutating func restoreTypes(_ leaves: inout [Parquet.StoredColumn], storedIn text: ArraySlice<UInt8>) {
    guard let message = bytes(base64: String(decoding: text, as: UTF8.self), .standard), message.count > 8,
      let table = try? FlatBufferTable(rootOf: [UInt8](message.dropFirst(8))),
      let header = try? table.table(Arrow.MessageField.header),
      let fields = try? Arrow.SchemaParser.readableFields(of: header)
    else { return }
    restoreTypes(&leaves, fields)
  }

  fileprivate mutating func restoreTypes(_ leaves: inout [Parquet.StoredColumn], _ fields: [Arrow.Field]) {
    let types = Dictionary(
      fields.map { (JSON.ExactKey(text: $0.name), $0.type) }, uniquingKeysWith: { first, _ in first })
    for index in indices {
      if let type = types[self[index].field.name] { self[index].restoreTypes(&leaves, type) }
    }
  }
}

extension Parquet.SchemaNode {
  fileprivate mutating func restoreTypes(_ leaves: inout [Parquet.StoredColumn], _ type: Arrow.DataType) {
    switch (content, type) {
    case (.leaf, .duration):
      guard field.type == .int64 else { return }
      field.type = type
      leaves[self.leaves.lowerBound].type = type
    case (.leaf, .timestamp(_, .some(let zone))):
      guard case .timestamp(let unit, .some) = field.type else { return }
      field.type = .timestamp(unit, timeZone: zone)
    case (.leaf, .utf8(.bits64)):
      if field.type == .utf8 { field.type = type }
    case (.leaf, .binary(.bits64)):
      if field.type == .binary { field.type = type }
    case (.structure(var members), .structure(let fields)):
      members.restoreTypes(&leaves, fields)
      content = .structure(members)
      field.type = .structure(members.map(\.field))
    case (.list(var element, let definition), .list(let item, let width)):
      element.restoreTypes(&leaves, item.type)
      content = .list(element, definition: definition)
      if case .list = field.type { field.type = .list(element.field, width == .bits64 ? .bits64 : .bits32) }
    case (.list(var element, let definition), .map(let item)),
      (.list(var element, let definition), .fixedSizeList(let item, _)):
      element.restoreTypes(&leaves, item.type)
      content = .list(element, definition: definition)
      if case .map = field.type {
        field.type = .map(entries: element.field)
      } else {
        field.type = .list(element.field, .bits32)
      }
    default: break
    }
  }
}
