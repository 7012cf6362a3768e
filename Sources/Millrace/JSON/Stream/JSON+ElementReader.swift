// Elements of a stream, one at a time, read from the bytes that happen to be in memory.
//
// An element is read straight from the window by `JSON.Reader`, as if all of it were there. Usually it is. One that the
// end of the window cuts makes the reader fail, or is a number that may go on; then nothing has happened, more bytes are
// read after it, and it is read again. So that this is never done more than twice, an element that was cut is followed
// by a scan which only counts brackets and goes on where it stopped (`JSON+ElementScan.swift`); the second reading
// waits until the scan has found the end.
//
// The first reading is the hot path. Around it there are a comparison of the two bytes between the elements and one of
// the byte after the element; whatever is not as usual there is left to functions that are out of line.

extension JSON {
  /// Takes the bytes of a stream and gives its elements.
  @usableFromInline
  struct ElementReader: ~Copyable {
    @usableFromInline var buffer = StreamBuffer()
    /// The byte that usually is after an element, when the cursor is after one; otherwise no byte at all.
    @usableFromInline var separator: UInt16 = noSeparator
    /// The byte that usually is after an element.
    @usableFromInline var usualSeparator: UInt8 = ASCII.lineFeed
    /// The same, if the next element comes right after it.
    @usableFromInline var soleSeparator: UInt16 = noSeparator
    /// Whether an element must be found to be complete before it is read.
    @usableFromInline var scansFirst: Bool
    @usableFromInline var areLines = false
    /// The elements that were read or, as lines and records can be, skipped.
    @usableFromInline var count = 0
    /// What an element's reader begins with.
    @usableFromInline var nesting: NestingBudget
    @usableFromInline var indentation = Indentation()
    @usableFromInline let maximumElementSize: Int
    @usableFromInline let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown

    var framing: StreamOptions.Framing
    @usableFromInline var state = State.beginning
    var scan = ElementScan()
    var walk: Walk
    /// Whether what is at the pointer is not an array, and therefore the only element.
    var isSingle = false
    let options: StreamOptions
    let pointer: Pointer

    /// Where the cursor is.
    @usableFromInline
    enum State {
      /// Before the first byte.
      case beginning
      /// In the document, before the array.
      case beforeArray
      /// After the array's bracket.
      case behindBracket
      /// After what separates two elements.
      case behindSeparator
      case atElement
      case behindElement
      /// In the document, after the array.
      case behindArray
      /// In a line or record that is not read any further.
      case inBadElement
      case ended
    }

    @inlinable static var noSeparator: UInt16 { 0x100 }

    /// - Parameter options: have been checked.
    init(at pointer: Pointer, options: StreamOptions) {
      self.options = options
      self.pointer = pointer
      framing = options.framing
      maximumElementSize = max(options.maximumElementSize, 1)
      nesting = NestingBudget(limit: options.reading.maximumDepth)
      walk = Walk(pointer.tokens, maximumDepth: options.reading.maximumDepth)
      scansFirst = options.reading.duplicateKeys != .lastWins
      if framing == .document || framing == .automatic && !pointer.tokens.isEmpty { framing = .array }
      if framing != .array, !pointer.tokens.isEmpty { scansFirst = true }
    }
  }
}

extension JSON.ElementReader {
  /// The next element that is complete, or nil: then more bytes are wanted, unless the stream has ended.
  @inlinable
  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? {
    while true {
      if _fastPath(UInt16(buffer.cursor[0]) == separator && buffer.cursor[1] > ASCII.space) {
        buffer.cursor += 1
      } else {
        guard try advance() else { return nil }
      }
      var failure: (any Error)?
      if _fastPath(!scansFirst) {
        let start = buffer.cursor
        var reader = makeReader()
        do {
          let value = try Value.readJSON(from: &reader)
          let end = UnsafeMutablePointer(mutating: reader.input.cursor)
          if _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end)) {
            indentation = reader.indentation
            accept(upTo: end)
            return value
          }
        } catch {
          failure = error
        }
      }
      switch try nextWhenWhole(type, after: failure) {
      case .value(let value): return value
      case .none: return nil
      case .passedOver: continue
      }
    }
  }

  /// Hands over the elements that are complete in the window, as long as they follow one another as usual.
  ///
  /// One reader lives from the first to the last of them. Whatever is not as usual is left to `next`.
  @inlinable
  mutating func forEachAtHand<Value: Readable>(_ type: Value.Type, _ body: (Value) throws -> Void) throws {
    if scansFirst { return }
    let base = buffer.cursor
    var reader = makeReader()
    while true {
      let cursor = reader.input.cursor
      guard _fastPath(UInt16(cursor[0]) == separator && cursor[1] > ASCII.space) else { return }
      reader.input.cursor = cursor + 1
      let start = UnsafeMutablePointer(mutating: cursor + 1)
      let next: Value
      do {
        let value = try Value.readJSON(from: &reader)
        let end = UnsafeMutablePointer(mutating: reader.input.cursor)
        guard _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end)) else {
          return try setAside(start)
        }
        buffer.cursor = end
        count &+= 1
        next = value
      } catch {
        return try setAside(start, after: error, at: base)
      }
      try body(next)
    }
  }

  /// A reader at the cursor, which sees everything that is in the window.
  ///
  /// - Safety: the window must not change as long as the reader is in use.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  func makeReader() -> JSON.Reader {
    JSON.Reader(
      GuardedInput(padded: buffer.cursor, cursor: buffer.cursor, end: buffer.end), nesting: nesting,
      indentation: indentation, knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
  }

  /// Whether an element is followed by what separates it from the next one, so that it is certainly complete.
  @inlinable @inline(__always)
  func isFollowedByExpectedSeparator(from start: UnsafeMutablePointer<UInt8>, to end: UnsafeMutablePointer<UInt8>)
    -> Bool
  {
    guard end.pointee == usualSeparator, end - start <= maximumElementSize else { return false }
    guard areLines else { return end > start }
    // A reader takes line feeds for white space; in a line there is none.
    var position = start
    while true {
      let lineFeeds = SixteenBytes(at: position).lineFeeds
      if !lineFeeds.isEmpty { return position + lineFeeds.firstLane == end }
      position += 16
    }
  }

  @inlinable @inline(__always)
  mutating func accept(upTo end: UnsafeMutablePointer<UInt8>) {
    buffer.cursor = end
    separator = soleSeparator
    state = .behindElement
    count &+= 1
  }
}

extension JSON.Reader {
  /// A reader of an element of a stream.
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
