import Millrace

extension RowTape {
  /// The row with the members of all objects sorted by the bytes of their keys. Values keep their types.
  func sortedByKeys() -> RowTape {
    guard !events.isEmpty else { return self }
    var sorted = RowTape()
    sorted.appendSorted(valueAt: 0, of: self, endsOfContainers())
    return sorted
  }

  /// For each event that begins an object or an array, the index after its end. Found in one pass, so that deep nesting takes no more time.
  private func endsOfContainers() -> [Int] {
    var ends = Array(repeating: 0, count: events.count)
    var open: [Int] = []
    for (index, event) in events.enumerated() {
      switch event {
      case .beginObject, .beginArray: open.append(index)
      case .endObject, .endArray: if let start = open.popLast() { ends[start] = index + 1 }
      default: break
      }
    }
    for start in open { ends[start] = events.count }
    return ends
  }

  /// Appends a value of another row.
  ///
  /// - Returns: The index of the event after the value.
  @discardableResult
  private mutating func appendSorted(valueAt start: Int, of row: RowTape, _ ends: [Int]) -> Int {
    switch row.events[start] {
    case .beginObject: appendSortedMembers(ofObjectAt: start, of: row, ends)
    case .beginArray:
      append(start..<start + 1, of: row)
      var next = start + 1
      while next < ends[start] - 1 { next = appendSorted(valueAt: next, of: row, ends) }
      append(next..<ends[start], of: row)
    default:
      append(start..<start + 1, of: row)
      return start + 1
    }
    return ends[start]
  }

  private mutating func appendSortedMembers(ofObjectAt start: Int, of row: RowTape, _ ends: [Int]) {
    append(start..<start + 1, of: row)
    var members: [(name: Range<Int>, key: Int)] = []
    var next = start + 1
    while next < ends[start], case .key(let name) = row.events[next] {
      members.append((name, next))
      let isContainer = next + 1 < ends.count && ends[next + 1] > 0
      next = isContainer ? ends[next + 1] : next + 2
    }
    for member in members.sorted(by: { row.text[$0.name].lexicographicallyPrecedes(row.text[$1.name]) }) {
      append(member.key..<member.key + 1, of: row)
      appendSorted(valueAt: member.key + 1, of: row, ends)
    }
    append(next..<ends[start], of: row)
  }
}
