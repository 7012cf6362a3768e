// Fields that are dictionaries.
//
// Code that reads and writes any dictionary looks for metadata with each member, and takes three times as long. So dictionaries are read
// and written in JSON by functions that are specialized in the module of the type; those of strings, integers and doubles by functions of
// the library.

/// A type of values in dictionaries that the library has functions for.
public protocol __KnownMember: Serializable, Codable {}

extension String: __KnownMember {}
extension Int: __KnownMember {}
extension Double: __KnownMember {}

extension __TableBuilder {
  public mutating func add<Value: __KnownMember>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    append(__TableField.Details(key, type, offset, content: FieldContent(dictionaryOf: Value.self)))
  }
  public mutating func add<Value: __KnownMember>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    append(
      __TableField.Details(
        key, [String: Value].self, offset, content: FieldContent(dictionaryOf: Value.self), optional: type))
  }
  public mutating func addCodable<Value: __KnownMember>(
    _ key: StaticString, _ type: [String: Value].Type, at offset: Int? = nil
  ) {
    append(
      __TableField.Details(key, type, offset, content: FieldContent(dictionaryOf: Value.self), codable: type))
  }
  public mutating func addCodable<Value: __KnownMember>(
    _ key: StaticString, _ type: [String: Value]?.Type, at offset: Int? = nil
  ) {
    append(
      __TableField.Details(
        key, [String: Value].self, offset, content: FieldContent(dictionaryOf: Value.self), optional: type,
        codable: [String: Value].self))
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
    unsafe last.pointee.readJSON = Self.kept(read)
  }

  @usableFromInline
  mutating func setWriteJSON(_ write: @escaping __TableField.WriteJSON) {
    unsafe last.pointee.writeJSON = Self.kept(write)
  }
}
