// The loop that reads the values of all types with tables, once for each reader.
//
// The entry of a field in a table has 64 bytes, a line of the cache. The loop knows scalars, their arrays and types with
// tables; a field of another type is read by its conformance, which the table has as a metatype, and a field with a
// strategy by that of a structure around it. The next key is compared with the expected one; everything else about keys
// is out of line. After three keys before the expected one, the rest of the object is searched only, and so are the next
// objects of the type from their first unexpected key on. A bit for each field says what must be deinitialized after an
// error. Operations that depend on the type, such as moving elements into an array, are functions of `__TableType`, which
// are specialized in the module of the type: code for any type would look for the metadata of `Self?` at each call.

extension __ReadByTable {
  public static var fieldTable: FieldTable { __fields.names }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    try reader.readValue(of: Self.self)
  }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self {
    // SAFETY: the table is that of the type.
    try unsafe initialized(Self.self) { place in try unsafe reader.__readFields(__fields, into: place) }
  }

  public static var __readingTableType: (any __TableType.Type)? { Self.self }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable
  mutating func readValue<Value: __ReadByTable>(of type: Value.Type) throws -> Value {
    try readValue(of: type, by: Value.__fields)
  }

  /// Reads a value by the table of its type, or by the function of a type without a table.
  @inlinable @inline(__always)
  mutating func read<Value: Readable>(_ type: Value.Type, by table: __Table?) throws -> Value {
    guard let table else { return try read(type) }
    return try readValue(of: type, by: table)
  }

  @inlinable @inline(__always)
  mutating func readValue<Value>(of type: Value.Type, by table: __Table) throws -> Value {
    // Not by `initialized`, which clears the memory first: that takes 2 % of the instructions of reading a dictionary of objects.
    // SAFETY: the memory has the size of a value, and is initialized unless an error was thrown.
    try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let place = unsafe memory.baseAddress.unsafelyUnwrapped
      try unsafe __readFields(table, into: UnsafeMutableRawPointer(place))
      return unsafe place.move()
    }
  }

  @inlinable @inline(never)
  public mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    if unsafe !table.contents.pointee.isPlain { return try unsafe readSpecialTable(table, into: memory) }
    try unsafe readFields(table, into: memory)
  }

  /// Reads a value of cases, or of more than 64 fields.
  @inlinable @inline(never)
  mutating func readSpecialTable(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    if unsafe table.cases != nil { return try unsafe readComposed(table, into: memory) { _ in false } }
    try unsafe readWideFields(table, into: memory)
  }

  /// Reads an object into the memory of a structure, which is not initialized. It is initialized afterwards, or an error is thrown and
  /// it is not.
  @inlinable @inline(__always)
  mutating func readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    var found: UInt64 = 0
    do {
      if try beginObject(table.names) { _ = try unsafe readMembers(of: table, into: memory, &found) }
      if found != table.all { try unsafe setMissing(of: table, in: memory, &found) }
      if unsafe _slowPath(table.contents.pointee.isValidated) { try unsafe table.contents.pointee.validate?(memory) }
    } catch {
      unsafe table.deinitialize(found, in: memory)
      throw error
    }
  }

  /// Does the same for more than 64 fields.
  @inlinable @inline(never)
  mutating func readWideFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    let count = (table.count + 63) / 64
    try unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { words in
      unsafe words.initialize(repeating: 0)
      unsafe table.setNils(in: memory)
      // SAFETY: a temporary allocation has an address.
      var found = unsafe WideFieldSet(words: words.baseAddress.unsafelyUnwrapped)
      do {
        if try beginObject(table.names) { _ = try unsafe readMembers(of: table, into: memory, &found) }
        try unsafe setMissing(of: table, in: memory, &found)
        if unsafe table.contents.pointee.isValidated { try unsafe table.contents.pointee.validate?(memory) }
      } catch {
        unsafe table.deinitialize(found, in: memory)
        throw error
      }
    }
  }

  /// Reads the members of an object.
  ///
  /// Most members are in the order of the fields, so that a run of members is one of fields, whose bits are set together at its end. Until
  /// a member was not the next one, no field has been read before.
  ///
  /// - Returns: Whether all members are known to have been fields.
  @inlinable @inline(__always)
  mutating func readMembers(
    of table: __Table, into memory: UnsafeMutableRawPointer, _ found: inout some FieldSet
  ) throws -> Bool {
    if _slowPath(duplicateKeys == .firstWins) {
      try unsafe readInAnyOrder(table, into: memory, &found)
      return false
    }
    let afterLast = unsafe table.field(at: table.count)
    var field = unsafe table.field(at: 0)
    var first = unsafe field
    var search = TableSearch()
    do {
      repeat {
        if unsafe _slowPath(!__takeKey(of: field)) {
          unsafe found.insert(from: first, to: field)
          unsafe first = field
          if let next = unsafe takeNextKey(of: table, from: field) {
            unsafe field = next
          } else {
            guard let next = try unsafe findMember(of: table, after: field, into: memory, &found, &search) else {
              return false
            }
            unsafe field = next
          }
          unsafe first = field
        }
        if _slowPath(found.mayContainFields) { unsafe field.deinitialize(ifIn: &found, memory) }
        try unsafe read(field, into: memory + Int(field.pointee.offset))
        unsafe field += 1
      } while unsafe field == afterLast ? try __nextMemberAfterLast() : try __nextMemberInOrder()
    } catch {
      unsafe found.insert(from: first, to: field)
      throw error
    }
    unsafe found.insert(from: first, to: field)
    return !search.hasSearched
  }

  /// Reads the next key that is that of a field, if it is neither the expected one nor one of the next, and skips unknown members
  /// before it.
  ///
  /// If the members are in another order than the fields, the rest of the object is read, too.
  ///
  /// - Returns: The field, or nil at the end of the object, which has then been left.
  @inlinable @inline(never)
  mutating func findMember(
    of table: __Table, after expected: UnsafePointer<__TableField>, into memory: UnsafeMutableRawPointer,
    _ found: inout some FieldSet, _ search: inout TableSearch
  ) throws -> UnsafePointer<__TableField>? {
    if __otherOrders.contains(table) {
      try unsafe readInAnyOrder(table, into: memory, &found)
      return nil
    }
    search.hasSearched = true
    while true {
      var names = FieldSearch(table.names, skipsUnknown: !table.names.rejectsUnknown, from: search.place)
      let index = try findField(&names)
      search.place = names.place
      if index == FieldSearch.end { return nil }
      if let field = try unsafe self.field(at: index, of: table) {
        if unsafe index >= Int(expected.pointee.index) { return unsafe field }
        search.disorder += 1
        if search.isInOrder { return unsafe field }
        __otherOrders.insert(table)
        try unsafe readInAnyOrder(table, from: field, into: memory, &found)
        return nil
      }
      guard try nextMember() else { return nil }
      if let field = unsafe takeNextKey(of: table, from: expected) { return unsafe field }
    }
  }

  /// The field that a search found, which may have been by another name. If there is none, the member is skipped.
  @inlinable @inline(__always)
  mutating func field(at index: Int, of table: __Table) throws -> UnsafePointer<__TableField>? {
    if UInt(bitPattern: index) < UInt(bitPattern: table.count) { return unsafe table.field(at: index) }
    let alias = unsafe index >= 0 ? table.contents.pointee.fieldsOfAliases[index &- table.count] : -1
    if alias >= 0 {
      try __admitAlias()
      return unsafe table.field(at: alias)
    }
    if index == FieldSearch.unknown, table.names.rejectsUnknown { try __failUnknownField(table.names) }
    try skipValue()
    return nil
  }

  /// Reads the rest of an object whose members have another order than the fields.
  ///
  /// - Parameter first: The field of the next member, if its key has been read.
  @inlinable @inline(never)
  mutating func readInAnyOrder(
    _ table: __Table, from first: UnsafePointer<__TableField>? = nil, into memory: UnsafeMutableRawPointer,
    _ found: inout some FieldSet
  ) throws {
    if let first = unsafe first {
      try unsafe readMember(first, into: memory, &found)
      guard try nextMember() else { return }
    }
    var search = FieldSearch(table.names, skipsUnknown: !table.names.rejectsUnknown)
    repeat {
      let index = try findField(&search)
      if index == FieldSearch.end { return }
      if let field = try unsafe self.field(at: index, of: table) {
        try unsafe readMember(field, into: memory, &found)
      }
    } while try nextMember()
  }

  /// Reads the value of a member, and before that deinitializes the one of an equal key.
  @inlinable @inline(never)
  mutating func readMember(
    _ field: UnsafePointer<__TableField>, into memory: UnsafeMutableRawPointer, _ found: inout some FieldSet
  ) throws {
    unsafe field.deinitialize(ifIn: &found, memory)
    try unsafe read(field, into: memory + Int(field.pointee.offset))
    unsafe found.insert(Int(field.pointee.index))
  }

  /// Reads the next key if it is one of the next that are declared.
  @inlinable @inline(never)
  mutating func takeNextKey(
    of table: __Table, from expected: UnsafePointer<__TableField>
  ) -> UnsafePointer<__TableField>? {
    var field = unsafe expected
    let afterLast = unsafe table.field(at: table.count)
    var place = 0
    while unsafe field != afterLast {
      if unsafe takeKey(of: field) { return unsafe field }
      unsafe field += 1
      if !hasMoved(since: &place) { break }
    }
    return nil
  }

  /// Reads the next key if it is that of a field, also a key that is too long for `__takeKey(of:)`.
  @inlinable @inline(__always)
  mutating func takeKey(of field: UnsafePointer<__TableField>) -> Bool {
    if unsafe _fastPath(field.pointee.keyCount > 0) { return unsafe __takeKey(of: field) }
    return unsafe takeKey(field.pointee.details.pointee.key, at: Int(field.pointee.index))
  }

  /// Initializes the fields of missing members.
  @inlinable @inline(never)
  mutating func setMissing(of table: __Table, in memory: UnsafeMutableRawPointer, _ found: inout UInt64) throws {
    let missing = unsafe table.contents.pointee.required & ~found
    if missing != 0 { try failMissingField(table.names.name(at: missing.trailingZeroBitCount)) }
    unsafe table.setAbsent(table.all & ~found, in: memory)
    found = table.all
  }

  @inlinable @inline(never)
  mutating func setMissing(of table: __Table, in memory: UnsafeMutableRawPointer, _ found: inout WideFieldSet) throws {
    if let missing = table.firstRequired(missingIn: found) { try failMissingField(table.names.name(at: missing)) }
    unsafe table.setAbsent(missingIn: &found, in: memory)
  }
}

// MARK: - Values

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads the value of a member into the place of its field.
  @inlinable @inline(__always)
  mutating func read(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    switch unsafe field.pointee.code {
    case .bool: unsafe place.initializeMemory(as: Bool.self, to: try read(Bool.self))
    case .int: unsafe place.initializeMemory(as: Int.self, to: try read(Int.self))
    case .double: unsafe place.initializeMemory(as: Double.self, to: try read(Double.self))
    case .string: unsafe place.initializeMemory(as: String.self, to: try read(String.self))
    case .boolOrNil: unsafe place.initializeMemory(as: Bool?.self, to: takeNull() ? nil : try read(Bool.self))
    case .intOrNil: unsafe place.initializeMemory(as: Int?.self, to: takeNull() ? nil : try read(Int.self))
    case .doubleOrNil: unsafe place.initializeMemory(as: Double?.self, to: takeNull() ? nil : try read(Double.self))
    case .stringOrNil: unsafe place.initializeMemory(as: String?.self, to: takeNull() ? nil : try read(String.self))
    case .ints: unsafe place.initializeMemory(as: [Int].self, to: try read([Int].self))
    case .strings: unsafe place.initializeMemory(as: [String].self, to: try read([String].self))
    case .table: try unsafe readTable(field, into: place)
    case .tableOrNil, .tablesOrNil: try unsafe readOptional(field, into: place)
    case .tables: try unsafe readArray(field, into: place)
    case .known: try unsafe readKnown(field, into: place)
    case .other: try unsafe readOther(field, into: place)
    case .special: try unsafe readSpecial(field, into: place)
    }
  }

  @inlinable @inline(never)
  mutating func readSpecial(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    if unsafe field.pointee.details.pointee.takesNull, takeNull() {
      if let setDefault = unsafe field.pointee.details.pointee.setDefault { return unsafe setDefault.pointee(place) }
      return unsafe setNil(field, at: place)
    }
    switch unsafe field.pointee.details.pointee.content {
    case .table, .other: try unsafe readOther(field, into: place)
    default: try unsafe readKnown(field, into: place)
    }
  }

  @inlinable @inline(__always)
  mutating func readTable(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    if _slowPath(__isText) { return try unsafe readContent(field.pointee.details.pointee.readableType, into: place) }
    try unsafe __readFields(field.nestedTable, into: place)
  }

  /// Reads a value of another type that this file knows.
  @inlinable @inline(never)
  mutating func readKnown(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    let shape = unsafe field.pointee.details.pointee.shape
    switch unsafe field.pointee.details.pointee.content {
    case .string: try unsafe readKnown(String.self, shape, place)
    case .int: try unsafe readKnown(Int.self, shape, place)
    case .double: try unsafe readKnown(Double.self, shape, place)
    case .bool: try unsafe readKnown(Bool.self, shape, place)
    case .int32: try unsafe readKnown(Int32.self, shape, place)
    case .int64: try unsafe readKnown(Int64.self, shape, place)
    case .uint64: try unsafe readKnown(UInt64.self, shape, place)
    case .float: try unsafe readKnown(Float.self, shape, place)
    case .strings: try unsafe readKnown([String].self, shape, place)
    case .ints: try unsafe readKnown([Int].self, shape, place)
    case .doubles: try unsafe readKnown([Double].self, shape, place)
    case .listsOfDoubles: try unsafe readKnown([[Double]].self, shape, place)
    case .stringsByKey: try unsafe readKnown([String: String].self, shape, place)
    case .intsByKey: try unsafe readKnown([String: Int].self, shape, place)
    case .doublesByKey: try unsafe readKnown([String: Double].self, shape, place)
    case .table, .other: break
    }
  }

  @inlinable @inline(never)
  mutating func readOther(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    switch unsafe field.pointee.details.pointee.shape {
    case .value: try unsafe readContent(field, into: place)
    case .array: try unsafe readArray(field, into: place)
    case .optional, .optionalArray: try unsafe readOptional(field, into: place)
    }
  }

  /// Reads a value of a type for which this function is specialized.
  @inlinable @inline(__always)
  mutating func readKnown<Value: Readable>(
    _ type: Value.Type, _ shape: FieldShape, _ place: UnsafeMutableRawPointer
  ) throws {
    switch shape {
    case .value: unsafe place.initializeMemory(as: Value.self, to: try read(Value.self))
    case .optional: unsafe place.initializeMemory(as: Value?.self, to: try read(Value?.self))
    case .array: unsafe place.initializeMemory(as: [Value].self, to: try read([Value].self))
    case .optionalArray: unsafe place.initializeMemory(as: [Value]?.self, to: takeNull() ? nil : try read([Value].self))
    }
  }

  /// Reads a value of the type of a field's content.
  @inlinable @inline(__always)
  mutating func readContent(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    if unsafe field.pointee.details.pointee.tableType != nil {
      try unsafe readTable(field, into: place)
    } else if try unsafe !__readSpecialized(field, into: place) {
      try unsafe readContent(
        field.pointee.details.pointee.readableType, into: place,
        readsItself: field.pointee.details.pointee.readsItself)
    }
  }

  @inlinable @inline(__always)
  mutating func readContent<Content: Readable>(
    _ type: Content.Type, into place: UnsafeMutableRawPointer, readsItself: Bool = false
  ) throws {
    unsafe place.initializeMemory(as: Content.self, to: readsItself ? try Content.read(from: &self) : try read(type))
  }

  @inlinable @inline(never)
  mutating func readOptional(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    guard let optional = unsafe field.pointee.details.pointee.optionalType else { return }
    if takeNull() { return unsafe setNil(field, at: place) }
    if unsafe field.pointee.details.pointee.isOptionalReference { return try unsafe readContent(field, into: place) }
    let isArray = unsafe field.pointee.details.pointee.shape == .optionalArray
    let size = unsafe isArray ? MemoryLayout<[Int]>.size : field.pointee.details.pointee.stride
    let alignment = unsafe isArray ? MemoryLayout<[Int]>.alignment : field.pointee.details.pointee.alignment
    try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) { memory in
      // SAFETY: a temporary allocation has an address, also of no bytes.
      let value = unsafe memory.baseAddress.unsafelyUnwrapped
      if isArray { try unsafe readArray(field, into: value) } else { try unsafe readContent(field, into: value) }
      if let type = unsafe field.pointee.details.pointee.tableType, !isArray {
        unsafe type.initialize(optionalAt: place, moving: value)
      } else {
        unsafe optional.initialize(at: place, moving: value)
      }
    }
  }

  /// Reads an array. Its elements are moved together and not one by one: moving one is a call of a function of its type.
  @inlinable @inline(never)
  mutating func readArray(_ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer) throws {
    guard let type = unsafe field.pointee.details.pointee.arrayType else { return }
    if _slowPath(__isText) { return try unsafe readText(of: field.pointee.details.pointee.readableType, into: place) }
    guard try beginArray() else { return unsafe field.initializeArray(at: place, moving: place, count: 0) }
    try unsafe withUnsafeTemporaryAllocation(byteCount: __TableField.Details.scratchSize, alignment: 16) { scratch in
      var elements = unsafe ElementMemory(of: field, scratch)
      do {
        try unsafe readElements(of: field, into: &elements)
      } catch {
        unsafe type.deinitialize(elements: elements.start, count: elements.count)
        elements.deallocate()
        throw error
      }
      unsafe field.initializeArray(at: place, moving: elements.start, count: elements.count)
      elements.deallocate()
    }
  }

  @inlinable @inline(__always)
  mutating func readElements(of field: UnsafePointer<__TableField>, into elements: inout ElementMemory) throws {
    while unsafe field.pointee.details.pointee.tableType != nil {
      let (memory, stride, capacity) = unsafe (elements.start, elements.stride, elements.capacity)
      guard
        let hasNext = try unsafe __readElements(
          field.nestedTable, into: memory, stride: stride, capacity: capacity, &elements.count)
      else { break }
      guard hasNext else { return }
      elements.grow()
    }
    repeat {
      try unsafe readContent(field, into: elements.next)
      elements.count &+= 1
    } while try nextElement()
  }

  /// Reads an array of these elements from text.
  @inlinable @inline(never)
  mutating func readText<Element: Readable>(of type: Element.Type, into place: UnsafeMutableRawPointer) throws {
    unsafe place.initializeMemory(as: [Element].self, to: try read([Element].self))
  }
}

/// The elements of an array that is being read.
///
/// SAFETY: elements are of the type of the field's content. Who uses it moves or deinitializes them, and calls `deallocate`.
@usableFromInline
@safe
struct ElementMemory: ~Copyable {
  @usableFromInline var start: UnsafeMutableRawPointer
  @usableFromInline var count = 0
  @usableFromInline var capacity: Int
  @usableFromInline let field: UnsafePointer<__TableField>
  @usableFromInline let stride: Int
  /// Whether the memory is to be deallocated.
  @usableFromInline var isOwned = false

  /// - Parameter scratch: the memory of the first elements.
  @inlinable @inline(__always)
  init(of field: UnsafePointer<__TableField>, _ scratch: UnsafeMutableRawBufferPointer) {
    // SAFETY: a temporary allocation has an address.
    unsafe start = scratch.baseAddress.unsafelyUnwrapped
    unsafe self.field = field
    unsafe stride = field.pointee.details.pointee.stride
    capacity = unsafe field.pointee.details.pointee.elementsInScratch
  }

  /// The place of the next element.
  @inlinable var next: UnsafeMutableRawPointer {
    @inline(__always) mutating get {
      if _slowPath(count == capacity) { grow() }
      return unsafe start + count &* stride
    }
  }

  @usableFromInline @inline(never)
  mutating func grow() {
    capacity = max(8, 4 * capacity)
    let larger = unsafe UnsafeMutableRawPointer.allocate(
      byteCount: capacity * stride, alignment: field.pointee.details.pointee.alignment)
    unsafe field.pointee.details.pointee.arrayType?.move(start, to: larger, count: count)
    deallocate()
    (unsafe start, isOwned) = unsafe (larger, true)
  }

  @inlinable @inline(__always)
  func deallocate() {
    if _slowPath(isOwned) { unsafe start.deallocate() }
  }
}
