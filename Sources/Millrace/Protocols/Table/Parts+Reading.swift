// Values that are composed from parts are read case by case: once the case is known, its parts are read like the fields of a structure.

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads a value into memory that is not initialized. It is initialized afterwards, or an error is thrown and it is not.
  ///
  /// - Parameter belongsToOthers: Whether a member with this name belongs to a value that shares the object with this one.
  @inlinable @inline(never)
  mutating func readComposed(
    _ table: __Table, into memory: UnsafeMutableRawPointer, besides belongsToOthers: (String) -> Bool
  ) throws {
    guard let cases = unsafe table.cases else { return }
    let (size, alignment) = unsafe (cases.pointee.size, cases.pointee.alignment)
    try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) { scratch in
      // SAFETY: a temporary allocation has an address, also of no bytes.
      let values = unsafe scratch.baseAddress.unsafelyUnwrapped
      let index = try unsafe readParts(of: cases, beside: table.names, into: values, besides: belongsToOthers)
      unsafe cases.composedType.__compose(index, __Parts(values, target: memory))
    }
    guard unsafe _slowPath(table.contents.pointee.isValidated) else { return }
    do {
      try unsafe table.contents.pointee.validate?(memory)
    } catch {
      unsafe table.deinitializeValue(at: memory)
      throw error
    }
  }

  /// Reads the parts of the case that is next.
  ///
  /// - Parameter names: The names of the members around the parts.
  /// - Returns: The index of the case.
  @inlinable
  mutating func readParts(
    of cases: UnsafePointer<ComposedCases>, beside names: FieldTable, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    switch unsafe cases.pointee.form {
    case .only:
      try unsafe __readFields(cases.at(0).pointee.table, into: values)
      return 0
    case .key: return try unsafe readByKey(cases, names, into: values, besides: belongsToOthers)
    case .tag: return try unsafe readByTag(cases, names, into: values, besides: belongsToOthers)
    case .tagAndContent: return try unsafe readByTagAndContent(cases, names, into: values, besides: belongsToOthers)
    case .untagged: return try unsafe readUntagged(cases, into: values, besides: belongsToOthers)
    case .string: return try unsafe readName(cases, into: values, besides: belongsToOthers)
    }
  }

  // MARK: By key

  @inlinable
  mutating func readByKey(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    let start = mark()
    var found: Int?
    if unsafe try cases.pointee.unknown < 0 || nextKind() == .object, try beginObject(names) {
      do {
        try unsafe readMemberByKey(cases, names, into: values, &found)
      } catch {
        if let found { unsafe cases.at(found).pointee.table.deinitializeValue(at: values) }
        throw error
      }
    }
    if let found { return found }
    guard unsafe cases.pointee.unknown >= 0 else { try unsafe __failNoCase(of: cases.pointee.typeName) }
    rewind(to: start)
    return try unsafe readUnknown(cases, into: values, besides: belongsToOthers)
  }

  @inlinable
  mutating func readMemberByKey(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, into values: UnsafeMutableRawPointer,
    _ found: inout Int?
  ) throws {
    var search = FieldSearch(names)
    repeat {
      let name = try findField(&search)
      guard name >= 0 else {
        try skipValue()
        continue
      }
      if found != nil { try unsafe __failSeveralCases(of: cases.pointee.typeName) }
      let index = unsafe cases.pointee.casesOfNames[name]
      try unsafe readFields(of: cases, index, into: values)
      found = index
    } while try nextMember()
  }

  /// Reads the parts of a case from an object of their own.
  @inlinable
  mutating func readFields(
    of cases: UnsafePointer<ComposedCases>, _ index: Int, into values: UnsafeMutableRawPointer
  ) throws {
    let table = unsafe cases.at(index).pointee.table
    if table.count > 0 || table.names.rejectsUnknown {
      try unsafe __readFields(table, into: values)
    } else {
      try skipObject()
    }
  }

  // MARK: By tag

  @inlinable
  mutating func readByTag(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    let start = mark()
    if let index = try unsafe readByFirstMember(cases, names, into: values) { return index }
    rewind(to: start)
    let name = try unsafe __findCase(by: names, among: cases.pointee.names, of: cases.typeNameIfClosed)
    guard name >= 0 else { return try unsafe readUnknown(cases, into: values, besides: belongsToOthers) }
    let index = unsafe cases.pointee.casesOfNames[name]
    if unsafe cases.at(index).pointee.isContent {
      let content = unsafe cases.at(index).pointee.table.field(at: 0)
      try unsafe readShared(content, into: values) { names.contains($0) || belongsToOthers($0) }
    } else {
      try unsafe readFields(of: cases, index, into: values)
    }
    return index
  }

  /// Reads an object whose first member is the tag, which needs no search for the tag.
  ///
  /// - Returns: nil if the object must be read in another way, from its beginning.
  @inlinable
  mutating func readByFirstMember(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, into values: UnsafeMutableRawPointer
  ) throws -> Int? {
    let start = mark()
    if unsafe cases.pointee.unknown >= 0, try nextKind() != .object { return nil }
    guard try beginObject(names), unsafe __takeKey(of: cases.pointee.tag),
      let name = unsafe __takeName(among: cases.pointee.keys, count: min(cases.pointee.keyCount, 8))
    else { return nil }
    let index = unsafe cases.pointee.casesOfNames[name]
    guard let table = unsafe cases.at(index).tableBesideTag(names) else { return nil }
    var found: UInt64 = 0
    var isCertain = duplicateKeys != .lastWins
    do {
      let knewAll = try unsafe nextMember() ? readMembers(of: table, into: values, &found) : true
      isCertain = isCertain || knewAll
      if found != table.all { try unsafe setMissing(of: table, in: values, &found) }
      if unsafe table.contents.pointee.isValidated { try unsafe table.contents.pointee.validate?(values) }
    } catch {
      unsafe table.deinitialize(found, in: values)
      // If a later tag counts, this error does not.
      if isCertain { throw error }
      rewind(to: start)
      if try unsafe isTag(of: index, in: cases, names) { throw error }
      return nil
    }
    if isCertain { return index }
    // An unknown member may be another tag, which would count.
    rewind(to: start)
    if try unsafe isTag(of: index, in: cases, names) { return index }
    unsafe table.deinitialize(table.all, in: values)
    return nil
  }

  /// Whether the tag that counts is that of a case. Reads the object.
  @inlinable
  mutating func isTag(of index: Int, in cases: UnsafePointer<ComposedCases>, _ names: FieldTable) throws -> Bool {
    let name = try unsafe findTag(names, among: cases.pointee.names).index
    return unsafe name >= 0 && cases.pointee.casesOfNames[name] == index
  }

  @inlinable
  mutating func readByTagAndContent(
    _ cases: UnsafePointer<ComposedCases>, _ names: FieldTable, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    let name = try unsafe __findCase(by: names, among: cases.pointee.names, of: cases.typeNameIfClosed)
    guard name >= 0 else { return try unsafe readUnknown(cases, into: values, besides: belongsToOthers) }
    let index = unsafe cases.pointee.casesOfNames[name]
    let table = unsafe cases.at(index).pointee.table
    var isFound = false
    if try beginObject(names) {
      do {
        try unsafe readContent(of: cases, index, names, into: values, &isFound)
      } catch {
        if isFound { unsafe table.deinitializeValue(at: values) }
        throw error
      }
    }
    if isFound { return index }
    var found: UInt64 = 0
    guard unsafe table.contents.pointee.required == 0 else { try failMissingField(names.name(at: 1)) }
    if table.all != 0 { try unsafe setMissing(of: table, in: values, &found) }
    return index
  }

  @inlinable
  mutating func readContent(
    of cases: UnsafePointer<ComposedCases>, _ index: Int, _ names: FieldTable, into values: UnsafeMutableRawPointer,
    _ isFound: inout Bool
  ) throws {
    let table = unsafe cases.at(index).pointee.table
    var search = FieldSearch(names)
    repeat {
      let name = try findField(&search)
      if name == 1, table.count > 0 {
        if isFound {
          isFound = false
          unsafe table.deinitializeValue(at: values)
        }
        if unsafe cases.at(index).pointee.isContent {
          try unsafe readPart(table.field(at: 0), into: values)
        } else {
          try unsafe readFields(of: cases, index, into: values)
        }
        isFound = true
      } else if name == FieldSearch.unknown, unsafe cases.pointee.rejectsUnknown {
        try __failUnknownField(names)
      } else {
        try skipValue()
      }
    } while try nextMember()
  }

  // MARK: By what is there

  @inlinable
  mutating func readUntagged(
    _ cases: UnsafePointer<ComposedCases>, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    for index in unsafe 0..<cases.pointee.count where unsafe index != cases.pointee.unknown {
      let table = unsafe cases.at(index).pointee.table
      if table.count == 0 {
        if takeNull() { return index }
      } else if unsafe cases.at(index).pointee.isContent {
        if try unsafe isNext(table.field(at: 0)) {
          try unsafe readShared(table.field(at: 0), into: values, besides: belongsToOthers)
          return index
        }
      } else if try __isNext(table.names) {
        try unsafe readFields(of: cases, index, into: values)
        return index
      }
    }
    return try unsafe readUnknown(cases, into: values, besides: belongsToOthers)
  }

  /// Whether the next value can be that of a field.
  @inlinable @inline(__always)
  mutating func isNext(_ field: UnsafePointer<__TableField>) throws -> Bool {
    switch unsafe field.pointee.details.pointee.shape {
    case .value: return try unsafe isContentNext(field)
    case .optional:
      let isNull = try nextKind() == .null
      return try isNull ? true : unsafe isContentNext(field)
    case .array: return try nextKind() == .array
    case .optionalArray:
      let kind = try nextKind()
      return kind == .array || kind == .null
    }
  }

  @inlinable
  mutating func isContentNext(_ field: UnsafePointer<__TableField>) throws -> Bool {
    switch unsafe field.pointee.details.pointee.content {
    case .bool: return try nextKind() == .boolean
    case .double, .float: return try nextKind() == .number
    case .string: return try nextKind() == .string
    case .table where unsafe field.nestedTable.cases == nil: return try unsafe __isNext(field.nestedTable.names)
    default: return try unsafe isNext(field.pointee.details.pointee.readableType)
    }
  }

  @inlinable @inline(__always)
  mutating func isNext<Content: Readable>(_ type: Content.Type) throws -> Bool { try __isNext(type) }

  @inlinable
  mutating func readName(
    _ cases: UnsafePointer<ComposedCases>, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    let start = mark()
    let name = try unsafe __readCase(among: cases.pointee.names, of: cases.typeNameIfClosed)
    if name >= 0 { return unsafe cases.pointee.casesOfNames[name] }
    rewind(to: start)
    return try unsafe readUnknown(cases, into: values, besides: belongsToOthers)
  }

  // MARK: Parts

  /// Reads a value as that of the case for unknown names, or fails.
  @inlinable
  mutating func readUnknown(
    _ cases: UnsafePointer<ComposedCases>, into values: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws -> Int {
    let index = unsafe cases.pointee.unknown
    guard index >= 0 else { try unsafe __failNoCase(of: cases.pointee.typeName) }
    let table = unsafe cases.at(index).pointee.table
    if table.count > 0 {
      try unsafe readShared(table.field(at: 0), into: values, besides: belongsToOthers)
    } else {
      try skipValue()
    }
    return index
  }

  @inlinable @inline(never)
  mutating func readPart(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    try unsafe read(field, into: place)
  }

  /// Reads a part whose members are members of an object with others.
  @inlinable
  mutating func readShared(
    _ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer, besides belongsToOthers: (String) -> Bool
  ) throws {
    let shape = unsafe field.pointee.details.pointee.shape
    let type = unsafe field.pointee.details.pointee.readableType
    if shape == .array || shape == .optionalArray || type.__collectedMembers() == .none {
      return try unsafe readPart(field, into: place)
    }
    try unsafe readShared(type, shape, into: place, besides: belongsToOthers)
  }

  @inlinable
  mutating func readShared<Content: Readable>(
    _ type: Content.Type, _ shape: FieldShape, into place: UnsafeMutableRawPointer,
    besides belongsToOthers: (String) -> Bool
  ) throws {
    if shape == .optional {
      unsafe place.initializeMemory(as: Content?.self, to: try Content?.read(from: &self, besides: belongsToOthers))
    } else {
      unsafe place.initializeMemory(as: Content.self, to: try Content.read(from: &self, besides: belongsToOthers))
    }
  }
}

extension UnsafePointer<ComposedCase> {
  /// The table by which the members after the tag are read, if that is possible without knowing the others.
  @inlinable
  func tableBesideTag(_ names: FieldTable) -> __Table? {
    guard unsafe pointee.isContent else { return unsafe pointee.table }
    guard let contents = unsafe pointee.tableBesideTag.decision ?? findTableBesideTag(names) else { return nil }
    return unsafe __Table(contents: contents)
  }

  /// The content must be a structure that neither reads the tag itself nor rejects it.
  @usableFromInline @inline(never)
  func findTableBesideTag(_ names: FieldTable) -> UnsafePointer<__Table.Contents>? {
    let field = unsafe pointee.table.field(at: 0)
    if unsafe field.pointee.nested != nil, unsafe field.pointee.details.pointee.shape == .value,
      unsafe field.pointee.details.pointee.readableType.__collectedMembers() == .none
    {
      let table = unsafe field.nestedTable
      if unsafe table.contents.pointee.isPlain, !table.names.rejectsUnknown, !table.names.contains(names.name(at: 0)) {
        unsafe pointee.tableBesideTag.store(table.contents)
        return unsafe table.contents
      }
    }
    unsafe pointee.tableBesideTag.storeNone()
    return nil
  }
}
