// A window that slides over a stream.
//
// What was read and is not yet used is between `cursor` and `end`. More is read after it; before that, what was
// used is dropped and the rest moves to the front, and when the rest fills more than half of the window, the window
// becomes twice as large. After `end` there are always zeros, so that a reader may read in it without comparing with
// the end (see `GuardedInput`).
//
// Lines are not counted while reading. When bytes are dropped, the line feeds among them are counted, sixteen at a time,
// so that an error can say where in the stream it is.

/// The bytes of a stream that are in memory.
@usableFromInline
package struct StreamBuffer: ~Copyable {
  @usableFromInline package var start: UnsafeMutablePointer<UInt8>
  /// The next byte to be used.
  @usableFromInline package var cursor: UnsafeMutablePointer<UInt8>
  /// One past the last byte that was read. Zeros follow.
  @usableFromInline package var end: UnsafeMutablePointer<UInt8>
  /// Whether nothing will come after `end`.
  @usableFromInline package var isComplete = false
  private(set) var capacity: Int
  /// What was dropped.
  private(set) var dropped = StreamPosition()
  /// A position in the window, from which lines are counted for the positions after it.
  private var checkpoint = StreamPosition()

  /// The bytes of the window at first.
  package static var initialCapacity: Int { 1 << 16 }

  package init(capacity: Int = initialCapacity) {
    self.capacity = capacity
    start = .allocate(capacity: capacity + GuardedInput.padding)
    cursor = start
    end = start
    pad()
  }

  @inlinable deinit { start.deallocate() }

  private func pad() { end.update(repeating: 0, count: GuardedInput.padding) }

  /// The number of bytes that were read and not yet used.
  package var count: Int { end - cursor }

  /// The cursor's distance from the beginning of the stream.
  var offset: Int { offset(of: cursor) }

  package func offset(of pointer: UnsafeMutablePointer<UInt8>) -> Int { dropped.offset + (pointer - start) }

  /// The bytes in the window, with some that were used.
  package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: end - start) }

  /// Drops what was used and makes room for at least `minimum` bytes, or more if the window is rather full.
  private mutating func makeRoom(for minimum: Int) {
    if cursor > start {
      let rest = count
      dropped = position(of: cursor)
      checkpoint = dropped
      start.update(from: cursor, count: rest)
      cursor = start
      end = start + rest
    }
    let needed = count + max(minimum, capacity / 2)
    guard needed > capacity else { return }
    capacity = max(2 * capacity, needed)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + GuardedInput.padding)
    larger.update(from: cursor, count: count)
    end = larger + count
    start.deallocate()
    start = larger
    cursor = larger
  }

  /// Reads on, and waits until there is something to be read.
  package mutating func fill(from source: inout any ByteSource) throws {
    makeRoom(for: 1)
    // Never much more than there is: a window that has become large for one element need not stay full.
    let room = min(capacity - (end - start), max(Self.initialCapacity, self.count))
    let memory = UnsafeMutableBufferPointer(start: end, count: room)
    var output = OutputSpan(buffer: memory, initializedCount: 0)
    defer { pad() }
    try source.read(into: &output)
    let count = output.finalize(for: memory)
    end += count
    if count == 0 { isComplete = true }
  }

  /// Takes bytes that have come.
  mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      makeRoom(for: bytes.count)
      end.update(from: source, count: bytes.count)
      end += bytes.count
    }
    pad()
  }

  /// The first line feed from a byte of the window on, if there is one.
  func firstLineFeed(from start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    var position = start
    while position < end {
      let lineFeeds = SixteenBytes(at: position).lineFeeds
      if !lineFeeds.isEmpty { return position + lineFeeds.firstLane }  // after the end there are zeros
      position += 16
    }
    return nil
  }

  /// Where in the stream a byte of the window is.
  package func position(of pointer: UnsafeMutablePointer<UInt8>) -> StreamPosition {
    var position = checkpoint.offset <= offset(of: pointer) ? checkpoint : dropped
    let first = start + (position.offset - dropped.offset)
    position.advance(over: UnsafeBufferPointer(start: first, count: pointer - first))
    return position
  }

  /// Counts the lines up to a byte of the window, so that the errors after it need not count them again.
  package mutating func setCheckpoint(at pointer: UnsafeMutablePointer<UInt8>) { checkpoint = position(of: pointer) }
}

/// A place in a stream of text.
package struct StreamPosition {
  /// The bytes before it.
  var offset = 0
  /// The line feeds before it.
  package var lines = 0
  /// The Unicode scalars before it in its line.
  var scalarsInLine = 0

  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    offset += bytes.count
    var lineStart = 0
    let lineFeeds = LaneCount.lineFeeds(in: bytes)
    if lineFeeds > 0, let last = bytes.lastIndex(of: ASCII.lineFeed) {
      lineStart = last + 1
      scalarsInLine = 0
      lines += lineFeeds
    }
    scalarsInLine += LaneCount.scalars(in: UnsafeBufferPointer(rebasing: bytes[lineStart...]))
  }
}
