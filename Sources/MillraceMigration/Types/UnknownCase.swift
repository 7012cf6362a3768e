import SwiftSyntax

// An `init(from:)` of an enumeration with raw values that only replaces unknown values by one case:
//
//     init(from decoder: any Decoder) throws {
//       self = try State(rawValue: decoder.singleValueContainer().decode(String.self)) ?? .unknown
//     }
//
// in one expression, or with constants for its parts. `@Case(.unknown)` has the same effect.

/// The initializer of an enumeration with raw values that has a case for unknown ones.
struct UnknownCase: Sendable {
  /// The case without backticks.
  var name: String
  var initializer: InitializerDeclSyntax

  /// Returns nil if none of the members is such an initializer.
  init?(in block: MemberBlockSyntax, of type: String, rawType: String) {
    let initializers = block.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
    for initializer in initializers where CodableParts(byHand: DeclSyntax(initializer)) == .decodable {
      guard let name = unknownCase(of: initializer, of: type, rawType: rawType) else { continue }
      self.name = name
      self.initializer = initializer
      return
    }
    return nil
  }
}

/// Returns the case that an initializer uses for unknown values.
private func unknownCase(of initializer: InitializerDeclSyntax, of type: String, rawType: String) -> String? {
  guard let parameter = initializer.signature.parameterClause.parameters.first, let body = initializer.body,
    initializer.attributes.isEmpty
  else { return nil }
  let decoder = (parameter.secondName ?? parameter.firstName).text
  var names: [String: String] = [:]
  var statements = body.statements.map { Syntax($0.item) }
  guard let last = statements.popLast() else { return nil }
  for statement in statements {
    guard let variable = statement.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let name = binding.pattern.as(IdentifierPatternSyntax.self),
      let value = binding.initializer?.value
    else { return nil }
    names[name.identifier.text] = essence(of: Syntax(value), names)
  }
  let text = essence(of: last, names)
  for call in [type, "Self", "\(type).init", "Self.init", ".init"] {
    for raw in [rawType, "RawValue", "Self.RawValue", "\(type).RawValue"] {
      let start = "self=\(call)(rawValue:\(decoder).singleValueContainer().decode(\(raw).self))??"
      guard text.hasPrefix(start) else { continue }
      let rest = text.dropFirst(start.count)
      for prefix in ["Self.", "\(type).", "."] where rest.hasPrefix(prefix) {
        let name = rest.dropFirst(prefix.count).filter { $0 != "`" }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : nil
      }
    }
  }
  return nil
}

/// The tokens of an expression without `try`, and with constants replaced by their values.
private func essence(of node: Syntax, _ names: [String: String]) -> String {
  var text = ""
  var follows = false
  for token in node.tokens(viewMode: .sourceAccurate) where token.tokenKind != .keyword(.try) {
    // Member names after a dot, and labels, are not constants.
    let isLabel = token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .colon
    text += follows || isLabel ? token.text : names[token.text] ?? token.text
    follows = token.tokenKind == .period
  }
  return parenthesesRemoved(text)
}

/// Removes the parentheses of `(a)(b:c)`, which were needed for `try`.
private func parenthesesRemoved(_ text: String) -> String {
  let parts = text.split(separator: ")??")
  guard text.hasPrefix("self=("), parts.count == 2 else { return text }
  return "self=\(parts[0].dropFirst(6))??\(parts[1])"
}
