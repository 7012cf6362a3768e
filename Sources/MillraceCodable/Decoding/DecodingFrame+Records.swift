import CByteMask
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
    var word: UInt64 = 0
    memcpy(&word, key, min(count, 8))
    if count > 8 {
      // Long keys often have a common prefix.
      var last: UInt64 = 0
      memcpy(&last, key + (count - 8), 8)
      word &+= last &* 31
    }
    return tag(UInt64(littleEndian: word), count)
  }

  /// Records the member at the frame's cursor, whose value is at the state's cursor.
  @inline(__always)
  mutating func record(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) {
    if _slowPath(count == capacity) { grow() }
    guard let members else { return }
    // A value that could not be read is still at the cursor, and has been recorded already.
    if count > 0, members[count &- 1].place == cursor { return }
    (members + count).initialize(
      to: Member(
        key: key, value: state.pointee.cursor, place: cursor, keyCount: Int32(truncatingIfNeeded: keyCount), tag: tag))
    tags.unsafelyUnwrapped[count] = tag
    count &+= 1
    filter |= 1 &<< UInt64(tag &>> 26)
  }

  @inline(never)
  private mutating func grow() {
    let larger = max(32, capacity * 2)
    members = Self.moved(members, count, toCapacity: larger)
    tags = Self.moved(tags, count, toCapacity: larger)
    capacity = larger
  }

  private static func moved<Element>(
    _ elements: UnsafeMutablePointer<Element>?, _ count: Int, toCapacity capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let elements {
      larger.moveInitialize(from: elements, count: count)
      elements.deallocate()
    }
    return larger
  }

  /// Moves to the first recorded member with this key.
  mutating func takeRecorded(_ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32) -> Found? {
    guard filter &>> UInt64(tag &>> 26) & 1 != 0, let members, let tags else { return nil }
    if count > Self.longestUnindexed {
      indexMembers()
      var slot = slot(of: key, keyCount)
      while index[slot] >= 0 {
        let member = members[Int(index[slot])]
        if member.hasKey(key, keyCount, tag) { return go(to: member) }
        slot = (slot + 1) & (index.count - 1)
      }
      return nil
    }
    let wanted = SIMD4(repeating: tag)
    for first in stride(from: 0, to: count, by: 4) {
      // SAFETY: the capacity is a multiple of four.
      let found = UnsafeRawPointer(tags + first).loadUnaligned(as: SIMD4<UInt32>.self) .== wanted
      if millrace_byte_mask(unsafeBitCast(found, to: SIMD16<UInt8>.self)) == 0 { continue }
      for position in first..<min(first + 4, count) where members[position].hasKey(key, keyCount, tag) {
        return go(to: members[position])
      }
    }
    return nil
  }

  /// The maximum number of members for which a tag is compared with all tags.
  private static var longestUnindexed: Int { 64 }

  /// Returns the first slot to search in the index. A document cannot be constructed so that its keys collide, because
  /// the hash has a random seed for each process.
  private func slot(of key: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(start: key, count: count))
    return hasher.finalize() & (index.count - 1)
  }

  /// Adds new members to the index. For equal keys, the index contains the first member.
  private mutating func indexMembers() {
    guard let members else { return }
    if indexedCount == 0 || index.count < 2 * count {
      var size = 64
      while size < 4 * count { size *= 2 }
      index = [Int32](repeating: -1, count: size)
      indexedCount = 0
    }
    while indexedCount < count {
      let member = members[indexedCount]
      var slot = slot(of: member.key, Int(member.keyCount))
      while index[slot] >= 0, !members[Int(index[slot])].hasKey(of: member) { slot = (slot + 1) & (index.count - 1) }
      if index[slot] < 0 { index[slot] = Int32(truncatingIfNeeded: indexedCount) }
      indexedCount += 1
    }
  }

  func go(to member: Member) -> Found {
    state.pointee.cursor = member.value
    let mark = state.pointee.marks + level
    if mark.pointee.start == start { mark.pointee.entry = member.place }
    return !isDone && member.place == cursor ? .next : .earlier
  }
}

extension DecodingFrame.Member {
  @inline(__always)
  fileprivate func hasKey(_ other: UnsafePointer<UInt8>, _ count: Int, _ otherTag: UInt32) -> Bool {
    tag == otherTag && Int(keyCount) == count && memcmp(key, other, count) == 0
  }

  fileprivate func hasKey(of other: Self) -> Bool { hasKey(other.key, Int(other.keyCount), other.tag) }
}
