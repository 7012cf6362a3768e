/// A reader of a format: a position in a document from which values read themselves.
///
/// A type conforms in order to make a format readable: every ``Readable`` type can then be read from it. A reader is a pull parser:
/// the value calls the reader for each part that it needs. The calls follow the document's structure:
///
/// ```swift
/// func numbers<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> [Int] {
///   var numbers: [Int] = []
///   guard try reader.beginArray() else { return numbers }
///   repeat { numbers.append(try reader.readInt()) } while try reader.nextElement()
///   return numbers
/// }
/// ```
///
/// Callers and readers have the following contract:
///
/// - After a call of ``beginObject(_:)``, ``beginMap()``, ``beginArray()``, ``nextMember()`` or
///   ``nextElement()`` that returns `true`, the caller reads the key, if there is one, and reads or skips exactly one
///   value. Then it calls ``nextMember()`` or ``nextElement()`` again. It repeats this until the call returns `false`,
///   also if it does not need the remaining members, or calls ``rewind(to:)``.
/// - The caller does not call ``nextMember()`` or ``nextElement()`` after a call that returned `false`.
/// - A value is read with exactly one call: a function that begins with `read`, ``takeNull()`` if that returns `true`,
///   ``skipValue()``, or ``forwardScalar(to:)``. ``nextKind()`` and ``mark()`` do not change the position.
///
/// After an error, callers must not read from a reader again, unless they call ``rewind(to:)`` first.
///
/// Generated code finds the fields of a type in two steps. First it calls ``takeKey(_:at:)`` for each field in the order of
/// declaration. In a text format that is a comparison of bytes, in a table format an array access. If the document has another
/// order, the generated code calls ``findField(_:)`` for the remaining members.
public protocol FormatReader: ~Copyable, ~Escapable {
  // MARK: Objects of known fields

  /// Begins an object with known fields. Table formats match the fields to columns here, once for each field table.
  ///
  /// If the method returns `true`, the caller reads the key of a member next, with ``takeKey(_:at:)`` or ``findField(_:)``.
  ///
  /// - Parameter fields: The field table of the type that is read.
  /// - Returns: `false` if the object has no members. The object has then been left.
  /// - Throws: ``FormatError`` if the next value is not an object or is nested too deep.
  mutating func beginObject(_ fields: FieldTable) throws -> Bool

  /// Reads the next key if it is the name of a given field.
  ///
  /// An implementation may return `false` for any key; the caller then uses ``findField(_:)``.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - index: The index of the field in the table passed to ``beginObject(_:)``.
  /// - Returns: `true` if the key was read; the member's value is next. If `false`, the position is unchanged.
  mutating func takeKey(_ key: StaticString, at index: Int) -> Bool

  /// Reads the next key and finds its field. The member's value is next.
  ///
  /// - Parameter search: the state of the search in this object. The caller creates one for each object.
  /// - Returns: the index of the field in the table, ``FieldSearch/unknown``, or ``FieldSearch/duplicate``. For the last two, the
  ///   caller skips the value or throws.
  /// - Throws: ``FormatError`` if the key is malformed.
  mutating func findField(_ search: inout FieldSearch) throws -> Int

  // MARK: Objects of unknown keys

  /// Begins an object with arbitrary keys.
  ///
  /// - Returns: `false` if the object has no members. The object has then been left.
  /// - Throws: ``FormatError`` if the next value is not an object or is nested too deep.
  mutating func beginMap() throws -> Bool

  /// Reads the next member's key. The member's value is next.
  ///
  /// - Returns: The key, without quotes and escapes.
  /// - Throws: ``FormatError`` if the key is malformed.
  mutating func readKey() throws -> String

  /// Advances to the next member of the current object. The caller has read or skipped the value before.
  ///
  /// - Returns: `false` if there are no more members. The object has then been left.
  /// - Throws: ``FormatError`` if neither a member nor the end of the object is next.
  mutating func nextMember() throws -> Bool

  /// Advances like ``nextMember()`` after a member in the order of the declaration. The default calls ``nextMember()``.
  mutating func __nextMemberInOrder() throws -> Bool

  /// Advances like ``nextMember()`` after a member that is normally the last one. The default calls ``nextMember()``.
  mutating func __nextMemberAfterLast() throws -> Bool

  /// Called before the value of a member that has one of the other names of its field. The default does nothing.
  ///
  /// - Throws: an error if a member with the field's name has precedence.
  mutating func __admitAlias() throws

  /// Whether a dictionary with this key type is read as an object. The default is `true`.
  ///
  /// - Parameter keys: The type of the dictionary's keys.
  func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool

  /// How duplicate keys in an object are handled. The default is `.lastWins`, also for formats without duplicate keys.
  var duplicateKeys: DuplicateKeys { get }

  // MARK: Arrays

  /// The number of bytes of remaining input, which is used to estimate the capacity of a long array. The default is 0,
  /// which means that it is unknown.
  var remainingByteCount: Int { get }

  /// Begins an array. If the method returns `true`, the first element is next.
  ///
  /// - Returns: `false` if the array is empty. The array has then been left.
  /// - Throws: ``FormatError`` if the next value is not an array or is nested too deep.
  mutating func beginArray() throws -> Bool

  /// Advances to the next element of the current array. The caller has read or skipped the element before.
  ///
  /// - Returns: `false` if there are no more elements. The array has then been left.
  /// - Throws: ``FormatError`` if neither an element nor the end of the array is next.
  mutating func nextElement() throws -> Bool

  // MARK: Scalars

  /// Reads a null, if it is next.
  ///
  /// - Returns: Whether a null was read. If `false`, the position is unchanged.
  mutating func takeNull() -> Bool
  /// Reads a Boolean value.
  ///
  /// - Throws: ``FormatError`` if the next value is not a Boolean value.
  mutating func readBool() throws -> Bool
  /// Reads an integer.
  ///
  /// - Throws: ``FormatError`` if the next value is not an integer, or if it is out of range.
  mutating func readInt() throws -> Int
  /// Reads an integer.
  ///
  /// - Throws: ``FormatError`` if the next value is not an integer, or if it is out of range.
  mutating func readInt64() throws -> Int64
  /// Reads an integer.
  ///
  /// - Throws: ``FormatError`` if the next value is not an integer, or if it is negative or out of range.
  mutating func readUInt64() throws -> UInt64
  /// Reads an integer.
  ///
  /// - Throws: ``FormatError`` if the next value is not an integer, or if it is out of range.
  @available(WideIntegers, *)
  mutating func readInt128() throws -> Int128
  /// Reads an integer.
  ///
  /// - Throws: ``FormatError`` if the next value is not an integer, or if it is negative or out of range.
  @available(WideIntegers, *)
  mutating func readUInt128() throws -> UInt128
  /// Reads a number as the nearest double.
  ///
  /// - Throws: ``FormatError`` if the next value is not a number, or if it is too large, or too small to differ from zero.
  mutating func readDouble() throws -> Double
  /// Reads a number as the nearest float. It is rounded once, not first to a double.
  ///
  /// - Throws: ``FormatError`` if the next value is not a number, or if it is too large, or too small to differ from zero.
  mutating func readFloat() throws -> Float
  /// Reads a number with all its digits.
  ///
  /// - Returns: A number in the grammar of RFC 8259, section 6.
  /// - Throws: ``FormatError`` if the next value is not a number.
  mutating func readNumberText() throws -> String
  /// Reads a string.
  ///
  /// - Throws: ``FormatError`` if the next value is not a string or not valid UTF-8.
  mutating func readString() throws -> String
  /// Reads an instant. The default reads an RFC 3339 date and time from a string.
  ///
  /// - Throws: ``FormatError`` if the next value is not an instant.
  mutating func readInstant() throws -> Instant
  /// Reads binary data. The default reads Base64 (RFC 4648, section 4) from a string.
  ///
  /// - Returns: The decoded bytes.
  /// - Throws: ``FormatError`` if the next value is not binary data.
  mutating func readBytes() throws -> [UInt8]

  /// Whether the position has changed since the last call with the same variable. The default is `true`.
  ///
  /// Generated code calls this method between calls of ``takeKey(_:at:)``. If it returns `false`, the generated code stops comparing
  /// the next key with single fields and calls ``findField(_:)``. Formats in which ``takeKey(_:at:)`` does not compare keys return
  /// `true`.
  ///
  /// - Parameter place: A variable for the use of the reader. The caller initializes it with 0 for each object.
  mutating func hasMoved(since place: inout Int) -> Bool

  // MARK: Values

  /// Reads a value. The default calls `Value.read(from:)`.
  ///
  /// A format implements this method if it has a faster path for some types.
  ///
  /// - Parameter type: The type of the value.
  /// - Throws: ``FormatError``, and errors of the type's own code.
  mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value

  // The following requirements exist for composed types. Code that is not specialized for a reader calls them with the
  // types of the parts. With the requirement above, each call would have to create the composed type and its
  // conformance at run time, which doubles the code of the call.

  /// Reads an optional value. The default calls ``read(_:)-(Value.Type)``.
  ///
  /// - Throws: ``FormatError``, and errors of the type's own code.
  mutating func read<Wrapped: Readable>(_ type: Wrapped?.Type) throws -> Wrapped?
  /// Reads an array. The default calls ``read(_:)-(Value.Type)``.
  ///
  /// - Throws: ``FormatError``, and errors of the type's own code.
  mutating func read<Element: Readable>(_ type: [Element].Type) throws -> [Element]
  /// Reads a dictionary. The default calls ``read(_:)-(Value.Type)``.
  ///
  /// - Throws: ``FormatError``, and errors of the type's own code.
  mutating func read<Key: ObjectKey, Value: Readable>(_ type: [Key: Value].Type) throws -> [Key: Value]

  /// Skips the next value with everything in it. It is validated as strictly as if it were read.
  ///
  /// - Throws: ``FormatError`` if the value is malformed.
  mutating func skipValue() throws

  /// Skips the next value, which is going to be skipped or read again. The default calls ``skipValue()``.
  ///
  /// A reader can note where the value ends. If all enumerations with a tag looked for it in all of their members, a nested value
  /// would be skipped once for each level.
  mutating func __skipAhead() throws

  /// Returns the kind of the next value without reading it. Several calls return the same kind.
  ///
  /// - Throws: ``FormatError`` if no value is next.
  mutating func nextKind() throws -> ValueKind

  /// Reads the next scalar and writes it to a writer without losing digits. The writer receives exactly one value.
  ///
  /// The caller has checked with ``nextKind()`` that neither an array nor an object is next.
  ///
  /// - Throws: ``FormatError`` if the scalar is malformed.
  mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws

  /// Reads the next member's key and writes it to a writer. The member's value is next.
  ///
  /// - Throws: ``FormatError`` if the key is malformed.
  mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws

  // MARK: Rewinding

  /// A position that a reader can return to, with the nesting depth at that position. A mark remains valid as long as
  /// the value in which it was created is being read.
  associatedtype Mark

  /// Returns the current position: the beginning of the next value, key or element.
  func mark() -> Mark

  /// Returns to a position within the value that is being read.
  ///
  /// Callers may rewind to a mark several times, and also after an error. The open arrays and objects are those of the mark.
  ///
  /// - Parameter mark: A mark of this reader.
  mutating func rewind(to mark: Mark)

  // MARK: Errors

  /// Throws an error with the location of the value that was read last or the object that was left last.
  ///
  /// - Parameter problem: The problem of the error.
  /// - Throws: ``FormatError``, always.
  mutating func fail(_ problem: FormatError.Problem) throws -> Never

  /// Throws the error for a required field that is missing in the object that was left last. The default fails with
  /// ``FormatError/Problem/missingField(_:)``.
  ///
  /// - Parameter name: The name of the field.
  /// - Throws: ``FormatError``, always.
  mutating func failMissingField(_ name: String) throws -> Never

  /// Reads an object into the memory of a structure. The default reads it with the requirements above.
  ///
  /// A reader of a library implements it as a call of the same loop, which is thereby specialized once, in its module.
  ///
  /// - Throws: ``FormatError``, and errors of the types of fields. The memory is then not initialized.
  mutating func __readFields(_ table: __Table, into memory: UnsafeMutableRawPointer) throws

  /// Reads elements of an array that are objects, until the memory is full or the array ends, if the reader has a loop of its own for
  /// that. The default returns nil.
  ///
  /// - Parameters:
  ///   - stride: The distance of the elements in the memory, in bytes.
  ///   - capacity: The number of elements in the memory.
  ///   - count: The number of elements that are initialized, also after an error.
  /// - Returns: Whether another element is next.
  mutating func __readElements(
    _ table: __Table, into memory: UnsafeMutableRawPointer, stride: Int, capacity: Int, _ count: inout Int
  ) throws -> Bool?

  /// Reads the next key if it is that of a field, like ``takeKey(_:at:)``, which the default calls.
  mutating func __takeKey(of field: UnsafePointer<__TableField>) -> Bool

  /// The tables of which an object had its members in another order. The default remembers none.
  var __otherOrders: __OtherOrders { get set }

  /// Reads a string if it is one of some names, and if the reader has a fast way to do so. The default returns nil.
  ///
  /// - Parameter keys: The names as keys, of which 8 at most need be compared.
  mutating func __takeName(among keys: UnsafePointer<__TableField>, count: Int) -> Int?

  /// Reads the value of a field with functions of its own, which read one format only: that of the reader. The default returns `false`.
  ///
  /// - Returns: Whether there are such functions.
  mutating func __readSpecialized(
    _ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer
  ) throws -> Bool

  /// Reads the next key like ``readKey()``, without creating a string. The default appends the string to the texts.
  ///
  /// - Throws: ``FormatError`` if the key is not valid.
  mutating func __readKey(into texts: inout __KeyTexts) throws -> __KeyTexts.Place

  /// Whether an array or an object that is next is text, such as that of a cell, which only ``read(_:)-(Value.Type)`` reads. The
  /// default is `false`.
  var __isText: Bool { mutating get }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  @inlinable @inline(__always)
  public mutating func hasMoved(since place: inout Int) -> Bool { true }

  @inlinable
  public mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value { try Value.read(from: &self) }

  @inlinable @inline(__always)
  public mutating func read<Wrapped: Readable>(_ type: Wrapped?.Type) throws -> Wrapped? { try readAny(type) }

  @inlinable @inline(__always)
  public mutating func read<Element: Readable>(_ type: [Element].Type) throws -> [Element] { try readAny(type) }

  @inlinable @inline(__always)
  public mutating func read<Key: ObjectKey, Value: Readable>(_ type: [Key: Value].Type) throws -> [Key: Value] {
    try readAny(type)
  }

  /// Calls the most general requirement: with an unconstrained type, overload resolution does not choose the others.
  @inlinable @inline(__always)
  mutating func readAny<Value: Readable>(_ type: Value.Type) throws -> Value { try read(type) }

  @inlinable public mutating func __admitAlias() throws {}

  @inlinable public var __isText: Bool { false }

  @inlinable public var __otherOrders: __OtherOrders {
    get { __OtherOrders() }
    set {}
  }

  @inlinable
  public mutating func __readKey(into texts: inout __KeyTexts) throws -> __KeyTexts.Place {
    texts.append(try readKey())
  }

  @inlinable @inline(__always)
  public mutating func __readElements(
    _ table: __Table, into memory: UnsafeMutableRawPointer, stride: Int, capacity: Int, _ count: inout Int
  ) throws -> Bool? { nil }

  @inlinable @inline(__always)
  public mutating func __takeName(among keys: UnsafePointer<__TableField>, count: Int) -> Int? { nil }

  @inlinable @inline(__always)
  public mutating func __readSpecialized(
    _ field: UnsafePointer<__TableField>, into place: UnsafeMutableRawPointer
  ) throws -> Bool { false }

  @inlinable public mutating func __skipAhead() throws { try skipValue() }

  @inlinable public func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool { true }

  @inlinable public mutating func __nextMemberInOrder() throws -> Bool { try nextMember() }
  @inlinable public mutating func __nextMemberAfterLast() throws -> Bool { try nextMember() }

  @inlinable public var duplicateKeys: DuplicateKeys { .lastWins }

  @inlinable public var remainingByteCount: Int { 0 }

  @inlinable @inline(never)
  public mutating func failMissingField(_ name: String) throws -> Never { try fail(.missingField(name)) }

  /// Throws the error for a number that is out of range for a type.
  @inlinable @inline(never)
  package mutating func failOutOfRange<Number>(_ type: Number.Type) throws -> Never {
    try fail(.numberOutOfRange(type: "\(type)"))
  }
}

/// The kind of a value in a document.
public enum ValueKind: Sendable, Hashable {
  case null
  case boolean
  case number
  case string
  case array
  case object
}

/// How duplicate keys in an object are handled. RFC 8259, section 4, does not specify it.
public enum DuplicateKeys: Sendable, Hashable {
  /// The last value is used, as in JavaScript and most parsers.
  case lastWins
  /// The first value is used, as in Foundation.
  case firstWins
  /// A duplicate key is an error.
  case rejected
}
