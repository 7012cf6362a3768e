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
    var names: Set<String> = []
    for field in self {
      let path = path + [field.name]
      let column = path.joined(separator: ".")
      guard names.insert(field.name).inserted else { throw Arrow.Problem.duplicateColumn(column) }
      guard path.count <= Arrow.maximumTypeDepth else {
        throw Arrow.Problem.unsupported(
          feature: "nesting more than \(Arrow.maximumTypeDepth) levels deep", column: path.first)
      }
      guard field.isNullable else {
        throw Arrow.Problem.unsupported(feature: "writing a non-nullable column", column: column)
      }
      switch field.type {
      case .null, .boolean, .integer(bits: 64, isSigned: true), .float(bits: 64): break
      case .utf8(.bits32), .binary(.bits32), .timestamp(_, timeZone: .some): break
      case .structure(let members): try members.checkAreWritten(within: path)
      case .list(let element, .bits32): try [element].checkAreWritten(within: path)
      default: throw Arrow.Problem.notWritten(field.type, column: column)
      }
    }
  }
}
