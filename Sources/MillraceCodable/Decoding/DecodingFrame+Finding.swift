import Millrace
import SystemLibrary

// Finding the value of a key.

extension DecodingFrame {
  /// Moves the state's cursor to the value of a key.
  ///
  /// - Returns: Nil if there is no such key.
  @inline(__always)
  mutating func find(_ key: String) -> Found? {
    if unsafe _fastPath(state.pointee.knowsLayoutOfShortStrings), let (text, count) = key.shortUTF8 {
      let low = unsafe unsafeBitCast(text.vector, to: SIMD2<UInt64>.self)[0]
      let tag = count > 8 ? Self.longTag(text, count) : Self.tag(low, count)
      if _fastPath(!mayHaveRecorded(tag)) {
        if unsafe _fastPath(!isDone && cursor.pointee == ASCII.quote) {
          // The bytes after the quote, up to a quote, a backslash or a control character.
          let found = unsafe SixteenBytes(at: cursor + 1)
          if unsafe _fastPath(
            found.stringSpecials.firstLane == count && found.begins(with: text, count)
              && cursor[count &+ 1] == ASCII.quote)
          {
            return take(count, tag)
          }
        }
        if isDone, text.isASCII { return nil }
      }
      let isASCII = text.isASCII
      var text = text.vector
      return unsafe withUnsafeBytes(of: &text) { bytes in
        // SAFETY: sixteen bytes have an address.
        let text = unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        return unsafe findElsewhere(text, count, tag, name: key, isASCII: isASCII)
      }
    }
    return findLong(key)
  }

  @inline(__always)
  private static func longTag(_ text: SixteenBytes, _ count: Int) -> UInt32 {
    let words = unsafe unsafeBitCast(text.vector, to: SIMD2<UInt64>.self)
    let shift = UInt64(truncatingIfNeeded: 8 &* (count &- 8))
    let last = shift == 0 ? words[0] : words[0] &>> shift | words[1] &<< (64 &- shift)
    return tag(words[0] &+ last &* 31, count)
  }

  @inline(never)
  private mutating func findLong(_ key: String) -> Found? {
    var key = key
    let whole = key
    return key.withUTF8 { bytes in
      guard let text = bytes.baseAddress else {
        return unsafe findElsewhere(cursor, 0, Self.tag(0, 0), name: "", isASCII: true)
      }
      let tag = unsafe Self.tag(of: text, bytes.count)
      let mayHaveRecorded = mayHaveRecorded(tag)
      if unsafe _fastPath(!isDone && !mayHaveRecorded && isAtCursor(text, bytes.count)) {
        return take(bytes.count, tag)
      }
      let isASCII = unsafe isASCII(from: text, to: text + bytes.count)
      if isDone, !mayHaveRecorded, isASCII { return nil }
      return unsafe findElsewhere(text, bytes.count, tag, name: whole, isASCII: isASCII)
    }
  }

  /// Whether the key at the cursor equals this one and has no escapes.
  @inline(__always)
  private func isAtCursor(_ key: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    unsafe state.pointee.end - cursor > count + 1 && cursor.pointee == ASCII.quote && cursor[count + 1] == ASCII.quote
      && memcmp(cursor + 1, key, count) == 0 && memchr(key, Int32(ASCII.backslash), count) == nil
  }

  /// Takes the key at the cursor, which is `count` bytes long and has no escapes.
  @inline(__always)
  private mutating func take(_ count: Int, _ tag: UInt32) -> Found {
    unsafe state.pointee.cursor = unsafe cursor + (count &+ 2)
    unsafe state.pointee.reading.skipColon(depth: level + 1)
    unsafe record(cursor + 1, count, tag)
    unsafe state.pointee.marks[level].entry = unsafe cursor
    return .next
  }

  /// Finds a key that is not at the cursor: among the recorded members, or in the rest of the object.
  @inline(never)
  private mutating func findElsewhere(
    _ key: UnsafePointer<UInt8>, _ keyCount: Int, _ tag: UInt32, name: String, isASCII: Bool
  ) -> Found? {
    if convertedKeys != nil { return findConverted(name) }
    if !isASCII { return findEquivalent(name) }
    if let found = unsafe takeRecorded(key, keyCount, tag) { return found }
    while !isDone {
      if unsafe isAtCursor(key, keyCount) { return take(keyCount, tag) }
      skipMember()
      if let members = unsafe members, unsafe members[count - 1].tag == tag,
        let found = unsafe takeRecorded(key, keyCount, tag)
      {
        return found
      }
    }
    return nil
  }

  /// Finds a key that is canonically equivalent, as `String` compares, even if its scalars differ.
  private mutating func findEquivalent(_ name: String) -> Found? {
    skipRemainingMembers()
    while namedCount < count {
      let found = self.name(at: namedCount)
      if namedMembers[found] == nil { namedMembers[found] = namedCount }
      namedCount += 1
    }
    guard let members = unsafe members, let position = namedMembers[name] else { return nil }
    return unsafe go(to: members[position])
  }

  @inline(never)
  mutating func forgetNames() {
    namedMembers.removeAll(keepingCapacity: true)
    namedCount = 0
  }

  private func findConverted(_ name: String) -> Found? {
    guard let members = unsafe members, let position = convertedMembers[name] else { return nil }
    return unsafe go(to: members[position])
  }

  /// Returns the key of a recorded member, as in the document.
  func name(at position: Int) -> String {
    guard let members = unsafe members else { return "" }
    let member = unsafe members[position]
    return unsafe String(
      decoding: UnsafeBufferPointer(start: member.key, count: Int(member.keyCount)), as: UTF8.self)
  }

  /// Returns all keys without duplicates, in the order of the document.
  mutating func names() -> [String] {
    skipRemainingMembers()
    var seen = Set<String>()
    return (convertedKeys ?? recordedKeys).filter { seen.insert($0).inserted }
  }

  /// The keys of the recorded members, as in the document.
  var recordedKeys: [String] { (0..<count).map(name) }

  /// - Parameters:
  ///   - keys: One key for each recorded member. For duplicate keys, the first member is used.
  ///   - note: A function that receives the keys and their positions in the document.
  mutating func setConvertedKeys(_ keys: [String], _ note: (UnsafePointer<UInt8>, String) -> Void) {
    if let members = unsafe members {
      for (index, key) in keys.enumerated() { unsafe note(members[index].place, key) }
    }
    convertedMembers = Dictionary(zip(keys, 0...)) { first, _ in first }
    convertedKeys = keys
    // The tags are those of the keys in the document.
    filter = .max
  }
}

extension SixteenBytes {
  /// Whether the first `count` bytes, at most 15, equal those of another value, which has zeros after them.
  @inline(__always)
  func begins(with other: SixteenBytes, _ count: Int) -> Bool {
    let ours = unsafe unsafeBitCast(vector, to: SIMD2<UInt64>.self)
    let theirs = unsafe unsafeBitCast(other.vector, to: SIMD2<UInt64>.self)
    let differences = (ours[0] ^ theirs[0], ours[1] ^ theirs[1])
    let bits = UInt64(truncatingIfNeeded: 8 &* (count & 7))
    let mask = (1 &<< bits) &- 1
    return count < 8 ? differences.0 & mask == 0 : differences.0 | (differences.1 & mask) == 0
  }
}
