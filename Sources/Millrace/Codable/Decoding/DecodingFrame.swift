#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// The members of one object, found in any order and looked at once if they are asked for in theirs.
//
// A frame has a cursor at a key. When the key that is asked for is the one there, nothing is looked up. Otherwise members
// are passed over, and what was passed or read is recorded, so that it is found when it is asked for later; the first one
// of a repeated key counts, as with Foundation. Most questions are answered without looking at the records: a filter of
// 64 bits says that a key is not among them.

/// How far one object has been gone through.
struct DecodingFrame {
  let state: UnsafeMutablePointer<DecodingState>
  /// The object that this memory belongs to.
  unowned(unsafe) let owner: FrameOwner
  /// The object's depth: the number of arrays and objects around it.
  var level = 0
  /// Its opening brace.
  var start: UnsafePointer<UInt8>
  /// The next key, or the byte behind the object.
  var cursor: UnsafePointer<UInt8>
  var isDone = true
  /// A bit for the highest six of each recorded tag.
  private var filter: UInt64 = 0
  private var members: UnsafeMutablePointer<Member>?
  private(set) var count = 0
  private var capacity = 0
  /// Members by their tags, once there are too many to go through them: open addressing, indices and -1.
  private var index: [Int32] = []
  private var indexedCount = 0
  /// What the keys are after a key strategy, and the first member of each; nil when they are as they are.
  private(set) var convertedKeys: [String]?
  private var convertedMembers: [String: Int] = [:]
  /// Whether it is a dictionary's, whose keys are data.
  var isDictionary = false

  init(state: UnsafeMutablePointer<DecodingState>, owner: FrameOwner) {
    self.state = state
    self.owner = owner
    start = UnsafePointer(state.pointee.start)
    cursor = start
  }

  func deallocate() { members?.deallocate() }

  /// A member that was passed over or read.
  private struct Member {
    /// The text of the key, with its escapes resolved.
    var key: UnsafePointer<UInt8>
    var value: UnsafePointer<UInt8>
    /// Where the member stands in the document.
    var place: UnsafePointer<UInt8>
    var keyCount: Int32
    var tag: UInt32
  }

  enum Found {
    /// At the cursor, which moves on when the value has been read.
    case next
    /// Among those that were passed before.
    case earlier
  }
}

// MARK: - The cursor

extension DecodingFrame {
  /// Begins with the object at the state's cursor.
  @inline(__always)
  mutating func begin(level: Int) throws {
    self.level = level
    start = state.pointee.cursor
    count = 0
    filter = 0
    indexedCount = 0
    isDictionary = false
    if convertedKeys != nil { convertedKeys = nil }
    isDone = try !state.pointee.enter(ASCII.openBrace, ASCII.closeBrace, depth: level, .object)
    cursor = state.pointee.cursor
    let mark = state.pointee.marks + level
    mark.pointee.start = start
    mark.pointee.cursor = cursor
    mark.pointee.key = cursor
    mark.pointee.frame = withUnsafeMutablePointer(to: &self) { $0 }
    mark.pointee.isOpen = !isDone
    mark.pointee.kind = .object
    mark[1].start = nil  // of what is in the object nothing is known yet
  }

  /// Moves on behind the value that was just read.
  @inline(__always)
  mutating func advance() throws {
    isDone = try !state.pointee.advance(ASCII.closeBrace, depth: level, .commaOrEndOfObject)
    let mark = state.pointee.marks + level
    if _fastPath(mark.pointee.cursor == cursor) {
      mark.pointee.cursor = state.pointee.cursor
      mark.pointee.key = state.pointee.cursor
      mark.pointee.isOpen = !isDone
    }
    cursor = state.pointee.cursor
  }

  /// Records the member at the cursor and passes it over.
  private mutating func passOver() throws {
    state.pointee.cursor = cursor
    if cursor.pointee != ASCII.quote { try state.pointee.failExpecting(.key) }
    var (key, keyCount) = (cursor + 1, 0)
    try state.pointee.read(depth: level + 1) { reader in
      let limits = (cursor, reader.input.end)
      try reader.withText { text, _ in
        keyCount = text.count
        // Text without escapes is the document's own, which stays where it is.
        if let base = text.baseAddress, base < limits.0 || base >= limits.1 {
          key = owner.session.keep(text)
        }
      }
      try reader.readColon()
    }
    record(key, keyCount, Self.tag(of: key, keyCount))
    try state.pointee.leave(state.pointee.cursor, level: level + 1)
    try advance()
  }

  /// Passes over all members that are left.
  mutating func passOverRest() throws {
    while !isDone { try passOver() }
  }
}

// MARK: - Records

extension DecodingFrame {
  /// Something like a hash of a key: equal for equal keys.
  @inline(__always)
  private static func tag(_ word: UInt64, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ((word &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  private static func tag(of key: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    var word: UInt64 = 0
    memcpy(&word, key, min(count, 8))
    if count > 8 {
      // Long keys often begin alike.
      var last: UInt64 = 0
      memcpy(&last, key + (count - 8), 8)
      word &+= last &* 31
    }
    return tag(UInt64(littleEndian: word), count)
  }

  /// Records the member at the frame's cursor, whose value is at the state's.
  @inline(__always)
  private mutating func record(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) {
    if _slowPath(count == capacity) { grow() }
    guard let members else { return }
    // A value that could not be read is still at the cursor, and is recorded already.
    if count > 0, members[count &- 1].place == cursor { return }
    (members + count).initialize(
      to: Member(
        key: key, value: state.pointee.cursor, place: cursor, keyCount: Int32(truncatingIfNeeded: keyCount), tag: tag))
    count &+= 1
    filter |= 1 &<< UInt64(tag &>> 26)
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Member>.allocate(capacity: max(32, capacity * 2))
    if let members {
      larger.moveInitialize(from: members, count: count)
      members.deallocate()
    }
    members = larger
    capacity = max(32, capacity * 2)
  }

  /// Goes to the first recorded member of this key.
  private mutating func takeRecorded(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) -> Found? {
    guard filter &>> UInt64(tag &>> 26) & 1 != 0, let members else { return nil }
    func isWanted(_ member: Member) -> Bool {
      member.tag == tag && Int(member.keyCount) == keyCount && memcmp(member.key, key, keyCount) == 0
    }
    if count > Self.longestUnindexed {
      var slot = indexed(tag)
      while index[slot] >= 0 {
        let member = members[Int(index[slot])]
        if isWanted(member) { return go(to: member) }
        slot = (slot + 1) & (index.count - 1)
      }
      return nil
    }
    for position in 0..<count where isWanted(members[position]) { return go(to: members[position]) }
    return nil
  }

  /// More members than this are not gone through one after the other.
  private static var longestUnindexed: Int { 24 }

  /// Brings the index up to date, and says where to begin in it.
  private mutating func indexed(_ tag: UInt32) -> Int {
    guard let members else { return 0 }
    if indexedCount == 0 || index.count < 2 * count {
      var size = max(64, index.count)
      while size < 4 * count { size *= 2 }
      index = [Int32](repeating: -1, count: size)
      indexedCount = 0
    }
    while indexedCount < count {
      var slot = Int(members[indexedCount].tag) & (index.count - 1)
      while index[slot] >= 0 { slot = (slot + 1) & (index.count - 1) }
      index[slot] = Int32(truncatingIfNeeded: indexedCount)
      indexedCount += 1
    }
    return Int(tag) & (index.count - 1)
  }

  private func go(to member: Member) -> Found {
    state.pointee.cursor = member.value
    let mark = state.pointee.marks + level
    if mark.pointee.start == start { mark.pointee.key = member.place }
    return !isDone && member.place == cursor ? .next : .earlier
  }
}

// MARK: - Finding

extension DecodingFrame {
  /// Goes to the value of a key: the state's cursor is there then.
  ///
  /// - Returns: nil if there is no such key.
  /// - Throws: ``FormatError`` if what is passed over is broken.
  @inline(__always)
  mutating func find(_ key: String) throws -> Found? {
    if _fastPath(state.pointee.knowsLayoutOfShortStrings), let (text, count) = key.shortUTF8 {
      let low = unsafeBitCast(text.vector, to: SIMD2<UInt64>.self)[0]
      let tag = count > 8 ? Self.longTag(text, count) : Self.tag(low, count)
      if _fastPath(!isDone && filter &>> UInt64(tag &>> 26) & 1 == 0 && cursor.pointee == ASCII.quote) {
        // What stands behind the quote, up to a quote, a backslash or a control character.
        let found = SixteenBytes(at: cursor + 1)
        if _fastPath(
          found.stringSpecials.firstLane == count && found.begins(with: text, count)
            && cursor[count &+ 1] == ASCII.quote)
        {
          return try take(count, tag)
        }
      }
      var text = text.vector
      return try withUnsafeBytes(of: &text) { bytes in
        // SAFETY: sixteen bytes have an address.
        try findElsewhere(bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self), count, tag, key)
      }
    }
    return try findLong(key)
  }

  @inline(__always)
  private static func longTag(_ text: SixteenBytes, _ count: Int) -> UInt32 {
    let words = unsafeBitCast(text.vector, to: SIMD2<UInt64>.self)
    let shift = UInt64(truncatingIfNeeded: 8 &* (count &- 8))
    let last = shift == 0 ? words[0] : words[0] &>> shift | words[1] &<< (64 &- shift)
    return tag(words[0] &+ last &* 31, count)
  }

  @inline(never)
  private mutating func findLong(_ key: String) throws -> Found? {
    var key = key
    let whole = key
    return try key.withUTF8 { bytes in
      guard let text = bytes.baseAddress else { return try findElsewhere(cursor, 0, Self.tag(0, 0), whole) }
      let tag = Self.tag(of: text, bytes.count)
      if _fastPath(!isDone && filter &>> UInt64(tag &>> 26) & 1 == 0 && isAtCursor(text, bytes.count)) {
        return try take(bytes.count, tag)
      }
      return try findElsewhere(text, bytes.count, tag, whole)
    }
  }

  /// Whether the key at the cursor is this one, and has no escapes.
  @inline(__always)
  private func isAtCursor(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    state.pointee.end - cursor > count + 1 && cursor.pointee == ASCII.quote && cursor[count + 1] == ASCII.quote
      && memcmp(cursor + 1, key, count) == 0 && memchr(key, Int32(ASCII.backslash), count) == nil
  }

  /// Takes the key at the cursor, which is `count` bytes long and has no escapes.
  @inline(__always)
  private mutating func take(_ count: Int, _ tag: UInt32) throws -> Found {
    state.pointee.cursor = cursor + (count &+ 2)
    if _slowPath(state.pointee.cursor.pointee != ASCII.colon) {
      try state.pointee.read(depth: level + 1) { try $0.readColon() }
    } else {
      state.pointee.cursor += 1
      state.pointee.skipBlanks(depth: level + 1)
    }
    record(cursor + 1, count, tag)
    state.pointee.marks[level].key = cursor
    return .next
  }

  /// Finds a key that is not expected: one that was passed, or one further on.
  @inline(never)
  private mutating func findElsewhere(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32, _ name: String
  ) throws -> Found? {
    if convertedKeys != nil { return findConverted(name) }
    if name.hasEquivalents { return try findEquivalent(name) }
    if let found = takeRecorded(key, keyCount, tag) { return found }
    while !isDone {
      if isAtCursor(key, keyCount) { return try take(keyCount, tag) }
      try passOver()
      if let members, members[count - 1].tag == tag, let found = takeRecorded(key, keyCount, tag) { return found }
    }
    return nil
  }

  /// Strings are equal when they are canonically equivalent, though their scalars differ.
  private mutating func findEquivalent(_ name: String) throws -> Found? {
    try passOverRest()
    guard let members else { return nil }
    return (0..<count).first { self.name(at: $0) == name }.map { go(to: members[$0]) }
  }

  private func findConverted(_ name: String) -> Found? {
    guard let members, let position = convertedMembers[name] else { return nil }
    return go(to: members[position])
  }

  /// The key of a recorded member as the document has it.
  private func name(at position: Int) -> String {
    guard let members else { return "" }
    let member = members[position]
    return String(
      decoding: UnsafeBufferPointer(start: member.key, count: Int(member.keyCount)), as: UTF8.self)
  }

  /// All keys, each once, in the order of the document.
  mutating func names() throws -> [String] {
    try passOverRest()
    var seen = Set<String>()
    return (convertedKeys ?? recordedKeys).filter { seen.insert($0).inserted }
  }

  /// The keys of the recorded members as the document has them.
  var recordedKeys: [String] { (0..<count).map(name) }

  /// - Parameters:
  ///   - keys: one for each recorded member; the first of equal ones counts.
  ///   - note: is told which key stands where in the document.
  mutating func setConvertedKeys(_ keys: [String], _ note: (UnsafePointer<UInt8>, String) -> Void) {
    if let members {
      for (index, key) in keys.enumerated() { note(members[index].place, key) }
    }
    convertedMembers = Dictionary(zip(keys, 0...)) { first, _ in first }
    convertedKeys = keys
  }

  /// What a key strategy made of the key at a place in the document.
  func convertedKey(ofMemberAt place: UnsafePointer<UInt8>) -> String? {
    guard let members, let convertedKeys else { return nil }
    return (0..<count).first { members[$0].place == place }.map { convertedKeys[$0] }
  }
}

extension String {
  /// Whether it can be equal to a string of other scalars.
  fileprivate var hasEquivalents: Bool { !utf8.allSatisfy { $0 < 0x80 } }
}

extension SixteenBytes {
  /// Whether the first `count` bytes, at most 15, are those of another, which has zeros behind them.
  @inline(__always)
  func begins(with other: SixteenBytes, _ count: Int) -> Bool {
    let ours = unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    let theirs = unsafeBitCast(other.vector, to: SIMD2<UInt64>.self)
    let differences = (ours[0] ^ theirs[0], ours[1] ^ theirs[1])
    let bits = UInt64(truncatingIfNeeded: 8 &* (count & 7))
    let mask = (1 &<< bits) &- 1
    return count < 8 ? differences.0 & mask == 0 : differences.0 | (differences.1 & mask) == 0
  }
}
