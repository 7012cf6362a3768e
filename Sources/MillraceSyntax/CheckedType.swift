// The result of checking a declaration without errors: the input of the generator and the migrator.

/// A type that can be serialized.
public struct CheckedType: Equatable {
  public enum Kind: Equatable {
    case structure
    case `class`
    /// Every value is its raw value.
    case enumeration(rawType: String)
    /// The cases may have associated values.
    case variants(Representation)
  }

  /// How much code is generated.
  public enum AmountOfCode: Equatable {
    /// None for a type that can be a table, and otherwise as for `.inlined`.
    case standard
    /// Like the standard, but reading is a loop alone, without straight-line code.
    case compact
    /// Straight-line code, also for a type that can be a table.
    case inlined
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
  /// In the order of their declaration; those of an enumeration with raw values only if one of them is for unknown ones.
  public var cases: [CheckedCase] = []
  /// Whether an initializer must be generated, because the compiler makes none from all fields.
  public var needsInitializer = false
  /// Whether an initializer without parameters must be generated, because a class with another one loses the compiler's.
  public var needsEmptyInitializer = false
  /// Whether it has constants with a value, so that an initializer must not assign a whole value.
  public var hasConstants = false
  public var rejectsUnknownFields = false
  /// How it is represented if it conforms to `RawRepresentable`. Enumerations with raw values have a kind of their own.
  public var rawForm: RawForm?
  /// Whether a value is its only field.
  public var isTransparent = false
  /// Whether `validate()` is to be called on what was read.
  public var isValidated = false
  /// Whether `init(from:)` of `Decodable` must be generated.
  public var isDecodable = false
  /// Whether `encode(to:)` of `Encodable` must be generated.
  public var isEncodable = false
  /// Whether the type is neither readable nor writable, and `Codable` as if the compiler had done it.
  public var isOnlyCodable = false
  /// The attribute that isolates it to an actor, such as `@MainActor`.
  public var isolation: String?
  /// Whether it belongs to no actor, whatever the default isolation of its module is, which extensions of it have then.
  public var isNonisolated = false
  /// Whether it is a subclass of `NSObject`.
  public var inheritsFromFoundation = false
  /// How much code reads it, if it is not a table.
  public var amountOfCode = AmountOfCode.standard
  /// Whether it is a table and conforms to `RawRepresentable` where the role that adds conformances does not see it, which is a mistake.
  public var hasRawValueElsewhere = false
  /// Whether the library reads and writes it by a table of its fields, and no code is generated for either.
  public var isTable = false
  /// Whether there are mistakes in its declaration. Its functions are generated without statements then, so that the compiler
  /// reports no error but the mistakes where they and the conformances are used.
  public var hasMistakes = false
  /// Whether it is read.
  public var isReadable = true
  /// Whether it is written.
  public var isWritable = true
  /// Whether a property or a case is deprecated, so that code that uses it must be as well.
  public var usesDeprecated = false
  /// The place of a class among others that are read and written.
  public var hierarchy: ClassHierarchy?
  /// What makes the compiler say that a class has a superclass that is not serializable.
  public var superclassCheck: TypeCheck?
  /// Where `init(from:)` is, if the type is a structure or a class that is only `Codable`.
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

/// Where the `init(from:)` of a type that is only `Codable` is.
public enum InitializerPlace: Equatable {
  /// In the type. The compiler then makes no memberwise initializer for a structure.
  case type
  /// In an extension, where all names mean what they mean in the type.
  case `extension`
  /// In an extension of a type within another one, where types beside it cannot be named.
  case extensionOfNestedType
}

/// A parameter of a structure's memberwise initializer.
public struct MemberwiseParameter: Equatable {
  /// The property as it is written in code, in backticks if need be.
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
  /// Not at all.
  case untagged
  /// The value is a string, the name of the case.
  case string
}

/// A property, or an associated value, that is read and written.
public struct CheckedField: Equatable {
  /// How the value itself is read and written.
  public enum Method: Equatable {
    case plain
    /// Elements that cannot be read are dropped.
    case lossy
    /// By a `FieldStrategy` of this name.
    case strategy(String)
  }

  /// The property as it is written in code, in backticks if need be.
  public var property: String
  /// The name in documents.
  public var name: String
  /// Other names that it is read under.
  public var aliases: [String] = []
  /// The keys of the objects within the value's that it is in.
  public var path: [String] = []
  /// The type as it is written, or that of a literal. Empty where a property wrapper says it.
  public var type: String
  public var isOptional: Bool
  /// The value that stands for a missing member.
  public var defaultValue: DefaultValue?
  public var method = Method.plain
  /// Whether the members of its value are members of the object that the field belongs to.
  public var isFlattened = false
  public var takesNullForDefault = false
  public var isOmittedWhenDefault = false
  public var writesNull = false
  /// The property wrapper as it is written, if it is what is decoded and encoded. Only in types that are only `Codable`.
  public var wrapper: String?
  /// Whether its type is one that strategies for another type can read and write, as far as its text tells.
  public var isConvertedForStrategy = false
  /// How the compiler is to check its type at its declaration.
  public var check: TypeCheck?
  /// How the compiler is to check its strategy at its declaration.
  public var strategyCheck: TypeCheck?
  /// Whether it is a constant with a value, which is encoded and never decoded. Only in types that are only `Codable`.
  public var isConstant = false

  /// The property's name without backticks.
  public var bareProperty: String { property.filter { $0 != "`" } }

  /// What is stored in a value for it, as it is written in code.
  public var storage: String { wrapper == nil ? property : identifier("_" + bareProperty) }

  /// Whether it has no options except its name.
  public var isPlain: Bool {
    method == .plain && path.isEmpty && aliases.isEmpty
      && ![isFlattened, takesNullForDefault, isOmittedWhenDefault, writesNull].contains(true)
  }

  public var isRequired: Bool { !isOptional && defaultValue == nil && !isFlattened }
}

/// What makes the compiler say at a property, and nowhere else, that its type cannot be read or written.
public struct TypeCheck: Equatable {
  /// The name of the alias, by which generated code uses the type.
  public var name: String
  /// The type without its being optional, with a check of each type in it.
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
  /// The case as it is written in code, in backticks if need be.
  public var identifier: String
  public var name: String
  /// Other names that it is read under.
  public var aliases: [String] = []
  /// The associated values. One without a label is called by its position: `_0`.
  public var values: [CheckedField] = []
  /// Whether it takes what no other case is.
  public var isUnknown = false

  /// The one associated value that has no label, if it is the only one.
  public var content: CheckedField? {
    values.count == 1 && !values[0].isLabelled ? values.first : nil
  }
}

extension CheckedField {
  /// Whether an associated value is named by its declaration rather than by its position.
  public var isLabelled: Bool { !(property.hasPrefix("_") && property.dropFirst().allSatisfy(\.isNumber)) }
}
