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

  /// A type of stored values.
  enum PhysicalType: Int32 {
    case boolean = 0
    case int32 = 1
    case int64 = 2
    case double = 5
    case byteArray = 6
  }

  /// The unit in which timestamps are stored. Parquet has no seconds.
  static func storedUnit(of unit: Arrow.TimeUnit) -> Arrow.TimeUnit { unit == .second ? .millisecond : unit }

  /// The names of the nodes between a list and its elements.
  static let listNames = (group: "list", element: "element")
}

extension [Arrow.Field] {
  /// The leaf columns of these fields, all of which are nullable.
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
      default:
        return [
          Parquet.Leaf(
            type: field.type, path: path, maximumRepetition: repetition, maximumDefinition: definition + 1)
        ]
      }
    }
  }

  /// Checks that no structure is without members: Parquet has no such groups.
  func checkGroupsHaveMembers(within path: [String] = []) throws {
    for field in self {
      let path = path + [field.name]
      switch field.type {
      case .structure(let members):
        guard !members.isEmpty else {
          throw Arrow.Problem.noMembers(column: path.joined(separator: "."))
        }
        try members.checkGroupsHaveMembers(within: path)
      case .list(let element, _): try [element].checkGroupsHaveMembers(within: path)
      default: break
      }
    }
  }
}

extension Arrow.DataType {
  /// The physical type of a leaf column.
  var parquetType: Parquet.PhysicalType {
    switch self {
    case .boolean: .boolean
    case .integer, .timestamp: .int64
    case .float: .double
    case .utf8, .binary: .byteArray
    default: .int32
    }
  }
}
