import Millrace

extension Arrow {
  /// Returns the table `Schema` for these fields.
  static func schemaMetadata(_ fields: [Field]) -> FlatBufferValue {
    .table([.int16(0), .tables(fields.map(metadata))])
  }

  /// Returns the metadata of a message, without the length before it.
  static func message(_ kind: MessageKind, _ header: FlatBufferValue, bodySize: Int) -> [UInt8] {
    FlatBufferValue.table([
      .int16(MetadataVersion.v5), .int8(Int8(kind.rawValue)), header, .int64(Int64(bodySize)),
    ]).serialized()
  }

  /// Returns the table `Field`.
  ///
  /// - Precondition: The type can be written.
  private static func metadata(_ field: Field) -> FlatBufferValue {
    let (kind, type, children) = metadata(field.type)
    return .table([
      .string(field.name), .boolean(field.isNullable), .int8(Int8(kind.rawValue)), .table(type), nil,
      .tables(children.map(metadata)),
    ])
  }

  private static func metadata(
    _ type: DataType
  ) -> (kind: TypeKind, type: [FlatBufferValue?], children: [Field]) {
    switch type {
    case .null: (.null, [], [])
    case .boolean: (.boolean, [], [])
    case .integer(let bits, let isSigned): (.integer, [.int32(Int32(bits)), .boolean(isSigned)], [])
    case .float(let bits): (.float, [.int16(bits == 64 ? 2 : bits == 32 ? 1 : 0)], [])
    case .utf8: (.utf8, [], [])
    case .binary: (.binary, [], [])
    case .timestamp(let unit, let zone): (.timestamp, [.int16(unit.number), zone.map { .string($0) }], [])
    case .list(let element, _): (.list, [], [element])
    case .structure(let fields): (.structure, [], fields)
    case .decimal, .fixedSizeBinary, .date, .time, .duration, .fixedSizeList, .map, .dictionary:
      preconditionFailure("the schema was not checked")
    }
  }
}
