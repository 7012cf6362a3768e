extension JSON {
  /// The members of an object, in order of appearance, without duplicate keys. Keys are equal if their bytes are equal.
  ///
  /// Two objects are equal if they have the same members, in any order (RFC 8259, section 4).
  public struct Object: Sendable {
    private var members: [Member] = []
    /// The position of each key; made when there are too many members to look through.
    private var index: [ExactKey: Int]?
    static var longestWithoutIndex: Int { 64 }

    struct Member {
      var key: String
      var value: Value

      /// The place of the value, in bytes.
      @inline(__always)
      static var offsetOfValue: Int { MemoryLayout<Member>.offset(of: \.value) ?? MemoryLayout<String>.stride }
    }

    public init() {}

    /// - Parameters:
    ///   - members: members with different keys.
    ///   - index: their positions, if they are more than `longestWithoutIndex`.
    init(members: [Member], index: [ExactKey: Int]?) {
      self.members = members
      self.index = index
    }

    /// - Parameter members: the members. For a duplicate key the last value is used, at the position of the first.
    public init(_ members: some Sequence<(String, Value)>) {
      for (key, value) in members { self[key] = value }
    }
  }
}

extension JSON.Object {
  /// The value of a key, or nil. A new key goes to the end; setting nil removes the member.
  ///
  /// - Complexity: O(1) on average; O(count) for removing.
  public subscript(key: String) -> JSON.Value? {
    get { position(of: key).map { members[$0].value } }
    set { put(newValue, for: key, at: position(of: key)) }
    _modify {
      // The value is taken out while it is changed: with two references it would be copied.
      let position = position(of: key)
      var value: JSON.Value?
      if let position {
        value = members[position].value
        members[position].value = .null
      }
      defer { put(value, for: key, at: position) }
      yield &value
    }
  }

  /// Sets, adds or removes a member.
  ///
  /// - Parameter position: where the key is, if it does.
  private mutating func put(_ value: JSON.Value?, for key: String, at position: Int?) {
    switch (position, value) {
    case (let position?, let value?): members[position].value = value
    case (nil, let value?): append(key, value)
    case (let position?, nil): remove(at: position)
    case (nil, nil): break
    }
  }

  /// Where the member of this name is, or nil.
  func position(of key: String) -> Int? {
    if let index { return index[JSON.ExactKey(text: key)] }
    return members.firstIndex { JSON.ExactKey.areEqual($0.key, key) }
  }

  /// Changes a value where it is.
  mutating func withValue<Result>(
    at position: Int, _ body: (inout JSON.Value) throws -> Result
  ) rethrows -> Result {
    try body(&members[position].value)
  }

  /// Removes members.
  ///
  /// - Complexity: O(count), however many are removed.
  public mutating func removeAll(where isRemoved: (_ key: String, _ value: JSON.Value) -> Bool) {
    members.removeAll { isRemoved($0.key, $0.value) }
    index = nil
    makeIndexIfLong()
  }

  private mutating func append(_ key: String, _ value: JSON.Value) {
    if members.isEmpty { members.reserveCapacity(4) }
    members.append(Member(key: key, value: value))
    if index != nil { index?[JSON.ExactKey(text: key)] = members.count - 1 } else { makeIndexIfLong() }
  }

  private mutating func remove(at position: Int) {
    let key = members.remove(at: position).key
    guard var index else { return }
    self.index = nil  // let go of it, so that it is changed in place
    index[JSON.ExactKey(text: key)] = nil
    // The members after move up. No key is hashed again for it.
    for place in index.values.indices where index.values[place] > position { index.values[place] -= 1 }
    self.index = index
  }

  private mutating func makeIndexIfLong() {
    guard members.count > Self.longestWithoutIndex else { return }
    index = Dictionary(uniqueKeysWithValues: members.indices.map { (JSON.ExactKey(text: members[$0].key), $0) })
  }

  /// Returns this object with its members, and those of all nested objects, sorted by the UTF-8 bytes of their keys.
  public func sortedByKeys() -> JSON.Object {
    var sorted = JSON.Object()
    for member in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      sorted.append(member.key, member.value.sortedByKeys())
    }
    return sorted
  }
}

extension JSON.Value {
  /// Returns this value with the members of all its objects sorted by the UTF-8 bytes of their keys.
  public func sortedByKeys() -> JSON.Value {
    switch self {
    case .object(let object): .object(object.sortedByKeys())
    case .array(let elements): .array(elements.map { $0.sortedByKeys() })
    case .null, .boolean, .number, .string: self
    }
  }
}

extension JSON.Object: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }
  public subscript(position: Int) -> (key: String, value: JSON.Value) {
    let member = members[position]
    return (member.key, member.value)
  }
  /// The keys, in the order of the members.
  public var keys: [String] { members.map(\.key) }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSON.Value)...) { self.init(elements) }
}

extension JSON.Object: Hashable {
  public static func == (left: JSON.Object, right: JSON.Object) -> Bool { left.isEqual(to: right, numbers: .byValue) }

  /// Whether two objects have equal members, in any order. See ``JSON/Value/isEqual(to:numbers:)``.
  public func isEqual(to other: JSON.Object, numbers: JSON.NumberEquality) -> Bool {
    count == other.count
      && members.allSatisfy { member in
        other[member.key].map { member.value.isEqual(to: $0, numbers: numbers) } ?? false
      }
  }

  public func hash(into hasher: inout Hasher) {
    // Members are combined by a sum, because their order must not matter.
    var sum = 0
    for member in members {
      var hasher = Hasher()
      hasher.combine(JSON.ExactKey(text: member.key))
      hasher.combine(member.value)
      sum &+= hasher.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSON.Object: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> JSON.Object {
    var tree = TreeReader()
    return try tree.readObject(from: &reader)
  }
}

extension JSON.Object: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.beginMap()
    members.withSpan { members in
      members.forEachBorrowed { member in
        writer.writeKey(member.key)
        member.value.write(to: &writer)
      }
    }
    writer.endObject()
  }

  public func writeJSON(to writer: inout JSON.Writer) { JSON.Value.object(self).writeJSON(to: &writer) }

  /// Where the members are, as long as the object is not changed or released.
  @inline(__always)
  var placeOfMembers: (first: UnsafeRawPointer?, count: Int) {
    unsafe members.withUnsafeBufferPointer { unsafe (UnsafeRawPointer($0.baseAddress), $0.count) }
  }
}

extension JSON.Object { public static var kinds: ValueKinds { .object } }
