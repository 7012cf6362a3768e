import MillraceSyntax
import SwiftSyntax

/// An enumeration of coding keys, declared in a file or synthesized by the compiler.
struct KeyEnumeration: Sendable {
  struct Case: Sendable, Equatable {
    /// Without backticks.
    var name: String
    /// The name of the key in documents.
    var key: String
    /// The raw value's literal in the source.
    var literal: String
    var rawValue: String
  }

  var id: TypeID
  /// The index in the list of all enumerations.
  var index = 0
  var file: Int
  /// The declaration; nil if the compiler synthesizes the enumeration.
  var node: EnumDeclSyntax?
  var cases: [Case]
  /// Why the enumeration cannot be replaced, if its own declaration shows it.
  var obstacle: String?
  /// Why the enumeration is kept although it could be replaced.
  var reasonToStay: String?

  func key(of name: String) -> Case? { cases.first { $0.name == name } }

  /// The keys, in the order of their declaration, as arguments: `"id", "name"`.
  var list: String { cases.map(\.literal).joined(separator: ", ") }

  /// Creates the description of a declared enumeration. Returns nil if the type is not an enumeration.
  init?(_ type: TypeDeclaration) {
    guard let node = type.node.as(EnumDeclSyntax.self) else { return nil }
    // An enumeration with further members or conformances may be used as a value, so it is left unchanged.
    let inherited = node.inherited.map(\.trimmedDescription)
    let harmless: Set = ["CodingKey", "Swift.CodingKey", "String", "CaseIterable", "Hashable", "Equatable", "Sendable"]
    guard inherited.allSatisfy({ harmless.contains($0) || rawTypes.contains($0) && $0.contains("Int") }) else {
      return nil
    }
    // Keys with associated values can have any string, so they cannot be listed.
    if node.isMadeByHand { return nil }
    id = type.id
    file = type.file
    self.node = node
    let isInteger = inherited.first?.contains("Int") == true
    if isInteger { reasonToStay = "\(type.id.name) has integers, which some coders write in place of names" }
    if node.isWithinCondition { reasonToStay = "\(type.id.name) is inside #if" }
    cases = []
    var next = 0
    for member in node.memberBlock.members.map(\.decl) {
      guard let declaration = member.as(EnumCaseDeclSyntax.self) else {
        if member.is(IfConfigDeclSyntax.self) {
          obstacle = obstacle ?? "keys inside #if"
        } else {
          reasonToStay = "\(type.id.name) has members of its own"
        }
        continue
      }
      for element in declaration.elements {
        let name = element.name.bare
        if isInteger {
          // JSON coders use the name of the case. Other coders may use the integer.
          let value = element.rawValue.map { $0.value.trimmedDescription } ?? String(next)
          next = (Int(value.filter { $0 != "_" }) ?? next) + 1
          cases.append(Case(name: name, key: name, literal: name.literal, rawValue: value))
          continue
        }
        var (key, literal) = (name, name.literal)
        if let value = element.rawValue?.value {
          guard let text = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
            obstacle = obstacle ?? "the raw value of case '\(name)' is not a literal"
            continue
          }
          (key, literal) = (text, value.trimmedDescription)
        }
        cases.append(Case(name: name, key: key, literal: literal, rawValue: literal))
      }
    }
  }

  /// Creates the description of the enumeration that the compiler synthesizes from a type's properties or cases.
  init(of type: TypeDeclaration, names: [String]) {
    id = type.id.nested("CodingKeys")
    file = type.file
    cases = names.map { Case(name: $0, key: $0, literal: $0.literal, rawValue: $0.literal) }
  }
}

extension EnumDeclSyntax {
  /// Whether `#if` decides whether a type has this enumeration.
  fileprivate var isWithinCondition: Bool {
    for node in sequence(first: Syntax(self), next: \.parent).dropFirst() {
      if node.is(IfConfigDeclSyntax.self) { return true }
      if node.isProtocol((any DeclGroupSyntax).self), !node.is(ExtensionDeclSyntax.self) { return false }
    }
    return false
  }

  /// Whether the enumeration and all enclosing types are public.
  var isVisibleToOtherModules: Bool {
    func words(_ modifiers: DeclModifierListSyntax) -> Set<String> { Set(modifiers.map(\.name.text)) }
    let levels: Set = ["private", "fileprivate", "internal", "package"]
    var declared: DeclModifierListSyntax? = modifiers
    for node in sequence(first: Syntax(self), next: \.parent).dropFirst() {
      guard let group = node.asProtocol((any DeclGroupSyntax).self) else { continue }
      let own = words(declared ?? [])
      let isInExtension = node.is(ExtensionDeclSyntax.self)
      let isPublicByExtension =
        isInExtension && words(group.modifiers).contains("public") && own.isDisjoint(with: levels)
      if declared != nil, !isPublicByExtension, own.isDisjoint(with: ["public", "open"]) { return false }
      // An extended type may be declared in any file.
      declared = isInExtension ? nil : group.modifiers
    }
    return declared.map { !words($0).isDisjoint(with: ["public", "open"]) } ?? true
  }

  /// Whether the enumeration implements `CodingKey` itself, or has cases with associated values.
  fileprivate var isMadeByHand: Bool {
    memberBlock.members.map(\.decl).contains { member in
      if let cases = member.as(EnumCaseDeclSyntax.self) {
        return cases.elements.contains { $0.parameterClause != nil }
      }
      if let variable = member.as(VariableDeclSyntax.self) {
        return variable.bindings.contains { $0.pattern.trimmedDescription == "stringValue" }
      }
      return member.is(InitializerDeclSyntax.self)
    }
  }
}

extension String {
  var literal: String { swiftLiteral(self) }
}
