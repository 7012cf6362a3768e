// Several values can share an object: the fields of a structure and its flattened values, or a tag and the value beside it.
// Each value takes the members that it knows. A value that takes all others, such as a dictionary, must know which members
// belong to the values that it shares the object with, or these members would be written twice.

/// Which unknown members of an object a type takes.
public enum __CollectedMembers: Int, Sendable {
  /// None: the type has fields.
  case none
  /// All of them in some values, or by a part of the value, such as a flattened dictionary.
  case some
  /// All of them: the type is a dictionary.
  case all
}

extension Readable {
  @inlinable public static func __collectedMembers() -> __CollectedMembers { .none }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self {
    try read(from: &reader)
  }

  public func hasMember(named name: String) -> Bool { Self.hasField(named: name) }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads a value that shares the next object with other values.
  ///
  /// - Parameter belongsToOthers: Whether a member with this name belongs to one of the other values.
  @inlinable
  public mutating func __readShared<Value: Readable>(
    _ type: Value.Type, besides belongsToOthers: (String) -> Bool
  ) throws -> Value {
    if Value.__collectedMembers() == .none { return try read(type) }
    return try Value.read(from: &self, besides: belongsToOthers)
  }
}

/// A type that can collect the unknown members of an object. See ``FieldTreatment/flattened``.
public protocol RestOfFields: Readable {
  /// A value without members.
  static var withoutMembers: Self { get }

  /// Reads the value of a member. For duplicate keys, the reader's ``FormatReader/duplicateKeys`` determines the value.
  ///
  /// - Parameters:
  ///   - key: The key of the member, which has been read. The member's value is next.
  ///   - reader: The reader.
  /// - Throws: ``FormatError`` if the member's value cannot be read.
  mutating func readMember<Reader: FormatReader & ~Copyable & ~Escapable>(
    named key: String, from reader: inout Reader) throws
}

extension RestOfFields {
  @inlinable public static func __collectedMembers() -> __CollectedMembers { .all }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self {
    var rest = withoutMembers
    guard try reader.beginMap() else { return rest }
    repeat {
      let key = try reader.readKey()
      if belongsToOthers(key) {
        try reader.skipValue()
      } else {
        try rest.readMember(named: key, from: &reader)
      }
    } while try reader.nextMember()
    return rest
  }
}

extension Optional where Wrapped: Readable {
  public static func __collectedMembers() -> __CollectedMembers {
    Wrapped.__collectedMembers() == .none ? .none : .some
  }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Wrapped? {
    reader.takeNull() ? nil : try reader.__readShared(Wrapped.self, besides: belongsToOthers)
  }

  public static func hasField(named name: String) -> Bool { Wrapped.hasField(named: name) }
  public func hasMember(named name: String) -> Bool { self?.hasMember(named: name) ?? false }
}
