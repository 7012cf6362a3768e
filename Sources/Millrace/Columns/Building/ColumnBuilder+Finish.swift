extension ColumnBuilder {
  /// The column as it is in a table of so many rows. Absent entries are filled in up to there, and the builder is empty
  /// afterwards.
  mutating func makeColumn(count: Int) -> Columns.Column {
    if kind != .unknown { fill(to: count) }
    let validity = makeValidity()
    return Columns.Column(
      name: String(decoding: name, as: UTF8.self), values: makeValues(count: count), validity: validity, count: count)
  }

  private func makeValidity() -> Columns.Bitmap? {
    guard kind != .unknown, var validity else { return nil }
    validity.append(repeating: true, count: count - validity.count)
    return validity
  }

  private mutating func makeValues(count: Int) -> Columns.Values {
    switch kind {
    case .unknown, .elsewhere: .unknown
    case .boolean: .booleans(booleans)
    case .integer: .integers(integers.take(count))
    case .double: .doubles(doubles.take(count))
    case .string: .strings(makeTexts())
    case .bytes: .bytes(makeTexts())
    case .instant: .instants(instants)
    case .structure:
      .structures((0..<members.count).map { members.columns[$0].address.pointee.makeColumn(count: count) })
    case .list: makeLists()
    }
  }

  private mutating func makeLists() -> Columns.Values {
    let elements = elements?.pointee.makeColumn(count: end) ?? Columns.Column(name: "", values: .unknown, count: 0)
    return .lists(offsets: makeOffsets(), elements: elements)
  }

  private mutating func makeTexts() -> Columns.Texts {
    let size = end
    return Columns.Texts(offsets: makeOffsets(), bytes: text.take(size))
  }

  private mutating func makeOffsets() -> [Int] {
    reserveOffsets(count)
    return offsets.take(count + 1)
  }

  /// How many bytes it takes to fill in what is absent, here and below.
  func fillingByteCount(count: Int) -> Int {
    var bytes = (count - self.count) / 8
    switch kind {
    case .unknown, .elsewhere: return 0
    case .integer, .double, .string, .bytes, .list: bytes += 8 * (count - self.count)
    case .boolean: bytes += (count - self.count) / 8
    case .instant: bytes += MemoryLayout<Instant>.stride * (count - self.count)
    case .structure:
      for index in 0..<members.count { bytes += members.columns[index].address.pointee.fillingByteCount(count: count) }
    }
    if kind == .list, let elements { bytes += elements.pointee.fillingByteCount(count: end) }
    return bytes
  }

  mutating func removeColumnsBelow() {
    destroyColumnsBelow()
    elements = nil
    members = ColumnMembers()
  }
}
