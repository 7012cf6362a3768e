// Fields that are dictionaries.
//
// Code that reads and writes any dictionary looks for metadata with each member, and takes three times as long. Dictionaries of strings
// are read and written in JSON by functions of the library that do without (`DictionariesInTables.swift`). Dictionaries with other keys
// have functions that are specialized in the module of the type.

extension __TableBuilder {
  public mutating func add<Value: Serializable>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, type, offset, content: FieldContent(dictionaryOf: Value.self)))
    readMembers(of: Value.self)
    writeMembers(of: Value.self)
  }
  public mutating func add<Value: Serializable>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    let content = FieldContent(dictionaryOf: Value.self)
    append(__TableField.Details(key, [String: Value].self, offset, content: content, optional: type))
    readMembers(of: Value.self)
    writeMembers(of: Value.self)
  }
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, type, offset, content: FieldContent(dictionaryOf: Value.self), codable: type))
    readMembers(of: Value.self)
    writeMembers(of: Value.self)
  }
  public mutating func addCodable<Value: Serializable & Codable>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    let content = FieldContent(dictionaryOf: Value.self)
    append(
      __TableField.Details(
        key, [String: Value].self, offset, content: content, optional: type, codable: [String: Value].self))
    readMembers(of: Value.self)
    writeMembers(of: Value.self)
  }

  /// Has the members of the dictionary that was added last read by the library.
  mutating func readMembers<Value: Readable>(of type: Value.Type) {
    guard unsafe last.pointee.content == .other else { return }
    let memory = MadeOnce<DictionaryMemory>()
    let content = type.__readingTableType == nil ? FieldContent(of: type) : .table
    let readValue = unsafe content.readingJSON(of: type)
    unsafe setReadJSON { reader, place in
      try unsafe reader.readDictionary(of: type, into: place, by: readValue) { place, capacity in
        unsafe memory.makeDictionary(of: type, at: place, capacity: capacity)
      }
    }
  }

  /// Has the members of the dictionary that was added last written by the library.
  mutating func writeMembers<Value: Writable>(of type: Value.Type) {
    guard unsafe last.pointee.content == .other else { return }
    let content = type.__writingTableType == nil ? FieldContent(of: type) : .table
    let writeValue = unsafe content.writingJSON(of: type)
    unsafe setWriteJSON { place, writer in unsafe writer.writeDictionary(of: type, at: place, by: writeValue) }
  }

  @inlinable
  public mutating func add<Key: ObjectKey, Value: Serializable>(
    _ key: StaticString, _ type: [Key: Value].Type, at offset: Int? = nil
  ) {
    addDictionary(key, type, at: offset)
    specializeJSON(for: type)
  }
  @inlinable
  public mutating func add<Key: ObjectKey, Value: Serializable>(
    _ key: StaticString, _ type: [Key: Value]?.Type, at offset: Int? = nil
  ) {
    addDictionary(key, [Key: Value].self, at: offset, optional: type)
    specializeJSON(for: [Key: Value].self)
  }
  @inlinable
  public mutating func addCodable<Key: ObjectKey & Codable, Value: Serializable & Codable>(
    _ key: StaticString, _ type: [Key: Value].Type, at offset: Int? = nil
  ) {
    addDictionary(key, type, at: offset, codable: type)
    specializeJSON(for: type)
  }
  @inlinable
  public mutating func addCodable<Key: ObjectKey & Codable, Value: Serializable & Codable>(
    _ key: StaticString, _ type: [Key: Value]?.Type, at offset: Int? = nil
  ) {
    addDictionary(key, [Key: Value].self, at: offset, optional: type, codable: [Key: Value].self)
    specializeJSON(for: [Key: Value].self)
  }

  @usableFromInline
  mutating func addDictionary<Content: Serializable>(
    _ key: StaticString, _ type: Content.Type, at offset: Int?, optional: (any FieldOptional.Type)? = nil,
    codable: (any Codable.Type)? = nil
  ) {
    append(__TableField.Details(key, type, offset, optional: optional, codable: codable))
  }

  @inlinable @inline(__always)
  mutating func specializeJSON<Content: Serializable>(for type: Content.Type) {
    specializeReading(of: type)
    specializeWriting(of: type)
  }

  @inlinable @inline(__always)
  mutating func specializeReading<Content: Readable>(of type: Content.Type) {
    unsafe setReadJSON { reader, place in
      unsafe place.initializeMemory(as: Content.self, to: try Content.readJSON(from: &reader))
    }
  }

  @inlinable @inline(__always)
  mutating func specializeWriting<Content: Writable>(of type: Content.Type) {
    unsafe setWriteJSON { place, writer in
      unsafe place.assumingMemoryBound(to: Borrowed<Content>.self).pointee.value.writeJSON(to: &writer)
    }
  }

  @usableFromInline
  mutating func setReadJSON(_ read: @escaping __TableField.ReadJSON) {
    unsafe last.pointee.readJSON = PermanentMemory.keep(read)
  }

  @usableFromInline
  mutating func setWriteJSON(_ write: @escaping __TableField.WriteJSON) {
    unsafe last.pointee.writeJSON = PermanentMemory.keep(write)
  }
}

extension MadeOnce<DictionaryMemory> {
  fileprivate func makeDictionary<Value>(
    of type: Value.Type, at place: UnsafeMutableRawPointer, capacity: Int
  ) -> DictionaryBuckets {
    if let known = unsafe memory?.pointee ?? make(of: type) {
      return unsafe known.makeDictionary(at: place, capacity: capacity)
    }
    return unsafe makeDictionaryByInitializer(of: type, at: place, capacity: capacity)
  }

  private func make<Value>(of type: Value.Type) -> DictionaryMemory? {
    guard let made = DictionaryMemory(of: type) else { return nil }
    return unsafe keep(made).pointee
  }

  // Not inlined: the look-ups of its metadata would be made before they are needed.
  @inline(never)
  private func makeDictionaryByInitializer<Value>(
    of type: Value.Type, at place: UnsafeMutableRawPointer, capacity: Int
  ) -> DictionaryBuckets {
    unsafe place.initializeMemory(as: [String: Value].self, to: [String: Value](minimumCapacity: capacity))
    return unsafe DictionaryBuckets(ofDictionaryAt: place)
  }
}

extension FieldContent {
  /// What reads a value of a dictionary. Arrays of scalars are read by code of the library: that for any array takes twice the time.
  fileprivate func readingJSON<Value: Readable>(of type: Value.Type) -> __TableField.ReadJSON {
    switch self {
    case .ints: unsafe reading([Int].self)
    case .strings: unsafe reading([String].self)
    case .doubles: unsafe reading([Double].self)
    case .listsOfDoubles: unsafe reading([[Double]].self)
    default: unsafe reading(type)
    }
  }

  /// What writes a value of a dictionary, likewise.
  fileprivate func writingJSON<Value: Writable>(of type: Value.Type) -> __TableField.WriteJSON {
    switch self {
    case .ints: unsafe writing([Int].self)
    case .strings: unsafe writing([String].self)
    case .doubles: unsafe writing([Double].self)
    case .listsOfDoubles: unsafe writing([[Double]].self)
    // Not by `writing`: in code for any type, it would look for metadata with each value.
    default: { place, writer in unsafe place.assumingMemoryBound(to: type).pointee.writeJSON(to: &writer) }
    }
  }

  @inline(__always)
  private func reading<Value: Readable>(_ type: Value.Type) -> __TableField.ReadJSON {
    { reader, place in
      unsafe place.initializeMemory(as: type, to: try type.readJSON(from: &reader))
    }
  }

  @inline(__always)
  private func writing<Value: Writable>(_ type: Value.Type) -> __TableField.WriteJSON {
    { place, writer in
      unsafe place.assumingMemoryBound(to: Borrowed<Value>.self).pointee.value.writeJSON(to: &writer)
    }
  }
}
