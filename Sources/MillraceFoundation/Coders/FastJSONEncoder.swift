#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes values of any `Encodable` type as JSON, as Foundation's `JSONEncoder` does.
open class FastJSONEncoder: @unchecked Sendable {
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  let base = JSONEncoder()

  public init() {}

  open var outputFormatting: OutputFormatting {
    get { base.outputFormatting }
    set { base.outputFormatting = newValue }
  }
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { base.dateEncodingStrategy }
    set { base.dateEncodingStrategy = newValue }
  }
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { base.dataEncodingStrategy }
    set { base.dataEncodingStrategy = newValue }
  }
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { base.nonConformingFloatEncodingStrategy }
    set { base.nonConformingFloatEncodingStrategy = newValue }
  }
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { base.keyEncodingStrategy }
    set { base.keyEncodingStrategy = newValue }
  }
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { base.userInfo }
    set { base.userInfo = newValue }
  }

  open func encode<T: Encodable>(_ value: T) throws -> Data { try base.encode(value) }

  open func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
    try base.encode(value, configuration: configuration)
  }

  open func encode<T, C>(_ value: T, configuration: C.Type) throws -> Data
  where T: EncodableWithConfiguration, C: EncodingConfigurationProviding, T.EncodingConfiguration == C.EncodingConfiguration {
    try base.encode(value, configuration: configuration)
  }
}
