/// Bytes that have arrived and were not used yet.
struct InputBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  /// The bytes of memory that are allocated.
  var capacity: Int { bytes.capacity }
  var isEmpty: Bool { count == 0 }
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { bytes.span.extracting(start...) }
  }

  mutating func append(_ more: UnsafeRawBufferPointer) { bytes.append(contentsOf: more) }

  /// Lets go of the first bytes.
  mutating func removeFirst(_ count: Int) {
    start += count
    if start == bytes.count {
      // What a large body needed is not kept for the sake of small heads.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 12)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  /// Takes out the first bytes.
  mutating func take(_ count: Int) -> [UInt8] {
    let taken = Array(bytes[start..<start + count])
    removeFirst(count)
    return taken
  }
}
