import Millrace

// Tables read like documents.
//
// The columns are put in a row, each with the indices of those below it, so that a place is two numbers: which column,
// and which entry. The table itself is a list of one entry, whose elements are the rows.
//
// An object of known fields has its members in the order of these fields, whatever the order of the columns: then each
// is the next one when it is asked for. Members that are absent are none.

extension Columns {
  /// Reads the rows of a table as values, as from any other format.
  ///
  /// ```swift
  /// var reader = Columns.Reader(try Columns.table(of: films))
  /// while let film = try reader.next(Film.self) { print(film.name) }
  /// ```
  ///
  /// Where a type expects a number or a boolean and the column is of strings, the string is read as one, and where it
  /// expects an array or an object, as JSON: a column may be of strings because values of other kinds were in it, too.
  public struct Reader: FormatReader, ~Copyable {
    /// How null entries are handled when an object with arbitrary keys is read.
    public enum AbsentMembers: Sendable, Hashable {
      /// They are left out.
      case omitted
      /// They are null.
      case null
    }

    /// All columns, each before those below it.
    var nodes: [ReaderNode] = []
    /// The value that is next, or was read last.
    var node = 0
    var entry = 0
    /// The arrays and objects that are open.
    var levels: [ReaderLevel] = []
    /// The row that ``next(_:)`` reads next.
    var row = 0
    let absentMembers: AbsentMembers
    let maximumDepth: Int

    /// - Parameters:
    ///   - absentMembers: how null entries are read as objects with arbitrary keys. For types with known fields they are always missing members.
    ///   - maximumDepth: the maximum nesting depth, including the table, in levels.
    ///   - table: the table.
    public init(_ table: Table, absentMembers: AbsentMembers = .omitted, maximumDepth: Int = 512) {
      let rows = Column(name: "", values: .structures(table.columns), count: table.count)
      let list = Column(name: "", values: .lists(offsets: [0, table.count], elements: rows), count: 1)
      self.init(list, entry: 0, absentMembers: absentMembers, maximumDepth: maximumDepth)
    }

    /// Reads one entry of a column.
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

/// A column, and which the columns below it are.
struct ReaderNode {
  let column: Columns.Column
  /// Indices into ``Columns/Reader/nodes``.
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

/// In which order the members of objects come.
struct MemberOrder {
  /// The table of fields that it is for.
  let identity: UInt
  /// Indices into ``ReaderNode/children``.
  let children: [Int]
  /// Of each of them the field, or ``FieldSearch/unknown``.
  let fields: [Int]
}

extension ReaderNode {
  /// The members in the order of the columns.
  var order: MemberOrder { natural }

  /// The members in the order of the fields, and after them those that are none.
  mutating func order(for table: FieldTable) -> MemberOrder {
    // One row after another is of the same type.
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
    let fields = names.map { search.index(of: $0.span) }
    let known = fields.indices.filter { fields[$0] >= 0 }.sorted { fields[$0] < fields[$1] }
    let children = known + fields.indices.filter { fields[$0] < 0 }
    return MemberOrder(identity: table.identity, children: children, fields: children.map { fields[$0] })
  }

  func name(of child: Int) -> [UInt8] { names[child] }
}

/// An array or an object that is open.
struct ReaderLevel {
  /// Where its own entry is.
  let node: Int
  let entry: Int
  /// Of an object, the order of its members.
  var order: MemberOrder?
  /// Whether null entries are members.
  var keepsAbsent = false
  /// Of an array the element, and of an object the member in its order.
  var position: Int
  /// After the last one.
  let end: Int
}
