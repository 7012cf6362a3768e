// Elements of a stream, one at a time, read from the bytes that are in memory.
//
// `JSON.Reader` reads an element directly from the window, as if the element were complete. Usually it is. If the end
// of the window cuts an element, the reader fails, or the element is a number that may continue. Then nothing is
// returned, more bytes are appended, and the element is read again. To read no element more than twice, a scan that
// only counts brackets follows, which continues where it stopped (`JSON+ElementScan.swift`); the second attempt waits
// until the scan has found the end.
//
// The first attempt is the hot path. It also compares the two bytes between the elements, and the byte after the
// element. Functions out of line handle all unusual cases.

extension JSON {
  /// Receives the bytes of a stream and returns its elements.
  @usableFromInline
  struct ElementReader: ~Copyable {
    @usableFromInline var buffer = StreamBuffer()
    /// The usual byte after an element if the cursor is after an element, otherwise a value that no byte equals.
    @usableFromInline var separator: UInt16 = noSeparator
    /// The byte that usually follows an element.
    @usableFromInline var usualSeparator: UInt8 = ASCII.lineFeed
    /// The same as `usualSeparator`, if the next element follows directly after it.
    @usableFromInline var soleSeparator: UInt16 = noSeparator
    /// Whether an element must be known to be complete before it is read.
    @usableFromInline var scansFirst: Bool
    @usableFromInline var areLines = false
    /// The number of elements that were read or, in lines and records, skipped.
    @usableFromInline var count = 0
    /// The nesting budget at the start of an element.
    @usableFromInline var nesting: NestingBudget
    @usableFromInline var indentation = Indentation()
    @usableFromInline let maximumElementSize: Int
    @usableFromInline let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown

    var framing: StreamOptions.Framing
    @usableFromInline var state = State.beginning
    var scan = ElementScan()
    var scanner: TokenScanner
    /// Whether the value at the pointer is not an array, and therefore the only element.
    var isSingle = false
    /// Whether the bytes are those of an ``ElementRun``, which end after an element.
    var isRun = false
    let options: StreamOptions
    let pointer: Pointer

    /// The position of the cursor.
    @usableFromInline
    enum State {
      /// Before the first byte.
      case beginning
      /// In the document, before the array.
      case beforeArray
      /// After the array's bracket.
      case afterBracket
      /// After a separator between elements.
      case afterSeparator
      case atElement
      case afterElement
      /// In the document, after the array.
      case afterArray
      /// In a line or record that is skipped.
      case inBadElement
      case ended
    }

    @inlinable static var noSeparator: UInt16 { 0x100 }

    /// - Parameter options: Options that have been checked.
    init(at pointer: Pointer, options: StreamOptions) {
      self.options = options
      self.pointer = pointer
      framing = options.framing
      maximumElementSize = max(options.maximumElementSize, 1)
      nesting = NestingBudget(limit: options.reading.maximumDepth)
      scanner = TokenScanner(pointer.tokens, maximumDepth: options.reading.maximumDepth)
      scansFirst = options.reading.duplicateKeys != .lastWins
      if framing == .document || framing == .automatic && !pointer.tokens.isEmpty { framing = .array }
      if framing != .array, !pointer.tokens.isEmpty { scansFirst = true }
    }
  }
}

extension JSON.ElementReader {
  /// Returns the next complete element. Returns nil if more bytes are needed, or at the end of the stream.
  @inlinable
  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    while true {
      if unsafe _fastPath(UInt16(buffer.cursor[0]) == separator && buffer.cursor[1] > ASCII.space) {
        unsafe buffer.cursor += 1
      } else {
        guard try advance() else { return nil }
      }
      var failure: (any Error)?
      if _fastPath(!scansFirst) {
        let start = unsafe buffer.cursor
        var reader = makeReader()
        do {
          let value = try Value.readJSON(from: &reader)
          let end = unsafe UnsafeMutablePointer(mutating: reader.input.cursor)
          if unsafe _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end)) {
            indentation = reader.indentation
            unsafe accept(upTo: end)
            return value
          }
        } catch {
          failure = error
        }
      }
      switch try nextIfComplete(type, after: failure) {
      case .value(let value): return value
      case .none: return nil
      case .skipped: continue
      }
    }
  }

  /// Calls a closure with the complete elements in the window, as long as only the usual separators are between them.
  ///
  /// One reader reads all of them. The function `next` handles all other cases.
  @inlinable
  mutating func forEachInWindow<Value: Readable>(_ type: Value.Type, _ body: (Value) throws -> Void) throws {
    if scansFirst { return }
    let base = unsafe buffer.cursor
    var reader = makeReader()
    while true {
      let cursor = unsafe reader.input.cursor
      guard unsafe _fastPath(UInt16(cursor[0]) == separator && cursor[1] > ASCII.space) else { return }
      unsafe reader.input.cursor = unsafe cursor + 1
      let start = unsafe UnsafeMutablePointer(mutating: cursor + 1)
      let next: Value
      do {
        let value = try Value.readJSON(from: &reader)
        let end = unsafe UnsafeMutablePointer(mutating: reader.input.cursor)
        guard unsafe _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end))
        else {
          return try unsafe setAside(start)
        }
        unsafe buffer.cursor = unsafe end
        count &+= 1
        next = value
      } catch {
        return try unsafe setAside(start, after: error, at: base)
      }
      try body(next)
    }
  }

  /// Returns a reader at the cursor, which reads up to the end of the window.
  ///
  /// - Safety: the window must not change as long as the reader is in use.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  func makeReader() -> JSON.Reader {
    unsafe JSON.Reader(
      GuardedInput(padded: buffer.cursor, cursor: buffer.cursor, end: buffer.end), nesting: nesting,
      indentation: indentation, knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
  }

  /// Whether the expected separator follows an element, so that it is certainly complete.
  @inlinable @inline(__always)
  func isFollowedByExpectedSeparator(from start: UnsafeMutablePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>)
    -> Bool
  {
    guard unsafe end.pointee == usualSeparator, unsafe end - start <= maximumElementSize else { return false }
    guard areLines else { return unsafe end > start }
    // A reader skips line feeds as white space, but an element of JSON lines must not contain any.
    var position = unsafe start
    while true {
      let lineFeeds = unsafe SixteenBytes(at: position).lineFeeds
      if !lineFeeds.isEmpty { return unsafe position + lineFeeds.firstLane == end }
      unsafe position += 16
    }
  }

  @inlinable @inline(__always)
  mutating func accept(upTo end: UnsafeMutablePointer<UInt8>) {
    unsafe buffer.cursor = unsafe end
    separator = soleSeparator
    state = .afterElement
    count &+= 1
  }
}

extension JSON.Reader {
  /// Creates a reader for an element of a stream.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  package init(
    _ input: consuming GuardedInput, nesting: NestingBudget, indentation: Indentation, knowsLayoutOfShortStrings: Bool
  ) {
    self.input = input
    self.nesting = nesting
    self.indentation = indentation
    duplicateKeys = .lastWins
    duplicateKeyOffsets = nil
    self.knowsLayoutOfShortStrings = knowsLayoutOfShortStrings
  }
}

extension SixteenBytes {
  /// All ones in the lanes of line feeds, zeros in the others.
  @inlinable @inline(__always)
  var lineFeeds: Mask { Mask(vector .== Vector(repeating: ASCII.lineFeed)) }
}
