import SystemLibrary

// The output: one growing array with a reserve after its end, called the slack.
//
// One rule makes writing cheap: when a call starts, the cursor is not after `limit`, and `slack` bytes may be written
// after the limit. A bracket, a number, a literal or a key of up to `longestUncheckedKey` bytes is therefore written
// first, and checked once afterwards with `growIfFull`. Only text of unknown length reserves memory before it is
// written.
//
// The first bytes are written to scratch memory, if the caller provides it, because most documents are small. Larger
// documents use the memory of an array, because most callers need an array in the end: it is returned without a copy.
// During writing, the memory is accessed by a pointer that was taken once. `withUnsafeMutableBufferPointer` does not
// guarantee that this works. It does work for every array that has a single reference and is not changed, because its
// elements are in an object that does not move. `takeArray` checks whether it moved. If it did, it stops the process
// rather than return other bytes than were written.
//
// The cursor is a raw pointer, and bytes are stored only with `storeBytes`, for a reason: the optimizer of Swift 6.3.1
// drops a store through a typed pointer at a constant negative offset if a store at offset zero follows (dead store
// elimination treats them as the same address), so that `cursor[-1] = colon; cursor[0] = bracket` loses the colon.

/// A growing array of bytes.
///
/// SAFETY: the memory belongs to `storage` or to the caller. Every store is preceded by a comparison of the cursor with
/// `limit`.
@usableFromInline
@safe
package struct OutputBuffer: ~Copyable {
  /// The number of bytes that are always available after `limit`: for the longest unchecked key and a number.
  @inlinable static var slack: Int { longestUncheckedKey + numberCapacity }
  @inlinable static var longestUncheckedKey: Int { 64 }

  @usableFromInline var cursor: UnsafeMutableRawPointer
  @usableFromInline var limit: UnsafeMutableRawPointer
  @usableFromInline package var start: UnsafeMutableRawPointer
  /// The array. Its count equals its capacity; only the bytes up to the cursor have content. Empty while scratch memory
  /// is used.
  private var storage: [UInt8]
  @usableFromInline package let knowsLayoutOfShortStrings: Bool
  /// Whether numbers with many digits are written in the format of Swift's description. See `append(_:followedBy:)`.
  package var numbersAreDescriptions = false

  @usableFromInline
  package init(minimumCapacity: Int) {
    knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    storage = Self.array(capacity: max(minimumCapacity, 2 * Self.slack))
    unsafe start = unsafe Self.address(of: &storage)
    unsafe cursor = unsafe start
    unsafe limit = unsafe start + (storage.count - Self.slack)
  }

  /// The size of the scratch memory that a caller may provide, in bytes: the most that Swift allocates on the stack.
  @inlinable static var scratchCapacity: Int { 1024 }

  /// - Safety: `scratch` must have `scratchCapacity` bytes and outlive this value.
  @usableFromInline
  init(scratch: UnsafeMutableRawPointer) {
    knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    storage = []
    unsafe start = unsafe scratch
    unsafe cursor = unsafe start
    unsafe limit = unsafe start + (Self.scratchCapacity - Self.slack)
  }

  private static func array(capacity: Int) -> [UInt8] {
    var array: [UInt8] = []
    array.append(addingCapacity: capacity) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        // SAFETY: an array with a reserved capacity has an address.
        unsafe preferLargePages(
          from: UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped), count: memory.count)
        count = memory.count
      }
    }
    return array
  }

  private static func address(of storage: inout [UInt8]) -> UnsafeMutableRawPointer {
    // SAFETY: see above; and every array here has capacity.
    unsafe storage.withUnsafeMutableBytes { unsafe $0.baseAddress.unsafelyUnwrapped }
  }

  /// The bytes written so far.
  @inlinable package var count: Int { unsafe cursor - start }

  @inlinable package mutating func removeAll() { unsafe cursor = unsafe start }

  /// Releases memory that only few documents need. The buffer must be empty.
  package mutating func dropLargeMemory() {
    guard capacity > 4 << 20 else { return }
    storage = Self.array(capacity: 1024)
    unsafe start = unsafe Self.address(of: &storage)
    unsafe cursor = unsafe start
    unsafe limit = unsafe start + (storage.count - Self.slack)
  }

  /// Removes the bytes that were written last.
  @inlinable
  package mutating func removeLast(_ count: Int) { unsafe cursor -= count }

  /// Moves the bytes after the first `count` bytes to the start.
  @usableFromInline
  mutating func removeFirst(_ count: Int) {
    let kept = self.count - count
    unsafe memmove(start, start + count, kept)
    unsafe cursor = unsafe start + kept
  }

  /// Ends the writing and returns the written bytes.
  ///
  /// - Complexity: O(1) for a large array, unless less than half of it is used: then it is copied, to release the
  ///   unused memory.
  @usableFromInline
  package consuming func takeArray() -> [UInt8] {
    let count = count
    if storage.isEmpty || storage.count > 5 * count { return copy() }
    unsafe precondition(Self.address(of: &storage) == start, "the storage of a uniquely referenced array has moved")
    storage.removeLast(storage.count - count)
    return storage
  }

  private func copy() -> [UInt8] {
    let count = count
    guard count > 0, let memory = memoryOfBytes else {
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
    let (array, target) = unsafe memory.allocate(count: count, stride: 1)
    unsafe target.copyMemory(from: start, byteCount: count)
    return unsafe ArrayMemory.take(array, of: UInt8.self)
  }

  @inlinable @inline(__always)
  package mutating func growIfFull() {
    if unsafe _slowPath(cursor > limit) { grow(toFit: 0) }
  }

  /// Reserves `count` bytes, and the slack after them.
  @inlinable @inline(__always)
  package mutating func reserve(_ count: Int) {
    if unsafe _slowPath(limit - cursor < count) { grow(toFit: count) }
  }

  @usableFromInline @inline(never)
  mutating func grow(toFit more: Int) {
    resize(to: count + more + 2 * Self.slack)
  }

  /// Reserves memory for `count` pieces of about `size` bytes each and some more, within reasonable limits.
  @usableFromInline
  mutating func reserve(expecting count: Int, of size: Double) {
    let most = Double(max(64 << 20, 8 * self.count))
    let expected = self.count + Int(min(Double(count) * size * 1.125, most)) + 2 * Self.slack
    if expected > capacity { resize(to: expected) }
  }

  private var capacity: Int { unsafe limit - start + Self.slack }

  /// Moves to memory that is large enough and several times as large as before. Unused memory after the content is
  /// never touched, so most systems do not map it.
  private mutating func resize(to sufficient: Int) {
    let used = count
    let capacity = max(sufficient, capacity * (capacity < 16 << 20 ? 4 : 2))
    var larger = Self.array(capacity: capacity)
    let address = unsafe Self.address(of: &larger)
    unsafe memcpy(address, start, used)
    storage = larger
    unsafe start = unsafe address
    unsafe cursor = unsafe start + used
    unsafe limit = unsafe start + (storage.count - Self.slack)
  }

  /// The byte that was written last. The buffer must not be empty.
  @inlinable package var lastByte: UInt8 {
    @inline(__always) get { unsafe cursor.load(fromByteOffset: -1, as: UInt8.self) }
    @inline(__always) set { unsafe cursor.storeBytes(of: newValue, toByteOffset: -1, as: UInt8.self) }
  }

  /// A byte that was written before; the distance of the last byte is 1. The buffer must contain that many bytes.
  @inlinable
  func byte(fromEnd distance: Int) -> UInt8 { unsafe (cursor - distance).load(as: UInt8.self) }

  /// The address of the next byte, for functions that write numbers.
  @inlinable package var target: UnsafeMutablePointer<UInt8> {
    @inline(__always) get { unsafe cursor.assumingMemoryBound(to: UInt8.self) }
    @inline(__always) set { unsafe cursor = UnsafeMutableRawPointer(newValue) }
  }

  // MARK: Within the slack: the caller checks afterwards

  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) {
    unsafe cursor.storeBytes(of: byte, as: UInt8.self)
    unsafe cursor += 1
  }

  /// Appends the lowest `count` bytes of a word.
  @inlinable @inline(__always)
  package mutating func append(_ word: UInt64, count: Int) {
    unsafe cursor.storeBytes(of: word.littleEndian, as: UInt64.self)
    unsafe cursor += count
  }

  /// Appends a literal. Room for a long literal is reserved first.
  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) {
    let count = literal.utf8CodeUnitCount
    if count > Self.longestUncheckedKey { reserve(count) }
    unsafe memcpy(cursor, literal.utf8Start, count)
    unsafe cursor += count
  }

  /// Appends the first bytes of two times sixteen.
  @inlinable @inline(__always)
  mutating func append(_ first: SixteenBytes, _ second: SixteenBytes, count: Int) {
    unsafe first.store(at: target)
    unsafe second.store(at: target + 16)
    unsafe cursor += count
  }

  // MARK: Any length

  @inlinable
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe memcpy(cursor, source, bytes.count)
    unsafe cursor += bytes.count
  }

  @inlinable
  package mutating func append(repeating byte: UInt8, count: Int) {
    reserve(count)
    unsafe memset(cursor, Int32(byte), count)
    unsafe cursor += count
  }
}

/// What is needed to make arrays of bytes. The initializer of the standard library takes as long as writing a small object.
private let memoryOfBytes = ArrayMemory(of: UInt8.self)

/// The pieces in which a long array is written, each sixteen times as long as the previous one. The size of a piece predicts the size
/// of the rest, so that the buffer of a large document grows in a few steps and is rarely copied.
@usableFromInline
struct ArrayPieces {
  /// The number of elements that need no pieces.
  @inlinable static var shortArray: Int { 16 }

  @usableFromInline private(set) var current = 0..<0
  private let count: Int
  private var sizeBefore = 0

  @usableFromInline
  init(of count: Int) { self.count = count }

  /// Moves to the next piece.
  ///
  /// - Parameter output: Where the elements of the current piece have been written.
  /// - Returns: Whether there is one.
  @usableFromInline
  mutating func advance(_ output: inout OutputBuffer) -> Bool {
    let next = current.upperBound
    if !current.isEmpty, next < count {
      output.reserve(expecting: count - next, of: Double(output.count - sizeBefore) / Double(current.count))
    }
    sizeBefore = output.count
    current = next..<min(max(Self.shortArray, 16 * next), count)
    return !current.isEmpty
  }
}
