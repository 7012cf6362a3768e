import Millrace

// Values for which `Columns` has no type become text, which represents them exactly.

extension Arrow.BatchDecoder {
  /// Returns decimal numbers as text, with as many digits after the point as the column's scale.
  mutating func decimals(_ entries: Entries, scale: Int, bits: Int) throws -> Columns.Texts {
    switch bits {
    case 32:
      try written(entries, Int32.self) { $1.append(decimal: Decimal128(Int64(Int32(littleEndian: $0))), scale: scale) }
    case 64: try written(entries, Int64.self) { $1.append(decimal: Decimal128(Int64(littleEndian: $0)), scale: scale) }
    default: try written(entries, Decimal128.self) { $1.append(decimal: Decimal128(littleEndian: $0), scale: scale) }
    }
  }

  /// Returns times of day as text in the format of RFC 3339: `partial-time`.
  mutating func timesOfDay(_ entries: Entries, _ unit: Arrow.TimeUnit) throws -> Columns.Texts {
    let problem = malformed("time of day out of range")
    func append(_ time: Int64, to text: inout [UInt8]) throws {
      guard time >= 0, time / unit.perSecond < 86_400 else { throw problem }
      text.append(time: UInt64(time), unit)
    }
    return unit.perSecond <= 1_000
      ? try written(entries, Int32.self) { try append(Int64(Int32(littleEndian: $0)), to: &$1) }
      : try written(entries, Int64.self) { try append(Int64(littleEndian: $0), to: &$1) }
  }

  /// Returns durations in seconds as text, in the format of ISO 8601.
  mutating func durations(_ entries: Entries, _ unit: Arrow.TimeUnit) throws -> Columns.Texts {
    try written(entries, Int64.self) { $1.append(duration: Int64(littleEndian: $0), unit) }
  }

  /// Returns a text for each value.
  ///
  /// - Parameter append: Appends the text of a value, which is passed as it is stored, little-endian.
  private mutating func written<Stored: BitwiseCopyable>(
    _ entries: Entries, _ type: Stored.Type, _ append: (Stored, inout [UInt8]) throws -> Void
  ) throws -> Columns.Texts {
    let size = MemoryLayout<Stored>.size
    let buffer = try unsafe nextBuffer(entries: entries.count, size: size)
    return try written(entries) { index, text in
      try unsafe append(buffer.loadUnaligned(fromByteOffset: index * size, as: Stored.self), &text)
    }
  }

  /// Returns a text for each entry, and empty texts for null entries.
  mutating func written(_ entries: Entries, _ append: (Int, inout [UInt8]) throws -> Void) throws -> Columns.Texts {
    var (offsets, bytes): ([Int], [UInt8]) = ([0], [])
    for index in 0..<entries.count {
      if !entries.isNull(index) { try append(index, &bytes) }
      try charge(entries: MemoryLayout<Int>.size + bytes.count - offsets[index], size: 1)
      offsets.append(bytes.count)
    }
    return Columns.Texts(offsets: offsets, bytes: bytes)
  }
}

extension [UInt8] {
  /// Appends a decimal number, with as many digits after the point as the scale.
  mutating func append(decimal: Decimal128, scale: Int) {
    guard scale >= 0, let value = decimal.exactly(Int64.self) else {
      append(contentsOf: decimal.text(scale: scale).utf8)
      return
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude, scale: scale)
  }

  mutating func append(decimal magnitude: UInt64, scale: Int) {
    var (start, rest, digits) = (count, magnitude, 0)
    // From the last digit to the first one, at least one of which is before the point.
    repeat {
      if digits == scale, digits > 0 { append(UInt8(ascii: ".")) }
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      digits += 1
    } while rest > 0 || digits <= scale
    var end = count - 1
    while start < end {
      swapAt(start, end)
      (start, end) = (start + 1, end - 1)
    }
  }

  /// Appends a time of day such as `01:02:03.25`, in a unit since midnight.
  mutating func append(time: UInt64, _ unit: Arrow.TimeUnit) {
    let seconds = time / UInt64(unit.perSecond)
    append(twoDigits: seconds / 3_600)
    append(UInt8(ascii: ":"))
    append(twoDigits: seconds / 60 % 60)
    append(UInt8(ascii: ":"))
    append(twoDigits: seconds % 60)
    append(fraction: time % UInt64(unit.perSecond), unit)
  }

  /// Appends a duration in seconds, such as `PT90.5S`, in the format of ISO 8601.
  mutating func append(duration: Int64, _ unit: Arrow.TimeUnit) {
    let (seconds, rest) = duration.magnitude.quotientAndRemainder(dividingBy: UInt64(unit.perSecond))
    append(contentsOf: (duration < 0 ? "-PT" : "PT").utf8)
    append(decimal: seconds, scale: 0)
    append(fraction: rest, unit)
    append(UInt8(ascii: "S"))
  }

  /// Appends a duration of less than a second, such as `.25`, or nothing for zero.
  private mutating func append(fraction: UInt64, _ unit: Arrow.TimeUnit) {
    if fraction > 0 { append(UInt8(ascii: ".")) }
    var (rest, place) = (fraction, UInt64(unit.perSecond))
    while rest > 0 {
      place /= 10
      append(UInt8(ascii: "0") + UInt8(rest / place))
      rest %= place
    }
  }

  private mutating func append(twoDigits number: UInt64) {
    append(UInt8(ascii: "0") + UInt8(number / 10))
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
