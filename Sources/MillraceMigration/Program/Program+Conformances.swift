import MillraceSyntax
import SwiftSyntax

/// Halves of `Codable`.
struct CodableParts: OptionSet, Sendable {
  var rawValue: Int
  static let decodable = CodableParts(rawValue: 1)
  static let encodable = CodableParts(rawValue: 2)
  static let codable: CodableParts = [.decodable, .encodable]

  /// The protocol's name.
  var name: String { self == .codable ? "Codable" : self == .decodable ? "Decodable" : "Encodable" }

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Those that one of the library's protocols is.
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
  /// The halves of `Codable` that are among types which something inherits from: by their names, in compositions, and
  /// behind names that the files declare.
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

  /// What a name stands for that is another one for types with `Codable` among them.
  func expansion(of type: TypeSyntax, from scope: TypeID) -> [String]? {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return nil }
    let types = alias.types.flatMap(\.parts)
    if codableParts(of: types, from: alias.id.outer).isEmpty { return nil }
    return types.flatMap { expansion(of: $0, from: alias.id.outer) ?? [$0.trimmedDescription] }
  }

  /// The halves of `Codable` that extensions of protocols bring to whoever conforms.
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

  /// Whether a name stands for an optional type, which is not seen where it is used.
  func isOptionalByAnotherName(_ type: TypeSyntax, from scope: TypeID) -> Bool {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return false }
    return alias.types.contains { isOptional($0) || isOptionalByAnotherName($0, from: alias.id.outer) }
  }
}
