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
  private let bucketMask: Int
  /// For each group, the number of members in the groups before it; while members are counted, that in the group before it.
  private var counts: [UInt32]

  /// The largest number of members that can be ordered.
  @inlinable static var limit: Int { 1 << 30 }

  /// - Parameter capacity: The capacity of the dictionary. The number of buckets is the next power of two.
  init(capacity: Int) {
    bucketMask = 1 << (Int.bitWidth - capacity.leadingZeroBitCount) - 1
    counts = [UInt32](repeating: 0, count: bucketMask / UInt64.bitWidth + 2)
  }

  /// Returns the positions of members in the order of the buckets of a dictionary.
  ///
  /// - Parameters:
  ///   - keys: Where the keys of the members are, each a ``__KeyTexts/Place``. Their hash values are stored there.
  ///   - stride: The distance of keys, in bytes.
  ///   - count: The number of members, at least 1.
  ///   - capacity: The capacity of the dictionary.
  ///   - seed: The seed of its hash values.
  ///   - texts: What the places refer to.
  @usableFromInline
  static func positions(
    of keys: UnsafeMutableRawPointer, stride: Int, count: Int, capacity: Int, seed: Int, in texts: borrowing __KeyTexts
  ) -> [UInt32] {
    var order = BucketOrder(capacity: capacity)
    func key(_ position: Int) -> UnsafeMutablePointer<__KeyTexts.Place> {
      unsafe (keys + position &* stride).assumingMemoryBound(to: __KeyTexts.Place.self)
    }
    for position in 0..<count {
      let hashValue = unsafe texts.hashValue(at: key(position).pointee, seed: seed)
      unsafe key(position).pointee.hashValue = hashValue
      order.count(hashValue)
    }
    order.addCounts()
    var positions = [UInt32](repeating: 0, count: count)
    for position in 0..<count {
      let next = unsafe order.nextPosition(of: key(position).pointee.hashValue)
      positions[next] = UInt32(truncatingIfNeeded: position)
    }
    return positions
  }

  /// Counts a member.
  ///
  /// - Parameter hashValue: The lowest bits of the hash value of its key.
  mutating func count(_ hashValue: UInt32) { counts[group(of: hashValue) + 1] += 1 }

  /// Ends the counting of members.
  mutating func addCounts() {
    for group in 1..<counts.count { counts[group] += counts[group - 1] }
  }

  /// Returns the position of the next member in the order. Members of one group, such as those with equal keys, keep their order.
  ///
  /// - Parameter hashValue: That of its key, which was counted.
  mutating func nextPosition(of hashValue: UInt32) -> Int {
    let group = group(of: hashValue)
    defer { counts[group] += 1 }
    return Int(counts[group])
  }

  func group(of hashValue: UInt32) -> Int {
    (Int(truncatingIfNeeded: hashValue) & bucketMask) / UInt64.bitWidth
  }
}
