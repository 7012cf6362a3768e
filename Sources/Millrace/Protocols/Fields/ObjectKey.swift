/// A type whose values can be the keys of an object.
///
/// Strings, integers, and types whose raw values are strings or integers can conform:
///
/// ```swift
/// enum Currency: String, ObjectKey { case euro, dollar }
/// let rates = try JSON.decode([Currency: Double].self, from: #"{"euro": 1, "dollar": 1.08}"#)
/// ```
///
/// The keys of a dictionary must also be `Hashable`, so generic code has the constraint `Key: ObjectKey & Hashable`.
public protocol ObjectKey {
  /// Creates a value from the text of a key, or returns nil if the text represents no value.
  init?(objectKey: String)

  /// The text of the key.
  var objectKey: String { get }
}

extension String: ObjectKey {
  @inlinable public init(objectKey: String) { self = objectKey }
  @inlinable public var objectKey: String { self }
}

extension ObjectKey where Self: FixedWidthInteger {
  /// Creates an integer from decimal digits without leading zeros or a plus sign. Returns nil for any other text.
  @inlinable
  public init?(objectKey: String) {
    guard let value = Self(objectKey), value.description == objectKey else { return nil }
    self = value
  }
  @inlinable public var objectKey: String { description }
}

extension Int: ObjectKey {}
extension Int8: ObjectKey {}
extension Int16: ObjectKey {}
extension Int32: ObjectKey {}
extension Int64: ObjectKey {}
@available(WideIntegers, *)
extension Int128: ObjectKey {}
extension UInt: ObjectKey {}
extension UInt8: ObjectKey {}
extension UInt16: ObjectKey {}
extension UInt32: ObjectKey {}
extension UInt64: ObjectKey {}
@available(WideIntegers, *)
extension UInt128: ObjectKey {}

extension ObjectKey where Self: RawRepresentable, RawValue: ObjectKey {
  @inlinable
  public init?(objectKey: String) {
    guard let rawValue = RawValue(objectKey: objectKey) else { return nil }
    self.init(rawValue: rawValue)
  }
  @inlinable public var objectKey: String { rawValue.objectKey }
}
