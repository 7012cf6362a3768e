import Millrace

// What the strategies of a coder come down to. Foundation's types are not known here: whoever knows them says how they are
// decoded.

/// How values are decoded.
package final class DecodingRules: Sendable {
  /// Makes a key of a program of a key of a document.
  ///
  /// - Parameter path: the coding path, whose last element is the key as the document has it.
  package typealias KeyConversion = @Sendable (_ path: [any CodingKey]) -> any CodingKey

  /// Nil when keys are as they are.
  let keys: KeyConversion?
  let notFinite: NotFiniteTexts?
  /// Whether `NaN` and `Infinity` are numbers, as in JSON5.
  let takesNotFinite: Bool
  /// The types that do not decode themselves.
  let foreignTypes: [ObjectIdentifier: any ForeignDecoding.Type]
  /// What those types' strategies are, for them to know.
  package let strategies: any Sendable
  /// Whether a type that reads itself may do so.
  let permitsDirectReading: Bool

  package init(
    keys: KeyConversion? = nil, notFinite: NotFiniteTexts? = nil, takesNotFinite: Bool = false,
    foreignTypes: [any ForeignDecoding.Type] = [], strategies: any Sendable = (), permitsDirectReading: Bool = true
  ) {
    self.keys = keys
    self.notFinite = notFinite
    self.takesNotFinite = takesNotFinite
    self.foreignTypes = Dictionary(uniqueKeysWithValues: foreignTypes.map { (ObjectIdentifier($0.valueType), $0) })
    self.strategies = strategies
    self.permitsDirectReading = permitsDirectReading
  }

  static let standard = DecodingRules()
}

/// A type that is decoded in a way of its own, whatever its `init(from:)` says.
package protocol ForeignDecoding: SendableMetatype {
  associatedtype Value: Decodable

  static func decode(from decoder: ValueDecoder) throws -> Value
}

extension ForeignDecoding {
  fileprivate static var valueType: any Any.Type { Value.self }

  /// Decodes a value into memory that is not initialized.
  static func decode(from decoder: ValueDecoder, into memory: UnsafeMutableRawPointer) throws {
    memory.initializeMemory(as: Value.self, to: try decode(from: decoder))
  }
}
