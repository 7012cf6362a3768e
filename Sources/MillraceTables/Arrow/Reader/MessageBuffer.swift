import Millrace

/// The bytes of a stream that are needed next, and no bytes after them.
///
/// A stream can contain any length, so memory is allocated as bytes arrive: never much more than their number.
///
/// SAFETY: the memory belongs to this value, which deallocates it. `start` ≤ `cursor` ≤ `end`.
@usableFromInline
@safe
struct MessageBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The next unused byte, and the address after the last byte that was read.
  private(set) var cursor: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>
  /// Whether the source has ended.
  private(set) var isComplete = false
  /// The number of bytes that have been used.
  private(set) var offset = 0

  init() {
    capacity = 1 << 12
    unsafe start = .allocate(capacity: capacity)
    unsafe cursor = unsafe start
    unsafe end = unsafe start
  }

  @inlinable deinit { unsafe start.deallocate() }

  /// The number of bytes that were read and not used yet.
  var count: Int { unsafe end - cursor }

  /// The bytes that were read and not used yet.
  ///
  /// - Safety: The bytes are valid until more bytes are read.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: cursor, count: count) }

  /// Skips bytes.
  ///
  /// - Precondition: The bytes have been read.
  mutating func drop(_ count: Int) {
    precondition(count <= self.count, "count exceeds the buffered bytes")
    unsafe cursor += count
    offset += count
  }

  /// Reads more bytes until at least this number is in memory.
  ///
  /// - Returns: `false` if the stream ends before.
  /// - Throws: Errors of the source.
  mutating func require(_ count: Int, from source: inout any ByteSource) throws -> Bool {
    while self.count < count {
      if isComplete { return false }
      makeRoom(for: count)
      let memory = unsafe UnsafeMutableBufferPointer(
        start: end, count: min(count - self.count, capacity - (end - start)))
      var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
      try source.read(into: &output)
      let size = unsafe output.finalize(for: memory)
      unsafe end += size
      if size == 0 { isComplete = true }
    }
    return true
  }

  /// Moves the unused bytes to the front, and to twice the memory if it is full.
  private mutating func makeRoom(for count: Int) {
    let rest = self.count
    if unsafe cursor == start, rest < capacity { return }
    if rest == capacity {
      capacity = min(2 * capacity, max(count, capacity + 1))
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      unsafe larger.update(from: cursor, count: rest)
      unsafe start.deallocate()
      unsafe start = unsafe larger
    } else {
      unsafe start.update(from: cursor, count: rest)
    }
    unsafe cursor = unsafe start
    unsafe end = unsafe start + rest
  }
}
