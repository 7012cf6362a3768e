/// A coding key of any text.
struct Key: CodingKey, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Equatable {
  var stringValue: String
  var intValue: Int?

  init(stringValue: String) { self.stringValue = stringValue }
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
  init(stringLiteral value: String) { stringValue = value }
  init(integerLiteral value: Int) { self.init(intValue: value) }
}

/// What becomes of keys on their way in or out.
enum KeyRule: String, CaseIterable, Sendable {
  case `default`, snakeCase
  /// In capitals.
  case uppercase
  /// Without its digits, so that different keys become equal.
  case withoutDigits
  /// With the path of what it is in before it.
  case withPath
  /// A number, of which the text is the number of the characters.
  case number

  /// The key for the last element of a path, where it is not one of Foundation's own rules.
  func key(for path: [any CodingKey]) -> any CodingKey {
    guard let last = path.last else { return Key(stringValue: "nothing") }
    if last.intValue != nil { return last }
    Trace.note("key", at: path)
    return switch self {
    case .uppercase: Key(stringValue: last.stringValue.uppercased())
    case .withoutDigits: Key(stringValue: last.stringValue.filter { !$0.isNumber })
    case .withPath: Key(stringValue: path.map(\.stringValue).joined(separator: "."))
    case .number: Key(intValue: last.stringValue.count)
    case .default, .snakeCase: last
    }
  }
}
