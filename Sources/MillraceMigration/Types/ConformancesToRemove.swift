import SwiftSyntax

/// Returns the types that do not need `Codable`: those with `@Serializable` that no type or function which needs `Codable` uses.
func typesLosingConformances(_ program: Program, _ plans: [TypePlan]) -> Set<TypeID> {
  let planned = Dictionary(plans.map { ($0.type.id, $0) }) { first, _ in first }
  var losing = Set(plans.filter { $0.treatment == .serializable && $0.type.statesCodableByName }.map(\.type.id))
  var pending: [TypeID] = []

  func keep(_ mentioned: Set<TypeID>) {
    for id in mentioned where losing.remove(id) != nil { pending.append(id) }
  }
  for type in program.types
  where planned[type.id].map({ !losing.contains($0.type.id) }) ?? !program.statedParts(of: type).isEmpty {
    keep(program.mentions(in: type))
    for extended in program.extensions(of: type.id) { keep(program.mentions(in: Syntax(extended.node), from: type.id)) }
  }
  // A generic type may require its arguments to be `Codable`.
  for type in program.types { keep(program.genericArguments(in: type)) }
  while let id = pending.popLast() { if let type = planned[id]?.type { keep(program.mentions(in: type.declaration)) } }
  return losing
}

extension CodableType {
  /// Whether all conformances to the halves of `Codable` are declared by their names.
  fileprivate var statesCodableByName: Bool {
    let types = declaration.group.inherited + extensions.flatMap(\.declaration.node.inherited)
    return types.flatMap(\.parts).reduce(into: CodableParts()) { $0.formUnion($1.codableParts) } == stated
  }
}

extension Program {
  fileprivate func mentions(in type: TypeDeclaration) -> Set<TypeID> { mentions(in: Syntax(type.node), from: type.id) }

  fileprivate func mentions(in node: Syntax, from scope: TypeID) -> Set<TypeID> {
    let finder = MentionFinder(self, scope)
    finder.walk(node)
    return finder.mentioned.subtracting([scope])
  }

  /// The types that are arguments of generic types declared in the files.
  fileprivate func genericArguments(in type: TypeDeclaration) -> Set<TypeID> {
    let finder = MentionFinder(self, type.id)
    finder.takesArgumentsOnly = true
    finder.walk(type.node)
    return finder.mentioned
  }
}

/// Finds the types that the files refer to.
private final class MentionFinder: SyntaxAnyVisitor {
  private let program: Program
  private let scope: TypeID
  var takesArgumentsOnly = false
  private var depth = 0
  private(set) var mentioned: Set<TypeID> = []

  init(_ program: Program, _ scope: TypeID) {
    self.program = program
    self.scope = scope
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let clause = node.as(GenericArgumentClauseSyntax.self), isOwn(clause) { depth += 1 }
    guard !takesArgumentsOnly || depth > 0 else { return .visitChildren }
    let path: [String]? =
      if let type = node.as(TypeSyntax.self) { pathComponents(type) } else if let expression = node.as(ExprSyntax.self)
      {
        pathComponents(expression)
      } else { nil }
    if let path, case .type(let type)? = program.meaning(of: path, from: scope) { mentioned.insert(type.id) }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if let clause = node.as(GenericArgumentClauseSyntax.self), isOwn(clause) { depth -= 1 }
  }

  private func isOwn(_ clause: GenericArgumentClauseSyntax) -> Bool {
    guard let type = clause.parent?.as(TypeSyntax.self), let path = pathComponents(type) else { return true }
    return program.meaning(of: path, from: scope) != nil
  }
}
