// Functions that generated code for `Codable` calls, and the key type that replaces enumerations of keys. All types share
// this key type.

/// A coding key for `Codable` containers: the name of a field or of a case.
///
/// All types of a program share this key type. An enumeration of keys for each type would add five conformances each:
///
/// ```swift
/// struct Shop: Decodable {
///   var name: String
///
///   init(from decoder: any Decoder) throws {
///     let container = try decoder.container(keyedBy: FieldKey.self)
///     name = try container.decode(String.self, forKey: "shop_name")
///   }
/// }
/// ```
public struct FieldKey: CodingKey, Hashable, ExpressibleByStringLiteral {
  public let stringValue: String
  public let intValue: Int?

  /// The name, as in enumerations of keys.
  public var rawValue: String { stringValue }

  /// Creates a key from its name.
  public init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  /// Creates a key if its name is one of these names.
  public init?(_ name: String, among names: String...) {
    guard names.contains(name) else { return nil }
    self.init(name)
  }

  /// Returns the keys with these names.
  public static func all(_ names: String...) -> [FieldKey] { names.map { FieldKey($0) } }

  public init(stringLiteral name: String) { self.init(name) }
  public init(stringValue: String) { self.init(stringValue) }

  public init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

extension FieldKey {
  /// Returns the error for a value that matches none of the cases.
  public static func __noCase<Value>(of type: Value.Type, in decoder: any Decoder) -> DecodingError {
    .typeMismatch(
      type, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Unknown case name."))
  }
}

extension FieldKey {
  /// Returns the type of a property. Generated code uses it where the type's name has another meaning in this scope.
  ///
  /// - Parameter property: A function that is never called.
  @inlinable
  public static func __type<Whole, Value>(of property: (Whole) -> Value) -> Value.Type { Value.self }

  /// Returns the wrapped type of an optional property.
  ///
  /// - Parameter property: A function that is never called.
  @inlinable
  public static func __wrappedType<Whole, Value>(of property: (Whole) -> Value?) -> Value.Type { Value.self }
}

extension KeyedDecodingContainer where Key == FieldKey {
  /// Returns the given keys that the container has, in the order of the container.
  public func allKeys(among names: String...) -> [FieldKey] { allKeys.filter { names.contains($0.stringValue) } }

  /// Returns the first of these keys that the container has. If it has none of them, returns the first argument.
  public func __firstKey(of first: FieldKey, _ others: FieldKey...) -> FieldKey {
    firstKey(of: first, others)
  }

  func firstKey(of first: FieldKey, _ others: [FieldKey]) -> FieldKey {
    contains(first) ? first : others.first { contains($0) } ?? first
  }

  /// Throws if a key of the container is unknown.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the path of the key.
  public func __rejectKeys(where isUnknown: (String) -> Bool) throws {
    guard let key = allKeys.first(where: { isUnknown($0.stringValue) }) else { return }
    throw DecodingError.dataCorruptedError(
      forKey: key, in: self, debugDescription: "Unknown field \"\(key.stringValue)\".")
  }

  /// Returns the container of a nested object.
  public func __nested(_ key: FieldKey) throws -> KeyedDecodingContainer<FieldKey> {
    try nestedContainer(keyedBy: FieldKey.self, forKey: key)
  }

  /// Returns the container of a nested object, or nil if the member is missing or null.
  public func __nestedIfPresent(_ key: FieldKey) throws -> KeyedDecodingContainer<FieldKey>? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try __nested(key)
  }

  /// Returns the index of the only case that is a key of the container.
  ///
  /// - Parameter isOpen: Whether the result is ``FieldSearch/unknown`` instead of an error if no key is a case.
  /// - Throws: `DecodingError.typeMismatch` if the number of keys that are cases is not one, like the code that the
  ///   compiler synthesizes.
  public func __onlyCase<Value>(among cases: FieldTable, of type: Value.Type, isOpen: Bool = false) throws -> Int {
    let indices = allKeys.map { cases.index(of: $0.stringValue) }.filter { $0 >= 0 }
    if indices.isEmpty, isOpen { return FieldSearch.unknown }
    guard indices.count == 1 else {
      throw DecodingError.typeMismatch(
        type,
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "Invalid number of keys found, expected one."))
    }
    return indices[0]
  }

  /// Returns the index of the case whose name is the value of a member.
  public func __decodeCase<Value>(
    forKey key: FieldKey, among cases: FieldTable, of type: Value.Type, isOpen: Bool = false
  ) throws -> Int {
    if isOpen, !contains(key) { return FieldSearch.unknown }
    let index = cases.index(of: try decode(String.self, forKey: key))
    if index >= 0 || isOpen { return index }
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "Unknown case name.")
  }
}

extension Decoder {
  /// Returns the index of the case whose name is a string.
  public func __decodeCase<Value>(among cases: FieldTable, of type: Value.Type, isOpen: Bool = false) throws -> Int {
    let container = try singleValueContainer()
    let index = cases.index(of: try container.decode(String.self))
    if index >= 0 || isOpen { return index }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "Unknown case name.")
  }
}

extension Encoder {
  /// Encodes the members of a value into an object that has other members.
  ///
  /// - Parameter reserved: The names of the other members.
  /// - Throws: `EncodingError.invalidValue` if the value has a member with one of these names.
  public func __encodeShared<Value: Encodable & Readable>(_ value: Value, besides reserved: FieldTable) throws {
    if let name = reserved.names.first(where: value.hasMember(named:)) { throw duplicateKey(name, of: value) }
    try value.encode(to: self)
  }

  /// Encodes the members of a value that is only written.
  public func __encodeShared<Value: Encodable>(_ value: Value, besides reserved: FieldTable) throws {
    try value.encode(to: self)
  }

  /// Encodes the members of a dictionary into the enclosing object.
  public func __encodeShared<Value: Encodable>(_ rest: [String: Value], besides reserved: FieldTable) throws {
    try encode(rest, besides: reserved)
  }

  /// Encodes the members of a dictionary into the enclosing object.
  public func __encodeShared<Value: Encodable & Readable>(
    _ rest: [String: Value], besides reserved: FieldTable
  ) throws {
    try encode(rest, besides: reserved)
  }

  private func encode<Value: Encodable>(_ rest: [String: Value], besides reserved: FieldTable) throws {
    var container = container(keyedBy: FieldKey.self)
    for (key, value) in rest {
      if reserved.contains(key) { throw duplicateKey(key, of: rest) }
      try container.encode(value, forKey: FieldKey(key))
    }
  }

  private func duplicateKey<Value>(_ key: String, of value: Value) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(codingPath: codingPath, debugDescription: "The object has a member \"\(key)\" already."))
  }
}
