import Millrace

extension Parquet {
  /// A leaf column of a file, in the order of column chunks.
  struct StoredColumn {
    /// The names of the nodes from the root to the column.
    let path: [String]
    let stored: StoredType
    /// The size of values of the type `FIXED_LEN_BYTE_ARRAY`, in bytes.
    let size: Int
    var type: Arrow.DataType
    let maximumRepetition: UInt8
    let maximumDefinition: UInt8
    /// The definition level at which the innermost list on the path has an element, or 0 without lists.
    let elementDefinition: UInt8

    var name: String { path.joined(separator: ".") }
  }

  /// A column, a member of structures, or the element of lists.
  struct SchemaNode {
    indirect enum Content {
      case leaf
      case structure([SchemaNode])
      /// - Parameter definition: The definition level at which a list has an element.
      case list(SchemaNode, definition: UInt8)
    }

    var field: Arrow.Field
    var content: Content
    /// The definition level at which an entry is not null.
    var definition: UInt8
    /// The indices of the leaf columns.
    var leaves: Range<Int>
    /// The reason why the column cannot be read.
    var problem: Problem?
  }

  /// Creates the tree of a schema, which is stored as a list of nodes, each before its children.
  ///
  /// Lists have three levels: a group, a repeated group, and the element. Older programs wrote lists of two levels, or
  /// only a repeated node ("Backward-compatibility rules" in `LogicalTypes.md` of the format's specification).
  struct SchemaParser {
    private let elements: [StoredElement]
    private var next = 0
    private(set) var leaves: [StoredColumn] = []
    private var path: [String] = []
    /// The definition level at which the current list has an element.
    private var elementDefinition: UInt8 = 0

    /// Returns the columns.
    ///
    /// - Throws: ``ParquetDamage`` if the elements are not a tree.
    static func columns(_ elements: [StoredElement]) throws -> (columns: [SchemaNode], leaves: [StoredColumn]) {
      var parser = SchemaParser(elements)
      guard let root = elements.first, root.type == nil || elements.count == 1 else {
        throw ParquetDamage("schema without a root")
      }
      parser.next = 1
      var columns: [SchemaNode] = []
      for _ in 0..<root.childCount { columns.append(try parser.node(definition: 0, repetition: 0)) }
      guard parser.next == elements.count else { throw ParquetDamage("schema with more nodes than its root has") }
      return (columns, parser.leaves)
    }

    private init(_ elements: [StoredElement]) { self.elements = elements }

    private func element(at index: Int) throws -> StoredElement {
      guard index < elements.count else { throw ParquetDamage("schema with fewer nodes than announced") }
      return elements[index]
    }

    /// Returns the node at the current position and its children.
    ///
    /// - Parameters:
    ///   - isElement: Whether a repeated node is the element of a list that is represented by another node.
    private mutating func node(definition: UInt8, repetition: UInt8, isElement: Bool = false) throws -> SchemaNode {
      let element = try element(at: next)
      // Each list has up to three nodes.
      guard path.count < 2 * Arrow.maximumTypeDepth else { throw ParquetDamage("schema nested too deep") }
      if element.repetition == .repeated, !isElement {
        let node = try listElement(definition: definition, repetition: repetition, isElement: true)
        return list(node, named: element.name, definition: definition, isNullable: false)
      }
      let isNullable = element.repetition == .optional
      let definition = definition + (isNullable ? 1 : 0)
      next += 1
      path.append(element.name)
      defer { path.removeLast() }
      if element.type != nil { return leaf(element, definition, repetition) }
      if element.childCount == 1, element.isList || element.isMap, try self.element(at: next).repetition == .repeated {
        return try annotated(element, definition: definition, repetition: repetition, isNullable: isNullable)
      }
      let first = leaves.count
      var members: [SchemaNode] = []
      for _ in 0..<element.childCount {
        members.append(try node(definition: definition, repetition: repetition))
      }
      var problem = members.lazy.compactMap(\.problem).first
      if members.isEmpty { problem = unsupported("a group without members") }
      if Set(members.map(\.field.name)).count < members.count {
        problem = .duplicateColumn(path.joined(separator: "."))
      }
      let type = Arrow.DataType.structure(members.map(\.field))
      return SchemaNode(
        field: Arrow.Field(name: element.name, type: type, isNullable: isNullable), content: .structure(members),
        definition: definition, leaves: first..<leaves.count, problem: problem)
    }

    // MARK: Lists

    /// Returns the node of a list or map, whose repeated child is the current node.
    private mutating func annotated(
      _ outer: StoredElement, definition: UInt8, repetition: UInt8, isNullable: Bool
    ) throws -> SchemaNode {
      let repeated = try element(at: next)
      let isElement =
        try outer.isMap || repeated.type != nil || repeated.childCount != 1 || repeated.isList || repeated.isMap
        || repeated.name == "array" || repeated.name == outer.name + "_tuple"
        || element(at: next + 1).repetition == .repeated
      if !isElement {
        next += 1
        path.append(repeated.name)
      }
      let node = try listElement(definition: definition, repetition: repetition, isElement: isElement)
      if !isElement { path.removeLast() }
      var result = list(node, named: outer.name, definition: definition, isNullable: isNullable)
      if outer.isMap, case .structure(let members) = node.field.type, members.count == 2 {
        result.field.type = .map(entries: node.field)
      }
      return result
    }

    private mutating func listElement(definition: UInt8, repetition: UInt8, isElement: Bool) throws -> SchemaNode {
      let outer = elementDefinition
      elementDefinition = definition + 1
      defer { elementDefinition = outer }
      return try node(definition: definition + 1, repetition: repetition + 1, isElement: isElement)
    }

    private func list(
      _ element: SchemaNode, named name: String, definition: UInt8, isNullable: Bool
    ) -> SchemaNode {
      SchemaNode(
        field: Arrow.Field(name: name, type: .list(element.field, .bits32), isNullable: isNullable),
        content: .list(element, definition: definition + 1), definition: definition, leaves: element.leaves,
        problem: element.problem)
    }

    // MARK: Leaf columns

    private mutating func leaf(_ element: StoredElement, _ definition: UInt8, _ repetition: UInt8) -> SchemaNode {
      var (type, problem): (Arrow.DataType, Problem?) = (.null, nil)
      switch element.columnType {
      case .type(let found): type = found
      case .unsupported(let feature): problem = unsupported(feature)
      }
      leaves.append(
        StoredColumn(
          path: path, stored: element.type ?? .int32, size: element.size, type: type, maximumRepetition: repetition,
          maximumDefinition: definition, elementDefinition: elementDefinition))
      return SchemaNode(
        field: Arrow.Field(name: element.name, type: type, isNullable: element.repetition == .optional),
        content: .leaf, definition: definition, leaves: leaves.count - 1..<leaves.count, problem: problem)
    }

    private func unsupported(_ feature: String) -> Problem {
      .unsupported(feature: feature, column: path.joined(separator: "."))
    }
  }
}

extension Parquet.StoredElement {
  enum ColumnType {
    case type(Arrow.DataType)
    case unsupported(String)
  }

  /// The type of a leaf column. An annotation that does not fit the physical type is ignored.
  var columnType: ColumnType {
    switch logical ?? annotation {
    case .decimal(let precision, let scale)?: return decimal(precision: precision, scale: scale)
    case .unknown?: return .type(.null)
    case let logical?: if let type = annotated(logical) { return .type(type) }
    case nil: if converted == 21, type == .fixedSize { return .unsupported("type interval") }
    }
    switch type {
    case .boolean: return .type(.boolean)
    case .int64: return .type(.int64)
    case .int96: return .type(.timestamp(.nanosecond, timeZone: nil))
    case .float: return .type(.float(bits: 32))
    case .double: return .type(.float64)
    case .byteArray: return .type(.binary)
    case .fixedSize: return .type(.fixedSizeBinary(size: size))
    case .int32, nil: return .type(.integer(bits: 32, isSigned: true))
    }
  }

  private func annotated(_ logical: Parquet.LogicalType) -> Arrow.DataType? {
    switch (logical, type) {
    case (.string, .byteArray), (.json, .byteArray): .utf8
    case (.bson, .byteArray): .binary
    case (.uuid, .fixedSize) where size == 16: .utf8
    case (.float16, .fixedSize) where size == 2: .float(bits: 16)
    case (.date, .int32): .date(bits: 32)
    case (.time(.millisecond), .int32): .time(.millisecond)
    case (.time(let unit), .int64) where unit != .millisecond: .time(unit)
    case (.timestamp(let unit, let isUTC), .int64): .timestamp(unit, timeZone: isUTC ? "UTC" : nil)
    case (.integer(let bits, let isSigned), .int32) where bits <= 32: .integer(bits: bits, isSigned: isSigned)
    case (.integer(bits: 64, let isSigned), .int64): .integer(bits: 64, isSigned: isSigned)
    default: nil
    }
  }

  private func decimal(precision: Int, scale: Int) -> ColumnType {
    switch type {
    case .int32, .int64, .byteArray: break
    case .fixedSize where size <= 16: break
    default: return .unsupported("type decimal256")
    }
    if precision > 38 { return .unsupported("type decimal256") }
    if precision < 1 { return .unsupported("decimal precision \(precision)") }
    // Larger scales would only produce long texts.
    guard (-76...76).contains(scale) else { return .unsupported("decimal scale \(scale)") }
    return .type(.decimal(precision: precision, scale: scale, bits: 128))
  }

  /// The annotation of older programs, a "converted type", in terms of the newer ones.
  private var annotation: Parquet.LogicalType? {
    switch converted {
    case 0, 4: .string
    case 5: .decimal(precision: precision, scale: scale)
    case 6: .date
    case 7: .time(.millisecond)
    case 8: .time(.microsecond)
    case 9: .timestamp(.millisecond, isUTC: true)
    case 10: .timestamp(.microsecond, isUTC: true)
    case let number? where (11...14).contains(number): .integer(bits: 8 << (number - 11), isSigned: false)
    case let number? where (15...18).contains(number): .integer(bits: 8 << (number - 15), isSigned: true)
    case 19: .json
    case 20: .bson
    default: nil
    }
  }
}
