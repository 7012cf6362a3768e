// Scanning a document of any size, one token at a time.
//
// The text around the elements of a stream may be larger than memory. Therefore it is not read by recursion, as values
// are, but token by token, with the open arrays and objects stored in an array. `JSON.Reader` reads the tokens, so they
// are checked as strictly as everywhere. Only a single token must be in memory as a whole.

extension JSON {
  /// A scan of a document, which can be interrupted after every token.
  struct TokenScanner {
    /// An open array or object.
    private struct Level {
      var isObject: Bool
      /// The index of the element in an array.
      var index = 0
      /// The key of the current member, for messages. Its memory is reused for the next key.
      var key: [UInt8] = []
      var hasKey = false
    }

    /// The expected token.
    private enum Expectation {
      case value, firstElement, firstKey, key, colon, separator, end
    }

    enum Outcome {
      case needsBytes
      /// The scan is at the target.
      case found
      /// The document is complete.
      case ended
    }

    private var levels: [Level] = []
    private var expectation = Expectation.value
    private let target: [String]
    /// The number of reference tokens of the target that match the current path.
    private var matched = 0
    private(set) var hasFoundTarget: Bool
    /// Whether the scan ends after one value and does not check the following bytes.
    private let isThroughValue: Bool
    private let maximumDepth: Int
    private var scan: ElementScan?

    /// - Parameter target: The path at which to stop before the rest of the document is scanned, or nil to scan one
    ///   value.
    init(_ target: [String]?, maximumDepth: Int) {
      self.target = target ?? []
      hasFoundTarget = target == nil
      isThroughValue = target == nil
      self.maximumDepth = maximumDepth
    }

    var depth: Int { levels.count }

    /// The current path.
    var path: Pointer {
      Pointer(
        tokens: levels.compactMap { level in
          if !level.isObject { return String(level.index) }
          return level.hasKey ? String(decoding: level.key, as: UTF8.self) : nil
        })
    }

    /// Continues after the end of the array at the target, which the caller has read.
    mutating func leaveArray() { endValue() }

    private mutating func endValue() { expectation = levels.isEmpty ? .end : .separator }
  }
}

extension JSON.TokenScanner {
  /// Scans the tokens that are in memory.
  ///
  /// - Parameters:
  ///   - writer: Receives all scanned tokens.
  ///   - maximumTokenSize: The maximum size of a token, in bytes.
  /// - Throws: ``FormatError`` with an offset from the position of the cursor before the call.
  mutating func run<Writer: FormatWriter & ~Copyable>(
    through buffer: inout StreamBuffer, to writer: inout Writer, maximumTokenSize: Int
  ) throws -> Outcome {
    if scan != nil {
      let rest = unsafe UnsafeBufferPointer(start: UnsafePointer(buffer.cursor), count: buffer.count)
      if unsafe scan?.end(in: rest, terminator: nil) == nil, !buffer.isComplete {
        guard buffer.count <= maximumTokenSize else {
          throw FormatError(.elementTooLarge(limit: maximumTokenSize), at: FormatError.Place(offset: 0))
        }
        return .needsBytes
      }
      scan = nil
    }
    var reader = unsafe JSON.Reader(
      GuardedInput(padded: buffer.cursor, cursor: buffer.cursor, end: buffer.end),
      nesting: NestingBudget(limit: maximumDepth, depth: levels.count), indentation: Indentation(),
      knowsLayoutOfShortStrings: layoutOfShortStringsIsKnown)
    do {
      while true {
        if isThroughValue, expectation == .end {
          unsafe buffer.cursor = unsafe UnsafeMutablePointer(mutating: reader.input.cursor)
          return .ended
        }
        reader.skipBlanksOutOfLine()
        unsafe buffer.cursor = unsafe UnsafeMutablePointer(mutating: reader.input.cursor)
        if reader.input.isAtEnd {
          if !buffer.isComplete { return .needsBytes }
          if expectation == .end { return .ended }
        }
        if !reader.input.isAtEnd, isAtTarget { return .found }
        guard try step(&reader, isComplete: buffer.isComplete, to: &writer) else {
          scan = JSON.ElementScan()
          return .needsBytes
        }
      }
    } catch let error as FormatError where !buffer.isComplete {
      // The end of the window may be the only cause of the error: a literal has up to five bytes. Other errors are
      // thrown only after the scan has continued.
      switch error.problem {
      case .unexpectedEnd, .unexpectedByte: break
      default: throw error
      }
      guard let offset = error.place.offset, unsafe reader.input.document.count - offset < 5 else { throw error }
      scan = JSON.ElementScan()
      return .needsBytes
    }
  }

  /// Whether the next value is the target. Returns true only once.
  private var isAtTarget: Bool {
    mutating get {
      guard !hasFoundTarget, expectation == .value || expectation == .firstElement, matched == target.count,
        levels.count == target.count
      else { return false }
      hasFoundTarget = true
      return true
    }
  }

  /// Reads a token.
  ///
  /// - Returns: `false` if it is a number that may continue; then the position is unchanged.
  private mutating func step<Writer: FormatWriter & ~Copyable>(
    _ reader: inout JSON.Reader, isComplete: Bool, to writer: inout Writer
  ) throws -> Bool {
    let byte = reader.input.byte
    switch expectation {
    case .firstElement where byte == ASCII.closeBracket, .firstKey where byte == ASCII.closeBrace:
      try close(&reader, to: &writer)
    case .value, .firstElement:
      return try stepIntoValue(&reader, isComplete: isComplete, to: &writer)
    case .firstKey, .key:
      if byte != ASCII.quote { try reader.failExpecting(.key) }
      try unsafe reader.withText { key, _ in
        unsafe follow(key)
        levels[levels.count - 1].key.removeAll(keepingCapacity: true)
        unsafe levels[levels.count - 1].key.append(contentsOf: key)
        levels[levels.count - 1].hasKey = true
        unsafe writer.writeKey(utf8: key.span)
      }
      expectation = .colon
    case .colon:
      if byte != ASCII.colon { try reader.failExpecting(.colon) }
      unsafe reader.input.cursor += 1
      expectation = .value
    case .separator:
      let isObject = levels[levels.count - 1].isObject
      if byte == ASCII.comma {
        unsafe reader.input.cursor += 1
        levels[levels.count - 1].index += 1
        levels[levels.count - 1].hasKey = false
        expectation = isObject ? .key : .value
        if !isObject { followElement() }
      } else {
        if byte != (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
          try reader.failExpecting(isObject ? .commaOrEndOfObject : .commaOrEndOfArray)
        }
        try close(&reader, to: &writer)
      }
    case .end: try reader.fail(.trailingContent)
    }
    return true
  }

  private mutating func stepIntoValue<Writer: FormatWriter & ~Copyable>(
    _ reader: inout JSON.Reader, isComplete: Bool, to writer: inout Writer
  ) throws -> Bool {
    switch reader.input.byte {
    case ASCII.openBrace:
      try open(&reader, isObject: true)
      writer.beginMap()
    case ASCII.openBracket:
      try open(&reader, isObject: false)
      writer.beginArray()
      followElement()
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let number = try reader.scanNumber()
      if unsafe number.end == reader.input.end, !isComplete { return false }
      unsafe writer.writeNumber(text: number.text.span)
      unsafe reader.input.cursor = unsafe number.end
      try endValue(&reader)
    default:
      _ = try reader.nextKind()
      try reader.forwardScalar(to: &writer)
      try endValue(&reader)
    }
    return true
  }

  private mutating func open(_ reader: inout JSON.Reader, isObject: Bool) throws {
    if levels.count >= maximumDepth { try reader.fail(.nestedTooDeep(limit: maximumDepth)) }
    unsafe reader.input.cursor += 1
    levels.append(Level(isObject: isObject))
    expectation = isObject ? .firstKey : .firstElement
  }

  private mutating func close<Writer: FormatWriter & ~Copyable>(
    _ reader: inout JSON.Reader, to writer: inout Writer
  ) throws {
    unsafe reader.input.cursor += 1
    if levels.removeLast().isObject { writer.endObject() } else { writer.endArray() }
    try endValue(&reader)
  }

  /// - Throws: ``FormatError`` if the value that ends is on the path to the target, so that the target does not exist.
  private mutating func endValue(_ reader: inout JSON.Reader) throws {
    endValue()
    if !hasFoundTarget, matched >= levels.count {
      try reader.fail(.noSuchPath(JSON.Pointer(tokens: target).description))
    }
  }

  // MARK: The path

  /// Whether the current level is on the path and must match the next reference token.
  private var isOnPath: Bool { !hasFoundTarget && matched == levels.count - 1 && matched < target.count }

  /// Matches a key with the next reference token of the path.
  private mutating func follow(_ key: UnsafeBufferPointer<UInt8>) {
    if isOnPath, unsafe target[matched].utf8.elementsEqual(key) { matched += 1 }
  }

  /// Matches the index of an element with the next reference token of the path.
  private mutating func followElement() {
    if isOnPath, String(levels[levels.count - 1].index) == target[matched] { matched += 1 }
  }
}
