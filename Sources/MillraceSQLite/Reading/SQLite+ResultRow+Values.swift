import Millrace
import MillraceTables

// Cells as values. A cell is read as the type that it is stored as, with these exceptions: booleans are the integers 0
// and 1, a whole number in a column of reals is an integer, integers of more than 64 bits are text, and bytes may be
// text in Base64.

extension SQLite.ResultRow {
  public mutating func kind(at column: Int) -> ValueKind {
    switch storageClass(at: column) {
    case .integer: meanings[column] == .boolean && (0...1).contains(integer(at: column)) ? .boolean : .number
    case .real: .number
    case .text: jsonKind(at: column) ?? .string
    case .blob: .string
    default: .null
    }
  }

  public mutating func readBool(at column: Int) throws -> Bool {
    guard storageClass(at: column) == .integer else { try failMismatch(.boolean, at: column) }
    switch integer(at: column) {
    case 0: return false
    case 1: return true
    case let other: try fail(.invalidValue(type: "Bool", found: "\(other)"), at: column)
    }
  }

  @inlinable
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at column: Int
  ) throws -> Integer {
    if _fastPath(storageClass(at: column) == .integer) {
      if let value = Integer(exactly: integer(at: column)) { return value }
    } else if let value: Integer = try integerStoredOtherwise(at: column) {
      return value
    }
    try fail(.numberOutOfRange(type: "\(type)"), at: column)
  }

  @inlinable @inline(never)
  mutating func integerStoredOtherwise<Integer: FixedWidthInteger>(at column: Int) throws -> Integer? {
    if storageClass(at: column) == .real {
      guard let whole = Int64(exactly: double(at: column)) else { try fail(.notAnInteger, at: column) }
      return Integer(exactly: whole)
    }
    // Text of digits is an integer for types of more than 64 bits.
    guard storageClass(at: column) == .text, Int64(exactly: Integer.max) == nil else {
      try failMismatch(.integer, at: column)
    }
    let value = try withText(at: column) { text in unsafe text.withUnsafeBufferPointer { unsafe Integer(decimal: $0) } }
    guard let value else { try failMismatch(.integer, at: column) }
    return value
  }

  public mutating func readDouble(at column: Int) throws -> Double {
    switch storageClass(at: column) {
    case .real: return double(at: column)
    case .integer: return Double(integer(at: column))
    default: try failMismatch(.number, at: column)
    }
  }

  public mutating func readFloat(at column: Int) throws -> Float {
    let double = try readDouble(at: column)
    let float = Float(double)
    if float.isInfinite != double.isInfinite || float == 0 && double != 0 {
      try fail(.numberOutOfRange(type: "Float"), at: column)
    }
    return float
  }

  public mutating func readNumberText(at column: Int) throws -> String {
    switch storageClass(at: column) {
    case .integer: return String(integer(at: column))
    case .real:
      let double = double(at: column)
      guard double.isFinite else { try fail(.notFinite(double), at: column) }
      return double.description
    case .text:
      let text = try readString(at: column)
      guard case .json? = numberForm(ofCell: text) else { try failMismatch(.number, at: column) }
      return text
    default: try failMismatch(.number, at: column)
    }
  }

  public mutating func readString(at column: Int) throws -> String {
    guard storageClass(at: column) == .text else { try failMismatch(.string, at: column) }
    guard let string = unsafe String(checkingUTF8: text(at: column)) else { try fail(.invalidUTF8, at: column) }
    return string
  }

  public mutating func readInstant(at column: Int) throws -> Instant {
    if storageClass(at: column) == .integer, let unit = instants.unitsPerSecond {
      return Instant(integer(at: column), unitsPerSecond: unit)
    }
    guard storageClass(at: column) == .text else { try failMismatch(.string, at: column) }
    if let instant = unsafe Instant(sqlite: text(at: column).span) { return instant }
    try fail(.invalidValue(type: "date and time", found: "\"\(try readString(at: column).prefix(40))\""), at: column)
  }

  public mutating func readBytes(at column: Int) throws -> [UInt8] {
    if storageClass(at: column) == .blob { return unsafe Array(blob(at: column)) }
    let string = try readString(at: column)
    if let value = bytes(base64: string, .standard) { return value }
    try fail(.invalidValue(type: "Base64", found: "\"\(string.prefix(40))\""), at: column)
  }

  @inlinable
  public mutating func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    // SAFETY: the memory is SQLite's until the next step, and the statement is kept for as long as this value.
    try unsafe body(try checkedText(at: column).span)
  }

  @usableFromInline
  mutating func checkedText(at column: Int) throws -> UnsafeBufferPointer<UInt8> {
    guard storageClass(at: column) == .text else { try failMismatch(.string, at: column) }
    let text = unsafe text(at: column)
    if let start = text.baseAddress, unsafe !isValidUTF8(from: start, to: start + text.count) {
      try fail(.invalidUTF8, at: column)
    }
    return unsafe text
  }

  @usableFromInline @inline(never)
  mutating func failMismatch(_ expected: FormatError.Expectation, at column: Int) throws -> Never {
    if storageClass(at: column) == .blob {
      try fail(.invalidValue(type: "value", found: "binary data, expected \(expected)"), at: column)
    }
    try fail(.mismatch(expected: expected, found: kind(at: column)), at: column)
  }
}

// MARK: - Forwarding

extension SQLite.ResultRow {
  @usableFromInline @inline(never)
  func forward<Writer: FormatWriter & ~Copyable>(infinite number: Double, to writer: inout Writer) {
    switch nonFiniteNumbers.form(of: number) {
    case .number: writer.write(number)
    case .null: writer.writeNull()
    case .text(let text): writer.write("\(text)")
    }
  }

  @inlinable
  public mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws {
    switch storageClass(at: column) {
    case .integer:
      let integer = integer(at: column)
      switch meaning(ofInteger: integer, at: column) {
      case .boolean: writer.write(integer == 1)
      case .instant(let instant): writer.write(instant)
      case .plain: writer.write(integer)
      }
    case .real:
      let number = double(at: column)
      if _fastPath(number.isFinite) { writer.write(number) } else { forward(infinite: number, to: &writer) }
    case .blob: writer.write(bytes: try readBytes(at: column))
    case .text:
      if let instant = try instant(ofText: column) { return writer.write(instant) }
      let isJSON = kind(at: column) != .string
      try withText(at: column) { text in
        if !isJSON { return writer.writeString(utf8: text) }
        var reader = try JSON.Reader(text)
        try Millrace.forward(from: &reader, to: &writer)
      }
    default: writer.writeNull()
    }
  }

  @usableFromInline
  enum MeaningOfInteger {
    case plain, boolean
    case instant(Instant)
  }

  /// The meaning of an integer, by the declared type of its column.
  @usableFromInline
  func meaning(ofInteger integer: Int64, at column: Int) -> MeaningOfInteger {
    switch meanings[column] {
    case .boolean: (0...1).contains(integer) ? .boolean : .plain
    case .instant: instants.unitsPerSecond.map { .instant(Instant(integer, unitsPerSecond: $0)) } ?? .plain
    case .plain, .json: .plain
    }
  }

  /// The instant in a column of instants; nil for a date without a time, which is text.
  @usableFromInline
  mutating func instant(ofText column: Int) throws -> Instant? {
    guard meanings[column] == .instant else { return nil }
    let text = try unsafe checkedText(at: column)
    return unsafe text.count > 10 ? Instant(sqlite: text.span) : nil
  }

  /// The array or object that a text in a JSON column contains; nil for other text, which is a string.
  func jsonKind(at column: Int) -> ValueKind? {
    guard meanings[column] == .json else { return nil }
    let text = unsafe text(at: column)
    let bracket = unsafe text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "{"), unsafe text.span.isDocumentOfJSON else {
      return nil
    }
    return bracket == UInt8(ascii: "[") ? .array : .object
  }
}
