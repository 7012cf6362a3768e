import SwiftSyntax

/// The planned changes of a file.
struct FileChanges: Sendable {
  var edits: [Edit] = []
  var removed: [Syntax] = []
  /// Extensions that keep only these halves of `Codable`. Extensions that become empty are removed.
  var restated: [(node: ExtensionDeclSyntax, parts: CodableParts)] = []
  var modules: Set<String> = []

  /// Returns the text of the file after the changes.
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
