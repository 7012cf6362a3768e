import SwiftSyntax

// Types by their text: a macro has no other information about them.

/// Raw types whose conformances the library has.
package let rawTypes: Set<String> = [
  "String", "Substring", "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt",
  "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
]

package func isOptional(_ type: TypeSyntax) -> Bool { wrappedType(ofOptional: type) != nil }

/// The type in an optional, which may be one itself, or nil if a type is not an optional.
private func wrappedType(ofOptional type: TypeSyntax) -> TypeSyntax? {
  if let optional = type.as(OptionalTypeSyntax.self) { return optional.wrappedType }
  if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
  // Without an argument it is another type with this name.
  var arguments: GenericArgumentClauseSyntax?
  if let member = type.as(MemberTypeSyntax.self), member.baseType.trimmedDescription == "Swift" {
    arguments = member.name.text == "Optional" ? member.genericArgumentClause : nil
  } else if let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional" {
    arguments = identifier.genericArgumentClause
  }
  return arguments?.arguments.first?.argument.as(TypeSyntax.self)
}

/// The reason why a type cannot be read or written, according to its text.
func unserializableType(in type: TypeSyntax) -> UnserializableType? {
  if let wrapped = wrappedType(ofOptional: type) { return unserializableType(in: wrapped) }
  if let array = type.as(ArrayTypeSyntax.self) { return unserializableType(in: array.element) }
  if let dictionary = type.as(DictionaryTypeSyntax.self) {
    let isKey = !["Double", "Float", "Bool", "Character", "Date", "Data", "Decimal"]
      .contains(dictionary.key.trimmedDescription)
    return isKey ? unserializableType(in: dictionary.value) : .key
  }
  if let attributed = type.as(AttributedTypeSyntax.self) { return unserializableType(in: attributed.baseType) }
  if type.is(FunctionTypeSyntax.self) { return .function }
  if let tuple = type.as(TupleTypeSyntax.self) {
    let elements = tuple.elements
    return elements.count == 1 ? elements.first.flatMap { unserializableType(in: $0.type) } : .tuple
  }
  if type.is(CompositionTypeSyntax.self) { return .existential }
  if let existential = type.as(SomeOrAnyTypeSyntax.self) {
    if existential.someOrAnySpecifier.tokenKind == .keyword(.some) { return nil }
    return existential.constraint.trimmedDescription == "Any" ? .any : .existential
  }
  return ["Any", "AnyObject", "AnyHashable"].contains(type.trimmedDescription) ? .any : nil
}

/// A type without optionality, with a check of each type in it that needs one; nil if none needs a check.
func checkedText(of type: TypeSyntax) -> String? {
  if let wrapped = wrappedType(ofOptional: type) { return checkedElement(wrapped) }
  if let array = type.as(ArrayTypeSyntax.self) { return checkedElement(array.element).map { "[\($0)]" } }
  if let dictionary = type.as(DictionaryTypeSyntax.self) {
    let key = dictionary.key.trimmedDescription
    let value = checkedElement(dictionary.value)
    if key == "String" { return value.map { "[String: \($0)]" } }
    return "[Millrace.__Key<\(key)>.Value: \(value ?? dictionary.value.trimmedDescription)]"
  }
  guard let name = type.as(IdentifierTypeSyntax.self) else {
    return type.is(MemberTypeSyntax.self) ? "Millrace.__Field<\(type.trimmedDescription)>.Value" : nil
  }
  if name.name.text.isScalar { return nil }
  if let arguments = name.genericArgumentClause?.arguments, ["Array", "Set"].contains(name.name.text),
    arguments.count == 1, let element = arguments.first?.argument.as(TypeSyntax.self)
  {
    return checkedElement(element).map { "\(name.name.text)<\($0)>" }
  }
  return "Millrace.__Field<\(type.trimmedDescription)>.Value"
}

/// The same for an element, which may be optional.
private func checkedElement(_ type: TypeSyntax) -> String? {
  checkedText(of: type).map { isOptional(type) ? $0 + "?" : $0 }
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

/// The generic parameters, and their associated types, that types contain.
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

  override func visit(_ node: DictionaryTypeSyntax) -> SyntaxVisitorContinueKind {
    if let key = parameter(node.key) {
      if !keys.contains(key) { keys.append(key) }
    } else {
      walk(node.key)
    }
    walk(node.value)
    return .skipChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  /// `Item.ID`, and `Item.Owner.ID`: the parameter need not be serializable for this one to be.
  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind { note(TypeSyntax(node)) }

  private func note(_ type: TypeSyntax) -> SyntaxVisitorContinueKind {
    guard let parameter = parameter(type) else { return .visitChildren }
    if !values.contains(parameter) { values.append(parameter) }
    return .skipChildren
  }

  private func parameter(_ type: TypeSyntax) -> String? {
    var root = type
    while let member = root.as(MemberTypeSyntax.self) { root = member.baseType }
    guard let name = root.as(IdentifierTypeSyntax.self)?.name.text, parameters.contains(name) else { return nil }
    return type.trimmedDescription
  }
}
