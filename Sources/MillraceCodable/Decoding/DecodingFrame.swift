import Millrace

// The members of one object, which can be requested in any order. If they are requested in document order, each is
// scanned once.
//
// A frame has a cursor at a key. If the requested key is at the cursor, no search is needed. Otherwise members are
// skipped. Skipped and read members are recorded, so that later requests find them. The first member with a duplicate
// key is used, as in Foundation. Most requests are answered without searching the records: a filter of 64 bits tells
// that a key is not among them.

/// The progress of decoding one object.
///
/// SAFETY: the addresses are in the document. The owner deallocates the frame.
@safe
struct DecodingFrame {
  let state: UnsafeMutablePointer<DecodingState>
  /// The object that owns this memory.
  unowned(unsafe) let owner: FrameOwner
  /// The object's depth: the number of arrays and objects around it.
  var level = 0
  /// The opening brace.
  var start: UnsafePointer<UInt8>
  /// The next key, or the byte after the object.
  var cursor: UnsafePointer<UInt8>
  var isDone = true
  /// A bit for the highest six bits of each recorded tag.
  var filter: UInt64 = 0
  var members: UnsafeMutablePointer<Member>?
  /// The newest recorded member for each value of the highest six bits of a tag, where the filter has that bit.
  let newest = UnsafeMutablePointer<Int32>.allocate(capacity: 64)
  var count = 0
  var capacity = 0
  /// A hash table of members by their keys, used if there are too many to compare with each: open addressing, indices
  /// and -1.
  var index: [Int32] = []
  var indexedCount = 0
  /// The keys after conversion by a key strategy, and the first member of each; nil if keys are not converted.
  var convertedKeys: [String]?
  var convertedMembers: [String: Int] = [:]
  /// The first member with each name, as far as names have been entered. Used for names that are not ASCII, because
  /// different bytes can be equal as strings.
  var namedMembers: [String: Int] = [:]
  var namedCount = 0
  /// Whether the object is a dictionary, whose keys are data.
  var isDictionary = false
  /// Whether the current decode has used this frame.
  var isInUse = false

  init(state: UnsafeMutablePointer<DecodingState>, owner: FrameOwner) {
    unsafe self.state = unsafe state
    unsafe self.owner = owner
    unsafe start = unsafe UnsafePointer(state.pointee.start)
    unsafe cursor = unsafe start
  }

  func deallocate() {
    unsafe members?.deallocate()
    unsafe newest.deallocate()
  }

  /// A member that was skipped or read.
  ///
  /// SAFETY: the addresses are in the document of its frame.
  @safe
  struct Member {
    /// The text of the key, with its escapes resolved.
    var key: UnsafePointer<UInt8>
    var value: UnsafePointer<UInt8>
    /// The position of the member in the document.
    var place: UnsafePointer<UInt8>
    var keyCount: Int32
    var tag: UInt32
    /// The member before this one with the same bit in the filter, or -1.
    var previous: Int32
  }

  enum Found {
    /// At the cursor, which advances after the value has been read.
    case next
    /// Among the recorded members.
    case earlier
  }
}

// MARK: - The cursor

extension DecodingFrame {
  /// Begins at the object at the state's cursor.
  @inline(__always)
  mutating func begin(level: Int) throws {
    self.level = level
    unsafe start = unsafe state.pointee.cursor
    count = 0
    filter = 0
    indexedCount = 0
    isDictionary = false
    if convertedKeys != nil { convertedKeys = nil }
    if namedCount != 0 { forgetNames() }
    isDone = try unsafe !state.pointee.enter(ASCII.openBrace, ASCII.closeBrace, depth: level, .object)
    unsafe cursor = unsafe state.pointee.cursor
    let mark = unsafe state.pointee.marks + level
    unsafe mark.pointee.start = unsafe start
    unsafe mark.pointee.cursor = unsafe cursor
    unsafe mark.pointee.entry = unsafe cursor
    unsafe mark.pointee.frame = unsafe withUnsafeMutablePointer(to: &self) { unsafe $0 }
    unsafe mark.pointee.isOpen = !isDone
    unsafe mark.pointee.kind = .object
    unsafe mark[1].start = nil  // nothing in the object has been read yet
    if unsafe _slowPath(state.pointee.hasInvalidKey) { try checkKeys() }
  }

  /// Checks that all keys are valid strings, as Foundation does when it creates a container.
  @inline(never)
  private func checkKeys() throws {
    guard !isDone else { return }
    var copy = unsafe state.pointee
    repeat {
      try copy.read(depth: level + 1) { try $0.skipKey() }
      copy.reading.skipValue()
    } while copy.advance(ASCII.closeBrace, depth: level)
  }

  /// Advances past the value that was just read.
  @inline(__always)
  mutating func advance() {
    isDone = unsafe !state.pointee.advance(ASCII.closeBrace, depth: level)
    let mark = unsafe state.pointee.marks + level
    if unsafe _fastPath(mark.pointee.cursor == cursor) {
      unsafe mark.pointee.cursor = unsafe state.pointee.cursor
      unsafe mark.pointee.entry = unsafe state.pointee.cursor
      unsafe mark.pointee.isOpen = !isDone
    }
    unsafe cursor = unsafe state.pointee.cursor
  }

  /// Records the member at the cursor and skips it.
  mutating func skipMember() {
    unsafe state.pointee.cursor = unsafe cursor
    let isPlain = unsafe state.pointee.reading.skipString()
    var key = unsafe cursor + 1
    var keyCount = unsafe state.pointee.cursor - key - 1
    // The document is followed by zeros.
    var tag = unsafe Self.tag(ofPadded: key, keyCount)
    if !isPlain {
      unsafe (key, keyCount) = unsafe unescapedKey()
      tag = unsafe Self.tag(of: key, keyCount)
    }
    unsafe state.pointee.reading.skipColon(depth: level + 1)
    unsafe record(key, keyCount, tag)
    unsafe state.pointee.leave(state.pointee.cursor, level: level + 1)
    advance()
  }

  /// The text of the key at the cursor, which contains escapes.
  private func unescapedKey() -> (UnsafePointer<UInt8>, Int) {
    var copy = unsafe state.pointee
    unsafe copy.cursor = unsafe cursor
    // Containers are created only for objects whose keys are valid.
    let text = try? unsafe copy.read {
      try unsafe $0.withText { text, _ in unsafe (owner.session.keep(text), text.count) }
    }
    return unsafe text ?? (cursor + 1, 0)
  }

  /// Records and skips all remaining members.
  mutating func skipRemainingMembers() {
    while !isDone { skipMember() }
  }
}
