import Millrace

extension Columns.Table {
  /// Returns some rows of the table.
  ///
  /// - Parameter rows: The indices of the rows.
  /// - Precondition: All indices are less than the number of rows.
  package func taking(_ rows: [Int]) -> Columns.Table {
    Columns.Table(columns: columns.map { $0.taking(rows) { _, _ in } }, count: rows.count)
  }
}

extension Columns.Column {
  /// Returns a column with selected entries.
  ///
  /// - Parameters:
  ///   - indices: The indices of the entries; a negative index selects a null entry.
  ///   - charge: A function that is called before memory is allocated, with the number of entries and their size in bytes.
  /// - Precondition: All indices are less than the number of entries.
  /// - Throws: Errors of the function.
  func taking(_ indices: [Int], charge: (_ count: Int, _ size: Int) throws -> Void) rethrows -> Columns.Column {
    let taken: Columns.Values
    switch values {
    case .unknown: taken = .unknown
    case .booleans(let bits):
      try charge(indices.count / 8, 1)
      var bitmap = Columns.Bitmap()
      for index in indices { bitmap.append(index >= 0 && bits[index]) }
      taken = .booleans(bitmap)
    case .integers(let numbers): taken = .integers(try Self.taking(indices, of: numbers, absent: 0, charge))
    case .doubles(let numbers): taken = .doubles(try Self.taking(indices, of: numbers, absent: 0, charge))
    case .instants(let instants):
      taken = .instants(try Self.taking(indices, of: instants, absent: Instant(seconds: 0), charge))
    case .strings(let texts): taken = .strings(try Self.taking(indices, of: texts, charge))
    case .bytes(let texts): taken = .bytes(try Self.taking(indices, of: texts, charge))
    case .structures(let members): taken = .structures(try members.map { try $0.taking(indices, charge: charge) })
    case .lists(let offsets, let elements): taken = try Self.taking(indices, of: offsets, elements, charge)
    }
    return Columns.Column(
      name: name, values: taken, notation: notation, validity: try takingValidity(indices, charge),
      count: indices.count)
  }

  private func takingValidity(
    _ indices: [Int], _ charge: (_ count: Int, _ size: Int) throws -> Void
  ) rethrows -> Columns.Bitmap? {
    if case .unknown = values { return nil }
    guard validity != nil || indices.contains(where: { $0 < 0 }) else { return nil }
    try charge(indices.count / 8, 1)
    var taken = Columns.Bitmap()
    for index in indices { taken.append(index >= 0 && !isNull(at: index)) }
    return taken
  }

  private static func taking<Entry>(
    _ indices: [Int], of entries: [Entry], absent: Entry, _ charge: (_ count: Int, _ size: Int) throws -> Void
  ) rethrows -> [Entry] {
    try charge(indices.count, MemoryLayout<Entry>.stride)
    return indices.map { $0 < 0 ? absent : entries[$0] }
  }

  private static func taking(
    _ indices: [Int], of texts: Columns.Texts, _ charge: (_ count: Int, _ size: Int) throws -> Void
  ) rethrows -> Columns.Texts {
    let offsets = try offsets(of: indices, in: texts.offsets, charge)
    try charge(offsets[indices.count], 1)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(offsets[indices.count])
    for index in indices where index >= 0 { bytes.append(contentsOf: texts.bytes[texts.range(at: index)]) }
    return Columns.Texts(offsets: offsets, bytes: bytes)
  }

  private static func taking(
    _ indices: [Int], of offsets: [Int], _ elements: Columns.Column,
    _ charge: (_ count: Int, _ size: Int) throws -> Void
  ) rethrows -> Columns.Values {
    let taken = try self.offsets(of: indices, in: offsets, charge)
    try charge(taken[indices.count], MemoryLayout<Int>.size)
    var used: [Int] = []
    used.reserveCapacity(taken[indices.count])
    for index in indices where index >= 0 { used.append(contentsOf: offsets[index]..<offsets[index + 1]) }
    return .lists(offsets: taken, elements: try elements.taking(used, charge: charge))
  }

  /// Returns the offsets of the selected texts or lists, which follow one another in the new column.
  private static func offsets(
    of indices: [Int], in offsets: [Int], _ charge: (_ count: Int, _ size: Int) throws -> Void
  ) rethrows -> [Int] {
    try charge(indices.count + 1, MemoryLayout<Int>.size)
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
