import Millrace

extension LeafValues {
  /// Returns the entries of a column. Nothing is left of the values.
  ///
  /// - Parameters:
  ///   - present: 1 for an entry that is one of the values and 0 for null; nil if no entry is null.
  ///   - count: The number of entries.
  ///   - budget: The budget of the table.
  ///   - keepsStored: See `Parquet.ReadingOptions.keepsStoredValues`.
  /// - Throws: ``ParquetDamage`` if a value is not valid, and `Parquet.Problem.tooLarge(limit:)`.
  mutating func converted(
    _ column: Parquet.StoredColumn, _ present: [UInt8]?, count: Int, _ budget: MemoryBudget,
    keepsStored: Bool
  ) throws -> Columns.Values {
    if keepsStored, let values = stored(column, present) { return values }
    switch (column.type, column.stored) {
    case (.null, _): return .unknown
    case (.boolean, _): return .booleans(Columns.Bitmap(bytes: Self.spread(&booleans, present, zero: 0)))
    case (.integer(bits: 64, isSigned: false), _) where integers.contains(where: { $0 < 0 }):
      let numbers = integers
      return .strings(
        try texts(numbers.count, present, budget) { $1.append(decimal: UInt64(bitPattern: numbers[$0]), scale: 0) })
    case (.integer(let bits, isSigned: false), _) where bits < 64:
      let mask = Int64(1) << Int64(bits) - 1
      for index in integers.indices { integers[index] &= mask }
      return .integers(Self.spread(&integers, present, zero: 0))
    case (.integer, _): return .integers(Self.spread(&integers, present, zero: 0))
    case (.float(bits: 16), _):
      doubles = stride(from: 0, to: bytes.count - 1, by: 2).map {
        Double(halfPrecision: UInt16(bytes[$0 + 1]) << 8 | UInt16(bytes[$0]))
      }
      return .doubles(Self.spread(&doubles, present, zero: 0))
    case (.float, _): return .doubles(Self.spread(&doubles, present, zero: 0))
    case (.decimal(_, let scale, _), _): return .strings(try decimals(scale: scale, column.stored, present, budget))
    case (.utf8, .fixedSize):
      let stored = bytes
      return .strings(
        try texts(stored.count / 16, present, budget) {
          $1.append(uuid: stored[16 * $0..<16 * $0 + 16])
        })
    case (.utf8, _):
      let isChecked = areKnownUTF8
      let texts = takeTexts(present)
      guard isChecked || texts.areUTF8 else { throw ParquetDamage("invalid UTF-8 in a string") }
      return .strings(texts)
    case (.timestamp, .int96): return .instants(Self.spread(&instants, present, zero: Instant(seconds: 0)))
    case (.timestamp(let unit, _), _):
      try budget.charge(count, size: MemoryLayout<Instant>.stride)
      switch unit {
      case .millisecond: instants = integers.map { Instant($0, unitsPerSecond: 1_000) }
      case .microsecond: instants = integers.map { Instant($0, unitsPerSecond: 1_000_000) }
      default: instants = integers.map { Instant($0, unitsPerSecond: 1_000_000_000) }
      }
      return .instants(Self.spread(&instants, present, zero: Instant(seconds: 0)))
    case (.date, _):
      try budget.charge(count, size: MemoryLayout<Instant>.stride)
      instants = integers.map { Instant(seconds: $0 * 86_400) }
      return .instants(Self.spread(&instants, present, zero: Instant(seconds: 0)))
    case (.time(let unit), _):
      let times = integers
      return .strings(
        try texts(times.count, present, budget) { index, text in
          guard times[index] >= 0, times[index] / unit.perSecond < 86_400 else {
            throw ParquetDamage("time of day out of range")
          }
          text.append(time: UInt64(times[index]), unit)
        })
    case (.duration(let unit), _):
      let durations = integers
      return .strings(
        try texts(durations.count, present, budget) {
          $1.append(duration: durations[$0], unit)
        })
    default: return .bytes(takeTexts(present))
    }
  }

  /// Returns entries as they are stored, or nil if no other type represents them.
  private mutating func stored(_ column: Parquet.StoredColumn, _ present: [UInt8]?) -> Columns.Values? {
    switch (column.type, column.stored) {
    case (.timestamp, .int96): nil
    case (.integer(bits: 64, isSigned: false), _), (.timestamp, _), (.date, _), (.time, _), (.duration, _),
      (.decimal, .int32), (.decimal, .int64):
      .integers(Self.spread(&integers, present, zero: 0))
    case (.decimal, _): .bytes(takeTexts(present))
    default: nil
    }
  }

  // MARK: Texts

  /// Returns decimal numbers as text, with as many digits after the point as the column's scale.
  private func decimals(
    scale: Int, _ stored: Parquet.StoredType, _ present: [UInt8]?, _ budget: MemoryBudget
  ) throws -> Columns.Texts {
    switch stored {
    case .int32, .int64:
      return try texts(integers.count, present, budget) { $1.append(decimal: Decimal128(integers[$0]), scale: scale) }
    default:
      return try texts(offsets.count - 1, present, budget) { index, text in
        guard let decimal = Decimal128(bigEndian: bytes[offsets[index]..<offsets[index + 1]]) else {
          throw ParquetDamage("decimal number of more than 16 bytes")
        }
        text.append(decimal: decimal, scale: scale)
      }
    }
  }

  /// Returns a text for each value, and empty texts for nulls.
  ///
  /// - Parameter append: Appends the text of the value at an index.
  private func texts(
    _ count: Int, _ present: [UInt8]?, _ budget: MemoryBudget, _ append: (Int, inout [UInt8]) throws -> Void
  ) throws -> Columns.Texts {
    var written = LeafValues()
    written.offsets.reserveCapacity((present?.count ?? count) + 1)
    for index in 0..<count {
      let start = written.bytes.count
      try append(index, &written.bytes)
      try budget.charge(written.bytes.count - start)
      written.offsets.append(written.bytes.count)
    }
    return written.takeTexts(present)
  }

  /// Returns the texts, with empty texts for nulls.
  private mutating func takeTexts(_ present: [UInt8]?) -> Columns.Texts {
    if let present {
      var value = offsets.count - 1
      offsets.append(contentsOf: repeatElement(bytes.count, count: present.count - value))
      var index = present.count
      while index > value {
        index -= 1
        if present[index] != 0 { value -= 1 }
        offsets[index] = present[index] != 0 ? offsets[value] : offsets[index + 1]
      }
    }
    let texts = Columns.Texts(offsets: offsets, bytes: bytes)
    (offsets, bytes, areKnownUTF8) = ([0], [], true)
    return texts
  }

  /// Returns values with zeros for nulls, and removes the values.
  private static func spread<Value>(_ values: inout [Value], _ present: [UInt8]?, zero: Value) -> [Value] {
    var result: [Value] = []
    swap(&result, &values)
    guard let present else { return result }
    var value = result.count
    result.append(contentsOf: repeatElement(zero, count: present.count - value))
    var index = present.count
    // From the end, so that no value is overwritten before it is moved.
    while index > value {
      index -= 1
      if present[index] != 0 {
        value -= 1
        result[index] = result[value]
      } else {
        result[index] = zero
      }
    }
    return result
  }
}

extension [UInt8] {
  private mutating func append(hexadecimalDigit digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
  }

  /// Appends a UUID of 16 bytes in hexadecimal, in five groups.
  fileprivate mutating func append(uuid bytes: ArraySlice<UInt8>) {
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
      append(hexadecimalDigit: byte >> 4)
      append(hexadecimalDigit: byte & 15)
    }
  }
}

extension Decimal128 {
  /// Creates an integer from its bytes in two's complement, the highest first; nil if it has more than 16 bytes that
  /// are not only its sign.
  init?(bigEndian bytes: ArraySlice<UInt8>) {
    let sign: UInt8 = bytes.first ?? 0 >= 0x80 ? 0xFF : 0
    var digits = bytes
    while digits.count > 16 {
      guard digits.removeFirst() == sign else { return nil }
    }
    if digits.count < bytes.count, digits.first ?? 0 & 0x80 != sign & 0x80 { return nil }
    var (high, low): (UInt64, UInt64) = sign == 0 ? (0, 0) : (.max, .max)
    for byte in digits { (high, low) = (high << 8 | low >> 56, low << 8 | UInt64(byte)) }
    self.init(high: Int64(bitPattern: high), low: low)
  }
}
