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

/// The order of the buckets of members that are going to be inserted into a dictionary.
@usableFromInline
struct BucketOrder {
  /// The seed of the dictionary's hash values.
  @usableFromInline let seed: Int
  private let bucketMask: Int
  /// The lowest bits of the hash values of the members.
  @usableFromInline private(set) var hashValues: [UInt32] = []
  /// For each group of buckets, the number of members in the group before it.
  private var counts: [UInt32]

  /// The largest number of members that can be ordered.
  @inlinable static var limit: Int { 1 << 30 }

  /// - Parameters:
  ///   - seed: The seed of the dictionary's hash values.
  ///   - capacity: The capacity of the dictionary. The number of buckets is the next power of two.
  ///   - count: The number of members, at most `limit`.
  @usableFromInline
  init(seed: Int, capacity: Int, count: Int) {
    self.seed = seed
    bucketMask = 1 << (Int.bitWidth - capacity.leadingZeroBitCount) - 1
    hashValues.reserveCapacity(count)
    counts = [UInt32](repeating: 0, count: bucketMask / UInt64.bitWidth + 2)
  }

  /// Adds the next member.
  ///
  /// - Parameter hashValue: The hash value of its key, for `seed`.
  @usableFromInline
  mutating func append(hashValue: Int) {
    let hashValue = UInt32(truncatingIfNeeded: hashValue)
    hashValues.append(hashValue)
    counts[group(of: hashValue) + 1] += 1
  }

  private func group(of hashValue: UInt32) -> Int { (Int(hashValue) & bucketMask) / UInt64.bitWidth }

  /// Returns the positions of the members, sorted by group. Members of one group, such as those with equal keys, keep their order.
  ///
  /// - Complexity: O(count + capacity), a counting sort.
  @usableFromInline
  func sorted() -> [UInt32] {
    // For each group, the number of members in the groups before it: the place of its next member.
    var places = counts
    for group in 1..<places.count { places[group] += places[group - 1] }
    return unsafe [UInt32](unsafeUninitializedCapacity: hashValues.count) { members, count in
      for (member, hashValue) in hashValues.enumerated() {
        let group = group(of: hashValue)
        unsafe members[Int(places[group])] = UInt32(truncatingIfNeeded: member)
        places[group] += 1
      }
      count = hashValues.count
    }
  }
}
