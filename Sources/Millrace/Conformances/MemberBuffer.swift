import CByteMask

/// The members of an object in the order of the document, which a dictionary has not yet received.
///
/// A dictionary that grows hashes its keys again each time, which takes almost as long as inserting them. So all but the first
/// members wait here until their number is known.
///
/// SAFETY: the memory belongs to this value, which deinitializes `count` members and deallocates it.
@usableFromInline
@safe
struct MemberBuffer<Key, Value>: ~Copyable {
  @usableFromInline typealias Member = (key: Key, value: Value)

  @usableFromInline var memory: UnsafeMutablePointer<Member>?
  @usableFromInline var capacity = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable
  deinit {
    unsafe memory?.deinitialize(count: count)
    unsafe memory?.deallocate()
  }

  @inlinable @inline(__always)
  mutating func append(_ key: consuming Key, _ value: consuming Value) {
    if _slowPath(count == capacity) { grow(to: max(16, 2 * capacity)) }
    // SAFETY: `grow` made memory.
    unsafe (memory.unsafelyUnwrapped + count).initialize(to: (key, value))
    count += 1
  }

  /// - Parameter larger: The new capacity, at least `count`.
  @inlinable @inline(never)
  mutating func grow(to larger: Int) {
    let new = UnsafeMutablePointer<Member>.allocate(capacity: larger)
    if let memory = unsafe memory {
      unsafe new.moveInitialize(from: memory, count: count)
      unsafe memory.deallocate()
    }
    unsafe memory = unsafe new
    capacity = larger
  }
}

extension MemberBuffer where Key: Hashable {
  /// Moves all members into a dictionary, in their order. The value of a duplicate key is replaced.
  @inlinable
  mutating func moveMembers(to dictionary: inout [Key: Value]) {
    guard let memory = unsafe memory else { return }
    dictionary.reserveCapacity(dictionary.count + count)
    let end = count
    count = 0
    for position in 0..<end {
      let member = unsafe (memory + position).move()
      dictionary.put(member.key, member.value)
    }
  }
}

extension MemberBuffer where Key == __KeyTexts.Place {
  /// Moves all members into a dictionary, in the order of its buckets. The value of a duplicate key is replaced.
  ///
  /// - Parameters:
  ///   - dictionary: A dictionary of strings with capacity for the members.
  ///   - texts: What the places of the keys refer to.
  @inlinable
  mutating func moveMembers<Name: Hashable>(to dictionary: inout [Name: Value], texts: borrowing __KeyTexts) {
    guard let memory = unsafe memory else { return }
    let buckets = layoutOfDictionariesIsKnown ? DictionaryBuckets(of: dictionary) : nil
    // SAFETY: a dictionary is a reference to its storage.
    let seed = unsafe buckets?.seed ?? unsafeBitCast(dictionary, to: Int.self)
    // The key is at the beginning of a member.
    let positions = unsafe BucketOrder.positions(
      of: memory, stride: MemoryLayout<Member>.stride, count: count, capacity: dictionary.capacity, seed: seed,
      in: texts)
    count = 0
    for index in positions.indices {
      // Members and texts are at random addresses in this order, so they are loaded before they are needed.
      if index + 16 < positions.count {
        unsafe millrace_prefetch(UInt(bitPattern: memory + Int(positions[index + 16])))
        unsafe texts.prefetch(memory[Int(positions[index + 8])].key)
      }
      let member = unsafe (memory + Int(positions[index])).move()
      let key = texts.string(at: member.key)
      if let buckets {
        buckets.insert(key, member.value, hashValue: member.key.hashValue)
      } else {
        // SAFETY: the types are the same.
        dictionary[unsafe unsafeBitCast(key, to: Name.self)] = member.value
      }
    }
  }
}
