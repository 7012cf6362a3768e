import Millrace

extension Arrow {
  /// Reads the metadata of a schema.
  ///
  /// A FlatBuffer may refer to the same table many times, so a few hundred bytes can describe billions of columns.
  /// Therefore the tables are counted, and their number is limited to the number of tables that fit in the bytes.
  struct SchemaParser {
    private var remainingFields: Int
    private var remainingText: Int
    /// The names on the path to the field that is being read.
    private var path: [String] = []

    /// Returns the fields of a table `Schema`.
    ///
    /// - Throws: ``Problem`` and ``FlatBufferError`` if the metadata is not valid or not supported.
    static func fields(of schema: FlatBufferTable) throws -> [Field] {
      guard try schema.scalar(SchemaField.endianness, default: Int16(0)) == 0 else {
        throw Problem.unsupported(feature: "big-endian data", column: nil)
      }
      var parser = SchemaParser(schema)
      return try parser.fields(schema.tables(SchemaField.fields))
    }

    /// Returns those fields of a table `Schema` whose types are supported.
    ///
    /// - Throws: ``FlatBufferError`` if the metadata is not valid.
    static func readableFields(of schema: FlatBufferTable) throws -> [Field] {
      guard try schema.scalar(SchemaField.endianness, default: Int16(0)) == 0 else { return [] }
      var parser = SchemaParser(schema)
      return try schema.tables(SchemaField.fields).compactMap { table in
        do { return try parser.field(table) } catch is Problem { return nil }
      }
    }

    private init(_ schema: FlatBufferTable) {
      // A field needs a table of at least 8 bytes, and a table of 4 bytes for its type.
      remainingFields = schema.bufferSize / 12
      remainingText = 16 * schema.bufferSize + 1 << 16
    }

    private mutating func fields(_ tables: [FlatBufferTable]) throws -> [Field] {
      var names: Set<[UInt8]> = []
      var fields: [Field] = []
      for table in tables {
        let field = try field(table)
        guard names.insert(Array(field.name.utf8)).inserted else {
          throw Problem.duplicateColumn((path + [field.name]).joined(separator: "."))
        }
        fields.append(field)
      }
      return fields
    }

    private mutating func field(_ table: FlatBufferTable) throws -> Field {
      let name = try table.string(FieldField.name) ?? ""
      remainingFields -= 1
      remainingText -= name.utf8.count
      guard remainingFields >= 0, remainingText >= 0 else { throw FlatBufferError() }
      guard path.count < maximumTypeDepth else {
        throw Problem.unsupported(feature: "nesting more than \(maximumTypeDepth) levels deep", column: path.first)
      }
      path.append(name)
      defer { path.removeLast() }
      var type = try type(of: table)
      var isOrdered = false
      if let encoding = try table.table(FieldField.dictionary) {
        // By default, indices are signed and have 32 bits.
        let indices = try encoding.table(DictionaryField.indexType).map { try integer($0) }
        type = .dictionary(
          id: try encoding.scalar(DictionaryField.id, default: 0),
          indices: indices ?? .integer(bits: 32, isSigned: true), values: type)
        isOrdered = try encoding.boolean(DictionaryField.isOrdered)
      }
      var field = Field(name: name, type: type, isNullable: try table.boolean(FieldField.isNullable))
      field.isOrdered = isOrdered
      return field
    }

    private mutating func type(of field: FlatBufferTable) throws -> DataType {
      let number: UInt8 = try field.scalar(FieldField.typeKind, default: 0)
      guard let kind = TypeKind(rawValue: number) else { throw unsupported("type number \(number)") }
      guard let table = try field.table(FieldField.type) else { throw malformed("missing type") }
      switch kind {
      case .null: return .null
      case .boolean: return .boolean
      case .integer: return try integer(table)
      case .float: return try float(table)
      case .decimal: return try decimal(table)
      case .utf8: return .utf8(.bits32)
      case .largeUtf8: return .utf8(.bits64)
      case .utf8View: return .utf8(.view)
      case .binary: return .binary(.bits32)
      case .largeBinary: return .binary(.bits64)
      case .binaryView: return .binary(.view)
      case .fixedSizeBinary: return .fixedSizeBinary(size: try size(table))
      case .date: return .date(bits: try table.scalar(0, default: Int16(1)) == 0 ? 32 : 64)
      case .time: return try time(table)
      case .timestamp: return .timestamp(try unit(table, default: .second), timeZone: try table.string(1))
      case .duration: return .duration(try unit(table, default: .millisecond))
      case .list: return .list(try child(of: field), .bits32)
      case .largeList: return .list(try child(of: field), .bits64)
      case .fixedSizeList: return .fixedSizeList(try child(of: field), count: try size(table))
      case .structure: return .structure(try fields(field.tables(FieldField.children)))
      case .map: return try map(field)
      case .interval: throw unsupported("type interval")
      case .union: throw unsupported("type union")
      case .runEndEncoded: throw unsupported("type run_end_encoded")
      case .listView: throw unsupported("type list_view")
      case .largeListView: throw unsupported("type large_list_view")
      }
    }

    // MARK: Types with parameters

    private func integer(_ table: FlatBufferTable) throws -> DataType {
      let bits: Int32 = try table.scalar(0, default: 0)
      guard [8, 16, 32, 64].contains(bits) else { throw malformed("invalid integer width: \(bits) bits") }
      return .integer(bits: Int(bits), isSigned: try table.boolean(1))
    }

    private func float(_ table: FlatBufferTable) throws -> DataType {
      let precision: Int16 = try table.scalar(0, default: 0)
      guard (0...2).contains(precision) else { throw malformed("invalid floating-point precision \(precision)") }
      return .float(bits: 16 << Int(precision))
    }

    private func decimal(_ table: FlatBufferTable) throws -> DataType {
      let precision: Int32 = try table.scalar(0, default: 0)
      let scale: Int32 = try table.scalar(1, default: 0)
      let bits: Int32 = try table.scalar(2, default: 128)
      if bits == 256 { throw unsupported("type decimal256") }
      guard [32, 64, 128].contains(bits) else { throw malformed("invalid decimal width: \(bits) bits") }
      guard precision > 0 else { throw malformed("invalid decimal precision \(precision)") }
      // Larger scales would only produce long texts.
      guard (-76...76).contains(scale) else { throw malformed("invalid decimal scale \(scale)") }
      return .decimal(precision: Int(precision), scale: Int(scale), bits: Int(bits))
    }

    private func time(_ table: FlatBufferTable) throws -> DataType {
      let unit = try unit(table, default: .millisecond)
      let bits: Int32 = try table.scalar(1, default: 32)
      guard bits == (unit.perSecond <= 1_000 ? 32 : 64) else {
        throw malformed("invalid time width: \(bits) bits for unit \(unit)")
      }
      return .time(unit)
    }

    private func unit(_ table: FlatBufferTable, default missing: TimeUnit) throws -> TimeUnit {
      let number = try table.scalar(0, default: missing.number)
      guard let unit = TimeUnit(number: number) else { throw malformed("unknown time unit number \(number)") }
      return unit
    }

    private func size(_ table: FlatBufferTable) throws -> Int {
      let size: Int32 = try table.scalar(0, default: 0)
      guard size >= 0 else { throw malformed("negative size") }
      return Int(size)
    }

    private mutating func child(of field: FlatBufferTable) throws -> Field {
      let children = try field.tables(FieldField.children)
      guard children.count == 1 else { throw malformed("invalid list: \(children.count) element types, expected 1") }
      return try self.field(children[0])
    }

    private mutating func map(_ field: FlatBufferTable) throws -> DataType {
      let entries = try child(of: field)
      guard case .structure(let members) = entries.type, members.count == 2 else {
        throw malformed("invalid map: entries are not key-value pairs")
      }
      return .map(entries: entries)
    }

    // MARK: Errors

    private var column: String { path.joined(separator: ".") }
    private func malformed(_ what: String) -> Problem { .malformed(what, column: column) }
    private func unsupported(_ feature: String) -> Problem { .unsupported(feature: feature, column: column) }
  }
}
