import SwiftSyntax

// Types by their text, which is all that a macro knows of them.

/// Raw types whose conformances the library brings.
package let rawTypes: Set<String> = [
  "String", "Substring", "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt",
  "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
]

package func isOptional(_ type: TypeSyntax) -> Bool {
  if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return true }
  if let member = type.as(MemberTypeSyntax.self) {
    return member.name.text == "Optional" && member.baseType.trimmedDescription == "Swift"
  }
  return type.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
}

/// The default type of a literal.
package func typeOfLiteral(_ expression: ExprSyntax) -> String? {
  if let negated = expression.as(PrefixOperatorExprSyntax.self), negated.operator.text == "-" {
    let type = typeOfLiteral(negated.expression)
    return type == "Int" || type == "Double" ? type : nil
  }
  switch expression.kind {
  case .integerLiteralExpr: return "Int"
  case .floatLiteralExpr: return "Double"
  case .stringLiteralExpr: return "String"
  case .booleanLiteralExpr: return "Bool"
  default: return nil
  }
}

/// The generic parameters, and the types that belong to them, that types are made of.
func usedParameters(_ parameters: [String], in types: [TypeSyntax]) -> (values: [String], keys: [String]) {
  let finder = ParameterFinder(Set(parameters))
  for type in types { finder.walk(type) }
  return (finder.values, finder.keys)
}

private final class ParameterFinder: SyntaxVisitor {
  let parameters: Set<String>
  var values: [String] = []
  var keys: [String] = []

  init(_ parameters: Set<String>) {
    self.parameters = parameters
    super.init(viewMode: .sourceAccurate)
  }

  /// `[Key: Value]`
  override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
    if let key = parameter(node.key) {
      if !keys.contains(key) { keys.append(key) }
    } else {
      walk(node.key)
    }
    walk(node.value)
    return .skipChildren
  }

  /// `Item`
  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  /// `Item.ID`: the parameter need not be serializable for this one to be.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  private func note(_ type: TypeSyntax) -> SyntaxVisitorContinueKind {
    guard let parameter = parameter(type) else { return .visitChildren }
    if !values.contains(parameter) { values.append(parameter) }
    return .skipChildren
  }

  private func parameter(_ type: TypeSyntax) -> String? {
    let root = type.as(MemberTypeSyntax.self)?.baseType ?? type
    guard let name = root.as(IdentifierTypeSyntax.self)?.name.text, parameters.contains(name) else { return nil }
    return type.trimmedDescription
  }
}
