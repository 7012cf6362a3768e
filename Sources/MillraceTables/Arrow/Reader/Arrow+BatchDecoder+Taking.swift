import Millrace

extension Arrow.BatchDecoder {
  /// Returns a column with selected entries of another column.
  ///
  /// - Parameter indices: The indices of the entries; a negative index selects a null entry.
  /// - Precondition: All indices are less than the number of entries.
  /// - Throws: ``Arrow/Problem/batchTooLarge(limit:)`` if the entries exceed the memory budget.
  mutating func taking(_ indices: [Int], of column: Columns.Column) throws -> Columns.Column {
    let values: Columns.Values
    switch column.values {
    case .unknown: values = .unknown
    case .booleans(let bits):
      try charge(entries: indices.count / 8, size: 1)
      var taken = Columns.Bitmap()
      for index in indices { taken.append(index >= 0 && bits[index]) }
      values = .booleans(taken)
    case .integers(let numbers): values = .integers(try taking(indices, of: numbers, absent: 0))
    case .doubles(let numbers): values = .doubles(try taking(indices, of: numbers, absent: 0))
    case .instants(let instants): values = .instants(try taking(indices, of: instants, absent: Instant(seconds: 0)))
    case .strings(let texts): values = .strings(try taking(indices, of: texts))
    case .bytes(let texts): values = .bytes(try taking(indices, of: texts))
    case .structures(let members): values = .structures(try members.map { try taking(indices, of: $0) })
    case .lists(let offsets, let elements): values = try taking(indices, of: offsets, elements)
    }
    return Columns.Column(
      name: column.name, values: values, validity: try validity(of: indices, in: column), count: indices.count)
  }

  private mutating func validity(of indices: [Int], in column: Columns.Column) throws -> Columns.Bitmap? {
    if case .unknown = column.values { return nil }
    guard column.validity != nil || indices.contains(where: { $0 < 0 }) else { return nil }
    try charge(entries: indices.count / 8, size: 1)
    var validity = Columns.Bitmap()
    for index in indices { validity.append(index >= 0 && !column.isAbsent(at: index)) }
    return validity
  }

  private mutating func taking<Entry>(_ indices: [Int], of entries: [Entry], absent: Entry) throws -> [Entry] {
    try charge(entries: indices.count, size: MemoryLayout<Entry>.stride)
    return indices.map { $0 < 0 ? absent : entries[$0] }
  }

  private mutating func taking(_ indices: [Int], of texts: Columns.Texts) throws -> Columns.Texts {
    let offsets = try offsets(of: indices, in: texts.offsets)
    try charge(entries: offsets[indices.count], size: 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(offsets[indices.count])
    for index in indices where index >= 0 { bytes.append(contentsOf: texts.bytes[texts.range(at: index)]) }
    return Columns.Texts(offsets: offsets, bytes: bytes)
  }

  private mutating func taking(
    _ indices: [Int], of offsets: [Int], _ elements: Columns.Column
  ) throws -> Columns.Values {
    let taken = try self.offsets(of: indices, in: offsets)
    try charge(entries: taken[indices.count], size: MemoryLayout<Int>.size)
    var used: [Int] = []
    used.reserveCapacity(taken[indices.count])
    for index in indices where index >= 0 { used.append(contentsOf: offsets[index]..<offsets[index + 1]) }
    return .lists(offsets: taken, elements: try taking(used, of: elements))
  }

  /// Returns the offsets of the selected texts or lists, which follow one another in the new column.
  private mutating func offsets(of indices: [Int], in offsets: [Int]) throws -> [Int] {
    try charge(entries: indices.count + 1, size: MemoryLayout<Int>.size)
    var taken: [Int] = []
    taken.reserveCapacity(indices.count + 1)
    taken.append(0)
    var end = 0
    for index in indices {
      if index >= 0 { end += offsets[index + 1] - offsets[index] }
      taken.append(end)
    }
    return taken
  }
}
