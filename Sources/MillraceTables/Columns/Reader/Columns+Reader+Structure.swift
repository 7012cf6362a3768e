import Millrace

// Arrays and objects.

extension Columns.Reader {
  // MARK: Arrays

  public mutating func beginArray() throws -> Bool {
    guard case .lists(let offsets, _) = nodes[node].column.values, !isAbsent else { try failMismatch(.array) }
    let (start, end) = (offsets[entry], offsets[entry + 1])
    if start == end { return false }
    try open(ReaderLevel(node: node, entry: entry, position: start, end: end))
    node = nodes[node].children[0]
    entry = start
    return true
  }

  public mutating func nextElement() throws -> Bool {
    let level = levels.count - 1
    levels[level].position += 1
    guard levels[level].position < levels[level].end else { return close() }
    node = nodes[levels[level].node].children[0]
    entry = levels[level].position
    return true
  }

  // MARK: Objects

  public mutating func beginObject(_ fields: FieldTable) throws -> Bool {
    guard case .structures = nodes[node].column.values, !isAbsent else { try failMismatch(.object) }
    return try open(nodes[node].order(for: fields), keepsAbsent: false)
  }

  public mutating func beginDictionary() throws -> Bool {
    guard case .structures = nodes[node].column.values, !isAbsent else { try failMismatch(.object) }
    return try open(nodes[node].order, keepsAbsent: absentMembers == .null)
  }

  private mutating func open(_ order: MemberOrder, keepsAbsent: Bool) throws -> Bool {
    try open(
      ReaderLevel(
        node: node, entry: entry, order: order, keepsAbsent: keepsAbsent, position: -1, end: order.children.count))
    return try nextMember()
  }

  private mutating func open(_ level: ReaderLevel) throws {
    guard levels.count < maximumDepth else { try fail(.nestedTooDeep(limit: maximumDepth)) }
    levels.append(level)
  }

  public mutating func nextMember() throws -> Bool {
    let level = levels.count - 1
    let parent = levels[level].node
    entry = levels[level].entry
    while true {
      levels[level].position += 1
      guard levels[level].position < levels[level].end else { return close() }
      node = nodes[parent].children[child]
      if levels[level].keepsAbsent || !isAbsent { return true }
    }
  }

  /// Leaves the innermost array or object.
  private mutating func close() -> Bool {
    if let level = levels.popLast() { (node, entry) = (level.node, level.entry) }
    return false
  }

  // MARK: Members

  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard let level = levels.last, let order = level.order else { return false }
    return order.fields[level.position] == index
  }

  public mutating func findField(_ search: inout FieldSearch) throws -> Int {
    guard let level = levels.last, let order = level.order else { try failMismatch(.object) }
    return order.fields[level.position]
  }

  public mutating func readKey() throws -> String { String(decoding: key, as: UTF8.self) }

  @inlinable
  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    key.withSpan { writer.writeKey(utf8: $0) }
  }

  /// The name of the next member.
  @usableFromInline var key: [UInt8] {
    guard let level = levels.last, level.order != nil else { return [] }
    return nodes[level.node].name(of: child)
  }

  /// The index of the column of the next member, among the columns below the object's column.
  private var child: Int {
    guard let level = levels.last, let order = level.order else { return 0 }
    return order.children[level.position]
  }

  // MARK: Rewinding

  /// A position in a row.
  public struct Mark {
    fileprivate let node: Int
    fileprivate let entry: Int
    fileprivate let levels: [ReaderLevel]
  }

  public func mark() -> Mark { Mark(node: node, entry: entry, levels: levels) }

  public mutating func rewind(to mark: Mark) {
    node = mark.node
    entry = mark.entry
    levels = mark.levels
  }

  // MARK: Errors

  public mutating func fail(_ problem: FormatError.Problem) throws -> Never {
    var path = ""
    for level in levels {
      if let order = level.order {
        let name = nodes[level.node].name(of: order.children[level.position])
        path += "/" + JSON.pointerToken(String(decoding: name, as: UTF8.self))
      } else if case .lists(let offsets, _) = nodes[level.node].column.values {
        path += "/\(level.position - offsets[level.entry])"
      }
    }
    throw FormatError(problem, at: FormatError.Place(path: path))
  }

  @usableFromInline @inline(never)
  mutating func failMismatch(_ expected: FormatError.Expectation) throws -> Never {
    try fail(.mismatch(expected: expected, found: try nextKind()))
  }
}

// MARK: - A row at a time

extension Columns.Reader: ElementSource {
  @inlinable
  public mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    guard nextRow() else { return nil }
    return try Value.read(from: &self)
  }

  @inlinable
  public mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    guard nextRow() else { return false }
    restart(&writer)
    try Millrace.forward(from: &self, to: &writer)
    return true
  }

  /// Moves to the next row, regardless of how much of the last row was read.
  @usableFromInline
  mutating func nextRow() -> Bool {
    guard case .lists(_, let rows) = nodes[0].column.values, row < rows.count else { return false }
    levels = [ReaderLevel(node: 0, entry: 0, position: row, end: rows.count)]
    node = nodes[0].children[0]
    entry = row
    row += 1
    return true
  }
}
