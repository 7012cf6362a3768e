// Reading JSON in one pass: no index, no tape, no tree.
//
// The reader is at a byte of the document and answers the questions of the value that is being read. Bytes are
// looked at once, except when an expectation fails: an object's next key is first compared as a whole, quotes and colon
// included, with the one that generated code expects, and looked up in the type's table only when it is another.
//
// Where a method is `@inlinable` it is part of every generated reader. What is not taken in a well-formed document in
// the usual layout (runs of white space, escapes, long numbers, errors) is out of line.

extension JSON {
  /// Reads values from one JSON document.
  ///
  /// A reader cannot outlive the bytes that it reads.
  public struct Reader: FormatReader, ~Copyable, ~Escapable {
    @usableFromInline package var input: GuardedInput
    @usableFromInline var nesting: NestingBudget
    public let duplicateKeys: DuplicateKeys
    /// Offsets of the keys that are to be skipped, because the first one wins: in ascending order, nil for none.
    @usableFromInline let duplicateKeyOffsets: [Int]?
    @usableFromInline let knowsLayoutOfShortStrings: Bool
    /// The spaces that each level seems to be indented by; see `skipBlanksOutOfLine`.
    @usableFromInline package var indentation = Indentation()
    /// Whether values are read instead of their `Decodable` conformance. The reader fails where that would differ.
    @usableFromInline package var matchesCodable = false

    /// Creates a reader of a document.
    ///
    /// - Parameters:
    ///   - bytes: one JSON text (RFC 8259), as UTF-8 without a byte order mark.
    ///   - options: limits, and how duplicate keys are handled.
    /// - Throws: ``FormatError`` if the options require a check for duplicate keys and the document has some, or is not
    ///   well-formed.
    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()) throws {
      try self.init(bytes, options: options, grammar: .json)
    }

    /// - Parameter grammar: If it is JSON5, `bytes` is a JSON5 document that was rewritten as JSON.
    @inlinable
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, options: ReadingOptions, grammar: Grammar) throws {
      // SAFETY: the pointer is valid as long as the span's memory is borrowed, and the reader cannot live longer.
      try self.init(
        unsafeBytes: bytes.withUnsafeBufferPointer { $0 }, options: options, grammar: grammar, scratch: nil)
    }

    /// - Parameter scratch: see ``GuardedInput``.
    /// - Safety: `bytes` and `scratch` must outlive the reader.
    @inlinable
    @_lifetime(immortal)
    init(
      unsafeBytes bytes: UnsafeBufferPointer<UInt8>, options: ReadingOptions, grammar: Grammar = .json,
      scratch: UnsafeMutablePointer<UInt8>?
    ) throws {
      duplicateKeyOffsets =
        options.duplicateKeys == .lastWins ? nil : try JSON.duplicateKeyOffsets(in: bytes, options, grammar)
      input = GuardedInput(bytes, scratch: scratch)
      nesting = NestingBudget(limit: options.maximumDepth)
      duplicateKeys = options.duplicateKeys
      knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
      skipBlanks()
    }

    /// Checks that nothing but white space follows the value that was read.
    @inlinable
    public mutating func finish() throws {
      skipBlanksOutOfLine()
      if !input.isAtEnd { try fail(.trailingContent) }
    }

    /// The distance of the next byte to be read from the start of the document.
    @inlinable public var offset: Int { input.offset }

    @inlinable public var remainingByteCount: Int { input.end - input.cursor }
  }
}

// MARK: - Nesting

extension JSON.Reader {
  @inlinable @inline(__always)
  mutating func descend() throws {
    nesting.remaining &-= 1
    if _slowPath(nesting.remaining < 0) { try descendFurther() }
  }

  @inlinable @inline(__always)
  mutating func ascend() { nesting.remaining &+= 1 }

  @usableFromInline @inline(never)
  mutating func descendFurther() throws {
    switch nesting.refill() {
    case .granted: return
    case .limitReached: try fail(.nestedTooDeep(limit: nesting.limit))
    case .stackExhausted: try fail(.stackExhausted)
    }
  }

  /// Enters an object or an array: `false` when it is empty, and left already.
  @inlinable @inline(__always)
  mutating func enter(_ open: UInt8, _ close: UInt8, _ expected: FormatError.Expectation) throws -> Bool {
    if input.byte != open { try failExpecting(expected) }
    try descend()
    input.cursor += 1
    input.guardEnd()
    skipBlanks()
    if input.byte != close { return true }
    input.cursor += 1
    ascend()
    return false
  }

  /// Goes on after a member or an element: `false` when the object or array ends here.
  @inlinable @inline(__always)
  mutating func advance(_ close: UInt8, _ expected: FormatError.Expectation) throws -> Bool {
    skipBlanks()
    if _fastPath(input.byte == ASCII.comma) {
      input.cursor += 1
      input.guardEnd()
      skipBlanks()
      return true
    }
    if input.byte != close { try failExpecting(expected) }
    input.cursor += 1
    input.guardEnd()  // hundreds of brackets may follow each other
    ascend()
    return false
  }
}

// MARK: - Objects and arrays

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) throws -> Bool { try beginDictionary() }

  @inlinable @inline(__always)
  public mutating func beginDictionary() throws -> Bool {
    try enter(ASCII.openBrace, ASCII.closeBrace, .object)
  }

  @inlinable @inline(__always)
  public mutating func nextMember() throws -> Bool { try advance(ASCII.closeBrace, .commaOrEndOfObject) }

  @inlinable @inline(__always)
  public mutating func beginArray() throws -> Bool {
    try enter(ASCII.openBracket, ASCII.closeBracket, .array)
  }

  @inlinable @inline(__always)
  public mutating func nextElement() throws -> Bool { try advance(ASCII.closeBracket, .commaOrEndOfArray) }

  @inlinable @inline(__always)
  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard input.starts(with: key) else { return false }
    input.cursor += key.utf8CodeUnitCount
    if key.utf8CodeUnitCount > GuardedInput.longestUncheckedLiteral { input.guardEnd() }
    skipBlanks()
    return true
  }

  @inlinable @inline(__always)
  public mutating func hasMoved(since place: inout Int) -> Bool {
    let last = place
    place = Int(bitPattern: input.cursor)
    return place != last
  }

  @inlinable
  public mutating func readKey() throws -> String {
    if input.byte != ASCII.quote { try failExpecting(.key) }
    let key = try readString()
    try readColon()
    return key
  }

  @inlinable @inline(__always)
  public mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value { try Value.readJSON(from: &self) }
}

// MARK: - Kinds, literals

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func takeNull() -> Bool {
    guard input.fourBytes(at: input.cursor) == 0x6C6C_756E else { return false }  // "null"
    input.cursor += 4
    return true
  }

  @inlinable @inline(__always)
  public mutating func readBool() throws -> Bool {
    if input.fourBytes(at: input.cursor) == 0x6575_7274 {  // "true"
      input.cursor += 4
      return true
    }
    if input.byte == ASCII.lowercaseF, input.fourBytes(at: input.cursor + 1) == 0x6573_6C61 {  // "alse"
      input.cursor += 5
      return false
    }
    try failExpecting(.boolean)
  }

  public mutating func nextKind() throws -> ValueKind {
    guard let kind = ValueKind(startingWith: input.byte) else { try failExpecting(.value) }
    return kind
  }
}

extension ValueKind {
  /// The kind of the value that a byte of JSON begins, or nil if it begins none.
  package init?(startingWith byte: UInt8) {
    switch byte {
    case ASCII.openBrace: self = .object
    case ASCII.openBracket: self = .array
    case ASCII.quote: self = .string
    case ASCII.minus, ASCII.zero...ASCII.nine: self = .number
    case ASCII.lowercaseT, ASCII.lowercaseF: self = .boolean
    case ASCII.lowercaseN: self = .null
    default: return nil
    }
  }
}

// MARK: - Errors

// These throw instead of returning an error, and take the reader inout, so that what is inlined into generated code is
// one call: passed by value the reader would be copied there, at every place where something can go wrong.
extension JSON.Reader {
  @inline(never)
  public mutating func fail(_ problem: FormatError.Problem) throws -> Never { try fail(problem, at: input.cursor) }

  @usableFromInline @inline(never)
  mutating func fail(_ problem: FormatError.Problem, at pointer: UnsafePointer<UInt8>) throws -> Never {
    throw FormatError(problem, at: FormatError.Place(offset: input.offset(of: pointer)))
  }

  /// Throws the error for a byte that cannot be here.
  @usableFromInline @inline(never)
  mutating func failExpecting(_ expected: FormatError.Expectation) throws -> Never {
    if input.isAtEnd { try fail(.unexpectedEnd(expected: expected)) }
    if let kind = ValueKind(startingWith: input.byte), expected.isMismatched(by: kind) {
      try fail(.mismatch(expected: expected, found: kind))
    }
    try fail(.unexpectedByte(input.byte, expected: expected))
  }
}

extension FormatError.Expectation {
  /// Whether a value of this kind is a whole value of the wrong kind, rather than the beginning of nothing sensible.
  fileprivate func isMismatched(by kind: ValueKind) -> Bool {
    switch self {
    case .null: kind != .null
    case .boolean: kind != .boolean
    case .number, .integer: kind != .number
    case .string: kind != .string
    case .array: kind != .array
    case .object: kind != .object
    default: false
    }
  }
}
