import MillraceSyntax
import SwiftSyntax

/// An enumeration of coding keys: written in a file, or made by the compiler for a type.
struct KeyEnumeration: Sendable {
  struct Case: Sendable, Equatable {
    /// Without backticks.
    var name: String
    /// What the key is called in documents.
    var key: String
    /// The same as a literal, as it is written.
    var literal: String
    /// The raw value as an expression.
    var rawValue: String
  }

  var id: TypeID
  /// Its index among all.
  var index = 0
  var file: Int
  /// Nil if the compiler makes it.
  var node: EnumDeclSyntax?
  var cases: [Case]
  /// Why it cannot be replaced, if that is seen from itself.
  var obstacle: String?
  /// Why it stays as it is, which is no mistake.
  var reasonToStay: String?

  func key(of name: String) -> Case? { cases.first { $0.name == name } }

  /// The keys in their order as arguments: `"id", "name"`.
  var list: String { cases.map(\.literal).joined(separator: ", ") }

  /// The one that is declared, or nil for types that are no enumeration.
  init?(_ type: TypeDeclaration) {
    guard let node = type.node.as(EnumDeclSyntax.self) else { return nil }
    // One that is more than keys, such as a value of its own, is left alone.
    let inherited = node.inherited.map(\.trimmedDescription)
    let harmless: Set = ["CodingKey", "Swift.CodingKey", "String", "CaseIterable", "Hashable", "Equatable", "Sendable"]
    guard inherited.allSatisfy({ harmless.contains($0) || rawTypes.contains($0) && $0.contains("Int") }) else {
      return nil
    }
    // Keys that are made of any string are no list of names.
    if node.isMadeByHand { return nil }
    id = type.id
    file = type.file
    self.node = node
    let isInteger = inherited.first?.contains("Int") == true
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
          // Coders of JSON take the case's name: the number is for others.
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

  /// The one that the compiler makes of a type's properties or cases.
  init(of type: TypeDeclaration, names: [String]) {
    id = type.id.nested("CodingKeys")
    file = type.file
    cases = names.map { Case(name: $0, key: $0, literal: $0.literal, rawValue: $0.literal) }
  }
}

extension EnumDeclSyntax {
  /// Whether it and all types around it are public.
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
      // The type that an extension extends may be declared anywhere.
      declared = isInExtension ? nil : group.modifiers
    }
    return declared.map { !words($0).isDisjoint(with: ["public", "open"]) } ?? true
  }

  /// Whether it implements `CodingKey` itself, or has cases with associated values.
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
  /// As a literal of Swift.
  var literal: String { swiftLiteral(self) }
}
