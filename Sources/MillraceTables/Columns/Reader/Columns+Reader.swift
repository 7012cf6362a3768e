import Millrace

// Reading tables like documents.
//
// All columns are stored in one array, each with the indices of the columns below it, so that a position consists of
// two numbers: the column and the entry. The table itself is a list of one entry, whose elements are the rows.
//
// The members of an object with known fields are read in the order of these fields, regardless of the order of the
// columns, so that the requested member is always the next one. Null entries are missing members.

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

    /// All columns, each before the columns below it.
    var nodes: [ReaderNode] = []
    /// The next value, or the value that was read last.
    var node = 0
    var entry = 0
    /// The open arrays and objects.
    var levels: [ReaderLevel] = []
    /// The next row that ``next(_:)`` reads.
    var row = 0
    let absentMembers: AbsentMembers
    let maximumDepth: Int
    var nonFiniteNumbers = NonFiniteNumbers.numbers

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
      self.init(list, entry: 0, absentMembers: absentMembers, maximumDepth: maximumDepth)
      self.nonFiniteNumbers = nonFiniteNumbers
    }

    /// Creates a reader of one entry of a column.
    init(_ column: Column, entry: Int, absentMembers: AbsentMembers = .omitted, maximumDepth: Int = 512) {
      self.entry = entry
      self.absentMembers = absentMembers
      self.maximumDepth = maximumDepth
      add(column)
    }

    @discardableResult
    private mutating func add(_ column: Column) -> Int {
      let index = nodes.count
      nodes.append(ReaderNode(column))
      switch column.values {
      case .structures(let columns): nodes[index].children = columns.map { add($0) }
      case .lists(_, let elements): nodes[index].children = [add(elements)]
      default: break
      }
      return index
    }
  }
}

/// A column, and the indices of the columns below it.
struct ReaderNode {
  let column: Columns.Column
  /// The indices in ``Columns/Reader/nodes``.
  var children: [Int] = []
  private let names: [[UInt8]]
  private let natural: MemberOrder
  private var orders: [MemberOrder] = []

  init(_ column: Columns.Column) {
    self.column = column
    guard case .structures(let columns) = column.values else {
      (names, natural) = ([], MemberOrder(identity: 0, children: [], fields: []))
      return
    }
    names = columns.map { Array($0.name.utf8) }
    natural = MemberOrder(identity: 0, children: Array(columns.indices), fields: [])
  }
}

/// The order in which the members of objects are read.
struct MemberOrder {
  /// The identity of the field table that this order is for.
  let identity: UInt
  /// The indices in ``ReaderNode/children``.
  let children: [Int]
  /// The index of the field for each of them, or ``FieldSearch/unknown``.
  let fields: [Int]
}

extension ReaderNode {
  /// Returns the members in the order of the columns.
  var order: MemberOrder { natural }

  /// Returns the members in the order of the fields, followed by all other members.
  mutating func order(for table: FieldTable) -> MemberOrder {
    // Successive rows usually have the same type.
    if let last = orders.last, last.identity == table.identity { return last }
    if let index = orders.firstIndex(where: { $0.identity == table.identity }) {
      orders.swapAt(index, orders.count - 1)
    } else {
      orders.append(makeOrder(for: table))
    }
    return orders[orders.count - 1]
  }

  private func makeOrder(for table: FieldTable) -> MemberOrder {
    var search = FieldSearch(table)
    let fields = names.map { name in name.withSpan { search.index(of: $0) } }
    let known = fields.indices.filter { fields[$0] >= 0 }.sorted { fields[$0] < fields[$1] }
    let children = known + fields.indices.filter { fields[$0] < 0 }
    return MemberOrder(identity: table.identity, children: children, fields: children.map { fields[$0] })
  }

  func name(of child: Int) -> [UInt8] { names[child] }
}

/// An open array or object.
struct ReaderLevel {
  /// The position of its own entry.
  let node: Int
  let entry: Int
  /// For an object, the order of its members.
  var order: MemberOrder?
  /// Whether null entries are members.
  var keepsAbsent = false
  /// The index of the element in an array, or of the member in the order of an object.
  var position: Int
  /// The end of the elements or members.
  let end: Int
}
