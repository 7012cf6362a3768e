import SwiftSyntax

/// What is to be changed in a file.
struct FileChanges: Sendable {
  var edits: [Edit] = []
  /// Declarations that go.
  var removed: [Syntax] = []
  /// Extensions that no longer state `Codable`, and go if nothing is left of them.
  var stripped: [ExtensionDeclSyntax] = []
  /// Modules that must be imported.
  var modules: Set<String> = []

  /// The file after the changes.
  func text(of file: SourceFile) -> [UInt8] {
    if edits.isEmpty, removed.isEmpty, stripped.isEmpty { return file.text }
    var removed = removed
    var edits = file.importing(Array(modules)) + edits
    let gone = Set(removed.map(\.id))
    for node in stripped {
      guard let clause = node.inheritanceClause else { continue }
      let isEmpty = node.memberBlock.members.allSatisfy { gone.contains($0.decl.id) }
      if isEmpty, clause.inheritedTypes.allSatisfy({ $0.type.isCodable }) {
        removed.removeAll { node.range.contains($0.start) }
        removed.append(Syntax(node))
      } else {
        edits += file.removingCodable(from: clause)
      }
    }
    return (edits + file.removing(removed)).applied(to: file.text)
  }
}
