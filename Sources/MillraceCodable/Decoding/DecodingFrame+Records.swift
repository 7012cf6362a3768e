import Millrace
import SystemLibrary

// Recording the members of an object that were skipped or read.

extension DecodingFrame {
  /// Returns a number that is equal for equal keys and fast to compute. It is not a hash: an attacker can choose keys
  /// with equal numbers.
  @inline(__always)
  static func tag(_ word: UInt64, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ((word &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  static func tag(of key: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    if count < 8 {
      var word: UInt64 = 0
      for index in 0..<count { unsafe word |= UInt64(key[index]) &<< UInt64(8 &* index) }
      return tag(word, count)
    }
    return unsafe tag(ofLong: key, count)
  }

  /// - Parameter key: The bytes of the key, followed by eight bytes that can be read.
  @inline(__always)
  static func tag(ofPadded key: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    if count > 8 { return unsafe tag(ofLong: key, count) }
    let unused = UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    let word = unsafe UInt64(littleEndian: UnsafeRawPointer(key).loadUnaligned(as: UInt64.self))
    return tag(count == 0 ? 0 : (word &<< unused) &>> unused, count)
  }

  /// - Parameter count: At least 8.
  @inline(__always)
  private static func tag(ofLong key: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
    let first = unsafe UInt64(littleEndian: UnsafeRawPointer(key).loadUnaligned(as: UInt64.self))
    if count == 8 { return tag(first, count) }
    // Long keys often have a common prefix.
    let last = unsafe UInt64(littleEndian: UnsafeRawPointer(key + (count &- 8)).loadUnaligned(as: UInt64.self))
    return tag(first &+ last &* 31, count)
  }

  /// The place of a tag among the bits of the filter and the chains of members.
  @inline(__always)
  private static func slot(of tag: UInt32) -> Int { Int(tag &>> 26) }

  /// Whether a member with this tag may be among the recorded members.
  @inline(__always)
  func mayHaveRecorded(_ tag: UInt32) -> Bool { filter &>> UInt64(Self.slot(of: tag)) & 1 != 0 }

  /// Records the member at the frame's cursor, whose value is at the state's cursor.
  @inline(__always)
  mutating func record(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) {
    if _slowPath(count == capacity) { grow() }
    guard let members = unsafe members else { return }
    // A value that could not be read is still at the cursor, and has been recorded already.
    if count > 0, unsafe members[count &- 1].place == cursor { return }
    unsafe (members + count).initialize(
      to: Member(
        key: key, value: state.pointee.cursor, place: cursor, keyCount: Int32(truncatingIfNeeded: keyCount), tag: tag,
        previous: -1))
    let slot = Self.slot(of: tag)
    unsafe members[count].previous = unsafe mayHaveRecorded(tag) ? newest[slot] : -1
    unsafe newest[slot] = Int32(truncatingIfNeeded: count)
    count &+= 1
    filter |= 1 &<< UInt64(slot)
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(32, capacity * 2)
    let larger = UnsafeMutablePointer<Member>.allocate(capacity: capacity)
    if let members = unsafe members {
      unsafe larger.moveInitialize(from: members, count: count)
      unsafe members.deallocate()
    }
    unsafe members = unsafe larger
  }

  /// Moves to the first recorded member with this key.
  mutating func takeRecorded(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) -> Found? {
    guard mayHaveRecorded(tag), let members = unsafe members else { return nil }
    if count > Self.longestUnindexed {
      indexMembers()
      var slot = unsafe slot(of: key, keyCount)
      while index[slot] >= 0 {
        let member = unsafe members[Int(index[slot])]
        if unsafe member.hasKey(key, keyCount, tag) { return go(to: member) }
        slot = (slot + 1) & (index.count - 1)
      }
      return nil
    }
    // From the newest member to the oldest, because the first one with the key counts.
    var first = -1
    var position = unsafe Int(newest[Self.slot(of: tag)])
    while position >= 0 {
      if unsafe members[position].hasKey(key, keyCount, tag) { first = position }
      position = unsafe Int(members[position].previous)
    }
    return unsafe first < 0 ? nil : go(to: members[first])
  }

  /// The maximum number of members that are found by the chains of their tags, which may be one chain.
  private static var longestUnindexed: Int { 64 }

  /// Returns the first slot to search in the index. A document cannot be constructed so that its keys collide, because
  /// the hash has a random seed for each process.
  private func slot(of key: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: key, count: count))
    return hasher.finalize() & (index.count - 1)
  }

  /// Adds new members to the index. For equal keys, the index contains the first member.
  private mutating func indexMembers() {
    guard let members = unsafe members else { return }
    if indexedCount == 0 || index.count < 2 * count {
      var size = 64
      while size < 4 * count { size *= 2 }
      index = [Int32](repeating: -1, count: size)
      indexedCount = 0
    }
    while indexedCount < count {
      let member = unsafe members[indexedCount]
      var slot = unsafe slot(of: member.key, Int(member.keyCount))
      while index[slot] >= 0, unsafe !members[Int(index[slot])].hasKey(of: member) {
        slot = (slot + 1) & (index.count - 1)
      }
      if index[slot] < 0 { index[slot] = Int32(truncatingIfNeeded: indexedCount) }
      indexedCount += 1
    }
  }

  func go(to member: Member) -> Found {
    unsafe state.pointee.cursor = unsafe member.value
    let mark = unsafe state.pointee.marks + level
    if unsafe mark.pointee.start == start { unsafe mark.pointee.entry = unsafe member.place }
    return unsafe !isDone && member.place == cursor ? .next : .earlier
  }
}

extension DecodingFrame.Member {
  @inline(__always)
  fileprivate func hasKey(_ other: UnsafePointer<UInt8>, _ count: Int, _ otherTag: UInt32) -> Bool {
    unsafe tag == otherTag && Int(keyCount) == count && memcmp(key, other, count) == 0
  }

  fileprivate func hasKey(of other: Self) -> Bool { unsafe hasKey(other.key, Int(other.keyCount), other.tag) }
}
