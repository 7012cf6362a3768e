import SwiftSyntax

extension SourceFile {
  /// Returns the edits after which a declaration or an extension lists exactly these halves of `Codable`, by their names.
  ///
  /// - Parameter end: The offset at the end of the token before the inheritance clause.
  func stating(
    _ parts: CodableParts, in clause: InheritanceClauseSyntax?, behind end: Int, _ program: Program, _ scope: TypeID
  ) -> [Edit] {
    let types = clause?.inheritedTypes.map(\.type) ?? []
    var stated = CodableParts()
    var kept: [String] = []
    for type in types {
      // If a type alias already includes it, it would be stated twice.
      let names = program.expansion(of: type, from: scope) ?? [type.trimmedDescription]
      let text = names.compactMap { name in TypeSyntax(stringLiteral: name).keeping(parts, &stated) }
      if !text.isEmpty { kept.append(text.joined(separator: ", ")) }
    }
    let missing = parts.subtracting(stated)
    if !missing.isEmpty { kept.append(stated.isEmpty ? parts.name : missing.name) }
    if kept == types.map(\.trimmedDescription) { return [] }
    guard let clause, let first = clause.inheritedTypes.first else { return [.insert(": \(kept[0])", at: end)] }
    if Array(kept.prefix(types.count)) == types.map(\.trimmedDescription) {
      return [.insert(", " + kept[types.count...].joined(separator: ", "), at: clause.end)]
    }
    if kept.isEmpty { return [.remove(end..<clause.end)] }
    return [.replace(first.start..<clause.end, kept.joined(separator: ", "))]
  }
}

extension TypeSyntax {
  /// Whether it is one of the standard library's three names.
  var isCodable: Bool { !codableParts.isEmpty }

  /// The halves of `Codable` that its name stands for.
  var codableParts: CodableParts {
    guard var path = pathComponents(self) else { return [] }
    if path.first == "Swift" { path.removeFirst() }
    return path.count == 1 ? CodableParts(ofProtocol: path[0]) : []
  }

  /// Returns the name to keep if only these halves may be stated, or nil to remove it.
  fileprivate func keeping(_ parts: CodableParts, _ stated: inout CodableParts) -> String? {
    if let composition = self.as(CompositionTypeSyntax.self) {
      let elements = composition.elements.map(\.type)
      let kept = elements.compactMap { $0.keeping(parts, &stated) }
      if kept == elements.map(\.trimmedDescription) { return trimmedDescription }
      return kept.isEmpty ? nil : kept.joined(separator: " & ")
    }
    let own = codableParts
    if own.isEmpty { return trimmedDescription }
    let kept = own.intersection(parts).subtracting(stated)
    stated.formUnion(kept)
    return kept.isEmpty ? nil : kept == own ? trimmedDescription : kept.name
  }
}
