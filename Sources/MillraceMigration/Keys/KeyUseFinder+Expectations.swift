import SwiftSyntax

extension KeyUseFinder {
  /// What is known of the type that an expression is expected to have.
  enum Expectation {
    case keys(Int)
    /// A key of a container that nothing is known of.
    case someKey
    /// A key, but of none of our enumerations, or no key at all.
    case nothing
  }

  /// What the place that an expression stands in expects of it.
  func expectation(of expression: Syntax) -> Expectation {
    guard let parent = expression.parent else { return .nothing }
    switch parent.kind {
    case .exprList:
      let sequence = parent.parent?.as(SequenceExprSyntax.self)
      return sequence.flatMap { comparison($0, with: expression) } ?? expectation(of: parent)
    case .tryExpr, .arrayExpr, .arrayElement, .arrayElementList, .unresolvedTernaryExpr, .labeledExprList, .tupleExpr,
      .sequenceExpr:
      return expectation(of: parent)
    case .labeledExpr: return expectation(ofArgument: parent.cast(LabeledExprSyntax.self))
    case .initializerClause: return expectation(ofInitialValue: parent)
    case .expressionPattern: return expectation(ofPattern: parent)
    case .returnStmt, .codeBlockItem: return expectation(ofResult: parent)
    default: return .nothing
    }
  }

  private func expectation(ofArgument argument: LabeledExprSyntax) -> Expectation {
    guard let list = argument.parent, let call = list.parent?.as(FunctionCallExprSyntax.self) else {
      // Parentheses around it.
      return argument.parent?.parent?.is(TupleExprSyntax.self) == true ? expectation(of: Syntax(argument)) : .nothing
    }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    let name =
      member?.declName.baseName.bare ?? call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.bare ?? ""
    let label = argument.label?.text ?? "_"
    if let keys = parameters[name]?[label] { return .keys(keys) }
    let base = member?.base.flatMap { value(of: $0) }
    if label == "forKey" {
      guard let base else { return .someKey }
      return base.enumeration.map { .keys($0) } ?? .nothing
    }
    if name == "contains" || name == "firstIndex" { return base?.enumeration.map { .keys($0) } ?? .nothing }
    return .nothing
  }

  /// What stands on the other side of `==` and its like.
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
    return value(of: elements[other])?.enumeration.map { .keys($0) } ?? .nothing
  }

  private func expectation(ofInitialValue clause: Syntax) -> Expectation {
    let type: TypeSyntax? =
      switch clause.parent?.kind {
      case .patternBinding: clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
      case .functionParameter: clause.parent?.as(FunctionParameterSyntax.self)?.type
      default: nil
      }
    return type.flatMap { value(ofType: $0)?.enumeration }.map { .keys($0) } ?? .nothing
  }

  private func expectation(ofPattern pattern: Syntax) -> Expectation {
    let subject: ExprSyntax?
    if let condition = pattern.parent?.as(MatchingPatternConditionSyntax.self) {
      subject = condition.initializer.value
    } else {
      // Item, items, label, case, cases, switch.
      var node = pattern.parent
      while let current = node, !current.is(SwitchExprSyntax.self) {
        guard [.switchCaseItem, .switchCaseItemList, .switchCaseLabel, .switchCase, .switchCaseList].contains(current.kind)
        else { return .nothing }
        node = current.parent
      }
      subject = node?.as(SwitchExprSyntax.self)?.subject
    }
    guard let subject, case .key(let index)? = value(of: subject) else { return .nothing }
    return .keys(index)
  }

  /// The result of the function or property around it.
  private func expectation(ofResult statement: Syntax) -> Expectation {
    var node = statement.parent
    while let current = node {
      if let function = current.as(FunctionDeclSyntax.self) {
        return expectation(ofType: function.signature.returnClause?.type)
      }
      if let binding = current.as(PatternBindingSyntax.self) {
        return expectation(ofType: binding.typeAnnotation?.type)
      }
      if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return .nothing }
      node = current.parent
    }
    return .nothing
  }

  private func expectation(ofType type: TypeSyntax?) -> Expectation {
    type.flatMap { value(ofType: $0)?.enumeration }.map { .keys($0) } ?? .nothing
  }
}
