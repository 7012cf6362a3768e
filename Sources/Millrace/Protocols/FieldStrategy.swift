/// Another way to read and write values of a type than their own.
///
/// A strategy is a type without values. It is at the fields that ask for it, or in a style, for all instants,
/// all binary data, or all numbers that are not finite:
///
/// ```swift
/// enum Minutes: FieldStrategy {
///   static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Duration {
///     .seconds(60 * (try reader.readInt64()))
///   }
///   static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Duration, to writer: inout Writer) {
///     writer.write(value.components.seconds / 60)
///   }
/// }
///
/// @Serializable
/// struct Film {
///   @Field(using: Minutes.self) var length: Duration
/// }
/// ```
public protocol FieldStrategy {
  /// The type of the field.
  associatedtype Value

  /// Reads a value.
  ///
  /// - Throws: ``FormatError``, or any error of its own, which is reported with its place.
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Value

  /// Writes a value: one scalar, one array or one object. If the value cannot be written, calls ``FormatWriter/fail(_:)``.
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Value, to writer: inout Writer)
}

/// A value that is written by a strategy. Generated code makes these.
///
/// The type itself demands nothing of its parameters, so that naming it looks up no conformance.
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
