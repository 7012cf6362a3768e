import Millrace

// Handling of a value that does not have its column's kind.
//
// Values are not rounded, except for numbers with a fraction or an exponent, which become the nearest double, as
// everywhere. Integers and doubles share a column of doubles if all integers are exactly equal to doubles. All other
// mixtures become text: numbers with their original digits, arrays and objects as JSON.

/// A scalar that is stored in a column.
///
/// SAFETY: a text is in the document, and is copied before the value ends.
@safe
enum ColumnValue {
  case boolean(Bool)
  case integer(Int64)
  /// - `text`: The original text, if there was one.
  case double(Double, text: UnsafeBufferPointer<UInt8>? = nil)
  /// A number out of range for integers and doubles, in the grammar of RFC 8259, section 6.
  case digits(UnsafeBufferPointer<UInt8>)
  /// - `utf8`: Well-formed UTF-8.
  case string(UnsafeBufferPointer<UInt8>)
  case bytes([UInt8])
  case instant(Instant, Instant.Form)

  /// The kind of a column for such values.
  var kind: ColumnBuilder.Kind {
    switch self {
    case .boolean: .boolean
    case .integer: .integer
    case .double: .double
    case .digits, .string: .string
    case .bytes: .bytes
    case .instant: .instant
    }
  }

  /// Creates a value from a number in the grammar of RFC 8259, section 6.
  init(number text: UnsafeBufferPointer<UInt8>) {
    // SAFETY: a number has at least one digit.
    let start = unsafe text.baseAddress.unsafelyUnwrapped
    let isNegative = unsafe text[0] == ASCII.minus
    let isZero = unsafe text.count == 2 && isNegative && text[1] == ASCII.zero
    let isInteger = unsafe text.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
    if isInteger, !isZero {
      self = unsafe Int64(String(decoding: text, as: UTF8.self)).map { .integer($0) } ?? .digits(text)
    } else {
      let number: Double? = unsafe NumberToken(start: start, end: start + text.count, isInteger: isInteger).nearest()
      self = unsafe number.map { unsafe .double($0, text: text) } ?? .digits(text)
    }
  }

  /// Appends this value as text: strings unchanged, all other values as JSON.
  func append(to column: inout ColumnBuilder) {
    switch self {
    case .string(let text), .digits(let text), .double(_, text: let text?): unsafe column.append(text: text)
    case .double(let value, text: nil) where !value.isFinite:
      Columns.NonFiniteNumbers.text(of: value).withUTF8Buffer { unsafe column.append(text: $0) }
    case .boolean(let value): column.append(text: value.description)
    case .integer(let value): column.append(text: value.description)
    case .double(let value, text: nil):
      // An integer may have been read as an integer and converted to a double because of other values.
      let integer = Int64(exactly: value).flatMap { $0 == 0 && value.sign == .minus ? nil : $0 }
      column.append(text: integer?.description ?? JSON.Number(value)?.text ?? value.description)
    case .bytes(let value): column.append(text: base64(value, .standard))
    case .instant(let value, let form): column.append(text: value.description(as: form))
    }
  }
}

extension ColumnBuilder {
  /// Appends a value after the entries before an index, of which the last ones may be absent.
  ///
  /// - Returns: The previous column, if the kind of the column has changed.
  /// - Throws: ``FormatError`` if the existing entries cannot be converted to text.
  mutating func append(_ value: ColumnValue, at index: Int) throws(FormatError) -> ColumnBuilder? {
    if kind == .unknown { kind = value.kind }
    fill(to: index)
    var former: ColumnBuilder?
    switch (kind, value) {
    case (.integer, .integer(let value)): append(value)
    case (.double, .double(let value, _)): append(value)
    case (.string, .string(let text)): unsafe append(text: text)
    case (.boolean, .boolean(let value)): append(value)
    case (.instant, .instant(let value, let form)): append(value, as: form)
    case (.bytes, .bytes(let value)): unsafe value.withUnsafeBufferPointer { unsafe append(text: $0) }
    case (.double, .integer(let value)) where value.isExactAsDouble: append(Double(value))
    case (.integer, .double(let value, _)) where integersAreExactAsDoubles:
      former = exchange(for: makeDoubles())
      append(value)
    default:
      former = try widenToStrings()
      value.append(to: &self)
    }
    return former
  }

  /// Converts all entries to strings, unless they are strings.
  ///
  /// - Returns: The previous column.
  /// - Throws: ``FormatError`` if arrays or objects contain a number that JSON cannot represent.
  mutating func widenToStrings() throws(FormatError) -> ColumnBuilder? {
    kind == .string ? nil : exchange(for: try makeStrings())
  }

  private mutating func exchange(for other: consuming ColumnBuilder) -> ColumnBuilder {
    swap(&self, &other)
    return other
  }

  private var integersAreExactAsDoubles: Bool { (0..<count).allSatisfy { integers[$0].isExactAsDouble } }

  private func makeDoubles() -> ColumnBuilder {
    var column = ColumnBuilder(name: name, kind: .double)
    column.validity = validity
    column.doubles.reserve(count)
    for index in 0..<count { column.append(Double(integers[index])) }
    return column
  }

  private mutating func makeStrings() throws(FormatError) -> ColumnBuilder {
    var strings = ColumnBuilder(name: name, kind: .string)
    strings.validity = validity
    let column = kind == .structure || kind == .list ? makeColumn(count: count, isLast: false) : nil
    for index in 0..<count {
      if isNull(at: index) {
        strings.append(text: "")
      } else if let column {
        strings.append(text: try column.json(at: index))
      } else {
        value(at: index).append(to: &strings)
      }
    }
    return strings
  }

  private func value(at index: Int) -> ColumnValue {
    switch kind {
    case .boolean: .boolean(booleans[index])
    case .integer: .integer(integers[index])
    case .double: unsafe .double(doubles[index])
    case .instant: .instant(instants[index], form ?? .instant)
    case .bytes: unsafe .bytes([UInt8](textRange(at: index)))
    case .unknown, .string, .structure, .list, .elsewhere: unsafe .string(textRange(at: index))
    }
  }

  private func textRange(at index: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: text.start + offsets[index], count: offsets[index + 1] - offsets[index])
  }

  mutating func append(text string: String) {
    var string = string
    string.withUTF8 { unsafe append(text: $0) }
  }
}

extension Int64 {
  /// Whether the integer is equal to a double whose text has all its digits: up to 2⁵³.
  var isExactAsDouble: Bool { magnitude <= 1 << 53 }
}
