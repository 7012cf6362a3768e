// Functions for the generated code of classes that have subclasses or a serializable superclass.
//
// A macro cannot access the properties of a superclass. So each class of a hierarchy reads and writes its own members,
// as for a flattened field: a subclass rewinds the reader to the beginning of the object for its superclass, and writes
// the superclass's members into its own object.

/// A class that is read and written by the code of a macro, and may have subclasses. The macro of a subclass recognizes
/// its superclass by this conformance.
public protocol __SerializableClass: AnyObject {}

// A class of a hierarchy is neither the key of a dictionary nor a table. These extensions exist because the compiler crashes at a
// subclass with the same macro if its superclass does not have all conformances of the macro. So these conformances are unavailable
// rather than missing.

extension ObjectKey where Self: __SerializableClass {
  public init?(objectKey: String) { return nil }
  public var objectKey: String { "" }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Fails at the first member of the next object that is not a field. Otherwise skips the object.
  ///
  /// - Parameters:
  ///   - whole: The class of the object, which may be a subclass of the class that rejects unknown fields.
  ///   - names: The names of the fields, for the error.
  @inlinable
  public mutating func __rejectUnknownFields<Whole: Readable>(
    of whole: Whole.Type, expected names: @autoclosure () -> [String]
  ) throws {
    guard try beginMap() else { return }
    repeat {
      let key = try readKey()
      if !Whole.hasField(named: key) { try fail(.unknownField(expected: names())) }
      try skipValue()
    } while try nextMember()
  }
}

extension FormatWriter where Self: ~Copyable {
  /// Writes the members of a superclass, whose function writes a complete object.
  @inlinable
  public mutating func __writeMembers(ofSuperclass write: (inout __MembersWriter<Self>) -> Void) {
    guard admitsMembersOfSeveralValues else { return fail(.mismatch(expected: .object, found: .object)) }
    var members = __MembersWriter(consume self, FieldTable(""))
    write(&members)
    self = members.finish()
  }
}

extension __TableType where Self: __SerializableClass {
  public static func __makeTable() -> __Table { preconditionFailure("a class of a hierarchy has no table") }
}

extension __ReadByTable where Self: __SerializableClass {
  public static var __readingTableType: (any __TableType.Type)? { nil }
}

extension __WrittenByTable where Self: __SerializableClass {
  public static var __writingTableType: (any __TableType.Type)? { nil }
}

extension __ComposedType where Self: __SerializableClass {
  public static func __compose(_ index: Int, _ parts: __Parts) {}
}

extension __DecomposedType where Self: __SerializableClass {
  public func __decompose(_ use: (Int, __Parts) -> Void) {}
}
