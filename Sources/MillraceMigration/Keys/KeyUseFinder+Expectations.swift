import SwiftSyntax

extension KeyUseFinder {
  /// Returns the enumerations whose cases an expression can denote in its context; none if a key is not expected there.
  struct Expectation {
    var keys: [Int] = []
    /// Whether the expression can also be a value of an unknown type.
    var isGuess = false

    init(_ keys: [Int] = [], isGuess: Bool = false) {
      self.keys = keys
      self.isGuess = isGuess
    }

    init(_ value: KeyedValue?) { keys = value?.enumeration.map { [$0] } ?? [] }
  }

  func expectation(of expression: Syntax) -> Expectation { expectation(of: expression, []) }

  /// A step from a literal to one of its parts.
  private enum Step {
    case element
    case key
    case value
    case member(Int)
  }

  /// - Parameter path: The steps from the current node to the expression.
  private func expectation(of expression: Syntax, _ path: [Step]) -> Expectation {
    guard let parent = expression.parent else { return Expectation() }
    switch parent.kind {
    case .exprList:
      let sequence = parent.parent?.as(SequenceExprSyntax.self)
      return sequence.flatMap { comparison($0, with: expression) } ?? expectation(of: parent, path)
    case .tryExpr, .unresolvedTernaryExpr, .arrayElementList, .arrayExpr, .dictionaryElementList, .dictionaryExpr,
      .sequenceExpr, .tupleExpr, .tuplePattern, .tuplePatternElementList:
      return expectation(of: parent, path)
    case .arrayElement: return expectation(of: parent, [.element] + path)
    case .dictionaryElement:
      let isKey = parent.cast(DictionaryElementSyntax.self).key.id == expression.id
      return expectation(of: parent, [isKey ? .key : .value] + path)
    case .labeledExpr: return expectation(ofArgument: parent.cast(LabeledExprSyntax.self), path)
    case .tuplePatternElement: return expectation(of: parent, [.member(index(of: parent))] + path)
    case .initializerClause: return keys(at: path, in: typeOfInitialValue(parent))
    case .expressionPattern:
      let isPart = parent.parent?.is(TuplePatternElementSyntax.self) == true
      return isPart ? expectation(of: parent, path) : expectation(ofPattern: parent, path)
    case .matchingPatternCondition, .switchCaseItem: return expectation(ofPattern: expression, path)
    case .returnStmt, .codeBlockItem: return keys(at: path, in: typeOfResult(parent))
    default: return Expectation()
    }
  }

  private func index(of node: Syntax) -> Int {
    node.parent.map { Array($0.children(viewMode: .sourceAccurate)).firstIndex(of: node) ?? 0 } ?? 0
  }

  private func expectation(ofArgument argument: LabeledExprSyntax, _ path: [Step]) -> Expectation {
    guard let list = argument.parent, let call = list.parent?.as(FunctionCallExprSyntax.self) else {
      guard let list = argument.parent?.as(LabeledExprListSyntax.self),
        let tuple = list.parent?.as(TupleExprSyntax.self)
      else { return Expectation() }
      // Parentheses add no step.
      let step: [Step] = list.count == 1 ? [] : [.member(index(of: Syntax(argument)))]
      return expectation(of: Syntax(tuple), step + path)
    }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    let name =
      member?.declName.baseName.bare ?? call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.bare ?? ""
    let label = argument.label?.text ?? "_"
    let base = member?.base.flatMap { value(of: $0) }
    if let keys = parameter(labelled: label, of: name, on: member?.base) { return Expectation(keys) }
    // The methods of a container, or of keys, take keys of the same enumeration.
    if let base, base != .unknown { return Expectation(base) }
    // `DecodingError.dataCorruptedError(forKey: .name, in: container, …)`
    if let container = call.arguments.compactMap({ value(of: $0.expression)?.container }).first {
      return Expectation([container])
    }
    return label == "forKey" ? Expectation(keysInScope.map(\.index), isGuess: true) : Expectation()
  }

  private func parameter(labelled label: String, of function: String, on base: ExprSyntax?) -> [Int]? {
    guard let base, let path = pathComponents(base), path != ["self"] else {
      return parameters.keys(labelled: label, of: function, from: scope.type)
    }
    if case .type(let type)? = program.meaning(of: path, from: scope.type) {
      return parameters.keys(labelled: label, of: function, from: type.id)
    }
    return parameters.keys(labelled: label, of: function)
  }

  /// Returns the other operand of `==` and similar operators, or nil if the expression is not an operand of one.
  private func comparison(_ sequence: SequenceExprSyntax, with expression: Syntax) -> Expectation? {
    let elements = Array(sequence.elements)
    guard let index = elements.firstIndex(where: { $0.id == expression.id }) else { return nil }
    func isComparison(_ index: Int) -> Bool {
      guard elements.indices.contains(index), let sign = elements[index].as(BinaryOperatorExprSyntax.self) else {
        return false
      }
      return ["==", "!=", "~="].contains(sign.operator.text)
    }
    let other = isComparison(index - 1) ? index - 2 : isComparison(index + 1) ? index + 2 : nil
    guard let other, elements.indices.contains(other) else { return nil }
    return Expectation(value(of: elements[other]))
  }

  private func expectation(ofPattern pattern: Syntax, _ path: [Step]) -> Expectation {
    guard var subject = subject(ofPattern: pattern) else { return Expectation() }
    for step in path {
      guard case .member(let index) = step, let tuple = subject.as(TupleExprSyntax.self), index < tuple.elements.count
      else { return Expectation() }
      subject = tuple.elements[tuple.elements.index(tuple.elements.startIndex, offsetBy: index)].expression
    }
    guard case .key(let index)? = value(of: subject) else { return Expectation() }
    return Expectation([index])
  }

  /// Returns the expression that a pattern is matched with.
  private func subject(ofPattern pattern: Syntax) -> ExprSyntax? {
    if let condition = pattern.parent?.as(MatchingPatternConditionSyntax.self) { return condition.initializer.value }
    // The parents are: item, items, label, case, cases, switch.
    var node = pattern.parent
    while let current = node, !current.is(SwitchExprSyntax.self) {
      let parts: [SyntaxKind] = [.switchCaseItem, .switchCaseItemList, .switchCaseLabel, .switchCase, .switchCaseList]
      guard parts.contains(current.kind) else { return nil }
      node = current.parent
    }
    return node?.as(SwitchExprSyntax.self)?.subject
  }

  // MARK: Types

  private func typeOfInitialValue(_ clause: Syntax) -> TypeSyntax? {
    switch clause.parent?.kind {
    case .patternBinding: clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    case .functionParameter: clause.parent?.as(FunctionParameterSyntax.self)?.type
    default: nil
    }
  }

  /// Returns the result type of the function or property that contains a statement.
  private func typeOfResult(_ statement: Syntax) -> TypeSyntax? {
    var node = statement.parent
    while let current = node {
      if let function = current.as(FunctionDeclSyntax.self) { return function.signature.returnClause?.type }
      if let binding = current.as(PatternBindingSyntax.self) { return binding.typeAnnotation?.type }
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return nil }
      node = current.parent
    }
    return nil
  }

  /// Returns the enumeration at the end of a path into a type.
  private func keys(at path: [Step], in type: TypeSyntax?) -> Expectation {
    guard var type else { return Expectation() }
    for step in path {
      if let optional = type.as(OptionalTypeSyntax.self) { type = optional.wrappedType }
      guard let part = part(step, of: type) else { return Expectation() }
      type = part
    }
    guard case .key(let index)? = value(ofType: type) else { return Expectation() }
    return Expectation([index])
  }

  private func part(_ step: Step, of type: TypeSyntax) -> TypeSyntax? {
    let arguments = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
      .compactMap { $0.argument.as(TypeSyntax.self) }
    switch step {
    case .element: return type.as(ArrayTypeSyntax.self)?.element ?? arguments?.first
    case .key: return type.as(DictionaryTypeSyntax.self)?.key ?? arguments?.first
    case .value: return type.as(DictionaryTypeSyntax.self)?.value ?? arguments?.last
    case .member(let index):
      guard let elements = type.as(TupleTypeSyntax.self)?.elements, index < elements.count else { return nil }
      return elements[elements.index(elements.startIndex, offsetBy: index)].type
    }
  }
}
