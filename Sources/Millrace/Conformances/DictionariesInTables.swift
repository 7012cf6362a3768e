import CByteMask

// Dictionaries of strings without code for each type of values.
//
// Code that reads and writes any dictionary looks for metadata with each member, and code for each type of values costs the compiler
// a tenth of a second and each program two kilobytes. So the members are read into memory of their own, where a value is only bytes,
// and moved to the buckets of a dictionary once their number is known. What depends on the type are few operations for each
// dictionary, and the reading of a value that has no table.

extension JSON.Reader {
  /// Reads the object of a dictionary, in order to initialize its place. It is not specialized.
  ///
  /// - Parameter known: What makes such dictionaries, if it is known.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func readDictionary<Value: Readable>(
    of type: Value.Type, into place: UnsafeMutableRawPointer, by known: DictionaryMemory? = nil
  ) throws {
    let table = type.__readingTableType?.__fields
    guard duplicateKeys != .firstWins, layoutOfDictionariesIsKnown else {
      return try unsafe readByInserting(of: type, by: table, into: place)
    }
    guard try beginMap() else { return unsafe DictionaryMemory.initializeEmpty(at: place) }
    // Not by `withUnsafeTemporaryAllocation`, which looks for metadata in code for any type.
    var scratch = MemberScratch()
    try unsafe readMembers(of: type, by: table, into: place, known, &scratch)
  }

  // Not inlined: the look-ups of its metadata would be made before they are needed.
  @inline(never)
  private mutating func readByInserting<Value: Readable>(
    of type: Value.Type, by table: __Table?, into place: UnsafeMutableRawPointer
  ) throws {
    let dictionary = try [String: Value].read(from: &self, valuesBy: table)
    unsafe place.initializeMemory(as: [String: Value].self, to: dictionary)
  }

  private mutating func readMembers<Value: Readable>(
    of type: Value.Type, by table: __Table?, into place: UnsafeMutableRawPointer, _ memory: DictionaryMemory?,
    _ scratch: UnsafeMutablePointer<MemberScratch>
  ) throws {
    let start = remainingByteCount
    var members = unsafe MemberMemory<String>(
      of: type, UnsafeMutableRawBufferPointer(start: scratch, count: MemoryLayout<MemberScratch>.size))
    do {
      repeat {
        if _slowPath(members.count == members.capacity) {
          if isLong([String: Value].self, after: members.count, from: start) {
            return try unsafe readManyMembers(after: &members, of: type, by: table, into: place, memory)
          }
          members.grow(of: type, to: max(8, 4 * members.capacity))
        }
        let key = try readKey()
        try unsafe readMember(of: type, by: table, into: members.nextValue)
        members.append(key)
      } while try nextMember()
    } catch {
      members.deinitialize(of: type)
      throw error
    }
    let buckets = unsafe makeDictionary(of: type, at: place, capacity: members.count, memory)
    members.move(to: buckets, type)
  }

  /// Whether an object is expected to have so many members that they are inserted in the order of buckets.
  private func isLong<Value>(_ type: [String: Value].Type, after count: Int, from start: Int) -> Bool {
    if count < type.firstEstimate { return false }
    return type.isLarge(estimatedCount(after: count, atMost: type.estimateFactor, from: start, to: remainingByteCount))
  }

  @inline(__always)
  private mutating func readMember<Value: Readable>(
    of type: Value.Type, by table: __Table?, into value: UnsafeMutableRawPointer
  ) throws {
    if let table {
      try unsafe __readFields(table, into: value)
    } else {
      unsafe value.initializeMemory(as: Value.self, to: try read(type))
    }
  }

  /// Reads the remaining members of a large object, and makes the dictionary. They are inserted in the order of its buckets.
  @inline(never)
  private mutating func readManyMembers<Value: Readable>(
    after first: inout MemberMemory<String>, of type: Value.Type, by table: __Table?,
    into place: UnsafeMutableRawPointer, _ memory: DictionaryMemory?
  ) throws {
    var texts = __KeyTexts()
    var members = unsafe MemberMemory<__KeyTexts.Place>(of: type, UnsafeMutableRawBufferPointer(start: nil, count: 0))
    do {
      repeat {
        if _slowPath(members.count == members.capacity) {
          members.grow(of: type, to: [String: Value].capacity(for: remainingByteCount, first.count + members.count))
        }
        let key = try __readKey(into: &texts)
        try unsafe readMember(of: type, by: table, into: members.nextValue)
        members.append(key)
      } while try nextMember()
    } catch {
      members.deinitialize(of: type)
      throw error
    }
    let buckets = unsafe makeDictionary(of: type, at: place, capacity: first.count + members.count, memory)
    first.move(to: buckets, type)
    members.move(to: buckets, type, texts: texts)
  }
}

/// Makes a dictionary at a place, with capacity for members. Returns where they are inserted.
private func makeDictionary<Value>(
  of type: Value.Type, at place: UnsafeMutableRawPointer, capacity: Int, _ memory: DictionaryMemory?
) -> DictionaryBuckets {
  if let memory { return unsafe memory.makeDictionary(at: place, capacity: capacity) }
  return unsafe makeDictionaryByInitializer(of: type, at: place, capacity: capacity)
}

// Not inlined: the look-ups of its metadata would be made before they are needed.
@inline(never)
private func makeDictionaryByInitializer<Value>(
  of type: Value.Type, at place: UnsafeMutableRawPointer, capacity: Int
) -> DictionaryBuckets {
  unsafe place.initializeMemory(as: [String: Value].self, to: [String: Value](minimumCapacity: capacity))
  // SAFETY: a dictionary is a reference to its storage.
  return unsafe DictionaryBuckets(at: place.load(as: UnsafeMutableRawPointer.self))
}

/// Memory on the stack for the first members: 512 bytes.
private struct MemberScratch {
  var bytes = (
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>()
  )
}

/// The members of an object that become those of a dictionary.
///
/// SAFETY: values are of the type of the dictionary's. Who uses the memory moves or deinitializes the members.
@safe
private struct MemberMemory<Key>: ~Copyable {
  private(set) var count = 0
  private(set) var capacity: Int
  private(set) var keys: UnsafeMutablePointer<Key>
  private var values: UnsafeMutableRawPointer
  private let stride: Int
  private let alignment: Int
  /// Whether the memory is to be deallocated.
  private var isOwned = false

  /// - Parameter scratch: the memory of the first members.
  init<Value>(of type: Value.Type, _ scratch: UnsafeMutableRawBufferPointer) {
    (stride, alignment) = (MemoryLayout<Value>.stride, MemoryLayout<Value>.alignment)
    capacity = alignment <= 64 ? scratch.count / (stride + MemoryLayout<Key>.stride) : 0
    // SAFETY: without memory, the capacity is 0. The sum of the strides is a multiple of the alignment of keys.
    unsafe values = scratch.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 16).unsafelyUnwrapped
    let keysStart = unsafe (values + scratch.count - capacity * MemoryLayout<Key>.stride)
    unsafe keys = keysStart.assumingMemoryBound(to: Key.self)
  }

  deinit { deallocate() }

  private func deallocate() {
    guard isOwned else { return }
    unsafe keys.deallocate()
    unsafe values.deallocate()
  }

  /// The place of the value of the next member.
  var nextValue: UnsafeMutableRawPointer { unsafe values + count &* stride }

  /// Appends the member whose value has been initialized.
  @inline(__always)
  mutating func append(_ key: consuming Key) {
    unsafe (keys + count).initialize(to: key)
    count &+= 1
  }

  @inline(never)
  mutating func grow<Value>(of type: Value.Type, to larger: Int) {
    let moreKeys = UnsafeMutablePointer<Key>.allocate(capacity: larger)
    unsafe moreKeys.moveInitialize(from: keys, count: count)
    let moreValues = UnsafeMutableRawPointer.allocate(byteCount: larger * stride, alignment: alignment)
    unsafe moreValues.moveInitializeMemory(as: type, from: values.assumingMemoryBound(to: type), count: count)
    deallocate()
    (unsafe keys, unsafe values, capacity, isOwned) = unsafe (moreKeys, moreValues, larger, true)
  }

  mutating func deinitialize<Value>(of type: Value.Type) {
    unsafe keys.deinitialize(count: count)
    unsafe values.assumingMemoryBound(to: type).deinitialize(count: count)
    count = 0
  }

  /// Moves the value at a position to a bucket. The value of a duplicate key is replaced.
  @inline(__always)
  func moveValue<Value>(
    at position: Int, to found: (bucket: Int, isDuplicate: Bool), of buckets: DictionaryBuckets, _ type: Value.Type
  ) {
    let (source, target) = unsafe (values + position &* stride, buckets.values + found.bucket &* stride)
    if found.isDuplicate { unsafe target.assumingMemoryBound(to: type).deinitialize(count: 1) }
    if _isBitwiseTakable(type) {
      unsafe target.copyMemory(from: source, byteCount: MemoryLayout<Value>.size)
    } else {
      unsafe target.moveInitializeMemory(as: type, from: source.assumingMemoryBound(to: type), count: 1)
    }
  }

  func prefetchValue(at position: Int) {
    unsafe millrace_prefetch(UInt(bitPattern: values + position &* stride))
  }

  mutating func forgetAll() { count = 0 }
}

extension MemberMemory<String> {
  /// Moves all members to a dictionary with capacity for them, in their order.
  mutating func move<Value>(to buckets: DictionaryBuckets, _ type: Value.Type) {
    for position in 0..<count {
      let key = unsafe (keys + position).move()
      let found = buckets.insert(key, hashValue: hashValueOfKey(key, seed: buckets.seed))
      moveValue(at: position, to: found, of: buckets, type)
    }
    forgetAll()
  }
}

extension MemberMemory<__KeyTexts.Place> {
  /// Moves all members to a dictionary with capacity for them, in the order of its buckets.
  mutating func move<Value>(to buckets: DictionaryBuckets, _ type: Value.Type, texts: borrowing __KeyTexts) {
    guard count > 0 else { return }
    let positions = unsafe BucketOrder.positions(
      of: keys, stride: MemoryLayout<__KeyTexts.Place>.stride, count: count, capacity: buckets.capacity,
      seed: buckets.seed, in: texts)
    for index in positions.indices {
      // Members and texts are at random addresses in this order, so they are loaded before they are needed.
      if index + 16 < positions.count {
        unsafe millrace_prefetch(UInt(bitPattern: keys + Int(positions[index + 16])))
        prefetchValue(at: Int(positions[index + 16]))
        unsafe texts.prefetch(keys[Int(positions[index + 8])])
      }
      let position = Int(positions[index])
      let key = unsafe keys[position]
      let found = buckets.insert(texts.string(at: key), hashValue: key.hashValue)
      moveValue(at: position, to: found, of: buckets, type)
    }
    forgetAll()
  }
}
