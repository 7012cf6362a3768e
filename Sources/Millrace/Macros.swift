/// Makes a type readable from and writable to every format.
///
/// ```swift
/// @Serializable
/// struct Film {
///   var name: String
///   @Field("directed_by") var directors: [String] = []
///   @Field("initial_release_date") var released: String?
/// }
/// ```
///
/// Every stored property is a field. One with a default value or of an optional type may be missing in what is read, all
/// others are required; a member that is nil is not written. Members of a document that are no fields are passed over.
///
/// It goes on structures, final classes, and enumerations with raw values. Generic parameters that fields use must be
/// serializable themselves.
@attached(
  member, names: named(read), named(readJSON), named(write), named(writeJSON), named(_fieldTable), named(init))
@attached(extension, conformances: Readable, Writable, ObjectKey)
public macro Serializable() = #externalMacro(module: "MillraceMacros", type: "SerializableMacro")

/// Gives a field another name than its property has.
///
/// - Parameter name: the name in documents, at most 127 bytes of UTF-8.
@attached(peer)
public macro Field(_ name: String) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

/// Says how a property is serialized.
@attached(peer)
public macro Field(_ treatment: FieldTreatment) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

/// What `@Field` can say of a property besides its name.
public enum FieldTreatment: Sendable {
  /// The property is neither read nor written; it needs a default value.
  case ignored
}
