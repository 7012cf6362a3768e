import Millrace
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes values of any `Encodable` type as JSON, as Foundation's `JSONEncoder` does, many times faster.
///
/// ```swift
/// typealias JSONEncoder = FastJSONEncoder
/// ```
///
/// Members that are not sorted stand in the order in which they were encoded; Foundation's are in no order. One encoder
/// can be used by several threads at the same time.
open class FastJSONEncoder: @unchecked Sendable {
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  private let options = Mutex(EncoderOptions())

  public init() {}

  /// White space, the order of members, and whether slashes are escaped.
  open var outputFormatting: OutputFormatting {
    get { options.withLock { $0.outputFormatting } }
    set { options.withLock { $0.outputFormatting = newValue } }
  }
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { options.withLock { $0.dates } }
    set { options.withLock { $0.dates = newValue } }
  }
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { options.withLock { $0.data } }
    set { options.withLock { $0.data = newValue } }
  }
  /// NaN and the infinities.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { options.withLock { $0.notFinite } }
    set { options.withLock { $0.notFinite = newValue } }
  }
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { options.withLock { $0.keys } }
    set { options.withLock { $0.keys = newValue } }
  }
  /// What values can ask their encoder for.
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.withLock { $0.userInfo } }
    set { options.withLock { $0.userInfo = newValue } }
  }

  /// Encodes a value as a JSON document.
  ///
  /// - Throws: `EncodingError` for what JSON cannot express, with the coding path of the value; what the value throws.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    try encode(value) { try $0.encodeRoot(value) }
  }

  /// Encodes a value that is told how to encode itself.
  ///
  /// - Throws: `EncodingError` for what JSON cannot express, with the coding path of the value; what the value throws.
  open func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
    try encode(value) { try value.encode(to: $0, configuration: configuration) }
  }

  /// Encodes a value that is told how to encode itself by a type.
  ///
  /// - Throws: `EncodingError` for what JSON cannot express, with the coding path of the value; what the value throws.
  open func encode<T, C>(_ value: T, configuration: C.Type) throws -> Data
  where
    T: EncodableWithConfiguration, C: EncodingConfigurationProviding, T.EncodingConfiguration == C.EncodingConfiguration
  {
    try encode(value, configuration: C.encodingConfiguration)
  }

  private func encode<T>(_ value: T, _ body: (ValueEncoder) throws -> Void) throws -> Data {
    let rules = options.withLock { $0.rules }
    let formatting = outputFormatting
    return try EncoderOptions.pool.encode(value, rules, body, take: { laidOut($0, formatting) })
  }
}
