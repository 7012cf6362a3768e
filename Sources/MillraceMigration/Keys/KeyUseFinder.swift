import SwiftSyntax

// Traverses a file and finds every use of an enumeration of keys, with the edits that replace it by `FieldKey`. The
// meaning of `.name` depends on its context, so the finder tracks which names denote containers and
// keys of which enumeration (`KeyUseFinder+Values.swift`), and which type is expected of an expression
// (`KeyUseFinder+Expectations.swift`).
//
// A use that is not recognized is left unchanged. It does not compile after the enumeration is removed, because `FieldKey`
// has no member of that name, so no meaning changes silently. The exceptions are expressions whose result depends on the
// list of cases (`allKeys`, `init(rawValue:)`), so each of them is either rewritten or reported.

final class KeyUseFinder: SyntaxAnyVisitor {
  let program: Program
  let file: SourceFile
  private let fileIndex: Int
  var scope: LexicalScope
  /// The known values of names in each block, the innermost block last.
  private var blocks: [[String: KeyedValue]] = [[:]]
  /// The parameters of this file's functions that are keys.
  let parameters: KeyParameters
  private(set) var uses: [KeyUse] = []

  init(_ program: Program, file index: Int) {
    self.program = program
    file = program.files[index]
    fileIndex = index
    scope = LexicalScope(file, index)
    let signatures = SignatureCollector(program, file: index)
    signatures.walk(file.tree)
    parameters = signatures.parameters
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Names

  func bind(_ name: TokenSyntax, to value: KeyedValue?) {
    blocks[blocks.count - 1][name.bare] = value ?? .unknown
  }

  func value(named name: String) -> KeyedValue? {
    for block in blocks.reversed() { if let value = block[name] { return value } }
    return nil
  }

  func use(_ keys: Int, at node: some SyntaxProtocol, _ edit: Edit) { use(keys, at: node, [edit]) }

  func use(_ keys: Int, at node: some SyntaxProtocol, _ edits: [Edit]) {
    uses.append(KeyUse(keys: keys, file: fileIndex, offset: node.start, remedy: .edits(edits)))
  }

  func unsure(_ keys: Int, at node: some SyntaxProtocol, _ what: String) {
    uses.append(KeyUse(keys: keys, file: fileIndex, offset: node.start, remedy: .unsure(what)))
  }

  // MARK: Traversal

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    scope.enter(node)
    if node.opensBlock { blocks.append([:]) }
    if node.is(EnumDeclSyntax.self), program.keys(scope.type)?.node?.position == node.position { return .skipChildren }
    return examine(node)
  }

  override func visitAnyPost(_ node: Syntax) {
    scope.leave(node)
    if node.opensBlock { blocks.removeLast() }
  }

  private func examine(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.kind {
    case .memberBlock: bindProperties(of: node.cast(MemberBlockSyntax.self))
    case .functionParameter:
      let parameter = node.cast(FunctionParameterSyntax.self)
      bind(parameter.secondName ?? parameter.firstName, to: value(ofType: parameter.type) ?? .container(nil))
    case .closureParameter:
      let parameter = node.cast(ClosureParameterSyntax.self)
      bind(parameter.secondName ?? parameter.firstName, to: parameter.type.flatMap { value(ofType: $0) })
    case .closureShorthandParameter: bind(node.cast(ClosureShorthandParameterSyntax.self).name, to: nil)
    case .identifierPattern:
      // Names of which more is known are bound by the visit of the enclosing declaration.
      let known: [SyntaxKind?] = [.patternBinding, .optionalBindingCondition, .forStmt]
      if !known.contains(node.parent?.kind) { bind(node.cast(IdentifierPatternSyntax.self).identifier, to: nil) }
    case .patternBinding:
      let binding = node.cast(PatternBindingSyntax.self)
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { break }
      let annotated = binding.typeAnnotation.flatMap { value(ofType: $0.type) }
      bind(pattern.identifier, to: annotated ?? binding.initializer.flatMap { value(of: $0.value) })
    case .optionalBindingCondition:
      let binding = node.cast(OptionalBindingConditionSyntax.self)
      guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else { break }
      let bound = binding.initializer.map { value(of: $0.value) } ?? value(named: pattern.identifier.bare)
      bind(pattern.identifier, to: bound)
    case .forStmt:
      let loop = node.cast(ForStmtSyntax.self)
      guard let pattern = loop.pattern.as(IdentifierPatternSyntax.self) else { break }
      if case .keys(let index)? = value(of: loop.sequence) {
        bind(pattern.identifier, to: .key(index))
      } else {
        bind(pattern.identifier, to: nil)
      }
    case .switchExpr: examine(node.cast(SwitchExprSyntax.self))
    case .declReferenceExpr, .memberAccessExpr: return examine(node.cast(ExprSyntax.self))
    case .identifierType, .memberType: return examine(node.cast(TypeSyntax.self))
    default: break
    }
    return .visitChildren
  }

  /// Binds the properties of a type that are containers or keys, before its members are visited.
  private func bindProperties(of block: MemberBlockSyntax) {
    for member in block.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), let type = binding.typeAnnotation?.type,
          let value = value(ofType: type)
        else { continue }
        bind(pattern.identifier, to: value)
      }
    }
  }
}

extension Syntax {
  /// Whether a node is the scope of the names declared in it.
  fileprivate var opensBlock: Bool {
    switch kind {
    case .memberBlock, .functionDecl, .initializerDecl, .subscriptDecl, .accessorDecl, .closureExpr, .codeBlock,
      .ifExpr,
      .forStmt, .whileStmt, .switchCase:
      true
    default: false
    }
  }
}

/// Parameters of functions that are keys, with their enumerations. They are found by the declaring type, the function name and
/// the argument labels.
struct KeyParameters {
  private var byType: [[String]: [String: [String: [Int]]]] = [:]

  mutating func add(_ keys: Int, labelled label: String, of function: String, in type: TypeID) {
    byType[type.path, default: [:]][function, default: [:]][label, default: []].append(keys)
  }

  /// The parameters of a function of this type or of an enclosing scope.
  func keys(labelled label: String, of function: String, from type: TypeID) -> [Int]? {
    var path = type.path
    while true {
      if let found = byType[path]?[function] { return found[label] }
      if path.isEmpty { return nil }
      path.removeLast()
    }
  }

  /// The parameters of all functions with this name.
  func keys(labelled label: String, of function: String) -> [Int]? {
    let found = byType.values.compactMap { $0[function]?[label] }.flatMap { $0 }
    return found.isEmpty ? nil : found
  }
}

/// Collects which parameters of functions are keys of which enumeration.
private final class SignatureCollector: SyntaxAnyVisitor {
  private let program: Program
  private var scope: LexicalScope
  var parameters = KeyParameters()

  init(_ program: Program, file index: Int) {
    self.program = program
    scope = LexicalScope(program.files[index], index)
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let function = node.as(FunctionDeclSyntax.self) {
      for parameter in function.signature.parameterClause.parameters {
        guard let keys = program.value(ofType: parameter.type, from: scope.type), keys.isKeyOrKeys,
          let index = keys.enumeration
        else { continue }
        parameters.add(index, labelled: parameter.firstName.text, of: function.name.bare, in: scope.type)
      }
    }
    scope.enter(node)
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) { scope.leave(node) }
}

extension KeyedValue {
  fileprivate var isKeyOrKeys: Bool { if case .container = self { false } else { true } }
}
