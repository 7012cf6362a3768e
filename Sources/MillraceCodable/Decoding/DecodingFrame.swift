import Millrace

// The members of one object, which can be requested in any order. If they are requested in document order, each is
// scanned once.
//
// A frame has a cursor at a key. If the requested key is at the cursor, no search is needed. Otherwise members are
// skipped. Skipped and read members are recorded, so that later requests find them. The first member with a duplicate
// key is used, as in Foundation. Most requests are answered without searching the records: a filter of 64 bits tells
// that a key is not among them.

/// The progress of decoding one object.
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
    self.state = state
    self.owner = owner
    start = UnsafePointer(state.pointee.start)
    cursor = start
  }

  func deallocate() {
    members?.deallocate()
    newest.deallocate()
  }

  /// A member that was skipped or read.
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
    start = state.pointee.cursor
    count = 0
    filter = 0
    indexedCount = 0
    isDictionary = false
    if convertedKeys != nil { convertedKeys = nil }
    if namedCount != 0 { forgetNames() }
    isDone = try !state.pointee.enter(ASCII.openBrace, ASCII.closeBrace, depth: level, .object)
    cursor = state.pointee.cursor
    let mark = state.pointee.marks + level
    mark.pointee.start = start
    mark.pointee.cursor = cursor
    mark.pointee.entry = cursor
    mark.pointee.frame = withUnsafeMutablePointer(to: &self) { $0 }
    mark.pointee.isOpen = !isDone
    mark.pointee.kind = .object
    mark[1].start = nil  // nothing in the object has been read yet
    if _slowPath(state.pointee.hasInvalidKey) { try checkKeys() }
  }

  /// Checks that all keys are valid strings, as Foundation does when it creates a container.
  @inline(never)
  private func checkKeys() throws {
    guard !isDone else { return }
    var copy = state.pointee
    repeat {
      try copy.read(depth: level + 1) { try $0.skipKey() }
      copy.reading.skipValue()
    } while copy.advance(ASCII.closeBrace, depth: level)
  }

  /// Advances past the value that was just read.
  @inline(__always)
  mutating func advance() {
    isDone = !state.pointee.advance(ASCII.closeBrace, depth: level)
    let mark = state.pointee.marks + level
    if _fastPath(mark.pointee.cursor == cursor) {
      mark.pointee.cursor = state.pointee.cursor
      mark.pointee.entry = state.pointee.cursor
      mark.pointee.isOpen = !isDone
    }
    cursor = state.pointee.cursor
  }

  /// Records the member at the cursor and skips it.
  mutating func skipMember() {
    state.pointee.cursor = cursor
    let isPlain = state.pointee.reading.skipString()
    var key = cursor + 1
    var keyCount = state.pointee.cursor - key - 1
    // The document is followed by zeros.
    var tag = Self.tag(ofPadded: key, keyCount)
    if !isPlain {
      (key, keyCount) = unescapedKey()
      tag = Self.tag(of: key, keyCount)
    }
    state.pointee.reading.skipColon(depth: level + 1)
    record(key, keyCount, tag)
    state.pointee.leave(state.pointee.cursor, level: level + 1)
    advance()
  }

  /// The text of the key at the cursor, which contains escapes.
  private func unescapedKey() -> (UnsafePointer<UInt8>, Int) {
    var copy = state.pointee
    copy.cursor = cursor
    // Containers are created only for objects whose keys are valid.
    let text = try? copy.read { try $0.withText { text, _ in (owner.session.keep(text), text.count) } }
    return text ?? (cursor + 1, 0)
  }

  /// Records and skips all remaining members.
  mutating func skipRemainingMembers() {
    while !isDone { skipMember() }
  }
}
