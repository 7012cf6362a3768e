import Millrace
import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes values of any `Decodable` type from JSON, as Foundation's `JSONDecoder` does, several times as fast.
///
/// It takes that class's place without any other change:
///
/// ```swift
/// typealias JSONDecoder = FastJSONDecoder
/// ```
///
/// Everything in it means what it means there, and what it accepts, refuses and throws is the same, but for what
/// `docs/codable.md` lists. Values are decoded while the document is read, and nothing is built in between. An instance
/// may be used by several threads at once.
open class FastJSONDecoder: @unchecked Sendable {
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  private let configuration = Mutex(Configuration())

  public init() {}

  /// How dates are decoded: by their own `init(from:)` unless something else is said.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { configuration.withLock { $0.strategies.dates } }
    set { configuration.withLock { $0.strategies.dates = newValue } }
  }

  /// How binary data is decoded: from Base64 unless something else is said.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { configuration.withLock { $0.strategies.data } }
    set { configuration.withLock { $0.strategies.data = newValue } }
  }

  /// How numbers that are not finite are decoded: not at all unless something else is said.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { configuration.withLock { $0.strategies.notFinite } }
    set { configuration.withLock { $0.strategies.notFinite = newValue } }
  }

  /// What keys of a document are as keys of a type.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { configuration.withLock { $0.strategies.keys } }
    set { configuration.withLock { $0.strategies.keys = newValue } }
  }

  /// What types find in their decoder.
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { configuration.withLock { $0.userInfo } }
    set { configuration.withLock { $0.userInfo = newValue } }
  }

  /// Whether documents are JSON5.
  open var allowsJSON5: Bool {
    get { configuration.withLock { $0.strategies.allowsJSON5 } }
    set { configuration.withLock { $0.strategies.allowsJSON5 = newValue } }
  }

  /// Whether a document may be the members of an object without its braces.
  open var assumesTopLevelDictionary: Bool {
    get { configuration.withLock { $0.assumesTopLevelDictionary } }
    set { configuration.withLock { $0.assumesTopLevelDictionary = newValue } }
  }

  /// Decodes a value.
  ///
  /// - Parameter data: one JSON text in UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
  /// - Throws: `DecodingError`, and whatever a type's own code throws.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    let configuration = configuration.withLock { $0.prepared() }
    return try configuration.withDocument(data) {
      try JSON.decode(
        codable: type, from: $0, rewrittenFrom: $1, rules: configuration.rules, userInfo: configuration.userInfo)
    }
  }

  /// Decodes a value that wants to be told something.
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    let coder = self.configuration.withLock { $0.prepared() }
    return try coder.withDocument(data) {
      try JSON.decode(from: $0, rewrittenFrom: $1, rules: coder.rules, userInfo: coder.userInfo) { decoder in
        try T(from: decoder, configuration: configuration)
      }
    }
  }

  /// Decodes a value that wants to be told what another type provides.
  open func decode<T, C>(_ type: T.Type, from data: Data, configuration: C.Type) throws -> T
  where
    T: DecodableWithConfiguration, C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

// MARK: - Configuration

extension FastJSONDecoder {
  /// What a decoder was told.
  private struct Configuration {
    var strategies = DecodingStrategies() {
      didSet { rules = nil }
    }
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesTopLevelDictionary = false
    private var rules: DecodingRules? = DecodingStrategies.standardRules

    /// Everything that a decode needs.
    mutating func prepared() -> PreparedConfiguration {
      let rules = rules ?? strategies.makeRules()
      self.rules = rules
      return PreparedConfiguration(
        rules: rules, userInfo: userInfo.isEmpty ? [:] : userInfo.mapValues { $0 as Any },
        allowsJSON5: strategies.allowsJSON5, assumesTopLevelDictionary: assumesTopLevelDictionary)
    }
  }

  fileprivate struct PreparedConfiguration {
    let rules: DecodingRules
    let userInfo: [CodingUserInfoKey: Any]
    let allowsJSON5: Bool
    let assumesTopLevelDictionary: Bool

    /// Lends a document as JSON in UTF-8, and as the JSON5 document that it was rewritten from.
    func withDocument<Value>(
      _ data: Data, _ body: (UnsafeBufferPointer<UInt8>, JSON5Document?) throws -> Value
    ) throws -> Value {
      try data.withUnsafeBytes { bytes in
        let bytes = bytes.bindMemory(to: UInt8.self)
        if !allowsJSON5, !assumesTopLevelDictionary, TextEncoding(of: bytes) == .utf8 { return try body(bytes, nil) }
        var document = try TextEncoding.utf8Document(bytes)
        if allowsJSON5 {
          let json5 = try JSON5Document(decoding: document, assumesBraces: assumesTopLevelDictionary)
          return try json5.json.withUnsafeBufferPointer { try body($0, json5) }
        }
        if assumesTopLevelDictionary { document = JSON.withBraces(document) }
        return try document.withUnsafeBufferPointer { try body($0, nil) }
      }
    }
  }
}

extension JSON5Document {
  /// - Throws: `DecodingError` if the document is not JSON5.
  fileprivate convenience init(decoding document: [UInt8], assumesBraces: Bool) throws {
    do {
      try self.init(document, assumesBraces: assumesBraces)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error))
    }
  }
}

extension JSON {
  /// Puts braces around a document that does not begin with one.
  fileprivate static func withBraces(_ document: [UInt8]) -> [UInt8] {
    let blanks: [UInt8] = Array(" \t\r\n".utf8)
    let first = document.first { !blanks.contains($0) }
    return first == UInt8(ascii: "{") ? document : Array("{".utf8) + document + Array("}".utf8)
  }
}
