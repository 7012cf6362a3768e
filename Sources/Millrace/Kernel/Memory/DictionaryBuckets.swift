// Inserting strings into a dictionary with hash values that are known.
//
// The hash values of the keys are known before the members are inserted, because they determine the order of insertion
// (`BucketOrder`). The standard library has no function that takes them: it hashes each key again, in a quarter of the time that
// a large dictionary takes. Here, members are written to the storage of the dictionary directly. In a small dictionary, this takes fewer
// instructions because short keys are hashed in line (`TextHash`). Small dictionaries of tables are also written to JSON from their storage.
//
// The storage is an object of a class that inlined code of the standard library uses (`__RawDictionaryStorage`, which is fixed
// in the ABI of Apple's platforms; other platforms compile the same source). It consists of a head of eight words, a bit for each
// bucket that tells whether it is occupied, the keys, and the values:
//
// - the head: two words of every object, the number of members, the capacity, the logarithm of the number of buckets in the lowest
//   byte of a word, the seed of the hash values, the address of the keys, the address of the values.
// - The ideal bucket of a member is the lowest bits of its hash value. A member is in the first bucket that was free, from the ideal
//   one on, with the first bucket after the last one.
//
// This layout is still not guaranteed. So it is checked before it is used: once in a process, a dictionary of the standard library
// is read, and one is filled here and read by the standard library. If anything differs, the standard library inserts all members.

/// The storage of a dictionary whose keys are strings.
///
/// SAFETY: the dictionary must be the only reference to its storage, and must not be used while this value is used. `layoutOfDictionariesIsKnown`
/// must be true.
@usableFromInline
@safe
package struct DictionaryBuckets {
  /// The seed of the hash values.
  @usableFromInline package let seed: Int
  @usableFromInline let storage: UnsafeMutableRawPointer
  @usableFromInline let occupied: UnsafeMutablePointer<UInt>
  @usableFromInline let keys: UnsafeMutablePointer<String>
  /// Memory of the type of the values.
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let mask: Int

  /// The places of the head's words, in bytes.
  @usableFromInline static var count: Int { 16 }
  @usableFromInline static var capacity: Int { 24 }
  @usableFromInline static var scale: Int { 32 }
  static var age: Int { 36 }
  @usableFromInline static var seed: Int { 40 }
  @usableFromInline static var keys: Int { 48 }
  @usableFromInline static var values: Int { 56 }
  @usableFromInline static var end: Int { 64 }

  /// - Parameter dictionary: A dictionary of strings with capacity for all members that will be inserted.
  @inlinable
  init<Name: Hashable, Value>(of dictionary: [Name: Value]) {
    // SAFETY: a dictionary is a reference to its storage.
    unsafe self.init(at: unsafeBitCast(dictionary, to: UnsafeMutableRawPointer.self))
  }

  /// - Parameter place: Where such a dictionary is.
  @inlinable
  init(ofDictionaryAt place: UnsafeRawPointer) {
    // SAFETY: a dictionary is a reference to its storage.
    unsafe self.init(at: place.load(as: UnsafeMutableRawPointer.self))
  }

  /// - Parameter storage: The storage of such a dictionary.
  @inlinable
  init(at storage: UnsafeMutableRawPointer) {
    unsafe self.storage = unsafe storage
    mask = unsafe 1 << Int(storage.load(fromByteOffset: Self.scale, as: UInt8.self) & 63) &- 1
    seed = unsafe storage.load(fromByteOffset: Self.seed, as: Int.self)
    unsafe occupied = unsafe (storage + Self.end).assumingMemoryBound(to: UInt.self)
    let keys = unsafe storage.load(fromByteOffset: Self.keys, as: UnsafeMutableRawPointer.self)
    unsafe self.keys = unsafe keys.assumingMemoryBound(to: String.self)
    unsafe values = unsafe storage.load(fromByteOffset: Self.values, as: UnsafeMutableRawPointer.self)
  }

  /// The number of members.
  @inlinable var count: Int { unsafe storage.load(fromByteOffset: Self.count, as: Int.self) }

  /// The number of members that the storage has room for.
  var capacity: Int { unsafe storage.load(fromByteOffset: Self.capacity, as: Int.self) }

  /// Inserts a member. The value of a duplicate key is replaced.
  ///
  /// - Parameter hashValue: The lowest bits of the hash value of the key for `seed`, at least those of the number of buckets.
  @inlinable @inline(__always)
  package func insert<Value>(_ key: consuming String, _ value: consuming Value, hashValue: UInt32) {
    let values = unsafe values.assumingMemoryBound(to: Value.self)
    let (bucket, isDuplicate) = insert(key, hashValue: hashValue)
    if isDuplicate {
      unsafe values[bucket] = value
    } else {
      unsafe (values + bucket).initialize(to: value)
    }
  }

  /// Inserts a key. Its value must be initialized then, unless the key is a duplicate.
  ///
  /// - Parameter hashValue: As for a member.
  /// - Returns: The bucket of the key.
  @inlinable @inline(__always)
  func insert(_ key: consuming String, hashValue: UInt32) -> (bucket: Int, isDuplicate: Bool) {
    var bucket = Int(truncatingIfNeeded: hashValue) & mask
    while isOccupied(bucket) {
      if unsafe keys[bucket] == key { return (bucket, true) }
      bucket = (bucket &+ 1) & mask
    }
    unsafe occupied[bucket / UInt.bitWidth] |= 1 &<< UInt(bitPattern: bucket)
    unsafe (keys + bucket).initialize(to: key)
    unsafe storage.storeBytes(of: count &+ 1, toByteOffset: Self.count, as: Int.self)
    return (bucket, false)
  }

  /// Has the texts of the next members loaded: those of a word of bits.
  ///
  /// - Parameters:
  ///   - start: The first bucket of the word, or the number of buckets.
  ///   - valuesAreStrings: Whether the texts of values are loaded, too.
  @inline(never)
  func prefetchTexts(from start: Int, ofValues valuesAreStrings: Bool) {
    guard start <= mask else { return }
    let values = unsafe values.assumingMemoryBound(to: String.self)
    var bits = unsafe occupied[start / UInt.bitWidth]
    while bits != 0 {
      let bucket = start &+ bits.trailingZeroBitCount
      unsafe _ = keys[bucket].prefetchText()
      if valuesAreStrings { unsafe _ = values[bucket].prefetchText() }
      bits &= bits &- 1
    }
  }

  @inlinable @inline(__always)
  func isOccupied(_ bucket: Int) -> Bool {
    unsafe occupied[bucket / UInt.bitWidth] &>> UInt(bitPattern: bucket) & 1 != 0
  }
}

extension Dictionary {
  /// Sets the value of a key, which takes fewer instructions than a subscript if the key is a string.
  ///
  /// The dictionary must be the only reference to its storage.
  @inlinable @inline(never)
  mutating func put(_ key: consuming Key, _ value: consuming Value) {
    guard Key.self is String.Type, layoutOfDictionariesIsKnown, count < capacity else {
      self[key] = value
      return
    }
    let buckets = DictionaryBuckets(of: self)
    // SAFETY: the types are the same.
    let text = unsafe unsafeBitCast(key, to: String.self)
    buckets.insert(text, value, hashValue: hashValueOfKey(text, seed: buckets.seed))
  }
}

extension DictionaryBuckets {
  /// Whether the storage of a dictionary of the standard library has the known layout. Nothing outside of it is read.
  fileprivate static func areKnown(in dictionary: [String: Int]) -> Bool {
    guard MemoryLayout<[String: Int]>.size == 8, MemoryLayout<Int>.size == 8, MemoryLayout<String>.stride == 16 else {
      return false
    }
    let storage = unsafe unsafeBitCast(dictionary, to: UnsafeMutableRawPointer.self)
    func word(at offset: Int) -> Int { unsafe storage.load(fromByteOffset: offset, as: Int.self) }
    let bucketCount = 1 << (word(at: scale) & 63)
    let firstKey = end + max(1, bucketCount / UInt.bitWidth) * MemoryLayout<UInt>.size
    guard word(at: count) == dictionary.count, word(at: capacity) == dictionary.capacity,
      bucketCount * 3 / 4 == dictionary.capacity, word(at: keys) == Int(bitPattern: storage) + firstKey,
      word(at: values) == word(at: keys) + bucketCount * MemoryLayout<String>.stride
    else { return false }
    let buckets = DictionaryBuckets(of: dictionary)
    let members = dictionary.map(\.self)
    let stored = (0..<bucketCount).filter(buckets.isOccupied)
    guard stored.count == members.count else { return false }
    return zip(stored, members).allSatisfy { bucket, member in
      unsafe buckets.keys[bucket] == member.key
        && buckets.values.assumingMemoryBound(to: Int.self)[bucket] == member.value
        && buckets.isReachable(bucket, from: member.key._rawHashValue(seed: buckets.seed))
    }
  }

  /// Whether all buckets are occupied from the ideal one to this one.
  private func isReachable(_ bucket: Int, from hashValue: Int) -> Bool {
    var reached = hashValue & mask
    while reached != bucket, isOccupied(reached) { reached = (reached + 1) & mask }
    return reached == bucket
  }

  @inline(never)
  fileprivate static func insert(_ members: [(key: String, value: Int)], into dictionary: inout [String: Int]) {
    let buckets = DictionaryBuckets(of: dictionary)
    for (key, value) in members {
      buckets.insert(key, value, hashValue: UInt32(truncatingIfNeeded: key._rawHashValue(seed: buckets.seed)))
    }
  }
}

/// Whether the layout of dictionaries was verified, so that members can be inserted here.
@usableFromInline
package let layoutOfDictionariesIsKnown: Bool = {
  let members = (0..<150).map { (key: "key \($0 * $0 * $0)", value: $0) }
  var theirs = [String: Int](minimumCapacity: 160)
  for (key, value) in members { theirs[key] = value }
  var ours = [String: Int](minimumCapacity: 160)
  guard DictionaryBuckets.areKnown(in: theirs), DictionaryBuckets.areKnown(in: ours) else { return false }
  DictionaryBuckets.insert(members.map { ($0.key, -1) } + members, into: &ours)
  guard DictionaryBuckets.areKnown(in: ours), ours == theirs else { return false }
  // A dictionary of few buckets, which are a part of a word.
  var few = [String: Int](minimumCapacity: 6)
  DictionaryBuckets.insert(Array(members[..<6]), into: &few)
  guard DictionaryBuckets.areKnown(in: few), few.count == 6, members[..<6].allSatisfy({ few[$0.key] == $0.value })
  else {
    return false
  }
  // All empty dictionaries are the same object. One whose storage is made here is the same as one of the standard library.
  guard unsafe unsafeBitCast([:] as [String: Int], to: Int.self) == unsafeBitCast([:] as [String: [Int]], to: Int.self),
    let memory = DictionaryMemory(ofKnownLayout: Int.self)
  else { return false }
  for count in [1, 2, 3, 6, 7, 48, 49, 150] {
    ours = [:]
    // SAFETY: an empty dictionary has no storage of its own to be released.
    unsafe withUnsafeMutablePointer(to: &ours) { _ = unsafe memory.makeDictionary(at: $0, capacity: count) }
    DictionaryBuckets.insert(Array(members[..<count]), into: &ours)
    guard DictionaryBuckets.areKnown(in: ours), ours.capacity == [String: Int](minimumCapacity: count).capacity,
      ours == Dictionary(uniqueKeysWithValues: members[..<count].map { ($0.key, $0.value) })
    else { return false }
  }
  // It grows and shrinks like one of the standard library.
  for number in 0..<100 {
    ours["another key \(number)"] = number
    ours[members[number].key] = nil
  }
  return ours.count == members.count && members[100...].allSatisfy { ours[$0.key] == $0.value }
}()
