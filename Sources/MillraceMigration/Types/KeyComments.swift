import MillraceSyntax
import SwiftSyntax

/// Moves the comments of keys to the properties and cases with these names, and all other comments to the type.
func moveComments(
  of keys: KeyEnumeration, to type: TypeDeclaration, in program: Program, _ changes: inout [FileChanges]
) {
  guard let node = keys.node else { return }
  let source = program.files[keys.file]
  let file = program.files[type.file]
  let parsed = parseType(type.group, attribute: "@Serializable")
  var parts: [String: DeclSyntax] = [:]
  for property in parsed.properties { if let name = property.name { parts[name] = DeclSyntax(property.declaration) } }
  for element in parsed.cases { parts[element.element.name.bare] = DeclSyntax(element.declaration) }
  var ofType = source.comments(at: node)
  for declaration in node.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }) {
    let comments = source.comments(at: declaration)
    if let part = declaration.elements.lazy.compactMap({ parts[$0.name.bare] }).first {
      // Inserted first, so that the comments are above an attribute that is added at the same offset.
      changes[type.file].edits.insert(contentsOf: file.adding(comments, above: part), at: 0)
    } else {
      ofType += comments
    }
  }
  // The type is not what they document, so they become ordinary comments.
  ofType = ofType.map { $0.hasPrefix("///") ? String($0.dropFirst()) : $0 }
  changes[type.file].edits.insert(contentsOf: file.adding(ofType, above: type.node), at: 0)
}
