import SwiftSyntax

extension SourceFile {
  /// Takes `Codable` from what something inherits.
  func removingCodable(from clause: InheritanceClauseSyntax) -> [Edit] {
    let types = clause.inheritedTypes.map(\.type)
    let kept = types.compactMap { $0.withoutCodable }
    if kept == types.map(\.trimmedDescription) { return [] }
    let start = clause.colon.previousToken(viewMode: .sourceAccurate)?.end ?? clause.start
    let text = kept.isEmpty ? "" : "\(string(start..<(clause.inheritedTypes.first?.start ?? clause.end)))\(kept.joined(separator: ", "))"
    return [.replace(start..<clause.end, text)]
  }
}

extension TypeSyntax {
  /// Whether it is one of the library's three names.
  var isCodable: Bool {
    guard var path = pathComponents(self) else { return false }
    if path.first == "Swift" { path.removeFirst() }
    return path.count == 1 && !CodableParts(ofProtocol: path[0]).isEmpty
  }

  /// What is left of it; nil for nothing.
  fileprivate var withoutCodable: String? {
    guard let composition = self.as(CompositionTypeSyntax.self) else { return isCodable ? nil : trimmedDescription }
    let elements = composition.elements.map(\.type)
    let kept = elements.filter { !$0.isCodable }
    if kept.count == elements.count { return trimmedDescription }
    return kept.isEmpty ? nil : kept.map(\.trimmedDescription).joined(separator: " & ")
  }
}
