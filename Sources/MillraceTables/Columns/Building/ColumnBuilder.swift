import Millrace

// A column that grows.
//
// What makes it cheap is what it leaves undone. An absent entry is nothing at all: a column is after its rows until the
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
    /// No column at all: the place of values that are written as JSON text, or nowhere.
    case elsewhere
  }

  @usableFromInline typealias Address = UnsafeMutablePointer<ColumnBuilder>

  @usableFromInline var kind: Kind
  /// How many entries there are so far; absent ones at the end do not count.
  @usableFromInline var count = 0
  @usableFromInline var integers = GrowingArray<Int64>()
  @usableFromInline var doubles = GrowingArray<Double>()
  /// Of texts and lists: where each of them begins, and where the last one ends.
  @usableFromInline var offsets = GrowingArray<Int>()
  @usableFromInline var text = GrowingArray<UInt8>()
  var booleans = Columns.Bitmap()
  var instants: [Instant] = []
  /// The validity of the entries up to the last absent one; those after it are there.
  var validity: Columns.Bitmap?
  let name: [UInt8]

  /// Whether the kind was given before there were entries, so that it stays when there are none.
  var hasGivenKind = false

  /// The members of structures.
  @usableFromInline var members = ColumnMembers()
  /// The elements of lists.
  @usableFromInline var elements: Address?

  init(name: [UInt8], kind: Kind = .unknown) {
    self.name = name
    self.kind = kind
  }

  @inlinable
  deinit { destroyColumnsBelow() }

  @usableFromInline
  func destroyColumnsBelow() {
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
  /// Stores an integer, if that is all there is to do.
  @inlinable @inline(__always)
  mutating func take(_ value: Int64, at index: Int) -> Bool {
    guard _fastPath(kind == .integer && count == index && index < integers.capacity) else { return false }
    integers[index] = value
    count = index &+ 1
    return true
  }

  /// Stores a double, if that is all there is to do.
  @inlinable @inline(__always)
  mutating func take(_ value: Double, at index: Int) -> Bool {
    guard _fastPath(kind == .double && count == index && index < doubles.capacity) else { return false }
    doubles[index] = value
    count = index &+ 1
    return true
  }

  /// Stores a Boolean value, if that is all there is to do.
  mutating func take(_ value: Bool, at index: Int) -> Bool {
    // Otherwise the bits need another word.
    guard _fastPath(kind == .boolean && count == index && index & 63 != 0) else { return false }
    booleans.append(value)
    count = index &+ 1
    return true
  }

  /// Stores a string, if that is all there is to do.
  @inlinable @inline(__always)
  mutating func take(_ string: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard _fastPath(kind == .string && count == index && index &+ 1 < offsets.capacity) else { return false }
    let start = offsets[index]
    guard _fastPath(text.capacity &- start >= string.count) else { return false }
    copy(string, to: text.start + start)
    offsets[index &+ 1] = start &+ string.count
    count = index &+ 1
    return true
  }

  /// Stores a string, if that is all there is to do.
  @usableFromInline @inline(never)
  mutating func take(_ string: String, at index: Int, knowsLayout: Bool) -> Bool {
    guard _fastPath(knowsLayout), let (bytes, size) = string.shortUTF8 else {
      var string = string
      return string.withUTF8 { take($0, at: index) }
    }
    guard _fastPath(kind == .string && count == index && index &+ 1 < offsets.capacity) else { return false }
    let start = offsets[index]
    guard _fastPath(text.capacity &- start >= 16) else { return false }
    bytes.store(at: text.start + start)
    offsets[index &+ 1] = start &+ size
    count = index &+ 1
    return true
  }
}

/// Copies bytes; a few of them by two loads that overlap, without a call.
@inlinable @inline(__always)
func copy(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
  guard let start = bytes.baseAddress else { return }
  let (source, target) = (UnsafeRawPointer(start), UnsafeMutableRawPointer(target))
  let count = bytes.count
  if count >= 8, count <= 16 {
    let last = (source + (count &- 8)).loadUnaligned(as: UInt64.self)
    target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    (target + (count &- 8)).storeBytes(of: last, as: UInt64.self)
  } else if count >= 4, count < 8 {
    let last = (source + (count &- 4)).loadUnaligned(as: UInt32.self)
    target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
    (target + (count &- 4)).storeBytes(of: last, as: UInt32.self)
  } else {
    target.copyMemory(from: source, byteCount: count)
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
    case .integer:
      integers.reserve(index)
      integers.clear(count..<index)
    case .double:
      doubles.reserve(index)
      doubles.clear(count..<index)
    case .string, .bytes, .list:
      reserveOffsets(index)
      for entry in count..<index { offsets[entry + 1] = offsets[entry] }
    case .boolean: booleans.append(repeating: false, count: index - count)
    case .instant: instants.append(contentsOf: repeatElement(Instant(seconds: 0), count: index - count))
    case .unknown, .structure, .elsewhere: break
    }
    count = index
  }

  /// Makes room for so many texts or lists.
  mutating func reserveOffsets(_ count: Int) {
    guard count >= offsets.capacity else { return }
    let isFirst = offsets.capacity == 0
    offsets.reserve(count + 1)
    if isFirst { offsets[0] = 0 }
  }

  /// Where the last text or list ends.
  var end: Int { offsets.capacity == 0 ? 0 : offsets[count] }

  mutating func append(_ value: Int64) {
    integers.reserve(count + 1)
    integers[count] = value
    count += 1
  }

  mutating func append(_ value: Double) {
    doubles.reserve(count + 1)
    doubles[count] = value
    count += 1
  }

  mutating func append(text bytes: UnsafeBufferPointer<UInt8>) {
    reserveOffsets(count + 1)
    let end = end
    // A short string is stored as the words that it consists of.
    text.reserve(end + max(bytes.count, 16))
    copy(bytes, to: text.start + end)
    offsets[count + 1] = end + bytes.count
    count += 1
  }

  mutating func append(_ value: Bool) {
    booleans.append(value)
    count += 1
  }

  mutating func append(_ value: Instant) {
    instants.append(value)
    count += 1
  }

  /// Removes all entries from an index on, here and below. Where only absent ones are left it is as if there had never
  /// been another.
  mutating func truncate(to count: Int) {
    guard count < self.count else { return }
    validity?.truncate(to: count)
    let isEmpty = count == 0 || validity.map { $0.count == count && $0.setCount == 0 } ?? false
    self.count = isEmpty ? 0 : count
    switch kind {
    case .boolean: booleans.truncate(to: self.count)
    case .instant: instants.removeLast(instants.count - self.count)
    case .structure:
      for member in 0..<members.count { members.columns[member].address.pointee.truncate(to: self.count) }
    case .list: elements?.pointee.truncate(to: end)
    case .unknown, .integer, .double, .string, .bytes, .elsewhere: break
    }
    if isEmpty {
      if !hasGivenKind { kind = .unknown }
      validity = nil
    }
  }

  func isAbsent(at index: Int) -> Bool {
    guard let validity, index < validity.count else { return false }
    return !validity[index]
  }

  /// The memory of this column in bytes, without those below it.
  var byteCount: Int {
    8 * (integers.capacity + doubles.capacity + offsets.capacity) + text.capacity
      + 8 * (booleans.words.capacity + (validity?.words.capacity ?? 0))
      + MemoryLayout<Instant>.stride * instants.capacity
  }
}
