import SystemLibrary

// Reading without comparing every position with the end of the input.
//
// A parser that compares the cursor with the end before each load spends a tenth to two thirds of its instructions on
// these comparisons. A parser that requires padded input makes its caller copy. This one does neither. The caller's
// bytes are read without a check only while the cursor is at least `margin` bytes before their end. When the cursor
// passes that limit, the rest (normally at most `margin` bytes) is copied once into a buffer with zeros after it. No
// loop of a reader moves past a zero byte, because no token contains one. From there on no comparison is needed.
//
// In return, readers must obey a rule: between two calls of `guardEnd` (or comparisons with `isPastLimit`) the cursor
// and the widest load after it move less than `margin` bytes. Tokens that can be longer compare while they are read. If
// they are past the limit, they call `moveToTail` and start again at their first byte. Do not change this file without
// the tests that place the end of the input next to an inaccessible page.

/// A window onto borrowed bytes, with a cursor.
///
/// SAFETY: the memory belongs to the caller and must outlive this value. Loads stay in it as the rule above describes.
@usableFromInline
@safe
package struct GuardedInput: ~Copyable {
  /// The distance from the end of borrowed memory at which reading without checks stops, in bytes.
  @inlinable static var margin: Int { 192 }
  /// The number of zero bytes after the tail: more than the widest load reads after the zero that stops it.
  @inlinable package static var padding: Int { 80 }

  /// The next byte to be read.
  @usableFromInline package var cursor: UnsafePointer<UInt8>
  /// After this address the cursor must first move to the tail. In the tail it is the highest possible address.
  @usableFromInline var limit: UnsafePointer<UInt8>
  /// The address after the last byte of the input, in borrowed memory or in the tail.
  @usableFromInline var end: UnsafePointer<UInt8>
  /// The complete input, in the caller's memory.
  @usableFromInline let document: UnsafeBufferPointer<UInt8>
  /// The caller's memory for a short tail.
  @usableFromInline let scratch: UnsafeMutablePointer<UInt8>?
  /// The padded copy of the last bytes, once the cursor has reached them: in the scratch memory, or in allocated
  /// memory.
  @usableFromInline var tail: UnsafeMutablePointer<UInt8>?

  /// The size of the scratch memory, in bytes.
  @inlinable static var scratchCapacity: Int { margin + padding }

  /// - Parameter scratch: Memory of `scratchCapacity` bytes for the tail, which saves an allocation in most cases.
  /// - Safety: `bytes` must stay alive and unchanged as long as this value is in use, and `scratch` must stay alive.
  @inlinable
  init(_ bytes: UnsafeBufferPointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>? = nil) {
    unsafe document = unsafe bytes
    unsafe self.scratch = unsafe scratch
    unsafe tail = nil
    if let start = bytes.baseAddress, bytes.count > Self.margin {
      unsafe cursor = unsafe start
      unsafe end = unsafe start + bytes.count
      unsafe limit = unsafe end - Self.margin
    } else {
      // Placeholders until `moveToTail` has allocated the only memory that is read.
      unsafe cursor = unsafe Self.highestAddress
      unsafe end = unsafe cursor
      unsafe limit = unsafe cursor
      moveToTail(from: 0)
    }
  }

  /// Creates a window onto memory that has zeros after its end, like the tail: nothing is compared or copied.
  ///
  /// - Parameters:
  ///   - start: The address that offsets are relative to.
  ///   - cursor: The first byte to be read.
  /// - Safety: from `start` to `end`, and `padding` bytes after it, must stay alive and unchanged as long as this value
  ///   is in use, and the byte at `end` must be zero.
  @inlinable @inline(__always)
  package init(padded start: UnsafeMutablePointer<UInt8>, cursor: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    unsafe document = unsafe UnsafeBufferPointer(start: start, count: end - UnsafePointer(start))
    unsafe scratch = unsafe start
    unsafe tail = unsafe start
    unsafe self.cursor = unsafe cursor
    unsafe self.end = unsafe end
    unsafe limit = unsafe Self.highestAddress
  }

  @inlinable deinit {
    if unsafe tail != scratch { unsafe tail?.deallocate() }
  }

  @inlinable static var highestAddress: UnsafePointer<UInt8> {
    unsafe UnsafePointer(bitPattern: UInt.max).unsafelyUnwrapped
  }

  // MARK: The position of the cursor

  /// The offset of the cursor from the start of the input, in bytes.
  @inlinable var offset: Int { unsafe offset(of: cursor) }

  @inlinable func offset(of pointer: UnsafePointer<UInt8>) -> Int { unsafe document.count &- (end - pointer) }

  @inlinable var isAtEnd: Bool { unsafe cursor == end }

  // MARK: The end of the input

  /// Compares the cursor with the limit, and moves to the tail if it is after the limit.
  @inlinable @inline(__always)
  mutating func guardEnd() {
    if unsafe _slowPath(cursor > limit) { moveToTail() }
  }

  @inlinable @inline(__always)
  func isPastLimit(_ pointer: UnsafePointer<UInt8>) -> Bool { unsafe _slowPath(pointer > limit) }

  /// Copies the rest of the input, from the cursor on, into padded memory. Pointers taken before are invalid
  /// afterwards.
  @usableFromInline @inline(never)
  mutating func moveToTail() { moveToTail(from: offset) }

  @usableFromInline @inline(never)
  mutating func moveToTail(from offset: Int) {
    let count = unsafe document.count - offset
    unsafe assert(tail == nil, "the cursor is after the limit of the tail")
    let isShort = count <= Self.margin
    let memory = unsafe (isShort ? scratch : nil) ?? .allocate(capacity: count + Self.padding)
    if let start = unsafe document.baseAddress { unsafe memory.update(from: start + offset, count: count) }
    unsafe (memory + count).update(repeating: 0, count: Self.padding)
    unsafe tail = unsafe memory
    unsafe cursor = unsafe UnsafePointer(memory)
    unsafe end = unsafe cursor + count
    unsafe limit = unsafe Self.highestAddress
  }

  // MARK: Rewinding

  /// Sets the cursor to an offset where it was before, even if that is not in the tail. Pointers taken before are
  /// invalid afterwards.
  ///
  /// - Parameter offset: The offset from the start of the input, in bytes. It is clamped to the input, so that a wrong
  ///   offset reads wrong bytes but never memory outside the input.
  @inlinable
  mutating func rewind(toOffset offset: Int) {
    let remaining = unsafe document.count &- max(0, min(offset, document.count))
    if unsafe _slowPath(tail != nil && remaining > end - tailStart) { leaveTail() }
    unsafe cursor = unsafe end - remaining
    guardEnd()
  }

  /// The first byte of the tail. Only valid if there is a tail.
  @inlinable var tailStart: UnsafePointer<UInt8> { unsafe UnsafePointer(tail) ?? end }

  /// Returns from the tail to the borrowed memory.
  @usableFromInline @inline(never)
  mutating func leaveTail() {
    guard let start = unsafe document.baseAddress, unsafe document.count > Self.margin else { return }
    if unsafe tail != scratch { unsafe tail?.deallocate() }
    unsafe tail = nil
    unsafe end = unsafe start + document.count
    unsafe limit = unsafe end - Self.margin
  }

  // MARK: Loads

  /// Whether `count` bytes from `pointer` on may be loaded. Called in debug builds only.
  @inlinable
  func isReadable(_ pointer: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let start = unsafe UnsafePointer(tail) ?? end - document.count
    let readableEnd = unsafe tail == nil ? end : end + Self.padding
    return unsafe start <= pointer && pointer + count <= readableEnd
  }

  /// The byte at the cursor.
  @inlinable package var byte: UInt8 {
    @inline(__always) get { unsafe byte(at: cursor) }
  }

  @inlinable @inline(__always)
  func byte(at pointer: UnsafePointer<UInt8>) -> UInt8 {
    unsafe assert(isReadable(pointer, 1))
    return unsafe pointer.pointee
  }

  @inlinable @inline(__always)
  func eightBytes(at pointer: UnsafePointer<UInt8>) -> EightBytes {
    unsafe assert(isReadable(pointer, 8))
    return unsafe EightBytes(at: pointer)
  }

  /// Four bytes, the first one in the lowest lane.
  @inlinable @inline(__always)
  func fourBytes(at pointer: UnsafePointer<UInt8>) -> UInt32 {
    unsafe assert(isReadable(pointer, 4))
    return unsafe UInt32(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self))
  }

  /// A longer literal is compared with the end before, and with the limit after it was read.
  @inlinable static var longestUncheckedLiteral: Int { 64 }

  /// Whether the bytes at the cursor are those of `literal`. It should be a constant: the comparison is then a few
  /// instructions.
  @inlinable @inline(__always)
  func starts(with literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    if count > Self.longestUncheckedLiteral, unsafe end - cursor < count { return false }
    unsafe assert(isReadable(cursor, count))
    return unsafe memcmp(cursor, literal.utf8Start, count) == 0
  }

  @inlinable @inline(__always)
  func sixteenBytes(at pointer: UnsafePointer<UInt8>) -> SixteenBytes {
    unsafe assert(isReadable(pointer, 16))
    return unsafe SixteenBytes(at: pointer)
  }

  // MARK: Strings

  /// Finds the first quote, backslash or control byte from `start` on. Returns nil if the limit was reached before.
  ///
  /// - Parameter seen: Receives the bitwise or of the scanned bytes: if it is ASCII, so is all text up to the match.
  ///   Bytes after the match may also make it non-ASCII.
  @inlinable @inline(__always)
  func endOfPlainText(
    from start: UnsafePointer<UInt8>, seen: inout SixteenBytes
  ) -> UnsafePointer<UInt8>? {
    var position = unsafe start
    while true {
      let bytes = unsafe sixteenBytes(at: position)
      seen.vector |= bytes.vector
      let specials = bytes.stringSpecials
      if !specials.isEmpty { return unsafe position + specials.firstLane }
      unsafe position += 16
      if unsafe isPastLimit(position) { return nil }
    }
  }
}

extension UnsafeBufferPointer {
  /// Whether another buffer, which is not empty, is a part of this one.
  func encloses(_ part: UnsafeBufferPointer<Element>) -> Bool {
    guard let start = baseAddress, let first = part.baseAddress else { return false }
    return unsafe first >= start && first + part.count <= start + count
  }
}
