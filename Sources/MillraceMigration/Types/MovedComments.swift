import MillraceSyntax
import SwiftSyntax

/// Moves the comments of keys to the properties and cases with these names, and all other comments to the type.
func moveComments(
  of keys: KeyEnumeration, to type: TypeDeclaration, in program: Program, _ changes: inout [FileChanges]
) {
  guard let node = keys.node else { return }
  let source = program.files[keys.file]
  var comments = MovedComments(to: type)
  for declaration in node.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }) {
    comments.add(source.comments(at: declaration), of: declaration.elements.map(\.name.bare))
  }
  comments.add(source.comments(at: node), to: program, &changes)
}

/// Moves the comments of functions that the macro replaces: those of a statement to the property that it reads or writes, and
/// all other comments to the type.
///
/// - Parameter names: The names of properties by the offsets of statements.
func moveComments(
  of functions: [DeclSyntax], inFile file: Int, to type: TypeDeclaration, names: [Int: String] = [:],
  in program: Program, _ changes: inout [FileChanges]
) {
  let source = program.files[file]
  var comments = MovedComments(to: type)
  for function in functions {
    let body = function.as(InitializerDeclSyntax.self)?.body ?? function.as(FunctionDeclSyntax.self)?.body
    for statement in body?.statements ?? [] {
      comments.add(source.comments(at: statement), of: names[statement.start].map { [$0] } ?? [])
    }
    if let end = body?.rightBrace { comments.add(source.comments(at: end), of: []) }
  }
  comments.add(functions.flatMap { source.comments(at: $0) }, to: program, &changes)
}

/// Comments on their way to a type.
private struct MovedComments {
  private let type: TypeDeclaration
  private var parts: [String: DeclSyntax] = [:]
  private var ofParts: [(part: DeclSyntax, comments: [String])] = []
  private var ofType: [String] = []

  init(to type: TypeDeclaration) {
    self.type = type
    let parsed = parseType(type.group, attribute: "@Serializable")
    for property in parsed.properties { if let name = property.name { parts[name] = DeclSyntax(property.declaration) } }
    for element in parsed.cases { parts[element.element.name.bare] = DeclSyntax(element.declaration) }
  }

  /// Adds the comments of a declaration or a statement with these names.
  mutating func add(_ comments: [String], of names: [String]) {
    guard let part = names.compactMap({ parts[$0] }).first else {
      ofType += comments
      return
    }
    if let index = ofParts.firstIndex(where: { $0.part.id == part.id }) {
      ofParts[index].comments += comments
    } else {
      ofParts.append((part, comments))
    }
  }

  /// Adds all comments to the file of the type, after the comments of what they were in.
  func add(_ heading: [String], to program: Program, _ changes: inout [FileChanges]) {
    let file = program.files[type.file]
    // Inserted first, so that the comments are above an attribute that is added at the same offset.
    for (part, comments) in ofParts {
      changes[type.file].edits.insert(contentsOf: file.adding(comments, above: part), at: 0)
    }
    // The type is not what they document, so they become ordinary comments.
    let comments = (heading + ofType).map { $0.hasPrefix("///") ? String($0.dropFirst()) : $0 }
    changes[type.file].edits.insert(contentsOf: file.adding(comments, above: type.node), at: 0)
  }
}
