import Millrace

extension Arrow.BatchDecoder {
  /// Returns lists whose elements follow one another.
  mutating func lists(
    _ entries: Entries, of element: Arrow.Field, _ width: Arrow.OffsetWidth
  ) throws -> Columns.Values {
    let offsets = try nextOffsets(count: entries.count, width)
    return try lists(entries, of: element, end: offsets.last) { offsets[$0]..<offsets[$0 + 1] }
  }

  /// Returns lists of the same length.
  mutating func lists(_ entries: Entries, of element: Arrow.Field, each size: Int) throws -> Columns.Values {
    let (end, overflow) = entries.count.multipliedReportingOverflow(by: size)
    guard !overflow else { throw malformed("too many elements") }
    return try lists(entries, of: element, end: end) { $0 * size..<($0 + 1) * size }
  }

  /// - Parameters:
  ///   - end: The required number of elements.
  ///   - range: The range of the elements of the list at an index. Ranges ascend.
  private mutating func lists(
    _ entries: Entries, of element: Arrow.Field, end: Int, _ range: (Int) -> Range<Int>
  ) throws -> Columns.Values {
    var elements = try column(element, count: nil)
    elements.name = ""
    guard end <= elements.count else { throw malformed("found \(elements.count) elements, expected \(end)") }
    let offsets = try offsets(of: entries) { range($0).count }
    let size = offsets[entries.count]
    if size != elements.count {
      // The elements of null lists, and those before the first list and after the last one, are omitted.
      try charge(entries: size, size: MemoryLayout<Int>.size)
      var used: [Int] = []
      used.reserveCapacity(size)
      for index in 0..<entries.count where !entries.isNull(index) { used.append(contentsOf: range(index)) }
      elements = try taking(used, of: elements)
    }
    return .lists(offsets: offsets, elements: elements)
  }

  /// Returns the members of structures. The members of a null structure are also null.
  mutating func members(_ entries: Entries, _ fields: [Arrow.Field]) throws -> [Columns.Column] {
    var members: [Columns.Column] = []
    for field in fields { members.append(try column(field, count: entries.count)) }
    guard entries.validity != nil else { return members }
    try charge(entries: entries.count, size: MemoryLayout<Int>.size)
    let present = (0..<entries.count).map { entries.isNull($0) ? -1 : $0 }
    return try members.map { try taking(present, of: $0) }
  }

  /// Returns a column whose entries are values of a dictionary.
  mutating func dictionaryColumn(
    _ name: String, _ entries: Entries, id: Int64, indices: Arrow.DataType
  ) throws -> Columns.Column {
    guard case .integer(let bits, let isSigned) = indices else {
      throw malformed("dictionary indices are not integers")
    }
    guard let values = dictionaries[id] else { throw malformed("missing dictionary") }
    var used = try integers(entries, bits: bits, isSigned: isSigned).map { Int($0) }
    for index in used.indices {
      if entries.isNull(index) {
        used[index] = -1
      } else if !(0..<values.count).contains(used[index]) {
        throw malformed("dictionary index out of range")
      }
    }
    var column = try taking(used, of: values)
    column.name = name
    return column
  }
}
