// A column that grows.
//
// What makes it cheap is what it leaves undone. An absent entry is nothing at all: a column is behind its rows until the
// next value comes, or the end, and is then filled up to there. Validity is noted up to the last absent entry only. So
// an append is a look whether the column is of the value's kind and has as many entries as there are rows before this
// one, and a store.
//
// Columns are a tree. Each has memory of its own that does not move, so that a table of fields is bound to columns by
// their addresses.

/// One column of a table that is being built, with the columns below it.
@usableFromInline
struct ColumnBuilder: ~Copyable {
  /// What the entries are.
  @usableFromInline
  enum Kind: UInt8 {
    /// All entries so far are absent.
    case unknown
    case boolean, integer, double, string, bytes, instant, structure, list
    /// No column at all: the place of values that are written as text of JSON, or nowhere.
    case elsewhere
  }

  @usableFromInline typealias Address = UnsafeMutablePointer<ColumnBuilder>

  @usableFromInline var kind: Kind
  /// How many entries there are so far; absent ones at the end do not count.
  @usableFromInline var count = 0
  /// Integers, the bits of doubles, and of texts and lists where each of them ends.
  @usableFromInline var words = GrowingMemory<UInt64>()
  @usableFromInline var text = GrowingMemory<UInt8>()
  @usableFromInline var textCount = 0
  var booleans = Columns.Bitmap()
  var instants: [Instant] = []
  /// The validity of the entries up to the last absent one; those behind it are there.
  var validity: Columns.Bitmap?
  let name: [UInt8]

  /// The members of structures.
  @usableFromInline var members = ColumnMembers()
  /// The elements of lists.
  @usableFromInline var elements: Address?

  init(name: [UInt8], kind: Kind = .unknown) {
    self.name = name
    self.kind = kind
  }

  @usableFromInline
  deinit {
    if let elements { Self.destroy(elements) }
    for index in 0..<members.count { Self.destroy(members.columns[index].address) }
  }

  @usableFromInline
  static func make(name: [UInt8] = [], kind: Kind = .unknown) -> Address {
    let column = Address.allocate(capacity: 1)
    column.initialize(to: ColumnBuilder(name: name, kind: kind))
    return column
  }

  @usableFromInline
  static func destroy(_ column: Address) {
    column.deinitialize(count: 1)
    column.deallocate()
  }
}

// MARK: - What usually happens

extension ColumnBuilder {
  /// Stores an integer, or the bits of a double, if that is all there is to do.
  @inlinable @inline(__always)
  mutating func take(_ word: UInt64, _ kind: Kind, at index: Int) -> Bool {
    guard _fastPath(self.kind == kind && count == index && index < words.capacity) else { return false }
    words[index] = word
    count = index &+ 1
    return true
  }

  /// Stores a string, if that is all there is to do.
  @inlinable @inline(__always)
  mutating func take(_ string: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard
      _fastPath(
        kind == .string && count == index && index < words.capacity && text.capacity &- textCount >= string.count)
    else { return false }
    if let source = string.baseAddress { (text.start + textCount).update(from: source, count: string.count) }
    textCount &+= string.count
    words[index] = UInt64(truncatingIfNeeded: textCount)
    count = index &+ 1
    return true
  }
}

// MARK: - What always works

extension ColumnBuilder {
  /// Appends entries that are absent until there are so many.
  mutating func fill(to index: Int) {
    guard count < index else { return }
    var validity = self.validity ?? Columns.Bitmap()
    self.validity = nil
    validity.append(repeating: true, count: count - validity.count)
    validity.append(repeating: false, count: index - count)
    self.validity = validity
    switch kind {
    case .integer, .double:
      words.reserve(index)
      words.clear(count..<index)
    case .string, .bytes, .list:
      words.reserve(index)
      let end = self.end
      for entry in count..<index { words[entry] = UInt64(end) }
    case .boolean: booleans.append(repeating: false, count: index - count)
    case .instant: instants.append(contentsOf: repeatElement(Instant(seconds: 0), count: index - count))
    case .unknown, .structure, .elsewhere: break
    }
    count = index
  }

  /// Where the last text or list ends.
  var end: Int { end(ofFirst: count) }

  func end(ofFirst count: Int) -> Int { count == 0 ? 0 : Int(words[count - 1]) }

  mutating func append(word: UInt64) {
    words.reserve(count + 1)
    words[count] = word
    count += 1
  }

  mutating func append(text bytes: UnsafeBufferPointer<UInt8>) {
    text.reserve(textCount + bytes.count)
    if let source = bytes.baseAddress { (text.start + textCount).update(from: source, count: bytes.count) }
    textCount += bytes.count
    append(word: UInt64(textCount))
  }

  mutating func append(_ value: Bool) {
    booleans.append(value)
    count += 1
  }

  mutating func append(_ value: Instant) {
    instants.append(value)
    count += 1
  }

  /// Removes all entries from an index on, here and below.
  mutating func truncate(to count: Int) {
    guard count < self.count else { return }
    self.count = count
    validity?.truncate(to: count)
    switch kind {
    case .string, .bytes: textCount = end
    case .boolean: booleans.truncate(to: count)
    case .instant: instants.removeLast(instants.count - count)
    case .structure: for member in 0..<members.count { members.columns[member].address.pointee.truncate(to: count) }
    case .list: elements?.pointee.truncate(to: end)
    case .unknown, .integer, .double, .elsewhere: break
    }
    if count == 0, kind != .structure, kind != .list {
      // Nothing is left that says what the column is.
      kind = .unknown
      validity = nil
    }
  }

  func isAbsent(at index: Int) -> Bool {
    guard let validity, index < validity.count else { return false }
    return !validity[index]
  }

  /// The memory of this column in bytes, without those below it.
  var byteCount: Int {
    8 * (words.capacity + booleans.words.capacity + (validity?.words.capacity ?? 0)) + text.capacity
      + MemoryLayout<Instant>.stride * instants.capacity
  }
}
