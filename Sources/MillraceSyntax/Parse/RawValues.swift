import SwiftSyntax

// Types that conform to `RawRepresentable`. The standard library encodes them as their raw values if these are of certain types, and
// the compiler synthesizes `Codable` otherwise, so this is what the macro does.

/// The representation of a type that conforms to `RawRepresentable`.
public enum RawForm: Equatable {
  /// By its raw value, with the functions of the library and of the standard library.
  case rawValue
  /// By its raw value if the standard library encodes that type of raw values, and by its fields otherwise. The
  /// compiler decides by the type, because the text of the type does not.
  case chosenByCompiler
}

/// The types of raw values that the standard library encodes instead of the type.
package let codableRawTypes = rawTypes.subtracting(["Substring", "Character"]).union(["Bool"])

let kindWithRawValue = "a type with a raw value"
private let kindWithRawValues = "an enumeration with raw values"

extension ParsedType {
  /// Whether the text of the declaration shows that the type has raw values.
  var statesRawValue: Bool {
    if states("RawRepresentable") || states("OptionSet") { return true }
    guard case .enumeration = kind, let first = inheritedTypes.first else { return false }
    return rawTypes.contains(withoutModule(first)) || cases.contains { $0.element.rawValue != nil }
  }

  /// The type of raw values as it is written in an alias or at the property, or nil if neither states it.
  fileprivate var rawType: String? {
    let property = properties.first { $0.pattern.trimmedDescription == "rawValue" }
    let stated = rawValueAlias ?? property?.type
    return stated.map(withoutModule) ?? property?.defaultValue.flatMap(typeOfLiteral)
  }
}

/// The text of a type, and `String` for `Swift.String`.
private func withoutModule(_ type: TypeSyntax) -> String {
  let text = type.trimmedDescription
  return text.hasPrefix("Swift.") ? String(text.dropFirst(6)) : text
}

extension Checker {
  /// Checks a structure or a class that conforms to `RawRepresentable`.
  ///
  /// - Returns: nil if it is not represented by its raw value, according to its text.
  mutating func checkRawValue(_ parsed: ParsedType, _ kind: CheckedType.Kind) -> CheckedType? {
    guard hasRawValue(parsed), let rawType = parsed.rawType, codableRawTypes.contains(rawType) else { return nil }
    reportArguments(
      [settings.codable, settings.namesArgument, settings.unknownFields, settings.validated], on: kindWithRawValue)
    for attribute in parsed.properties.flatMap(\.fieldAttributes) {
      report(.wrongArgument("@Field", on: kindWithRawValue), at: attribute, removing(attribute))
    }
    var type = checkedType(parsed, kind, types: [])
    type.rawForm = .rawValue
    // The standard library's functions are used, except in an extension that is generated without this information.
    type.isDecodable = type.isDecodable && !parsed.statesRawValue && kind != .class
    type.isEncodable = false
    return type
  }

  /// Checks an enumeration with raw values.
  mutating func checkRawValues(_ parsed: ParsedType) -> CheckedType {
    let rawType = parsed.inheritedTypes.first.map(withoutModule) ?? ""
    let isStated = parsed.statesRawValue && !parsed.states("RawRepresentable")
    let arguments = [
      settings.codable, settings.representation, settings.namesArgument, settings.unknownFields, settings.code,
      settings.validated,
    ]
    reportArguments(arguments, on: kindWithRawValues)
    var type = checkedType(parsed, .enumeration(rawType: isStated ? rawType : "RawValue"), types: [])
    for element in parsed.cases where !element.attributes.isEmpty {
      guard let checked = checkCase(element) else { continue }
      if checked.isUnknown { type.cases.append(checked) }
      if let attribute = element.attributes.first, !checked.isUnknown {
        report(.namesOfRawValues(checked.identifier), at: attribute, removing(attribute))
      }
    }
    if type.cases.count > 1 { report(.severalUnknownCases, at: parsed.attribute) }
    if isStated, rawTypes.contains(rawType), !codableRawTypes.contains(rawType), type.isDecodable || type.isEncodable {
      report(.rawTypeForCodable(parsed.name, rawType), at: parsed.keyword)
    }
    // The standard library's own Codable does the same for raw values, except for unknown ones. A raw type whose text is not known
    // may not be one that the standard library encodes: the generated function then reports an error.
    type.isDecodable = type.isDecodable && (!type.cases.isEmpty || !(isStated && codableRawTypes.contains(rawType)))
    type.isEncodable = false
    return type
  }

  /// Whether a type conforms to `RawRepresentable`, and the macro's arguments do not specify another representation.
  func hasRawValue(_ parsed: ParsedType) -> Bool {
    (parsed.statesRawValue || inheritance.isRawRepresentable) && settings.word != "transparent"
  }

  private mutating func reportArguments(_ arguments: [LabeledExprSyntax?], on kind: String) {
    for argument in arguments.compactMap(\.self) {
      report(.wrongArgument(argument.trimmedDescription.trimmingCommas, on: kind), at: argument)
    }
  }
}

/// `init(from:)` of an extension calls this function. The extension is generated without the text of the raw type.
@Code func decodingOfRawValue(_ type: CheckedType) -> [Code] {
  if type.isDecodable, type.kind != .class {
    block("private static func read(from decoder: any Swift.Decoder) throws -> Self") {
      if let unknown = type.cases.first {
        "let rawValue = try decoder.singleValueContainer().decode(RawValue.self)"
        "return Self(rawValue: rawValue) ?? (.\(unknown.identifier) as Self)"
      } else {
        "try decoder.__decodeRawValue(Self.self)"
      }
    }
  }
}
