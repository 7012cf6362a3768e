extension JSON {
  /// Reads values from one JSON document in a style, which determines how dates, binary data, keys and non-finite numbers are read.
  ///
  /// Everything else is as in ``Reader``. JSON5 documents must be converted to JSON first, which
  /// ``decode(_:from:options:style:)-(_,Span<UInt8>,_,_)`` does.
  public struct StyledReader<Style: JSON.Style>: FormatReader, ~Copyable, ~Escapable {
    @usableFromInline var reader: Reader
    /// The keys of fields by the identity of the type's table, for the types read so far.
    @usableFromInline var keysOfTables: [UInt: [[UInt8]]] = [:]

    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()) throws {
      reader = try Reader(bytes, options: options, grammar: Style.grammar)
    }

    @inlinable public mutating func finish() throws { try reader.finish() }
  }
}

// MARK: - Parts of the style

extension JSON.StyledReader {
  @inlinable
  public mutating func readInstant() throws -> Instant { try Style.Dates.read(from: &self) }

  @inlinable
  public mutating func readBytes() throws -> [UInt8] { try Style.Binary.read(from: &self) }

  @inlinable
  public mutating func readDouble() throws -> Double {
    if _fastPath(reader.isAtNumber) { return try reader.readDouble() }
    return try readNotFinite()
  }

  @inlinable
  public mutating func readFloat() throws -> Float {
    if _fastPath(reader.isAtNumber) { return try reader.readFloat() }
    return Float(try readNotFinite())
  }

  @inlinable
  mutating func readNotFinite() throws -> Double {
    if Style.grammar == .json5, let number = reader.takeNotFiniteLiteral() { return number }
    return try Style.NotFinite.read(from: &self)
  }

  @inlinable @inline(__always)
  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    Style.Keys.areAsDeclared && reader.takeKey(key, at: index)
  }

  @inlinable public var __otherOrders: __OtherOrders {
    get { reader.__otherOrders }
    set { reader.__otherOrders = newValue }
  }

  @inlinable @inline(__always)
  public mutating func hasMoved(since place: inout Int) -> Bool {
    Style.Keys.areAsDeclared && reader.hasMoved(since: &place)
  }

  @inlinable
  public mutating func findField(_ search: inout FieldSearch) throws -> Int {
    // The inner reader cannot skip the literals of JSON5.
    if Style.grammar == .json5 { search.skipsUnknown = false }
    if Style.Keys.areAsDeclared { return try reader.findField(&search) }
    let table = search.table
    if let keys = keysOfTables[table.identity] { return try reader.findField(&search, among: keys) }
    let keys = table.names.map { Array(Style.Keys.key(for: $0).utf8) }
    keysOfTables[table.identity] = keys
    return try reader.findField(&search, among: keys)
  }

  @inlinable
  public mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    if Style.grammar == .json5, let number = reader.takeNotFiniteLiteral() { return writer.write(number) }
    try reader.forwardScalar(to: &writer)
  }

  @inlinable
  public mutating func nextKind() throws -> ValueKind {
    Style.grammar == .json5 && reader.isAtNotFiniteLiteral ? .number : try reader.nextKind()
  }

  @inlinable
  public mutating func skipValue() throws {
    guard Style.grammar == .json5 else { return try reader.skipValue() }
    switch try nextKind() {
    case .array:
      guard try beginArray() else { return }
      repeat { try skipValue() } while try nextElement()
    case .object:
      guard try beginMap() else { return }
      repeat {
        try reader.skipKey()
        try skipValue()
      } while try nextMember()
    default: if reader.takeNotFiniteLiteral() == nil { try reader.skipValue() }
    }
  }
}

// MARK: - Parts of JSON

extension JSON.StyledReader {
  @inlinable
  public mutating func __skipAhead() throws {
    // The inner reader cannot skip the literals of JSON5.
    if Style.grammar == .json5 { try skipValue() } else { try reader.__skipAhead() }
  }
}

extension JSON.StyledReader {
  @inlinable public var duplicateKeys: DuplicateKeys { reader.duplicateKeys }
  @inlinable public var remainingByteCount: Int { reader.remainingByteCount }

  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) throws -> Bool { try reader.beginObject(fields) }

  @inlinable @inline(__always)
  public mutating func beginMap() throws -> Bool { try reader.beginMap() }

  @inlinable public mutating func readKey() throws -> String { try reader.readKey() }

  @inlinable
  public mutating func __readKey(into texts: inout __KeyTexts) throws -> __KeyTexts.Place {
    try reader.__readKey(into: &texts)
  }

  @inlinable @inline(__always)
  public mutating func nextMember() throws -> Bool { try reader.nextMember() }

  @inlinable @inline(__always)
  public mutating func __nextMemberInOrder() throws -> Bool { try reader.__nextMemberInOrder() }

  @inlinable @inline(__always)
  public mutating func __nextMemberAfterLast() throws -> Bool { try reader.__nextMemberAfterLast() }

  @inlinable @inline(__always)
  public mutating func beginArray() throws -> Bool { try reader.beginArray() }

  @inlinable @inline(__always)
  public mutating func nextElement() throws -> Bool { try reader.nextElement() }

  @inlinable @inline(__always)
  public mutating func takeNull() -> Bool { reader.takeNull() }

  @inlinable @inline(__always)
  public mutating func readBool() throws -> Bool { try reader.readBool() }

  @inlinable @inline(__always)
  public mutating func readInt() throws -> Int { try reader.readInt() }

  @inlinable @inline(__always)
  public mutating func readInt64() throws -> Int64 { try reader.readInt64() }

  @inlinable public mutating func readUInt64() throws -> UInt64 { try reader.readUInt64() }
  @available(WideIntegers, *)
  @inlinable public mutating func readInt128() throws -> Int128 { try reader.readInt128() }
  @available(WideIntegers, *)
  @inlinable public mutating func readUInt128() throws -> UInt128 { try reader.readUInt128() }
  @inlinable public mutating func readNumberText() throws -> String { try reader.readNumberText() }

  @inlinable @inline(__always)
  public mutating func readString() throws -> String { try reader.readString() }

  @inlinable
  public mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws {
    try reader.forwardKey(to: &writer)
  }

  @inlinable public func mark() -> JSON.Reader.Mark { reader.mark() }
  @inlinable public mutating func rewind(to mark: JSON.Reader.Mark) { reader.rewind(to: mark) }

  @inlinable
  public mutating func fail(_ problem: FormatError.Problem) throws -> Never { try reader.fail(problem) }
}

// MARK: - Non-finite numbers

extension JSON.Reader {
  @inlinable var isAtNumber: Bool { ASCII.isDigit(input.byte) || input.byte == ASCII.minus && !isAtNotFiniteLiteral }

  @inlinable var isAtNotFiniteLiteral: Bool {
    let byte = unsafe input.byte == ASCII.minus ? input.byte(at: input.cursor + 1) : input.byte
    return byte == ASCII.uppercaseI || byte == ASCII.uppercaseN
  }

  /// Reads `NaN`, `Infinity` or `-Infinity`. If none is next, returns nil and leaves the position unchanged.
  @usableFromInline
  mutating func takeNotFiniteLiteral() -> Double? {
    if take("NaN") { return .nan }
    if take("Infinity") { return .infinity }
    if take("-Infinity") { return -.infinity }
    return nil
  }

  private mutating func take(_ literal: StaticString) -> Bool {
    guard input.starts(with: literal) else { return false }
    unsafe input.cursor += literal.utf8CodeUnitCount
    return true
  }
}
