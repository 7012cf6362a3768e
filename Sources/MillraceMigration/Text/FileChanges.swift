import SwiftSyntax

/// What is to be changed in a file.
struct FileChanges: Sendable {
  var edits: [Edit] = []
  /// Declarations that go.
  var removed: [Syntax] = []
  /// Extensions that state only these halves of `Codable` from now on, and go if nothing is left of them.
  var restated: [(node: ExtensionDeclSyntax, parts: CodableParts)] = []
  /// Modules that must be imported.
  var modules: Set<String> = []

  /// The file after the changes.
  func text(ofFile index: Int, in program: Program) -> [UInt8] {
    let file = program.files[index]
    if edits.isEmpty, removed.isEmpty, restated.isEmpty { return file.text }
    var removed = removed
    var edits = file.importing(Array(modules)) + edits
    let gone = Set(removed.map(\.id))
    for (node, parts) in restated {
      let isEmpty = node.memberBlock.members.allSatisfy { gone.contains($0.decl.id) }
      if isEmpty, !node.inherited.isEmpty, node.inherited.allSatisfy(\.isCodable) {
        removed.removeAll { node.range.contains($0.start) }
        removed.append(Syntax(node))
      } else {
        edits += file.stating(
          parts, in: node.inheritanceClause, behind: node.extendedType.end, program,
          program.scope(ofFile: index))
      }
    }
    return (edits + file.removing(removed)).applied(to: file.text)
  }
}
