#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An implementation of decoding and encoding: Foundation, Millrace, or your own type.
public struct CoderImplementation: Sendable {
  /// The name in measurements.
  public let name: String
  private let makeDecoder: @Sendable (CoderConfiguration) -> any DocumentDecoder
  private let makeEncoder: @Sendable (CoderConfiguration) -> any DocumentEncoder

  /// - Parameters:
  ///   - name: The name in measurements.
  ///   - decoder: creates a decoder that several threads may use at the same time.
  ///   - encoder: creates an encoder that several threads may use at the same time.
  public init(
    name: String, decoder: @escaping @Sendable (CoderConfiguration) -> any DocumentDecoder,
    encoder: @escaping @Sendable (CoderConfiguration) -> any DocumentEncoder
  ) {
    self.name = name
    makeDecoder = decoder
    makeEncoder = encoder
  }

  /// `JSONDecoder` and `JSONEncoder`.
  public static let foundation = CoderImplementation(
    name: "Foundation", decoder: { $0.configured(JSONDecoder()) }, encoder: { $0.configured(JSONEncoder()) })

  /// ``FastJSONDecoder`` and ``FastJSONEncoder``.
  public static let millrace = CoderImplementation(
    name: "Millrace", decoder: { $0.configured(FastJSONDecoder()) }, encoder: { $0.configured(FastJSONEncoder()) })

  func coders(_ configuration: CoderConfiguration) -> ConfiguredCoders {
    ConfiguredCoders(implementation: name, decoder: makeDecoder(configuration), encoder: makeEncoder(configuration))
  }
}

/// A decoder and an encoder that an implementation has created.
struct ConfiguredCoders: Sendable {
  let implementation: String
  let decoder: any DocumentDecoder
  let encoder: any DocumentEncoder
}
