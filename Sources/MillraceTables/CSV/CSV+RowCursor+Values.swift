import Millrace
import SystemLibrary

// Cells as values. Doubled quotes need not be handled in numbers, because numbers contain no quotes.

extension CSV.RowCursor {
  public mutating func kind(at column: Int) -> ValueKind {
    switch kinds[column] {
    case nil, .text, .instant, .bytes, .null: return .string
    case .boolean: return .boolean
    case .integer, .number: return .number
    case .json:
      let text = unsafe text(at: column).drop { $0 <= ASCII.space }
      switch unsafe text.first {
      case ASCII.openBrace: return .object
      case ASCII.openBracket: return .array
      case ASCII.quote: return .string
      case ASCII.lowercaseT, ASCII.lowercaseF: return .boolean
      case ASCII.lowercaseN: return .null
      default: return .number
      }
    }
  }

  @inlinable
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at column: Int
  ) throws -> Integer {
    let text = unsafe text(at: column)
    if let short = unsafe shortInteger(text), let value = Integer(exactly: short) { return value }
    if let value = unsafe Integer(decimal: text) { return value }
    try failNumber(type, expected: .integer, at: column)
  }

  @inline(never)
  public mutating func readDouble(at column: Int) throws -> Double {
    let text = unsafe text(at: column)
    if let value: Double = unsafe shortDecimal(text) ?? nearestDouble(inCell: text.span) { return value }
    try failNumber(Double.self, expected: .number, at: column)
  }

  @inline(never)
  public mutating func readFloat(at column: Int) throws -> Float {
    let text = unsafe text(at: column)
    if let value: Float = unsafe shortDecimal(text) ?? nearestFloat(inCell: text.span) { return value }
    try failNumber(Float.self, expected: .number, at: column)
  }

  @inline(never)
  public mutating func readString(at column: Int) throws -> String {
    let text = unsafe text(at: column)
    if hasJSON || row.isQuoted(at: column) { return try readUncommonString(at: column) }
    return unsafe String(validUTF8: text, isASCII: isASCII || isAllASCII(text), knowsLayout: knowsLayoutOfShortStrings)
  }

  /// Reads a string that has quotes around it and possibly in it, or that is JSON.
  @inline(never)
  private mutating func readUncommonString(at column: Int) throws -> String {
    let isASCII = isASCII
    let isJSON = unsafe hasJSON && kinds[column] == .json && text(at: column).first == ASCII.quote
    return try withText(at: column) { text in
      if isJSON { return try JSON.decode(String.self, from: text) }
      return unsafe text.withUnsafeBufferPointer { unsafe String(validUTF8: $0, isASCII: isASCII || isAllASCII($0)) }
    }
  }

  @inlinable
  public mutating func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
    let text = unsafe text(at: column)
    if unsafe !row.hasDoubledQuotes(text, at: column) { return try unsafe body(text.span) }
    return try unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: text.count + SixteenBytes.count
    ) { memory in
      let count = unsafe copyWithoutDoubling(text, to: memory)
      return try unsafe body(UnsafeBufferPointer(rebasing: memory[..<count]).span)
    }
  }

  /// Reads a cell that contains JSON.
  ///
  /// - Parameters:
  ///   - maximumDepth: See `JSON.ReadingOptions.maximumDepth`.
  ///   - body: Reads the value.
  /// - Throws: what `body` throws, or `FormatError` if other text follows the value.
  @usableFromInline
  func withJSON(
    at column: Int, maximumDepth: Int = JSON.ReadingOptions().maximumDepth, _ body: (inout JSON.Reader) throws -> Void
  ) throws {
    let text = unsafe text(at: column)
    try unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: text.count + GuardedInput.padding
    ) { memory in
      // SAFETY: the allocation is not empty.
      let start = unsafe memory.baseAddress.unsafelyUnwrapped
      let end = unsafe start + copyWithoutDoubling(text, to: memory)
      unsafe end.update(repeating: 0, count: GuardedInput.padding)
      var reader = unsafe JSON.Reader(
        GuardedInput(padded: start, cursor: start, end: end), nesting: NestingBudget(limit: maximumDepth),
        indentation: Indentation(), knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
      reader.skipBlanks()
      try body(&reader)
      try reader.finish()
    }
  }
}

@usableFromInline
func containsQuote(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let start = text.baseAddress else { return false }
  return unsafe memchr(start, Int32(ASCII.quote), text.count) != nil
}

/// Copies the text of a cell with a single quote for each doubled quote.
///
/// - Parameter memory: Memory for the text and 16 more bytes.
/// - Returns: The number of bytes.
/// - Safety: from each byte of the text, 16 bytes must be readable.
@usableFromInline
func copyWithoutDoubling(_ text: UnsafeBufferPointer<UInt8>, to memory: UnsafeMutableBufferPointer<UInt8>) -> Int {
  guard var source = text.baseAddress, let start = memory.baseAddress else { return 0 }
  let end = unsafe source + text.count
  var target = unsafe start
  // Quotes are frequent in cells of JSON. Sixteen bytes are copied whatever they are, and those after the first quote
  // are copied again.
  while true {
    let bytes = unsafe SixteenBytes(at: source)
    unsafe bytes.store(at: target)
    let length = bytes.quotes.firstLane
    if unsafe source + length >= end { return unsafe target - start + (end - source) }
    let isQuote = length < SixteenBytes.count
    unsafe target += isQuote ? length + 1 : length
    unsafe source += isQuote ? length + 2 : length
  }
}

// MARK: - Declared kinds

extension CSV.RowCursor {
  @inlinable
  public mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws {
    guard let kind = kinds[column] else {
      return try withText(at: column) { writer.writeString(utf8: $0) }
    }
    switch kind {
    case .text: try withText(at: column) { writer.writeString(utf8: $0) }
    case .boolean:
      if let value = plainBoolean(at: column) {
        writer.write(value)
      } else {
        writer.write(try readUncommonBoolean(at: column))
      }
    case .integer, .number:
      if let text = unsafe number(kind, at: column) {
        unsafe writer.writeNumber(text: text.span)
      } else {
        writer.write(try nonFiniteNumber(kind, at: column))
      }
    case .instant:
      if areDates[column] { return writer.write(try readDate(at: column), as: .date) }
      writer.write(try readDeclared(kind, at: column) { cells throws in try cells.readInstant(at: column) })
    case .bytes:
      writer.write(bytes: try readDeclared(kind, at: column) { cells throws in try cells.readBytes(at: column) })
    case .json:
      if isInferredScalar(at: column) { try failKind(kind, at: column) }
      try readDeclared(kind, at: column) { cells throws in
        try cells.withJSON(at: column) { try Millrace.forward(from: &$0, to: &writer) }
      }
    case .null: try failKind(kind, at: column)
    }
  }

  /// Reads a cell of a column of Boolean values that is neither `true` nor `false`.
  @usableFromInline @inline(never)
  mutating func readUncommonBoolean(at column: Int) throws -> Bool {
    if options.columns[names[column]] == nil { try failKind(.boolean, at: column) }
    return try readDeclared(.boolean, at: column) { cells throws in try cells.readBool(at: column) }
  }

  /// Whether a cell of a column that was inferred to be JSON is neither an array nor an object, so that another column would be inferred
  /// with it. Where an option says that the cells are JSON, they can be scalars, too.
  @usableFromInline
  func isInferredScalar(at column: Int) -> Bool {
    kinds[column] == .json && isScalar(at: column) && options.columns[names[column]] == nil
  }

  /// Whether a cell begins neither as an array nor as an object.
  func isScalar(at column: Int) -> Bool {
    let first = unsafe text(at: column).first { $0 > ASCII.space }
    return first != ASCII.openBrace && first != ASCII.openBracket
  }

  /// Reads a cell, or throws the error for a cell that does not have its declared kind.
  @inlinable
  mutating func readDeclared<Value>(
    _ kind: CSV.CellKind, at column: Int, _ read: (inout CSV.RowCursor) throws -> Value
  ) throws -> Value {
    do { return try read(&self) } catch is FormatError { try failKind(kind, at: column) }
  }

  /// Returns the text of a number in a cell, or nil if the text does not have the declared kind.
  @usableFromInline
  func number(_ kind: CSV.CellKind, at column: Int) -> UnsafeBufferPointer<UInt8>? {
    let text = unsafe text(at: column)
    guard let start = text.baseAddress else { return nil }
    var position = 0
    /// Skips digits and returns whether there are any.
    func skipDigits() -> Bool {
      let first = position
      var count = SixteenBytes.count
      while count == SixteenBytes.count, position < text.count {
        // SAFETY: from each byte of a cell, 16 bytes are readable.
        count = unsafe SixteenBytes(at: start + position).nonDigits.firstLane
        position &+= count
      }
      position = min(position, text.count)
      return position > first
    }
    if unsafe text.first == ASCII.minus { position = 1 }
    let integer = position
    guard skipDigits(), unsafe text[integer] != ASCII.zero || position == integer + 1 else { return nil }
    if position == text.count { return unsafe text }
    guard kind == .number else { return nil }
    if unsafe text[position] == ASCII.dot {
      position += 1
      guard skipDigits() else { return nil }
      if position == text.count { return unsafe text }
    }
    return unsafe numberForm(ofCell: text.span) == .json ? text : nil
  }

  /// The value of a cell that contains `true` or `false` in lower case.
  @usableFromInline
  func plainBoolean(at column: Int) -> Bool? { unsafe MillraceTables.plainBoolean(text(at: column)) }

  /// Reads NaN or an infinity, if the options allow them.
  @usableFromInline @inline(never)
  func nonFiniteNumber(_ kind: CSV.CellKind, at column: Int) throws -> Double {
    guard case .read(let report) = options.nonFiniteNumbers, let number = unsafe CSV.nonFiniteNumber(text(at: column))
    else {
      try failKind(kind, at: column)
    }
    report(names[column])
    return number
  }

  /// Reads a cell of a column of dates, which was converted to ISO 8601.
  @usableFromInline
  func readDate(at column: Int) throws -> Instant {
    let date = unsafe Instant(rfc3339: text(at: column), followedBy: "T00:00:00Z")
    guard let date else { try failKind(.instant, at: column) }
    return date
  }

  /// Throws the error for a cell that does not have its declared kind.
  @usableFromInline @inline(never)
  func failKind(_ kind: CSV.CellKind, at column: Int) throws -> Never {
    throw FormatError(.wrongKind(expected: kind, found: shownText(at: column)), at: place(at: column))
  }

  /// The text of a cell for errors.
  func shownText(at column: Int) -> String {
    let text = unsafe text(at: column)
    return unsafe String(decoding: text.prefix(60), as: UTF8.self) + (text.count > 60 ? "…" : "")
  }
}
