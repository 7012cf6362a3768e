import Millrace
import SystemLibrary

// How the column of a written member is found.
//
// The members of a row, and those of each object whose members have separate columns, are stored in order of
// appearance. A member of a known type is found by its index. A key of a dictionary is usually the one after the
// previous key. A member gets a column with its first value, so that a member that is always an object has no column.

/// The members that correspond to the columns of a table, found by index or by name.
@usableFromInline
struct RowColumns {
  /// The row, and the objects in it.
  @usableFromInline var objects = [Members(prefix: [])]
  /// The names of the existing columns, and of those that the caller specified.
  @usableFromInline var names: [String] = []
  @usableFromInline var indices: [[UInt8]: Int] = [:]

  /// The members of an object.
  @usableFromInline
  struct Members {
    /// The prefix of the names of its columns.
    @usableFromInline let prefix: [UInt8]
    @usableFromInline var names: [[UInt8]] = []
    @usableFromInline var members: [Member] = []
    @usableFromInline var indices: [[UInt8]: Int] = [:]
    @usableFromInline var bindings: [Binding] = []
    /// The last binding.
    @usableFromInline var binding = Binding(identity: 0, memberOfField: [])
    /// The index of the member that is expected next.
    @usableFromInline var next = 0
  }

  @usableFromInline
  struct Member {
    /// The index of the column, ``none`` until the first value is written, or ``leftOut``.
    @usableFromInline var column = none
    /// The index of its own members if it is an object, or ``none``.
    @usableFromInline var object = none

    @inlinable static var none: Int { -1 }
    @inlinable static var leftOut: Int { -2 }
  }

  /// The members that the fields of a type correspond to.
  @usableFromInline
  struct Binding {
    @usableFromInline let identity: UInt
    @usableFromInline let memberOfField: [Int]
  }

  @usableFromInline init() {}
}

extension RowColumns.Members {
  init(prefix: [UInt8]) { self.prefix = prefix }

  /// Returns the member with a name, and adds it if necessary.
  mutating func member(named name: String) -> Int { name.withUTF8Span { member(named: $0) } }

  /// Returns the member with a name, and adds it if necessary.
  @usableFromInline
  mutating func member(named name: Span<UInt8>) -> Int {
    let known: Int? = unsafe name.withUnsafeBufferPointer { name in
      // Members that are missing in a row are skipped.
      let end = max(next, min(next + 4, names.count))
      for member in next..<end where unsafe Self.areEqual(names[member], name) { return member }
      return unsafe indices[Array(name)]
    }
    let member = known ?? add(Array(copying: name))
    next = member + 1
    return member
  }

  private static func areEqual(_ name: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count == other.count else { return false }
    guard let start = other.baseAddress else { return true }
    return unsafe memcmp(name, start, name.count) == 0
  }

  private mutating func add(_ name: [UInt8]) -> Int {
    indices[name] = names.count
    names.append(name)
    members.append(RowColumns.Member())
    return names.count - 1
  }

  /// Binds the fields of a type. ``binding`` then contains their members.
  @usableFromInline @inline(never)
  mutating func bind(_ fields: FieldTable) {
    if let known = bindings.first(where: { $0.identity == fields.identity }) {
      binding = known
      return
    }
    let next = next
    binding = RowColumns.Binding(
      identity: fields.identity, memberOfField: fields.names.map { member(named: $0) })
    bindings.append(binding)
    self.next = next
  }
}

extension RowColumns {
  /// Returns the complete name of the column of a member.
  @usableFromInline
  func columnName(of member: Int, in object: Int) -> String {
    String(decoding: objects[object].prefix + objects[object].names[member], as: UTF8.self)
  }

  /// Returns the index of the members of a member that is an object.
  @usableFromInline @inline(never)
  mutating func object(of member: Int, in object: Int, separator: String) -> Int {
    let known = objects[object].members[member].object
    if known != Member.none { return known }
    let prefix = objects[object].prefix + objects[object].names[member] + Array(separator.utf8)
    objects.append(Members(prefix: prefix))
    objects[object].members[member].object = objects.count - 1
    return objects.count - 1
  }
}
