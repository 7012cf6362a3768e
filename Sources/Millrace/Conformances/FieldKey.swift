// What generated code for `Codable` calls, and what is written by hand in place of enumerations of keys. There is one type
// of keys for all types.

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
  /// The error for a value that is none of the cases.
  public static func __noCase<Value>(of type: Value.Type, in decoder: any Decoder) -> DecodingError {
    .typeMismatch(
      type, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "Unknown case name."))
  }
}

extension FieldKey {
  /// The type of a property, where its name would mean something else than in the type.
  ///
  /// - Parameter property: is never called.
  @inlinable
  public static func __type<Whole, Value>(of property: (Whole) -> Value) -> Value.Type { Value.self }

  /// What the type of an optional property is an optional of.
  ///
  /// - Parameter property: is never called.
  @inlinable
  public static func __wrappedType<Whole, Value>(of property: (Whole) -> Value?) -> Value.Type { Value.self }
}

extension KeyedDecodingContainer where Key == FieldKey {
  /// Returns those of these keys that the container has, in the order of the container.
  public func allKeys(among names: String...) -> [FieldKey] { allKeys.filter { names.contains($0.stringValue) } }

  /// The first of these keys that is there, or else the first.
  public func __firstKey(of first: FieldKey, _ others: FieldKey...) -> FieldKey {
    contains(first) ? first : others.first { contains($0) } ?? first
  }

  /// The container of an object within this one.
  public func __nested(_ key: FieldKey) throws -> KeyedDecodingContainer<FieldKey> {
    try nestedContainer(keyedBy: FieldKey.self, forKey: key)
  }

  /// The container of an object within this one, or nil if it is missing or null.
  public func __nestedIfPresent(_ key: FieldKey) throws -> KeyedDecodingContainer<FieldKey>? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    return try __nested(key)
  }

  /// The index of the one case that the keys name.
  ///
  /// - Parameter isOpen: whether the answer is ``FieldSearch/unknown`` instead of an error when no key names one.
  /// - Throws: `DecodingError.typeMismatch` when it is not exactly one, as the compiler's code does.
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

  /// The index of the case that a member names.
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
  /// The index of the case that a string names.
  public func __decodeCase<Value>(among cases: FieldTable, of type: Value.Type, isOpen: Bool = false) throws -> Int {
    let container = try singleValueContainer()
    let index = cases.index(of: try container.decode(String.self))
    if index >= 0 || isOpen { return index }
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "Unknown case name.")
  }

  /// Decodes a value from those members of an object that are its own.
  public func __decodeFlattened<Value: Decodable, Whole: Readable>(
    _ type: Value.Type, of whole: Whole.Type
  ) throws -> Value {
    try Value(from: self)
  }

  /// Decodes all those members of an object that are not fields.
  public func __decodeFlattened<Value: Decodable, Whole: Readable>(
    _ type: [String: Value].Type, of whole: Whole.Type
  ) throws -> [String: Value] {
    let container = try container(keyedBy: FieldKey.self)
    var rest: [String: Value] = [:]
    for key in container.allKeys where !Whole.hasField(named: key.stringValue) {
      rest[key.stringValue] = try container.decode(Value.self, forKey: key)
    }
    return rest
  }
}

extension Encoder {
  /// Encodes the members of a value into an object that is its own as well.
  public func __encodeFlattened<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }

  /// Encodes the members of a dictionary into an object that is its own as well.
  public func __encodeFlattened<Value: Encodable>(_ rest: [String: Value]) throws {
    var container = container(keyedBy: FieldKey.self)
    for (key, value) in rest { try container.encode(value, forKey: FieldKey(key)) }
  }
}
