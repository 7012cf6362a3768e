import Millrace
import SystemLibrary

// Storing text in columns: cells of CSV, and JSON strings in columns that do not contain strings.

extension TableScan.Column {
  /// Stores a value by its text.
  ///
  /// - Returns: `false` if the column does not accept it. Then nothing is stored.
  /// - Safety: 16 bytes from the start of the text and 8 bytes after it must be readable.
  @inline(__always)
  mutating func store(cell text: UnsafeBufferPointer<UInt8>, at index: Int, _ coercion: TableScan.Coercion) -> Bool {
    switch kind {
    case .string:
      unsafe store(padded: text, at: index)
      return true
    case .int64:
      guard let value = unsafe shortInteger(text) ?? Int64(decimal: text) else { break }
      if coercion == .exact, unsafe !text.isWrittenAsInJSON || value == 0 && text[0] == ASCII.minus { return false }
      store(value, at: index)
      return true
    case .double:
      guard let value: Double = unsafe shortDecimal(text) else { break }
      if coercion == .exact, unsafe !isExact(value, text) { return false }
      store(value, at: index)
      return true
    case .boolean:
      guard let value = unsafe plainBoolean(text) else { break }
      store(bit: value, at: index)
      return true
    default: break
    }
    return unsafe store(uncommon: text, at: index, coercion)
  }

  /// Whether a double can be written back as the text, apart from its number of digits.
  private func isExact(_ value: Double, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe text.isWrittenAsInJSON
      && (value.magnitude < 0x1p53 || !text.isInteger || Int64(decimal: text)?.isExactAsDouble == true)
  }

  @inline(never)
  private mutating func store(
    uncommon text: UnsafeBufferPointer<UInt8>, at index: Int, _ coercion: TableScan.Coercion
  ) -> Bool {
    let isLenient = coercion == .lenient
    let text = unsafe isLenient ? text.withoutBlanks : text
    switch kind {
    case .int64: return unsafe store(Int64(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .int32: return unsafe store(Int32(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .int16: return unsafe store(Int16(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .int8: return unsafe store(Int8(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .uint64: return unsafe store(UInt64(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .uint32: return unsafe store(UInt32(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .uint16: return unsafe store(UInt16(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .uint8: return unsafe store(UInt8(decimal: text) ?? (isLenient ? integral(text) : nil), at: index)
    case .double:
      let value = unsafe nearestDouble(inCell: text.span)
      if coercion == .exact, let value, unsafe !isExact(value, text) { return false }
      return unsafe store(value ?? (isLenient ? Self.notFinite(text) : nil), at: index)
    case .float:
      let value: Float? = unsafe shortDecimal(text) ?? nearestFloat(inCell: text.span)
      return unsafe store(value ?? (isLenient ? Self.notFinite(text).map { Float($0) } : nil), at: index)
    case .boolean:
      guard coercion != .exact, let value = unsafe Self.boolean(text) else { return false }
      store(bit: value, at: index)
    case .decimal:
      return unsafe store(decimal(text, scale: layout.scale, precision: layout.precision, rounds: isLenient), at: index)
    case .date: return unsafe store(date(text, isLenient: isLenient), at: index)
    case .timestamp: return unsafe store(timestamp(text, isLenient: isLenient), at: index)
    case .binary:
      guard let bytes = unsafe bytes(base64: String(decoding: text, as: UTF8.self), .standard) else { return false }
      unsafe bytes.withUnsafeBufferPointer { unsafe store(text: $0, at: index) }
    case .string, .null, .structure, .list, .map: return false
    }
    return true
  }

  @inline(__always)
  private mutating func store<Value: BitwiseCopyable>(_ value: Value?, at index: Int) -> Bool {
    guard let value else { return false }
    store(value, at: index)
    return true
  }

  private static func boolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    switch unsafe String(decoding: text.prefix(6), as: UTF8.self).lowercased() {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  private static func notFinite(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch unsafe String(decoding: text.prefix(10), as: UTF8.self).lowercased() {
    case "nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: nil
    }
  }

  /// Returns an integer that is written with a fraction of zeros or with an exponent.
  private func integral<Integer: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>) -> Integer? {
    unsafe decimal(text, scale: 0, precision: 38, rounds: false).flatMap { $0.exactly() }
  }

  /// Returns a number times a power of ten, as an integer.
  ///
  /// - Parameters:
  ///   - scale: The exponent of that power.
  ///   - rounds: Whether digits that do not fit are rounded, half away from zero.
  /// - Returns: Nil for text that is not a number, and for a number that needs more digits than the precision.
  private func decimal(
    _ text: UnsafeBufferPointer<UInt8>, scale: Int, precision: Int, rounds: Bool
  ) -> Decimal128? {
    guard unsafe numberForm(ofCell: text.span) != nil, let start = text.baseAddress else { return nil }
    let exponent = unsafe NumberToken(start: start, end: start + text.count, isInteger: false).writtenExponent
    let mantissa = unsafe text.prefix { !ASCII.isExponentMark($0) }
    let fraction = unsafe mantissa.firstIndex(of: ASCII.dot).map { unsafe mantissa.count - 1 - $0 } ?? 0
    // The number of digits from the right that are dropped, or of zeros that are added if it is negative.
    var dropped = fraction - exponent - scale
    let digits = unsafe mantissa.filter { ASCII.isDigit($0) }.map { $0 &- ASCII.zero }.drop { $0 == 0 }
    guard !digits.isEmpty else { return Decimal128(0) }
    guard digits.count - dropped <= precision else { return nil }
    var value = Decimal128(0)
    if digits.count >= dropped {
      let kept = digits.dropLast(max(dropped, 0))
      let rest = digits.suffix(max(dropped, 0))
      if !rounds, rest.contains(where: { $0 != 0 }) { return nil }
      for digit in kept { value.append(digit: digit) }
      if let first = rest.first, first >= 5 { value.increment() }
    } else if !rounds {
      return nil
    }
    while dropped < 0 {
      value.append(digit: 0)
      dropped += 1
    }
    guard value.isLess(than: .powerOfTen(precision)) else { return nil }
    if unsafe text.first == ASCII.minus { value.negate() }
    return value
  }

  private func date(_ text: UnsafeBufferPointer<UInt8>, isLenient: Bool) -> Int32? {
    if let format = layout.instantFormat {
      return unsafe format.instant(text).flatMap { Int32(exactly: Instant(seconds: $0.seconds).days) }
    }
    guard text.count == 10 || isLenient && text.count > 10 else { return nil }
    let instant =
      unsafe text.count == 10
      ? Instant(rfc3339: text, followedBy: "T00:00:00Z") : Self.instant(text, needsOffset: false, isLenient: true)
    guard let instant else { return nil }
    return Int32(exactly: Instant(seconds: instant.seconds).days)
  }

  private func timestamp(_ text: UnsafeBufferPointer<UInt8>, isLenient: Bool) -> Int64? {
    let format = layout.instantFormat
    if isLenient, format == nil, unsafe numberForm(ofCell: text.span) != nil {
      let places =
        layout.unitsPerSecond == 1 ? 0 : layout.unitsPerSecond == 1_000 ? 3 : layout.unitsPerSecond == 1_000_000 ? 6 : 9
      return unsafe decimal(text, scale: places, precision: 38, rounds: true).flatMap { $0.exactly() }
    }
    let needsOffset = layout.hasTimeZone && !isLenient
    let instant =
      if let format {
        unsafe format.instant(text)
      } else {
        unsafe Self.instant(text, needsOffset: needsOffset, isLenient: isLenient)
      }
    guard let instant else { return nil }
    if let count = instant.count(unitsPerSecond: layout.unitsPerSecond) { return count }
    guard isLenient else { return nil }
    let unit = Int32(1_000_000_000 / layout.unitsPerSecond)
    return Instant(seconds: instant.seconds, nanoseconds: instant.nanoseconds / unit * unit)
      .count(unitsPerSecond: layout.unitsPerSecond)
  }

  private static func instant(
    _ text: UnsafeBufferPointer<UInt8>, needsOffset: Bool, isLenient: Bool
  ) -> Instant? {
    if let instant = unsafe Instant(rfc3339: text) { return instant }
    guard !needsOffset, text.count >= 10 else { return nil }
    if text.count == 10 { return unsafe isLenient ? Instant(rfc3339: text, followedBy: "T00:00:00Z") : nil }
    guard unsafe isLenient || text[10] != ASCII.space else { return nil }
    return unsafe Instant(rfc3339: text, followedBy: "Z") ?? Instant(rfc3339: text, followedBy: "")
  }
}

extension Instant {
  /// The number of days since 1970-01-01, rounded down.
  fileprivate var days: Int64 { seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1 }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a number has neither a plus sign nor zeros before its first digit.
  @inline(__always)
  fileprivate var isWrittenAsInJSON: Bool {
    let first = unsafe count > 1 && self[0] == ASCII.minus ? 1 : 0
    guard unsafe self[first] != ASCII.plus else { return false }
    return unsafe self[first] != ASCII.zero || first + 1 == count || !ASCII.isDigit(self[first + 1])
  }

  /// Whether a number has neither a point nor an exponent.
  fileprivate var isInteger: Bool { unsafe allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus } }

  fileprivate var withoutBlanks: UnsafeBufferPointer<UInt8> {
    var (first, last) = (0, count)
    while first < last, unsafe self[first] <= ASCII.space { first += 1 }
    while last > first, unsafe self[last - 1] <= ASCII.space { last -= 1 }
    return unsafe UnsafeBufferPointer(rebasing: self[first..<last])
  }
}
