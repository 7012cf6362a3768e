// Macros that generate only reading or only writing.

/// Makes a type readable from every format, and not writable.
///
/// See ``Serializable(names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(read), named(readJSON), named(fieldTable), named(__makeTable), named(__compose), named(hasField),
  named(hasMember), named(__collectedMembers),
  named(__hasMembers), named(kinds), named(__Fields),
  named(__default),
  named(__fieldNames), named(__FoundFields), named(__readMembers), named(init))
@attached(
  extension, conformances: Readable, ObjectSharing, __TableType, __ReadByTable, __ComposedType, __SerializableClass,
  names: named(init), named(__CheckedFields))
public macro Readable(
  names: NameStyle = .asDeclared, unknownFields: UnknownFields = .ignored,
  validated: Bool = false
) = #externalMacro(module: "MillraceMacros", type: "ReadableMacro")

/// Makes an enumeration readable from objects in which one member names the case, in every format.
///
/// See ``Serializable(tag:content:names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(read), named(readJSON), named(fieldTable), named(__makeTable), named(__compose), named(hasField),
  named(hasMember), named(__collectedMembers),
  named(__hasMembers), named(kinds), named(__Fields),
  named(__default),
  named(__fieldNames), named(__FoundFields), named(__readMembers), named(init))
@attached(
  extension, conformances: Readable, ObjectSharing, __TableType, __ReadByTable, __ComposedType, __SerializableClass,
  names: named(init), named(__CheckedFields))
public macro Readable(
  tag: String, content: String? = nil, names: NameStyle = .asDeclared, unknownFields: UnknownFields = .ignored,
  validated: Bool = false
) = #externalMacro(module: "MillraceMacros", type: "ReadableMacro")

/// Makes a type readable from every format, in a different shape.
///
/// See ``Serializable(_:names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(read), named(readJSON), named(fieldTable), named(__makeTable), named(__compose), named(hasField),
  named(hasMember), named(__collectedMembers),
  named(__hasMembers), named(kinds), named(__Fields),
  named(__default),
  named(__fieldNames), named(__FoundFields), named(__readMembers), named(init))
@attached(
  extension, conformances: Readable, ObjectSharing, __TableType, __ReadByTable, __ComposedType, __SerializableClass,
  names: named(init), named(__CheckedFields))
public macro Readable(
  _ shape: ValueShape, names: NameStyle = .asDeclared, unknownFields: UnknownFields = .ignored,
  validated: Bool = false
) = #externalMacro(module: "MillraceMacros", type: "ReadableMacro")

/// Makes a type readable from every format, with more generated code.
///
/// See ``Serializable(_:tag:content:names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(read), named(readJSON), named(fieldTable), named(__makeTable), named(__compose), named(hasField),
  named(hasMember), named(__collectedMembers),
  named(__hasMembers), named(kinds), named(__Fields),
  named(__default),
  named(__fieldNames), named(__FoundFields), named(__readMembers), named(init))
@attached(
  extension, conformances: Readable, ObjectSharing, __TableType, __ReadByTable, __ComposedType, __SerializableClass,
  names: named(init), named(__CheckedFields))
public macro Readable<Code: GeneratedCode>(
  _ code: Code, tag: String? = nil, content: String? = nil, names: NameStyle = .asDeclared,
  unknownFields: UnknownFields = .ignored, validated: Bool = false
) = #externalMacro(module: "MillraceMacros", type: "ReadableMacro")

/// Makes a type writable to every format, and not readable.
///
/// See ``Serializable(names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(write), named(writeJSON), named(fieldTable), named(__makeTable), named(__decompose), named(kinds),
  named(__Fields), named(__default),
  named(__writeMembers),
  named(encode))
@attached(
  extension, conformances: Writable, __TableType, __WrittenByTable, __DecomposedType, __SerializableClass,
  names: named(__CheckedFields))
public macro Writable(
  names: NameStyle = .asDeclared
) = #externalMacro(module: "MillraceMacros", type: "WritableMacro")

/// Makes an enumeration writable as an object in which one member names the case, to every format.
///
/// See ``Serializable(tag:content:names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(write), named(writeJSON), named(fieldTable), named(__makeTable), named(__decompose), named(kinds),
  named(__Fields), named(__default),
  named(__writeMembers),
  named(encode))
@attached(
  extension, conformances: Writable, __TableType, __WrittenByTable, __DecomposedType, __SerializableClass,
  names: named(__CheckedFields))
public macro Writable(
  tag: String, content: String? = nil, names: NameStyle = .asDeclared
) = #externalMacro(module: "MillraceMacros", type: "WritableMacro")

/// Makes a type writable to every format, in a different shape.
///
/// See ``Serializable(_:names:unknownFields:validated:)``.
@attached(
  member, conformances: Readable, Writable, __SerializableClass, Decodable, Encodable, RawRepresentable,
  names: named(write), named(writeJSON), named(fieldTable), named(__makeTable), named(__decompose), named(kinds),
  named(__Fields), named(__default),
  named(__writeMembers),
  named(encode))
@attached(
  extension, conformances: Writable, __TableType, __WrittenByTable, __DecomposedType, __SerializableClass,
  names: named(__CheckedFields))
public macro Writable(
  _ shape: ValueShape, names: NameStyle = .asDeclared
) = #externalMacro(module: "MillraceMacros", type: "WritableMacro")
