import Millrace

// What a scalar adds to a schema.

extension Schema {
  mutating func addNull() {
    count += 1
    nullCount += 1
  }

  mutating func add(_ kind: Kinds, example: @autoclosure () -> String) {
    count += 1
    kinds.insert(kind)
    addExample(example())
  }

  mutating func add(_ instant: Instant, as form: Instant.Form) {
    instants = instants.map { min($0.lowerBound, instant)...max($0.upperBound, instant) } ?? instant...instant
    if instant.hasNanoseconds { extremes.insert(.nanoseconds) }
    if form != .instant { hasLocalTimes = true }
    instantForm.add(form)
    add(.instant, example: instant.description(as: form))
  }

  /// - Parameter text: A number in the grammar of RFC 8259, section 6.
  mutating func add(number text: Span<UInt8>) {
    extremes.formUnion(Extremes(ofNumber: text))
    add(NumberSize(text)?.kind ?? .largeFraction, example: String(text))
  }

  mutating func add(string utf8: Span<UInt8>) {
    count += 1
    kinds.insert(.string)
    if !textForms.isEmpty { textForms.formIntersection(TextForms(of: utf8, among: textForms)) }
    if textForms.contains(.number) { extremes.formUnion(Extremes(ofNumber: utf8)) }
    if textForms.contains(.instant), utf8.hasDigitsBelowMicroseconds { extremes.insert(.nanoseconds) }
    addExample(String(utf8))
  }

  private mutating func addExample(_ text: @autoclosure () -> String) {
    guard examples.count < Self.maximumExampleCount, count <= Self.examplesAreAmong else { return }
    let text = text()
    let isLong = text.count > Self.longestExample
    let example = isLong ? text.prefix(Self.longestExample - 1) + "…" : text
    if !examples.contains(example) { examples.append(example) }
  }
}

extension Schema {
  /// Properties of values that a type must have, so that none of them changes.
  struct Extremes: OptionSet {
    let rawValue: UInt8

    /// An integer above 2⁵³, which a double may not represent.
    static let largeIntegers = Extremes(rawValue: 1)
    /// A zero with a minus sign, which integers do not have.
    static let negativeZero = Extremes(rawValue: 2)
    /// An instant with digits below a microsecond.
    static let nanoseconds = Extremes(rawValue: 4)
  }
}

extension Schema.Extremes {
  /// - Parameter text: A number in the grammar of RFC 8259, section 6.
  init(ofNumber text: Span<UInt8>) {
    self = []
    // Integers of up to fifteen digits are below 2⁵³.
    if text.count > 15 {
      switch NumberSize(text) {
      case .integer where Int64(String(text))?.isExactAsDouble != true, .largeInteger: insert(.largeIntegers)
      default: break
      }
    } else if text.count == 2, text[0] == ASCII.minus, text[1] == ASCII.zero {
      insert(.negativeZero)
    }
  }
}

extension Schema.TextForms {
  /// Determines the forms in which a text can be read.
  ///
  /// - Parameter candidates: The forms to try.
  init(of text: Span<UInt8>, among candidates: Schema.TextForms) {
    self = []
    guard !text.isEmpty else { return }
    let first = text[0]
    if candidates.contains(.boolean), text.spells("true") || text.spells("false") { insert(.boolean) }
    if !candidates.isDisjoint(with: [.integer, .number, .instant]), first == ASCII.minus || ASCII.isDigit(first) {
      switch NumberSize(text) {
      case .integer: formUnion([.integer, .number])
      case .largeInteger, .fraction: insert(.number)
      case .largeFraction: break
      case nil:
        if candidates.contains(.instant), unsafe text.withUnsafeBufferPointer({ unsafe Instant(rfc3339: $0) }) != nil {
          insert(.instant)
        }
      }
    }
    if candidates.contains(.json), first == ASCII.openBracket || first == ASCII.openBrace, text.isDocumentOfJSON {
      insert(.json)
    }
  }
}

/// The size of a number, according to its text.
private enum NumberSize {
  case integer, largeInteger, fraction, largeFraction

  /// Returns nil for a text that is not in the grammar of RFC 8259, section 6.
  init?(_ text: Span<UInt8>) {
    var position = 0
    /// Skips digits and returns their number.
    func digits() -> Int {
      let start = position
      while position < text.count, ASCII.isDigit(text[position]) { position += 1 }
      return position - start
    }
    if position < text.count, text[position] == ASCII.minus { position += 1 }
    let start = position
    let count = digits()
    guard count > 0, count == 1 || text[start] != ASCII.zero else { return nil }
    if position == text.count {
      // An integer of up to eighteen digits is always in range.
      self = count <= 18 || Int64(String(text)) != nil ? .integer : .largeInteger
      return
    }
    if text[position] == ASCII.dot {
      position += 1
      guard digits() > 0 else { return nil }
    }
    var hasExponent = false
    if position < text.count, ASCII.isExponentMark(text[position]) {
      hasExponent = true
      position += 1
      if position < text.count, text[position] == ASCII.minus || text[position] == ASCII.plus { position += 1 }
      guard digits() > 0 else { return nil }
    }
    guard position == text.count else { return nil }
    // Without an exponent, only hundreds of digits exceed the range.
    let isInRange = !hasExponent && text.count < 300 || JSON.Number(validText: String(text)).double != nil
    self = isInRange ? .fraction : .largeFraction
  }

  var kind: Schema.Kinds {
    switch self {
    case .integer: .integer
    case .largeInteger: .largeInteger
    case .fraction: .fraction
    case .largeFraction: .largeFraction
    }
  }
}

extension Span<UInt8> {
  fileprivate func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    return unsafe withUnsafeBufferPointer { bytes in word.withUTF8Buffer { unsafe bytes.elementsEqual($0) } }
  }

  /// Whether a date and time of RFC 3339 has more than six digits after the point, of which one below a microsecond is not zero.
  fileprivate var hasDigitsBelowMicroseconds: Bool {
    // 2026-11-27T01:02:03.123456789
    guard count > 26, self[19] == ASCII.dot else { return false }
    var position = 26
    while position < count, ASCII.isDigit(self[position]) {
      if self[position] != ASCII.zero { return true }
      position += 1
    }
    return false
  }
}

extension String {
  /// - Parameter utf8: Text that is known to be UTF-8.
  fileprivate init(_ utf8: Span<UInt8>) {
    self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
