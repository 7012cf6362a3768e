#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes values of any `Decodable` type from JSON, as Foundation's `JSONDecoder` does.
open class FastJSONDecoder: @unchecked Sendable {
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  let base = JSONDecoder()

  public init() {}

  open var dateDecodingStrategy: DateDecodingStrategy {
    get { base.dateDecodingStrategy }
    set { base.dateDecodingStrategy = newValue }
  }
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { base.dataDecodingStrategy }
    set { base.dataDecodingStrategy = newValue }
  }
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { base.nonConformingFloatDecodingStrategy }
    set { base.nonConformingFloatDecodingStrategy = newValue }
  }
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { base.keyDecodingStrategy }
    set { base.keyDecodingStrategy = newValue }
  }
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { base.userInfo }
    set { base.userInfo = newValue }
  }
  open var allowsJSON5: Bool {
    get { base.allowsJSON5 }
    set { base.allowsJSON5 = newValue }
  }
  open var assumesTopLevelDictionary: Bool {
    get { base.assumesTopLevelDictionary }
    set { base.assumesTopLevelDictionary = newValue }
  }

  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { try base.decode(type, from: data) }

  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try base.decode(type, from: data, configuration: configuration)
  }

  open func decode<T, C>(_ type: T.Type, from data: Data, configuration: C.Type) throws -> T
  where T: DecodableWithConfiguration, C: DecodingConfigurationProviding, T.DecodingConfiguration == C.DecodingConfiguration {
    try base.decode(type, from: data, configuration: configuration)
  }
}
