// Filling a large dictionary in the order of its buckets.
//
// A dictionary stores a member in the bucket that the hash value of its key determines. Iterating over the dictionary and deallocating it
// visit one bucket after another. If the strings of the keys are allocated in the order of the document, each visit is to a
// random address, and starts with an atomic operation, which waits for the memory before the next one can begin. Deallocating 100,000
// members then takes longer than reading them. So the keys of a large object stay text until all of them are known. Then
// their strings are allocated, and the members are inserted, in the order of the buckets. The order within a group of 64 buckets does
// not matter, because the processor's caches hold a group.
//
// The hash value depends on the dictionary's seed, which is not public. `DictionaryBuckets` knows it. If the layout of dictionaries is
// not known, the seed is assumed to be the address of the storage (`_HashTable.hashSeed` in the standard library). If it is
// another one, so is the order. The dictionary is then equally correct, but slower. A test checks that the order is the predicted one.

/// The order of the buckets of members that are going to be inserted into a dictionary: a counting sort of groups of 64 buckets.
@usableFromInline
struct BucketOrder {
  @usableFromInline let bucketMask: Int
  /// For each group, the number of members in the groups before it; while members are counted, that in the group before it.
  @usableFromInline var counts: [UInt32]

  /// The largest number of members that can be ordered.
  @inlinable static var limit: Int { 1 << 30 }

  /// - Parameter capacity: The capacity of the dictionary. The number of buckets is the next power of two.
  @usableFromInline
  init(capacity: Int) {
    bucketMask = 1 << (Int.bitWidth - capacity.leadingZeroBitCount) - 1
    counts = [UInt32](repeating: 0, count: bucketMask / UInt64.bitWidth + 2)
  }

  /// Counts a member.
  ///
  /// - Parameter hashValue: The lowest bits of the hash value of its key.
  @inlinable @inline(__always)
  mutating func count(_ hashValue: UInt32) { counts[group(of: hashValue) + 1] += 1 }

  /// Ends the counting of members.
  @usableFromInline
  mutating func addCounts() {
    for group in 1..<counts.count { counts[group] += counts[group - 1] }
  }

  /// Returns the position of the next member in the order. Members of one group, such as those with equal keys, keep their order.
  ///
  /// - Parameter hashValue: That of its key, which was counted.
  @inlinable @inline(__always)
  mutating func nextPosition(of hashValue: UInt32) -> Int {
    let group = group(of: hashValue)
    defer { counts[group] += 1 }
    return Int(counts[group])
  }

  @inlinable @inline(__always)
  func group(of hashValue: UInt32) -> Int { (Int(truncatingIfNeeded: hashValue) & bucketMask) / UInt64.bitWidth }
}
