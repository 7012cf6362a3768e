import Millrace

extension Columns {
  /// The types of a column's entries and of the columns below it. It is all the information about a table that is
  /// needed to build another table with the same columns.
  package struct Shape: Sendable, Equatable {
    package var kind: Kind
    /// Whether there are integers whose digits are not all printed if they are stored as doubles.
    package var hasLargeIntegers = false
    /// What the instants stand for, if there are any.
    package var form: Instant.Form?
    /// Whether there are instants out of range for 64-bit nanoseconds.
    package var hasFarInstants = false
    /// Whether there are instants that are not whole microseconds.
    package var hasNanoseconds = false
    /// The columns of structures, in order of appearance; also of text that is structures in some rows.
    package var members: [Member] = []
    /// The entries of lists: one element, or none.
    package var elements: [Shape] = []

    package struct Member: Sendable, Equatable {
      package var name: String
      package var shape: Shape

      package init(name: String, shape: Shape) {
        self.name = name
        self.shape = shape
      }

      /// Names are equal if their bytes are.
      fileprivate var key: [UInt8] { Array(name.utf8) }
    }

    package init(kind: Kind) { self.kind = kind }

    fileprivate init(of column: borrowing ColumnBuilder) {
      self.init(kind: column.kind)
      switch column.kind {
      case .integer:
        for index in 0..<column.count where !column.integers[index].isExactAsDouble { hasLargeIntegers = true }
      case .instant:
        form = column.form
        hasFarInstants = column.instants.contains(where: \.isFar)
        hasNanoseconds = column.instants.contains(where: \.hasNanoseconds)
        becomeTextIfNoUnitFits()
      case .structure:
        for index in 0..<column.members.count {
          let member = unsafe column.members.columns[index].address
          let name = unsafe String(decoding: member.pointee.name, as: UTF8.self)
          members.append(unsafe Member(name: name, shape: Shape(of: member.pointee)))
        }
      case .list: elements = [unsafe column.elements.map { unsafe Shape(of: $0.pointee) } ?? Shape(kind: .unknown)]
      case .unknown, .boolean, .double, .string, .bytes, .elsewhere: break
      }
    }

    /// The number of columns, including those in structures and lists, without the structures and lists themselves.
    package var leafCount: Int {
      switch kind {
      case .structure: members.reduce(0) { $0 + $1.shape.leafCount }
      case .list: elements.first?.leafCount ?? 1
      default: 1
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
      if let other = other.form { form.add(other) }
      hasFarInstants = hasFarInstants || other.hasFarInstants
      hasNanoseconds = hasNanoseconds || other.hasNanoseconds
      let large = hasLargeIntegers || other.hasLargeIntegers
      hasLargeIntegers = large
      switch (kind, other.kind) {
      case (.unknown, _): self = other
      case (_, .unknown): break
      case (.list, .list):
        if elements.isEmpty {
          elements = other.elements
        } else if let first = other.elements.first {
          elements[0].merge(first)
        }
      case (.integer, .double) where !large, (.double, .integer) where !large: kind = .double
      case (let first, let second) where first == second: mergeMembers(other.members)
      default:
        let members = members
        self = Shape(kind: .string)
        self.members = members
        mergeMembers(other.members)
      }
      becomeTextIfNoUnitFits()
    }

    /// Makes this the shape of text if there are instants that 64 bits count in nanoseconds only, and others that are out of range.
    mutating func becomeTextIfNoUnitFits() {
      if kind == .instant, hasFarInstants, hasNanoseconds { kind = .string }
    }

    private mutating func mergeMembers(_ others: [Member]) {
      if others.isEmpty { return }
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
  /// The shape of the rows so far, without the memory of a table.
  fileprivate var shape: Columns.Shape { unsafe Columns.Shape(of: rows.pointee) }

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

extension Columns {
  /// Determines the shape of rows in bounded memory.
  ///
  /// A column has an entry for each row up to its last value. So the memory of columns that rows seldom have grows with the square of
  /// the rows, and is released from time to time.
  package struct ShapeWriter: ElementSink, ~Copyable {
    private var columns = Writer()
    private var known = Shape(kind: .structure)
    private var hadOtherRows = false
    private static var bytesPerPart: Int { 8 << 20 }

    /// Whether there were rows that are not objects.
    package var hasOtherRows: Bool { hadOtherRows || columns.hasOtherRows }

    /// Whether a row that is not an object is an error.
    private let rejectsOtherRows: Bool
    private var rowCount = 0

    /// Creates a writer without rows.
    ///
    /// - Parameter rejectsOtherRows: Whether a row that is not an object is an ``OtherRow``.
    package init(rejectsOtherRows: Bool = false) { self.rejectsOtherRows = rejectsOtherRows }

    package mutating func append<Value: Writable & ~Copyable>(_ value: borrowing Value) throws {
      try columns.append(value)
      try endRow()
    }

    package mutating func append<Source: ElementSource & ~Copyable>(nextOf source: inout Source) throws -> Bool {
      let isThere = try columns.append(nextOf: &source)
      try endRow()
      return isThere
    }

    /// Does nothing: a shape is complete after each row.
    package mutating func end() throws {}

    /// Returns the shape of all rows.
    ///
    /// - Throws: The first `FormatError` that occurred.
    package consuming func finish() throws(FormatError) -> Shape {
      if let failure = columns.failure { throw failure }
      mergeColumns()
      return known
    }

    private mutating func endRow() throws {
      if rejectsOtherRows, columns.hasOtherRows { throw OtherRow(index: rowCount) }
      rowCount += 1
      if columns.byteCount >= Self.bytesPerPart { releaseColumns() }
    }

    private mutating func releaseColumns() {
      mergeColumns()
      columns = Writer()
    }

    private mutating func mergeColumns() {
      hadOtherRows = hasOtherRows
      known.merge(columns.shape)
    }
  }
  /// A row that is not an object.
  package struct OtherRow: Error {
    /// The number of rows before it.
    package let index: Int
  }
}

extension Instant {
  /// Whether 64 bits cannot count its nanoseconds.
  var isFar: Bool { count(unitsPerSecond: 1_000_000_000) == nil }

  /// Whether it is not a whole microsecond.
  var hasNanoseconds: Bool { nanoseconds % 1_000 != 0 }
}
