import Millrace

extension ColumnBuilder {
  /// Returns the column for a table with this number of rows. Null entries are added up to this number.
  ///
  /// - Parameter isLast: Whether the memory of the builder becomes the memory of the column. The builder is then empty.
  mutating func makeColumn(count: Int, isLast: Bool) -> Columns.Column {
    if kind != .unknown { fill(to: count) }
    var validity = kind == .unknown ? nil : validity
    if let noted = validity?.count { validity?.append(repeating: true, count: count - noted) }
    // Null entries may have been removed.
    if validity?.setCount == count { validity = nil }
    let values: Columns.Values =
      switch kind {
      case .unknown, .elsewhere: .unknown
      case .boolean: .booleans(booleans)
      case .integer: .integers(isLast ? integers.take(count) : integers.prefix(count))
      case .double: .doubles(isLast ? doubles.take(count) : doubles.prefix(count))
      case .string: .strings(makeTexts(isLast: isLast))
      case .bytes: .bytes(makeTexts(isLast: isLast))
      case .instant: .instants(instants)
      case .structure:
        .structures(
          (0..<members.count).map {
            unsafe members.columns[$0].address.pointee.makeColumn(count: count, isLast: isLast)
          })
      case .list: makeLists(isLast: isLast)
      }
    return Columns.Column(
      name: String(decoding: name, as: UTF8.self), values: values, notation: Columns.Notation(of: form),
      validity: validity, count: count)
  }

  private mutating func makeLists(isLast: Bool) -> Columns.Values {
    let elements = unsafe elements?.pointee.makeColumn(count: end, isLast: isLast)
    return .lists(
      offsets: makeOffsets(isLast: isLast), elements: elements ?? Columns.Column(name: "", values: .unknown, count: 0))
  }

  private mutating func makeTexts(isLast: Bool) -> Columns.Texts {
    let size = end
    // A column that has the type text by its shape may have no text.
    if text.capacity == 0 { return Columns.Texts(offsets: makeOffsets(isLast: isLast), bytes: []) }
    return Columns.Texts(offsets: makeOffsets(isLast: isLast), bytes: isLast ? text.take(size) : text.prefix(size))
  }

  private mutating func makeOffsets(isLast: Bool) -> [Int] {
    reserveOffsets(count)
    return isLast ? offsets.take(count + 1) : offsets.prefix(count + 1)
  }

  /// Returns the number of bytes that are needed to fill in null entries, in this column and the columns below it.
  func fillingByteCount(count: Int) -> Int {
    var bytes = (count - self.count) / 8
    switch kind {
    case .unknown, .elsewhere: return 0
    case .integer, .double, .string, .bytes, .list: bytes += 8 * (count - self.count)
    case .boolean: bytes += (count - self.count) / 8
    case .instant: bytes += MemoryLayout<Instant>.stride * (count - self.count)
    case .structure:
      for index in 0..<members.count {
        unsafe bytes += members.columns[index].address.pointee.fillingByteCount(count: count)
      }
    }
    if kind == .list, let elements = unsafe elements { unsafe bytes += elements.pointee.fillingByteCount(count: end) }
    return bytes
  }
}
