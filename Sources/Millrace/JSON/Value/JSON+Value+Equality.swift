extension JSON {
  /// How numbers are compared.
  public enum NumberEquality: Sendable, Hashable {
    /// By their exact value: `1`, `1.0` and `10e-1` are equal. See ``JSON/Number``.
    case byValue
    /// By their text: `1` and `1.0` differ.
    case byText
  }
}

extension JSON.Value: Hashable {
  /// Whether two values are equal. See ``isEqual(to:numbers:)``, with numbers compared by value.
  public static func == (left: JSON.Value, right: JSON.Value) -> Bool { left.isEqual(to: right, numbers: .byValue) }

  /// Whether two values are equal.
  ///
  /// Strings and keys are equal if their bytes are equal (RFC 8259, section 8.3): `é` as one scalar and as two scalars differ,
  /// although they are equal as Swift strings. Objects are equal if they have equal members, in any order (RFC 8259, section 4).
  ///
  /// - Parameters:
  ///   - other: The second value.
  ///   - numbers: How numbers are compared. ``==(_:_:)`` compares their values.
  /// - Complexity: O(size of the smaller value)
  public func isEqual(to other: JSON.Value, numbers: JSON.NumberEquality) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.boolean(let own), .boolean(let other)): own == other
    case (.number(let own), .number(let other)): numbers == .byText ? own.text == other.text : own == other
    case (.string(let own), .string(let other)): JSON.ExactKey.areEqual(own, other)
    case (.array(let own), .array(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.isEqual(to: $1, numbers: numbers) }
    case (.object(let own), .object(let other)): own.isEqual(to: other, numbers: numbers)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    switch self {
    case .null: break
    case .boolean(let value): hasher.combine(value)
    case .number(let value): hasher.combine(value)
    case .string(let value): hasher.combine(JSON.ExactKey(text: value))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}
