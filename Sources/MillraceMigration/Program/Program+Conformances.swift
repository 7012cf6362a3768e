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
  ///
  /// - Returns: all of them, and those that can be read where they are stated.
  func codableParts(of types: [TypeSyntax], from scope: TypeID) -> (all: CodableParts, visible: CodableParts) {
    var seen: Set<TypeID> = []
    return types.reduce(into: (all: [], visible: [])) { parts, type in
      let found = codableParts(of: type, from: scope, &seen)
      parts.all.formUnion(found.all)
      parts.visible.formUnion(found.visible)
    }
  }

  /// What a name stands for that is another one for types with `Codable` among them.
  func expansion(of type: TypeSyntax, from scope: TypeID) -> (types: [String], parts: CodableParts)? {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return nil }
    let types = alias.types.flatMap { $0.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [$0] }
    let parts = codableParts(of: types, from: alias.id.outer).all
    if parts.isEmpty { return nil }
    return (types.flatMap { expansion(of: $0, from: alias.id.outer)?.types ?? [$0.trimmedDescription] }, parts)
  }

  /// Whether a name stands for an optional type, which is not seen where it is used.
  func isOptionalByAnotherName(_ type: TypeSyntax, from scope: TypeID) -> Bool {
    guard let path = pathComponents(type), case .alias(let alias)? = meaning(of: path, from: scope), !alias.isProtocol
    else { return false }
    return alias.types.contains { isOptional($0) || isOptionalByAnotherName($0, from: alias.id.outer) }
  }

  private func codableParts(
    of type: TypeSyntax, from scope: TypeID, _ seen: inout Set<TypeID>
  ) -> (all: CodableParts, visible: CodableParts) {
    if let composition = type.as(CompositionTypeSyntax.self) {
      return composition.elements.reduce(into: (all: [], visible: [])) { parts, element in
        let found = codableParts(of: element.type, from: scope, &seen)
        parts.all.formUnion(found.all)
        parts.visible.formUnion(found.visible)
      }
    }
    if let attributed = type.as(AttributedTypeSyntax.self) {
      return codableParts(of: attributed.baseType, from: scope, &seen)
    }
    guard var path = pathComponents(type) else { return ([], []) }
    if path.count == 2, path[0] == "Swift" { path.removeFirst() }
    if case .alias(let alias)? = meaning(of: path, from: scope) {
      guard seen.insert(alias.id).inserted else { return ([], []) }
      let parts = alias.types.reduce(into: CodableParts()) {
        $0.formUnion(codableParts(of: $1, from: alias.id.outer, &seen).all)
      }
      return (parts, [])
    }
    guard path.count == 1 else { return ([], []) }
    let parts = CodableParts(ofProtocol: path[0])
    return (parts, parts)
  }
}
