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
    guard try beginMap() else { return }
    repeat {
      _ = try readKey()
      try skipValue()
    } while try nextMember()
  }
}
