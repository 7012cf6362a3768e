import Millrace
import MillraceCodable
import SystemLibrary

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A `JSONDecoder` that decodes several times as fast as Foundation's.
///
/// It is a subclass, so it can be given to every API that takes a `JSONDecoder`:
///
/// ```swift
/// let decoder: JSONDecoder = FastJSONDecoder()
/// ```
///
/// All settings have the meaning that they have in Foundation, and the decoder accepts, rejects and throws the same,
/// except for what `docs/codable.md` lists. Values are decoded while the document is read, without an intermediate
/// tree. Several threads may use one instance at the same time as long as none of them changes its settings.
open class FastJSONDecoder: JSONDecoder, @unchecked Sendable {
  private let configuration = Locked(Configuration())

  public override init() { super.init() }

  // Foundation has a lock for each of these. A single lock is faster to read, and detects changes.

  /// The strategy for dates. Default: `.deferredToDate`, by their own `init(from:)`.
  open override var dateDecodingStrategy: DateDecodingStrategy {
    get { configuration.withLock { $0.strategies.dates } }
    set { configuration.withLock { $0.strategies.dates = newValue } }
  }

  /// The strategy for binary data. Default: `.base64`.
  open override var dataDecodingStrategy: DataDecodingStrategy {
    get { configuration.withLock { $0.strategies.data } }
    set { configuration.withLock { $0.strategies.data = newValue } }
  }

  /// The strategy for infinities and NaN. Default: `.throw`.
  open override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { configuration.withLock { $0.strategies.notFinite } }
    set { configuration.withLock { $0.strategies.notFinite = newValue } }
  }

  /// The strategy that converts the keys of a document to the keys of a type. Default: `.useDefaultKeys`.
  open override var keyDecodingStrategy: KeyDecodingStrategy {
    get { configuration.withLock { $0.strategies.keys } }
    set { configuration.withLock { $0.strategies.keys = newValue } }
  }

  /// Contextual information for the types that are decoded. Default: empty.
  @preconcurrency open override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { configuration.withLock { $0.userInfo } }
    set { configuration.withLock { $0.userInfo = newValue } }
  }

  /// Whether documents are JSON5. Default: `false`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var allowsJSON5: Bool {
    get { configuration.withLock { $0.strategies.allowsJSON5 } }
    set { configuration.withLock { $0.strategies.allowsJSON5 = newValue } }
  }

  /// Whether a document may be the members of an object without its braces. Default: `false`.
  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  open override var assumesTopLevelDictionary: Bool {
    get { configuration.withLock { $0.assumesTopLevelDictionary } }
    set { configuration.withLock { $0.assumesTopLevelDictionary = newValue } }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: one JSON text in UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
  /// - Throws: `DecodingError`, and the errors of a type's own code.
  open override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    let configuration = preparedConfiguration()
    return try unsafe configuration.withDocument(data) {
      try unsafe JSON.decode(
        codable: type, from: $0, rewrittenFrom: $1, rules: configuration.rules, userInfo: configuration.userInfo)
    }
  }

  /// Decodes a value using a decoding configuration.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: one JSON text in UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
  ///   - configuration: the configuration that the type requires.
  /// - Throws: `DecodingError`, and the errors of a type's own code.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    let coder = preparedConfiguration()
    return try unsafe coder.withDocument(data) {
      try unsafe JSON.decode(from: $0, rewrittenFrom: $1, rules: coder.rules, userInfo: coder.userInfo) { decoder in
        try T(from: decoder, configuration: configuration)
      }
    }
  }

  /// Decodes a value using the decoding configuration that a type provides.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: one JSON text in UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
  ///   - configuration: the configuration that the type requires.
  /// - Throws: `DecodingError`, and the errors of a type's own code.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open override func decode<T, C>(_ type: T.Type, from data: Data, configuration: C.Type) throws -> T
  where
    T: DecodableWithConfiguration, C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

// MARK: - Configuration

extension FastJSONDecoder {
  /// The settings of a decoder, and the rules that follow from them.
  private struct Configuration {
    var strategies = DecodingStrategies() {
      didSet { rules = nil }
    }
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var assumesTopLevelDictionary = false
    private var rules: DecodingRules? = DecodingStrategies.standardRules

    mutating func prepared() -> PreparedConfiguration {
      let rules = rules ?? strategies.makeRules()
      self.rules = rules
      return PreparedConfiguration(
        rules: rules, userInfo: userInfo.isEmpty ? [:] : userInfo.mapValues { $0 as Any },
        allowsJSON5: strategies.allowsJSON5, assumesTopLevelDictionary: assumesTopLevelDictionary)
    }
  }

  /// The settings and rules of a single decode.
  private func preparedConfiguration() -> PreparedConfiguration {
    if type(of: self) == FastJSONDecoder.self { return configuration.withLock { $0.prepared() } }
    // As in Foundation, a subclass can override these properties, but not the strategies.
    var changed = configuration.withLock { $0 }
    changed.userInfo = userInfo
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      changed.assumesTopLevelDictionary = assumesTopLevelDictionary
      let allowsJSON5 = allowsJSON5
      if changed.strategies.allowsJSON5 != allowsJSON5 { changed.strategies.allowsJSON5 = allowsJSON5 }
    }
    return changed.prepared()
  }

  fileprivate struct PreparedConfiguration {
    let rules: DecodingRules
    let userInfo: [CodingUserInfoKey: Any]
    let allowsJSON5: Bool
    let assumesTopLevelDictionary: Bool

    /// Passes a document to a closure: as JSON in UTF-8, and as the JSON5 document that it was converted from.
    func withDocument<Value>(
      _ data: Data, _ body: (UnsafeBufferPointer<UInt8>, JSON5Document?) throws -> Value
    ) throws -> Value {
      try unsafe data.withUnsafeBytes { bytes in
        let bytes = unsafe bytes.bindMemory(to: UInt8.self)
        if !allowsJSON5, !assumesTopLevelDictionary, unsafe TextEncoding(of: bytes).isUTF8 {
          return try unsafe body(bytes, nil)
        }
        var document = try unsafe TextEncoding.utf8Document(bytes)
        if allowsJSON5 {
          let json5 = try JSON5Document(decoding: document, assumesBraces: assumesTopLevelDictionary)
          return try unsafe json5.json.withUnsafeBufferPointer { try unsafe body($0, json5) }
        }
        if assumesTopLevelDictionary { document = JSON.withBraces(document) }
        return try unsafe document.withUnsafeBufferPointer { try unsafe body($0, nil) }
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
