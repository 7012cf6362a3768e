// What the text of types tells about the values that are read as them.

extension String {
  /// Whether a type is known by its text to be read from something else than an object.
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
  /// What all values have that the case accepts without a tag; nil if nothing is known of them.
  var untaggedForm: String? {
    if values.isEmpty { return "null" }
    if let content { return content.type.kindOfValue ?? (content.type.hasPrefix("[") ? nil : content.type) }
    let required = values.filter(\.isRequired).map(\.name).sorted()
    return required.isEmpty ? nil : "object " + required.joined(separator: "\u{0}")
  }
}
