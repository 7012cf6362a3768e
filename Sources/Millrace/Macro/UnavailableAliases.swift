// Terms of other libraries. For each of them the compiler suggests the term of this library.

extension FieldTreatment {
  @available(*, unavailable, renamed: "ignored")
  public static var skip: FieldTreatment { .ignored }

  @available(*, unavailable, renamed: "ignored")
  public static var ignore: FieldTreatment { .ignored }

  @available(*, unavailable, renamed: "ignored")
  public static var transient: FieldTreatment { .ignored }

  @available(*, unavailable, renamed: "flattened")
  public static var flatten: FieldTreatment { .flattened }

  @available(*, unavailable, renamed: "flattened")
  public static var inlined: FieldTreatment { .flattened }

  @available(*, unavailable, renamed: "omittedWhenDefault")
  public static var skipSerializingIfDefault: FieldTreatment { .omittedWhenDefault }

  @available(*, unavailable, message: "give the property a default value instead, as in 'var count = 0'")
  public static var `default`: FieldTreatment { .noDefault }

  @available(*, unavailable, message: "make the property's type optional instead, as in 'var name: String?'")
  public static var optional: FieldTreatment { .noDefault }
}

extension CaseRole {
  @available(*, unavailable, renamed: "unknown")
  public static var other: CaseRole { .unknown }

  @available(*, unavailable, renamed: "unknown")
  public static var fallback: CaseRole { .unknown }
}

extension UnknownFields {
  @available(*, unavailable, renamed: "rejected")
  public static var deny: UnknownFields { .rejected }
}

extension NameStyle {
  @available(*, unavailable, renamed: "snakeCase")
  public static var snake_case: NameStyle { .snakeCase }

  @available(*, unavailable, renamed: "camelCase")
  public static var camel: NameStyle { .camelCase }

  @available(*, unavailable, renamed: "snakeCase")
  public static var snake: NameStyle { .snakeCase }

  @available(*, unavailable, renamed: "kebabCase")
  public static var kebab: NameStyle { .kebabCase }
}

@available(*, unavailable, message: "write the name without a label, as in @Field(\"name\")")
@attached(peer)
public macro Field(rename: String) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "write the name without a label, as in @Field(\"name\")")
@attached(peer)
public macro Field(name: String) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "write @Field(\"name\"), or of another library @Module.Field(key:)")
@attached(peer)
public macro Field(key: String) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "write the other names as in @Field(aliases: \"name\")")
@attached(peer)
public macro Field(alias: String) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "give the property a default value instead, as in 'var count = 0'")
@attached(peer)
public macro Field(default: Any?) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "write the strategy as in @Field(using: Minutes.self)")
@attached(peer)
public macro Field(with: Any?) = #externalMacro(module: "MillraceMacros", type: "FieldMacro")

@available(*, unavailable, message: "write the name without a label, as in @Case(\"name\")")
@attached(peer)
public macro Case(rename: String) = #externalMacro(module: "MillraceMacros", type: "CaseMacro")

@available(*, unavailable, message: "write the other names as in @Case(aliases: \"name\")")
@attached(peer)
public macro Case(alias: Any?) = #externalMacro(module: "MillraceMacros", type: "CaseMacro")

@available(*, unavailable, message: "give the associated value a type that reads and writes itself")
@attached(peer)
public macro Case(with: Any?) = #externalMacro(module: "MillraceMacros", type: "CaseMacro")

@available(*, unavailable, message: "write the names as in @Serializable(names: .snakeCase)")
@attached(
  member, conformances: RawRepresentable, names: named(read), named(write), named(init), named(encode), named(__Fields))
@attached(extension, conformances: Readable, Writable, names: named(init), named(__CheckedFields))
public macro Serializable(rename_all: String) = #externalMacro(module: "MillraceMacros", type: "SerializableMacro")

@available(*, unavailable, message: "write the names as in @Serializable(names: .snakeCase)")
@attached(
  member, conformances: RawRepresentable, names: named(read), named(write), named(init), named(encode), named(__Fields))
@attached(extension, conformances: Readable, Writable, names: named(init), named(__CheckedFields))
public macro Serializable(renameAll: String) = #externalMacro(module: "MillraceMacros", type: "SerializableMacro")

@available(*, unavailable, message: "write unknown fields as in @Serializable(unknownFields: .rejected)")
@attached(
  member, conformances: RawRepresentable, names: named(read), named(write), named(init), named(encode), named(__Fields))
@attached(extension, conformances: Readable, Writable, names: named(init), named(__CheckedFields))
public macro Serializable(denyUnknownFields: Bool) =
  #externalMacro(module: "MillraceMacros", type: "SerializableMacro")
