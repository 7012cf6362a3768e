import Millrace

// Which column a member is written to.
//
// The members of a row, and those of each object that is spread over columns, are kept in the order in which they came.
// A member of a known type is found by its index, a key that is data most often after the one before. A member has a
// column from its first value on, so that one which is always an object has none.

/// The members that the columns of a table are made of, found by index or by name.
@usableFromInline
struct RowColumns {
  /// The row, and objects in it.
  @usableFromInline var objects = [Members(prefix: [])]
  /// The names of the columns that there are, and those which are given.
  @usableFromInline var names: [String] = []
  @usableFromInline var indices: [String: Int] = [:]

  /// The members of an object.
  @usableFromInline
  struct Members {
    /// What the names of its columns begin with.
    @usableFromInline let prefix: [UInt8]
    @usableFromInline var names: [[UInt8]] = []
    @usableFromInline var members: [Member] = []
    @usableFromInline var indices: [[UInt8]: Int] = [:]
    @usableFromInline var bindings: [Binding] = []
    /// The one that was bound last.
    @usableFromInline var binding = Binding(identity: 0, memberOfField: [])
    /// The member that comes next, if all is as before.
    @usableFromInline var next = 0
  }

  @usableFromInline
  struct Member {
    /// The column, ``none`` as long as there is no value, or ``leftOut``.
    @usableFromInline var column = none
    /// Its own members, when it is an object; or ``none``.
    @usableFromInline var object = none

    @inlinable static var none: Int { -1 }
    @inlinable static var leftOut: Int { -2 }
  }

  /// The members that the fields of a type are.
  @usableFromInline
  struct Binding {
    @usableFromInline let identity: UInt
    @usableFromInline let memberOfField: [Int]
  }

  @usableFromInline init() {}
}

extension RowColumns.Members {
  init(prefix: [UInt8]) { self.prefix = prefix }

  /// The member of a name, new if need be.
  @usableFromInline
  mutating func member(named name: Span<UInt8>) -> Int {
    let known: Int? = name.withUnsafeBufferPointer { name in
      // Members that a row does not have are stepped over.
      let end = max(next, min(next + 4, names.count))
      for member in next..<end where Self.areEqual(names[member], name) { return member }
      return indices[Array(name)]
    }
    let member = known ?? add(name.withUnsafeBufferPointer { Array($0) })
    next = member + 1
    return member
  }

  private static func areEqual(_ name: [UInt8], _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count == other.count else { return false }
    return name.withUnsafeBufferPointer { name in
      for position in 0..<name.count where name[position] != other[position] { return false }
      return true
    }
  }

  private mutating func add(_ name: [UInt8]) -> Int {
    indices[name] = names.count
    names.append(name)
    members.append(RowColumns.Member())
    return names.count - 1
  }

  /// Binds the fields of a type, so that ``binding`` says which members they are.
  @usableFromInline @inline(never)
  mutating func bind(_ fields: FieldTable) {
    if let known = bindings.first(where: { $0.identity == fields.identity }) {
      binding = known
      return
    }
    let next = next
    binding = RowColumns.Binding(
      identity: fields.identity, memberOfField: fields.names.map { member(named: Array($0.utf8).span) })
    bindings.append(binding)
    self.next = next
  }
}

extension RowColumns {
  /// The whole name of the column of a member.
  @usableFromInline
  func columnName(of member: Int, in object: Int) -> String {
    String(decoding: objects[object].prefix + objects[object].names[member], as: UTF8.self)
  }

  /// The members of a member that is an object.
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
