extension JSON {
  /// A number with all digits of its text.
  ///
  /// Two numbers are equal if they have the same value, exactly: `1`, `1.0` and `10e-1` are, and so are `0` and `-0`;
  /// `0.1` and `0.10000000000000001` are not, though the nearest double is the same. Only exponents of 2⁴⁰ and more are
  /// compared as text. To compare the spelling of numbers, compare their ``text``.
  public struct Number: Sendable {
    /// The number in the grammar of RFC 8259, section 6.
    public let text: String

    /// - Parameter text: must be in the grammar.
    package init(validText text: String) { self.text = text }

    /// Creates a number from its text, or returns nil if it does not conform to RFC 8259, section 6.
    public init?(_ text: String) {
      guard let number = try? JSON.decode(Number.self, from: text), number.text == text else { return nil }
      self = number
    }

    public init(_ value: some BinaryInteger) { text = String(value) }

    /// The shortest number that reads back as this one, or nil for NaN and the infinities.
    public init?(_ value: Double) {
      guard let text = try? JSON.encode(value, as: String.self) else { return nil }
      self.text = text
    }
  }
}

extension JSON.Number {
  /// Returns this number as an integer, or nil if it has a fraction or an exponent or is out of range.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? { Integer(text) }

  /// The nearest double, or nil if the number is larger than the largest, or not zero and nearest to zero.
  public var double: Double? { withToken { $0.nearest() } }

  /// Whether it has neither a fraction nor an exponent.
  package var isInteger: Bool { text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus } }

  package func withToken<Result>(_ body: (NumberToken) -> Result) -> Result {
    var text = text
    return text.withUTF8 { bytes in
      // SAFETY: a number has at least one digit.
      let start = bytes.baseAddress.unsafelyUnwrapped
      return body(NumberToken(start: start, end: start + bytes.count, isInteger: isInteger))
    }
  }
}

extension JSON.Number: Hashable {
  public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
    left.text == right.text || left.canonical == right.canonical
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

  /// Sign, digits without zeros at either end, and the power of ten that they are to be multiplied with.
  private var canonical: Canonical {
    var digits: [UInt8] = []
    var exponent = 0
    var isBehindPoint = false
    for byte in text.utf8.prefix(while: { !ASCII.isExponentMark($0) }) {
      if byte == ASCII.dot { isBehindPoint = true }
      guard ASCII.isDigit(byte) else { continue }
      if isBehindPoint { exponent -= 1 }
      if byte != ASCII.zero || !digits.isEmpty { digits.append(byte) }
    }
    while digits.last == ASCII.zero {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return Canonical(isNegative: false, digits: [], exponent: 0) }
    let isNegative = text.utf8.first == ASCII.minus
    let written = withToken(\.writtenExponent)
    guard abs(written) < 1 << 40 else {  // where `writtenExponent` ends
      return Canonical(isNegative: isNegative, digits: digits, exponent: exponent, beyond: writtenExponentText)
    }
    return Canonical(isNegative: isNegative, digits: digits, exponent: exponent + written)
  }

  /// The exponent without a plus and without leading zeros.
  private var writtenExponentText: String {
    let exponent = text.utf8.drop { !ASCII.isExponentMark($0) }.dropFirst()
    let digits = exponent.drop { !ASCII.isDigit($0) || $0 == ASCII.zero }
    return (exponent.first == ASCII.minus ? "-" : "") + String(decoding: digits, as: UTF8.self)
  }

  private struct Canonical: Hashable {
    var isNegative: Bool
    var digits: [UInt8]
    var exponent: Int
    /// An exponent that is too large to compute with; it is compared as it is written.
    var beyond: String?
  }
}

extension JSON.Number: CustomStringConvertible {
  public var description: String { text }
}

extension JSON.Number: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Number {
    JSON.Number(validText: try reader.readNumberText())
  }
}

extension JSON.Number: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    var text = text
    text.withUTF8 { writer.writeNumber(text: $0.span) }
  }
}

extension JSON.Number { public static var kinds: ValueKinds { .number } }
