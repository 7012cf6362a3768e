// The loop that reads the values of all types with tables, once for each reader.

extension __TableType {
  public static var fieldTable: FieldTable { __fields.names }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    try reader.readValue(of: Self.self)
  }

  // Not inlinable: it is called for each value in a type that has no table itself.
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self { try reader.readValue(of: Self.self) }
}

/// So many keys of an object that are before the expected one tell that its members have another order.
@inlinable var mostDisorder: Int { 3 }

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable
  mutating func readValue<Value: __TableType>(of type: Value.Type) throws -> Value {
    // SAFETY: the memory has the size of a value, and is initialized unless an error was thrown.
    try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
      let place = unsafe memory.baseAddress.unsafelyUnwrapped
      try unsafe __readFields(Value.__fields, into: UnsafeMutableRawPointer(place))
      return unsafe place.move()
    }
  }

  @inlinable
  public mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    try unsafe readFields(table, into: memory)
  }

  /// Reads an object into the memory of a structure, which is not initialized. It is initialized afterwards, or an error is thrown and
  /// it is not.
  @inlinable @inline(never)
  mutating func readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws {
    var found: UInt64 = 0
    do {
      if try beginObject(table.names) { try unsafe readMembers(of: table, into: memory, &found) }
      if found != table.all { try unsafe setMissing(of: table, in: memory, &found) }
      if unsafe _slowPath(table.contents.pointee.isValidated) { try unsafe table.contents.pointee.validate?(memory) }
    } catch {
      unsafe table.deinitialize(found, in: memory)
      throw error
    }
  }

  @inlinable @inline(__always)
  mutating func readMembers(of table: __Table, into memory: UnsafeMutableRawPointer, _ found: inout UInt64) throws {
    var search = FieldSearch(table.names, skipsUnknown: !table.names.rejectsUnknown)
    var next = 0
    // The keys of a document in another order are searched only. That a key is a duplicate is found in a search only, too.
    var disorder = duplicateKeys == .firstWins ? mostDisorder : 0
    var hasNext = true
    while hasNext {
      var index = try nextField(of: table, after: &next, &disorder, &search)
      if _slowPath(UInt(bitPattern: index) >= UInt(bitPattern: table.count)) {
        if index == FieldSearch.end { return }
        if index == FieldSearch.unknown, table.names.rejectsUnknown { try __failUnknownField(table.names) }
        if index < 0 {
          try skipValue()
          hasNext = try nextMember()
          continue
        }
        try __admitAlias()
        index = unsafe table.contents.pointee.fieldsOfAliases[index &- table.count]
      }
      let field = unsafe table.field(at: index)
      let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
      if _slowPath(found & bit != 0) {
        found &= ~bit
        unsafe field.pointee.deinitialize(in: memory)
      }
      try unsafe read(field, into: memory + field.pointee.offset)
      found |= bit
      next = index &+ 1
      hasNext = next == table.count ? try __nextMemberAfterLast() : try __nextMemberInOrder()
    }
  }

  /// Reads the next key: it is compared with those that are next in the declaration, and then searched.
  @inlinable @inline(__always)
  mutating func nextField(
    of table: __Table, after next: inout Int, _ disorder: inout Int, _ search: inout FieldSearch
  ) throws -> Int {
    guard disorder < mostDisorder else { return try findField(&search) }
    var place = 0
    while next < table.count {
      if unsafe __takeKey(table.field(at: next).pointee.key, at: next) { return next }
      next &+= 1
      if !hasMoved(since: &place) { break }
    }
    let index = try findField(&search)
    if index < next { disorder &+= 1 }
    return index
  }

  /// Initializes the fields of missing members.
  @inlinable @inline(never)
  mutating func setMissing(of table: __Table, in memory: UnsafeMutableRawPointer, _ found: inout UInt64) throws {
    let missing = unsafe table.contents.pointee.required & ~found
    if missing != 0 { try failMissingField(table.names.name(at: missing.trailingZeroBitCount)) }
    var rest = table.all & ~found
    while rest != 0 {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      let field = unsafe table.field(at: index)
      if let setDefault = unsafe field.pointee.setDefault {
        unsafe setDefault(memory + field.pointee.offset)
      } else {
        unsafe setNil(field, at: memory + field.pointee.offset)
      }
    }
    found = table.all
  }
}

/// Initializes an optional field with nil.
@inlinable
func setNil(_ field: UnsafePointer<TableField>, at place: UnsafeMutableRawPointer) {
  switch unsafe (field.pointee.shape, field.pointee.content) {
  case (.optional, .string): unsafe place.initializeMemory(as: String?.self, to: nil)
  case (.optional, .int): unsafe place.initializeMemory(as: Int?.self, to: nil)
  case (.optional, .double): unsafe place.initializeMemory(as: Double?.self, to: nil)
  case (.optional, .bool): unsafe place.initializeMemory(as: Bool?.self, to: nil)
  case (.optional, .table): unsafe field.pointee.tableType?.__setNil(optionalAt: place)
  default: unsafe field.pointee.optionalType?.setNil(at: place)
  }
}

// MARK: - Values

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads the value of a member into the place of its field.
  @inlinable @inline(__always)
  mutating func read(_ field: UnsafePointer<TableField>, into place: UnsafeMutableRawPointer) throws {
    let shape = unsafe field.pointee.shape
    switch unsafe field.pointee.content {
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
    case .table, .other:
      switch shape {
      case .value: try unsafe readContent(field, into: place)
      case .array: try unsafe readArray(field, into: place)
      case .optional, .optionalArray: try unsafe readOptional(field, into: place)
      }
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
  mutating func readContent(_ field: UnsafePointer<TableField>, into place: UnsafeMutableRawPointer) throws {
    if let type = unsafe field.pointee.tableType, _fastPath(!__isText) {
      try unsafe __readFields(type.__fields, into: place)
    } else {
      try unsafe readContent(field.pointee.type, into: place)
    }
  }

  @inlinable @inline(__always)
  mutating func readContent<Content: Readable>(_ type: Content.Type, into place: UnsafeMutableRawPointer) throws {
    unsafe place.initializeMemory(as: Content.self, to: try read(type))
  }

  @inlinable @inline(never)
  mutating func readOptional(_ field: UnsafePointer<TableField>, into place: UnsafeMutableRawPointer) throws {
    guard let optional = unsafe field.pointee.optionalType else { return }
    if takeNull() { return unsafe setNil(field, at: place) }
    let isArray = unsafe field.pointee.shape == .optionalArray
    let size = unsafe isArray ? MemoryLayout<[Int]>.size : field.pointee.stride
    let alignment = unsafe isArray ? MemoryLayout<[Int]>.alignment : field.pointee.alignment
    try unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: alignment) { memory in
      // SAFETY: a temporary allocation has an address, also of no bytes.
      let value = unsafe memory.baseAddress.unsafelyUnwrapped
      if isArray { try unsafe readArray(field, into: value) } else { try unsafe readContent(field, into: value) }
      if let type = unsafe field.pointee.tableType, !isArray {
        unsafe type.__initialize(optionalAt: place, moving: value)
      } else {
        unsafe optional.initialize(at: place, moving: value)
      }
    }
  }

  /// Reads an array. Its elements are moved together and not one by one: moving one is a call of a function of its type.
  @inlinable @inline(never)
  mutating func readArray(_ field: UnsafePointer<TableField>, into place: UnsafeMutableRawPointer) throws {
    guard let type = unsafe field.pointee.arrayType else { return }
    if _slowPath(__isText) { return try unsafe readText(of: field.pointee.type, into: place) }
    guard try beginArray() else { return unsafe type.initialize(at: place, moving: place, count: 0) }
    let stride = unsafe field.pointee.stride
    let alignment = unsafe field.pointee.alignment
    var capacity = 4
    var count = 0
    var memory = UnsafeMutableRawPointer.allocate(byteCount: capacity &* stride, alignment: alignment)
    do {
      repeat {
        if count == capacity {
          capacity *= 4
          let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * stride, alignment: alignment)
          unsafe type.move(memory, to: larger, count: count)
          unsafe memory.deallocate()
          unsafe memory = larger
        }
        try unsafe readContent(field, into: memory + count &* stride)
        count &+= 1
      } while try nextElement()
    } catch {
      unsafe type.deinitialize(elements: memory, count: count)
      unsafe memory.deallocate()
      throw error
    }
    if let tableType = unsafe field.pointee.tableType {
      unsafe tableType.__initialize(arrayAt: place, moving: memory, count: count)
    } else {
      unsafe type.initialize(at: place, moving: memory, count: count)
    }
    unsafe memory.deallocate()
  }

  /// Reads an array of these elements from text.
  @inlinable @inline(never)
  mutating func readText<Element: Readable>(of type: Element.Type, into place: UnsafeMutableRawPointer) throws {
    unsafe place.initializeMemory(as: [Element].self, to: try read([Element].self))
  }
}
