import Millrace

/// The encoder's options for keys, numbers and types that the bridge does not support itself.
///
/// It is immutable, so that one object can be used by any number of simultaneous calls.
///
/// SAFETY: a rule gets the address of a value during the call only.
@safe
package final class EncodingRules: Sendable {
  /// The conversion of keys to names in the document.
  package enum KeyConversion: Sendable {
    /// Depends only on the name of the key.
    case byName(@Sendable (String) -> String)
    /// Depends on the path, whose last element is the key.
    case byPath(@Sendable ([any CodingKey]) -> String)
  }

  /// Encodes the value at an address, which must have a certain type, to an encoder.
  package typealias ValueRule = @Sendable (_ value: UnsafeRawPointer, _ encoder: ValueEncoder) throws -> Void

  let keyConversion: KeyConversion?
  let notFinite: NotFiniteTexts?
  /// The rules, in the order of the types that the session was created for.
  let valueRules: [ValueRule]
  /// Whether values that are written directly give the same document.
  let allowsDirectWriting: Bool
  /// Whether numbers have the format of Swift's description, instead of JSON's standard style.
  let describesNumbers: Bool
  let userInfo: [CodingUserInfoKey: any Sendable]

  package init(
    keyConversion: KeyConversion? = nil, notFinite: NotFiniteTexts? = nil, valueRules: [ValueRule] = unsafe [],
    allowsDirectWriting: Bool = false, describesNumbers: Bool = false, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.keyConversion = keyConversion
    self.notFinite = notFinite
    unsafe self.valueRules = unsafe valueRules
    self.allowsDirectWriting = allowsDirectWriting
    self.describesNumbers = describesNumbers
    self.userInfo = userInfo
  }
}
