import SwiftSyntax

struct TypeDeclaration: Sendable {
  var id: TypeID
  /// The index of the file that contains it.
  var file: Int
  var node: DeclSyntax
  var isLocal: Bool

  var group: any DeclGroupSyntax {
    // Only declarations of these four kinds are collected.
    if let node = node.as(StructDeclSyntax.self) { return node }
    if let node = node.as(ClassDeclSyntax.self) { return node }
    if let node = node.as(ActorDeclSyntax.self) { return node }
    return node.cast(EnumDeclSyntax.self)
  }

  /// Whether it is declared within `#if`.
  var isConditional: Bool { sequence(first: Syntax(node)) { $0.parent }.contains { $0.is(IfConfigDeclSyntax.self) } }

  var isClass: Bool { node.is(ClassDeclSyntax.self) }
  var isEnumeration: Bool { node.is(EnumDeclSyntax.self) }
  /// Whether it is an actor, for which the compiler synthesizes no code and no macro exists. Types can be nested in it.
  var isActor: Bool { node.is(ActorDeclSyntax.self) }
}

/// The qualified name of a type in its module, with the names of the enclosing types.
struct TypeID: Hashable, Sendable {
  var module: String
  var path: [String]
  /// The index of the file in which the name is used or declared.
  var file: Int
  /// Whether the type is private to its file. Two files of a module may have private types with the same name.
  var isPrivate = false

  static func == (a: TypeID, b: TypeID) -> Bool {
    a.path == b.path && a.module == b.module && a.isPrivate == b.isPrivate && (!a.isPrivate || a.file == b.file)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(module)
    if isPrivate { hasher.combine(file) }
  }

  var name: String { path.last ?? "" }
  /// The name in messages: `Account.CodingKeys`. Local types have the function's offset in their path, which is left out.
  var description: String { path.filter { !$0.hasPrefix("{") }.joined(separator: ".") }

  func nested(_ name: String) -> TypeID {
    var nested = self
    nested.path.append(name)
    return nested
  }
}

struct TypeExtension: Sendable {
  /// The name in the source, without generic arguments.
  var path: [String]
  var file: Int
  var node: ExtensionDeclSyntax
}

/// A type alias, or the names that a protocol inherits from.
struct Alias: Sendable {
  var id: TypeID
  var types: [TypeSyntax]
  var isProtocol: Bool
}

struct FileDeclarations: Sendable {
  var types: [TypeDeclaration] = []
  var extensions: [TypeExtension] = []
  var aliases: [Alias] = []

  init(of file: SourceFile, at index: Int) {
    let collector = Collector(file, index)
    collector.walk(file.tree)
    self = collector.declarations
  }

  private init() {}

  private final class Collector: SyntaxAnyVisitor {
    var declarations = FileDeclarations()
    private var scope: LexicalScope
    private let file: Int

    init(_ file: SourceFile, _ index: Int) {
      scope = LexicalScope(file, index)
      self.file = index
      super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if let declaration = node.as(ExtensionDeclSyntax.self) {
        declarations.extensions.append(
          TypeExtension(path: pathComponents(declaration.extendedType) ?? [], file: file, node: declaration))
      } else if let declaration = node.as(TypeAliasDeclSyntax.self) {
        declarations.aliases.append(
          Alias(id: scope.declared(declaration.name.bare), types: [declaration.initializer.value], isProtocol: false)
        )
      } else if let declaration = node.as(ProtocolDeclSyntax.self) {
        declarations.aliases.append(
          Alias(id: scope.declared(declaration.name.bare), types: declaration.inherited, isProtocol: true))
      } else if [.structDecl, .classDecl, .enumDecl, .actorDecl].contains(node.kind), let name = node.declaredName {
        declarations.types.append(
          TypeDeclaration(
            id: scope.declared(name), file: file, node: node.cast(DeclSyntax.self), isLocal: scope.isLocal))
      }
      scope.enter(node)
      return .visitChildren
    }

    override func visitAnyPost(_ node: Syntax) { scope.leave(node) }
  }
}

/// The position of a visitor in the nesting of types and functions.
struct LexicalScope: Sendable {
  private(set) var type: TypeID
  private var functions = 0
  /// The private types at the top level of the file.
  private let privateNames: Set<String>

  init(_ file: SourceFile, _ index: Int) {
    type = TypeID(module: file.module, path: [], file: index)
    privateNames = file.privateNames
  }

  /// Whether the position is within the body of a function.
  var isLocal: Bool { functions > 0 }

  mutating func enter(_ node: Syntax) {
    switch node.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: append([node.declaredName ?? ""])
    case .extensionDecl: append(extendedPath(node))
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr:
      functions += 1
      append(["{\(type.file):\(node.position.utf8Offset)}"])
    default: break
    }
  }

  private mutating func append(_ names: [String]) {
    if type.path.isEmpty, let first = names.first { type.isPrivate = privateNames.contains(first) }
    type.path += names
  }

  private mutating func removeLast(_ count: Int = 1) {
    type.path.removeLast(count)
    if type.path.isEmpty { type.isPrivate = false }
  }

  /// Returns the name of a type that is declared at this position.
  func declared(_ name: String) -> TypeID {
    var id = type.nested(name)
    if type.path.isEmpty { id.isPrivate = privateNames.contains(name) }
    return id
  }

  mutating func leave(_ node: Syntax) {
    switch node.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: removeLast()
    case .extensionDecl: removeLast(extendedPath(node).count)
    case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl, .closureExpr:
      functions -= 1
      removeLast()
    default: break
    }
  }

  private func extendedPath(_ node: Syntax) -> [String] {
    node.as(ExtensionDeclSyntax.self).flatMap { pathComponents($0.extendedType) } ?? [""]
  }
}

extension DeclGroupSyntax {
  /// The inherited types after its colon.
  var inherited: [TypeSyntax] { inheritanceClause?.inheritedTypes.map(\.type) ?? [] }
}

extension TypeSyntax {
  /// The parts of a composition, or the type itself.
  var parts: [TypeSyntax] { self.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [self] }
}

extension Syntax {
  /// The name of a nominal type's declaration.
  var declaredName: String? { asProtocol((any NamedDeclSyntax).self)?.name.bare }
}

extension TokenSyntax {
  /// An identifier without backticks.
  var bare: String { text.filter { $0 != "`" } }
}

/// The names of a type such as `Outer.Inner<Int>`, or nil for other kinds of types.
func pathComponents(_ type: some TypeSyntaxProtocol) -> [String]? {
  if let type = type.as(IdentifierTypeSyntax.self) { return [type.name.bare] }
  if let type = type.as(MemberTypeSyntax.self) { return pathComponents(type.baseType).map { $0 + [type.name.bare] } }
  return nil
}

/// The names of an expression such as `Outer.Inner`, or nil for other kinds of expressions.
func pathComponents(_ expression: some ExprSyntaxProtocol) -> [String]? {
  if let name = expression.as(DeclReferenceExprSyntax.self), name.argumentNames == nil { return [name.baseName.bare] }
  if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
    return pathComponents(base).map { $0 + [member.declName.baseName.bare] }
  }
  return nil
}
