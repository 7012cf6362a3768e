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
  /// This is the one place where a protocol names a format. A generic function of one module is not specialised for a
  /// reader of another by a call in a third, so the format that matters most has an entry that is not generic.
  /// Generated code implements it as a call of ``read(from:)``, which is thereby specialised in the user's module.
  ///
  /// - Throws: ``FormatError``, and errors of the type's own code.
  static func readJSON(from reader: inout JSON.Reader) throws -> Self

  /// The names of the fields, if every value is an object of known fields; otherwise, and by default, an empty table. The
  /// table of a subclass has the fields that the subclass adds.
  static var fieldTable: FieldTable { get }

  /// Whether a member of this name belongs to an object of this type.
  ///
  /// Asked when several values share an object. By default: whether the name is in `fieldTable`.
  static func hasField(named name: String) -> Bool

  /// The kinds of values that this type is read from. By default: objects if `fieldTable` is not empty, otherwise all kinds.
  static var kinds: ValueKinds { get }
}

extension Readable {
  public static var fieldTable: FieldTable { FieldTable("") }
  public static func hasField(named name: String) -> Bool { fieldTable.contains(name) }
  public static var kinds: ValueKinds { fieldTable.isEmpty ? .all : .object }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self { try read(from: &reader) }
}

/// A type that can be written to every format.
///
/// `@Serializable` generates the conformance. A hand-written conformance implements ``write(to:)``. The protocol includes types that are
/// not copyable, so that values in arrays and optionals are written in place instead of being copied first.
public protocol Writable: ~Copyable {
  /// Writes the value: one scalar, one array or one object.
  borrowing func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer)

  /// Writes the value as JSON. See ``Readable/readJSON(from:)``.
  borrowing func writeJSON(to writer: inout JSON.Writer)
}

extension Writable where Self: ~Copyable {
  @inlinable
  public borrowing func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }
}

/// A type that can be read from and written to every format.
public typealias Serializable = Readable & Writable
