import Millrace

/// The bytes of a stream that are needed next, and none after them.
///
/// Lengths in a stream may be anything, so memory is taken as the bytes come: never much more than there are.
@usableFromInline
struct MessageBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The next byte to be used, and one past the last byte that was read.
  private(set) var cursor: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>
  /// Whether nothing more will come.
  private(set) var isComplete = false
  /// The bytes that were used.
  private(set) var offset = 0

  init() {
    capacity = 1 << 12
    start = .allocate(capacity: capacity)
    cursor = start
    end = start
  }

  @inlinable deinit { start.deallocate() }

  /// The number of bytes that were read and not yet used.
  var count: Int { end - cursor }

  /// The bytes that were read and not yet used.
  ///
  /// - Safety: valid until more is read.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: cursor, count: count) }

  /// Skips bytes.
  ///
  /// - Precondition: they have been read.
  mutating func drop(_ count: Int) {
    precondition(count <= self.count, "count exceeds the buffered bytes")
    cursor += count
    offset += count
  }

  /// Reads on until there are so many bytes.
  ///
  /// - Returns: `false` when the stream ends before.
  /// - Throws: what the source throws.
  mutating func require(_ count: Int, from source: inout any ByteSource) throws -> Bool {
    while self.count < count {
      if isComplete { return false }
      makeRoom(for: count)
      let memory = UnsafeMutableBufferPointer(start: end, count: min(count - self.count, capacity - (end - start)))
      var output = OutputSpan(buffer: memory, initializedCount: 0)
      try source.read(into: &output)
      let size = output.finalize(for: memory)
      end += size
      if size == 0 { isComplete = true }
    }
    return true
  }

  /// Moves what is there to the front, and to twice the memory if that is full.
  private mutating func makeRoom(for count: Int) {
    let rest = self.count
    if cursor == start, rest < capacity { return }
    if rest == capacity {
      capacity = min(2 * capacity, max(count, capacity + 1))
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.update(from: cursor, count: rest)
      start.deallocate()
      start = larger
    } else {
      start.update(from: cursor, count: rest)
    }
    cursor = start
    end = start + rest
  }
}
