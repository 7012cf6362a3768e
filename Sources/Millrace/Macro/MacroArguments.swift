// Arguments of the attributes. The macro reads their names; they are not used at run time.

/// What `@Field` can say of a property besides its name.
public enum FieldTreatment: Sendable {
  /// The property is neither read nor written; it needs a default value.
  case ignored

  /// The members of the property's value are members of this object.
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
  /// A dictionary, a ``JSON/Object`` or a ``JSON/Value`` takes all members that are fields neither of this type nor of
  /// another flattened property. The object is scanned once more for each flattened property.
  case flattened

  /// Elements of an array or a set, or members of a dictionary, that cannot be read are dropped.
  ///
  /// ``Lossy`` is a type that also counts them.
  case lossy

  /// A null counts as missing, so that the property has its default value.
  case nullAsDefault

  /// The member is not written if it is equal to the default value.
  case omittedWhenDefault

  /// A nil is written as null instead of being left out.
  case nilAsNull

  /// The property's default value is for initializers only: a missing member is an error, or nil in an optional property,
  /// which is then left out when it is written, as any other.
  case noDefault
}

/// What `@Case` can say of a case besides its name.
public enum CaseRole: Sendable {
  /// The case takes what is none of the others.
  ///
  /// Its associated value, if it has one, is the whole value, and is written as it is: a ``JSON/Value``, a ``JSON/Raw``,
  /// or whatever else can be read. Without one nothing is kept, and the case is written like others.
  case unknown
}

/// How a value is written, if not as an object of its fields or by the name of the case as a key.
public enum ValueShape: Sendable {
  /// The associated values alone: those with labels as an object, a single one without a label as it is, none as null.
  ///
  /// The cases are tried in the order of their declaration. A case is taken if the value is of its kind and, if that is
  /// an object, has all fields that the case demands; if it demands none, one of its fields, or no members at all. What
  /// is then wrong within the fields is an error and leads to no other case. Of types that are read by hand, and of other
  /// enumerations without tags, nothing is known beforehand, so that their cases take everything: they should come last.
  case untagged

  /// The name of the case as a string. Only a case for what is unknown may have an associated value.
  case strings

  /// A structure or a final class with one field is what that field is.
  case transparent
}

/// What is generated, if not all.
public enum GeneratedFunctions: Sendable {
  /// Those of `Codable`.
  case codable
}

/// What becomes of members of an object that are not fields.
public enum UnknownFields: Sendable {
  /// They are skipped.
  case ignored
  /// They are an error.
  case rejected
}

/// How names are spelled in documents.
///
/// The words of a name begin at capital letters and after underscores: `myURLProperty` is `my`, `url`, `property`.
public enum NameStyle: Sendable {
  /// As the property or the case is called.
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
