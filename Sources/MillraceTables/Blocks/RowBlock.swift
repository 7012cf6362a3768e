import Millrace
import SystemLibrary

/// A part of a text that consists of complete rows, in memory that is followed by zeros.
///
/// It is sendable because one thread at a time uses it.
///
/// SAFETY: the memory belongs to this object, which deallocates it.
@safe
package final class RowBlock: @unchecked Sendable {
  package private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  /// The number of bytes.
  package private(set) var count = 0
  /// The number of bytes of the text before the block.
  package fileprivate(set) var offset = 0
  /// Whether the block is the beginning of a row that is larger than the maximum. The rest of the row is in no block.
  package fileprivate(set) var isOversized = false
  /// The place of the rows in a stream of JSON; nil for lines and CSV.
  package private(set) var run: JSON.ElementRun?

  /// - Parameter capacity: The size of the memory, in bytes.
  package init(capacity: Int) {
    self.capacity = capacity
    unsafe start = .allocate(capacity: capacity + GuardedInput.padding)
  }

  /// Creates a block with a copy of some bytes.
  package convenience init(_ bytes: [UInt8]) {
    self.init(capacity: bytes.count)
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
    pad()
  }

  deinit { unsafe start.deallocate() }

  /// The address after the last byte.
  package var end: UnsafeMutablePointer<UInt8> { unsafe start + count }

  /// The bytes, which are valid as long as the block is alive and unchanged.
  package var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: count) }

  /// The bytes from an index on, as a source. The block must not be changed while it is read.
  package func source(from index: Int = 0) -> MemorySource {
    let first = min(index, count)
    return unsafe MemorySource(UnsafeMutableBufferPointer(start: start + first, count: count - first), owner: self)
  }

  // MARK: Filling

  /// Makes the block an empty one.
  func reset(offset: Int) {
    (count, self.offset, isOversized, run) = (0, offset, false, nil)
  }

  func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity + GuardedInput.padding)
    unsafe larger.update(from: start, count: count)
    unsafe start.deallocate()
    unsafe (start, capacity) = unsafe (larger, 2 * capacity)
  }

  /// Appends bytes, and makes room for them.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    while capacity - count < bytes.count { grow() }
    if let first = bytes.baseAddress { unsafe end.update(from: first, count: bytes.count) }
    count += bytes.count
  }

  /// Ends a block of elements, and removes the bytes after the last one.
  func end(_ run: JSON.ElementRun) {
    (count, offset, self.run) = (run.byteCount, run.position.offset, run)
    pad()
  }

  /// Appends available bytes of a source.
  ///
  /// - Returns: `false` if the source has ended.
  func fill(from source: inout any ByteSource, atMost limit: Int = .max) throws -> Bool {
    let memory = unsafe UnsafeMutableBufferPointer(start: end, count: min(capacity - count, limit))
    var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
    try source.read(into: &output)
    let added = unsafe output.finalize(for: memory)
    count += added
    return added > 0
  }

  /// Removes the bytes from an index on, and returns them.
  func removeBytes(from index: Int) -> [UInt8] {
    defer { count = index }
    return unsafe Array(UnsafeBufferPointer(start: start + index, count: count - index))
  }

  func markAsOversized() { isOversized = true }

  /// Stores zeros after the last byte.
  func pad() { unsafe end.update(repeating: 0, count: GuardedInput.padding) }
}
