import SystemLibrary

// Reading without asking at every byte whether the input ends here.
//
// A parser that compares the cursor with the end before each load spends a tenth to two thirds of its instructions on
// it; one that demands padded input pushes the copy onto its user. This one does neither. The caller's bytes are read
// unguarded only while the cursor is at least `margin` bytes before their end. When it passes that limit, what is left
// (normally at most `margin` bytes) is copied once into a buffer with zeros after it. No loop of a reader gets past a
// zero byte, because no token contains one, so from there on nothing needs to be compared at all.
//
// What a reader owes in return: between two calls of `guardEnd` (or comparisons with `isPastLimit`) the cursor and the
// widest load ahead of it move less than `margin` bytes. Tokens that can be longer compare as they go, and when they
// find themselves past the limit they call `moveToTail` and start again at their first byte. Nothing here may be
// changed without the tests that put the end of the input against an inaccessible page.

/// A window onto bytes that are somebody else's, with a cursor in it.
@usableFromInline
package struct GuardedInput: ~Copyable {
  /// How far before the end of foreign memory unguarded reading stops, in bytes.
  @inlinable static var margin: Int { 192 }
  /// Zero bytes after the tail: more than the widest load reads past a byte that stops it.
  @inlinable package static var padding: Int { 80 }

  /// The next byte to be read.
  @usableFromInline package var cursor: UnsafePointer<UInt8>
  /// After this address the cursor must move to the tail first. In the tail: the highest address there is.
  @usableFromInline var limit: UnsafePointer<UInt8>
  /// One past the last byte of the input, in the foreign memory or in the tail.
  @usableFromInline var end: UnsafePointer<UInt8>
  /// The whole input, as it was given.
  @usableFromInline let document: UnsafeBufferPointer<UInt8>
  /// Memory of somebody else's for a short tail.
  @usableFromInline let scratch: UnsafeMutablePointer<UInt8>?
  /// The padded copy of the last bytes, once the cursor has come that far: in the scratch or in memory of our own.
  @usableFromInline var tail: UnsafeMutablePointer<UInt8>?

  /// The bytes that a short tail takes.
  @inlinable static var scratchCapacity: Int { margin + padding }

  /// - Parameter scratch: room for a tail of `scratchCapacity` bytes, which saves an allocation in most cases.
  /// - Safety: `bytes` must stay alive and unchanged as long as this value is in use, and `scratch` must stay alive.
  @inlinable
  init(_ bytes: UnsafeBufferPointer<UInt8>, scratch: UnsafeMutablePointer<UInt8>? = nil) {
    document = bytes
    self.scratch = scratch
    tail = nil
    if let start = bytes.baseAddress, bytes.count > Self.margin {
      cursor = start
      end = start + bytes.count
      limit = end - Self.margin
    } else {
      // Placeholders until `moveToTail` has made the only memory that will be read.
      cursor = Self.highestAddress
      end = cursor
      limit = cursor
      moveToTail(from: 0)
    }
  }

  /// A window onto memory that has zeros after its end, as the tail has: nothing is compared and nothing is copied.
  ///
  /// - Parameters:
  ///   - start: what offsets are counted from.
  ///   - cursor: the first byte to be read.
  /// - Safety: from `start` to `end`, and `padding` bytes after it, must stay alive and unchanged as long as this value
  ///   is in use, and the byte at `end` must be zero.
  @inlinable @inline(__always)
  package init(padded start: UnsafeMutablePointer<UInt8>, cursor: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
    document = UnsafeBufferPointer(start: start, count: end - UnsafePointer(start))
    scratch = start
    tail = start
    self.cursor = cursor
    self.end = end
    limit = Self.highestAddress
  }

  @inlinable deinit {
    if tail != scratch { tail?.deallocate() }
  }

  @inlinable static var highestAddress: UnsafePointer<UInt8> {
    UnsafePointer(bitPattern: UInt.max).unsafelyUnwrapped
  }

  // MARK: Where the cursor is

  /// The cursor's distance from the start of the input, in bytes.
  @inlinable var offset: Int { offset(of: cursor) }

  @inlinable func offset(of pointer: UnsafePointer<UInt8>) -> Int { document.count &- (end - pointer) }

  @inlinable var isAtEnd: Bool { cursor == end }

  // MARK: The end

  /// Compares the cursor with the limit, and moves to the tail when it is after the limit.
  @inlinable @inline(__always)
  mutating func guardEnd() {
    if _slowPath(cursor > limit) { moveToTail() }
  }

  @inlinable @inline(__always)
  func isPastLimit(_ pointer: UnsafePointer<UInt8>) -> Bool { _slowPath(pointer > limit) }

  /// Copies what is left, from the cursor on, into padded memory. Pointers taken before are void.
  @usableFromInline @inline(never)
  mutating func moveToTail() { moveToTail(from: offset) }

  @usableFromInline @inline(never)
  mutating func moveToTail(from offset: Int) {
    let count = document.count - offset
    assert(tail == nil, "the cursor is after the limit of the tail")
    let isShort = count <= Self.margin
    let memory = (isShort ? scratch : nil) ?? .allocate(capacity: count + Self.padding)
    if let start = document.baseAddress { memory.update(from: start + offset, count: count) }
    (memory + count).update(repeating: 0, count: Self.padding)
    tail = memory
    cursor = UnsafePointer(memory)
    end = cursor + count
    limit = Self.highestAddress
  }

  // MARK: Going back

  /// Sets the cursor to a place that it was at before, also when the bytes there are none of the tail's. Pointers taken
  /// before are void.
  ///
  /// - Parameter offset: from the start of the input, in bytes. One that is not in it is taken for its nearest end, so
  ///   that a wrong one reads the wrong bytes but never foreign ones.
  @inlinable
  mutating func rewind(toOffset offset: Int) {
    let behind = document.count &- max(0, min(offset, document.count))
    if _slowPath(tail != nil && behind > end - tailStart) { leaveTail() }
    cursor = end - behind
    guardEnd()
  }

  /// The first byte of the tail; only asked while there is one.
  @inlinable var tailStart: UnsafePointer<UInt8> { UnsafePointer(tail) ?? end }

  /// Goes back from the tail to the foreign memory.
  @usableFromInline @inline(never)
  mutating func leaveTail() {
    guard let start = document.baseAddress, document.count > Self.margin else { return }
    if tail != scratch { tail?.deallocate() }
    tail = nil
    end = start + document.count
    limit = end - Self.margin
  }

  // MARK: Loads

  /// Whether `count` bytes from `pointer` on may be loaded. Asked in debug builds only.
  @inlinable
  func isReadable(_ pointer: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let start = UnsafePointer(tail) ?? end - document.count
    let readableEnd = tail == nil ? end : end + Self.padding
    return start <= pointer && pointer + count <= readableEnd
  }

  /// The byte at the cursor.
  @inlinable package var byte: UInt8 {
    @inline(__always) get { byte(at: cursor) }
  }

  @inlinable @inline(__always)
  func byte(at pointer: UnsafePointer<UInt8>) -> UInt8 {
    assert(isReadable(pointer, 1))
    return pointer.pointee
  }

  @inlinable @inline(__always)
  func eightBytes(at pointer: UnsafePointer<UInt8>) -> EightBytes {
    assert(isReadable(pointer, 8))
    return EightBytes(at: pointer)
  }

  /// Four bytes, the first one lowest.
  @inlinable @inline(__always)
  func fourBytes(at pointer: UnsafePointer<UInt8>) -> UInt32 {
    assert(isReadable(pointer, 4))
    return UInt32(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self))
  }

  /// A longer literal is compared with the end first, and with the limit when it was taken.
  @inlinable static var longestUncheckedLiteral: Int { 64 }

  /// Whether the bytes at the cursor are those of `literal`, which should be known at compile time: the comparison is
  /// then a few instructions.
  @inlinable @inline(__always)
  func starts(with literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    if count > Self.longestUncheckedLiteral, end - cursor < count { return false }
    assert(isReadable(cursor, count))
    return memcmp(cursor, literal.utf8Start, count) == 0
  }

  @inlinable @inline(__always)
  func sixteenBytes(at pointer: UnsafePointer<UInt8>) -> SixteenBytes {
    assert(isReadable(pointer, 16))
    return SixteenBytes(at: pointer)
  }

  // MARK: Strings

  /// Finds the first quote, backslash or control byte from `start` on, or nil when the limit came first.
  ///
  /// - Parameter seen: takes the bytes that were looked at, or-ed together: if it is ASCII, so is all text up to the
  ///   match. It may not be ASCII because of bytes after the match.
  @inlinable @inline(__always)
  func endOfPlainText(
    from start: UnsafePointer<UInt8>, seen: inout SixteenBytes
  ) -> UnsafePointer<UInt8>? {
    var position = start
    while true {
      let bytes = sixteenBytes(at: position)
      seen.vector |= bytes.vector
      let specials = bytes.stringSpecials
      if !specials.isEmpty { return position + specials.firstLane }
      position += 16
      if isPastLimit(position) { return nil }
    }
  }
}
