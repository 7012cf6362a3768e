extension ColumnBuilder {
  /// The column as it is in a table of so many rows. Absent entries are filled in up to there.
  mutating func makeColumn(count: Int) -> Columns.Column {
    if kind != .unknown { fill(to: count) }
    return Columns.Column(
      name: String(decoding: name, as: UTF8.self), values: makeValues(count: count), validity: makeValidity(),
      count: count)
  }

  private func makeValidity() -> Columns.Bitmap? {
    guard kind != .unknown, var validity else { return nil }
    validity.append(repeating: true, count: count - validity.count)
    return validity
  }

  private func makeValues(count: Int) -> Columns.Values {
    switch kind {
    case .unknown, .elsewhere: .unknown
    case .boolean: .booleans(booleans)
    case .integer: .integers(words.array(of: Int64.self, count: count))
    case .double: .doubles(words.array(of: Double.self, count: count))
    case .string: .strings(makeTexts())
    case .bytes: .bytes(makeTexts())
    case .instant: .instants(instants)
    case .structure:
      .structures((0..<members.count).map { members.columns[$0].address.pointee.makeColumn(count: count) })
    case .list:
      .lists(
        offsets: makeOffsets(),
        elements: elements?.pointee.makeColumn(count: end) ?? Columns.Column(name: "", values: .unknown, count: 0))
    }
  }

  private func makeTexts() -> Columns.Texts {
    Columns.Texts(offsets: makeOffsets(), bytes: text.array(of: UInt8.self, count: textCount))
  }

  /// Offsets begin with a zero.
  private func makeOffsets() -> [Int] { words.array(of: Int.self, count: count, leadingZeros: 1) }

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
    if let elements { Self.destroy(elements) }
    elements = nil
    for index in 0..<members.count { Self.destroy(members.columns[index].address) }
    members = ColumnMembers()
  }
}
