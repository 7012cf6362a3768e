import SwiftSyntax

extension Checker {
  mutating func checkEnumeration(_ parsed: ParsedType) -> CheckedType? {
    if hasRawValue(parsed) { return checkRawValues(parsed) }
    if parsed.cases.isEmpty, let name = parsed.nameToken { report(.noCases(parsed.name), at: name) }
    if let value = parsed.cases.lazy.compactMap(\.element.rawValue).first { report(.unknownRawType, at: value) }
    if settings.word == "transparent", let argument = settings.representation {
      report(.wrongArgument(".transparent", on: "an enumeration"), at: argument)
    }
    let cases = parsed.cases.compactMap { checkCase($0) }
    let types = parsed.cases.flatMap { $0.element.parameterClause?.parameters.map(\.type) ?? [] }
    var type = checkedType(parsed, .variants(representation), types: types)
    type.cases = cases
    checkNames(of: cases, parsed.cases, in: parsed.name)
    if type.isOnlyCodable, type.isDecodable || type.isEncodable { checkCaseKeys(of: parsed, cases) }
    if type.isOnlyCodable, type.isDecodable != type.isEncodable {
      checkCodingKeys(of: parsed, names: cases.map { ($0.identifier.filter { $0 != "`" }, $0.name) })
    }
    if type.isDecodable || type.isEncodable { checkUnknownValues(cases, parsed.cases) }
    if representation == .string {
      for (checked, parsed) in zip(cases, parsed.cases) where !checked.isUnknown {
        if let values = parsed.element.parameterClause { report(.valueOfStringCase(checked.name), at: values) }
      }
    }
    if type.isDecodable || type.isEncodable, let argument = settings.representation, representation == .untagged {
      report(.notForCodable(".untagged"), at: argument)
    }
    return type
  }

  private var representation: Representation {
    switch (settings.word, settings.tag, settings.content) {
    case ("untagged", _, _): .untagged
    case ("strings", _, _): .string
    case (_, let tag?, let content?): .tagAndContent(tag, content)
    case (_, let tag?, nil): .tag(tag)
    default: .key
    }
  }

  // MARK: Cases

  mutating func checkCase(_ parsed: ParsedCase) -> CheckedCase? {
    let identifier = parsed.element.name.text
    let bareName = identifier.filter { $0 != "`" }
    let values = parsed.element.parameterClause.map { Array($0.parameters) } ?? []
    var checked = CheckedCase(identifier: identifier, name: settings.names.spelling(of: bareName))
    checked.values = values.enumerated().map { index, value in checkValue(value, at: index, of: bareName) }
    guard let attribute = parsed.attributes.first else { return checked }
    if parsed.attributes.count > 1 {
      report(.severalCaseAttributes(bareName), at: parsed.attributes[1], removing(parsed.attributes[1]))
    }
    if parsed.declaration.elements.count > 1 {
      // Reported once, at the first of them.
      if parsed.declaration.elements.first?.id == parsed.element.id { report(.attributeForSeveralCases, at: attribute) }
      return nil
    }
    guard case .argumentList(let arguments) = attribute.arguments else { return checked }
    var label = ""
    var valueNames: [String] = []
    for argument in arguments {
      if let text = argument.label?.text { label = text }
      if let word = argument.expression.as(MemberAccessExprSyntax.self) {
        guard word.declName.baseName.text == "unknown" else {
          isLeftToCompiler = true
          continue
        }
        checked.isUnknown = true
        if settings.codable != nil { report(.wrongArgument(".unknown", on: kindOnlyCodable), at: word) }
      } else if !["", "aliases", "values"].contains(label) {
        isLeftToCompiler = true
      } else if let name = checkName(argument.expression) {
        switch label {
        case "values": valueNames.append(name)
        case "aliases": checked.aliases.append(name)
        default: checked.name = name
        }
      }
    }
    if label == "values" { name(&checked, valueNames, at: attribute) }
    if settings.codable != nil, !checked.aliases.isEmpty {
      report(.wrongArgument("aliases:", on: kindOnlyCodable), at: attribute)
    }
    if checked.isUnknown, !(values.isEmpty || checked.content != nil) {
      report(.unknownCaseIsNoneOf(bareName), at: parsed.element.name)
    }
    return checked
  }

  /// Assigns the specified names to the associated values.
  private mutating func name(_ checked: inout CheckedCase, _ names: [String], at attribute: AttributeSyntax) {
    let name = checked.identifier.filter { $0 != "`" }
    guard names.count == checked.values.count else {
      report(.valuesAndNames(name, values: checked.values.count, names: names.count), at: attribute)
      return
    }
    if checked.content != nil, representation != .key {
      report(.valueWithoutName(name), at: attribute)
    }
    for (index, name) in names.enumerated() { checked.values[index].name = name }
  }

  private mutating func checkValue(_ value: EnumCaseParameterSyntax, at index: Int, of name: String) -> CheckedField {
    let label = value.firstName.map(\.text).flatMap { $0 == "_" ? nil : $0 }
    if settings.codable == nil, let reason = unserializableType(in: value.type) {
      report(.unserializableValue(name, reason), at: value.type)
    }
    let isNil = value.defaultValue?.value.is(NilLiteralExprSyntax.self) == true
    var field = CheckedField(
      property: label ?? "_\(index)",
      name: label.map { settings.names.spelling(of: $0.filter { $0 != "`" }) } ?? "_\(index)",
      type: value.type.trimmedDescription,
      isOptional: isOptional(value.type),
      defaultValue: isNil || settings.codable != nil
        ? nil : value.defaultValue.map { DefaultValue($0.value, of: identifier("\(name)_\(index)")) })
    addTypeChecks(to: &field, value.type, named: identifier("\(name)_\(index)"), at: value)
    return field
  }

  /// Parts of trees are not Codable values.
  private mutating func checkUnknownValues(_ cases: [CheckedCase], _ parsed: [ParsedCase]) {
    for (checked, parsed) in zip(cases, parsed) where checked.isUnknown {
      if let type = checked.content?.type, ["JSON.Raw", "JSON.Object", "JSON.Array"].contains(type) {
        report(.unknownValueForCodable(checked.identifier, type: type), at: parsed.element)
      }
    }
  }

  /// Among cases without a tag, the first one that accepts a value is read, so a second one of the same form never is.
  private mutating func checkUntagged(_ cases: [CheckedCase], _ parsed: [ParsedCase]) {
    var seen: [String: String] = [:]
    for (checked, parsed) in zip(cases, parsed) where !checked.isUnknown {
      guard let form = checked.untaggedForm else { continue }
      // Fractions are also read from integers.
      if let first = seen[form] ?? (form == "integer" ? seen["number"] : nil) {
        report(.indistinguishableCases(first, checked.identifier), at: parsed.element)
      } else {
        seen[form] = checked.identifier
      }
    }
  }

  private mutating func checkNames(of cases: [CheckedCase], _ parsed: [ParsedCase], in typeName: String) {
    var owners: [String: String] = [:]
    for checked in cases {
      guard let place = parsed.first(where: { $0.element.name.text == checked.identifier })?.element else { continue }
      if representation != .untagged, !checked.isUnknown {
        for name in [checked.name] + checked.aliases {
          if let owner = owners[name] { report(.nameIsTaken(name, by: owner), at: place) }
          owners[name] = checked.identifier
        }
      }
      if case .tag = representation, let type = checked.content?.type, type.isScalarOrArray, !checked.isUnknown {
        report(.scalarWithTag(checked.identifier, type: type), at: place)
      }
      if case .tag = representation, checked.content?.type == typeName, !checked.isUnknown {
        report(.flattenedIntoItself(typeName), at: place)
      }
      var names: [String: String] = [:]
      for value in checked.values {
        if let owner = names[value.name] { report(.nameIsTaken(value.name, by: owner), at: place) }
        names[value.name] = value.property
        if case .tag(value.name) = representation { report(.nameIsReserved(value.name, by: "tag"), at: place) }
      }
    }
    if representation == .untagged { checkUntagged(cases, parsed) }
    let unknown = cases.filter(\.isUnknown)
    if unknown.count > 1, let second = parsed.first(where: { $0.element.name.text == unknown[1].identifier }) {
      report(.severalUnknownCases, at: second.element)
    }
  }
}
