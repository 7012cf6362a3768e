extension JSON {
  /// A number with all digits of its text.
  ///
  /// Two numbers are equal if they have the same value, exactly: `1`, `1.0` and `10e-1` are, and so are `0` and `-0`;
  /// `0.1` and `0.10000000000000001` are not, though the nearest double is the same. Only exponents of 2⁴⁰ and more are
  /// compared as text. To compare the spelling of numbers, compare their ``text``.
  public struct Number: Sendable {
    private let storage: Storage

    /// Most numbers are few digits with a point somewhere; they need no memory of their own.
    private enum Storage {
      case decimal(Decimal)
      /// What has an exponent or more than 19 digits.
      case text(String)
    }

    init(_ decimal: Decimal) { storage = .decimal(decimal) }

    /// - Parameter text: must be in the grammar.
    package init(validText text: String) {
      var text = text
      self = text.withUTF8 { unsafe Number(validText: $0) }
    }

    /// - Parameter text: must be in the grammar.
    init(validText text: UnsafeBufferPointer<UInt8>) {
      storage = unsafe Decimal(validText: text).map(Storage.decimal) ?? .text(String(validUTF8: text, isASCII: true))
    }

    /// Creates a number from its text, or returns nil if it does not conform to RFC 8259, section 6.
    public init?(_ text: String) {
      guard let number = try? JSON.decode(Number.self, from: text), number.text == text else { return nil }
      self = number
    }

    public init(_ value: some BinaryInteger) {
      if let magnitude = UInt64(exactly: value.magnitude) {
        self.init(Decimal(significand: magnitude, fractionDigits: 0, isNegative: value < 0))
      } else {
        self.init(validText: String(value))
      }
    }

    /// The shortest number that reads back as this one, or nil for NaN and the infinities.
    public init?(_ value: Double) {
      guard let text = try? JSON.encode(value, as: String.self) else { return nil }
      self.init(validText: text)
    }
  }
}

extension JSON.Number {
  /// The number in the grammar of RFC 8259, section 6, as it was written.
  public var text: String {
    switch storage {
    case .decimal(let decimal): unsafe decimal.withText { unsafe String(validUTF8: $0, isASCII: true) }
    case .text(let text): text
    }
  }

  /// This number as an integer, or nil if it has a fraction or an exponent or does not fit.
  public func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
    switch storage {
    case .decimal(let decimal): decimal.integer()
    case .text(let text): Integer(text)
    }
  }

  /// The nearest double, or nil if the number is larger than the largest, or not zero and nearest to zero.
  public var double: Double? {
    switch storage {
    case .decimal(let decimal): decimal.nearest()
    case .text: withToken { $0.nearest() }
    }
  }

  /// Whether it has neither a fraction nor an exponent.
  package var isInteger: Bool {
    switch storage {
    case .decimal(let decimal): decimal.fractionDigits == 0
    case .text(let text): text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
    }
  }

  /// Calls a closure with the bytes of the text.
  private func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .decimal(let decimal): return unsafe decimal.withText(body)
    case .text(var text): return text.withUTF8(body)
    }
  }

  package func withToken<Result>(_ body: (NumberToken) -> Result) -> Result {
    unsafe withText { bytes in
      // SAFETY: a number has at least one digit.
      let start = unsafe bytes.baseAddress.unsafelyUnwrapped
      return unsafe body(NumberToken(start: start, end: start + bytes.count, isInteger: isInteger))
    }
  }
}

extension JSON.Number: Hashable {
  public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
    if case .decimal(let own) = left.storage, case .decimal(let other) = right.storage, own == other { return true }
    return left.canonical == right.canonical
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

  public static func readJSON(from reader: inout JSON.Reader) throws -> JSON.Number {
    if let integer = reader.readShortInteger() { return JSON.Number(integer) }
    if let decimal = reader.scanDecimal(), unsafe !ASCII.isExponentMark(reader.input.byte(at: decimal.end)) {
      unsafe reader.input.cursor = unsafe decimal.end
      return JSON.Number(
        Decimal(
          significand: decimal.significand, fractionDigits: UInt8(truncatingIfNeeded: decimal.fractionDigits),
          isNegative: decimal.isNegative))
    }
    let token = try reader.scanNumber()
    let number = unsafe JSON.Number(validText: token.text)
    unsafe reader.input.cursor = unsafe token.end
    return number
  }
}

extension JSON.Reader {
  /// Reads an integer of one to ten digits; returns nil for all other numbers.
  @inline(__always)
  fileprivate mutating func readShortInteger() -> JSON.Number.Decimal? {
    let isNegative = input.byte == ASCII.minus
    let start = unsafe isNegative ? input.cursor + 1 : input.cursor
    let digits = unsafe input.eightBytes(at: start).digitValues
    let nonDigits = digits.nonDigits
    let digitBits = nonDigits == 0 ? 64 : nonDigits.trailingZeroBitCount & 56
    if unsafe digitBits == 0 || input.byte(at: start) == ASCII.zero && digitBits > 8 { return nil }
    var significand = digits.decimalValue(digitBits: digitBits)
    var end = unsafe start + digitBits &>> 3
    var next = unsafe input.byte(at: end)
    if digitBits == 64 {
      for _ in 0..<2 where ASCII.isDigit(next) {
        significand = significand &* 10 &+ UInt64(next &- ASCII.zero)
        unsafe end += 1
        unsafe next = input.byte(at: end)
      }
    }
    if ASCII.isDigit(next) || next == ASCII.dot || ASCII.isExponentMark(next) { return nil }
    unsafe input.cursor = unsafe end
    return JSON.Number.Decimal(significand: significand, fractionDigits: 0, isNegative: isNegative)
  }
}

extension JSON.Number: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    unsafe withText { unsafe writer.writeNumber(text: $0.span) }
  }

  /// Writes a number of few digits to memory that has `numberCapacity` bytes.
  ///
  /// - Returns: The end of the text, or nil for a number that must be written as text.
  @inline(__always)
  func write(at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    guard case .decimal(let decimal) = storage else { return nil }
    return unsafe decimal.write(at: target)
  }

  public func writeJSON(to writer: inout JSON.Writer) {
    switch storage {
    case .decimal(let decimal): writer.output.append(decimal, followedBy: ASCII.comma)
    case .text: write(to: &writer)
    }
  }
}

extension JSON.Number { public static var kinds: ValueKinds { .number } }
