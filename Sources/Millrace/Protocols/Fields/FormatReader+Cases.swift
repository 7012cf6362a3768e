// Functions that generated code calls to determine the case of an enumeration. They read ahead and rewind.

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Determines the case of the next object by a member that names it. Does not read the object. If there are several members
  /// with this key, ``FormatReader/duplicateKeys`` determines which one names the case.
  ///
  /// - Parameters:
  ///   - tag: A table with one name, the key of the member.
  ///   - cases: A table of the names of the cases.
  ///   - type: The name of the type, for the error if there is no such case. Without it, the result is then
  ///     ``FieldSearch/unknown``, also for an object without the member and for a value that is not an object.
  /// - Returns: An index in `cases`.
  /// - Complexity: O(bytes of the object) for an enumeration and all enumerations in it.
  @inlinable
  public mutating func __findCase(
    by tag: FieldTable, among cases: FieldTable, of type: StaticString? = nil
  ) throws -> Int {
    let start = mark()
    if type == nil, try nextKind() != .object { return FieldSearch.unknown }
    let found = try findTag(tag, among: cases)
    rewind(to: start)
    if found.index == FieldSearch.unknown, let type {
      if found.count == 0 { try fail(.missingField(tag.name(at: 0))) }
      try failAtTag(tag, number: found.count, among: cases, of: type)
    }
    return found.index
  }

  /// Finds the tag that counts.
  ///
  /// - Returns: The index of the tag's value in `cases`, and the number of tags up to it.
  @inlinable
  mutating func findTag(_ tag: FieldTable, among cases: FieldTable) throws -> (index: Int, count: Int) {
    let keepsLast = duplicateKeys == .lastWins
    var found = (index: FieldSearch.unknown, count: 0)
    guard try beginObject(tag) else { return found }
    var search = FieldSearch(tag)
    repeat {
      if try findField(&search) == 0 {
        found.count += 1
        if try nextKind() == .string {
          found.index = cases.index(of: try readString())
        } else {
          found.index = FieldSearch.unknown
          try __skipAhead()
        }
        if !keepsLast { break }
      } else {
        try __skipAhead()
      }
    } while try nextMember()
    return found
  }

  /// Throws the error for a tag that names no case, at the tag.
  @inlinable @inline(never)
  mutating func failAtTag(_ tag: FieldTable, number: Int, among cases: FieldTable, of type: StaticString) throws {
    guard try beginObject(tag) else { return }
    var search = FieldSearch(tag)
    var count = 0
    repeat {
      if try findField(&search) == 0 { count += 1 }
      if count == number { _ = try __readCase(among: cases, of: type) }
      try __skipAhead()
    } while try nextMember()
  }

  /// Reads a string that is the name of a case.
  ///
  /// - Returns: An index in `cases`. See ``__findCase(by:among:of:)``.
  @inlinable
  public mutating func __readCase(among cases: FieldTable, of type: StaticString? = nil) throws -> Int {
    if type == nil, try nextKind() != .string { return FieldSearch.unknown }
    let name = try readString()
    let index = cases.index(of: name)
    if index == FieldSearch.unknown, let type { try failCase(of: type, found: "\"\(name)\"") }
    return index
  }

  // MARK: Untagged

  /// Whether the next value can be a value of this type, judged by its kind and by the fields that it has.
  @inlinable
  public mutating func __isNext<Value: Readable>(_ type: Value.Type) throws -> Bool {
    let kinds = Value.kinds
    if kinds == .all { return true }
    let kind = try kindOfNext()
    guard kinds.contains(kind) else { return false }
    return kind == .object && !Value.fieldTable.isEmpty ? try __isNext(Value.fieldTable) : true
  }

  /// Whether the next value is an object with these fields: all required fields, or if no field is required, one of
  /// them or no members at all.
  @inlinable
  public mutating func __isNext(_ fields: FieldTable) throws -> Bool {
    guard try nextKind() == .object else { return false }
    let start = mark()
    var found: UInt64 = 0
    var isAny = false
    guard try beginObject(fields) else {
      rewind(to: start)
      return fields.required == 0
    }
    var search = FieldSearch(fields)
    repeat {
      let index = try findField(&search)
      if index >= 0 { isAny = true }
      if index >= 0, index < 64 { found |= 1 << UInt64(index) }
      try __skipAhead()
    } while try nextMember()
    rewind(to: start)
    return fields.required == 0 ? isAny : found & fields.required == fields.required
  }

  // MARK: Errors

  /// Throws the error for a value that matches none of the cases.
  @inlinable @inline(never)
  public mutating func __failNoCase(of type: StaticString) throws -> Never {
    try failCase(of: type, found: "no case matches this value")
  }

  /// Throws the error for an object that names a second case.
  @inlinable @inline(never)
  public mutating func __failSeveralCases(of type: StaticString) throws -> Never {
    try failCase(of: type, found: "an object with more than one case")
  }

  @inlinable @inline(never)
  mutating func failCase(of type: StaticString, found: String) throws -> Never {
    try fail(.invalidValue(type: type.description, found: found))
  }
}
