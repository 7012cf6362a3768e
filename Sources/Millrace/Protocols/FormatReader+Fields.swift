// What generated code calls for fields that are not plain.

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Throws the error for a member that is no field. To be called where its value comes next.
  @inlinable @inline(never)
  public mutating func __failUnknownField(_ fields: FieldTable) throws -> Never {
    try fail(.unknownField(expected: fields.names))
  }

  /// Reads past an object, whatever its members are.
  ///
  /// - Throws: ``FormatError`` when another value stands here.
  @inlinable
  public mutating func skipObject() throws {
    guard try beginDictionary() else { return }
    repeat {
      _ = try readKey()
      try skipValue()
    } while try nextMember()
  }

  // MARK: Members of an object that several values share

  /// Reads a value from those members of an object that are its own.
  ///
  /// - Parameter whole: the type of the object.
  @inlinable
  public mutating func __readFlattened<Value: Readable, Whole: Readable>(
    _ type: Value.Type, of whole: Whole.Type
  ) throws -> Value {
    try read(type)
  }

  /// Reads all those members of an object that are no fields.
  ///
  /// - Parameter whole: the type of the object.
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

/// A type that can take those members of an object that are none of its fields: see ``FieldTreatment/flattened``.
public protocol RestOfFields: Readable {
  static var withoutMembers: Self { get }

  /// Reads the value of a member. Of two with the same key the reader's ``FormatReader/duplicateKeys`` says which counts.
  mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader) throws
}
