// Functions for generated code of types that conform to `RawRepresentable`.
//
// The standard library encodes such a type as its raw value if the raw value is a Boolean value, a number or a string; the compiler
// synthesizes `Codable` for all others. A macro sees the text of the raw value's type only. If that is not the name of such a type, it
// may be an alias of one, so generated code calls these functions first. The compiler chooses among them by the type.

/// A type of raw values that the standard library's `Codable` encodes in place of the type that has them.
public protocol __CodableRawValue: Codable, Readable, Writable {}

extension Bool: __CodableRawValue {}
extension String: __CodableRawValue {}
extension Double: __CodableRawValue {}
extension Float: __CodableRawValue {}
extension Int: __CodableRawValue {}
extension Int8: __CodableRawValue {}
extension Int16: __CodableRawValue {}
extension Int32: __CodableRawValue {}
extension Int64: __CodableRawValue {}
@available(WideIntegers, *)
extension Int128: __CodableRawValue {}
extension UInt: __CodableRawValue {}
extension UInt8: __CodableRawValue {}
extension UInt16: __CodableRawValue {}
extension UInt32: __CodableRawValue {}
extension UInt64: __CodableRawValue {}
@available(WideIntegers, *)
extension UInt128: __CodableRawValue {}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Returns nil: values of this type are not represented by a raw value.
  @inlinable @inline(__always)
  public mutating func __readByRawValue<Value>(_ type: Value.Type) throws -> Value? { nil }

  /// Reads a value that is represented by its raw value.
  @inlinable
  public mutating func __readByRawValue<Value: RawRepresentable>(_ type: Value.Type) throws -> Value?
  where Value.RawValue: __CodableRawValue {
    let rawValue = try read(Value.RawValue.self)
    guard let value = Value(rawValue: rawValue) else { try failRawValue(rawValue, of: type) }
    return value
  }
}

extension FormatWriter where Self: ~Copyable {
  /// Returns false: values of this type are not represented by a raw value.
  @inlinable @inline(__always)
  public mutating func __writeByRawValue<Value>(_ value: Value) -> Bool { false }

  /// Writes a value that is represented by its raw value. Returns true.
  @inlinable
  public mutating func __writeByRawValue<Value: RawRepresentable>(_ value: Value) -> Bool
  where Value.RawValue: __CodableRawValue {
    write(value: value.rawValue)
    return true
  }
}

extension ValueKinds {
  /// Returns the kinds of values that a type is read from which is an object if no raw value represents it.
  @inlinable
  public static func __objectOrRawValue<Value>(_ type: Value.Type) -> ValueKinds { .object }

  /// Returns the kinds of values that a type is read from which its raw value represents.
  @inlinable
  public static func __objectOrRawValue<Value: RawRepresentable>(_ type: Value.Type) -> ValueKinds
  where Value.RawValue: __CodableRawValue {
    Value.RawValue.kinds
  }
}

extension Decoder {
  /// Returns nil: values of this type are not represented by a raw value.
  @inlinable
  public func __decodeByRawValue<Value>(_ type: Value.Type) throws -> Value? { nil }

  /// Decodes a value that is represented by its raw value.
  public func __decodeByRawValue<Value: RawRepresentable>(_ type: Value.Type) throws -> Value?
  where Value.RawValue: __CodableRawValue {
    try __decodeRawValue(type)
  }

  /// Decodes a value that is represented by its raw value, as the standard library does.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if no value has this raw value.
  public func __decodeRawValue<Value: RawRepresentable>(_ type: Value.Type) throws -> Value
  where Value.RawValue: __CodableRawValue {
    let rawValue = try singleValueContainer().decode(Value.RawValue.self)
    guard let value = Value(rawValue: rawValue) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath,
          debugDescription: "Cannot initialize \(Value.self) from invalid \(Value.RawValue.self) value \(rawValue)"))
    }
    return value
  }
}

extension Encoder {
  /// Returns false: values of this type are not represented by a raw value.
  @inlinable
  public func __encodeByRawValue<Value>(_ value: Value) throws -> Bool { false }

  /// Encodes a value that is represented by its raw value. Returns true.
  public func __encodeByRawValue<Value: RawRepresentable>(_ value: Value) throws -> Bool
  where Value.RawValue: __CodableRawValue {
    var container = singleValueContainer()
    try container.encode(value.rawValue)
    return true
  }
}
