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

  // The table that values are read by, so that the elements of an array are read by one loop. The default is nil.
  static var __readingTable: __Table? { get }

  /// The names of the fields, if every value is an object with known fields. Otherwise, and by default, an empty table.
  /// The table of a subclass contains the fields that the subclass adds.
  static var fieldTable: FieldTable { get }

  /// Returns whether a member with this name can belong to an object of this type.
  ///
  /// Called if several values share an object. The default checks whether the name is in `fieldTable`.
  static func hasField(named name: String) -> Bool

  /// Returns whether a member with this name of the object that this value was read from belongs to this value.
  ///
  /// Called if several values share an object. The default calls `hasField(named:)`. It differs if the value determines the
  /// members: an enumeration has those of its case.
  func hasMember(named name: String) -> Bool

  /// Reads a value from an object that other values share. The default calls ``read(from:)``.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - belongsToOthers: Whether a member with this name belongs to one of the other values. A type that takes unknown members
  ///     does not take these.
  /// - Throws: ``FormatError``, and errors of the type's own code.
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self

  /// Which unknown members of an object the type takes. The default is none.
  static func __collectedMembers() -> __CollectedMembers

  /// Returns whether the object at a path contains members of this type, rather than being the value of one. By default, no
  /// object does.
  ///
  /// - Parameter path: The keys of the nested objects, from the outermost to the innermost.
  static func __hasMembers(inObjectAt path: [String]) -> Bool

  /// The kinds of values that this type is read from. Default: objects if `fieldTable` is not empty, otherwise all
  /// kinds.
  static var kinds: ValueKinds { get }
}

extension Readable {
  public static var fieldTable: FieldTable { FieldTable("") }
  public static func hasField(named name: String) -> Bool { fieldTable.contains(name) }
  public static func __hasMembers(inObjectAt path: [String]) -> Bool { false }
  public static var kinds: ValueKinds { fieldTable.isEmpty ? .all : .object }

  @inlinable
  public static func readJSON(from reader: inout JSON.Reader) throws -> Self { try read(from: &reader) }

  @inlinable @inline(__always) public static var __readingTable: __Table? { nil }
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

  // The table that values are written by, so that the elements of an array are written by one loop. The default is nil.
  static var __writingTable: __Table? { get }
}

extension Writable where Self: ~Copyable {
  @inlinable
  public borrowing func writeJSON(to writer: inout JSON.Writer) { write(to: &writer) }

  @inlinable @inline(__always) public static var __writingTable: __Table? { nil }
}

/// A type that can be read from and written to every format.
public typealias Serializable = Readable & Writable
