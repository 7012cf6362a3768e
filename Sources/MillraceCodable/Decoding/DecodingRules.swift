import Millrace

// The strategies of a coder, in a form that does not depend on Foundation's types. Modules that depend on Foundation
// provide functions that decode these types.

/// How values are decoded.
package final class DecodingRules: Sendable {
  /// Converts a key of the document to a key of the program.
  ///
  /// - Parameter path: The coding path, whose last element is the key in the document.
  package typealias KeyConversion = @Sendable (_ path: [any CodingKey]) -> any CodingKey

  /// The key conversion, or nil if keys are not converted.
  let keys: KeyConversion?
  let notFinite: NotFiniteTexts?
  /// Whether `NaN` and `Infinity` are numbers, as in JSON5.
  let takesNotFinite: Bool
  /// The types that are not decoded by their `init(from:)`.
  let foreignTypes: [ObjectIdentifier: any StrategyDecoding.Type]
  /// The strategies for those types, which their implementations read.
  package let strategies: any Sendable
  /// Whether types may be read directly.
  let permitsDirectReading: Bool

  package init(
    keys: KeyConversion? = nil, notFinite: NotFiniteTexts? = nil, takesNotFinite: Bool = false,
    foreignTypes: [any StrategyDecoding.Type] = [], strategies: any Sendable = (), permitsDirectReading: Bool = true
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

/// A type that is decoded by a strategy instead of its `init(from:)`.
package protocol StrategyDecoding: SendableMetatype {
  associatedtype Value: Decodable

  static func decode(from decoder: ValueDecoder) throws -> Value
}

extension StrategyDecoding {
  fileprivate static var valueType: any Any.Type { Value.self }

  /// Decodes a value into memory that is not initialized.
  static func decode(from decoder: ValueDecoder, into memory: UnsafeMutableRawPointer) throws {
    unsafe memory.initializeMemory(as: Value.self, to: try decode(from: decoder))
  }
}
