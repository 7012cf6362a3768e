import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// Second step: everything that is wrong is said at once and at its place, and what is right becomes a `CheckedType`.

/// Checks a declaration.
///
/// - Returns: the type if nothing is wrong with it, and what is.
public func check(_ parsed: ParsedType) -> (type: CheckedType?, diagnostics: [Diagnostic]) {
  var checker = Checker()
  let type = checker.check(parsed)
  return (checker.diagnostics.isEmpty ? type : nil, checker.diagnostics)
}

private struct Checker {
  var diagnostics: [Diagnostic] = []

  mutating func report(_ mistake: Mistake, at node: some SyntaxProtocol, _ fixIts: FixIt...) {
    diagnostics.append(Diagnostic(node: node, message: mistake, fixIts: fixIts))
  }

  mutating func check(_ parsed: ParsedType) -> CheckedType? {
    switch parsed.kind {
    case .other(let keyword):
      report(.notSerializable(keyword: keyword), at: parsed.attribute, removing(parsed.attribute))
      return nil
    case .enumeration:
      return checkEnumeration(parsed)
    case .class:
      if !parsed.modifiers.contains("final") {
        report(.notFinal(parsed.name), at: parsed.keyword, inserting("final ", before: parsed.keyword, .makeFinal))
      }
      return checkRecord(parsed, .class)
    case .structure:
      return checkRecord(parsed, .structure)
    }
  }

  // MARK: Enumerations

  mutating func checkEnumeration(_ parsed: ParsedType) -> CheckedType? {
    for element in parsed.cases {
      if let payload = element.parameterClause {
        report(.enumerationWithPayload(element.name.text), at: payload)
      }
    }
    let rawType = parsed.inheritedTypes.first?.trimmedDescription
    guard let rawType, rawTypes.contains(rawType) else {
      if let name = parsed.nameToken, diagnostics.isEmpty {
        report(.enumerationWithoutRawType(parsed.name), at: name, addingRawType(to: parsed, behind: name))
      }
      return nil
    }
    return CheckedType(
      kind: .enumeration(rawType: rawType), access: parsed.access, constrainedTypes: [], constrainedKeys: [],
      fields: [],
      needsInitializer: false)
  }

  func addingRawType(to parsed: ParsedType, behind name: TokenSyntax) -> FixIt {
    if let first = parsed.inheritedTypes.first { return inserting("String, ", before: first, .addRawType) }
    let renamed = name.with(\.tokenKind, .identifier(name.text + ": String"))
    return FixIt(
      message: Remedy.addRawType, changes: [.replace(oldNode: Syntax(name), newNode: Syntax(renamed))])
  }

  // MARK: Structures and classes

  mutating func checkRecord(_ parsed: ParsedType, _ kind: CheckedType.Kind) -> CheckedType? {
    var fields: [CheckedField] = []
    for property in parsed.properties {
      guard let field = checkProperty(property) else { continue }
      if let other = fields.first(where: { $0.name == field.name }) {
        let place = property.fieldAttributes.first.map(Syntax.init) ?? Syntax(property.pattern)
        report(.nameIsTaken(field.name, by: other.property), at: place)
      }
      fields.append(field)
    }
    let isStructure = kind == .structure
    let parameters = usedParameters(parsed)
    return CheckedType(
      kind: kind,
      access: parsed.access == "open" ? "public" : parsed.access,
      constrainedTypes: parameters.values,
      constrainedKeys: parameters.keys,
      fields: fields,
      needsInitializer: !isStructure || parsed.hasInitializer)
  }

  /// The field that a property is, or nil when it is none or something is wrong with it.
  mutating func checkProperty(_ parsed: ParsedProperty) -> CheckedField? {
    guard let pattern = parsed.pattern.as(IdentifierPatternSyntax.self) else {
      if parsed.storage == .stored { report(.patternIsNoName, at: parsed.pattern) }
      return nil
    }
    let property = pattern.identifier.text
    let bareProperty = property.filter { $0 != "`" }
    guard let settings = checkAttributes(parsed, property: bareProperty) else { return nil }

    switch parsed.storage {
    case .computed, .ofType:
      for attribute in parsed.fieldAttributes {
        report(.fieldOnWrongProperty(bareProperty), at: attribute, removing(attribute))
      }
      return nil
    case .lazy:
      if !settings.isIgnored { report(.lazyProperty(bareProperty), at: pattern, ignoring(parsed)) }
      return nil
    case .reference:
      if !settings.isIgnored { report(.referenceProperty(bareProperty), at: pattern, ignoring(parsed)) }
      return nil
    case .stored: break
    }
    if settings.isIgnored {
      // A variable of an optional type is nil without being told so.
      let isNil = parsed.type.map(isOptional) == true && !parsed.isConstant
      if parsed.defaultValue == nil, !isNil, parsed.foreignAttributes.isEmpty {
        report(.ignoredWithoutDefault(bareProperty), at: pattern)
      }
      return nil
    }
    if let wrapper = parsed.foreignAttributes.first {
      let name = wrapper.attributeName.trimmedDescription
      report(.wrappedProperty(bareProperty, wrapper: name), at: wrapper, ignoring(parsed))
      return nil
    }
    if parsed.isConstant, parsed.defaultValue != nil {
      let introducer = parsed.declaration.bindingSpecifier
      let variable = introducer.with(\.tokenKind, .keyword(.var))
      let makeVariable = FixIt(
        message: Remedy.makeVariable, changes: [.replace(oldNode: Syntax(introducer), newNode: Syntax(variable))])
      report(.constantHasValue(bareProperty), at: pattern, makeVariable, ignoring(parsed))
      return nil
    }
    guard let type = parsed.type?.trimmedDescription ?? parsed.defaultValue.flatMap(typeOfLiteral) else {
      let stated = pattern.identifier.with(\.tokenKind, .identifier(property + ": <#Type#>"))
      let stateType = FixIt(
        message: Remedy.stateType,
        changes: [.replace(oldNode: Syntax(pattern.identifier), newNode: Syntax(stated))])
      report(.typeIsNotStated(bareProperty), at: pattern, stateType)
      return nil
    }
    let isNil = parsed.defaultValue?.is(NilLiteralExprSyntax.self) == true
    return CheckedField(
      property: property,
      name: settings.name ?? bareProperty,
      type: type,
      isOptional: parsed.type.map(isOptional) ?? false,
      defaultValue: isNil ? nil : parsed.defaultValue?.trimmedDescription)
  }

  // MARK: @Field

  struct FieldSettings {
    var name: String?
    var isIgnored = false
  }

  /// What the `@Field` of a property says, or nil when something is wrong with it.
  mutating func checkAttributes(_ parsed: ParsedProperty, property: String) -> FieldSettings? {
    var settings = FieldSettings()
    guard let attribute = parsed.fieldAttributes.first else { return settings }
    if parsed.fieldAttributes.count > 1 {
      let second = parsed.fieldAttributes[1]
      report(.severalFieldAttributes(property), at: second, removing(second))
      return nil
    }
    guard case .argumentList(let arguments) = attribute.arguments, let argument = arguments.first?.expression else {
      return settings  // the compiler itself says that an argument is missing
    }
    if let treatment = argument.as(MemberAccessExprSyntax.self) {
      guard treatment.declName.baseName.text == "ignored" else {
        report(.unknownTreatment(treatment.trimmedDescription), at: treatment)
        return nil
      }
      settings.isIgnored = true
      return settings
    }
    guard let name = argument.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
      report(.nameIsNoLiteral, at: argument)
      return nil
    }
    guard name.utf8.count <= 127 else {
      report(.nameIsTooLong(bytes: name.utf8.count), at: argument)
      return nil
    }
    settings.name = name
    return settings
  }

  // MARK: Remedies

  func removing(_ attribute: AttributeSyntax) -> FixIt {
    let nothing = TokenSyntax.unknown("").with(\.leadingTrivia, attribute.leadingTrivia)
    return FixIt(
      message: Remedy.removeAttribute, changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(nothing))])
  }

  func inserting(_ text: String, before node: some SyntaxProtocol, _ remedy: Remedy) -> FixIt {
    let inserted = TokenSyntax.unknown(text + node.trimmedDescription)
      .with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
    return FixIt(message: remedy, changes: [.replace(oldNode: Syntax(node), newNode: Syntax(inserted))])
  }

  func ignoring(_ property: ParsedProperty) -> FixIt {
    let first = property.declaration.firstToken(viewMode: .sourceAccurate) ?? property.declaration.bindingSpecifier
    return inserting("@Field(.ignored) ", before: first, .ignore)
  }
}

// MARK: - Types by their text

/// Raw types whose conformances the library brings.
private let rawTypes: Set<String> = [
  "String", "Substring", "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt",
  "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
]

private func isOptional(_ type: TypeSyntax) -> Bool {
  if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
  if let member = type.as(MemberTypeSyntax.self) {
    return member.name.text == "Optional" && member.baseType.trimmedDescription == "Swift"
  }
  return type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
}

/// The type that a literal has when nothing else is said.
private func typeOfLiteral(_ expression: ExprSyntax) -> String? {
  if let negated = expression.as(PrefixOperatorExprSyntax.self), negated.operator.text == "-" {
    let type = typeOfLiteral(negated.expression)
    return type == "Int" || type == "Double" ? type : nil
  }
  switch expression.kind {
  case .integerLiteralExpr: return "Int"
  case .floatLiteralExpr: return "Double"
  case .stringLiteralExpr: return "String"
  case .booleanLiteralExpr: return "Bool"
  default: return nil
  }
}

/// The generic parameters, and the types that belong to them, that the types of fields are made of.
private func usedParameters(_ parsed: ParsedType) -> (values: [String], keys: [String]) {
  let finder = ParameterFinder(Set(parsed.genericParameters))
  for property in parsed.properties where property.storage == .stored {
    if let type = property.type { finder.walk(type) }
  }
  return (finder.values, finder.keys)
}

private final class ParameterFinder: SyntaxVisitor {
  let parameters: Set<String>
  var values: [String] = []
  var keys: [String] = []

  init(_ parameters: Set<String>) {
    self.parameters = parameters
    super.init(viewMode: .sourceAccurate)
  }

  /// `[Key: Value]`
  override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
    if let key = parameter(node.key) {
      if !keys.contains(key) { keys.append(key) }
    } else {
      walk(node.key)
    }
    walk(node.value)
    return .skipChildren
  }

  /// `Item`
  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  /// `Item.ID`: the parameter need not be serializable for this one to be.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  private func note(_ type: TypeSyntax) -> SyntaxVisitorContinueKind {
    guard let parameter = parameter(type) else { return .visitChildren }
    if !values.contains(parameter) { values.append(parameter) }
    return .skipChildren
  }

  private func parameter(_ type: TypeSyntax) -> String? {
    let root = type.as(MemberTypeSyntax.self)?.baseType ?? type
    guard let name = root.as(IdentifierTypeSyntax.self)?.name.text, parameters.contains(name) else { return nil }
    return type.trimmedDescription
  }
}
