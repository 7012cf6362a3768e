import SwiftSyntax
import SwiftSyntaxMacros

/// Makes a function that registers the test, and puts its address into the section `millrace_tests`.
struct TestMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let function = declaration.as(FunctionDeclSyntax.self) else { return [] }
    let suite = context.lexicalContext.first.flatMap(name(ofType:))
    let test = Test(function: function, suite: suite, attribute: node)
    let suites = context.lexicalContext.reversed().compactMap(name(ofType:))
    let name = (suites + [function.name.text.filter { $0 != "`" }]).joined(separator: "/")
    let modifier = suite == nil ? "" : "static "
    let run = context.makeUniqueName("run")
    return [
      "private nonisolated \(raw: modifier)func \(run)() async throws { \(raw: test.calls) }",
      """
      @section("millrace_tests") @used private nonisolated \(raw: modifier)let \(context.makeUniqueName("test")): \
      @convention(c) () -> Void = {
        Testing.__register(\(StringLiteralExprSyntax(content: name)), [\(raw: test.traits)], \(raw: suite.map { "\($0)." } ?? "")\(run))
      }
      """,
    ]
  }

  private static func name(ofType node: Syntax) -> String? {
    if let type = node.asProtocol((any NamedDeclSyntax).self), node.asProtocol((any DeclGroupSyntax).self) != nil {
      return type.name.text
    }
    return node.as(ExtensionDeclSyntax.self).map { "\($0.extendedType.trimmed)" }
  }
}

private struct Test {
  let function: FunctionDeclSyntax
  let suite: String?
  private let collections: [ExprSyntax]
  let traits: String

  init(function: FunctionDeclSyntax, suite: String?, attribute: AttributeSyntax) {
    self.function = function
    self.suite = suite
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    let first = arguments.firstIndex { $0.label?.text == "arguments" } ?? arguments.endIndex
    collections = arguments[first...].map(\.expression.trimmed)
    traits = arguments[..<first].filter { !$0.expression.is(StringLiteralExprSyntax.self) }
      .map { "\($0.expression.trimmed)" }.joined(separator: ", ")
  }

  /// The loops over the arguments around a call.
  var calls: String {
    let parameters = function.signature.parameterClause.parameters.count
    if collections.isEmpty { return call([]) }
    if collections.count == 2 {
      return """
        for first in (\(collections[0])) {
          for second in (\(collections[1])) { await Testing.__run((first, second)) { \(call(["first", "second"])) } }
        }
        """
    }
    let values = parameters == 1 ? ["first"] : (0..<parameters).map { "first.\($0)" }
    return "for first in (\(collections[0])) { await Testing.__run(first) { \(call(values)) } }"
  }

  private func call(_ values: [String]) -> String {
    let arguments = zip(function.signature.parameterClause.parameters, values).map { parameter, value in
      parameter.firstName.text == "_" ? value : "\(parameter.firstName.text): \(value)"
    }
    let call = "\(function.name.text)(\(arguments.joined(separator: ", ")))"
    let isStatic = function.modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
    guard let suite, !isStatic else { return "_ = try await \(suite.map { "\($0)." } ?? "")\(call)" }
    return "var suite = try await \(suite)(); _ = try await suite.\(call)"
  }
}
