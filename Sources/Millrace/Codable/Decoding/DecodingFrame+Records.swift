#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

// What is known of the members of an object that were passed over or read.

extension DecodingFrame {
  /// Something like a hash of a key: equal for equal keys.
  @inline(__always)
  static func tag(_ word: UInt64, _ count: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: ((word &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
  }

  static func tag(of key: UnsafePointer<UInt8>, _ count: Int) -> UInt32 {
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
  mutating func record(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) {
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
  mutating func takeRecorded(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) -> Found? {
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

  func go(to member: Member) -> Found {
    state.pointee.cursor = member.value
    let mark = state.pointee.marks + level
    if mark.pointee.start == start { mark.pointee.key = member.place }
    return !isDone && member.place == cursor ? .next : .earlier
  }
}
