import Millrace

// How the column of a field is found.
//
// A row is an object. If the names of columns are parsed (`size.x`, `size.y`), the row contains nested objects. For
// each of these objects there is one `RowMembers`, which contains its members, and a plan for each type that is read
// from it. A plan maps a field's index in the type's table to the member, and back. It is created when a type is read
// for the first time. Afterwards finding a field is one array access, regardless of the order of the columns.

/// The members of an object that consists of columns: a row, or the columns whose names have a common prefix.
///
/// SAFETY: the memory belongs to this object, which deallocates it with that of its plans.
@usableFromInline
@safe
final class RowMembers {
  /// The texts of all names, in UTF-8, one after another.
  @usableFromInline let texts: UnsafeMutablePointer<UInt8>
  /// For each name where it begins in ``texts``, and at last where all end.
  @usableFromInline let starts: UnsafeMutablePointer<Int>
  /// The number of names.
  @usableFromInline let nameCount: Int
  /// For each member its column, or the complement of the index of its own members in ``RowLayout/objects``.
  @usableFromInline let targets: UnsafeMutablePointer<Int>
  /// For each member the number of the last visit that took it: see ``RowLevel``.
  @usableFromInline let visits: UnsafeMutablePointer<Int>
  /// The number of members. They are followed by the columns of objects in this one, by their complete names.
  @usableFromInline let count: Int
  private var plans: [Plan] = []

  /// The correspondence between the members and the fields of a type.
  ///
  /// SAFETY: the memory belongs to the `RowMembers` of this plan.
  @usableFromInline
  @safe
  struct Plan {
    @usableFromInline let identity: UInt
    @usableFromInline let rejectsUnknown: Bool
    /// For each name in the type's table the index of the member, or -1.
    @usableFromInline let memberOfField: UnsafeMutablePointer<Int>
    /// For each member the index of its name in the table, or ``FieldSearch/unknown``.
    @usableFromInline let fieldOfMember: UnsafeMutablePointer<Int>
    /// The number of members that the type reads.
    @usableFromInline let memberCount: Int
    /// A member whose name is that of a field, except for spaces around it, and the field.
    @usableFromInline let spaced: (member: Int, field: String)?

    @inlinable
    func isFor(_ fields: FieldTable) -> Bool {
      identity == fields.identity && rejectsUnknown == fields.rejectsUnknown
    }
  }

  /// - Parameters:
  ///   - members: The names and targets of the members.
  ///   - columns: The columns of objects in this one, by their complete names.
  init(_ members: [(name: String, target: Int)], columns: [(name: String, target: Int)] = []) {
    let all = members + columns
    nameCount = all.count
    count = members.count
    unsafe texts = .allocate(capacity: max(all.reduce(0) { $0 + $1.name.utf8.count }, 1))
    unsafe starts = .allocate(capacity: all.count + 1)
    unsafe targets = .allocate(capacity: max(all.count, 1))
    unsafe visits = .allocate(capacity: max(all.count, 1))
    var end = 0
    for (index, member) in all.enumerated() {
      unsafe (starts + index).initialize(to: end)
      for byte in member.name.utf8 {
        unsafe (texts + end).initialize(to: byte)
        end += 1
      }
      unsafe (targets + index).initialize(to: member.target)
      unsafe (visits + index).initialize(to: 0)
    }
    unsafe (starts + all.count).initialize(to: end)
  }

  deinit {
    unsafe texts.deallocate()
    unsafe starts.deallocate()
    unsafe targets.deallocate()
    unsafe visits.deallocate()
    for plan in plans {
      unsafe plan.memberOfField.deallocate()
      unsafe plan.fieldOfMember.deallocate()
    }
  }

  /// The name of a member. It lives as long as this object, which saves retaining an array for each cell.
  @inlinable
  func name(of member: Int) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe starts[member]
    return unsafe UnsafeBufferPointer(start: texts + start, count: starts[member + 1] - start)
  }

  /// Returns the plan for the fields of a type.
  @usableFromInline
  func plan(for fields: FieldTable) -> Plan {
    if let plan = plans.first(where: { $0.isFor(fields) }) { return plan }
    let fieldCount = fields.names.count
    let memberOfField = UnsafeMutablePointer<Int>.allocate(capacity: max(fieldCount, 1))
    let fieldOfMember = UnsafeMutablePointer<Int>.allocate(capacity: max(nameCount, 1))
    unsafe memberOfField.initialize(repeating: -1, count: fieldCount)
    var search = FieldSearch(fields)
    var known = 0
    for member in 0..<nameCount {
      let field = unsafe search.index(of: name(of: member).span)
      unsafe (fieldOfMember + member).initialize(to: field)
      guard field >= 0 else { continue }
      unsafe memberOfField[field] = member
      known += 1
    }
    let plan = unsafe Plan(
      identity: fields.identity, rejectsUnknown: fields.rejectsUnknown, memberOfField: memberOfField,
      fieldOfMember: fieldOfMember, memberCount: fields.rejectsUnknown ? count : known,
      spaced: spacedMember(fields, memberOfField))
    plans.append(plan)
    return plan
  }

  /// Returns the first member with spaces around the name of a field that has no member.
  private func spacedMember(_ fields: FieldTable, _ memberOfField: UnsafeMutablePointer<Int>) -> (Int, String)? {
    for member in 0..<count {
      let name = unsafe String(decoding: name(of: member), as: UTF8.self)
      guard name.first == " " || name.last == " " else { continue }
      let field = fields.index(of: String(name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
      if field >= 0, unsafe memberOfField[field] < 0 { return (member, fields.name(at: field)) }
    }
    return nil
  }
}

/// The objects that the columns of a table form.
@usableFromInline
final class RowLayout {
  /// The members of the row, and those of the objects in it.
  @usableFromInline let objects: [RowMembers]
  let columnNames: [String]

  /// - Parameter separator: See ``CellReader/nameSeparator``.
  init(_ columnNames: [String], separator: String?) {
    self.columnNames = columnNames
    let columns = columnNames.enumerated().map { (name: $1, target: $0) }
    var objects = [RowMembers(columns)]
    if let separator, !separator.isEmpty, columnNames.contains(where: { $0.contains(utf8Of: separator) }) {
      objects[0] = Self.members(columns, separator: separator, isRow: true, objects: &objects)
    }
    self.objects = objects
  }

  /// The first duplicate column name.
  var duplicateName: String? {
    var names: Set<[UInt8]> = []
    return columnNames.first { !names.insert(Array($0.utf8)).inserted }
  }

  /// - Parameter objects: receives the objects in this one.
  private static func members(
    _ columns: [(name: String, target: Int)], separator: String, isRow: Bool, objects: inout [RowMembers]
  ) -> RowMembers {
    let plainNames = Set(columns.lazy.map { Array($0.name.utf8) })
    var members: [(name: String, target: Int)] = []
    var inObjects: [(name: String, target: Int)] = []
    /// For each object, its index in `members`, and its columns.
    var objectColumns: [[UInt8]: (member: Int, columns: [(name: String, target: Int)])] = [:]
    for column in columns {
      guard let (first, rest) = split(column.name, at: separator), !plainNames.contains(Array(first.utf8)) else {
        members.append(column)
        continue
      }
      inObjects.append(column)
      let key = Array(first.utf8)
      let member = objectColumns[key]?.member ?? members.count
      if member == members.count { members.append((first, 0)) }
      objectColumns[key, default: (member, [])].columns.append((rest, column.target))
    }
    for (member, columns) in objectColumns.values.sorted(by: { $0.member < $1.member }) {
      let object = Self.members(columns, separator: separator, isRow: false, objects: &objects)
      members[member].target = ~objects.count
      objects.append(object)
    }
    return RowMembers(members, columns: isRow ? inObjects : [])
  }

  /// Returns the text before and after a separator, or nil if one of them is empty.
  private static func split(_ name: String, at separator: String) -> (String, String)? {
    let separator = Array(separator.utf8)
    let bytes = Array(name.utf8)
    guard bytes.count >= separator.count + 2 else { return nil }
    for start in 1..<bytes.count - separator.count where bytes[start...].starts(with: separator) {
      let parts = (bytes[..<start], bytes[(start + separator.count)...])
      return (String(decoding: parts.0, as: UTF8.self), String(decoding: parts.1, as: UTF8.self))
    }
    return nil
  }
}
