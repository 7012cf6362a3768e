// The forms of values that types are read from, according to the text of the types.

extension String {
  /// Whether the text of a type shows that it is not read from an object.
  var isScalarOrArray: Bool {
    isScalar || hasPrefix("Set<") || hasPrefix("Array<")
      || hasPrefix("[") && !contains(":")
  }

  /// Whether it is a type of single values of the standard library.
  var isScalar: Bool { self == "Bool" || rawTypes.contains(self) }

  /// The kind of values that a type of the standard library is read from.
  fileprivate var kindOfValue: String? {
    if self == "String" || self == "Substring" { return "string" }
    if self == "Bool" { return "boolean" }
    if self == "Double" || self == "Float" { return "number" }
    return rawTypes.contains(self) && self != "Character" ? "integer" : nil
  }
}

extension CheckedCase {
  /// The form of all values that the case accepts without a tag; nil if it is not known.
  var untaggedForm: String? {
    if values.isEmpty { return "null" }
    if let content { return content.type.kindOfValue ?? (content.type.hasPrefix("[") ? nil : content.type) }
    let required = values.filter(\.isRequired).map(\.name).sorted()
    return required.isEmpty ? nil : "object " + required.joined(separator: "\u{0}")
  }
}
