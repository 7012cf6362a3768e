import Millrace

// Reading entries of columns as values.

extension Columns.Reader {
  /// The value of a scalar entry.
  ///
  /// SAFETY: a string is used only as long as the reader, which owns the table.
  @usableFromInline
  @safe
  enum Scalar {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    /// A number of single precision.
    case single(Float)
    /// The digits of a number, in the table.
    case number(UnsafeBufferPointer<UInt8>)
    /// Well-formed UTF-8 in the table, or in the text of a number that is not finite.
    case string(UnsafeBufferPointer<UInt8>)
    case bytes([UInt8])
    case instant(Instant, Instant.Form)
  }

  var isNull: Bool { nodes[node].isNull(at: entry) }

  /// The next scalar, or nil if the next value is an array or an object.
  @usableFromInline var scalar: Scalar? {
    let column = nodes[node]
    if column.isNull(at: entry) { return .null }
    switch column.kind {
    case .unknown: return .null
    case .booleans: return .boolean(column.boolean(at: entry))
    case .integers: return .integer(column.integer(at: entry))
    case .doubles: return scalar(of: column.double(at: entry))
    case .singles:
      let number = column.double(at: entry)
      if number.isFinite, let single = number.single { return .single(single) }
      return scalar(of: number)
    case .halves:
      let number = column.double(at: entry)
      return scalar(of: destination == .text ? number.shortestOfHalfPrecision : number)
    case .numbers:
      let text = unsafe column.text(at: entry)
      return unsafe destination == .columns ? .string(text) : .number(text)
    case .strings: return unsafe .string(column.text(at: entry))
    case .bytes: return unsafe .bytes(Array(column.text(at: entry)))
    case .instants, .localTimes, .dates: return .instant(column.instant(at: entry), column.form)
    case .structures, .lists, .maps: return nil
    }
  }

  private func scalar(of number: Double) -> Scalar {
    if _fastPath(number.isFinite) { return .double(number) }
    switch nonFiniteNumbers.form(of: number) {
    case .number: return .double(number)
    case .null: return .null
    case .text(let text):
      // SAFETY: a literal that is not a single scalar is stored in the program.
      return unsafe .string(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
  }

  public mutating func takeNull() -> Bool {
    if isNull { return true }
    guard nonFiniteNumbers != .numbers, nodes[node].kind.isFloatingPoint,
      case .null = scalar(of: nodes[node].double(at: entry))
    else { return false }
    return true
  }

  public mutating func readBool() throws -> Bool {
    switch scalar {
    case .boolean(let value): return value
    case .string(let text):
      if unsafe text.elementsEqual("true".utf8) { return true }
      if unsafe text.elementsEqual("false".utf8) { return false }
      try failMismatch(.boolean)
    default: try failMismatch(.boolean)
    }
  }

  public mutating func readInt() throws -> Int { try readInteger() }
  public mutating func readInt64() throws -> Int64 { try readInteger() }
  public mutating func readUInt64() throws -> UInt64 { try readInteger() }
  @available(WideIntegers, *)
  public mutating func readInt128() throws -> Int128 { try readInteger() }
  @available(WideIntegers, *)
  public mutating func readUInt128() throws -> UInt128 { try readInteger() }

  private mutating func readInteger<Integer: FixedWidthInteger>() throws -> Integer {
    switch scalar {
    case .integer(let value):
      if let value = Integer(exactly: value) { return value }
    case .double(let value):
      // A column that contains both integers and doubles stores integers as doubles.
      if let value = Integer(exactly: value) { return value }
      if value.rounded() != value { try fail(.notAnInteger) }
    case .single(let value):
      if let value = Integer(exactly: value) { return value }
      if value.rounded() != value { try fail(.notAnInteger) }
    case .string(let text), .number(let text):
      let number = try unsafe number(text, expected: .integer)
      if let value = number.integer(as: Integer.self) { return value }
      if !number.isInteger { try fail(.notAnInteger) }
    default: try failMismatch(.integer)
    }
    try failOutOfRange(Integer.self)
  }

  public mutating func readDouble() throws -> Double {
    switch scalar {
    case .integer(let value): return Double(value)
    case .double(let value): return value
    case .single(let value): return Double(value)
    case .string(let text), .number(let text):
      if let value = try unsafe number(text, expected: .number).double { return value }
      try failOutOfRange(Double.self)
    default: try failMismatch(.number)
    }
  }

  public mutating func readFloat() throws -> Float {
    switch scalar {
    case .integer(let value): return Float(value)
    case .string(let text), .number(let text):
      let value: Float? = try unsafe number(text, expected: .number).withToken { $0.nearest() }
      if let value { return value }
    default:
      let value = try readDouble()
      if !value.isFinite || Float(value).isFinite { return Float(value) }
    }
    try failOutOfRange(Float.self)
  }

  public mutating func readNumberText() throws -> String {
    switch scalar {
    case .integer(let value): return value.description
    case .double(let value):
      guard let number = JSON.Number(value) else { try fail(.notFinite(value)) }
      return number.text
    case .single(let value):
      var writer = JSON.Writer(capacity: 32)
      writer.write(value)
      try writer.finish()
      return String(json: writer.bytes)
    case .string(let text), .number(let text): return try unsafe number(text, expected: .number).text
    default: try failMismatch(.number)
    }
  }

  /// Returns the number that a string contains.
  private mutating func number(
    _ text: UnsafeBufferPointer<UInt8>, expected: FormatError.Expectation
  ) throws -> JSON.Number {
    guard let number = unsafe JSON.Number(String(decoding: text, as: UTF8.self)) else { try failMismatch(expected) }
    return number
  }

  public mutating func readString() throws -> String {
    switch scalar {
    case .string(let text), .number(let text): return unsafe String(decoding: text, as: UTF8.self)
    case .bytes(let bytes): return base64(bytes, .standard)
    case .instant(let value, let form): return value.description(as: form)
    default: try failMismatch(.string)
    }
  }

  public mutating func readInstant() throws -> Instant {
    if case .instant(let value, _) = scalar { return value }
    return try RFC3339.read(from: &self)
  }

  public mutating func readBytes() throws -> [UInt8] {
    if case .bytes(let value) = scalar { return value }
    return try Base64.read(from: &self)
  }

  // MARK: Any value

  /// Reads a value. An array or an object is also read from a string that contains its JSON.
  @inlinable
  public mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value {
    if Value.kinds.isDisjoint(with: .scalar), case .string(let text) = scalar {
      return try unsafe readJSON(type, from: text)
    }
    return try Value.read(from: &self)
  }

  @inlinable public var __isText: Bool {
    if case .string = scalar { true } else { false }
  }

  @inlinable @inline(never)
  mutating func readJSON<Value: Readable>(_ type: Value.Type, from text: UnsafeBufferPointer<UInt8>) throws -> Value {
    do throws(FormatError) { return try unsafe JSON.decode(type, from: text.span) } catch { try fail(error.problem) }
  }

  public mutating func skipValue() throws {}

  public mutating func nextKind() throws -> ValueKind {
    if isNull { return .null }
    switch nodes[node].kind {
    case .unknown: return .null
    case .booleans: return .boolean
    case .integers: return .number
    case .numbers: return destination == .columns ? .string : .number
    case .doubles, .singles, .halves:
      switch scalar(of: nodes[node].double(at: entry)) {
      case .null: return .null
      case .string: return .string
      default: return .number
      }
    case .strings, .bytes, .instants, .localTimes, .dates: return .string
    case .structures: return .object
    case .lists: return .array
    case .maps: return destination == .columns ? .array : .object
    }
  }

  @inlinable
  public mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    switch scalar {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .double(let value): writer.write(value)
    case .single(let value): writer.write(value)
    case .number(let text): unsafe writer.writeExactNumber(text: text.span)
    case .string(let text): unsafe writer.writeString(utf8: text.span)
    case .bytes(let value): writer.write(bytes: value)
    case .instant(let value, let form): writer.write(value, as: form)
    case nil: try failMismatch(.value)
    }
  }
}

extension Columns.Column {
  /// Returns an entry as JSON text.
  ///
  /// - Throws: ``FormatError`` for a number that JSON cannot represent.
  func json(at index: Int) throws(FormatError) -> String {
    var reader = Columns.Reader(self, entry: index)
    var writer = JSON.Writer(capacity: 64)
    do {
      try forward(from: &reader, to: &writer)
    } catch {
      throw FormatError(wrapping: error)
    }
    try writer.finish()
    return String(json: writer.bytes)
  }
}
