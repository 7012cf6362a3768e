import Millrace
import SystemLibrary

extension Scan {
  /// Complete rows of a file, in memory, followed by zeros.
  final class Block {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    /// The number of bytes.
    var count = 0
    /// The index of the file, and the offset of the first byte in it.
    let file: Int
    var offset: Int

    init(capacity: Int, file: Int, offset: Int) {
      start = .allocate(capacity: capacity + GuardedInput.padding)
      self.capacity = capacity
      self.file = file
      self.offset = offset
    }

    deinit { start.deallocate() }

    var end: UnsafeMutablePointer<UInt8> { start + count }

    func grow() {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + GuardedInput.padding)
      larger.update(from: start, count: count)
      start.deallocate()
      (start, capacity) = (larger, 2 * capacity)
    }

    /// Stores zeros after the last byte.
    func pad() { end.update(repeating: 0, count: GuardedInput.padding) }

    /// Appends available bytes of a source.
    ///
    /// - Returns: `false` if the source has ended.
    func fill(from source: inout any ByteSource, atMost limit: Int) throws -> Bool {
      let memory = UnsafeMutableBufferPointer(start: end, count: min(capacity - count, limit))
      var output = OutputSpan(buffer: memory, initializedCount: 0)
      try source.read(into: &output)
      let added = output.finalize(for: memory)
      count += added
      return added > 0
    }
  }

  /// Finds the ends of rows: after a line feed, in CSV only if the line feed is not between quotes.
  struct RowEnds {
    let isCSV: Bool
    /// Whether the next byte is between quotes.
    private var isQuoted: Bool

    init(isCSV: Bool, isQuoted: Bool = false) {
      self.isCSV = isCSV
      self.isQuoted = isQuoted
    }

    /// Returns the end of the first or the last row in some bytes, which is after its line feed, or nil if no row ends
    /// there.
    ///
    /// - Safety: after the bytes there must be 64 readable bytes.
    mutating func find(
      _ which: Which, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> UnsafePointer<UInt8>? {
      if !isCSV {
        let found = which == .first ? memchr(start, Int32(ASCII.lineFeed), end - start) : lastLineFeed(start, end)
        return found.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) + 1 }
      }
      var position = start
      var last: UnsafePointer<UInt8>?
      while position < end {
        let bytes = SixtyFourBytes(at: position)
        let size = min(64, end - position)
        let present = UInt64.max &>> UInt64(64 - size)
        let inside = (bytes.bits(of: ASCII.quote) & present).prefixParity ^ (isQuoted ? .max : 0)
        let feeds = bytes.bits(of: ASCII.lineFeed) & ~inside & present
        if feeds != 0 {
          if which == .first {
            isQuoted = false
            return position + feeds.trailingZeroBitCount + 1
          }
          last = position + (64 - feeds.leadingZeroBitCount)
        }
        isQuoted = inside &>> UInt64(size - 1) & 1 != 0
        position += size
      }
      return last
    }

    enum Which { case first, last }
  }
}

private func lastLineFeed(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UnsafeMutableRawPointer? {
  var position = end
  while position > start {
    position -= 1
    if position.pointee == ASCII.lineFeed { return UnsafeMutableRawPointer(mutating: position) }
  }
  return nil
}
