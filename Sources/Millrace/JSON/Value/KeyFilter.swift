/// A Bloom filter with one hash function (Bloom 1970). For nearly every key of a small object it determines that no
/// previous key is equal, which is all that must be known of a key while an object is read.
struct KeyFilter {
  private var seen: (low: UInt64, high: UInt64) = (0, 0)
  private let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown

  /// Adds a key.
  ///
  /// - Returns: Whether the key certainly differs from all previous keys.
  @inline(__always)
  mutating func insert(_ key: String) -> Bool {
    let hash = hash(key)
    let bit: UInt64 = 1 &<< hash
    let high = bit & (0 &- hash &>> 6)
    let low = bit ^ high
    let isNew = seen.low & low | seen.high & high == 0
    seen.low |= low
    seen.high |= high
    return isNew
  }

  /// Returns a hash of seven bits of the first eight bytes, the last ones, and the count. Keys with equal bytes have equal hashes.
  @inline(__always)
  private func hash(_ key: String) -> UInt64 {
    if knowsLayoutOfShortStrings, let (first, second, count) = key.shortASCII { return hash(first, second, count) }
    return unsafe key.utf8.withContiguousStorageIfAvailable { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      let rest = unsafe TextHash.lastBytes(of: start, count: bytes.count)
      if bytes.count < 8 { return hash(rest, 0, bytes.count) }
      let last = unsafe bytes.count < 16 ? rest : EightBytes(at: start + (bytes.count - 8)).lanes
      return unsafe hash(EightBytes(at: start).lanes, last, bytes.count)
    } ?? 0
  }

  /// - Parameters:
  ///   - first: The first eight bytes of a key.
  ///   - last: The bytes after them, or the last eight of a key of sixteen bytes or more.
  @inline(__always)
  private func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> UInt64 {
    let mixed = (first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15 ^ last &* 0xD6E8_FEB8_6659_FD93
    return mixed &>> 57
  }
}
