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
    let dictionary = field.dictionary.map { dictionary in
      FlatBufferValue.table([
        .int64(dictionary.id), .table(metadata(dictionary.indices).type), .boolean(field.isOrdered),
      ])
    }
    return .table([
      .string(field.name), .boolean(field.isNullable), .int8(Int8(kind.rawValue)), .table(type), dictionary,
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
    case .decimal(let precision, let scale, let bits):
      (.decimal, [.int32(Int32(precision)), .int32(Int32(scale)), .int32(Int32(bits))], [])
    case .utf8(let width): (width == .bits64 ? .largeUtf8 : .utf8, [], [])
    case .binary(let width): (width == .bits64 ? .largeBinary : .binary, [], [])
    case .fixedSizeBinary(let size): (.fixedSizeBinary, [.int32(Int32(size))], [])
    case .date(let bits): (.date, [.int16(bits == 32 ? 0 : 1)], [])
    case .time(let unit): (.time, [.int16(unit.number), .int32(unit.perSecond <= 1_000 ? 32 : 64)], [])
    case .timestamp(let unit, let zone): (.timestamp, [.int16(unit.number), zone.map { .string($0) }], [])
    case .duration(let unit): (.duration, [.int16(unit.number)], [])
    case .list(let element, let width): (width == .bits64 ? .largeList : .list, [], [element])
    case .structure(let fields): (.structure, [], fields)
    case .map(let entries): (.map, [], [entries])
    case .fixedSizeList, .dictionary: preconditionFailure("the schema was not checked")
    }
  }
}
