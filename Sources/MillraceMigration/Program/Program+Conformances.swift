import MillraceSyntax
import SwiftSyntax

/// The two halves of `Codable`: `Encodable` and `Decodable`.
struct CodableParts: OptionSet, Sendable {
  var rawValue: Int
  static let decodable = CodableParts(rawValue: 1)
  static let encodable = CodableParts(rawValue: 2)
  static let codable: CodableParts = [.decodable, .encodable]

  /// The protocol's name.
  var name: String { self == .codable ? "Codable" : self == .decodable ? "Decodable" : "Encodable" }

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns the halves that a protocol of the standard library stands for.
  init(ofProtocol name: String) {
    switch name {
    case "Codable": self = .codable
    case "Decodable": self = .decodable
    case "Encodable": self = .encodable
    default: self = []
    }
  }
}

extension Program {
  /// The halves of `Codable` in a list of inherited types: directly, in compositions, and
  /// through names that the files declare.
  func codableParts(of types: [TypeSyntax], from scope: TypeID) -> CodableParts {
    var seen: Set<TypeID> = []
    return types.reduce(into: []) { $0.formUnion(codableParts(of: $1, from: scope, &seen)) }
  }

  private func codableParts(of type: TypeSyntax, from scope: TypeID, _ seen: inout Set<TypeID>) -> CodableParts {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.reduce(into: []) { $0.formUnion(codableParts(of: $1.type, from: scope, &seen)) }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return codableParts(of: attributed.baseType, from: scope, &seen)
    }
    if let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope) {
      guard seen.insert(alias.id).inserted else { return [] }
      return alias.types.reduce(into: []) { $0.formUnion(codableParts(of: $1, from: alias.id.outer, &seen)) }
    }
    return type.codableParts
  }

  /// The halves of `Codable` that a type states, in its declaration or in extensions.
  func statedParts(of type: TypeDeclaration) -> CodableParts {
    codableParts(of: type.group.inherited + extensions(of: type.id).flatMap(\.node.inherited), from: type.id.outer)
  }

  /// Resolves a type alias whose target includes `Codable`.
  func expansion(of type: TypeSyntax, from scope: TypeID) -> [String]? {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return nil }
    let types = alias.types.flatMap(\.parts)
    if codableParts(of: types, from: alias.id.outer).isEmpty { return nil }
    return types.flatMap { expansion(of: $0, from: alias.id.outer) ?? [$0.trimmedDescription] }
  }

  /// The halves of `Codable` that conforming types get from extensions of protocols.
  func partsByHand(inProtocols types: [TypeSyntax], from scope: TypeID) -> CodableParts {
    var seen: Set<TypeID> = []
    return partsByHand(inProtocols: types, from: scope, &seen)
  }

  private func partsByHand(
    inProtocols types: [TypeSyntax], from scope: TypeID, _ seen: inout Set<TypeID>
  ) -> CodableParts {
    var parts = CodableParts()
    for type in types.flatMap(\.parts) {
      guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope),
        seen.insert(alias.id).inserted
      else { continue }
      parts.formUnion(partsOfProtocolExtensions[alias.id] ?? [])
      parts.formUnion(partsByHand(inProtocols: alias.types, from: alias.id.outer, &seen))
    }
    return parts
  }

  /// Whether a name is a type alias of an optional type.
  func isOptionalByAnotherName(_ type: TypeSyntax, from scope: TypeID) -> Bool {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return false }
    return alias.types.contains { isOptional($0) || isOptionalByAnotherName($0, from: alias.id.outer) }
  }
}
