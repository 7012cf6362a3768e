import Millrace

/// The encoder's options for keys, numbers and types that the bridge does not know.
///
/// It does not change, so that one object serves any number of calls at the same time.
package final class EncodingRules: Sendable {
  /// Other names for keys.
  package enum KeyConversion: Sendable {
    /// Depends on nothing but the name that the key has.
    case byName(@Sendable (String) -> String)
    /// Depends on the path, of which the key is the last part.
    case byPath(@Sendable ([any CodingKey]) -> String)
  }

  /// Encodes the value at an address, which is of a certain type, into an encoder.
  package typealias ValueRule = @Sendable (_ value: UnsafeRawPointer, _ encoder: ValueEncoder) throws -> Void

  let keyConversion: KeyConversion?
  let notFinite: NotFiniteTexts?
  /// In the order of the types that the session was made for.
  let valueRules: [ValueRule]
  /// Whether values that can write themselves give the same document.
  let allowsDirectWriting: Bool
  /// Whether numbers look as Swift describes them, instead of as JSON's standard style has them.
  let describesNumbers: Bool
  let userInfo: [CodingUserInfoKey: any Sendable]

  package init(
    keyConversion: KeyConversion? = nil, notFinite: NotFiniteTexts? = nil, valueRules: [ValueRule] = [],
    allowsDirectWriting: Bool = false, describesNumbers: Bool = false, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.keyConversion = keyConversion
    self.notFinite = notFinite
    self.valueRules = valueRules
    self.allowsDirectWriting = allowsDirectWriting
    self.describesNumbers = describesNumbers
    self.userInfo = userInfo
  }
}
