import SwiftSyntax

extension KeyUseFinder {
  func examine(_ expression: ExprSyntax) -> SyntaxVisitorContinueKind {
    if let index = keys(named: pathComponents(expression)), !isMemberName(expression) {
      replace(expression, naming: index)
      return .skipChildren
    }
    guard let member = expression.as(MemberAccessExprSyntax.self) else { return .visitChildren }
    if member.base == nil {
      replaceImplicit(member)
    } else if member.declName.baseName.text == "allKeys", member.declName.argumentNames == nil {
      replaceAllKeys(member)
    }
    return .visitChildren
  }

  /// Types in annotations, generic arguments and extensions.
  func examine(_ type: TypeSyntax) -> SyntaxVisitorContinueKind {
    guard let index = keys(named: pathComponents(type)) else { return .visitChildren }
    switch type.parent?.kind {
    case .extensionDecl, .inheritedType: unsure(index, at: type, "extended")
    case .typeInitializerClause: unsure(index, at: type, "given another name")
    // An extension of `FieldKey` would apply to the keys of all types.
    case .typeExpr, .asExpr, .isExpr, .isTypePattern: unsure(index, at: type, "cast to")
    case .sameTypeRequirement, .conformanceRequirement:
      unsure(index, at: type, "a condition")
    default: use(index, at: type, .replace(type.range, program.fieldKey))
    }
    return .skipChildren
  }

  /// Cases of a `switch` over keys become strings. The compiler cannot check that they are exhaustive, so the last one
  /// becomes the default.
  func examine(_ node: SwitchExprSyntax) {
    guard case .key(let index)? = value(of: node.subject) else { return }
    let labels = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label }
    guard labels.count == node.cases.count else { return unsure(index, at: node, "matched with cases inside #if") }
    let hasDefault = labels.contains { $0.is(SwitchDefaultLabelSyntax.self) }
    guard !hasDefault, let last = labels.last?.as(SwitchCaseLabelSyntax.self) else { return }
    let names = last.caseItems.map { item in
      item.pattern.as(ExpressionPatternSyntax.self)?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.bare
        ?? ""
    }
    let known = names.compactMap { program.keys[index].key(of: $0) }
    guard known.count == names.count, last.caseItems.allSatisfy({ $0.whereClause == nil }) else {
      return unsure(index, at: last, "matched by other patterns than cases")
    }
    // A comment at the end of the line names the keys, if the line contains only the code of the case.
    let rest = last.end..<file.lineEnd(last.end)
    let code = last.parent?.as(SwitchCaseSyntax.self)?.statements
    let end = code.map { $0.isEmpty ? last.end : $0.start < rest.upperBound ? $0.end : last.end } ?? last.end
    var edits = [Edit.replace(last.range, "default:")]
    if end <= rest.upperBound, file.text[end..<rest.upperBound].allSatisfy({ [9, 10, 13, 32].contains($0) }) {
      edits.append(.insert("  // \(known.map(\.literal).joined(separator: ", "))", at: end))
    }
    use(index, at: last, edits)
  }

  // MARK: The enumeration by its name

  private func replace(_ name: ExprSyntax, naming index: Int) {
    let keys = program.keys[index]
    guard let parent = name.parent else { return }
    if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == name.id {
      return replace(member, of: keys, named: name)
    }
    if let call = parent.as(FunctionCallExprSyntax.self), call.calledExpression.id == name.id {
      return replace(call, of: keys, named: name)
    }
    if parent.is(GenericSpecializationExprSyntax.self) {
      return use(index, at: name, .replace(name.range, program.fieldKey))
    }
    unsure(index, at: name, "used")
  }

  /// `CodingKeys.self`, `CodingKeys.name`, `CodingKeys.name.rawValue`, `CodingKeys.allCases`
  private func replace(_ member: MemberAccessExprSyntax, of keys: KeyEnumeration, named name: ExprSyntax) {
    let word = member.declName.baseName.bare
    if word == "self" {
      guard member.parent?.as(LabeledExprSyntax.self)?.label?.text == "keyedBy" else {
        return unsure(keys.index, at: name, "passed on as a type")
      }
      return use(keys.index, at: name, .replace(name.range, program.fieldKey))
    }
    if word == "allCases" {
      return use(keys.index, at: name, .replace(member.range, "\(program.fieldKey).all(\(keys.list))"))
    }
    guard let key = keys.key(of: word) else { return unsure(keys.index, at: name, "used") }
    if let value = member.parent?.as(MemberAccessExprSyntax.self), value.base?.id == member.id {
      switch value.declName.baseName.text {
      case "rawValue": return use(keys.index, at: name, .replace(value.range, key.rawValue))
      case "stringValue": return use(keys.index, at: name, .replace(value.range, key.literal))
      default: break
      }
    }
    let isKnown = expectation(of: Syntax(member)).keys.contains(keys.index)
    let isForKey = member.parent?.as(LabeledExprSyntax.self)?.label?.text == "forKey"
    let literal = key.literal
    use(keys.index, at: name, .replace(member.range, isKnown || isForKey ? literal : "\(program.fieldKey)(\(literal))"))
  }

  /// `CodingKeys(rawValue: name)`: the result is nil for other keys than those of the enumeration.
  private func replace(_ call: FunctionCallExprSyntax, of keys: KeyEnumeration, named name: ExprSyntax) {
    guard call.arguments.count == 1, call.trailingClosure == nil, let argument = call.arguments.first,
      let label = argument.label, label.text == "rawValue" || label.text == "stringValue",
      label.text == "stringValue" || keys.cases.allSatisfy({ $0.rawValue == $0.literal })
    else { return unsure(keys.index, at: call, "created from a value that is not a string") }
    use(
      keys.index, at: name,
      [
        .replace(name.range, program.fieldKey), .remove(label.start..<argument.expression.start),
        .insert(", among: \(keys.list)", at: argument.expression.end),
      ])
  }

  // MARK: Implicit members: `.name`

  private func replaceImplicit(_ member: MemberAccessExprSyntax) {
    let name = member.declName.baseName.bare
    if name == "init", let call = member.parent?.as(FunctionCallExprSyntax.self) {
      return expectation(of: Syntax(call)).keys.forEach { unsure($0, at: member, "made without its name") }
    }
    let expectation = expectation(of: Syntax(member))
    let candidates = expectation.keys.map { program.keys[$0] }.filter { $0.key(of: name) != nil }
    guard let key = candidates.first?.key(of: name) else { return }
    guard !expectation.isGuess, candidates.allSatisfy({ $0.key(of: name)?.key == key.key }) else {
      return candidates.forEach { unsure($0.index, at: member, "perhaps meant") }
    }
    candidates.forEach { use($0.index, at: member, .replace(member.range, key.literal)) }
  }

  /// `allKeys` contains only keys that are cases of the enumeration.
  private func replaceAllKeys(_ member: MemberAccessExprSyntax) {
    guard let base = member.base else { return }
    switch value(of: base) {
    case .container(let index?)?:
      let list = program.keys[index].list
      use(index, at: member, .replace(member.declName.range, "allKeys(among: \(list))"))
    case .container(nil)?: return
    default: keysInScope.forEach { unsure($0.index, at: member, "perhaps the keys of a container") }
    }
  }

  /// The enumerations that an implicit member can refer to in this context.
  var keysInScope: [KeyEnumeration] {
    var found: [KeyEnumeration] = []
    var type = scope.type
    while true {
      found += program.keys(in: type)
      if type.path.isEmpty { return found }
      type = type.outer
    }
  }

  /// Whether an expression is the member name of a member access. The visitor handles the whole access.
  private func isMemberName(_ expression: ExprSyntax) -> Bool {
    guard let member = expression.parent?.as(MemberAccessExprSyntax.self) else { return false }
    return member.declName.id == expression.id
  }
}
