// The types that `Codable`'s containers have methods for.

/// A value that is one token.
protocol JSONScalar {
  /// Reads the value at the state's cursor.
  ///
  /// - Throws: ``FormatError``
  static func read(from state: inout DecodingState) throws -> Self
}

extension String: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> String { try state.read { try $0.readString() } }
}

extension Bool: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Bool { try state.read { try $0.readBool() } }
}

extension DecodingState {
  /// Reads a number, up to the end of what looks like one.
  @inline(__always)
  fileprivate mutating func readNumber<Number>(_ body: (inout JSON.Reader) throws -> Number) throws -> Number {
    let number = try read(body)
    if _slowPath(DocumentCursor.isPartOfNumber(cursor.pointee)) { try read { try $0.fail(.malformedNumber) } }
    return number
  }
}

// MARK: - Integers

extension Int: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Int {
    let position = state.cursor
    do {
      return try state.readNumber { try $0.readInt() }
    } catch {
      return try state.readInteger(position, after: error)
    }
  }
}

/// The integers that are read by way of a wider one.
protocol NarrowInteger: JSONScalar, FixedWidthInteger {}

extension NarrowInteger {
  static func read(from state: inout DecodingState) throws -> Self {
    let position = state.cursor
    do {
      return try state.readNumber { reader in
        let wide = try reader.readInt64()
        guard let value = Self(exactly: wide) else { try reader.failOutOfRange(Self.self) }
        return value
      }
    } catch {
      return try state.readInteger(position, after: error)
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
extension Int128: NarrowInteger {}
extension UInt128: NarrowInteger {}

extension DecodingState {
  /// Reads an integer that is large, or written with a fraction or an exponent that leave it one.
  ///
  /// - Parameter error: what to throw if no number stands here.
  @inline(never)
  fileprivate mutating func readInteger<Integer: FixedWidthInteger>(
    _ position: UnsafePointer<UInt8>, after error: any Error
  ) throws -> Integer {
    cursor = position
    guard cursor.pointee == ASCII.minus || ASCII.isDigit(cursor.pointee) else { throw error }
    return try readNumber { reader in
      let number = try reader.scanNumber(expecting: .integer)
      reader.input.cursor = number.end
      if let value: Integer = number.integer() { return value }
      reader.input.cursor = position
      try reader.failOutOfRange(Integer.self)
    }
  }
}

extension NumberToken {
  /// The number's value if it is an integer of this type, exactly; or else, as in Foundation, if a nearest double is one
  /// that all smaller integers are.
  fileprivate func integer<Integer: FixedWidthInteger>() -> Integer? {
    if let exact: Integer = exactInteger() { return exact }
    guard !isInteger, let nearest = Double(String(validUTF8: text, isASCII: true)) else { return nil }
    return nearest.magnitude < 0x1p53 ? Integer(exactly: nearest) : nil
  }

  private func exactInteger<Integer: FixedWidthInteger>() -> Integer? {
    let significand = text.prefix { !ASCII.isExponentMark($0) }
    var digits = significand.filter(ASCII.isDigit)
    var exponent = writtenExponent - significand.drop { $0 != ASCII.dot }.dropFirst().count
    while digits.count > 1, digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.allSatisfy({ $0 == ASCII.zero }) { return 0 }
    // No type has more than 39 digits.
    guard exponent >= 0, exponent < 40 else { return nil }
    digits += repeatElement(ASCII.zero, count: exponent)
    let sign = start.pointee == ASCII.minus ? "-" : ""
    return Integer(sign + String(decoding: digits, as: UTF8.self))
  }
}

// MARK: - Floating point

extension Double: JSONScalar {
  @inline(__always)
  static func read(from state: inout DecodingState) throws -> Double {
    let position = state.cursor
    do {
      return try state.readNumber { try $0.readDouble() }
    } catch {
      return try state.readNotFinite(position, after: error)
    }
  }
}

extension Float: JSONScalar {
  static func read(from state: inout DecodingState) throws -> Float {
    let position = state.cursor
    do {
      return try state.readNumber { try $0.readFloat() }
    } catch {
      return try state.readNotFinite(position, after: error)
    }
  }
}

extension DecodingState {
  /// Reads a number that is not finite, in one of the ways that the rules know.
  @inline(never)
  fileprivate mutating func readNotFinite<Number: BinaryFloatingPoint>(
    _ position: UnsafePointer<UInt8>, after error: any Error
  ) throws -> Number {
    cursor = position
    if let texts = rules.notFinite, cursor.pointee == ASCII.quote {
      // As they stand there: with escapes they are others.
      reading.skipString()
      let text = UnsafeBufferPointer(start: position + 1, count: cursor - position - 2)
      if let number: Number = texts.number(String(decoding: text, as: UTF8.self)) { return number }
      cursor = position
    }
    if rules.takesNotFinite {
      for (literal, number) in [("NaN", Number.nan), ("Infinity", .infinity), ("-Infinity", -.infinity)]
        as [(StaticString, Number)]
      {
        if reading.take(literal) { return number }
      }
    }
    cursor = position
    throw error
  }
}

extension DecodingState {
  /// Reads a number with all its digits, or `NaN` where that is one.
  mutating func readNumberText() throws -> String {
    let letter = cursor.pointee == ASCII.minus ? cursor[1] : cursor.pointee
    if rules.takesNotFinite, letter == UInt8(ascii: "N") || letter == UInt8(ascii: "I") {
      reading.skipValue()
      return "NaN"
    }
    return try readNumber { try $0.readNumberText() }
  }
}

// MARK: - Arrays

extension Array where Element: JSONScalar & Readable {
  /// Reads an array of scalars without asking anybody for each of them.
  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) throws -> [Element] {
    try read(from: state, level: level) { try Element.read(from: &state.pointee) }
  }
}

extension [[Double]] {
  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) throws -> [[Double]] {
    try read(from: state, level: level) { try [Double].read(from: state, level: level + 1) }
  }
}

extension Array where Element: Readable {
  /// Reads an array as if there were no `Codable`, and, when that fails, element by element: then what the strict reader
  /// does not take is taken, and an error has its place.
  @inline(__always)
  fileprivate static func read(
    from state: UnsafeMutablePointer<DecodingState>, level: Int, _ element: () throws -> Element
  ) throws -> [Element] {
    let position = state.pointee.cursor
    do {
      return try state.pointee.read(depth: level) { try $0.read([Element].self) }
    } catch {
      state.pointee.cursor = position
    }
    var elements: [Element] = []
    try readElements(of: Element.self, state, level: level) { elements.append(try element()) }
    return elements
  }
}
