import Millrace

extension Arrow.Field {
  /// Creates the default type for writing a column.
  ///
  /// - Throws: ``Arrow/EntryProblem`` if no unit can represent all of its instants.
  init(of column: Columns.Column) throws {
    do {
      self.init(name: column.name, type: try Arrow.DataType(of: column))
    } catch let problem as Arrow.EntryProblem {
      throw problem.within(column.name)
    }
  }
}

extension Arrow.DataType {
  fileprivate init(of column: Columns.Column) throws {
    switch column.values {
    case .unknown: self = .null
    case .booleans: self = .boolean
    case .integers: self = .int64
    case .doubles: self = .float64
    case .strings: self = .utf8
    case .bytes: self = .binary
    case .instants(let instants): self = .timestamp(try Self.unit(of: instants))
    case .structures(let members): self = .structure(try members.map { try Arrow.Field(of: $0) })
    case .lists(let offsets, let elements):
      do {
        self = .list(of: try Arrow.Field(of: elements).type)
      } catch let problem as Arrow.EntryProblem {
        throw problem.within(listsAt: offsets)
      }
    }
  }

  /// Returns nanoseconds if all instants are in their range, from 1677 to 2262, and otherwise microseconds if they are
  /// exact.
  private static func unit(of instants: [Instant]) throws -> Arrow.TimeUnit {
    if instants.allSatisfy({ $0.count(unitsPerSecond: Arrow.TimeUnit.nanosecond.perSecond) != nil }) {
      return .nanosecond
    }
    if let index = instants.firstIndex(where: { $0.count(unitsPerSecond: Arrow.TimeUnit.microsecond.perSecond) == nil })
    {
      throw Arrow.EntryProblem(.instantOutOfRange(instants[index], nil), at: index)
    }
    return .microsecond
  }
}

extension [Arrow.Field] {
  /// Checks that no field has a type that can only be read.
  ///
  /// - Throws: ``Arrow/Problem`` if a field has such a type.
  func checkAreWritten(within path: [String] = []) throws {
    var names: Set<[UInt8]> = []
    for field in self {
      let path = path + [field.name]
      let column = path.joined(separator: ".")
      guard names.insert([UInt8](field.name.utf8)).inserted else { throw Arrow.Problem.duplicateColumn(column) }
      guard path.count <= Arrow.maximumTypeDepth else {
        throw Arrow.Problem.unsupported(
          feature: "nesting more than \(Arrow.maximumTypeDepth) levels deep", column: path.first)
      }
      guard field.isNullable else {
        throw Arrow.Problem.unsupported(feature: "writing a non-nullable column", column: column)
      }
      switch field.type {
      case .structure(let members): try members.checkAreWritten(within: path)
      case .list(let element, .bits32), .list(let element, .bits64): try [element].checkAreWritten(within: path)
      case .map(let entries):
        guard let pair = entries.pair, pair.key.type.isWrittenLeaf, !pair.key.isNullable, !entries.isNullable else {
          throw Arrow.Problem.notWritten(field.type, column: column)
        }
        try [Arrow.Field(name: pair.key.name, type: pair.key.type), pair.value].checkAreWritten(within: path)
      default:
        guard field.type.isWrittenLeaf else { throw Arrow.Problem.notWritten(field.type, column: column) }
      }
    }
  }
}

extension Arrow.DataType {
  /// Whether this is a type of entries without nested entries that can be written.
  fileprivate var isWrittenLeaf: Bool {
    switch self {
    case .null, .boolean, .timestamp, .time, .duration: true
    case .integer(let bits, _): [8, 16, 32, 64].contains(bits)
    case .float(let bits): [16, 32, 64].contains(bits)
    case .decimal(let precision, let scale, let bits):
      [32, 64, 128].contains(bits) && (1...38).contains(precision) && (-76...76).contains(scale)
    case .date(let bits): bits == 32 || bits == 64
    case .utf8(let width), .binary(let width): width != .view
    case .fixedSizeBinary(let size): (0...Int(Int32.max)).contains(size)
    case .list, .fixedSizeList, .structure, .map, .dictionary: false
    }
  }

  /// The type that represents the entries of a column of this type in a file that is written.
  ///
  /// Values of dictionaries are written as themselves, views as texts and binary data, lists of a fixed length as lists, and
  /// maps whose keys are nested as lists of structures. All other types are kept.
  package var written: Arrow.DataType {
    switch self {
    case .utf8(.view): .utf8
    case .binary(.view): .binary
    case .list(let element, let width): .list(element.written, width)
    case .fixedSizeList(let element, _): .list(element.written, .bits32)
    case .map(let entries): Self.map(written: entries)
    case .structure(let fields): .structure(fields.map(\.written))
    case .dictionary(_, _, let values): values.written
    default: self
    }
  }

  private static func map(written entries: Arrow.Field) -> Arrow.DataType {
    guard let pair = entries.pair, pair.key.type.written.isWrittenLeaf else { return .list(entries.written, .bits32) }
    let key = Arrow.Field(name: pair.key.name, type: pair.key.type.written, isNullable: false)
    return .map(
      entries: Arrow.Field(name: "entries", type: .structure([key, pair.value.written]), isNullable: false))
  }
}

extension Arrow.Field {
  /// The fields of the keys and the values, if this is the field of the entries of a map.
  package var pair: (key: Arrow.Field, value: Arrow.Field)? {
    guard case .structure(let members) = type, members.count == 2 else { return nil }
    return (members[0], members[1])
  }

  /// The nullable field for the entries of a column of this field in a file that is written: see `DataType.written`.
  package var written: Arrow.Field { Arrow.Field(name: name, type: type.written) }
}
