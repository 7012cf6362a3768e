import Millrace

/// A value of a row, or of a condition, as conditions compare it.
enum ComparedValue {
  /// A null or missing value. NaN and the truth of a comparison with null are null, too.
  case null
  case boolean(Bool)
  case number(ComparedNumber)
  case text(ArraySlice<UInt8>)
  case instant(Instant, Instant.Form)
  /// An array or an object.
  case container
}

/// A number: an integer of 64 bits, or its text.
struct ComparedNumber {
  /// The number, if it is such an integer and written as one.
  let integer: Int64?
  let text: ArraySlice<UInt8>
  /// The number, if it is not such an integer.
  let decimal: DecimalText?

  init(_ integer: Int64) {
    self.integer = integer
    text = []
    decimal = nil
  }

  /// - Returns: nil if the text is not a number.
  init?(_ text: ArraySlice<UInt8>) {
    self.text = text
    integer = Self.integer(text)
    decimal = integer == nil ? DecimalText(text) : nil
    if integer == nil, decimal == nil { return nil }
  }

  /// - Returns: nil for NaN.
  init?<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) {
    if let integer = Int64(exactly: value) {
      self.init(integer)
    } else if value.isFinite {
      self.init(Array(value.description.utf8)[...])
    } else if value.isNaN {
      return nil
    } else {
      // A number that is larger than all others.
      self.init(Array(((value < 0 ? "-1e" : "1e") + String(repeating: "9", count: 19)).utf8)[...])
    }
  }

  /// The integer that a text of at most 18 digits is.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard let first = digits.first, digits.count <= 18, first != UInt8(ascii: "0") || digits.count == 1 else {
      return nil
    }
    var value: Int64 = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value * 10 + Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// The text of the number, as it was written or as JSON has it.
  var writtenText: ArraySlice<UInt8> { text.isEmpty ? Array("\(integer ?? 0)".utf8)[...] : text }

  /// The number with a copy of its text, which does not keep the memory of the row.
  func copied() -> ComparedNumber {
    text.isEmpty ? self : ComparedNumber(Array(text)[...]) ?? self
  }

  var isZero: Bool { integer.map { $0 == 0 } ?? (decimal?.isZero ?? false) }

  /// Returns a number below, equal to or above zero, as this number is below, equal to or above the other one.
  func compared(to other: ComparedNumber) -> Int {
    if let own = integer, let other = other.integer { return own < other ? -1 : own == other ? 0 : 1 }
    guard let own = decimal ?? DecimalText(writtenText), let other = other.decimal ?? DecimalText(other.writtenText)
    else { return 0 }  // The text of an integer is a number.
    return own.compared(to: other)
  }
}

extension ComparedValue {
  /// The type as which two values are compared.
  enum Comparison {
    case numbers, booleans, texts, instants
    /// As numbers if both are numbers or text that is a number, and otherwise as text.
    case either
  }

  /// Returns a number below, equal to or above zero; nil if the values cannot be compared, or one of them is null.
  func compared(to other: ComparedValue, as comparison: Comparison) -> Int? {
    switch comparison {
    case .numbers:
      guard let own = number, let other = other.number else { return nil }
      return own.compared(to: other)
    case .booleans:
      guard let own = boolean, let other = other.boolean else { return nil }
      return own == other ? 0 : own ? 1 : -1
    case .instants:
      guard let own = instant, let other = other.instant else { return compared(to: other, as: .texts) }
      return own < other ? -1 : own == other ? 0 : 1
    case .texts:
      guard let own = writtenText, let other = other.writtenText else { return nil }
      return Self.order(of: own, other)
    case .either:
      return compared(to: other, as: number == nil || other.number == nil ? .texts : .numbers)
    }
  }

  /// Returns a number below, equal to or above zero, as a text precedes, equals or follows another one.
  static func order(of text: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Int {
    text.elementsEqual(other) ? 0 : text.lexicographicallyPrecedes(other) ? -1 : 1
  }

  /// The value as a number; nil if it is not a number or text of one.
  var number: ComparedNumber? {
    switch self {
    case .number(let number): number
    case .text(let text): ComparedNumber(text)
    default: nil
    }
  }

  private var boolean: Bool? {
    switch self {
    case .boolean(let value): value
    case .text(let text) where text.elementsEqual("true".utf8): true
    case .text(let text) where text.elementsEqual("false".utf8): false
    default: nil
    }
  }

  private var instant: Instant? {
    switch self {
    case .instant(let instant, _): instant
    case .text(let text): unsafe text.withUnsafeBufferPointer { unsafe Instant(rfc3339: $0) }
    default: nil
    }
  }

  /// The value as text; nil for null, arrays and objects.
  var writtenText: ArraySlice<UInt8>? {
    switch self {
    case .null, .container: nil
    case .boolean(let value): Array((value ? "true" : "false").utf8)[...]
    case .number(let number): number.writtenText
    case .text(let text): text
    case .instant(let instant, let form): Array(instant.description(as: form).utf8)[...]
    }
  }

  /// The value as a condition; nil if its truth is unknown. Numbers are true unless they are zero.
  var truth: Bool? { boolean ?? number.map { !$0.isZero } }

  /// The text of an instant, such as in a condition.
  var isTextOfInstant: Bool { if case .text = self { instant != nil } else { false } }
}
