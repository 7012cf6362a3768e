// What a declaration comes to once nothing is wrong with it: all that the generator and the migrator need to know.

/// A type that can be serialized.
public struct CheckedType: Equatable {
  public enum Kind: Equatable {
    case structure
    case `class`
    case enumeration(rawType: String)
  }

  public var kind: Kind
  /// `public` or `package`, or empty.
  public var access: String
  /// Types, in terms of the generic parameters, that must be serializable for this one to be.
  public var constrainedTypes: [String]
  /// Types, in terms of the generic parameters, that are the keys of dictionaries.
  public var constrainedKeys: [String]
  /// In the order of their declaration.
  public var fields: [CheckedField]
  /// Whether an initializer must be generated, because the compiler makes none from all fields.
  public var needsInitializer: Bool
}

/// A property that is read and written.
public struct CheckedField: Equatable {
  /// The property as it is written in code, in backticks if need be.
  public var property: String
  /// The name in documents.
  public var name: String
  public var type: String
  public var isOptional: Bool
  /// The default value's source.
  public var defaultValue: String?

  /// The property's name without backticks.
  public var bareProperty: String { property.filter { $0 != "`" } }
}
