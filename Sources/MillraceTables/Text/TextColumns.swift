import Millrace

// Rows of a table as text.
//
// A `Columns.Reader` can be forwarded to any writer, but each value then passes through a reader with levels and a writer
// that looks up its column. Most tables become lines or CSV, so their text is written straight from the columns: keys are
// prepared once, and a loop over the rows switches over the kinds of the columns, which are the same in each row.
//
// The bytes are those of `JSON.StreamWriter` and `CSV.StreamWriter`, with which `TableTextTests` compares them. An entry
// without a text, such as an instant in the year 10000, ends the loop: the writers then report the error with its place.

/// The columns of a table, prepared to be written as text.
struct TextColumns {
  /// Owns the memory that ``columns`` refers to.
  private let table: Columns.Table
  /// All columns. Those of the table are the first ones, and the members of a structure are consecutive.
  private(set) var columns: [TextColumn] = []
  /// The keys of JSON objects, with quotes and colons, concatenated, and bytes after them that may be read.
  private(set) var keys: [UInt8] = []

  /// - Returns: Nil if columns are nested so deep that recursion could exceed the stack.
  init?(_ table: Columns.Table) {
    self.table = table
    guard add(table.columns, depth: 1) != nil else { return nil }
    keys += [UInt8](repeating: 0, count: SixteenBytes.count)
  }

  /// The number of nested columns that are written by recursion.
  private static var maximumDepth: Int { 64 }

  /// Adds columns and those below them.
  ///
  /// - Returns: The indices of these columns, or nil if they are nested too deep.
  private mutating func add(_ added: [Columns.Column], depth: Int) -> Range<Int>? {
    guard depth <= Self.maximumDepth else { return nil }
    let range = columns.count..<columns.count + added.count
    for column in added { columns.append(TextColumn(column, key: addKey(column.name))) }
    for (index, column) in zip(range, added) {
      let nested: [Columns.Column]
      switch column.values {
      case .structures(let members): nested = members
      case .lists(_, let elements): nested = [elements]
      default: continue
      }
      guard let children = add(nested, depth: depth + 1) else { return nil }
      columns[index].children = children
    }
    return range
  }

  private mutating func addKey(_ name: String) -> Range<Int> {
    var writer = JSON.Writer(capacity: 64)
    writer.writeKey(name)
    let start = keys.count
    keys += Array(copying: writer.bytes)
    return start..<keys.count
  }

  /// The indices of the columns of the table.
  var ofTable: Range<Int> { 0..<table.columns.count }

  /// The number of entries of the table's columns.
  var rowCount: Int { table.count }
}

/// A column with the addresses of its entries, and its key.
struct TextColumn {
  let entries: ReaderNode
  /// The indices of the columns of members or elements.
  var children = 0..<0

  init(_ column: Columns.Column, key: Range<Int>) { entries = ReaderNode(column, name: key) }

  /// The range of the key.
  var key: Range<Int> { entries.name }
}

extension OutputBuffer {
  /// Appends an integer.
  @inline(__always)
  mutating func append(integer: Int64) {
    // The sign is written in any case, and overwritten if there is none.
    unsafe target[0] = ASCII.minus
    unsafe target = unsafe writeInteger(integer.magnitude, at: target + (integer < 0 ? 1 : 0))
  }

  /// Appends a number of a column of floating-point numbers, with a comma after it.
  ///
  /// - Returns: `false` if the number is not finite. Then nothing was appended.
  @inline(__always)
  mutating func append(_ number: Double, of kind: ReaderNode.Kind) -> Bool {
    if kind == .singles, let single = number.single { return append(single, followedBy: ASCII.comma) }
    return append(kind == .halves ? number.shortestOfHalfPrecision : number, followedBy: ASCII.comma)
  }
}

extension Columns.Table {
  /// The number of rows whose text is written at once: about one megabyte, in which the processor's caches help.
  package var rowsPerText: Int {
    let size = columns.reduce(0) { $0 + $1.name.utf8.count + 8 + $1.values.averageTextSize(of: count) }
    return min(max((1 << 20) / max(size, 1), 64), 1 << 14)
  }

  /// An estimate of the text of a number of rows, in bytes.
  func expectedTextSize(of rows: Int, hasKeys: Bool) -> Int {
    let size = columns.reduce(2) {
      $0 + (hasKeys ? $1.name.utf8.count + 4 : 1) + $1.values.averageTextSize(of: count)
    }
    return min(size * rows, 1 << 26)
  }
}

extension Columns.Values {
  /// An estimate of the text of an entry, in bytes.
  fileprivate func averageTextSize(of count: Int) -> Int {
    switch self {
    case .unknown: 4
    case .booleans: 5
    case .integers: 10
    case .doubles: 18
    case .strings(let texts): 3 + texts.bytes.count / max(count, 1)
    case .bytes(let texts): 3 + texts.bytes.count / max(count, 1) * 4 / 3
    case .instants: 26
    case .structures(let members):
      members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.values.averageTextSize(of: count) }
    case .lists(_, let elements):
      2 + elements.count / max(count, 1) * (1 + elements.values.averageTextSize(of: elements.count))
    }
  }
}
