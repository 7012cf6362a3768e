import Millrace

// Entries as Arrow and Parquet store them. `Columns` has one type for all integers, one for dates and timestamps, and texts
// for decimal numbers, times and durations: see `LeafValues.converted` and `BatchDecoder`. Here they are converted back,
// exactly.

extension Columns.Column {
  /// Returns entries as integers: numbers, days, or counts of a unit of time. Null entries are zero.
  ///
  /// - Returns: The integers, unsigned ones as their bits; nil if entries have another kind than the type.
  /// - Throws: `Arrow.EntryProblem` for an entry that the type cannot represent.
  func storedIntegers(_ range: Range<Int>, as type: Arrow.DataType) throws -> [Int64]? {
    switch (type, values) {
    case (.integer(bits: 64, isSigned: true), .integers(let numbers)): return Array(numbers[range])
    case (.integer(bits: 64, isSigned: true), .doubles(let numbers)): return try integers(numbers, range, type)
    case (.integer(let bits, let isSigned), .integers(let numbers)):
      let bounds = Self.bounds(ofIntegers: bits, isSigned: isSigned)
      return try converted(numbers, range, type) { bounds.contains($0) ? $0 : nil }
    case (.integer(let bits, let isSigned), .doubles(let numbers)):
      let bounds = Self.bounds(ofIntegers: bits, isSigned: isSigned)
      let isNegativeZero = { (number: Double) in number == 0 && number.sign == .minus }
      return try converted(numbers, range, type) { number in
        Int64(exactly: number).flatMap { bounds.contains($0) && !isNegativeZero(number) ? $0 : nil }
      }
    case (.integer(bits: 64, isSigned: false), .strings(let texts)):
      return try converted(texts, range, type) { text in
        text.digits(0..<text.count).map { Int64(bitPattern: $0) }
      }
    case (.date(bits: 32), .instants(let instants)):
      return try converted(instants, range, type) { instant in
        guard let seconds = instant.count(unitsPerSecond: 1), seconds % 86_400 == 0 else { return nil }
        return Int32(exactly: seconds / 86_400).map(Int64.init)
      }
    case (.date, .instants(let instants)):
      return try converted(instants, range, type) { $0.count(unitsPerSecond: 1_000) }
    case (.timestamp(let unit, _), .instants(let instants)): return try timestamps(instants, range, unit)
    case (.time(let unit), .strings(let texts)): return try converted(texts, range, type) { $0.timeOfDay(unit) }
    case (.duration(let unit), .strings(let texts)): return try converted(texts, range, type) { $0.duration(unit) }
    default: return nil
    }
  }

  private static func bounds(ofIntegers bits: Int, isSigned: Bool) -> ClosedRange<Int64> {
    if bits == 64 { return (isSigned ? .min : 0) ... .max }
    let size = Int64(1) << Int64(isSigned ? bits - 1 : bits)
    return (isSigned ? -size : 0)...size - 1
  }

  /// Returns doubles with fewer bits, as their bits.
  ///
  /// - Throws: `Arrow.EntryProblem` for a number that is not exactly one with as many bits.
  func storedFloats(_ range: Range<Int>, bits: Int) throws -> [UInt32]? {
    let type = Arrow.DataType.float(bits: bits)
    let numbers: [Double]
    let start: Int
    switch values {
    case .doubles(let doubles): (numbers, start) = (doubles, 0)
    case .integers(let integers): (numbers, start) = (try doubles(integers, range, type), range.lowerBound)
    default: return nil
    }
    return try range.map { index in
      if isNull(at: index) { return 0 }
      let number = numbers[index - start]
      let stored = bits == 16 ? number.halfPrecision.map(UInt32.init) : number.singlePrecision
      guard let stored else { throw Arrow.EntryProblem(.anotherType(found: number.description, type), at: index) }
      return stored
    }
  }

  /// Returns decimal numbers as integers with a scale.
  ///
  /// - Throws: `Arrow.EntryProblem` for a text that is not a decimal number with this scale.
  func storedDecimals(_ range: Range<Int>, as type: Arrow.DataType, scale: Int, bits: Int) throws -> [Decimal128]? {
    guard case .strings(let texts) = values else { return nil }
    return try converted(texts, range, type, absent: Decimal128(0)) { text in
      guard let decimal = text.decimal(scale: scale) else { return nil }
      let fits =
        switch bits {
        case 32: decimal.exactly(Int32.self) != nil
        case 64: decimal.exactly(Int64.self) != nil
        default: true
        }
      return fits ? decimal : nil
    }
  }

  /// Returns binary data of a fixed size, concatenated. Null entries are zeros.
  ///
  /// - Throws: `Arrow.EntryProblem` for data of another size.
  func storedPieces(_ texts: Columns.Texts, _ range: Range<Int>, size: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * size)
    for index in range {
      let piece = texts.range(at: index)
      if isNull(at: index) {
        bytes.append(contentsOf: repeatElement(0, count: size))
      } else if piece.count == size {
        bytes.append(contentsOf: texts.bytes[piece])
      } else {
        throw Arrow.EntryProblem(
          .anotherType(found: "binary data of \(piece.count) bytes", .fixedSizeBinary(size: size)), at: index)
      }
    }
    return bytes
  }

  private func converted<Entry: CustomStringConvertible>(
    _ entries: [Entry], _ range: Range<Int>, _ type: Arrow.DataType, _ convert: (Entry) -> Int64?
  ) throws -> [Int64] {
    try range.map { index in
      if isNull(at: index) { return 0 }
      guard let integer = convert(entries[index]) else {
        throw Arrow.EntryProblem(.anotherType(found: entries[index].description, type), at: index)
      }
      return integer
    }
  }

  private func converted(
    _ texts: Columns.Texts, _ range: Range<Int>, _ type: Arrow.DataType, _ convert: (Span<UInt8>) -> Int64?
  ) throws -> [Int64] {
    try converted(texts, range, type, absent: 0, convert)
  }

  private func converted<Value>(
    _ texts: Columns.Texts, _ range: Range<Int>, _ type: Arrow.DataType, absent: Value,
    _ convert: (Span<UInt8>) -> Value?
  ) throws -> [Value] {
    try texts.bytes.withSpan { bytes in
      var values: [Value] = []
      values.reserveCapacity(range.count)
      for index in range {
        if isNull(at: index) {
          values.append(absent)
        } else if let value = convert(bytes.extracting(texts.range(at: index))) {
          values.append(value)
        } else {
          throw Arrow.EntryProblem(.anotherType(found: "'\(texts[index].prefix(40))'", type), at: index)
        }
      }
      return values
    }
  }
}

// MARK: Texts

extension Span<UInt8> {
  private func digit(at index: Int) -> UInt64? {
    let digit = self[index] &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  /// The integer whose decimal digits are at these indices; nil if there are none, or others, or the integer is too large.
  fileprivate func digits(_ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty else { return nil }
    var value: UInt64 = 0
    for index in range {
      guard let digit = digit(at: index) else { return nil }
      let (product, isLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflow) = product.addingReportingOverflow(digit)
      if isLarge || overflow { return nil }
      value = sum
    }
    return value
  }

  /// The fraction of a second from an index up to another one, such as `.25`, in a unit.
  private func fraction(_ range: Range<Int>, _ unit: Arrow.TimeUnit) -> UInt64? {
    if range.isEmpty { return 0 }
    guard self[range.lowerBound] == UInt8(ascii: "."), let digits = digits(range.dropFirst()) else { return nil }
    var (value, place) = (digits, UInt64(1))
    for _ in range.dropFirst() {
      place *= 10
      if place > UInt64(unit.perSecond) { return nil }
    }
    value *= UInt64(unit.perSecond) / place
    return value
  }

  /// The time since midnight, in a unit, of a text such as `01:02:03.25`.
  fileprivate func timeOfDay(_ unit: Arrow.TimeUnit) -> Int64? {
    guard count >= 8, self[2] == UInt8(ascii: ":"), self[5] == UInt8(ascii: ":"), let hours = digits(0..<2),
      let minutes = digits(3..<5), let seconds = digits(6..<8), hours < 24, minutes < 60, seconds < 60,
      let fraction = fraction(8..<count, unit)
    else { return nil }
    return Int64((hours * 3_600 + minutes * 60 + seconds) * UInt64(unit.perSecond) + fraction)
  }

  /// The duration, in a unit, of a text such as `-PT90.5S`.
  fileprivate func duration(_ unit: Arrow.TimeUnit) -> Int64? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard count >= start + 4, self[start] == UInt8(ascii: "P"), self[start + 1] == UInt8(ascii: "T"),
      self[count - 1] == UInt8(ascii: "S")
    else { return nil }
    var point = start + 2
    while point < count - 1, self[point] != UInt8(ascii: ".") { point += 1 }
    guard let seconds = digits(start + 2..<point), let fraction = fraction(point..<count - 1, unit) else { return nil }
    let (product, isLarge) = seconds.multipliedReportingOverflow(by: UInt64(unit.perSecond))
    let (magnitude, overflow) = product.addingReportingOverflow(fraction)
    if isLarge || overflow { return nil }
    if isNegative, magnitude == Int64.min.magnitude { return .min }
    return Int64(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }

  /// The decimal number of a text such as `-12.50`, multiplied by ten to the power of the scale.
  fileprivate func decimal(scale: Int) -> Decimal128? {
    let isNegative = count > 0 && self[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    var end = count
    if scale < 0, count != start + 1 || self[start] != UInt8(ascii: "0") {
      end += scale
      guard end > start else { return nil }
      for index in end..<count where self[index] != UInt8(ascii: "0") { return nil }
    }
    guard end > start else { return nil }
    var value = Decimal128(0)
    // The number of digits from the first one that is not zero on, and of those after the point.
    var (significant, fraction): (Int, Int?) = (0, nil)
    for index in start..<end {
      if self[index] == UInt8(ascii: "."), fraction == nil, scale > 0 {
        fraction = 0
        continue
      }
      guard let digit = digit(at: index) else { return nil }
      if significant > 0 || digit > 0 { significant += 1 }
      if let digits = fraction { fraction = digits + 1 }
      guard significant <= 38 else { return nil }
      value.append(digit: UInt8(digit))
    }
    guard fraction != 0 else { return nil }
    let missing = Swift.max(scale, 0) - (fraction ?? 0)
    guard missing >= 0, significant == 0 || significant + missing <= 38 else { return nil }
    if significant > 0 { for _ in 0..<missing { value.append(digit: 0) } }
    if isNegative { value.negate() }
    return value
  }
}

extension Range<Int> {
  fileprivate func dropFirst() -> Range<Int> { Swift.min(lowerBound + 1, upperBound)..<upperBound }
}

// MARK: Floating-point numbers

extension Double {
  /// The bits of the same number with single precision, or nil if it would be another number.
  fileprivate var singlePrecision: UInt32? {
    let number = Float(self)
    return Double(number) == self || isNaN ? number.bitPattern : nil
  }

  /// The bits of the same number with half precision (IEEE 754, binary16), or nil if it would be another number.
  fileprivate var halfPrecision: UInt16? {
    let sign: UInt16 = self.sign == .minus ? 0x8000 : 0
    if isNaN { return sign | 0x7E00 }
    if isInfinite { return sign | 0x7C00 }
    if self == 0 { return sign }
    guard exponent <= 15 else { return nil }
    let isSmall = exponent < -14
    let fraction = isSmall ? magnitude * 16_777_216 : (significand - 1) * 1_024
    guard fraction.rounded() == fraction, fraction >= (isSmall ? 1 : 0) else { return nil }
    return sign | UInt16(fraction) | (isSmall ? 0 : UInt16(exponent + 15) << 10)
  }
}
