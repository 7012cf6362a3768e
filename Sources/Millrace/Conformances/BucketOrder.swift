// Filling a large dictionary in the order of its buckets.
//
// A dictionary stores a member in the bucket that the hash value of its key determines. Iterating over the dictionary and deallocating it
// visit one bucket after another. If the strings of the keys are allocated in the order of the document, each visit is to a
// random address, and starts with an atomic operation, which waits for the memory before the next one can begin. Deallocating 100,000
// members then takes longer than reading them. So the keys of a large object stay text until all of them are known. Then
// their strings are allocated, and the members are inserted, in the order of the buckets.
//
// The hash value depends on the dictionary's seed, which is not public. In Swift 5 and 6 it is the address of the storage
// (`_HashTable.hashSeed` in the standard library), and the number of buckets is the next power of two above the capacity. If a
// runtime chooses them in another way, or if hashing is deterministic, the order is another one. The dictionary is then equally
// correct, but slower. A test checks that the order is the predicted one.

/// The order of the buckets of members that are going to be inserted into a dictionary.
@usableFromInline
struct BucketOrder {
  /// The seed of the dictionary's hash values.
  @usableFromInline let seed: Int
  private let bucketMask: Int
  private var buckets: [UInt32] = []

  /// The largest number of members that can be ordered.
  @inlinable static var limit: Int { 1 << 30 }

  /// - Parameters:
  ///   - dictionary: A dictionary with capacity for the members.
  ///   - count: The number of members, at most `limit`.
  @inlinable
  init<Key, Value>(in dictionary: [Key: Value], of count: Int) {
    // SAFETY: a dictionary is a reference to its storage.
    self.init(seed: unsafe unsafeBitCast(dictionary, to: Int.self), capacity: dictionary.capacity, count: count)
  }

  @usableFromInline
  init(seed: Int, capacity: Int, count: Int) {
    self.seed = seed
    bucketMask = 1 << (Int.bitWidth - capacity.leadingZeroBitCount) - 1
    buckets.reserveCapacity(count)
  }

  /// Adds the next member.
  ///
  /// - Parameter hashValue: The hash value of its key, for `seed`.
  @usableFromInline
  mutating func append(hashValue: Int) { buckets.append(UInt32(truncatingIfNeeded: hashValue & bucketMask)) }

  /// Returns the positions of the members, sorted by bucket. Members of one bucket, such as those with equal keys, keep their order.
  ///
  /// - Complexity: O(count + capacity), a counting sort.
  @usableFromInline
  consuming func sorted() -> [UInt32] {
    // For each bucket, the number of members in the buckets before it: the place of its next member.
    var positions = [UInt32](repeating: 0, count: bucketMask + 2)
    for bucket in buckets { positions[Int(bucket) + 1] += 1 }
    for bucket in 0..<bucketMask { positions[bucket + 1] += positions[bucket] }
    return unsafe [UInt32](unsafeUninitializedCapacity: buckets.count) { members, count in
      for (member, bucket) in buckets.enumerated() {
        unsafe members[Int(positions[Int(bucket)])] = UInt32(truncatingIfNeeded: member)
        positions[Int(bucket)] += 1
      }
      count = buckets.count
    }
  }
}
