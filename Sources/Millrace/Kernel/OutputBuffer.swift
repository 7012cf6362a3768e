import SystemLibrary

// Bytes being written: one growing array with slack after its end.
//
// The rule that makes writing cheap: whenever a call starts, the cursor is not after `limit`, and `slack` bytes may be
// written after the limit. A bracket, a number, a literal or a key of up to `longestUncheckedKey` bytes is therefore
// written first, and checked once afterwards with `growIfFull`. Only text of unknown length asks beforehand.
//
// What is written first goes to scratch memory, if the caller has some: most documents are small. Larger documents use
// the memory of an array, because an array is what most callers want in the end: it is handed out without being copied.
// While it is written to, it is reached by a pointer that was taken once. That is more than
// `withUnsafeMutableBufferPointer` promises, though it holds for every array that is referred to once and left alone:
// its elements are in an object that does not move. `takeArray` looks whether it did, and stops the process rather than
// handing out other bytes than were written.
//
// The cursor is a raw pointer, and bytes are stored by `storeBytes` only, for a reason: the optimizer of Swift 6.3.1
// drops a store through a typed pointer at a constant negative offset when one at offset zero follows it (dead store
// elimination takes them for the same place), so that `cursor[-1] = colon; cursor[0] = bracket` loses the colon.

/// A growing array of bytes.
@usableFromInline
package struct OutputBuffer: ~Copyable {
  /// Bytes after `limit` that are always there: the longest key that is not checked and a number.
  @inlinable static var slack: Int { longestUncheckedKey + numberCapacity }
  @inlinable static var longestUncheckedKey: Int { 64 }

  @usableFromInline var cursor: UnsafeMutableRawPointer
  @usableFromInline var limit: UnsafeMutableRawPointer
  @usableFromInline package var start: UnsafeMutableRawPointer
  /// As long as its capacity, but for the bytes up to the cursor without content. Empty as long as there is scratch.
  private var storage: [UInt8]
  package let knowsLayoutOfShortStrings: Bool
  /// Whether numbers with many digits are laid out as Swift describes them. See `append(_:followedBy:)`.
  package var numbersAreDescriptions = false

  @usableFromInline
  package init(minimumCapacity: Int) {
    knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    storage = Self.array(capacity: max(minimumCapacity, 2 * Self.slack))
    start = Self.address(of: &storage)
    cursor = start
    limit = start + (storage.count - Self.slack)
  }

  /// The bytes of scratch memory that a caller may offer: as many as Swift gives on the stack.
  @inlinable static var scratchCapacity: Int { 1024 }

  /// - Safety: `scratch` must have `scratchCapacity` bytes and outlive this value.
  @usableFromInline
  init(scratch: UnsafeMutableRawPointer) {
    knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    storage = []
    start = scratch
    cursor = start
    limit = start + (Self.scratchCapacity - Self.slack)
  }

  private static func array(capacity: Int) -> [UInt8] {
    var array: [UInt8] = []
    array.append(addingCapacity: capacity) { output in
      output.withUnsafeMutableBufferPointer { memory, count in
        // SAFETY: an array that was asked for capacity has an address.
        preferLargePages(from: UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped), count: memory.count)
        count = memory.count
      }
    }
    return array
  }

  private static func address(of storage: inout [UInt8]) -> UnsafeMutableRawPointer {
    // SAFETY: see above; and there is no array here that has no capacity.
    storage.withUnsafeMutableBytes { $0.baseAddress.unsafelyUnwrapped }
  }

  /// The bytes written so far.
  @inlinable package var count: Int { cursor - start }

  @inlinable package mutating func removeAll() { cursor = start }

  /// Lets go of memory that only few documents need. The buffer must be empty.
  package mutating func dropLargeMemory() {
    guard capacity > 4 << 20 else { return }
    storage = Self.array(capacity: 1024)
    start = Self.address(of: &storage)
    cursor = start
    limit = start + (storage.count - Self.slack)
  }

  /// Takes back what was written last.
  @inlinable
  package mutating func removeLast(_ count: Int) { cursor -= count }

  /// Moves what follows the first `count` bytes to the start.
  @usableFromInline
  mutating func removeFirst(_ count: Int) {
    let kept = self.count - count
    memmove(start, start + count, kept)
    cursor = start + kept
  }

  /// Ends the writing and hands out what was written.
  ///
  /// - Complexity: O(1) for a large array, unless less than half of it is in use: the rest is not worth holding.
  @usableFromInline
  package consuming func takeArray() -> [UInt8] {
    let count = count
    if storage.isEmpty || storage.count > 5 * count { return copy() }
    precondition(Self.address(of: &storage) == start, "the storage of a uniquely referenced array has moved")
    storage.removeLast(storage.count - count)
    return storage
  }

  private func copy() -> [UInt8] {
    var array: [UInt8] = []
    array.append(addingCapacity: count) { output in
      output.withUnsafeMutableBufferPointer { memory, initialized in
        if let target = memory.baseAddress { memcpy(target, start, count) }
        initialized = count
      }
    }
    return array
  }

  @inlinable @inline(__always)
  package mutating func growIfFull() {
    if _slowPath(cursor > limit) { grow(toFit: 0) }
  }

  /// Makes room for `count` bytes, and for the slack after them.
  @inlinable @inline(__always)
  package mutating func reserve(_ count: Int) {
    if _slowPath(limit - cursor < count) { grow(toFit: count) }
  }

  @usableFromInline @inline(never)
  mutating func grow(toFit more: Int) {
    resize(to: count + more + 2 * Self.slack)
  }

  /// Makes room for `count` pieces of about `size` bytes and some more, as far as that is reasonable.
  @usableFromInline
  mutating func reserve(expecting count: Int, of size: Double) {
    let most = Double(max(64 << 20, 8 * self.count))
    let expected = self.count + Int(min(Double(count) * size * 1.125, most)) + 2 * Self.slack
    if expected > capacity { resize(to: expected) }
  }

  private var capacity: Int { limit - start + Self.slack }

  /// Moves to memory that is large enough and several times as large as before: what is unused after the content is
  /// never touched, so that most systems do not even provide it.
  private mutating func resize(to sufficient: Int) {
    let used = count
    let capacity = max(sufficient, capacity * (capacity < 16 << 20 ? 4 : 2))
    var larger = Self.array(capacity: capacity)
    let address = Self.address(of: &larger)
    memcpy(address, start, used)
    storage = larger
    start = address
    cursor = start + used
    limit = start + (storage.count - Self.slack)
  }

  /// The byte written last. There must be one.
  @inlinable package var lastByte: UInt8 {
    @inline(__always) get { cursor.load(fromByteOffset: -1, as: UInt8.self) }
    @inline(__always) set { cursor.storeBytes(of: newValue, toByteOffset: -1, as: UInt8.self) }
  }

  /// A byte written before: 1 is the last one. There must be that many.
  @inlinable
  func byte(fromEnd distance: Int) -> UInt8 { (cursor - distance).load(as: UInt8.self) }

  /// Where the next byte goes, for functions that write numbers.
  @inlinable package var target: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { cursor.assumingMemoryBound(to: UInt8.self) }
    @inline(__always) set { cursor = UnsafeMutableRawPointer(newValue) }
  }

  // MARK: Within the slack: the caller checks afterwards

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    cursor.storeBytes(of: byte, as: UInt8.self)
    cursor += 1
  }

  /// Appends the lowest `count` bytes of a word.
  @inlinable @inline(__always)
  package mutating func append(_ word: UInt64, count: Int) {
    cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
    cursor += count
  }

  /// Appends a literal; a long one is checked for.
  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    if count > Self.longestUncheckedKey { reserve(count) }
    memcpy(cursor, literal.utf8Start, count)
    cursor += count
  }

  // MARK: Any length

  /// Appends bytes as they are.
  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    memcpy(cursor, source, bytes.count)
    cursor += bytes.count
  }

  @inlinable
  package mutating func append(repeating byte: UInt8, count: Int) {
    reserve(count)
    memset(cursor, Int32(byte), count)
    cursor += count
  }
}
