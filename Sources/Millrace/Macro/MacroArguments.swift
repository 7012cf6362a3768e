// Arguments of the attributes. The macro reads their names; they are not used at run time.

/// Options of `@Field`.
public enum FieldTreatment: Sendable {
  /// The property is neither read nor written; it needs a default value.
  case ignored

  /// The members of the property's value become members of this object.
  ///
  /// ```swift
  /// @Serializable
  /// struct Page {
  ///   var number: Int
  ///   @Field(.flattened) var size: Size              // its own serializable type
  ///   @Field(.flattened) var rest: [String: Int]     // all members that are not fields
  /// }
  /// // {"number":1,"width":210,"height":297,"margin":20}
  /// ```
  ///
  /// A dictionary, a ``JSON/Object`` or a ``JSON/Value`` collects all members that are not fields of this type or of
  /// another flattened property. The object is scanned once more for each flattened property.
  case flattened

  /// Elements of an array or a set, or members of a dictionary, that cannot be read are dropped.
  ///
  /// ``Lossy`` is a type that also counts them.
  case lossy

  /// A null is treated like a missing member, so the property gets its default value.
  case nullAsDefault

  /// The member is not written if it is equal to the default value.
  case omittedWhenDefault

  /// A nil is written as null instead of being omitted.
  case nilAsNull

  /// Only initializers use the property's default value: a missing member is an error, or nil if the property is
  /// optional.
  case noDefault
}

/// Options of `@Case`.
public enum CaseRole: Sendable {
  /// The case for all values that match no other case.
  ///
  /// Its associated value, if it has one, is the whole value and is written unchanged: a ``JSON/Value``, a ``JSON/Raw``,
  /// or another readable type. Without an associated value, the value is lost, and the case is written like other cases.
  case unknown
}

/// How a value is represented, if not as an object with its fields, or with the name of the case as a key.
public enum ValueShape: Sendable {
  /// Only the associated values are represented: values with labels as an object, a single value without a label as
  /// itself, and no values as null.
  ///
  /// The cases are tried in the order of their declaration. A case matches if the value has its kind and, for an
  /// object, has all required fields of the case. If no field is required, it must have one of the fields, or no
  /// members at all. Errors within the fields are thrown, and no other case is tried. The kinds of types with
  /// hand-written conformances, and of other untagged enumerations, are unknown, so cases with such values match
  /// everything and should be last.
  case untagged

  /// The name of the case as a string. Only a case marked ``CaseRole/unknown`` may have an associated value.
  case strings

  /// A structure or a final class with one field is represented by the value of that field.
  case transparent
}

// The following are protocols with one value each, for the reason that names are generic: see Macros.swift.

/// A part of the generated conformances.
public protocol GeneratedFunctions: Sendable {}

/// Only the functions of `Codable`. See ``GeneratedFunctions/codable``.
public struct CodableFunctions: GeneratedFunctions {}

extension GeneratedFunctions where Self == CodableFunctions {
  /// Only the functions of `Codable`.
  public static var codable: CodableFunctions { CodableFunctions() }
}

/// How much code is generated.
public protocol GeneratedCode: Sendable {}

/// The default. See ``GeneratedCode/compact``.
public struct CompactCode: GeneratedCode {}

/// More code. See ``GeneratedCode/inlined``.
public struct InlinedCode: GeneratedCode {}

extension GeneratedCode where Self == CompactCode {
  /// The default: a table of the fields where the type can have one, and otherwise code in which each field is read in one place.
  @available(*, deprecated, message: "this is the default")
  public static var compact: CompactCode { CompactCode() }
}

extension GeneratedCode where Self == InlinedCode {
  /// A type is read and written by code of its own, and not by a table of its fields. Up to 96 fields are read in two places: one for
  /// members in the order of the declaration, and one for any other order.
  ///
  /// It costs the compiler several times as much, and the program two to three times as much code. Reading and writing structures, and
  /// writing enumerations, are up to a fifth faster. Reading an enumeration with a tag takes twice as long.
  public static var inlined: InlinedCode { InlinedCode() }
}

/// How unknown members of an object are handled.
///
/// ```swift
/// @Serializable(unknownFields: .rejected)
/// struct Point {
///   var x: Int
///   var y: Int
/// }
/// ```
public enum UnknownFields: Sendable {
  /// Unknown members are skipped.
  case ignored
  /// An unknown member is an error.
  case rejected
}

/// How names are spelled in documents.
///
/// The words of a name begin at capital letters and after underscores: `myURLProperty` is `my`, `url`, `property`.
///
/// ```swift
/// @Serializable(names: .snakeCase)
/// struct Release {
///   var releaseYear: Int
/// }
/// print(try JSON.encode(Release(releaseYear: 1979), as: String.self))  // {"release_year":1979}
/// ```
public enum NameStyle: Sendable {
  /// The name of the property or case.
  case asDeclared
  /// `myUrlProperty`
  case camelCase
  /// `MyUrlProperty`
  case pascalCase
  /// `my_url_property`
  case snakeCase
  /// `MY_URL_PROPERTY`
  case screamingSnakeCase
  /// `my-url-property`
  case kebabCase
  /// `MY-URL-PROPERTY`
  case screamingKebabCase
  /// `myurlproperty`
  case lowercase
  /// `MYURLPROPERTY`
  case uppercase
}
