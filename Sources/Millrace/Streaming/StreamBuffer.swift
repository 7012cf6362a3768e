// A window that slides over a stream.
//
// Bytes that were read and not used yet are between `cursor` and `end`. More bytes are appended after them. Before
// that, used bytes are dropped and the rest moves to the front. If the rest fills more than half of the window, the
// size of the window is doubled. After `end` there are always zeros, so that a reader can read in the window without
// comparing with the end (see `GuardedInput`).
//
// Lines are not counted while reading. When bytes are dropped, the line feeds among them are counted, sixty-four bytes at
// a time, so that the location of an error in the stream can be computed. Between two errors, they are counted once.

/// The bytes of a stream that are in memory.
///
/// SAFETY: the window belongs to this value, which deallocates it, or to someone who keeps it alive. `start` ≤ `cursor` ≤
/// `end`, and zeros follow `end`.
@usableFromInline
@safe
package struct StreamBuffer: ~Copyable {
  @usableFromInline package var start: UnsafeMutablePointer<UInt8>
  /// The next unused byte.
  @usableFromInline package var cursor: UnsafeMutablePointer<UInt8>
  /// The address after the last byte that was read. Zeros follow.
  @usableFromInline package var end: UnsafeMutablePointer<UInt8>
  /// Whether no more bytes will follow `end`.
  @usableFromInline package var isComplete = false
  private(set) var capacity: Int
  @usableFromInline let ownsWindow: Bool
  /// The position after the dropped bytes.
  private(set) var dropped = StreamPosition()
  /// The position that was computed last, from which the lines up to later positions are counted.
  @usableFromInline let lastPosition: UnsafeMutablePointer<StreamPosition>

  /// The initial size of the window, in bytes.
  package static var initialCapacity: Int { 1 << 16 }

  package init(capacity: Int = initialCapacity) {
    unsafe self.init(
      .allocate(capacity: capacity + GuardedInput.padding), count: 0, capacity: capacity, ownsWindow: true)
    pad()
  }

  /// Creates a window for a source, which must outlive it.
  ///
  /// - Parameters:
  ///   - capacity: The initial size of the window, in bytes.
  ///   - position: The position of the first byte. Default: the beginning.
  package init(
    for source: any ByteSource, capacity: Int = initialCapacity, at position: StreamPosition = StreamPosition()
  ) {
    // The type is known, because a look-up of a conformance would search all conformances in the program.
    if let source = source as? MemorySource, let first = unsafe source.bytes.baseAddress {
      unsafe self.init(first, count: source.bytes.count, capacity: source.bytes.count, ownsWindow: false)
      isComplete = true
    } else {
      self.init(capacity: capacity)
    }
    dropped = position
  }

  private init(_ start: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int, ownsWindow: Bool) {
    unsafe self.start = unsafe start
    unsafe cursor = unsafe start
    unsafe end = unsafe start + count
    self.capacity = capacity
    self.ownsWindow = ownsWindow
    unsafe lastPosition = .allocate(capacity: 1)
    unsafe lastPosition.initialize(to: StreamPosition())
  }

  @inlinable deinit {
    if ownsWindow { unsafe start.deallocate() }
    unsafe lastPosition.deallocate()
  }

  private func pad() { unsafe end.update(repeating: 0, count: GuardedInput.padding) }

  /// The number of bytes that were read and not used yet.
  package var count: Int { unsafe end - cursor }

  /// The offset of the cursor in the stream, in bytes.
  var offset: Int { unsafe offset(of: cursor) }

  package func offset(of pointer: UnsafeMutablePointer<UInt8>) -> Int { unsafe dropped.offset + (pointer - start) }

  /// The bytes in the window, including used bytes that have not been dropped.
  package var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: end - start) }

  /// Drops used bytes and makes room for at least `minimum` bytes, or more if the window is mostly full.
  private mutating func makeRoom(for minimum: Int) {
    if unsafe cursor > start {
      let rest = count
      dropped = unsafe position(of: cursor)
      unsafe start.update(from: cursor, count: rest)
      unsafe cursor = unsafe start
      unsafe end = unsafe start + rest
    }
    let needed = count + max(minimum, capacity / 2)
    guard needed > capacity else { return }
    capacity = max(2 * capacity, needed)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + GuardedInput.padding)
    unsafe larger.update(from: cursor, count: count)
    unsafe end = unsafe larger + count
    unsafe start.deallocate()
    unsafe start = unsafe larger
    unsafe cursor = unsafe larger
  }

  /// Reads more bytes, and blocks until some are available.
  package mutating func fill(from source: inout any ByteSource) throws {
    makeRoom(for: 1)
    // Reads at most as many bytes as are unused: a window that has grown for one element need not stay full.
    let room = unsafe min(capacity - (end - start), max(Self.initialCapacity, self.count))
    let memory = unsafe UnsafeMutableBufferPointer(start: end, count: room)
    var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    defer { pad() }
    try source.read(into: &output)
    let count = unsafe output.finalize(for: memory)
    unsafe end += count
    if count == 0 { isComplete = true }
  }

  /// Appends bytes that have been received.
  mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let source = bytes.baseAddress else { return }
      makeRoom(for: bytes.count)
      unsafe end.update(from: source, count: bytes.count)
      unsafe end += bytes.count
    }
    pad()
  }

  /// Returns the first line feed from an address in the window on, or nil.
  func firstLineFeed(from start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8>? {
    var position = unsafe start
    while unsafe position < end {
      let lineFeeds = unsafe SixteenBytes(at: position).lineFeeds
      if !lineFeeds.isEmpty { return unsafe position + lineFeeds.firstLane }  // zeros follow the end
      unsafe position += 16
    }
    return nil
  }

  /// Returns the position in the stream of an address in the window.
  package func position(of pointer: UnsafeMutablePointer<UInt8>) -> StreamPosition {
    let last = unsafe lastPosition.pointee
    var position = unsafe last.offset >= dropped.offset && last.offset <= offset(of: pointer) ? last : dropped
    let first = unsafe start + (position.offset - dropped.offset)
    unsafe position.advance(over: UnsafeBufferPointer(start: first, count: pointer - first))
    unsafe lastPosition.pointee = position
    return position
  }
}

/// A position in a stream of text.
@usableFromInline
package struct StreamPosition: Sendable {
  /// The number of bytes before the position.
  package var offset = 0
  /// The number of line feeds before the position.
  package var lines = 0
  /// The number of Unicode scalars between the start of the line and the position.
  var scalarsInLine = 0

  package init() {}

  mutating func advance(over bytes: UnsafeBufferPointer<UInt8>) {
    offset += bytes.count
    var lineStart = 0
    let lineFeeds = unsafe LaneCount.lineFeeds(in: bytes)
    if lineFeeds > 0, let last = unsafe bytes.lastIndex(of: ASCII.lineFeed) {
      lineStart = last + 1
      scalarsInLine = 0
      lines += lineFeeds
    }
    unsafe scalarsInLine += LaneCount.scalars(in: UnsafeBufferPointer(rebasing: bytes[lineStart...]))
  }
}
