/// The names of a type's fields, in order of declaration.
///
/// One literal contains all names, each after a byte with its length (`"\u{2}hi\u{5}there"`), and an index of them if
/// they are many. A table therefore costs no allocation, no start-up time and no relocation, also in generic types. Two
/// tables are the same if they have the same literal. Formats with columns match names to columns once for each table.
@frozen
public struct FieldTable: Sendable {
  @usableFromInline let literal: StaticString
  /// The size of the names in the literal, in bytes. After them comes their index, see ``FieldIndex``, unless they are few.
  @usableFromInline let namesSize: Int
  /// The required fields: one bit for each of the first 64 fields, the first field in the lowest bit.
  public let required: UInt64
  /// Whether unknown members of an object are rejected. If not, formats with columns need not read the other columns.
  public let rejectsUnknown: Bool

  /// - Parameters:
  ///   - literal: for each field one scalar U+0000 to U+007F, the length of its name in UTF-8 bytes, and the name. Additional
  ///     names after those of the fields are for the generated code.
  ///   - namesSize: the size of the names, in bytes, if the macro has added an index of them. Default: the whole literal.
  ///   - required: see ``required``. Fields that have further names are never among them.
  ///   - rejectsUnknown: see ``rejectsUnknown``.
  @inlinable
  public init(
    _ literal: StaticString, namesSize: Int? = nil, required: UInt64 = 0, rejectsUnknown: Bool = false
  ) {
    self.literal = literal
    self.namesSize = namesSize ?? literal.utf8CodeUnitCount
    self.required = required
    self.rejectsUnknown = rejectsUnknown
  }

  /// Whether there are no names in it.
  @inlinable public var isEmpty: Bool { namesSize == 0 }

  /// The index of the names, or nil if they are few.
  @inline(__always)
  var index: FieldIndex? {
    guard namesSize < literal.utf8CodeUnitCount else { return nil }
    return unsafe FieldIndex(names: literal.utf8Start, header: literal.utf8Start + namesSize)
  }

  /// The names, in order of declaration. This property allocates memory. Use it for matching columns and for messages, not for every object.
  public var names: [String] {
    var names: [String] = []
    var position = unsafe literal.utf8Start
    let end = unsafe position + namesSize
    while unsafe position < end {
      let name = unsafe UnsafeBufferPointer(start: position + 1, count: Int(position.pointee))
      unsafe names.append(String(decoding: name, as: UTF8.self))
      unsafe position += 1 + name.count
    }
    return names
  }

  /// The number of names.
  var count: Int {
    var (count, offset) = (0, 0)
    while offset < namesSize {
      unsafe offset += 1 + Int(literal.utf8Start[offset])
      count += 1
    }
    return count
  }

  /// The name of one field. This method allocates memory.
  public func name(at index: Int) -> String { names[index] }

  /// Calls a function with the name of one field, in UTF-8.
  @usableFromInline
  package func withName<Result>(at index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    var position = unsafe literal.utf8Start
    for _ in 0..<index { unsafe position += 1 + Int(position.pointee) }
    return unsafe body(UnsafeBufferPointer(start: position + 1, count: Int(position.pointee)).span)
  }

  /// The index of a name, or ``FieldSearch/unknown``.
  public func index(of name: String) -> Int {
    var search = FieldSearch(self)
    var name = name
    return name.withUTF8 { unsafe search.index(of: $0) }
  }

  /// Whether this name is in the table.
  public func contains(_ name: String) -> Bool { index(of: name) != FieldSearch.unknown }

  /// What distinguishes this table from others.
  public var identity: UInt { unsafe UInt(bitPattern: literal.utf8Start) }
}

/// Finds fields by name: with the index of the table, or by comparison with each name. Comparison begins after the field that
/// was found last, because documents often have a constant order.
@frozen
public struct FieldSearch {
  /// The result for a name that is not in the table.
  @inlinable public static var unknown: Int { -1 }

  /// The result for a duplicate name in an object, if the first value is used.
  @inlinable public static var duplicate: Int { -2 }

  /// The result after the last member of an object, if its unknown members were skipped: the object has been left.
  @inlinable public static var end: Int { -3 }

  /// Where the next search begins in the literal, and which field is there.
  @usableFromInline
  struct Place {
    @usableFromInline var offset = 0
    @usableFromInline var index = 0

    @inlinable init() {}
  }

  @usableFromInline let table: FieldTable
  @usableFromInline var skipsUnknown: Bool
  @usableFromInline var place: Place

  /// - Parameters:
  ///   - table: The names.
  ///   - skipsUnknown: Whether the reader may skip members with other names, up to the next member with one of the names or the
  ///     end of the object, where the result is ``end``. A reader need not do it. Default: `false`.
  @inlinable
  public init(_ table: FieldTable, skipsUnknown: Bool = false) {
    self.init(table, skipsUnknown: skipsUnknown, from: Place())
  }

  @inlinable
  init(_ table: FieldTable, skipsUnknown: Bool, from place: Place) {
    self.table = table
    self.skipsUnknown = skipsUnknown
    self.place = place
  }

  /// The index of the field of this name, or ``unknown``.
  ///
  /// - Parameter name: UTF-8, without the escapes of any format.
  /// - Complexity: O(length of the name) if the table has an index, which it has if there are more than a few names.
  public mutating func index(of name: Span<UInt8>) -> Int {
    unsafe name.withUnsafeBufferPointer { unsafe index(of: $0) }
  }

  @usableFromInline
  mutating func index(of name: UnsafeBufferPointer<UInt8>) -> Int {
    if let index = table.index { return unsafe index.find(name) }
    let start = unsafe table.literal.utf8Start
    // From the name after that which was found last to the end, and then from the first one.
    let next = place.offset
    if let found = unsafe find(name, in: start, from: next, to: table.namesSize, position: place.index) { return found }
    return unsafe find(name, in: start, from: 0, to: next, position: 0) ?? Self.unknown
  }

  /// Searches the names between two offsets. `position` is the index of the first of them.
  @inline(__always)
  private mutating func find(
    _ name: UnsafeBufferPointer<UInt8>, in start: UnsafePointer<UInt8>, from first: Int, to last: Int, position: Int
  ) -> Int? {
    var (entry, position) = (first, position)
    while entry < last {
      let length = unsafe Int(start[entry])
      if length == name.count, unsafe isEntry(start + entry, of: name) {
        (place.offset, place.index) = (entry &+ 1 &+ length, position &+ 1)
        return position
      }
      entry &+= 1 &+ length
      position &+= 1
    }
    return nil
  }

  /// The index of a name among others than the table's, or ``unknown``; the search begins as the one above does.
  @usableFromInline
  mutating func index(of name: UnsafeBufferPointer<UInt8>, among names: [[UInt8]]) -> Int {
    for step in 0..<names.count {
      let candidate = (place.index + step) % names.count
      if unsafe names[candidate].elementsEqual(name) {
        place.index = candidate + 1
        return candidate
      }
    }
    return Self.unknown
  }
}
