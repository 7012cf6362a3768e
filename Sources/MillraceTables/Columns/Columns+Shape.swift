import Millrace

extension Columns {
  /// The types of a column's entries and of the columns below it. It is all the information about a table that is
  /// needed to build another table with the same columns.
  package struct Shape: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      case unknown, boolean, integer, double, string, bytes, instant, structure, list
    }

    package var kind: Kind
    /// Whether there are integers whose digits are not all printed if they are stored as doubles.
    package var hasLargeIntegers = false
    /// Whether there are instants out of range for 64-bit nanoseconds.
    package var hasFarInstants = false
    /// The columns of structures, in order of appearance.
    package var members: [Member] = []
    /// The entries of lists: one element, or none.
    package var elements: [Shape] = []

    package struct Member: Sendable, Equatable {
      package var name: String
      package var shape: Shape

      /// Names are equal if their bytes are.
      fileprivate var key: [UInt8] { Array(name.utf8) }
    }

    package init(kind: Kind) { self.kind = kind }

    /// Creates the shape of a table, which is the shape of structures.
    package init(of table: Table) {
      self.init(kind: .structure)
      members = table.columns.map { Member(name: $0.name, shape: Shape(of: $0)) }
    }

    private init(of column: Column) {
      switch column.values {
      case .unknown: self.init(kind: .unknown)
      case .booleans: self.init(kind: .boolean)
      case .integers(let numbers):
        self.init(kind: .integer)
        hasLargeIntegers = !numbers.allSatisfy(\.isExactAsDouble)
      case .doubles: self.init(kind: .double)
      case .strings: self.init(kind: .string)
      case .bytes: self.init(kind: .bytes)
      case .instants(let instants):
        self.init(kind: .instant)
        hasFarInstants = instants.contains { $0.count(unitsPerSecond: 1_000_000_000) == nil }
      case .structures(let members):
        self.init(kind: .structure)
        self.members = members.map { Member(name: $0.name, shape: Shape(of: $0)) }
      case .lists(_, let elements):
        self.init(kind: .list)
        self.elements = [Shape(of: elements)]
      }
    }

    /// Adds columns with these names, unless they exist.
    package mutating func expect(_ names: [String]) {
      let known = Set(members.map(\.key))
      for name in names where !known.contains(Array(name.utf8)) {
        members.append(Member(name: name, shape: Shape(kind: .unknown)))
      }
    }

    /// Changes this shape to that of a table that can store the entries of both.
    package mutating func merge(_ other: Shape) {
      hasFarInstants = hasFarInstants || other.hasFarInstants
      let large = hasLargeIntegers || other.hasLargeIntegers
      hasLargeIntegers = large
      switch (kind, other.kind) {
      case (.unknown, _): self = other
      case (_, .unknown): break
      case (.structure, .structure): mergeMembers(other.members)
      case (.list, .list):
        if elements.isEmpty {
          elements = other.elements
        } else if let first = other.elements.first {
          elements[0].merge(first)
        }
      case (.integer, .double) where !large, (.double, .integer) where !large: kind = .double
      case (let first, let second) where first == second: break
      default: self = Shape(kind: .string)
      }
    }

    private mutating func mergeMembers(_ others: [Member]) {
      var positions = Dictionary(members.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
      for member in others {
        if let position = positions[member.key] {
          members[position].shape.merge(member.shape)
        } else {
          positions[member.key] = members.count
          members.append(member)
        }
      }
    }
  }
}

extension Columns.Writer {
  /// Creates a writer of a table with the columns of a shape, in their order. In a column that has the type text in the
  /// shape, all values become text. The kinds of other columns are determined by their entries.
  package init(limits: Columns.Limits = Columns.Limits(), shape: Columns.Shape) {
    self.init(limits: limits)
    unsafe Self.prepare(rows, as: shape)
  }

  private static func prepare(_ column: ColumnBuilder.Address, as shape: Columns.Shape) {
    for member in shape.members {
      let address = unsafe ColumnBuilder.make(name: Array(member.name.utf8))
      unsafe column.pointee.members.append(address)
      unsafe prepareKind(address, as: member.shape)
    }
  }

  private static func prepareKind(_ column: ColumnBuilder.Address, as shape: Columns.Shape) {
    switch shape.kind {
    case .string: unsafe column.pointee.kind = .string
    case .structure:
      unsafe column.pointee.kind = .structure
      unsafe prepare(column, as: shape)
    case .list where !shape.elements.isEmpty:
      unsafe column.pointee.kind = .list
      let elements = unsafe ColumnBuilder.make()
      unsafe column.pointee.elements = unsafe elements
      unsafe prepareKind(elements, as: shape.elements[0])
    default: return
    }
    unsafe column.pointee.hasGivenKind = true
  }
}
