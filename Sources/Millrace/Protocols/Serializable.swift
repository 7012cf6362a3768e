/// A type that can be read from every format.
///
/// `@Serializable` generates the conformance. A hand-written conformance implements ``read(from:)``:
///
/// ```swift
/// struct Celsius: Readable {
///   var degrees: Double
///   static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Celsius {
///     Celsius(degrees: try reader.readDouble())
///   }
/// }
/// ```
public protocol Readable {
  /// Reads a value.
  ///
  /// - Throws: ``FormatError``, or an error of the type's own code, which is reported with its location.
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Self

  /// Reads a value from JSON.
  ///
  /// This is the only requirement that names a format. The compiler does not specialize a generic function of one
  /// module for a reader of a second module if a third module calls it. So the most important format has a requirement
  /// that is not generic. Generated code implements it as a call of ``read(from:)``, which is thereby specialized in
  /// the user's module.
  ///
  /// - Throws: ``FormatError``, and errors of the type's own code.
  static func readJSON(from reader: inout JSON.Reader) throws -> Self

  // The type itself if its values are read by a table, so that the elements of an array are read by one loop. The default is nil.
  static var __readingTableType: (any __TableType.Type)? { get }

  /// The names of the fields, if every value is an object with known fields. Otherwise, and by default, an empty table.
  /// The table of a subclass contains the fields that the subclass adds.
  static var fieldTable: FieldTable { get }

  // The type itself if it shares objects with other values in a way of its own. The default is nil.
  static var __sharingType: (any ObjectSharing.Type)? { get }

  /// The kinds of values that this type is read from. Default: objects if `fieldTable` is not empty, otherwise all
  /// kinds.
  static var kinds: ValueKinds { get }
}

extension Readable {
  public static var fieldTable: FieldTable { FieldTable("") }
  public static var kinds: ValueKinds { fieldTable.isEmpty ? .all : .object }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self { try read(from: &reader) }

  @inlinable @inline(__always) public static var __readingTableType: (any __TableType.Type)? { nil }
  @inlinable @inline(__always) public static var __sharingType: (any ObjectSharing.Type)? { nil }
}

/// A type that can be written to every format.
///
/// `@Serializable` generates the conformance. A hand-written conformance implements ``write(to:)``:
///
/// ```swift
/// struct Celsius: Writable {
///   var degrees: Double
///   borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(degrees) }
/// }
/// ```
///
/// The protocol includes types that are not copyable, so that values in arrays and optionals are written in place
/// instead of being copied first.
public protocol Writable: ~Copyable {
  /// Writes the value: one scalar, one array or one object.
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer)

  /// Writes the value as JSON. The default calls ``write(to:)``. See ``Readable/readJSON(from:)``.
  borrowing func writeJSON(to writer: inout JSON.Writer)

  // The type itself if its values are written by a table, so that the elements of an array are written by one loop. The default is nil.
  static var __writingTableType: (any __TableType.Type)? { get }
}

extension Writable where Self: ~Copyable {
  @inlinable
  public borrowing func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }

  @inlinable @inline(__always) public static var __writingTableType: (any __TableType.Type)? { nil }
}

/// A type that can be read from and written to every format.
public typealias Serializable = Readable & Writable
