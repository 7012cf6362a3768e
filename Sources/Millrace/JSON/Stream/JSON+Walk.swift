// Scanning a document of any size, a token at a time.
//
// What is around the elements of a stream may be larger than memory. So it is not read by recursion, as values are,
// but token by token, with the open arrays and objects in an array. Tokens are read by `JSON.Reader` and are checked as
// strictly as anywhere. Only a single token must be in memory as a whole.

extension JSON {
  /// A walk through a document, which can be interrupted after every token.
  struct Walk {
    /// An open array or object.
    private struct Level {
      var isObject: Bool
      /// The place in an array.
      var index = 0
      /// The key of the member that the walk is in: for messages. The memory is used again for the next one.
      var key: [UInt8] = []
      var hasKey = false
    }

    /// What comes next.
    private enum Expectation {
      case value, firstElement, __firstKey, key, colon, separator, end
    }

    enum Outcome {
      case wantsBytes
      /// The walk is at the value that it looked for.
      case found
      /// The document is complete.
      case ended
    }

    private var levels: [Level] = []
    private var expectation = Expectation.value
    private let target: [String]
    /// How many tokens of the target are the path to where the walk is.
    private var matched = 0
    private(set) var hasFoundTarget: Bool
    /// Whether the walk ends with the value, and does not care for what follows.
    private let isThroughValue: Bool
    private let maximumDepth: Int
    private var scan: ElementScan?

    /// - Parameters:
    ///   - target: the path to stop at before scanning the rest of the document; nil to scan one value.
    init(_ target: [String]?, maximumDepth: Int) {
      self.target = target ?? []
      hasFoundTarget = target == nil
      isThroughValue = target == nil
      self.maximumDepth = maximumDepth
    }

    var depth: Int { levels.count }

    /// The path to where the walk is.
    var path: Pointer {
      Pointer(
        tokens: levels.compactMap { level in
          if !level.isObject { return String(level.index) }
          return level.hasKey ? String(decoding: level.key, as: UTF8.self) : nil
        })
    }

    /// The array that was found has been read up to its end.
    mutating func leaveArray() { endValue() }

    private mutating func endValue() { expectation = levels.isEmpty ? .end : .separator }
  }
}

extension JSON.Walk {
  /// Goes on as far as there are bytes.
  ///
  /// - Parameters:
  ///   - writer: is given all that the walk passes.
  ///   - maximumTokenSize: in bytes.
  /// - Throws: ``FormatError`` with an offset from where the cursor was.
  mutating func run<Writer: FormatWriter & ~Copyable>(
    through buffer: inout StreamBuffer, to writer: inout Writer, maximumTokenSize: Int
  ) throws -> Outcome {
    if scan != nil {
      let rest = UnsafeBufferPointer(start: UnsafePointer(buffer.cursor), count: buffer.count)
      if scan?.end(in: rest, terminator: nil) == nil, !buffer.isComplete {
        guard buffer.count <= maximumTokenSize else {
          throw FormatError(.elementTooLarge(limit: maximumTokenSize), at: FormatError.Place(offset: 0))
        }
        return .wantsBytes
      }
      scan = nil
    }
    var reader = JSON.Reader(
      GuardedInput(padded: buffer.cursor, cursor: buffer.cursor, end: buffer.end),
      nesting: NestingBudget(limit: maximumDepth), indentation: Indentation(),
      knowsLayoutOfShortStrings: layoutOfShortStringsIsKnown)
    do {
      while true {
        if isThroughValue, expectation == .end {
          buffer.cursor = UnsafeMutablePointer(mutating: reader.input.cursor)
          return .ended
        }
        reader.skipBlanksOutOfLine()
        buffer.cursor = UnsafeMutablePointer(mutating: reader.input.cursor)
        if reader.input.isAtEnd {
          if !buffer.isComplete { return .wantsBytes }
          if expectation == .end { return .ended }
        }
        if !reader.input.isAtEnd, isAtTarget { return .found }
        guard try step(&reader, isComplete: buffer.isComplete, to: &writer) else {
          scan = JSON.ElementScan()
          return .wantsBytes
        }
      }
    } catch let error as FormatError where !buffer.isComplete {
      // It may be only the end of the window that is in the way: a literal is five bytes long. Other errors are not thrown
      // before the walk has gone on.
      switch error.problem {
      case .unexpectedEnd, .unexpectedByte: break
      default: throw error
      }
      guard let offset = error.place.offset, reader.input.document.count - offset < 5 else { throw error }
      scan = JSON.ElementScan()
      return .wantsBytes
    }
  }

  /// Whether the next value is the one that is looked for. Then it is no longer.
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
  /// - Returns: `false` when it is a number that may go on; then nothing has happened.
  private mutating func step<Writer: FormatWriter & ~Copyable>(
    _ reader: inout JSON.Reader, isComplete: Bool, to writer: inout Writer
  ) throws -> Bool {
    let byte = reader.input.byte
    switch expectation {
    case .firstElement where byte == ASCII.closeBracket, .__firstKey where byte == ASCII.closeBrace:
      try close(&reader, to: &writer)
    case .value, .firstElement:
      return try stepIntoValue(&reader, isComplete: isComplete, to: &writer)
    case .__firstKey, .key:
      if byte != ASCII.quote { try reader.failExpecting(.key) }
      try reader.withText { key, _ in
        follow(key)
        levels[levels.count - 1].key.removeAll(keepingCapacity: true)
        levels[levels.count - 1].key.append(contentsOf: key)
        levels[levels.count - 1].hasKey = true
        writer.writeKey(utf8: key.span)
      }
      expectation = .colon
    case .colon:
      if byte != ASCII.colon { try reader.failExpecting(.colon) }
      reader.input.cursor += 1
      expectation = .value
    case .separator:
      let isObject = levels[levels.count - 1].isObject
      if byte == ASCII.comma {
        reader.input.cursor += 1
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
      writer.beginDictionary()
    case ASCII.openBracket:
      try open(&reader, isObject: false)
      writer.beginArray()
      followElement()
    case ASCII.minus, ASCII.zero...ASCII.nine:
      let number = try reader.scanNumber()
      if number.end == reader.input.end, !isComplete { return false }
      writer.writeNumber(text: number.text.span)
      reader.input.cursor = number.end
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
    reader.input.cursor += 1
    levels.append(Level(isObject: isObject))
    expectation = isObject ? .__firstKey : .firstElement
  }

  private mutating func close<Writer: FormatWriter & ~Copyable>(
    _ reader: inout JSON.Reader, to writer: inout Writer
  ) throws {
    reader.input.cursor += 1
    if levels.removeLast().isObject { writer.endObject() } else { writer.endArray() }
    try endValue(&reader)
  }

  /// - Throws: if the value that ends is on the path to the target, which therefore is not there.
  private mutating func endValue(_ reader: inout JSON.Reader) throws {
    endValue()
    if !hasFoundTarget, matched >= levels.count {
      try reader.fail(.noSuchPath(JSON.Pointer(tokens: target).description))
    }
  }

  // MARK: The path

  /// Whether the level that the walk is in is one that is on the path, and in need of the next token.
  private var isOnPath: Bool { !hasFoundTarget && matched == levels.count - 1 && matched < target.count }

  /// Takes a key as a step on the path, if it is.
  private mutating func follow(_ key: UnsafeBufferPointer<UInt8>) {
    if isOnPath, target[matched].utf8.elementsEqual(key) { matched += 1 }
  }

  /// Takes an element as a step on the path, if it is.
  private mutating func followElement() {
    if isOnPath, String(levels[levels.count - 1].index) == target[matched] { matched += 1 }
  }
}
