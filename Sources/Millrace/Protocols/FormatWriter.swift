/// A writer of a format: a position in a document to which values write themselves.
///
/// A type conforms in order to make a format writable: every ``Writable`` type can then be written to it. The calls follow the
/// document's structure. They do not throw, because checking for an error after each call would cost more than most calls. Instead, a
/// writer stores its first failure, ignores later calls, and reports the failure when the document is finished.
///
/// Callers and writers have the following contract:
///
/// - The caller writes exactly one value for a document, after each key, and for each element. A value is a scalar, or
///   everything from ``beginObject(_:)``, ``beginMap()`` or ``beginArray()`` up to the matching end.
/// - The caller ends every object with ``endObject()`` and every array with ``endArray()``, also after a failure.
/// - Bytes that the caller passes are well-formed UTF-8, and the text of numbers conforms to RFC 8259, section 6.
/// - A writer need not check any of this. It does check what it cannot represent, and then calls ``fail(_:)``.
///
/// ```swift
/// func write<Writer: FormatWriter & ~Copyable>(_ numbers: [Int], to writer: inout Writer) {
///   writer.beginArray()
///   for number in numbers { writer.write(number) }
///   writer.endArray()
/// }
/// ```
public protocol FormatWriter: ~Copyable {
  // MARK: Objects

  /// Begins an object with known fields.
  ///
  /// The object may also have other members, which are written with ``writeKey(_:)`` and a value.
  ///
  /// - Parameter fields: The field table of the type that is written.
  mutating func beginObject(_ fields: FieldTable)

  /// Writes a member of an object with known fields. Members may come in any order, each at most once.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - index: The index of the field in the table passed to ``beginObject(_:)``.
  ///   - value: The value of the member.
  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value)

  // The following requirements exist for composed types, as in `FormatReader`.

  /// Writes a member with an array. The parameters are those of the requirement for any type, which the default calls.
  mutating func writeMember<Element: Writable>(_ key: StaticString, at index: Int, _ value: borrowing [Element])
  /// Writes a member with a dictionary. The parameters are those of the requirement for any type, which the default
  /// calls.
  mutating func writeMember<Key: ObjectKey, Value: Writable>(
    _ key: StaticString, at index: Int, _ value: borrowing [Key: Value])

  /// Writes a member of an object with known fields if its value is not nil.
  ///
  /// This is a separate requirement because table formats also need the columns of nil values. The default writes nothing for a
  /// nil.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - index: The index of the field in the table passed to ``beginObject(_:)``.
  ///   - value: The value of the member, or nil.
  mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?)

  /// Begins an object with arbitrary keys.
  mutating func beginMap()

  /// Writes a member's key. The caller writes the value next. The default calls ``writeKey(utf8:)``.
  ///
  /// - Parameter key: The key, without quotes and escapes.
  mutating func writeKey(_ key: String)

  /// Writes the key of a field in an object that may also have other members. The caller writes the value next. The
  /// default calls ``writeKey(utf8:)`` with the name of the field.
  ///
  /// - Parameters:
  ///   - key: The name as a JSON key with quotes and colon, `"name":`.
  ///   - index: The index of the field in `fields`.
  ///   - fields: The field table of the type that declares the field.
  mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable)

  /// Ends the current object, with known fields or with arbitrary keys.
  mutating func endObject()

  // MARK: Arrays

  /// Begins an array. The caller writes the elements next.
  mutating func beginArray()
  /// Ends the current array.
  mutating func endArray()

  /// Writes an array with these elements. The default writes them one by one.
  ///
  /// The elements are borrowed, even if their type is copyable: `~Copyable` is the only way to express this. Copies
  /// would be retained and released one by one.
  ///
  /// - Parameter elements: The elements, contiguous in memory.
  mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>)

  // MARK: Scalars

  /// Writes a null.
  mutating func writeNull()
  /// Writes a Boolean value.
  mutating func write(_ value: Bool)
  /// Writes an integer.
  mutating func write(_ value: Int)
  /// Writes an integer.
  mutating func write(_ value: Int64)
  /// Writes an integer.
  mutating func write(_ value: UInt64)
  /// Writes an integer. A format without 128-bit integers fails if the value is out of its range.
  @available(WideIntegers, *)
  mutating func write(_ value: Int128)
  /// Writes an integer. A format without 128-bit integers fails if the value is out of its range.
  @available(WideIntegers, *)
  mutating func write(_ value: UInt128)
  /// Writes a number. A format that cannot represent NaN and infinities fails with ``FormatError/Problem/notFinite(_:)``.
  mutating func write(_ value: Double)
  /// Writes a number. A format that cannot represent NaN and infinities fails with ``FormatError/Problem/notFinite(_:)``.
  mutating func write(_ value: Float)
  /// Writes a string.
  mutating func write(_ value: String)
  /// Writes an instant. The default writes an RFC 3339 date and time as a string.
  mutating func write(_ value: Instant)
  /// Writes an instant that may be a date, or a date and time without a time zone. The default writes a text of this form.
  ///
  /// A writer that stores instants stores it as an instant.
  ///
  /// - Parameters:
  ///   - value: The instant; for a date midnight, and for a local time the same time, both in UTC.
  ///   - form: What the instant stands for.
  mutating func write(_ value: Instant, as form: Instant.Form)
  /// Returns the nearest instant that the format and its style write without loss. The default is the instant itself.
  ///
  /// Types such as `Date`, whose values are not exact, call it before they write an instant.
  func nearestInstant(to value: Instant) -> Instant
  /// Writes binary data. The default writes Base64 (RFC 4648, section 4) as a string.
  mutating func write(bytes: [UInt8])

  /// Writes a number with all its digits.
  ///
  /// - Parameter text: A number in the grammar of RFC 8259, section 6, of any length. It is not checked.
  mutating func writeNumber(text: Span<UInt8>)

  /// Writes a number of a type whose values are not rounded, such as `Decimal`. The default calls ``writeNumber(text:)``.
  ///
  /// A writer that stores numbers as doubles stores a number with more digits in another way.
  ///
  /// - Parameter text: A number in the grammar of RFC 8259, section 6, of any length. It is not checked.
  mutating func writeExactNumber(text: Span<UInt8>)

  /// Writes a string.
  ///
  /// - Parameter utf8: Well-formed UTF-8. It is not checked.
  mutating func writeString(utf8: Span<UInt8>)

  /// Writes a member's key. The caller writes the value next.
  ///
  /// - Parameter utf8: Well-formed UTF-8, without quotes and escapes. It is not checked.
  mutating func writeKey(utf8: Span<UInt8>)

  // MARK: Values

  /// Writes a value. The default calls `value.write(to:)`.
  ///
  /// A format implements this method if it has a faster path for some types.
  mutating func write<Value: Writable & ~Copyable>(value: borrowing Value)

  /// Whether a dictionary with this key type is written as an object. The default is `true`. If `false`, writing it fails.
  func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool

  /// Whether the members of several values can be written to one object. The default is `true`. If `false`, doing so fails.
  var admitsMembersOfSeveralValues: Bool { get }

  /// Writes structures that follow one another in memory, each as an object. The default writes them with the requirements above.
  ///
  /// A writer of a library implements it as a call of the same loop, which is thereby specialized once, in its module.
  ///
  /// - Parameters:
  ///   - count: The number of structures.
  ///   - stride: The distance between them, in bytes.
  mutating func __writeObjects(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int)

  /// Writes an array of such structures, of which there is one at least.
  mutating func __writeArray(_ table: __Table, from memory: UnsafeRawPointer, count: Int, stride: Int)

  // Members of such a structure. The defaults call the functions without underscores.

  mutating func __writeMember<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value)
  mutating func __writeMember<Element: Writable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing [Element])
  mutating func __writeMemberIfPresent<Value: Writable & ~Copyable>(
    of field: UnsafePointer<__TableField>, _ value: borrowing Value?)

  /// Writes a member whose field has functions of its own, which write one format only: that of the writer. The default returns
  /// `false`.
  ///
  /// - Returns: Whether there are such functions.
  mutating func __writeSpecialized(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) -> Bool

  // MARK: Errors

  /// Stores a failure. The first one is reported when the document is finished.
  ///
  /// - Parameter problem: The problem of the value that is being written.
  mutating func fail(_ problem: FormatError.Problem)

  /// Whether a failure has been stored. Callers may check it to end long loops early.
  var hasFailed: Bool { get }
}

extension FormatWriter where Self: ~Copyable {
  @inlinable @inline(__always)
  public mutating func __writeSpecialized(_ field: UnsafePointer<__TableField>, _ place: UnsafeRawPointer) -> Bool {
    false
  }

  @inlinable @inline(__always)
  public func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool { true }
  @inlinable @inline(__always)
  public var admitsMembersOfSeveralValues: Bool { true }

  @inlinable @inline(__always)
  public mutating func writeMember<Element: Writable>(_ key: StaticString, at index: Int, _ value: borrowing [Element])
  {
    writeMemberOfAnyType(key, at: index, value)
  }

  @inlinable @inline(__always)
  public mutating func writeMember<Key: ObjectKey, Value: Writable>(
    _ key: StaticString, at index: Int, _ value: borrowing [Key: Value]
  ) {
    writeMemberOfAnyType(key, at: index, value)
  }

  /// Calls the most general requirement: with an unconstrained type, overload resolution does not choose the others.
  @inlinable @inline(__always)
  mutating func writeMemberOfAnyType<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    writeMember(key, at: index, value)
  }

  @inlinable
  public mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?
  ) {
    switch value {
    case .some(let value): writeMember(key, at: index, value)
    case .none: break
    }
  }

  @inlinable
  public mutating func writeKey(_ key: String) { key.withUTF8Span { writeKey(utf8: $0) } }

  @inlinable
  public mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    beginArray()
    for index in elements.indices { write(value: elements[index]) }
    endArray()
  }

  @inlinable
  public mutating func write<Value: Writable & ~Copyable>(value: borrowing Value) { value.write(to: &self) }

  public mutating func write(_ value: Instant, as form: Instant.Form) {
    // The other method reports an instant without a text.
    guard form != .instant, let text = value.text(as: form) else { return write(value) }
    write(text)
  }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) {
    fields.withName(at: index) { writeKey(utf8: $0) }
  }

  /// Writes an integer as a 64-bit integer, or with all its digits if it is out of range.
  @inlinable
  package mutating func writeWide<Integer: FixedWidthInteger>(_ value: Integer) {
    if let value = Int64(exactly: value) {
      write(value)
    } else {
      String(value).withUTF8Span { writeNumber(text: $0) }
    }
  }
}
