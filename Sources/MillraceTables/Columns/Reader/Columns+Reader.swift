import Millrace

// Reading tables like documents.
//
// All columns are stored in one array, each with the positions of the columns below it, so that a position in the table
// consists of two numbers: the column and the entry. The table itself is a list of one entry, whose elements are the
// rows.
//
// The members of an object with known fields are read in the order of these fields, regardless of the order of the
// columns, so that the requested member is always the next one. Null entries are missing members.
//
// Nodes, orders and levels are plain data with addresses of the table's arrays: reading an entry counts no references.

extension Columns {
  /// Reads the rows of a table as values, with the interface of every format.
  ///
  /// ```swift
  /// var reader = Columns.Reader(try Columns.table(of: films))
  /// while let film = try reader.next(Film.self) { print(film.name) }
  /// ```
  ///
  /// If a type requires a number or a Boolean value and the column contains strings, the string is parsed as one. If
  /// the type requires an array or an object, the string is parsed as JSON. A column that contains values of several
  /// kinds stores all of them as strings.
  public struct Reader: FormatReader, ~Copyable {
    /// How null entries are handled when an object with arbitrary keys is read.
    public enum AbsentMembers: Sendable, Hashable {
      /// They are left out.
      case omitted
      /// They are null.
      case null
    }

    /// The column that all others are below. It owns the memory that the nodes refer to, and is never changed.
    private let root: Column
    /// The names of all columns, concatenated.
    @usableFromInline var names: [UInt8] = []
    /// All columns, each before the columns below it.
    var nodes: [ReaderNode] = []
    /// The orders in which the members of objects are read.
    var orders: [MemberOrder] = []
    /// The members of all orders.
    var members: [OrderedMember] = []
    /// The next value, or the value that was read last.
    var node = 0
    var entry = 0
    /// The open arrays and objects.
    var levels: [ReaderLevel] = []
    /// The next row that ``next(_:)`` reads, and the number of rows.
    var row = 0
    let rowCount: Int
    let absentMembers: AbsentMembers
    let maximumDepth: Int
    var nonFiniteNumbers = NonFiniteNumbers.numbers
    /// Where the rows are forwarded to.
    package var destination = RowDestination.text

    /// Creates a reader of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - absentMembers: How null entries are handled when objects with arbitrary keys are read. For types with known
    ///     fields they are always missing members. Default: `.omitted`.
    ///   - nonFiniteNumbers: How NaN and infinite numbers are read. Default: as numbers.
    ///   - maximumDepth: The maximum nesting depth, including the table, in levels. Default: 512.
    public init(
      _ table: Table, absentMembers: AbsentMembers = .omitted, nonFiniteNumbers: NonFiniteNumbers = .numbers,
      maximumDepth: Int = 512
    ) {
      let rows = Column(name: "", values: .structures(table.columns), count: table.count)
      let list = Column(name: "", values: .lists(offsets: [0, table.count], elements: rows), count: 1)
      self.init(list, entry: 0, rowCount: table.count, absentMembers: absentMembers, maximumDepth: maximumDepth)
      self.nonFiniteNumbers = nonFiniteNumbers
    }

    /// Creates a reader of one entry of a column.
    ///
    /// - Parameter rowCount: The number of rows, if the column is a list of them.
    init(
      _ column: Column, entry: Int, rowCount: Int = 0, absentMembers: AbsentMembers = .omitted, maximumDepth: Int = 512
    ) {
      root = column
      self.entry = entry
      self.rowCount = rowCount
      self.absentMembers = absentMembers
      self.maximumDepth = maximumDepth
      add(column)
    }

    /// Adds a column and the columns below it, and returns its index.
    @discardableResult
    private mutating func add(_ column: Column) -> Int {
      let index = nodes.count
      let name = names.count
      names.append(contentsOf: column.name.utf8)
      nodes.append(ReaderNode(column, name: name..<names.count))
      switch column.values {
      case .structures(let columns):
        let children = columns.map { OrderedMember(node: add($0), field: 0) }
        nodes[index].order = orders.count
        orders.append(MemberOrder(node: index, identity: 0, members: members.count..<members.count + children.count))
        members += children
      case .lists(_, let elements): nodes[index].elements = add(elements)
      default: break
      }
      return index
    }
  }
}

extension Columns.Reader {
  /// Returns the index of the order of an object's members that are the fields of a type, followed by all other members.
  mutating func order(for table: FieldTable) -> Int {
    // Successive rows usually have the same type.
    let last = nodes[node].order
    if orders[last].identity == table.identity { return last }
    let (node, identity) = (node, table.identity)
    let known = orders.firstIndex { $0.node == node && $0.identity == identity }
    let order = known ?? addOrder(for: table)
    nodes[node].order = order
    return order
  }

  /// The index of the order of an object's members that is that of the columns.
  var columnOrder: Int {
    mutating get {
      let last = nodes[node].order
      if orders[last].identity == 0 { return last }
      let node = node
      return orders.firstIndex { $0.node == node && $0.identity == 0 } ?? last
    }
  }

  private mutating func addOrder(for table: FieldTable) -> Int {
    var search = FieldSearch(table)
    let found = members[orders[columnOrder].members].map { member in
      let name = Array(names[nodes[member.node].name])
      return OrderedMember(node: member.node, field: name.withSpan { search.index(of: $0) })
    }
    let start = members.count
    members += found.filter { $0.field >= 0 }.sorted { $0.field < $1.field }
    members += found.filter { $0.field < 0 }
    orders.append(MemberOrder(node: node, identity: table.identity, members: start..<members.count))
    return orders.count - 1
  }
}

/// A column, with the addresses of its entries.
///
/// SAFETY: the reader's `root` owns the memory, and an entry that is read is one of the column.
@safe
struct ReaderNode {
  enum Kind: UInt8 {
    case unknown, booleans, integers, doubles, strings, bytes, instants, structures, lists
    // By the notation of the column.
    case numbers, singles, halves, localTimes, dates, maps
  }

  let kind: Kind
  /// The words of the bits that are zero for null entries; nil if there are none.
  private let validity: UnsafePointer<UInt64>?
  /// The numbers, the words of bits, the instants, or the offsets of texts and lists.
  private let values: UnsafeRawPointer?
  private let bytes: UnsafePointer<UInt8>?
  /// The range of the name in ``Columns/Reader/names``.
  let name: Range<Int>
  /// For structures, the index of the order that was used last.
  var order = 0
  /// For lists, the index of the column of the elements.
  var elements = 0

  init(_ column: Columns.Column, name: Range<Int>) {
    self.name = name
    unsafe validity = unsafe column.validity.flatMap { unsafe Self.address(of: $0.words) }
    var text: UnsafePointer<UInt8>?
    let kind: Kind
    switch column.values {
    case .unknown: (kind, unsafe values) = (.unknown, nil)
    case .booleans(let bits): (kind, unsafe values) = (.booleans, unsafe UnsafeRawPointer(Self.address(of: bits.words)))
    case .integers(let numbers): (kind, unsafe values) = (.integers, unsafe UnsafeRawPointer(Self.address(of: numbers)))
    case .doubles(let numbers): (kind, unsafe values) = (.doubles, unsafe UnsafeRawPointer(Self.address(of: numbers)))
    case .strings(let texts):
      (kind, unsafe values) = (.strings, unsafe UnsafeRawPointer(Self.address(of: texts.offsets)))
      unsafe text = unsafe Self.address(of: texts.bytes)
    case .bytes(let texts):
      (kind, unsafe values) = (.bytes, unsafe UnsafeRawPointer(Self.address(of: texts.offsets)))
      unsafe text = unsafe Self.address(of: texts.bytes)
    case .instants(let instants):
      (kind, unsafe values) = (.instants, unsafe UnsafeRawPointer(Self.address(of: instants)))
    case .structures: (kind, unsafe values) = (.structures, nil)
    case .lists(let offsets, _): (kind, unsafe values) = (.lists, unsafe UnsafeRawPointer(Self.address(of: offsets)))
    }
    unsafe bytes = unsafe text
    self.kind = kind.noted(as: column)
  }

  /// What the instants of the column stand for.
  var form: Instant.Form {
    switch kind {
    case .dates: .date
    case .localTimes: .localTime
    default: .instant
    }
  }

  private static func address<Element>(of array: [Element]) -> UnsafePointer<Element>? {
    unsafe array.withUnsafeBufferPointer { $0.baseAddress }
  }

  @inline(__always)
  func isNull(at entry: Int) -> Bool {
    if kind == .unknown { return true }
    guard let validity = unsafe validity else { return false }
    return unsafe validity[entry &>> 6] &>> UInt64(truncatingIfNeeded: entry) & 1 == 0
  }

  @inline(__always)
  private func value<Value>(at entry: Int, as type: Value.Type) -> Value {
    unsafe values.unsafelyUnwrapped.assumingMemoryBound(to: type)[entry]
  }

  func boolean(at entry: Int) -> Bool {
    value(at: entry &>> 6, as: UInt64.self) &>> UInt64(truncatingIfNeeded: entry) & 1 != 0
  }
  func integer(at entry: Int) -> Int64 { value(at: entry, as: Int64.self) }
  func double(at entry: Int) -> Double { value(at: entry, as: Double.self) }
  func instant(at entry: Int) -> Instant { value(at: entry, as: Instant.self) }
  func text(at entry: Int) -> UnsafeBufferPointer<UInt8> {
    let range = list(at: entry)
    // No byte is read if there are none.
    guard let bytes = unsafe bytes else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeBufferPointer(start: bytes + range.start, count: range.end - range.start)
  }

  /// The start and the end of a list among the elements, or of a text among the bytes.
  @inline(__always)
  func list(at entry: Int) -> (start: Int, end: Int) {
    (value(at: entry, as: Int.self), value(at: entry + 1, as: Int.self))
  }
}

extension ReaderNode.Kind {
  var isFloatingPoint: Bool { self == .doubles || self == .singles || self == .halves }

  /// The kind of the entries of a column with the kind of its values, by its notation.
  fileprivate func noted(as column: Columns.Column) -> Self {
    switch (self, column.notation) {
    case (.instants, .date): .dates
    case (.instants, .localTime): .localTimes
    case (.doubles, .singlePrecision): .singles
    case (.doubles, .halfPrecision): .halves
    case (.strings, .number): .numbers
    case (.lists, .map) where column.isMapOfStrings: .maps
    default: self
    }
  }
}

extension Columns.Column {
  /// Whether the lists are of structures of a string, which is not null, and a value.
  fileprivate var isMapOfStrings: Bool {
    guard case .lists(_, let entries) = values, entries.validity == nil, case .structures(let parts) = entries.values,
      parts.count == 2, parts[0].validity == nil, case .strings = parts[0].values
    else { return false }
    return true
  }
}

/// The order in which the members of the objects of a column are read.
struct MemberOrder {
  /// The index of the column.
  let node: Int
  /// The identity of the field table that this order is for; 0 for the order of the columns.
  let identity: UInt
  /// The range in ``Columns/Reader/members``.
  let members: Range<Int>
}

/// A member of an object.
struct OrderedMember {
  /// The index of its column.
  let node: Int
  /// The index of the field, or ``FieldSearch/unknown``.
  let field: Int
}

/// An open array or object.
struct ReaderLevel {
  /// The position of its own entry.
  let node: Int
  let entry: Int
  let isObject: Bool
  /// Whether it is a list of keys and values that is read as an object.
  var isMap = false
  /// Whether null entries are members.
  var keepsAbsent = false
  /// The index of the element among all elements of the column, or of the member among those of all orders.
  var position: Int
  /// The end of the elements or members.
  let end: Int
}
