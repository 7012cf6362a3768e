/// Something that values are written to: one place in one document of one format.
///
/// A writer is pushed, and its calls follow the document's structure. None of them throws, because checking after each
/// of them whether it did costs more than most of them take. A writer instead remembers its first failure, writes
/// nothing more that counts, and reports it when the document is finished.
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

  /// Begins an object whose fields are known.
  ///
  /// It may have other members as well, which are written like those of an object whose keys are data.
  mutating func beginObject(_ fields: FieldTable)

  /// Writes a member of an object of known fields.
  ///
  /// - Parameters:
  ///   - key: the name as a JSON key with its colon, `"name":`, known at compile time.
  ///   - index: the field's index in the table that the object was begun with.
  mutating func writeMember<Value: Writable & ~Copyable>(_ key: StaticString, at index: Int, _ value: borrowing Value)

  // The same of types that are made of others: see `FormatReader`.
  mutating func writeMember<Element: Writable>(_ key: StaticString, at index: Int, _ value: borrowing [Element])
  mutating func writeMember<Key: ObjectKey, Value: Writable>(
    _ key: StaticString, at index: Int, _ value: borrowing [Key: Value])

  /// Writes a member of an object of known fields if there is a value for it.
  ///
  /// A requirement of its own, because formats with columns must be told of absent values as well.
  mutating func writeMemberIfPresent<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value?)

  /// Begins an object whose keys are data.
  mutating func beginDictionary()

  /// Writes a member's key; its value comes next.
  mutating func writeKey(_ key: String)

  /// Writes the key of a field in an object whose other members may have keys that are data; its value comes next.
  ///
  /// - Parameters:
  ///   - key: the name as a JSON key with its colon, `"name":`, known at compile time.
  ///   - index: the field's index in the table.
  ///   - fields: the table of the type that the field belongs to.
  mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable)

  /// Ends an object of either kind.
  mutating func endObject()

  // MARK: Arrays

  mutating func beginArray()
  mutating func endArray()

  /// Writes a whole array, whose elements stand one behind the other.
  ///
  /// The elements may be of a type that cannot be copied, and are treated as if they were in any case: so they are
  /// borrowed where they are, which the compiler cannot be told in any other way. Copied first, retained and released, a
  /// document of strings takes a third longer.
  mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>)

  // MARK: Scalars

  mutating func writeNull()
  mutating func write(_ value: Bool)
  mutating func write(_ value: Int)
  mutating func write(_ value: Int64)
  mutating func write(_ value: UInt64)
  mutating func write(_ value: Int128)
  mutating func write(_ value: UInt128)
  mutating func write(_ value: Double)
  mutating func write(_ value: Float)
  mutating func write(_ value: String)
  /// Writes a point in time. Formats that have none write what RFC 3339 says, as a string.
  mutating func write(_ value: Instant)
  /// Writes binary data. Formats that have none write Base64 (RFC 4648, section 4), as a string.
  mutating func write(bytes: [UInt8])

  /// Writes a number with all its digits.
  ///
  /// - Parameter text: a number in the grammar of RFC 8259, section 6. It is not checked.
  mutating func writeNumber(text: Span<UInt8>)

  /// Writes a string.
  ///
  /// - Parameter utf8: well-formed UTF-8. It is not checked.
  mutating func writeString(utf8: Span<UInt8>)

  /// Writes a member's key; its value comes next.
  ///
  /// - Parameter utf8: well-formed UTF-8. It is not checked.
  mutating func writeKey(utf8: Span<UInt8>)

  // MARK: Values

  /// Writes a value by the path that is fastest for this format.
  mutating func write<Value: Writable & ~Copyable>(value: borrowing Value)

  /// Whether a dictionary with keys of a type is written as an object. Default: `true`. Otherwise it is a failure.
  func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool

  /// Whether the members of several values can be written into one object. Default: `true`. Otherwise they are a failure.
  var admitsMembersOfSeveralValues: Bool { get }

  // MARK: Errors

  /// Remembers a failure; the first one is reported when the document is finished.
  mutating func fail(_ problem: FormatError.Problem)

  /// Whether a failure is remembered: long loops ask, in order to stop.
  var hasFailed: Bool { get }
}

extension FormatWriter where Self: ~Copyable {
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

  /// Writes a member of a type of which no more is known, so that the most general requirement is meant.
  @inlinable @inline(__always)
  mutating func writeMemberOfAnyType<Value: Writable & ~Copyable>(
    _ key: StaticString, at index: Int, _ value: borrowing Value
  ) {
    writeMember(key, at: index, value)
  }

  @inlinable
  public mutating func writeArray<Element: Writable & ~Copyable>(_ elements: Span<Element>) {
    beginArray()
    for index in elements.indices { write(value: elements[index]) }
    endArray()
  }

  @inlinable
  public mutating func write<Value: Writable & ~Copyable>(value: borrowing Value) { value.write(to: &self) }

  @inlinable
  public mutating func writeKey(_ key: StaticString, at index: Int, of fields: FieldTable) {
    fields.withName(at: index) { writeKey(utf8: $0) }
  }

  /// Writes an integer as one of 64 bits, or with all its digits where those are too few.
  @inlinable
  package mutating func writeWide<Integer: FixedWidthInteger>(_ value: Integer) {
    if let value = Int64(exactly: value) {
      write(value)
    } else {
      var text = String(value)
      text.withUTF8 { writeNumber(text: $0.span) }
    }
  }
}
