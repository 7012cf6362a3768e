// What the generated code of classes calls that have subclasses or a serializable superclass.
//
// A macro does not see the properties of a superclass. So each class of a hierarchy reads and writes its own members, as a
// flattened field does: a subclass rewinds the reader to the beginning of the object for its superclass, and writes the
// superclass's members into its own object.

/// A class that is read and written by the code of a macro, and may have subclasses. The macro of a subclass recognizes its
/// superclass by this conformance.
public protocol __SerializableClass: AnyObject {}

/// A class is not the key of a dictionary. The compiler crashes at a subclass that has the same macro if its superclass has not
/// all of the macro's conformances, so that this one is unavailable rather than missing.
extension ObjectKey where Self: __SerializableClass {
  public init?(objectKey: String) { return nil }
  public var objectKey: String { "" }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Fails at the first member of the next object that is not a field. Otherwise the object is skipped.
  ///
  /// - Parameters:
  ///   - whole: the class of the object, which may be a subclass of the class that rejects unknown fields.
  ///   - names: the names of the fields, for the error.
  @inlinable
  public mutating func __rejectUnknownFields<Whole: Readable>(
    of whole: Whole.Type, expected names: @autoclosure () -> [String]
  ) throws {
    guard try beginDictionary() else { return }
    repeat {
      let key = try readKey()
      if !Whole.hasField(named: key) { try fail(.unknownField(expected: names())) }
      try skipValue()
    } while try nextMember()
  }
}

extension FormatWriter where Self: ~Copyable {
  /// Writes the members of a superclass, whose function writes a whole object.
  @inlinable
  public mutating func __writeMembers(ofSuperclass write: (inout __MembersWriter<Self>) -> Void) {
    guard admitsMembersOfSeveralValues else { return fail(.mismatch(expected: .object, found: .object)) }
    var members = __MembersWriter(consume self)
    write(&members)
    self = members.finish()
  }
}
