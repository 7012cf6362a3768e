import SwiftSyntax

// `@Serializable(.codable)`: the same behavior as the compiler's `Codable`.

let kindOnlyCodable = "a type that is only Codable"

extension Checker {
  /// A field can only be renamed or ignored.
  mutating func checkForOnlyCodable(_ said: FieldSettings) {
    let allowed: Set<String> = ["name:", ".ignored", ".noDefault"]
    for (word, place) in said.places where !allowed.contains(word) {
      report(.wrongArgument(word, on: kindOnlyCodable), at: place)
    }
  }

  /// A property whose wrapper is decoded and encoded.
  mutating func checkWrapped(_ parsed: ParsedProperty, _ said: FieldSettings, property: String) -> CheckedField? {
    let bareProperty = property.filter { $0 != "`" }
    if parsed.foreignAttributes.count > 1 {
      report(.severalWrappers(bareProperty), at: parsed.foreignAttributes[1], ignoring(parsed))
      return nil
    }
    var field = CheckedField(
      property: property, name: said.name ?? settings.names.spelling(of: bareProperty),
      type: parsed.type?.trimmedDescription ?? "", isOptional: false)
    field.wrapper = parsed.foreignAttributes[0].attributeName.trimmedDescription
    apply(said, to: &field, hasDefault: parsed.defaultValue != nil)
    return field
  }

  /// Checks that keys that only a hand-written function uses have the names of the declaration.
  ///
  /// - Parameter names: the names in documents, by those in code.
  mutating func checkCodingKeys(of parsed: ParsedType, names: [(identifier: String, name: String)]) {
    guard let token = parsed.codingKeys, let keys = token.parent?.as(EnumDeclSyntax.self) else { return }
    var namesOfKeys: [String: String] = [:]
    let cases = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    for element in cases.flatMap(\.elements) {
      let identifier = element.name.text.filter { $0 != "`" }
      let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
      namesOfKeys[identifier] = literal?.representedLiteralValue ?? identifier
    }
    for (identifier, name) in names where namesOfKeys[identifier] != name {
      report(.codingKeysDiffer(parsed.name, property: identifier), at: token)
    }
  }

  /// The keys of associated values, which the compiler would have used: `CircleCodingKeys` for `circle`.
  mutating func checkCaseKeys(of parsed: ParsedType, _ cases: [CheckedCase]) {
    let names = cases.map { checked in
      let name = checked.identifier.filter { $0 != "`" }
      return name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys"
    }
    for keys in parsed.nestedEnumerations where names.contains(keys.text) { report(.codingKeys(parsed.name), at: keys) }
  }

  /// Determines the place of a structure's `init(from:)`: an extension, so that the compiler still generates the
  /// memberwise initializer, unless it generates none, or no extension can name the type.
  mutating func placeInitializer(of type: inout CheckedType?, _ parsed: ParsedType, in surroundings: [Syntax]) {
    guard type?.isDecodable == true, !parsed.hasInitializer else { return }
    guard isHidden(parsed, in: surroundings) else {
      type?.initializerPlace = surroundings.isEmpty ? .extension : .extensionOfNestedType
      return
    }
    if let parameters = memberwiseParameters(parsed) {
      type?.memberwiseParameters = parameters
    } else if let modifier = parsed.privateModifier {
      report(.privateNestedType(parsed.name), at: modifier, inserting("file", before: modifier, .makeFileprivate))
    } else {
      report(.privateNestedType(parsed.name), at: parsed.attribute)
    }
  }

  /// Whether no extension can name a type: it is private, or is in a type that is, within another one.
  private func isHidden(_ parsed: ParsedType, in surroundings: [Syntax]) -> Bool {
    if surroundings.isEmpty { return false }
    return parsed.privateModifier != nil
      || surroundings.dropLast().contains { surrounding in
        let modifiers = surrounding.asProtocol((any WithModifiersSyntax).self)?.modifiers
        return modifiers?.contains { $0.name.tokenKind == .keyword(.private) } == true
      }
  }

  /// The parameters that the compiler's memberwise initializer would have, unless they cannot be determined from the text.
  private func memberwiseParameters(_ parsed: ParsedType) -> [MemberwiseParameter]? {
    var parameters: [MemberwiseParameter] = []
    for property in parsed.properties {
      switch property.storage {
      case .computed, .ofType: continue
      case .lazy: return nil
      case .stored, .reference: break
      }
      if property.isConstant, property.defaultValue != nil { continue }
      guard property.foreignAttributes.isEmpty, let pattern = property.pattern.as(IdentifierPatternSyntax.self),
        property.type?.is(FunctionTypeSyntax.self) != true,
        let type = property.type?.trimmedDescription ?? property.defaultValue.flatMap(typeOfLiteral)
      else { return nil }
      // A variable whose type is spelled as an optional is nil by default.
      let isNil = !property.isConstant && (type.hasSuffix("?") || type.hasSuffix("!"))
      parameters.append(
        MemberwiseParameter(
          property: pattern.identifier.text, type: type,
          defaultValue: property.defaultValue?.trimmedDescription ?? (isNil ? "nil" : nil)))
    }
    return parameters
  }
}
