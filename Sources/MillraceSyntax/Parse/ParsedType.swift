import SwiftSyntax

// First step of three: from syntax to a model of the source, mistakes included. Nothing is checked here; nodes are
// kept if a later step may report an error at them.

/// A type declaration as it was written.
public struct ParsedType: Sendable {
  public enum Kind: Sendable {
    case structure
    case `class`
    case enumeration
    /// A declaration that cannot be serialized, by its keyword.
    case other(String)
  }

  public var kind: Kind
  public var name: String
  /// `public` or `package`; empty for other access levels.
  public var access: String
  public var genericParameters: [String]
  /// The generic parameters that the declaration requires to be readable and writable.
  public var serializableParameters: Set<String>
  public var inheritedTypes: [TypeSyntax]
  public var modifiers: [String]
  public var privateModifier: TokenSyntax?
  /// The attribute that isolates it to an actor, such as `@MainActor`.
  public var isolation: String?
  public var properties: [ParsedProperty]
  /// The type of raw values, as an alias named `RawValue` states it.
  public var rawValueAlias: TypeSyntax?
  public var cases: [ParsedCase]
  public var hasInitializer: Bool
  /// The hand-written `init(from:)` of `Decodable`.
  public var hasDecodingInitializer: Bool
  /// The hand-written `encode(to:)` of `Encodable`.
  public var hasEncodingMethod: Bool
  /// The keys that the compiler's `Codable` would have used.
  public var codingKeys: TokenSyntax?
  /// Enumerations within the type, which may be the keys of a case's values: `CircleCodingKeys`.
  public var nestedEnumerations: [TokenSyntax]
  /// The `#if` of a block with properties or cases.
  public var conditions: [TokenSyntax]
  /// The first syntax that only a subclass can have.
  public var signOfSuperclass: Syntax?
  /// The attribute of the macro.
  public var attribute: AttributeSyntax
  /// `struct`, `class` …
  public var keyword: TokenSyntax
  public var nameToken: TokenSyntax?

  /// Whether a property or a case is deprecated.
  var hasDeprecatedMembers: Bool {
    let attributes = properties.map(\.declaration.attributes) + cases.map(\.declaration.attributes)
    return attributes.contains { list in
      list.contains { element in
        element.as(AttributeSyntax.self).map(baseName) == "available"
          && element.tokens(viewMode: .sourceAccurate).contains { $0.text == "deprecated" }
      }
    }
  }

  /// Whether the compiler generates an initializer without parameters for a class: there is no other, and every
  /// property has a value.
  var hasImplicitInitializer: Bool {
    guard case .class = kind, !hasInitializer else { return false }
    return properties.allSatisfy { property in
      let isNil = property.type.map(isOptional) == true && !property.isConstant
      return property.defaultValue != nil || isNil || [.computed, .ofType].contains(property.storage)
    }
  }

  /// Whether the superclass is `NSObject`, which has no properties to read.
  var inheritsOnlyFromFoundation: Bool { inheritedTypes.first?.trimmedDescription.hasSuffix("NSObject") == true }

  /// Whether the declaration names a protocol that the type conforms to.
  func states(_ protocolName: String) -> Bool {
    inheritedTypes.contains { $0.tokens(viewMode: .sourceAccurate).contains { $0.text == protocolName } }
  }
}

/// A case of an enumeration as it was written.
public struct ParsedCase: Sendable {
  public var element: EnumCaseElementSyntax
  /// The declaration that it is part of, possibly with others.
  public var declaration: EnumCaseDeclSyntax
  public var attributes: [AttributeSyntax]
}

/// A variable of a type as it was written.
public struct ParsedProperty: Sendable {
  public enum Storage: Sendable {
    case stored
    case computed
    case ofType  // static or class
    case lazy
    case reference  // weak or unowned
  }

  /// The pattern, which is a name unless the declaration has a mistake.
  public var pattern: PatternSyntax
  public var type: TypeSyntax?
  public var defaultValue: ExprSyntax?
  public var storage: Storage
  /// The declaration that it is part of, possibly with others.
  public var declaration: VariableDeclSyntax
  public var fieldAttributes: [AttributeSyntax]
  /// Attributes that are neither `@Field` nor the language's own: property wrappers and other macros.
  public var foreignAttributes: [AttributeSyntax]

  /// The attribute that isolates it to an actor.
  public var isolation: AttributeSyntax? {
    declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first(where: isolates)
  }

  public var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
}

public func parseType(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) -> ParsedType {
  let (kind, keyword, nameToken, generics) = heading(of: declaration)
  let modifiers = declaration.modifiers.map(\.name.text)
  let members = declaration.memberBlock.members.map(\.decl)
  let initializers = members.compactMap { $0.as(InitializerDeclSyntax.self) }
  let hasConditionalInitializer = members.contains { $0.as(IfConfigDeclSyntax.self).map(hasInitializer) == true }
  let methods = members.compactMap { $0.as(FunctionDeclSyntax.self) }
  let nestedEnumerations = members.compactMap { $0.as(EnumDeclSyntax.self)?.name }
  return ParsedType(
    kind: kind,
    name: nameToken?.text ?? "",
    access: modifiers.first { ["public", "package", "open"].contains($0) } ?? "",
    genericParameters: generics?.parameters.map(\.name.text) ?? [],
    serializableParameters: Set(generics?.parameters.filter(isSerializable).map(\.name.text) ?? []),
    inheritedTypes: declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? [],
    modifiers: modifiers,
    privateModifier: declaration.modifiers.first { $0.name.tokenKind == .keyword(.private) }?.name,
    isolation: declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first(where: isolates)?
      .trimmedDescription,
    properties: members.flatMap { $0.as(VariableDeclSyntax.self).map(parseProperties) ?? [] },
    rawValueAlias: members.lazy.compactMap { $0.as(TypeAliasDeclSyntax.self) }.first { $0.name.text == "RawValue" }?
      .initializer.value,
    cases: members.flatMap { $0.as(EnumCaseDeclSyntax.self).map(parseCases) ?? [] },
    hasInitializer: !initializers.isEmpty || hasConditionalInitializer,
    hasDecodingInitializer: initializers.contains { isForCoder($0.signature, label: "from", "Decoder") },
    hasEncodingMethod: methods.contains {
      $0.name.text == "encode" && isForCoder($0.signature, label: "to", "Encoder")
    },
    codingKeys: nestedEnumerations.first { $0.text == "CodingKeys" },
    nestedEnumerations: nestedEnumerations,
    conditions: members.compactMap { $0.as(IfConfigDeclSyntax.self) }.compactMap(conditionOnFields),
    signOfSuperclass: members.lazy.compactMap(signOfSuperclass).first,
    attribute: attribute,
    keyword: keyword,
    nameToken: nameToken)
}

private func heading(
  of declaration: some DeclGroupSyntax
) -> (ParsedType.Kind, TokenSyntax, TokenSyntax?, GenericParameterClauseSyntax?) {
  if let declaration = declaration.as(StructDeclSyntax.self) {
    return (.structure, declaration.structKeyword, declaration.name, declaration.genericParameterClause)
  }
  if let declaration = declaration.as(ClassDeclSyntax.self) {
    return (.class, declaration.classKeyword, declaration.name, declaration.genericParameterClause)
  }
  if let declaration = declaration.as(EnumDeclSyntax.self) {
    return (.enumeration, declaration.enumKeyword, declaration.name, declaration.genericParameterClause)
  }
  let introducer = declaration.introducer
  return (.other(introducer.text), introducer, nil, nil)
}

/// A declaration can have several cases: `case north, south`.
private func parseCases(_ declaration: EnumCaseDeclSyntax) -> [ParsedCase] {
  let attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
  return declaration.elements.map { element in
    ParsedCase(
      element: element, declaration: declaration, attributes: attributes.filter { isOurs($0, "Case") })
  }
}

/// Whether a function has one parameter with this label and of this type, as those of `Codable` have.
package func isForCoder(_ signature: FunctionSignatureSyntax, label: String, _ type: String) -> Bool {
  let parameters = signature.parameterClause.parameters
  guard parameters.count == 1, let parameter = parameters.first, parameter.firstName.text == label else { return false }
  return parameter.type.tokens(viewMode: .sourceAccurate).contains { $0.text == type }
}

/// The `#if` of a condition that properties or cases depend on.
private func conditionOnFields(_ condition: IfConfigDeclSyntax) -> TokenSyntax? {
  let hasFields = condition.declarations.contains { member in
    if let nested = member.as(IfConfigDeclSyntax.self) { return conditionOnFields(nested) != nil }
    let properties = member.as(VariableDeclSyntax.self).map(parseProperties) ?? []
    return member.is(EnumCaseDeclSyntax.self) || properties.contains { $0.storage == .stored }
  }
  return hasFields ? condition.clauses.first?.poundKeyword : nil
}

/// Whether a conditional block has an initializer, so that the compiler generates none.
private func hasInitializer(_ condition: IfConfigDeclSyntax) -> Bool {
  condition.declarations.contains { member in
    member.is(InitializerDeclSyntax.self) || member.as(IfConfigDeclSyntax.self).map(hasInitializer) == true
  }
}

extension IfConfigDeclSyntax {
  /// The declarations of all its clauses.
  fileprivate var declarations: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      if case .decls(let members) = clause.elements { members.map(\.decl) } else { [] }
    }
  }
}

/// Whether a generic parameter is declared with a constraint that makes it readable and writable.
private func isSerializable(_ parameter: GenericParameterSyntax) -> Bool {
  let words = Set(parameter.inheritedType?.tokens(viewMode: .sourceAccurate).map(\.text) ?? [])
  return words.contains("Serializable") || words.isSuperset(of: ["Readable", "Writable"])
}

/// The word `override` or `super` in a member.
private func signOfSuperclass(_ member: DeclSyntax) -> Syntax? {
  if let modifiers = member.asProtocol((any WithModifiersSyntax).self)?.modifiers,
    let override = modifiers.first(where: { $0.name.tokenKind == .keyword(.override) })
  {
    return Syntax(override)
  }
  guard let body = member.as(InitializerDeclSyntax.self)?.body else { return nil }
  return body.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .keyword(.super) }.map(Syntax.init)
}

/// A declaration can have several variables: `var width, height: Int`.
private func parseProperties(_ declaration: VariableDeclSyntax) -> [ParsedProperty] {
  let attributes = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
  let modifiers = declaration.modifiers.map(\.name.text)
  var properties: [ParsedProperty] = []
  // In `var width, height: Int` the type is only after the last name, so the names are visited backwards.
  var type: TypeSyntax?
  for binding in declaration.bindings.reversed() {
    if let annotation = binding.typeAnnotation { type = annotation.type }
    if binding.initializer != nil, binding.typeAnnotation == nil { type = nil }
    let storage: ParsedProperty.Storage =
      if modifiers.contains("static") || modifiers.contains("class") {
        .ofType
      } else if isComputed(binding) {
        .computed
      } else if modifiers.contains("lazy") {
        .lazy
      } else if modifiers.contains("weak") || modifiers.contains("unowned") {
        .reference
      } else {
        .stored
      }
    properties.append(
      ParsedProperty(
        pattern: binding.pattern,
        type: type,
        defaultValue: binding.initializer?.value,
        storage: storage,
        declaration: declaration,
        fieldAttributes: attributes.filter { isOurs($0, "Field") },
        foreignAttributes: attributes.filter {
          !isOurs($0, "Field") && !isolates($0) && !knownAttributes.contains(baseName(of: $0))
        }))
  }
  return properties.reversed()
}

private func isComputed(_ binding: PatternBindingSyntax) -> Bool {
  guard let accessors = binding.accessorBlock?.accessors else { return false }
  guard case .accessors(let list) = accessors else { return true }
  return !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
}

/// The last component of an attribute's name, without generic arguments.
private func baseName(of attribute: AttributeSyntax) -> String {
  if let member = attribute.attributeName.as(MemberTypeSyntax.self) { return member.name.text }
  if let identifier = attribute.attributeName.as(IdentifierTypeSyntax.self) { return identifier.name.text }
  return attribute.attributeName.trimmedDescription
}

/// Whether an attribute is this library's, and not that of another library with the same name, such as `@Fluent.Field`.
private func isOurs(_ attribute: AttributeSyntax, _ name: String) -> Bool {
  if let member = attribute.attributeName.as(MemberTypeSyntax.self) {
    return member.name.text == name && member.baseType.trimmedDescription == "Millrace"
  }
  return baseName(of: attribute) == name
}

/// Whether an attribute isolates a declaration to an actor, as `@MainActor` does.
private func isolates(_ attribute: AttributeSyntax) -> Bool { baseName(of: attribute).hasSuffix("Actor") }

/// The attributes that do not change how a property is stored.
private let knownAttributes: Set<String> = [
  "_spi", "available", "GKInspectable", "IBInspectable", "IBOutlet", "inlinable", "nonobjc", "NSManaged", "objc",
  "ObservationIgnored", "preconcurrency", "safe", "unsafe", "usableFromInline",
]
