// The result of checking a declaration without errors: the input of the generator and the migrator.

/// A type that can be serialized.
public struct CheckedType: Equatable {
  public enum Kind: Equatable {
    case structure
    case `class`
    /// Each value is represented by its raw value.
    case enumeration(rawType: String)
    /// The cases may have associated values.
    case variants(Representation)
  }

  public var kind: Kind
  public var name: String
  /// `public` or `package`, or empty.
  public var access: String
  /// Types, in terms of the generic parameters, that must be serializable for this one to be.
  public var constrainedTypes: [String] = []
  /// Types, in terms of the generic parameters, that are the keys of dictionaries.
  public var constrainedKeys: [String] = []
  /// Whether its conformances depend on its arguments.
  public var isGeneric: Bool { !constrainedTypes.isEmpty || !constrainedKeys.isEmpty }
  /// In the order of their declaration.
  public var fields: [CheckedField] = []
  /// In the order of their declaration. An enumeration with raw values has them only if one is for unknown names.
  public var cases: [CheckedCase] = []
  /// Whether an initializer must be generated, because the compiler generates none with all fields.
  public var needsInitializer = false
  /// Whether an initializer without parameters must be generated, because a class with another one loses the compiler's.
  public var needsEmptyInitializer = false
  /// Whether it has constants with a value, so that an initializer must not assign a whole value.
  public var hasConstants = false
  public var rejectsUnknownFields = false
  /// The representation of a type that conforms to `RawRepresentable`. Enumerations with raw values are a separate
  /// kind.
  public var rawForm: RawForm?
  /// Whether a value is represented by its only field.
  public var isTransparent = false
  /// Whether `validate()` is called on values that were read.
  public var isValidated = false
  /// Whether `init(from:)` of `Decodable` must be generated.
  public var isDecodable = false
  /// Whether `encode(to:)` of `Encodable` must be generated.
  public var isEncodable = false
  /// Whether the type is neither readable nor writable, but `Codable` as by the compiler.
  public var isOnlyCodable = false
  /// The attribute that isolates it to an actor, such as `@MainActor`.
  public var isolation: String?
  /// Whether it is nonisolated for any default isolation of its module. Extensions of it have the default isolation.
  public var isNonisolated = false
  /// Whether it is a subclass of `NSObject`.
  public var inheritsFromFoundation = false
  /// Whether it is read and written by straight-line code, also if it can be a table.
  public var isInlined = false
  /// Whether it is a table and conforms to `RawRepresentable` in a way that the role for conformances does not see,
  /// which is a mistake.
  public var hasRawValueElsewhere = false
  /// Whether the library reads and writes it by a table of its fields, without generated code.
  public var isTable = false
  /// Whether the library reads and writes parts by a table, from which generated code composes the value.
  public var isComposed = false
  /// Whether there are mistakes in its declaration. Its functions are generated without statements then, so that the compiler
  /// reports only the mistakes, and no errors where the functions and conformances are used.
  public var hasMistakes = false
  /// Whether it is read.
  public var isReadable = true
  /// Whether it is written.
  public var isWritable = true
  /// Whether a property or a case is deprecated, so that code that uses it is deprecated as well.
  public var usesDeprecated = false
  /// The place of a class among others that are read and written.
  public var hierarchy: ClassHierarchy?
  /// The check that makes the compiler report a superclass that is not serializable.
  public var superclassCheck: TypeCheck?
  /// The place of `init(from:)`, if the type is a structure or a class that is only `Codable`.
  public var initializerPlace = InitializerPlace.type
  /// The parameters of the memberwise initializer, if one must be generated because the compiler's is lost.
  public var memberwiseParameters: [MemberwiseParameter]?
}

/// The place of a class in a hierarchy of serializable classes. A final class without a serializable superclass has none.
public struct ClassHierarchy: Equatable {
  /// Whether the superclass is serializable.
  public var hasSuperclass: Bool
  /// Whether the superclass has `init(from:)` or `encode(to:)`.
  public var inheritsCodable: Bool
  /// Whether it is open to subclasses in other modules.
  public var isOpen: Bool
}

/// The place of the `init(from:)` of a type that is only `Codable`.
public enum InitializerPlace: Equatable {
  /// In the type. The compiler then generates no memberwise initializer for a structure.
  case type
  /// In an extension, where all names have the meaning that they have in the type.
  case `extension`
  /// In an extension of a type within another one, where types beside it cannot be named.
  case extensionOfNestedType
}

/// A parameter of a structure's memberwise initializer.
public struct MemberwiseParameter: Equatable {
  /// The property as it is written in code, with backticks if necessary.
  public var property: String
  public var type: String
  /// The default value's source.
  public var defaultValue: String?
}

/// How a document identifies the case of an enumeration.
public enum Representation: Equatable {
  /// By the only key of an object, as the compiler's `Codable` does.
  case key
  /// By a member among the associated values.
  case tag(String)
  /// By a member beside another one with the associated values.
  case tagAndContent(String, String)
  /// The document does not identify the case: the first one that accepts the value is read.
  case untagged
  /// The value is a string, the name of the case.
  case string
}

/// A property, or an associated value, that is read and written.
public struct CheckedField: Equatable {
  /// The way in which the value is read and written.
  public enum Method: Equatable {
    case plain
    /// Elements that cannot be read are dropped.
    case lossy
    /// By a `FieldStrategy` of this name.
    case strategy(String)
  }

  /// The property as it is written in code, with backticks if necessary.
  public var property: String
  /// The name in documents.
  public var name: String
  /// Aliases: other names that it is read under.
  public var aliases: [String] = []
  /// The keys of the nested objects that lead to it.
  public var path: [String] = []
  /// The type as it is written, or that of a literal. Empty if a property wrapper determines it.
  public var type: String
  public var isOptional: Bool
  /// The default value, for a missing member.
  public var defaultValue: DefaultValue?
  public var method = Method.plain
  /// Whether the members of its value are members of the object that the field belongs to.
  public var isFlattened = false
  public var takesNullForDefault = false
  public var isOmittedWhenDefault = false
  public var writesNull = false
  /// The property wrapper as it is written, if the wrapper is decoded and encoded. Only in types that are only
  /// `Codable`.
  public var wrapper: String?
  /// Whether strategies for another type can read and write its type, according to the text of the type.
  public var isConvertedForStrategy = false
  /// The check of its type by the compiler, at its declaration.
  public var check: TypeCheck?
  /// The check of its strategy by the compiler, at its declaration.
  public var strategyCheck: TypeCheck?
  /// Whether it is a constant with a value, which is encoded and never decoded. Only in types that are only `Codable`.
  public var isConstant = false

  /// The property's name without backticks.
  public var bareProperty: String { property.filter { $0 != "`" } }

  /// The stored property for it, as it is written in code.
  public var storage: String { wrapper == nil ? property : identifier("_" + bareProperty) }

  /// Whether it has no options except its name.
  public var isPlain: Bool {
    method == .plain && path.isEmpty && aliases.isEmpty
      && ![isFlattened, takesNullForDefault, isOmittedWhenDefault, writesNull].contains(true)
  }

  public var isRequired: Bool { !isOptional && defaultValue == nil && !isFlattened }
}

/// The check that makes the compiler report at a property, and nowhere else, that its type cannot be read or written.
public struct TypeCheck: Equatable {
  /// The name of the alias, by which generated code uses the type.
  public var name: String
  /// The type without optionality, with a check of each type in it.
  public var type: String
  public var place: SourcePlace
}

/// A line of a source file.
public struct SourcePlace: Equatable {
  /// The path as a literal.
  public var file: String
  public var line: String
}

/// A case of an enumeration.
public struct CheckedCase: Equatable {
  /// The case as it is written in code, with backticks if necessary.
  public var identifier: String
  public var name: String
  /// Aliases: other names that it is read under.
  public var aliases: [String] = []
  /// The associated values. A value without a label is named after its position: `_0`.
  public var values: [CheckedField] = []
  /// Whether it is the case for unknown names.
  public var isUnknown = false

  /// The only associated value, if it has no label.
  public var content: CheckedField? {
    values.count == 1 && !values[0].isLabelled ? values.first : nil
  }
}

extension CheckedField {
  /// Whether an associated value is named by its declaration rather than by its position.
  public var isLabelled: Bool { !(property.hasPrefix("_") && property.dropFirst().allSatisfy(\.isNumber)) }
}
