import Millrace

// The types for which the containers of `Codable` have methods.

/// A value that is one token.
protocol JSONScalar {
  /// Returns what was expected, if the value at the state's cursor has another kind.
  static func mismatch(_ state: borrowing DecodingState) -> FormatError.Expectation?

  /// Reads the value at the state's cursor, which has the correct kind.
  ///
  /// - Precondition: The structure of the document has been checked.
  /// - Throws: ``FormatError`` if the value is not valid.
  static func read(from state: inout DecodingState) throws -> Self
}

extension JSONScalar {
  /// Reads the value at the state's cursor.
  ///
  /// - Throws: ``FormatError`` if the value is not valid, or ``KindMismatch`` if it has another kind.
  @inline(__always)
  static func decode(from state: inout DecodingState) throws -> Self {
    if let expected = mismatch(state) { try state.failMismatch(expected) }
    return try read(from: &state)
  }
}

extension String: JSONScalar {
  @inline(__always)
  static func mismatch(_ state: borrowing DecodingState) -> FormatError.Expectation? {
    state.reading.byte == ASCII.quote ? nil : .string
  }

  @inline(__always)
  static func read(from state: inout DecodingState) throws -> String { try state.read { try $0.readString() } }
}

extension Bool: JSONScalar {
  @inline(__always)
  static func mismatch(_ state: borrowing DecodingState) -> FormatError.Expectation? {
    state.reading.byte == ASCII.lowercaseT || state.reading.byte == ASCII.lowercaseF ? nil : .boolean
  }

  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Bool { try state.read { try $0.readBool() } }
}

extension DecodingState {
  /// Whether a number begins at the cursor, except for non-finite numbers.
  @inline(__always)
  fileprivate var isAtNumber: Bool { ASCII.isDigit(reading.byte) || reading.byte == ASCII.minus }

  /// Reads a number, up to the last byte that can be part of a number.
  @inline(__always)
  fileprivate mutating func readNumber<Number>(_ body: (inout JSON.Reader) throws -> Number) throws -> Number {
    let number = try read(body)
    if unsafe _slowPath(DocumentCursor.isPartOfNumber(cursor.pointee)) { try read { try $0.fail(.malformedNumber) } }
    return number
  }
}

// MARK: - Integers

extension JSONScalar where Self: FixedWidthInteger {
  @inline(__always)
  static func mismatch(_ state: borrowing DecodingState) -> FormatError.Expectation? {
    state.isAtNumber ? nil : .integer
  }
}

extension Int: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Int {
    let position = unsafe state.cursor
    do {
      return try state.readNumber { try $0.readInt() }
    } catch {
      return try unsafe state.readInteger(position, after: error)
    }
  }
}

/// Integers that are read as a wider integer first.
protocol NarrowInteger: JSONScalar, FixedWidthInteger {}

extension NarrowInteger {
  static func read(from state: inout DecodingState) throws -> Self {
    let position = unsafe state.cursor
    do {
      return try state.readNumber { reader in
        let wide = try reader.readInt64()
        guard let value = Self(exactly: wide) else { try reader.failOutOfRange(Self.self) }
        return value
      }
    } catch {
      return try unsafe state.readInteger(position, after: error)
    }
  }
}

extension Int8: NarrowInteger {}
extension Int16: NarrowInteger {}
extension Int32: NarrowInteger {}
extension Int64: NarrowInteger {}
extension UInt8: NarrowInteger {}
extension UInt16: NarrowInteger {}
extension UInt32: NarrowInteger {}
extension UInt: NarrowInteger {}
extension UInt64: NarrowInteger {}
@available(WideIntegers, *)
extension Int128: NarrowInteger {}
@available(WideIntegers, *)
extension UInt128: NarrowInteger {}

extension DecodingState {
  /// Reads an integer that is large, or that is written with a fraction or an exponent but is integral.
  ///
  /// - Parameter error: The error of the reader, which rejects such numbers.
  @inline(never)
  fileprivate mutating func readInteger<Integer: FixedWidthInteger>(
    _ position: UnsafePointer<UInt8>, after error: any Error
  ) throws -> Integer {
    unsafe cursor = unsafe position
    return try readNumber { reader in
      let number = try reader.scanNumber(expecting: .integer)
      guard let value: Integer = number.integer() else {
        if !number.isInteger { throw error }
        try reader.failOutOfRange(Integer.self)
      }
      unsafe reader.input.cursor = unsafe number.end
      return value
    }
  }
}

extension NumberToken {
  /// The number's value if it is exactly an integer of this type. Otherwise, as in Foundation, the nearest double if
  /// that is an integer, and all smaller integers are doubles.
  fileprivate func integer<Integer: FixedWidthInteger>() -> Integer? {
    if isFarFromIntegers { return nil }
    if let exact: Integer = exactInteger() { return exact }
    guard !isInteger, let nearest = unsafe Double(String(validUTF8: text, isASCII: true)) else { return nil }
    return nearest.magnitude < 0x1p53 ? Integer(exactly: nearest) : nil
  }

  /// Whether its digits show without a calculation that neither the number nor the nearest double is an integer. For
  /// most fractions the first digit after the point is sufficient.
  ///
  /// After a run of `r` zeros, or of `r` nines, and one more digit, the next integer is at least 10^-(r+1) away. With `d`
  /// digits before the point the nearest double is at most 10^d · 2^-53 away, which is less if d + r + 1 is at most 15.
  private var isFarFromIntegers: Bool {
    let bytes = unsafe text
    guard !isInteger, let point = unsafe bytes.firstIndex(where: { !ASCII.isDigit($0) && $0 != ASCII.minus }),
      unsafe bytes[point] == ASCII.dot
    else { return false }
    let first = unsafe bytes[point + 1]
    var end = point + 1
    if first == ASCII.zero || first == ASCII.nine {
      while end < bytes.count, unsafe bytes[end] == first { end += 1 }
    }
    guard end < bytes.count, unsafe ASCII.isDigit(bytes[end]), end < 15 else { return false }
    return unsafe !bytes[end...].contains(where: ASCII.isExponentMark)
  }

  private func exactInteger<Integer: FixedWidthInteger>() -> Integer? {
    let significand = unsafe text.prefix { !ASCII.isExponentMark($0) }
    var digits = unsafe significand.filter(ASCII.isDigit)
    var exponent = unsafe writtenExponent - significand.drop { $0 != ASCII.dot }.dropFirst().count
    while digits.count > 1, digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.allSatisfy({ $0 == ASCII.zero }) { return 0 }
    // The largest integers have 39 digits.
    guard exponent >= 0, exponent < 40 else { return nil }
    digits += repeatElement(ASCII.zero, count: exponent)
    let sign = unsafe start.pointee == ASCII.minus ? "-" : ""
    return Integer(sign + String(decoding: digits, as: UTF8.self))
  }
}

// MARK: - Floating point

extension JSONScalar where Self: BinaryFloatingPoint {
  @inline(__always)
  static func mismatch(_ state: borrowing DecodingState) -> FormatError.Expectation? {
    _fastPath(state.isAtNumber) || state.isAtNotFinite(Self.self) ? nil : .number
  }
}

extension Double: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Double {
    if _slowPath(!state.isAtNumber), let number: Double = state.readNotFinite() { return number }
    return try state.readFinite { try $0.readDouble() }
  }
}

extension Float: JSONScalar {
  static func read(from state: inout DecodingState) throws -> Float {
    if !state.isAtNumber, let number: Float = state.readNotFinite() { return number }
    return try state.readFinite { try $0.readFloat() }
  }
}

extension DecodingState {
  /// Reads a number that begins with a digit or a minus sign. The only such number that is not finite is the negative
  /// infinity of JSON5.
  @inline(__always)
  fileprivate mutating func readFinite<Number: BinaryFloatingPoint>(
    _ read: (inout JSON.Reader) throws -> Number
  ) throws -> Number {
    if _slowPath(rules.takesNotFinite), reading.take("-Infinity") { return -.infinity }
    return try readNumber(read)
  }

  /// Whether a non-finite number is at the cursor, in one of the forms that the rules allow.
  @inline(never)
  fileprivate func isAtNotFinite<Number: BinaryFloatingPoint>(_ type: Number.Type) -> Bool {
    if rules.notFinite == nil, !rules.takesNotFinite { return false }
    var copy = self
    let number: Number? = copy.readNotFinite()
    return number != nil
  }

  @inline(never)
  fileprivate mutating func readNotFinite<Number: BinaryFloatingPoint>() -> Number? {
    let position = unsafe cursor
    if let texts = rules.notFinite, reading.byte == ASCII.quote {
      // The text is compared without resolving escapes: a text with escapes is a different one.
      reading.skipString()
      let text = unsafe UnsafeBufferPointer(start: position + 1, count: cursor - position - 2)
      if let number: Number = unsafe texts.number(String(decoding: text, as: UTF8.self)) { return number }
      unsafe cursor = unsafe position
    }
    if rules.takesNotFinite {
      if reading.take("NaN") { return .nan }
      if reading.take("Infinity") { return .infinity }
    }
    return nil
  }
}

extension DecodingState {
  /// Reads a number with all its digits, or `NaN` if the rules allow it.
  mutating func readNumberText() throws -> String {
    let letter = unsafe cursor.pointee == ASCII.minus ? cursor[1] : cursor.pointee
    if rules.takesNotFinite, letter == UInt8(ascii: "N") || letter == UInt8(ascii: "I") {
      reading.skipValue()
      return "NaN"
    }
    if !isAtNumber { try failMismatch(.number) }
    return try readNumber { try $0.readNumberText() }
  }
}

// MARK: - Arrays

extension Array where Element: JSONScalar & Readable {
  /// Reads an array of scalars without a call of a container for each of them.
  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) throws -> [Element] {
    try unsafe read(from: state, level: level) { try unsafe Element.decode(from: &state.pointee) }
  }
}

extension [[Double]] {
  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) throws -> [[Double]] {
    try unsafe read(from: state, level: level) { try unsafe [Double].read(from: state, level: level + 1) }
  }
}

extension Array where Element: Readable {
  /// Reads an array with the strict reader. If that fails, reads it element by element, which accepts values that the
  /// strict reader rejects, and reports the location of an error.
  @inline(__always)
  fileprivate static func read(
    from state: UnsafeMutablePointer<DecodingState>, level: Int, _ element: () throws -> Element
  ) throws -> [Element] {
    let position = unsafe state.pointee.cursor
    do {
      return try unsafe state.pointee.read(depth: level) { try $0.read([Element].self) }
    } catch {
      unsafe state.pointee.cursor = unsafe position
    }
    var elements: [Element] = []
    try unsafe readElements(of: Element.self, state, level: level) { elements.append(try element()) }
    return elements
  }
}
