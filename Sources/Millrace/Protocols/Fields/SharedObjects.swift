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

/// A type that shares objects with other values in a way of its own: by flattened fields, fields in nested objects, or cases.
///
/// It is a protocol of its own because most types do not, and each requirement of ``Readable`` costs every type.
public protocol ObjectSharing: Readable {
  /// Returns whether a member with this name can belong to an object of this type. The default checks whether the name is in `fieldTable`.
  static func hasField(named name: String) -> Bool

  /// Returns whether a member with this name of the object that this value was read from belongs to this value.
  ///
  /// The default calls `hasField(named:)`. It differs if the value determines the members: an enumeration has those of its case.
  func hasMember(named name: String) -> Bool

  /// Reads a value from an object that other values share. The default calls ``Readable/read(from:)``.
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
}

extension ObjectSharing {
  public static var __sharingType: (any ObjectSharing.Type)? { Self.self }

  public static func hasField(named name: String) -> Bool { fieldTable.contains(name) }
  public func hasMember(named name: String) -> Bool { Self.hasField(named: name) }
  public static func __collectedMembers() -> __CollectedMembers { .none }
  public static func __hasMembers(inObjectAt path: [String]) -> Bool { false }

  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self {
    try read(from: &reader)
  }
}

// For any type.
extension Readable {
  /// Returns whether a member with this name can belong to an object of this type.
  public static func hasField(named name: String) -> Bool {
    __sharingType?.hasField(named: name) ?? fieldTable.contains(name)
  }

  /// Returns whether a member with this name of the object that this value was read from belongs to this value.
  public func hasMember(named name: String) -> Bool {
    guard let type = Self.__sharingType else { return Self.fieldTable.contains(name) }
    return unsafe withUnsafePointer(to: self) { unsafe hasSharedMember(named: name, UnsafeRawPointer($0), type) }
  }

  public static func __hasMembers(inObjectAt path: [String]) -> Bool {
    __sharingType?.__hasMembers(inObjectAt: path) ?? false
  }

  @inlinable public static func __collectedMembers() -> __CollectedMembers {
    __sharingType?.__collectedMembers() ?? .none
  }

  /// Reads a value from an object that other values share.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - belongsToOthers: Whether a member with this name belongs to one of the other values.
  /// - Throws: ``FormatError``, and errors of the type's own code.
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, besides belongsToOthers: (String) -> Bool
  ) throws -> Self {
    guard let type = __sharingType else { return try read(from: &reader) }
    // SAFETY: the type is that of the value.
    return try unsafe initialized(Self.self) { place in
      try unsafe reader.readShared(type, into: place, besides: belongsToOthers)
    }
  }
}

// SAFETY: the type is that of the value.
private func hasSharedMember<Value: ObjectSharing>(
  named name: String, _ place: UnsafeRawPointer, _ type: Value.Type
) -> Bool {
  unsafe place.assumingMemoryBound(to: Value.self).pointee.hasMember(named: name)
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

  // SAFETY: the memory is that of a value of the type.
  @inlinable
  mutating func readShared<Value: ObjectSharing>(
    _ type: Value.Type, into place: UnsafeMutableRawPointer, besides belongsToOthers: (String) -> Bool
  ) throws {
    unsafe place.initializeMemory(as: Value.self, to: try Value.read(from: &self, besides: belongsToOthers))
  }
}

/// A type that can collect the unknown members of an object. See ``FieldTreatment/flattened``.
public protocol RestOfFields: ObjectSharing {
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

extension Optional: ObjectSharing where Wrapped: Readable {
  @inlinable public static var __sharingType: (any ObjectSharing.Type)? {
    Wrapped.__sharingType == nil ? nil : Self.self
  }

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
  public static func __hasMembers(inObjectAt path: [String]) -> Bool { Wrapped.__hasMembers(inObjectAt: path) }
}
