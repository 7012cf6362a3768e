/// Reads and writes values of a type in a representation that differs from the type's own.
///
/// A strategy is a type without values. It is specified for single fields, or in a style for all instants, all binary
/// data, or all non-finite numbers:
///
/// ```swift
/// enum Minutes: FieldStrategy {
///   static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
///     60 * (try reader.readDouble())
///   }
///   static func write<Writer: FormatWriter & ~Copyable>(_ seconds: borrowing Double, to writer: inout Writer) {
///     writer.write(seconds / 60)
///   }
/// }
///
/// @Serializable
/// struct Film {
///   @Field(using: Minutes.self) var seconds: Double
/// }
/// ```
public protocol FieldStrategy {
  /// The type of the field.
  associatedtype Value

  /// Reads a value.
  ///
  /// - Throws: ``FormatError``, or any other error, which is reported with its location.
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Value

  /// Writes a value: one scalar, one array or one object. If the value cannot be written, calls ``FormatWriter/fail(_:)``.
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Value, to writer: inout Writer)

  /// Returns the nearest value that the strategy writes without loss. By default the value itself.
  ///
  /// It is called for values that are not exact, such as those of `Date`, which is a floating-point number of seconds:
  /// ``UnixSeconds`` rounds them to seconds. Exact values are written as they are, or rejected.
  static func nearestValue(to value: Value) -> Value
}

extension FieldStrategy {
  @inlinable public static func nearestValue(to value: Value) -> Value { value }
}

/// A value that a strategy reads and writes. It has the layout of the value.
///
/// The type itself has no constraints on its parameters, so that naming it requires no conformance lookup.
@frozen
public struct Strategic<Strategy, Value> {
  @usableFromInline let value: Value

  @inlinable
  init(value: Value) { self.value = value }
}

extension Strategic where Strategy: FieldStrategy, Strategy.Value == Value {
  @inlinable
  public init(_ value: Value, _ strategy: Strategy.Type) { self.init(value: value) }

  @inlinable
  public init?(_ value: Value?, _ strategy: Strategy.Type) {
    guard let value else { return nil }
    self.init(value: value)
  }
}

extension Strategic: Writable where Strategy: FieldStrategy, Strategy.Value == Value {
  @inlinable
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { Strategy.write(value, to: &writer) }
}

extension Strategic: Readable where Strategy: FieldStrategy, Strategy.Value == Value {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self {
    Self(value: try Strategy.read(from: &reader))
  }
}
