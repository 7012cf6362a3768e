import Millrace

// Arrays and objects.

extension Columns.Reader {
  // MARK: Arrays

  public mutating func beginArray() throws -> Bool {
    guard nodes[node].kind == .lists || nodes[node].kind == .maps, !isNull else { try failMismatch(.array) }
    let (start, end) = nodes[node].list(at: entry)
    if start == end { return false }
    try open(ReaderLevel(node: node, entry: entry, isObject: false, position: start, end: end))
    node = nodes[node].elements
    entry = start
    return true
  }

  public mutating func nextElement() throws -> Bool {
    let level = levels.count - 1
    levels[level].position += 1
    guard levels[level].position < levels[level].end else { return close() }
    node = nodes[levels[level].node].elements
    entry = levels[level].position
    return true
  }

  // MARK: Objects

  public mutating func beginObject(_ fields: FieldTable) throws -> Bool {
    if isMap { return try beginMap() }
    guard nodes[node].kind == .structures, !isNull else { try failMismatch(.object) }
    return try open(order(for: fields), keepsAbsent: false)
  }

  public mutating func beginMap() throws -> Bool {
    if isMap {
      let (start, end) = nodes[node].list(at: entry)
      try open(
        ReaderLevel(
          node: node, entry: entry, isObject: true, isMap: true, keepsAbsent: absentMembers == .null,
          position: start - 1, end: end))
      return try nextMember()
    }
    guard nodes[node].kind == .structures, !isNull else { try failMismatch(.object) }
    return try open(columnOrder, keepsAbsent: absentMembers == .null)
  }

  private mutating func open(_ order: Int, keepsAbsent: Bool) throws -> Bool {
    let members = orders[order].members
    try open(
      ReaderLevel(
        node: node, entry: entry, isObject: true, keepsAbsent: keepsAbsent, position: members.lowerBound - 1,
        end: members.upperBound))
    return try nextMember()
  }

  private mutating func open(_ level: ReaderLevel) throws {
    guard levels.count < maximumDepth else { try fail(.nestedTooDeep(limit: maximumDepth)) }
    levels.append(level)
  }

  public mutating func nextMember() throws -> Bool {
    let level = levels.count - 1
    let (end, keepsAbsent) = (levels[level].end, levels[level].keepsAbsent)
    var position = levels[level].position
    if levels[level].isMap {
      position += 1
      guard position < end else { return close() }
      levels[level].position = position
      (_, node) = parts(ofMap: levels[level].node)
      entry = position
      return true
    }
    entry = levels[level].entry
    while true {
      position += 1
      guard position < end else { return close() }
      node = members[position].node
      if keepsAbsent || !isNull { break }
    }
    levels[level].position = position
    return true
  }

  /// Leaves the innermost array or object.
  private mutating func close() -> Bool {
    if let level = levels.popLast() { (node, entry) = (level.node, level.entry) }
    return false
  }

  // MARK: Members

  /// Whether the next value is a map, which is read as an object.
  private var isMap: Bool { nodes[node].kind == .maps && !isNull }

  /// The columns of the keys and the values of a map.
  private func parts(ofMap node: Int) -> (keys: Int, values: Int) {
    let first = orders[nodes[nodes[node].elements].order].members.lowerBound
    return (members[first].node, members[first + 1].node)
  }

  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard let level = levels.last, level.isObject, !level.isMap else { return false }
    return members[level.position].field == index
  }

  public mutating func findField(_ search: inout FieldSearch) throws -> Int {
    guard let level = levels.last, level.isObject else { try failMismatch(.object) }
    if level.isMap { return unsafe search.index(of: keyOfMap(level).span) }
    return members[level.position].field
  }

  public mutating func readKey() throws -> String {
    if let level = levels.last, level.isMap { return unsafe String(decoding: keyOfMap(level), as: UTF8.self) }
    return String(decoding: names[key], as: UTF8.self)
  }

  @inlinable
  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    if _slowPath(isInMap) { return writer.writeKey(try readKey()) }
    names.withSpan { writer.writeKey(utf8: $0.extracting(key)) }
  }

  @usableFromInline var isInMap: Bool { levels.last?.isMap ?? false }

  /// The key of a member of a map, which is in the table.
  private func keyOfMap(_ level: ReaderLevel) -> UnsafeBufferPointer<UInt8> {
    unsafe nodes[parts(ofMap: level.node).keys].text(at: level.position)
  }

  /// The range of the name of the next member in ``names``.
  @usableFromInline var key: Range<Int> {
    guard let level = levels.last, level.isObject else { return 0..<0 }
    return nodes[members[level.position].node].name
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
      if level.isMap {
        path += unsafe "/" + JSON.pointerToken(String(decoding: keyOfMap(level), as: UTF8.self))
      } else if level.isObject {
        let name = nodes[members[level.position].node].name
        path += "/" + JSON.pointerToken(String(decoding: names[name], as: UTF8.self))
      } else {
        path += "/\(level.position - nodes[level.node].list(at: level.entry).start)"
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
    guard row < rowCount else { return false }
    levels.removeAll(keepingCapacity: true)
    levels.append(ReaderLevel(node: 0, entry: 0, isObject: false, position: row, end: rowCount))
    node = nodes[0].elements
    entry = row
    row += 1
    return true
  }
}
