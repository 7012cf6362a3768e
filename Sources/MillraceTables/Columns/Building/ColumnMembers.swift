import Millrace
import SystemLibrary

// How the columns of a structure's members are found.
//
// Known fields are found by the index in their table, which is bound to columns once. Other members are found by their
// names. Rows tend to have the same keys in the same order, so a key is first compared with the one that followed last
// time, and searched only if it differs.

/// The columns below a column of structures, or of a table.
@usableFromInline
struct ColumnMembers: ~Copyable {
  /// A column and its name, which is in the memory of the column.
  ///
  /// SAFETY: the column belongs to the members, and the name to the column.
  @usableFromInline
  @safe
  struct Member: BitwiseCopyable {
    @usableFromInline let address: ColumnBuilder.Address
    @usableFromInline let name: UnsafeMutablePointer<UInt8>
    @usableFromInline let nameCount: Int
  }

  /// The columns of a table's fields. A column is nil until its first value is written.
  ///
  /// SAFETY: the memory belongs to the members with this binding, which deallocate it.
  @usableFromInline
  @safe
  struct Binding: BitwiseCopyable {
    @usableFromInline let identity: UInt
    @usableFromInline let columns: UnsafeMutablePointer<ColumnBuilder.Address?>
  }

  @usableFromInline var columns = GrowingArray<Member>()
  @usableFromInline var count = 0
  /// The last binding.
  @usableFromInline var binding: Binding?
  private var otherBindings: [Binding] = []
  /// A hash table of names: indices of columns plus one; 0 is an empty slot. The size is a power of two, or zero.
  private var slots: [Int] = []

  init() {}

  @inlinable
  deinit { release() }

  @usableFromInline
  func release() {
    for index in 0..<count { unsafe columns[index].name.deallocate() }
    unsafe binding?.columns.deallocate()
    for binding in otherBindings { unsafe binding.columns.deallocate() }
  }

  /// Whether the column at an index has this name.
  @inlinable @inline(__always)
  func isName(_ name: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index < count else { return false }
    let member = columns[index]
    guard member.nameCount == name.count else { return false }
    guard let text = name.baseAddress else { return true }
    return unsafe memcmp(member.name, text, name.count) == 0
  }

  /// Returns the index of the column with this name, or nil.
  func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    if slots.isEmpty { return (0..<count).first { unsafe isName(name, at: $0) } }
    var slot = unsafe Self.hash(name) & (slots.count - 1)
    while slots[slot] != 0 {
      if unsafe isName(name, at: slots[slot] - 1) { return slots[slot] - 1 }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a column, whose name must be new.
  mutating func append(_ column: ColumnBuilder.Address) {
    let nameCount = unsafe column.pointee.name.count
    let name = UnsafeMutablePointer<UInt8>.allocate(capacity: max(nameCount, 1))
    for (index, byte) in unsafe column.pointee.name.enumerated() { unsafe name[index] = byte }
    columns.reserve(count + 1)
    columns[count] = unsafe Member(address: column, name: name, nameCount: nameCount)
    count += 1
    // Comparing a few names is faster than hashing.
    if slots.count < 2 * count, count > 8 { rehash() } else if !slots.isEmpty { insert(count - 1) }
  }

  private mutating func rehash() {
    slots = [Int](repeating: 0, count: max(64, 2 * slots.count))
    for index in 0..<count { insert(index) }
  }

  private mutating func insert(_ index: Int) {
    let member = columns[index]
    var slot = unsafe Self.hash(UnsafeBufferPointer(start: member.name, count: member.nameCount)) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = index + 1
  }

  /// Returns a hash with a random seed for each process, so that an attacker cannot choose names that collide.
  private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(name))
    return hasher.finalize()
  }

  /// Binds a table of fields, unless it is bound already.
  @usableFromInline @inline(never)
  mutating func bind(_ fields: FieldTable) -> UnsafeMutablePointer<ColumnBuilder.Address?> {
    if let binding { otherBindings.append(binding) }
    if let index = otherBindings.firstIndex(where: { $0.identity == fields.identity }) {
      let bound = otherBindings.remove(at: index)
      binding = bound
      return unsafe bound.columns
    }
    let fieldCount = fields.names.count
    let columns = UnsafeMutablePointer<ColumnBuilder.Address?>.allocate(capacity: max(fieldCount, 1))
    unsafe columns.initialize(repeating: nil, count: fieldCount)
    binding = unsafe Binding(identity: fields.identity, columns: columns)
    return unsafe columns
  }
}
