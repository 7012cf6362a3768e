import CByteMask

// Dictionaries of strings without code for each type of values.
//
// Code that reads and writes any dictionary looks for metadata with each member, and code for each type of values costs the compiler
// a tenth of a second and each program two kilobytes. So the members are read into memory of their own, where a value is only bytes,
// and moved to the buckets of a dictionary once their number is known. What depends on the type are few operations for each
// dictionary, and the reading of a value that has no table.

extension JSON.Reader {
  @usableFromInline typealias MakeDictionary = (UnsafeMutableRawPointer, Int) -> DictionaryBuckets

  /// Reads the object of a dictionary, in order to initialize its place. It is not specialized.
  ///
  /// - Parameters:
  ///   - readOther: Reads a value that has no table.
  ///   - make: Initializes the place with an empty dictionary with capacity for members, at least 1, and returns its storage.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  mutating func readDictionary<Value: Readable>(
    of type: Value.Type, into place: UnsafeMutableRawPointer, by readOther: __TableField.ReadJSON,
    make: MakeDictionary
  ) throws {
    let table = type.__readingTableType?.__fields
    guard duplicateKeys != .firstWins, layoutOfDictionariesIsKnown else {
      return try unsafe readByInserting(of: type, by: table, into: place)
    }
    guard try beginMap() else { return unsafe DictionaryMemory.initializeEmpty(at: place) }
    // Not by `withUnsafeTemporaryAllocation`, which looks for metadata in code for any type.
    var scratch = MemberScratch()
    try unsafe readMembers(of: type, by: table, or: readOther, into: place, make, &scratch)
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
    of type: Value.Type, by table: __Table?, or readOther: __TableField.ReadJSON, into place: UnsafeMutableRawPointer,
    _ make: MakeDictionary, _ scratch: UnsafeMutablePointer<MemberScratch>
  ) throws {
    let start = remainingByteCount
    var members = unsafe MemberMemory<String>(
      of: type, UnsafeMutableRawBufferPointer(start: scratch, count: MemoryLayout<MemberScratch>.size))
    do {
      repeat {
        if _slowPath(members.count == members.capacity) {
          if isLong([String: Value].self, after: members.count, from: start) {
            return try unsafe readManyMembers(after: &members, of: type, by: table, or: readOther, into: place, make)
          }
          members.grow(of: type, to: max(8, 4 * members.capacity))
        }
        let key = try readKey()
        try unsafe readValue(by: table, or: readOther, into: members.nextValue)
        members.append(key)
      } while try nextMember()
    } catch {
      members.deinitialize(of: type)
      throw error
    }
    unsafe members.move(to: make(place, members.count), type)
  }

  /// Whether an object is expected to have so many members that they are inserted in the order of buckets.
  private func isLong<Value>(_ type: [String: Value].Type, after count: Int, from start: Int) -> Bool {
    if count < type.firstEstimate { return false }
    return type.isLarge(estimatedCount(after: count, atMost: type.estimateFactor, from: start, to: remainingByteCount))
  }

  @inline(__always)
  private mutating func readValue(
    by table: __Table?, or readOther: __TableField.ReadJSON, into value: UnsafeMutableRawPointer
  ) throws {
    if let table {
      try unsafe __readFields(table, into: value)
    } else {
      try unsafe readOther(&self, value)
    }
  }

  /// Reads the remaining members of a large object, and makes the dictionary. They are inserted in the order of its buckets.
  @inline(never)
  private mutating func readManyMembers<Value: Readable>(
    after first: inout MemberMemory<String>, of type: Value.Type, by table: __Table?,
    or readOther: __TableField.ReadJSON, into place: UnsafeMutableRawPointer, _ make: MakeDictionary
  ) throws {
    var texts = __KeyTexts()
    var members = unsafe MemberMemory<__KeyTexts.Place>(of: type, UnsafeMutableRawBufferPointer(start: nil, count: 0))
    do {
      repeat {
        if _slowPath(members.count == members.capacity) {
          members.grow(of: type, to: [String: Value].capacity(for: remainingByteCount, first.count + members.count))
        }
        let key = try __readKey(into: &texts)
        try unsafe readValue(by: table, or: readOther, into: members.nextValue)
        members.append(key)
      } while try nextMember()
    } catch {
      members.deinitialize(of: type)
      throw error
    }
    let buckets = unsafe make(place, first.count + members.count)
    first.move(to: buckets, type)
    members.move(to: buckets, type, texts: texts)
  }
}

/// Memory on the stack for the first members: 512 bytes.
private struct MemberScratch {
  var bytes = (
    SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(),
    SIMD64<UInt8>(), SIMD64<UInt8>()
  )
}

/// The members of an object that become those of a dictionary: keys, each followed by its value.
///
/// SAFETY: values are of the type of the dictionary's. Who uses the memory moves or deinitializes the members.
@safe
private struct MemberMemory<Key>: ~Copyable {
  private(set) var count = 0
  private(set) var capacity: Int
  private var members: UnsafeMutableRawPointer
  /// The distance of members.
  private let stride: Int
  /// The place of the value in a member.
  private let valueOffset: Int
  private let alignment: Int
  /// Whether the memory is to be deallocated.
  private var isOwned = false

  /// - Parameter scratch: The memory of the first members, aligned to 64 bytes.
  init<Value>(of type: Value.Type, _ scratch: UnsafeMutableRawBufferPointer) {
    // Not the layout of a pair: that needs its metadata.
    let valueAlignment = MemoryLayout<Value>.alignment
    valueOffset = (MemoryLayout<Key>.size + valueAlignment - 1) & ~(valueAlignment - 1)
    alignment = max(MemoryLayout<Key>.alignment, valueAlignment)
    stride = (valueOffset + MemoryLayout<Value>.size + alignment - 1) & ~(alignment - 1)
    capacity = alignment <= 64 ? scratch.count / stride : 0
    // SAFETY: without memory, the capacity is 0.
    unsafe members = scratch.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
  }

  deinit { deallocate() }

  private func deallocate() {
    if isOwned { unsafe members.deallocate() }
  }

  private func key(at position: Int) -> UnsafeMutablePointer<Key> {
    unsafe (members + position &* stride).assumingMemoryBound(to: Key.self)
  }

  private func value(at position: Int) -> UnsafeMutableRawPointer {
    unsafe members + (position &* stride &+ valueOffset)
  }

  /// The place of the value of the next member.
  var nextValue: UnsafeMutableRawPointer { unsafe value(at: count) }

  /// Appends the member whose value has been initialized.
  @inline(__always)
  mutating func append(_ key: consuming Key) {
    unsafe self.key(at: count).initialize(to: key)
    count &+= 1
  }

  @inline(never)
  mutating func grow<Value>(of type: Value.Type, to larger: Int) {
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger * stride, alignment: alignment)
    // SAFETY: keys are strings or places of texts, which are moved by copying their bytes.
    unsafe moved.copyMemory(from: members, byteCount: count * stride)
    if !_isBitwiseTakable(type) {
      for position in 0..<count {
        let value = unsafe value(at: position).assumingMemoryBound(to: type)
        unsafe (moved + (position * stride + valueOffset)).moveInitializeMemory(as: type, from: value, count: 1)
      }
    }
    deallocate()
    (unsafe members, capacity, isOwned) = unsafe (moved, larger, true)
  }

  mutating func deinitialize<Value>(of type: Value.Type) {
    for position in 0..<count {
      unsafe key(at: position).deinitialize(count: 1)
      unsafe value(at: position).assumingMemoryBound(to: type).deinitialize(count: 1)
    }
    count = 0
  }

  /// Moves the value at a position to a bucket. The value of a duplicate key is replaced.
  @inline(__always)
  private func moveValue<Value>(
    at position: Int, to found: (bucket: Int, isDuplicate: Bool), of buckets: DictionaryBuckets, _ type: Value.Type
  ) {
    let (source, target) = unsafe (value(at: position), buckets.values + found.bucket &* MemoryLayout<Value>.stride)
    if found.isDuplicate { unsafe target.assumingMemoryBound(to: type).deinitialize(count: 1) }
    if _isBitwiseTakable(type) {
      unsafe target.copyMemory(from: source, byteCount: MemoryLayout<Value>.size)
    } else {
      unsafe target.moveInitializeMemory(as: type, from: source.assumingMemoryBound(to: type), count: 1)
    }
  }
}

extension MemberMemory<String> {
  /// Moves all members to a dictionary with capacity for them, in their order.
  mutating func move<Value>(to buckets: DictionaryBuckets, _ type: Value.Type) {
    for position in 0..<count {
      let key = unsafe key(at: position).move()
      let found = buckets.insert(key, hashValue: hashValueOfKey(key, seed: buckets.seed))
      moveValue(at: position, to: found, of: buckets, type)
    }
    count = 0
  }
}

extension MemberMemory<__KeyTexts.Place> {
  /// Moves all members to a dictionary with capacity for them, in the order of its buckets.
  mutating func move<Value>(to buckets: DictionaryBuckets, _ type: Value.Type, texts: borrowing __KeyTexts) {
    guard count > 0 else { return }
    let positions = unsafe BucketOrder.positions(
      of: members, stride: stride, count: count, capacity: buckets.capacity, seed: buckets.seed, in: texts)
    for index in positions.indices {
      // Members and texts are at random addresses in this order, so they are loaded before they are needed.
      if index + 16 < positions.count {
        let (later, next) = unsafe (key(at: Int(positions[index + 16])), key(at: Int(positions[index + 8])))
        millrace_prefetch(UInt(bitPattern: later))
        unsafe texts.prefetch(next.pointee)
      }
      let position = Int(positions[index])
      let key = unsafe key(at: position).pointee
      let found = buckets.insert(texts.string(at: key), hashValue: key.hashValue)
      moveValue(at: position, to: found, of: buckets, type)
    }
    count = 0
  }
}
