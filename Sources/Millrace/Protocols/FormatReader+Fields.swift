// Functions that generated code calls for special fields.

/// Moves a value out of a local of generated code. Copying it would count a reference.
@inlinable @inline(__always)
public func __take<Value>(_ type: Value.Type, from local: inout Value?) -> Value? {
  let value = consume local
  local = nil
  return value
}

/// Moves a value out of a structure of generated code.
@inlinable @inline(__always)
public func __take<Value>(_ field: inout Value?) -> Value? { __take(Value.self, from: &field) }

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Throws the error for a member that is not a field. Its value must be next.
  @inlinable @inline(never)
  public mutating func __failUnknownField(_ fields: FieldTable) throws -> Never {
    try fail(.unknownField(expected: fields.names))
  }

  // These functions read the values of fields that are not at the expected position. There is one function for each
  // type of values, instead of the code of ``FormatReader/read(_:)-swift.method`` for each field. There are four that
  // return a value, for the reason given there, and one for values that may be large.

  @inlinable @inline(never)
  public mutating func __readOutOfLine<Value: Readable>(_ type: Value.Type) throws -> Value { try read(type) }

  @inlinable @inline(never)
  public mutating func __readOutOfLine<Wrapped: Readable>(_ type: Wrapped?.Type) throws -> Wrapped? { try read(type) }

  @inlinable @inline(never)
  public mutating func __readOutOfLine<Element: Readable>(_ type: [Element].Type) throws -> [Element] {
    try read(type)
  }

  @inlinable @inline(never)
  public mutating func __readOutOfLine<Key: ObjectKey, Value: Readable>(
    _ type: [Key: Value].Type
  ) throws -> [Key: Value] {
    try read(type)
  }

  /// Strings are read out of line by all readers.
  @inlinable @inline(__always)
  public mutating func __readOutOfLine(_ type: String.Type) throws -> String { try readString() }

  @inlinable @inline(__always)
  public mutating func __readOutOfLine(_ type: String?.Type) throws -> String? { takeNull() ? nil : try readString() }

  @inlinable @inline(never)
  public mutating func __readOutOfLine<Value: Readable>(_ type: Value.Type, into value: inout Value?) throws {
    value = try read(type)
  }

  /// Skips an object with all its members.
  ///
  /// - Throws: ``FormatError`` if the next value is not an object.
  @inlinable
  public mutating func skipObject() throws {
    guard try beginDictionary() else { return }
    repeat {
      _ = try readKey()
      try skipValue()
    } while try nextMember()
  }

  // MARK: Objects whose members belong to several values

  /// Reads a flattened value from the members of the enclosing object.
  ///
  /// - Parameter whole: The type of the object.
  @inlinable
  public mutating func __readFlattened<Value: Readable, Whole: Readable>(
    _ type: Value.Type, of whole: Whole.Type
  ) throws -> Value {
    try read(type)
  }

  /// Reads all members of an object that are not fields.
  ///
  /// - Parameter whole: The type of the object.
  @inlinable
  public mutating func __readFlattened<Rest: RestOfFields, Whole: Readable>(
    _ type: Rest.Type, of whole: Whole.Type
  ) throws -> Rest {
    var rest = Rest.withoutMembers
    guard try beginDictionary() else { return rest }
    repeat {
      let key = try readKey()
      if Whole.hasField(named: key) {
        try skipValue()
      } else {
        try rest.readMember(named: key, from: &self)
      }
    } while try nextMember()
    return rest
  }
}

/// A type that can collect the unknown members of an object. See ``FieldTreatment/flattened``.
public protocol RestOfFields: Readable {
  /// A value without members.
  static var withoutMembers: Self { get }

  /// Reads the value of a member. For duplicate keys, the reader's ``FormatReader/duplicateKeys`` determines the value.
  ///
  /// - Parameters:
  ///   - key: The key of the member, which has been read. The member's value is next.
  ///   - reader: The reader.
  /// - Throws: ``FormatError`` if the member's value cannot be read.
  mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader) throws
}
