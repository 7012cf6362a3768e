/// A Bloom filter with one hash function (Bloom 1970). For nearly every key of a small object it determines that no
/// previous key is equal, which is all that must be known of a key while an object is read.
struct KeyFilter {
  private var seen: (low: UInt64, high: UInt64) = (0, 0)

  /// Adds a key.
  ///
  /// - Returns: Whether the key certainly differs from all previous keys.
  @inline(__always)
  mutating func insert(_ key: String) -> Bool {
    let hash = UInt64(truncatingIfNeeded: Self.hash(key))
    let bit: UInt64 = 1 &<< hash
    let high = bit & (0 &- hash &>> 6)
    let low = bit ^ high
    let isNew = seen.low & low | seen.high & high == 0
    seen.low |= low
    seen.high |= high
    return isNew
  }

  /// Returns a hash of seven bits of the first, the middle and the last byte, and the count. Keys with equal bytes have equal hashes.
  @inline(__always)
  private static func hash(_ key: String) -> UInt32 {
    unsafe key.utf8.withContiguousStorageIfAvailable { bytes in
      guard let last = unsafe bytes.last else { return 0 }
      let word = unsafe UInt32(bytes[0]) | UInt32(bytes[bytes.count / 2]) &<< 8 | UInt32(last) &<< 16
      return ((word | UInt32(truncatingIfNeeded: bytes.count) &<< 24) &* 0x9E37_79B1) &>> 25
    } ?? 0
  }
}
