/// Another way to read and write values of a type than their own.
///
/// A strategy is a type without values. It stands in a style, for all dates, all binary data or all numbers that are not
/// finite, or at one field:
///
/// ```swift
/// enum Days: FieldStrategy {
///   static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Instant {
///     Instant(seconds: try reader.readInt64() * 86_400)
///   }
///   static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Instant, to writer: inout Writer) {
///     writer.write(value.seconds / 86_400)
///   }
/// }
/// ```
public protocol FieldStrategy {
  associatedtype Value

  /// Reads a value.
  ///
  /// - Throws: ``FormatError``, or any error of the strategy's own, which is reported with its place.
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Value

  /// Writes a value: one scalar, one array or one object.
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Value, to writer: inout Writer)
}
