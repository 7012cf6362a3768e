// Fields of types that are only read, or only written: their types need not be both.

extension __TableBuilder {
  /// Adds a field to a type that is only read. See ``add(_:_:at:)``.
  public mutating func addReadable<Value: Readable>(_ key: StaticString, _ type: Value.Type, at offset: Int? = nil) {
    appendReadable(key, type, at: offset)
  }
  public mutating func addReadable<Value: Readable>(_ key: StaticString, _ type: Value?.Type, at offset: Int? = nil) {
    appendReadable(key, Value.self, at: offset, optional: type)
  }
  public mutating func addReadable<Value: Readable>(_ key: StaticString, _ type: [Value].Type, at offset: Int? = nil) {
    appendReadable(key, Value.self, at: offset, array: type)
  }
  public mutating func addReadable<Value: Readable>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int? = nil) {
    appendReadable(key, Value.self, at: offset, array: [Value].self, optional: type)
  }

  public mutating func addReadable<Value: Readable>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    appendReadable(key, type, at: offset, content: FieldContent(dictionaryOf: Value.self))
    readMembers(of: Value.self)
  }
  public mutating func addReadable<Value: Readable>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    appendReadable(
      key, [String: Value].self, at: offset, content: FieldContent(dictionaryOf: Value.self), optional: type)
    readMembers(of: Value.self)
  }

  @inlinable
  public mutating func addReadable<Key: ObjectKey, Value: Readable>(
    _ key: StaticString, _ type: [Key: Value].Type, at offset: Int? = nil
  ) {
    appendReadable(key, type, at: offset)
    specializeReading(of: type)
  }
  @inlinable
  public mutating func addReadable<Key: ObjectKey, Value: Readable>(
    _ key: StaticString, _ type: [Key: Value]?.Type, at offset: Int? = nil
  ) {
    appendReadable(key, [Key: Value].self, at: offset, optional: type)
    specializeReading(of: [Key: Value].self)
  }

  @usableFromInline
  mutating func appendReadable<Content: Readable>(
    _ key: StaticString, _ type: Content.Type, at offset: Int?, content: FieldContent? = nil,
    array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil, readsItself: Bool = false
  ) {
    append(
      __TableField.Details(
        key, type, offset, reading: type, writing: nil, table: type.__readingTableType, content: content, array: array,
        optional: optional, readsItself: readsItself))
  }

  /// Adds a field to a type that is only written. See ``add(_:_:at:)``.
  public mutating func addWritable<Value: Writable>(_ key: StaticString, _ type: Value.Type, at offset: Int? = nil) {
    appendWritable(key, type, at: offset)
  }
  public mutating func addWritable<Value: Writable>(_ key: StaticString, _ type: Value?.Type, at offset: Int? = nil) {
    appendWritable(key, Value.self, at: offset, optional: type)
  }
  public mutating func addWritable<Value: Writable>(_ key: StaticString, _ type: [Value].Type, at offset: Int? = nil) {
    appendWritable(key, Value.self, at: offset, array: type)
  }
  public mutating func addWritable<Value: Writable>(_ key: StaticString, _ type: [Value]?.Type, at offset: Int? = nil) {
    appendWritable(key, Value.self, at: offset, array: [Value].self, optional: type)
  }

  public mutating func addWritable<Value: Writable>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    appendWritable(key, type, at: offset, content: FieldContent(dictionaryOf: Value.self))
    writeMembers(of: Value.self)
  }
  public mutating func addWritable<Value: Writable>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    appendWritable(
      key, [String: Value].self, at: offset, content: FieldContent(dictionaryOf: Value.self), optional: type)
    writeMembers(of: Value.self)
  }

  @inlinable
  public mutating func addWritable<Key: ObjectKey, Value: Writable>(
    _ key: StaticString, _ type: [Key: Value].Type, at offset: Int? = nil
  ) {
    appendWritable(key, type, at: offset)
    specializeWriting(of: type)
  }
  @inlinable
  public mutating func addWritable<Key: ObjectKey, Value: Writable>(
    _ key: StaticString, _ type: [Key: Value]?.Type, at offset: Int? = nil
  ) {
    appendWritable(key, [Key: Value].self, at: offset, optional: type)
    specializeWriting(of: [Key: Value].self)
  }

  @usableFromInline
  mutating func appendWritable<Content: Writable>(
    _ key: StaticString, _ type: Content.Type, at offset: Int?, content: FieldContent? = nil,
    array: (any FieldArray.Type)? = nil, optional: (any FieldOptional.Type)? = nil
  ) {
    append(
      __TableField.Details(
        key, type, offset, reading: nil, writing: type, table: type.__writingTableType, content: content, array: array,
        optional: optional))
  }
}
