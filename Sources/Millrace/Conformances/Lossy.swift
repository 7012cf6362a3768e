// Collections whose bad elements are dropped instead of being errors.

/// The elements of an array that could be read, and the number of those that could not.
///
/// ```swift
/// let films = try JSON.decode(Lossy<Film>.self, from: bytes)
/// if films.dropped > 0 { … }
/// ```
///
/// Malformed input is still an error.
public struct Lossy<Element> {
  /// The elements that could be read.
  public var elements: [Element]
  /// The number of elements that could not be read as `Element`.
  public var dropped: Int

  /// Creates a value from its elements. The properties describe the parameters.
  @inlinable
  public init(_ elements: [Element] = [], dropped: Int = 0) {
    self.elements = elements
    self.dropped = dropped
  }
}

extension Lossy: Equatable where Element: Equatable {}
extension Lossy: Hashable where Element: Hashable {}
extension Lossy: Sendable where Element: Sendable {}

extension Lossy: Readable where Element: Readable {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Lossy<Element> {
    var lossy = Lossy()
    guard try reader.beginArray() else { return lossy }
    repeat {
      if let element = try reader.readIfPossible(Element.self) {
        lossy.elements.append(element)
      } else {
        lossy.dropped += 1
      }
    } while try reader.nextElement()
    return lossy
  }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Lossy<Element> { try read(from: &reader) }

  public static var kinds: ValueKinds { .array }
}

/// Written as an array of the elements.
extension Lossy: Writable where Element: Writable {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { elements.write(to: &writer) }
}

/// A collection that can be read without its bad elements: see ``FieldTreatment/lossy``.
public protocol LossyReadable: Readable {
  /// Reads a value and drops the elements that cannot be read.
  ///
  /// - Throws: ``FormatError`` if the next value is not such a collection, or is not well-formed.
  static func readLossily<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self
}

extension Array: LossyReadable where Element: Readable {
  @inlinable
  public static func readLossily<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> [Element] {
    try Lossy<Element>.read(from: &reader).elements
  }
}

extension Set: LossyReadable where Element: Readable {
  @inlinable
  public static func readLossily<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> Set<Element> {
    Set(try Lossy<Element>.read(from: &reader).elements)
  }
}

/// Drops the members whose keys or values cannot be read.
extension Dictionary: LossyReadable where Key: ObjectKey, Value: Readable {
  @inlinable
  public static func readLossily<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader
  ) throws -> [Key: Value] {
    var dictionary: [Key: Value] = [:]
    guard try reader.beginMap() else { return dictionary }
    let keepsFirst = reader.duplicateKeys == .firstWins
    repeat {
      guard let key = Key(objectKey: try reader.readKey()), !keepsFirst || dictionary.index(forKey: key) == nil else {
        try reader.skipValue()
        continue
      }
      if let value = try reader.readIfPossible(Value.self) { dictionary[key] = value }
    } while try reader.nextMember()
    return dictionary
  }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads a collection and drops the elements that cannot be read.
  ///
  /// - Parameter type: The type of the collection.
  /// - Throws: ``FormatError`` if the next value is not such a collection, or is not well-formed.
  @inlinable
  public mutating func readLossily<Value: LossyReadable>(_ type: Value.Type) throws -> Value {
    try Value.readLossily(from: &self)
  }

  /// Reads a value, or skips it and returns nil if it cannot be read as the type.
  ///
  /// - Parameter type: The type of the value.
  /// - Throws: ``FormatError`` if the value is not well-formed.
  /// - Complexity: A value that cannot be read is scanned twice for each level of nested lossy collections.
  @inlinable
  public mutating func readIfPossible<Value: Readable>(_ type: Value.Type) throws -> Value? {
    let start = mark()
    do {
      return try read(type)
    } catch {
      rewind(to: start)
      try skipValue()
      return nil
    }
  }
}

/// A value whose elements are dropped if they cannot be read. It has the layout of the value.
@frozen @usableFromInline
struct LossyValue<Value: LossyReadable>: Readable {
  @usableFromInline let value: Value

  @inlinable
  init(value: Value) { self.value = value }

  @inlinable
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(value: try Value.readLossily(from: &reader))
  }
}

extension LossyValue: Writable where Value: Writable {
  @inlinable
  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(value: value) }
}
