import Foundation

extension JSONTree {
  /// What Foundation reads, or nil when it rejects a text.
  static func byFoundation(_ text: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)
  }

  /// Whether Foundation has read the same. Of duplicate keys Foundation keeps one, and of numbers the nearest double.
  func agrees(with value: Any) -> Bool {
    switch self {
    case .null: return value is NSNull
    case .boolean(let boolean):
      guard let number = value as? NSNumber, Self.isBoolean(number) else { return false }
      return number.boolValue == boolean
    case .number(let text):
      guard let number = value as? NSNumber, !Self.isBoolean(number) else { return false }
      // Foundation on Linux reads some numbers as decimals and makes doubles of those that are not the nearest.
      if let decimal = number as? NSDecimalNumber { return decimal.decimalValue == Decimal(string: text) }
      return number.doubleValue == Double(text)
    case .string(let text):
      return (value as? String).map { $0.utf8.elementsEqual(text.utf8) } ?? false
    case .array(let elements):
      guard let values = value as? [Any], values.count == elements.count else { return false }
      return zip(elements, values).allSatisfy { $0.agrees(with: $1) }
    case .object(let members):
      guard let values = value as? [String: Any], values.count == Set(members.map(\.key)).count else { return false }
      return members.allSatisfy { member in values[member.key].map { member.value.agrees(with: $0) } ?? false }
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool { number.objCType.pointee == CChar(UInt8(ascii: "c")) }
}
