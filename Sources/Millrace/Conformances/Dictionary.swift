extension Dictionary: Readable where Key: ObjectKey, Value: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> [Key: Value] {
    try read(from: &reader, valuesBy: nil)
  }

  /// - Parameter table: The table of the values; nil if the reader reads them.
  @inlinable @inline(__always)
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, valuesBy table: __Table?
  ) throws -> [Key: Value] {
    if !reader.admits(Key.self) {
      try reader.fail(.invalidValue(type: "\(Self.self)", found: "object keys cannot have this type"))
    }
    guard try reader.beginMap() else { return [:] }
    var dictionary = [Key: Value](minimumCapacity: directMembers)
    var buffer = MemberBuffer<Key, Value>()
    let keepsFirst = reader.duplicateKeys == .firstWins
    let start = reader.remainingByteCount
    repeat {
      if _slowPath(buffer.count == firstEstimate) {
        let remaining = reader.remainingByteCount
        let estimate = estimatedCount(after: buffer.count, atMost: estimateFactor, from: start, to: remaining)
        if Key.self is String.Type, isLarge(estimate) {
          try readByBuckets(from: &reader, to: &dictionary, first: &buffer, start: start)
          return dictionary
        }
        buffer.grow(to: estimate + 1)
      }
      let text = try reader.readKey()
      guard let key = Key(objectKey: text) else {
        try reader.fail(.invalidValue(type: "\(Key.self)", found: "key \"\(text)\""))
      }
      if keepsFirst {
        if dictionary.index(forKey: key) == nil {
          dictionary[key] = try reader.read(Value.self, by: table)
        } else {
          try reader.skipValue()
        }
      } else if dictionary.count < directMembers {
        dictionary.put(key, try reader.read(Value.self, by: table))
      } else {
        buffer.append(key, try reader.read(Value.self, by: table))
      }
    } while try reader.nextMember()
    buffer.moveMembers(to: &dictionary)
    return dictionary
  }

  /// Reads the remaining members of a large object, whose keys are strings, and inserts all members.
  ///
  /// - Parameters:
  ///   - first: The members that have been read.
  ///   - start: The number of bytes of input from the first member on, or 0 if it is not known.
  @inlinable @inline(never)
  static func readByBuckets<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, to dictionary: inout [Key: Value], first: inout MemberBuffer<Key, Value>, start: Int
  ) throws {
    var texts = __KeyTexts()
    var members = MemberBuffer<__KeyTexts.Place, Value>()
    repeat {
      if _slowPath(members.count == members.capacity) {
        if members.count == BucketOrder.limit { insert(&first, &members, texts, into: &dictionary) }
        let remaining = reader.remainingByteCount
        let count = first.count + members.count
        let estimate = estimatedCount(after: count, atMost: estimateFactor, from: start, to: remaining)
        members.grow(
          to: Swift.min(BucketOrder.limit, Swift.max(estimate + estimate / 8, capacity(for: remaining, count))))
      }
      members.append(try reader.__readKey(into: &texts), try reader.read(Value.self))
    } while try reader.nextMember()
    insert(&first, &members, texts, into: &dictionary)
  }

  /// The capacity for the members that wait to be inserted: for all that the rest of the input can have, if it takes at most 24 MB.
  ///
  /// Pages that are not touched cost nothing. In return the buffer does not grow, and glibc keeps the memory of the dictionary for the
  /// next one: it returns freed memory to the system from twice the size of the largest block that was freed before
  /// (`M_TRIM_THRESHOLD`). Otherwise page faults are almost half of the time of decoding the same large dictionary again.
  @inlinable
  static func capacity(for remaining: Int, _ count: Int) -> Int {
    // The shortest member is `"":0,`.
    Swift.max(2 * count, Swift.min(remaining / 5, 24 << 20 / MemoryLayout<(__KeyTexts.Place, Value)>.stride))
  }

  @inlinable
  static func insert(
    _ first: inout MemberBuffer<Key, Value>, _ members: inout MemberBuffer<__KeyTexts.Place, Value>,
    _ texts: borrowing __KeyTexts, into dictionary: inout [Key: Value]
  ) {
    dictionary.reserveCapacity(dictionary.count + first.count + members.count)
    first.moveMembers(to: &dictionary)
    members.moveMembers(to: &dictionary, texts: texts)
  }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> [Key: Value] {
    // A cast, which the compiler decides before it specializes the other branch: after `==` it would specialize it in vain.
    guard Key.self is String.Type else {
      return try read(from: &reader, valuesBy: Value.__readingTableType?.__fields)
    }
    // SAFETY: the key is a string.
    return try unsafe initialized(Self.self) { place in
      try unsafe reader.readDictionary(of: Value.self, into: place) { reader, value in
        unsafe value.initializeMemory(as: Value.self, to: try Value.readJSON(from: &reader))
      } make: { place, capacity in
        unsafe place.initializeMemory(as: Self.self, to: Self(minimumCapacity: capacity))
        return unsafe DictionaryBuckets(ofDictionaryAt: place)
      }
    }
  }
}

/// Members are written in the order of iteration, which differs between runs of a program.
extension Dictionary: Writable where Key: ObjectKey, Value: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    guard writer.admits(Key.self) else { return writer.fail(.mismatch(expected: .array, found: .object)) }
    writer.beginMap()
    var lookahead = TextLookahead(self)
    let table = Value.__writingTableType?.__fields
    for (key, value) in self {
      lookahead.advance()
      writer.writeKey(key.objectKey)
      if let table {
        // SAFETY: the value is of the table's type, and is there while it is written.
        unsafe withUnsafePointer(to: value) { unsafe writer.__writeObjects(table, from: $0, count: 1, stride: 0) }
      } else {
        writer.write(value: value)
      }
    }
    writer.endObject()
  }

  @inlinable
  public func writeJSON(to writer: inout JSON.Writer) {
    guard Key.self is String.Type else { return write(to: &writer) }
    // SAFETY: the key is a string.
    unsafe withUnsafePointer(to: self) { dictionary in
      unsafe writer.writeDictionary(of: Value.self, at: UnsafeRawPointer(dictionary)) { value, writer in
        unsafe value.assumingMemoryBound(to: Borrowed<Value>.self).pointee.value.writeJSON(to: &writer)
      }
    }
  }
}

/// An iterator that is some members ahead of another one, and has their texts loaded into the cache.
///
/// The order of a dictionary is random, and so are the places of its strings in memory. Using a string starts with an atomic
/// operation, its retain, which waits for the memory before the next one can begin. Without the lookahead, writing a large
/// dictionary with long keys takes about twice the time.
@usableFromInline
struct TextLookahead<Key: Hashable, Value> {
  @usableFromInline var iterator: Dictionary<Key, Value>.Iterator
  /// The number of members until the next ones are loaded.
  @usableFromInline var remaining = 0

  @inlinable
  init(_ dictionary: [Key: Value]) {
    iterator = dictionary.makeIterator()
    if Key.self is String.Type || Value.self is String.Type, dictionary.count > [Key: Value].fewMembers {
      loadTexts()
      if remaining != .max { remaining = 0 }
    } else {
      remaining = .max
    }
  }

  @inlinable @inline(__always)
  mutating func advance() {
    if remaining == 0 { loadTexts() }
    remaining &-= 1
  }

  /// Has the texts of the next sixteen members loaded. If none of them has storage, they were the last ones.
  @inlinable @inline(never)
  mutating func loadTexts() {
    // The strings of a local iterator are not retained, because nothing is stored while they are used.
    var members = iterator
    var hasStorage = false
    for _ in 0..<16 {
      guard let (key, value) = members.next() else { break }
      // SAFETY: the types are the same.
      if Key.self is String.Type, unsafe unsafeBitCast(key, to: String.self).prefetchText() { hasStorage = true }
      if Value.self is String.Type, unsafe unsafeBitCast(value, to: String.self).prefetchText() { hasStorage = true }
    }
    iterator = members
    remaining = hasStorage ? 16 : .max
  }
}

extension Dictionary: ObjectSharing, RestOfFields where Key: ObjectKey, Value: Readable {
  /// An empty dictionary.
  @inlinable public static var withoutMembers: [Key: Value] { [:] }

  public func hasMember(named name: String) -> Bool { Key(objectKey: name).map { self[$0] != nil } ?? false }

  @inlinable
  public mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named text: String, from reader: inout Reader
  ) throws {
    guard let key = Key(objectKey: text) else {
      try reader.fail(.invalidValue(type: "\(Key.self)", found: "key \"\(text)\""))
    }
    if reader.duplicateKeys == .firstWins, index(forKey: key) != nil {
      try reader.skipValue()
    } else {
      self[key] = try reader.read(Value.self)
    }
  }
}
