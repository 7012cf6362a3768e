public import Millrace

// All types as fields of one, so that the code of a document's format is compiled once and that of each type for the format.

@Serializable
public struct Everything {
  public var required: Required
  public var several: Several
  public var optionals: Optionals
  public var nulls: Nulls
  public var defaults: Defaults
  public var omitted: Omitted
  public var renamed: Renamed
  public var paths: Paths
  public var inlined: Inlined
  public var strict: Strict
  public var strategies: Strategies
  public var many: Many
  public var nested: Nested
  public var flattened: Flattened
  public var generic: Generic<String>
  public var genericList: Generic<[String]>
  public var instance: Instance
  public var base: Base
  public var derived: Derived
  public var wrapped: Wrapped
  public var slices: Slices
  public var elements: Elements
  public var sets: Sets
  public var keys: Keys
  public var values: Values
  public var keysAndValues: KeysAndValues
  public var enumeratedKeys: EnumeratedKeys
  public var trees: Trees
  public var external: External
  @Field("internal") public var inside: Internal
  public var adjacent: Adjacent
  public var cases: Cases
  public var chains: Chains
  public var integers: Integers
  public var wideIntegers: WideIntegers
  public var fractions: Fractions
  public var booleans: Booleans
  public var rawValues: RawValues
  public var times: Times
  public var binaries: Binaries
  public var foundationValues: FoundationValues
  public var decimals: Decimals
}

/// Those that are `Codable`.
@Serializable
public struct EverythingCodable: Codable {
  public var required: Required
  public var several: Several
  public var optionals: Optionals
  public var defaults: Defaults
  public var renamed: Renamed
  public var inlined: Inlined
  public var strict: Strict
  public var many: Many
  public var nested: Nested
  public var instance: Instance
  public var base: Base
  public var derived: Derived
  public var wrapped: Wrapped
  public var elements: Elements
  public var keys: Keys
  public var values: Values
  public var keysAndValues: KeysAndValues
  public var external: External
  @Field("internal") public var inside: Internal
  public var chains: Chains
  public var integers: Integers
  public var wideIntegers: WideIntegers
  public var fractions: Fractions
  public var booleans: Booleans
  public var rawValues: RawValues
}
