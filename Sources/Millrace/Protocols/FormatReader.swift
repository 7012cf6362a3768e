/// Something that values are read from: one place in one document of one format.
///
/// A reader is pulled: a value asks for what it needs, in the order it needs it, and nothing is built in between. The
/// calls follow the document's structure:
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
/// After an error a reader is spent: nothing may be read from it any more, unless it is set back to a mark.
///
/// Members of known types are found in two ways. Generated code first asks for its fields in the order of their
/// declaration with ``takeKey(_:at:)``, which costs a text format one comparison of bytes and a table format one look
/// into an array; what is left when the document is in another order goes through ``findField(_:)``.
public protocol FormatReader: ~Copyable, ~Escapable {
  // MARK: Objects of known fields

  /// Enters an object whose fields are known.
  ///
  /// Formats with columns bind names to columns here, once for each table of fields.
  /// - Returns: whether there is a first member; if not, the object has been left already.
  /// - Throws: ``FormatError`` when no object stands here or it is nested too deep.
  mutating func beginObject(_ fields: FieldTable) throws -> Bool

  /// Whether the next member is this field; if so, its value comes next.
  ///
  /// - Parameters:
  ///   - key: the name as a JSON key with its colon, `"name":`, known at compile time.
  ///   - index: the field's index in the table that the object was begun with.
  mutating func takeKey(_ key: StaticString, at index: Int) -> Bool

  /// Which field the next member is: its index in the table, ``FieldSearch/unknown`` or ``FieldSearch.duplicate``; its
  /// value comes next.
  mutating func findField(_ search: inout FieldSearch) throws -> Int

  // MARK: Objects of unknown keys

  /// Enters an object whose keys are data.
  ///
  /// - Returns: whether there is a first member; if not, the object has been left already.
  mutating func beginDictionary() throws -> Bool

  /// Reads the next member's key; its value comes next.
  mutating func readKey() throws -> String

  /// Goes on to the object's next member, of known fields or of unknown keys.
  ///
  /// - Returns: whether there is one; if not, the object has been left.
  mutating func nextMember() throws -> Bool

  /// Whether an object whose keys are of this type is read as one.
  func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool

  /// What becomes of a key that an object holds twice. Readers whose formats cannot repeat a key say `.lastWins`.
  var duplicateKeys: DuplicateKeys { get }

  // MARK: Arrays

  /// Enters an array.
  ///
  /// - Returns: whether there is a first element; if not, the array has been left already.
  mutating func beginArray() throws -> Bool

  /// Goes on to the array's next element.
  ///
  /// - Returns: whether there is one; if not, the array has been left.
  mutating func nextElement() throws -> Bool

  // MARK: Scalars

  /// Reads a null if one is next; otherwise nothing has happened.
  mutating func takeNull() -> Bool
  mutating func readBool() throws -> Bool
  mutating func readInt() throws -> Int
  mutating func readInt64() throws -> Int64
  mutating func readUInt64() throws -> UInt64
  mutating func readInt128() throws -> Int128
  mutating func readUInt128() throws -> UInt128
  /// Reads the double nearest to the number that is next.
  mutating func readDouble() throws -> Double
  /// Reads the float nearest to the number that is next.
  mutating func readFloat() throws -> Float
  /// Reads a number with all its digits, in the grammar of RFC 8259, section 6.
  mutating func readNumberText() throws -> String
  mutating func readString() throws -> String
  /// Reads a point in time. Formats that have none read what RFC 3339 says, as a string.
  mutating func readInstant() throws -> Instant
  /// Reads binary data. Formats that have none read Base64 (RFC 4648, section 4), as a string.
  mutating func readBytes() throws -> [UInt8]

  /// Whether the reader has read something since the last call with this variable, which is 0 at first.
  ///
  /// Generated code stops to compare the next key with one field after the other if this is `false`, and calls
  /// ``findField(_:)`` instead. A format whose ``takeKey(_:at:)`` is a look-up has no reason to.
  mutating func hasMoved(since place: inout Int) -> Bool

  // MARK: Values

  /// Reads a value by the path that is fastest for this format.
  mutating func read<Value: Readable>(_ type: Value.Type) throws -> Value

  // The same of types that are made of others. They are requirements so that code which is not specialized for a reader
  // calls them with what is known of the parts. For the whole it would have the type and its conformance made from their
  // parts at each place, which takes twice the code of the call.
  mutating func read<Wrapped: Readable>(_ type: Wrapped?.Type) throws -> Wrapped?
  mutating func read<Element: Readable>(_ type: [Element].Type) throws -> [Element]
  mutating func read<Key: ObjectKey, Value: Readable>(_ type: [Key: Value].Type) throws -> [Key: Value]

  /// Reads past the next value, whatever it is, as strictly as if it were read.
  mutating func skipValue() throws

  /// What the next value is, without reading it.
  mutating func nextKind() throws -> ValueKind

  /// Reads the next scalar and writes it, exactly and without a value in between.
  mutating func forwardScalar<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws

  /// Reads the next member's key and writes it; its value comes next.
  mutating func forwardKey<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) throws

  // MARK: Going back

  /// A place that a reader can go back to.
  associatedtype Mark

  /// The place of what is read next: a value, a key, or an element.
  func mark() -> Mark

  /// Goes back to a place that this reader has been at within the same value.
  ///
  /// As often as one likes, and also after an error was thrown: the levels that are open are those of the mark again.
  mutating func rewind(to mark: Mark)

  // MARK: Errors

  /// Throws an error about the value that was read last or the object that was left last, with its place.
  mutating func fail(_ problem: FormatError.Problem) throws -> Never
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

  /// Reads a value of a type of which no more is known, so that the most general requirement is meant.
  @inlinable @inline(__always)
  mutating func readAny<Value: Readable>(_ type: Value.Type) throws -> Value { try read(type) }

  @inlinable public func admits<Key: ObjectKey>(_ keys: Key.Type) -> Bool { true }

  @inlinable public var duplicateKeys: DuplicateKeys { .lastWins }

  /// Throws the error for a required field that the object left last did not have.
  @inlinable @inline(never)
  public mutating func failMissingField(_ name: StaticString) throws -> Never {
    try fail(.missingField(name.description))
  }

  /// Throws the error for a number that a type cannot hold.
  @inlinable @inline(never)
  package mutating func failOutOfRange<Number>(_ type: Number.Type) throws -> Never {
    try fail(.numberOutOfRange(type: "\(type)"))
  }
}

/// What a value is in a document.
public enum ValueKind: Sendable, Hashable {
  case null
  case boolean
  case number
  case string
  case array
  case object
}

/// What becomes of a key that an object holds twice. RFC 8259, section 4 leaves it open.
public enum DuplicateKeys: Sendable, Hashable {
  /// The last value counts, as in JavaScript and most parsers.
  case lastWins
  /// The first value counts, as in Foundation.
  case firstWins
  /// The document is rejected.
  case rejected
}
