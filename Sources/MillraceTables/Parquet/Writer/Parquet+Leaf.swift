import Millrace

extension Parquet {
  /// A leaf column of the schema, in the order of column chunks.
  struct Leaf {
    /// The type of the values.
    let type: Arrow.DataType
    /// The names of the nodes from the root to the column.
    let path: [String]
    let maximumRepetition: UInt8
    let maximumDefinition: UInt8
  }

  /// The unit in which timestamps are stored. Parquet has no seconds.
  static func storedUnit(of unit: Arrow.TimeUnit) -> Arrow.TimeUnit { unit == .second ? .millisecond : unit }

  /// The type in which dates and times of a type are stored. Parquet has dates in days only.
  static func storedType(of type: Arrow.DataType) -> Arrow.DataType {
    switch type {
    case .date: .date(bits: 32)
    case .time(let unit): .time(storedUnit(of: unit))
    case .timestamp(let unit, let zone): .timestamp(storedUnit(of: unit), timeZone: zone)
    default: type
    }
  }

  /// The names of the nodes between a list and its elements.
  static let listNames = (group: "list", element: "element")
  /// The names of the nodes between a map and its keys and values.
  static let mapNames = (group: "key_value", key: "key", value: "value")
}

extension [Arrow.Field] {
  /// The leaf columns of these fields, all of which are nullable, except keys of maps.
  func parquetLeaves(
    within path: [String] = [], repetition: UInt8 = 0, definition: UInt8 = 0
  ) -> [Parquet.Leaf] {
    flatMap { field -> [Parquet.Leaf] in
      let path = path + [field.name]
      switch field.type {
      case .structure(let members):
        return members.parquetLeaves(within: path, repetition: repetition, definition: definition + 1)
      case .list(let element, _):
        let element = Arrow.Field(name: Parquet.listNames.element, type: element.type)
        return [element].parquetLeaves(
          within: path + [Parquet.listNames.group], repetition: repetition + 1, definition: definition + 2)
      case .map(let entries):
        return entries.parquetEntries.parquetLeaves(
          within: path + [Parquet.mapNames.group], repetition: repetition + 1, definition: definition + 2)
      default:
        return [
          Parquet.Leaf(
            type: field.type, path: path, maximumRepetition: repetition,
            maximumDefinition: definition + (field.isNullable ? 1 : 0))
        ]
      }
    }
  }

  /// Checks that Parquet has these types: it has no groups without members, and no negative scale of decimal numbers.
  func checkAreInParquet(within path: [String] = []) throws {
    for field in self {
      let path = path + [field.name]
      switch field.type {
      case .structure(let members):
        guard !members.isEmpty else {
          throw Arrow.Problem.noMembers(column: path.joined(separator: "."))
        }
        try members.checkAreInParquet(within: path)
      case .list(let element, _): try [element].checkAreInParquet(within: path)
      case .map(let entries): try entries.parquetEntries.checkAreInParquet(within: path)
      case .decimal(let precision, let scale, _) where !(0...precision).contains(scale):
        throw Arrow.Problem.notWritten(field.type, column: path.joined(separator: "."))
      // No reader takes values without bytes.
      case .fixedSizeBinary(size: 0):
        throw Arrow.Problem.notWritten(field.type, column: path.joined(separator: "."))
      default: break
      }
    }
  }
}

extension Arrow.Field {
  /// The key and the value of maps with these entries, by their names in Parquet. A key is not nullable.
  var parquetEntries: [Arrow.Field] {
    guard let pair else { return [] }
    return [
      Arrow.Field(name: Parquet.mapNames.key, type: pair.key.type, isNullable: false),
      Arrow.Field(name: Parquet.mapNames.value, type: pair.value.type),
    ]
  }
}

extension Arrow.DataType {
  /// The physical type of a leaf column.
  var parquetType: Parquet.StoredType {
    switch self {
    case .boolean: .boolean
    case .integer(bits: 64, _), .timestamp, .duration: .int64
    case .time(let unit): Parquet.storedUnit(of: unit) == .millisecond ? .int32 : .int64
    case .float(bits: 64): .double
    case .float(bits: 32): .float
    case .float, .fixedSizeBinary: .fixedSize
    case .decimal(let precision, _, _): precision <= 9 ? .int32 : precision <= 18 ? .int64 : .fixedSize
    case .utf8, .binary: .byteArray
    default: .int32
    }
  }

  /// The size of the values of a leaf column that is stored with the physical type `fixedSize`, in bytes.
  var parquetSize: Int {
    switch self {
    case .float: 2
    case .fixedSizeBinary(let size): size
    default: 16
    }
  }

  /// Whether the integers of a leaf column are unsigned.
  var isUnsigned: Bool { if case .integer(_, isSigned: false) = self { true } else { false } }
}
