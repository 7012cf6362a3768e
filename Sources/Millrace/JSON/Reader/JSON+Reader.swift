// Reading JSON in one pass: no index, no tape, no tree.
//
// The reader has a position in the document, and reads what the value requests. Each byte is read once, except when an
// expectation fails: generated code first compares the next key of an object as a whole, with its quotes and colon,
// with the expected key. If they differ, the reader searches the type's table for the key.
//
// An `@inlinable` method becomes part of every generated reader. Code that a well-formed document in the usual layout
// does not need (runs of white space, escapes, long numbers, errors) is out of line.

extension JSON {
  /// Reads values from one JSON document.
  ///
  /// A reader cannot outlive the bytes that it reads.
  ///
  /// ```swift
  /// let document = ContiguousArray("[1, 2, 3]".utf8)
  /// var reader = try JSON.Reader(document.span)
  /// do {
  ///   let numbers = try [Int].read(from: &reader)
  ///   try reader.finish()
  ///   print(numbers)  // [1, 2, 3]
  /// } catch {
  ///   throw JSON.located(error, in: document.span)
  /// }
  /// ```
  ///
  /// ``JSON/decode(_:from:options:)-(_,Span<UInt8>,_)`` does the same in one call.
  public struct Reader: FormatReader, ~Copyable, ~Escapable {
    @usableFromInline package var input: GuardedInput
    @usableFromInline var nesting: NestingBudget
    public let duplicateKeys: DuplicateKeys
    /// The offsets of keys to skip because the first one wins, in ascending order; nil if there are none.
    @usableFromInline let duplicateKeyOffsets: [Int]?
    @usableFromInline let knowsLayoutOfShortStrings: Bool
    /// The predicted indentation for each level, in spaces; see `skipBlanksOutOfLine`.
    @usableFromInline package var indentation = Indentation()
    public var __otherOrders = __OtherOrders()
    /// Whether types are read that also conform to `Decodable`. The reader then fails wherever the results would
    /// differ.
    @usableFromInline package var matchesCodable = false
    /// The offsets of the ends of long arrays and objects that were skipped and are going to be skipped again, by the offsets
    /// where they start; nil before one was skipped.
    var skippedEnds: [Int: Int]?

    /// Creates a reader of a document.
    ///
    /// - Parameters:
    ///   - bytes: One JSON text (RFC 8259), as UTF-8 bytes without a byte order mark.
    ///   - options: The limits, and how duplicate keys are handled.
    /// - Throws: ``FormatError`` if the options require a check for duplicate keys and the document has some, or is not
    ///   well-formed.
    @inlinable
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()) throws {
      try self.init(bytes, options: options, grammar: .json)
    }

    /// - Parameter grammar: If it is JSON5, `bytes` must be a JSON5 document that was rewritten as JSON.
    @inlinable
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, options: ReadingOptions, grammar: Grammar) throws {
      // SAFETY: the pointer is valid as long as the span's memory is borrowed, and the reader cannot live longer.
      try unsafe self.init(
        unsafeBytes: bytes.withUnsafeBufferPointer { unsafe $0 }, options: options, grammar: grammar, scratch: nil)
    }

    /// - Parameter scratch: See ``GuardedInput``.
    /// - Safety: `bytes` and `scratch` must outlive the reader.
    @inlinable
    @_lifetime(immortal)
    init(
      unsafeBytes bytes: UnsafeBufferPointer<UInt8>, options: ReadingOptions, grammar: Grammar = .json,
      scratch: UnsafeMutablePointer<UInt8>?
    ) throws {
      duplicateKeyOffsets =
        unsafe options.duplicateKeys == .lastWins ? nil : try JSON.duplicateKeyOffsets(in: bytes, options, grammar)
      input = unsafe GuardedInput(bytes, scratch: scratch)
      nesting = NestingBudget(limit: options.maximumDepth)
      duplicateKeys = options.duplicateKeys
      knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
      skipBlanks()
    }

    /// Checks that only white space follows the value that was read.
    ///
    /// - Throws: ``FormatError`` if other bytes follow.
    @inlinable
    public mutating func finish() throws {
      if input.isAtEnd { return }
      skipBlanksOutOfLine()
      if !input.isAtEnd { try fail(.trailingContent) }
    }

    /// The offset of the next byte in the document, in bytes.
    @inlinable public var offset: Int { input.offset }

    @inlinable public var remainingByteCount: Int { unsafe input.end - input.cursor }
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

  /// Enters an object or an array. Returns `false` if it is empty; then it has also been left.
  @inlinable @inline(__always)
  mutating func enter(_ open: UInt8, _ close: UInt8, _ expected: FormatError.Expectation) throws -> Bool {
    if input.byte != open { try failExpecting(expected) }
    try descend()
    unsafe input.cursor += 1
    input.guardEnd()
    skipBlanks()
    if input.byte != close { return true }
    unsafe input.cursor += 1
    ascend()
    return false
  }

  /// Moves to the next member or element. Returns `false` at the end of the object or array.
  @inlinable @inline(__always)
  mutating func advance(_ close: UInt8, _ expected: FormatError.Expectation) throws -> Bool {
    skipBlanks()
    if _fastPath(input.byte == ASCII.comma) {
      unsafe input.cursor += 1
      input.guardEnd()
      skipBlanks()
      return true
    }
    if input.byte != close { try failExpecting(expected) }
    unsafe input.cursor += 1
    input.guardEnd()  // hundreds of brackets may follow one another
    ascend()
    return false
  }
}

// MARK: - Objects and arrays

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func beginObject(_ fields: FieldTable) throws -> Bool { try beginMap() }

  @inlinable @inline(__always)
  public mutating func beginMap() throws -> Bool {
    try enter(ASCII.openBrace, ASCII.closeBrace, .object)
  }

  @inlinable @inline(__always)
  public mutating func nextMember() throws -> Bool { try advance(ASCII.closeBrace, .commaOrEndOfObject) }

  // Generated code calls one of these two functions for each field, so only what nearly all members need is inlined.

  @inlinable @inline(__always)
  public mutating func __nextMemberInOrder() throws -> Bool {
    guard _fastPath(input.byte == ASCII.comma) else { return try nextMemberOutOfLine() }
    unsafe input.cursor += 1
    if unsafe input.isPastLimit(input.cursor) || input.byte <= ASCII.space { skipLine() }
    return true
  }

  @inlinable @inline(__always)
  public mutating func __nextMemberAfterLast() throws -> Bool {
    if input.byte <= ASCII.space { skipLine() }
    guard _fastPath(input.byte == ASCII.closeBrace) else { return try __nextMemberInOrder() }
    unsafe input.cursor += 1
    input.guardEnd()
    ascend()
    return false
  }

  @inlinable @inline(__always)
  public mutating func beginArray() throws -> Bool {
    try enter(ASCII.openBracket, ASCII.closeBracket, .array)
  }

  @inlinable @inline(__always)
  public mutating func nextElement() throws -> Bool { try advance(ASCII.closeBracket, .commaOrEndOfArray) }

  @inlinable @inline(__always)
  public mutating func takeKey(_ key: StaticString, at index: Int) -> Bool {
    guard input.starts(with: key) else { return false }
    unsafe input.cursor += key.utf8CodeUnitCount
    if key.utf8CodeUnitCount > GuardedInput.longestUncheckedLiteral { input.guardEnd() }
    skipBlanks()
    return true
  }

  @inlinable @inline(__always)
  public mutating func hasMoved(since place: inout Int) -> Bool {
    let last = place
    place = unsafe Int(bitPattern: input.cursor)
    return place != last
  }

  // Most keys are short ASCII text, which is made a string without a call.
  @inline(never)
  public mutating func readKey() throws -> String {
    let start = unsafe input.cursor + 1
    let count = unsafe input.sixteenBytes(at: start).plainTextEnds.firstLane
    if unsafe count < 16 && start[count] == ASCII.quote && input.byte == ASCII.quote && knowsLayoutOfShortStrings {
      unsafe input.cursor = unsafe start + (count + 1)
      try readColon()
      // The text is still there. A string that is kept until here would be retained.
      return unsafe String(shortUTF8: start, count: count, isASCII: true)
    }
    if input.byte != ASCII.quote { try failExpecting(.key) }
    let key = try readString()
    try readColon()
    return key
  }

  @inline(never)
  public mutating func __readKey(into texts: inout __KeyTexts) throws -> __KeyTexts.Place {
    if input.byte != ASCII.quote { try failExpecting(.key) }
    let document = unsafe input.document
    let place = try unsafe withText { text, isASCII in
      // SAFETY: the document outlives the reader, and so the value that is read.
      unsafe document.encloses(text)
        ? __KeyTexts.Place(text, isASCII: isASCII)
        : texts.append(text, isASCII: isASCII)
    }
    try readColon()
    return place
  }

  @inlinable @inline(__always)
  public mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value { try Value.readJSON(from: &self) }
}

// MARK: - Kinds, literals

extension JSON.Reader {
  @inlinable @inline(__always)
  public mutating func takeNull() -> Bool {
    guard unsafe input.fourBytes(at: input.cursor) == 0x6C6C_756E else { return false }  // "null"
    unsafe input.cursor += 4
    return true
  }

  @inlinable @inline(__always)
  public mutating func readBool() throws -> Bool {
    if unsafe input.fourBytes(at: input.cursor) == 0x6575_7274 {  // "true"
      unsafe input.cursor += 4
      return true
    }
    if input.byte == ASCII.lowercaseF, unsafe input.fourBytes(at: input.cursor + 1) == 0x6573_6C61 {  // "alse"
      unsafe input.cursor += 5
      return false
    }
    try failExpecting(.boolean)
  }

  /// Reads a Boolean value like ``readBool()``, without a branch that depends on it: in a column of values the processor
  /// cannot predict which one is next.
  @inline(__always)
  package mutating func readBoolWithoutBranch() throws -> Bool {
    let word = unsafe input.eightBytes(at: input.cursor).lanes
    let isTrue = word & 0xFFFF_FFFF == 0x6575_7274  // "true"
    let isFalse = word & 0xFF_FFFF_FFFF == 0x65_736C_6166  // "false"
    if _slowPath(isTrue == isFalse) { try failExpecting(.boolean) }
    unsafe input.cursor += isTrue ? 4 : 5
    return isTrue
  }

  public mutating func nextKind() throws -> ValueKind {
    guard let kind = ValueKind(startingWith: input.byte) else { try failExpecting(.value) }
    return kind
  }
}

extension ValueKind {
  /// The kind of a value from its first byte, or nil if no value starts with this byte.
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

// These functions throw instead of returning an error, and take the reader inout. The code that is inlined into
// generated functions is then a single call: a reader passed by value would be copied at every call.
extension JSON.Reader {
  @inline(never)
  public mutating func fail(_ problem: FormatError.Problem) throws -> Never {
    try unsafe fail(problem, at: input.cursor)
  }

  @usableFromInline @inline(never)
  mutating func fail(_ problem: FormatError.Problem, at pointer: UnsafePointer<UInt8>) throws -> Never {
    throw unsafe FormatError(problem, at: FormatError.Place(offset: input.offset(of: pointer)))
  }

  /// Throws the error for an unexpected byte.
  @usableFromInline @inline(never)
  mutating func failExpecting(_ expected: FormatError.Expectation) throws -> Never {
    if input.isAtEnd { try fail(.unexpectedEnd(expected: expected)) }
    if let kind = ValueKind(startingWith: input.byte), expected.isMismatched(by: kind) {
      try fail(.mismatch(expected: expected, found: kind))
    }
    // A reader of a stream may begin within a document.
    if input.offset == 0, nesting.depth == 0, isAtByteOrderMark { try fail(.byteOrderMark) }
    try fail(.unexpectedByte(input.byte, expected: expected))
  }

  /// Whether the mark of UTF-8 or UTF-16 is next.
  private var isAtByteOrderMark: Bool {
    if input.starts(with: "\u{FEFF}") { return true }
    let second = unsafe input.byte(at: input.cursor + 1)
    return input.byte == 0xFE && second == 0xFF || input.byte == 0xFF && second == 0xFE
  }
}

extension FormatError.Expectation {
  /// Whether a value of this kind is a type mismatch at this position, rather than a syntax error.
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
