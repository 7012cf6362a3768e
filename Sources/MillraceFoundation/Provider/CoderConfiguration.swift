#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The options of Foundation's coders as a value, for all implementations.
public struct CoderConfiguration: Sendable {
  /// How dates are decoded.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate
  /// How dates are encoded.
  public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy = .deferredToDate
  /// How binary data is decoded.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64
  /// How binary data is encoded.
  public var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy = .base64
  /// How NaN and infinities are decoded.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  /// How NaN and infinities are encoded.
  public var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  /// How keys are converted when decoding.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  /// How keys are converted when encoding.
  public var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
  /// White space, the order of members, and whether slashes are escaped.
  public var outputFormatting: JSONEncoder.OutputFormatting = []
  private var isJSON5Allowed = false
  private var isTopLevelDictionaryAssumed = false
  /// Contextual information for the types.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  public init() {}

  /// Whether documents may be JSON5.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public var allowsJSON5: Bool {
    get { isJSON5Allowed }
    set { isJSON5Allowed = newValue }
  }

  /// Whether the braces around a document may be missing.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public var assumesTopLevelDictionary: Bool {
    get { isTopLevelDictionaryAssumed }
    set { isTopLevelDictionaryAssumed = newValue }
  }

  /// Creates a configuration. The closure changes the default options.
  ///
  /// ```swift
  /// let api = CoderConfiguration {
  ///   $0.dateDecodingStrategy = .iso8601
  ///   $0.dateEncodingStrategy = .iso8601
  /// }
  /// ```
  public init(_ configure: (inout CoderConfiguration) -> Void) { configure(&self) }
}

extension CoderConfiguration {
  /// Sets all options of a new decoder.
  func configured<Decoder: JSONDecoder>(_ decoder: Decoder) -> Decoder {
    // First, because the setter of swift-foundation resets `assumesTopLevelDictionary`.
    decoder.userInfo = userInfo
    decoder.dateDecodingStrategy = dateDecodingStrategy
    decoder.dataDecodingStrategy = dataDecodingStrategy
    decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
    decoder.keyDecodingStrategy = keyDecodingStrategy
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      decoder.allowsJSON5 = allowsJSON5
      // Setting it, even to its current value, makes each call of swift-foundation slower by a tenth.
      if assumesTopLevelDictionary { decoder.assumesTopLevelDictionary = true }
    }
    return decoder
  }

  /// Sets all options of a new encoder.
  func configured<Encoder: JSONEncoder>(_ encoder: Encoder) -> Encoder {
    encoder.dateEncodingStrategy = dateEncodingStrategy
    encoder.dataEncodingStrategy = dataEncodingStrategy
    encoder.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
    encoder.keyEncodingStrategy = keyEncodingStrategy
    encoder.outputFormatting = outputFormatting
    encoder.userInfo = userInfo
    return encoder
  }
}
