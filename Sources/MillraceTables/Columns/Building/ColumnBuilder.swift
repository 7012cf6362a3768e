import Millrace

// A column that grows.
//
// An append is cheap because much work is deferred. A null entry takes no work: a column may have fewer entries than
// rows until the next value is appended, or until the end, and is then filled up. Validity is recorded only up to the
// last null entry. So an append checks whether the column has the value's kind and as many entries as there are rows
// before this one, and stores the value.
//
// Columns form a tree. Each column has separate memory that does not move, so that a table of fields can be bound to
// the addresses of columns.

extension Columns {
  /// The kind of the entries of a column that is being built.
  @usableFromInline
  package enum Kind: UInt8, Sendable {
    /// All entries so far are null.
    case unknown
    case boolean, integer, double, string, bytes, instant, structure, list
    /// Not a column: a placeholder for values that are written as JSON text, or not at all.
    case elsewhere
  }
}

/// One column of a table that is being built, with the columns below it.
///
/// SAFETY: the columns below belong to this value, which deallocates them.
@usableFromInline
@safe
struct ColumnBuilder: ~Copyable {
  @usableFromInline typealias Kind = Columns.Kind
  @usableFromInline typealias Address = UnsafeMutablePointer<ColumnBuilder>

  @usableFromInline var kind: Kind
  /// The number of entries so far; null entries at the end are not counted.
  @usableFromInline var count = 0
  @usableFromInline var integers = GrowingArray<Int64>()
  @usableFromInline var doubles = GrowingArray<Double>()
  /// For texts and lists: the offset of each of them, and the end of the last one.
  @usableFromInline var offsets = GrowingArray<Int>()
  @usableFromInline var text = GrowingArray<UInt8>()
  var booleans = Columns.Bitmap()
  var instants: [Instant] = []
  /// What the instants stand for; nil if there are none.
  var form: Instant.Form?
  /// The validity of the entries up to the last null entry; all entries after it are valid.
  var validity: Columns.Bitmap?
  let name: [UInt8]

  /// Whether the kind was specified before there were entries, so that it stays if there are none.
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
    if let elements = unsafe elements { unsafe Self.destroy(elements) }
    for index in 0..<members.count { unsafe Self.destroy(members.columns[index].address) }
  }

  @usableFromInline
  static func make(name: [UInt8] = [], kind: Kind = .unknown) -> Address {
    let column = Address.allocate(capacity: 1)
    unsafe column.initialize(to: ColumnBuilder(name: name, kind: kind))
    return unsafe column
  }

  @usableFromInline
  static func destroy(_ column: Address) {
    unsafe column.deinitialize(count: 1)
    unsafe column.deallocate()
  }
}

// MARK: - Fast paths

extension ColumnBuilder {
  /// Stores an integer. Returns `false` if the slow path is needed.
  @inlinable @inline(__always)
  mutating func take(_ value: Int64, at index: Int) -> Bool {
    guard _fastPath(kind == .integer && count == index && index < integers.capacity) else { return false }
    integers[index] = value
    count = index &+ 1
    return true
  }

  /// Stores a double. Returns `false` if the slow path is needed.
  @inlinable @inline(__always)
  mutating func take(_ value: Double, at index: Int) -> Bool {
    guard _fastPath(kind == .double && count == index && index < doubles.capacity) else { return false }
    doubles[index] = value
    count = index &+ 1
    return true
  }

  /// Stores a Boolean value. Returns `false` if the slow path is needed.
  mutating func take(_ value: Bool, at index: Int) -> Bool {
    // Otherwise the bits need a new word.
    guard _fastPath(kind == .boolean && count == index && index & 63 != 0) else { return false }
    booleans.append(value)
    count = index &+ 1
    return true
  }

  /// Stores a string. Returns `false` if the slow path is needed.
  @inlinable @inline(__always)
  mutating func take(_ string: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard _fastPath(kind == .string && count == index && index &+ 1 < offsets.capacity) else { return false }
    let start = offsets[index]
    guard _fastPath(text.capacity &- start >= string.count) else { return false }
    unsafe copy(string, to: text.start + start)
    offsets[index &+ 1] = start &+ string.count
    count = index &+ 1
    return true
  }

  /// Stores a string. Returns `false` if the slow path is needed.
  @usableFromInline @inline(never)
  mutating func take(_ string: String, at index: Int, knowsLayout: Bool) -> Bool {
    guard _fastPath(knowsLayout), let (bytes, size) = string.shortUTF8 else {
      var string = string
      return string.withUTF8 { unsafe take($0, at: index) }
    }
    guard _fastPath(kind == .string && count == index && index &+ 1 < offsets.capacity) else { return false }
    let start = offsets[index]
    guard _fastPath(text.capacity &- start >= 16) else { return false }
    unsafe bytes.store(at: text.start + start)
    offsets[index &+ 1] = start &+ size
    count = index &+ 1
    return true
  }
}

/// Copies bytes. Up to 32 bytes are copied by two overlapping loads, without a call.
@inlinable @inline(__always)
func copy(_ bytes: UnsafeBufferPointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
  guard let start = bytes.baseAddress else { return }
  let (source, target) = unsafe (UnsafeRawPointer(start), UnsafeMutableRawPointer(target))
  let count = bytes.count
  if count > 16, count <= 32 {
    let last = unsafe (source + (count &- 16)).loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe target.storeBytes(of: source.loadUnaligned(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    unsafe (target + (count &- 16)).storeBytes(of: last, as: SIMD16<UInt8>.self)
  } else if count >= 8, count <= 16 {
    let last = unsafe (source + (count &- 8)).loadUnaligned(as: UInt64.self)
    unsafe target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
    unsafe (target + (count &- 8)).storeBytes(of: last, as: UInt64.self)
  } else if count >= 4, count < 8 {
    let last = unsafe (source + (count &- 4)).loadUnaligned(as: UInt32.self)
    unsafe target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
    unsafe (target + (count &- 4)).storeBytes(of: last, as: UInt32.self)
  } else {
    unsafe target.copyMemory(from: source, byteCount: count)
  }
}

// MARK: - Slow paths

extension ColumnBuilder {
  /// Appends null entries until there are this many entries.
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

  /// Reserves memory for this many texts or lists.
  mutating func reserveOffsets(_ count: Int) {
    guard count >= offsets.capacity else { return }
    let isFirst = offsets.capacity == 0
    offsets.reserve(count + 1)
    if isFirst { offsets[0] = 0 }
  }

  /// The end of the last text or list.
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
    // A short string is stored as the two words of its value.
    text.reserve(end + max(bytes.count, 16))
    unsafe copy(bytes, to: text.start + end)
    offsets[count + 1] = end + bytes.count
    count += 1
  }

  mutating func append(_ value: Bool) {
    booleans.append(value)
    count += 1
  }

  mutating func append(_ value: Instant, as form: Instant.Form) {
    self.form.add(form)
    instants.append(value)
    count += 1
  }

  /// Removes all entries from an index on, in this column and the columns below it. If only null entries remain, the
  /// column becomes as if it had never had another entry.
  mutating func truncate(to count: Int) {
    guard count < self.count else { return }
    validity?.truncate(to: count)
    let isEmpty = count == 0 || validity.map { $0.count == count && $0.setCount == 0 } ?? false
    self.count = isEmpty ? 0 : count
    switch kind {
    case .boolean: booleans.truncate(to: self.count)
    case .instant: instants.removeLast(instants.count - self.count)
    case .structure:
      for member in 0..<members.count { unsafe members.columns[member].address.pointee.truncate(to: self.count) }
    case .list: unsafe elements?.pointee.truncate(to: end)
    case .unknown, .integer, .double, .string, .bytes, .elsewhere: break
    }
    if isEmpty {
      if !hasGivenKind { kind = .unknown }
      form = nil
      validity = nil
    }
  }

  func isNull(at index: Int) -> Bool {
    guard let validity, index < validity.count else { return false }
    return !validity[index]
  }

  /// Reserves memory for this number of entries, of which those so far are typical.
  mutating func reserve(_ total: Int) {
    guard count > 0, total > count else { return }
    switch kind {
    case .integer: integers.reserve(total)
    case .double: doubles.reserve(total)
    case .string, .bytes:
      text.reserve(Int(Double(end) / Double(count) * Double(total)) + 16)
      reserveOffsets(total)
    case .unknown, .boolean, .instant, .structure, .list, .elsewhere: break
    }
  }

  /// The memory that the entries of this column take, in bytes, if they are numbers or texts.
  var usedByteCount: Int {
    switch kind {
    case .integer, .double: 8 * count
    case .string, .bytes: 8 * count + end
    case .unknown, .boolean, .instant, .structure, .list, .elsewhere: 0
    }
  }

  /// The memory of this column in bytes, without the columns below it.
  var byteCount: Int {
    8 * (integers.capacity + doubles.capacity + offsets.capacity) + text.capacity
      + 8 * (booleans.words.capacity + (validity?.words.capacity ?? 0))
      + MemoryLayout<Instant>.stride * instants.capacity
  }
}
