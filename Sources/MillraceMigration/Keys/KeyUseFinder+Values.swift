import SwiftSyntax

extension Program {
  /// Returns the enumeration of keys that a name refers to.
  func keys(named path: [String]?, from scope: TypeID) -> Int? {
    guard let path, case .keys(let keys)? = meaning(of: path, from: scope) else { return nil }
    return keys.index
  }

  /// Returns what is known about values of a type.
  func value(ofType type: TypeSyntax, from scope: TypeID) -> KeyedValue? {
    if let optional = type.as(OptionalTypeSyntax.self) { return value(ofType: optional.wrappedType, from: scope) }
    if let attributed = type.as(AttributedTypeSyntax.self) { return value(ofType: attributed.baseType, from: scope) }
    if let array = type.as(ArrayTypeSyntax.self) {
      return keys(named: pathComponents(array.element), from: scope).map { .keys($0) }
    }
    if let index = keys(named: pathComponents(type), from: scope) { return .key(index) }
    guard let generic = type.as(IdentifierTypeSyntax.self), let arguments = generic.genericArgumentClause?.arguments,
      let argument = arguments.first?.argument.as(TypeSyntax.self)
    else { return nil }
    let index = keys(named: pathComponents(argument), from: scope)
    switch generic.name.text {
    case "KeyedDecodingContainer", "KeyedEncodingContainer": return .container(index)
    case "Optional": return value(ofType: argument, from: scope)
    case "Array", "Set", "ContiguousArray": return index.map { .keys($0) }
    default: return nil
    }
  }
}

extension KeyUseFinder {
  func keys(named path: [String]?) -> Int? { program.keys(named: path, from: scope.type) }

  func value(ofType type: TypeSyntax) -> KeyedValue? { program.value(ofType: type, from: scope.type) }

  /// Returns what is known about the value of an expression.
  func value(of expression: ExprSyntax) -> KeyedValue? {
    switch expression.kind {
    case .tryExpr: return value(of: expression.cast(TryExprSyntax.self).expression)
    case .forceUnwrapExpr: return value(of: expression.cast(ForceUnwrapExprSyntax.self).expression)
    case .optionalChainingExpr: return value(of: expression.cast(OptionalChainingExprSyntax.self).expression)
    case .inOutExpr: return value(of: expression.cast(InOutExprSyntax.self).expression)
    case .tupleExpr:
      let elements = expression.cast(TupleExprSyntax.self).elements
      return elements.count == 1 ? elements.first.flatMap { value(of: $0.expression) } : nil
    case .declReferenceExpr: return value(named: expression.cast(DeclReferenceExprSyntax.self).baseName.bare)
    case .memberAccessExpr: return value(of: expression.cast(MemberAccessExprSyntax.self))
    case .functionCallExpr: return value(of: expression.cast(FunctionCallExprSyntax.self))
    default: return nil
    }
  }

  private func value(of member: MemberAccessExprSyntax) -> KeyedValue? {
    guard let base = member.base else { return nil }
    let name = member.declName.baseName.bare
    if let index = keys(named: pathComponents(base)) {
      if name == "allCases" { return .keys(index) }
      return program.keys[index].key(of: name).map { _ in .key(index) }
    }
    if base.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" { return value(named: name) }
    switch (value(of: base), name) {
    case (.container(let index?), "allKeys"): return .keys(index)
    case (.keys(let index), "first"), (.keys(let index), "last"): return .key(index)
    default: return nil
    }
  }

  private func value(of call: FunctionCallExprSyntax) -> KeyedValue? {
    if let index = keys(named: pathComponents(call.calledExpression)) { return .key(index) }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    switch member.declName.baseName.text {
    case "container", "nestedContainer":
      guard let argument = call.arguments.first(where: { $0.label?.text == "keyedBy" })?.expression else { return nil }
      let type = argument.as(MemberAccessExprSyntax.self).flatMap {
        $0.declName.baseName.text == "self" ? $0.base : nil
      }
      return .container(keys(named: type.flatMap { pathComponents($0) }))
    case "filter", "sorted", "reversed", "dropFirst", "dropLast", "prefix", "suffix":
      if let base = member.base, case .keys(let index)? = value(of: base) { return .keys(index) }
      return nil
    case "first", "last", "min", "max", "randomElement":
      if let base = member.base, case .keys(let index)? = value(of: base) { return .key(index) }
      return nil
    default: return nil
    }
  }
}
