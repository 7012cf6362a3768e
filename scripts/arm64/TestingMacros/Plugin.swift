@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntax
import SwiftSyntaxMacros

@main
struct TestingPlugin: PluginProvider {
  struct UnknownMacro: Error { var name: String }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    switch typeName {
    case "TestMacro": TestMacro.self
    case "SuiteMacro": SuiteMacro.self
    case "CallMacro": CallMacro.self
    case "LocationMacro": LocationMacro.self
    default: throw UnknownMacro(name: "\(moduleName).\(typeName)")
    }
  }

  static func main() throws {
    let connection = try StandardIOMessageConnection()
    try CompilerPluginMessageListener(connection: connection, provider: TestingPlugin()).main()
  }
}

/// A suite has no code of its own: each of its tests makes a value of it.
struct SuiteMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) -> [DeclSyntax] { [] }
}

/// `#expect(…)` becomes `Testing.__expect(…, text: "…", location: …)`.
struct CallMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax {
    var arguments = node.arguments.map { "\($0.label.map { "\($0.text): " } ?? "")\($0.expression.trimmed)" }
    let text = node.arguments.first.map { "\($0.expression.trimmed)" } ?? ""
    if var closure = node.trailingClosure {
      // A process that is copied has the variables that the closure captures.
      if node.arguments.first?.label?.text == "processExitsWith" { closure.signature = nil }
      arguments.append("performing: \(closure.trimmed)")
    }
    arguments += node.additionalTrailingClosures.map { "\($0.label.text): \($0.closure.trimmed)" }
    arguments.append("text: \(StringLiteralExprSyntax(content: text))")
    arguments.append("location: \(location(of: node, in: context))")
    return "Testing.__\(raw: node.macroName.text)(\(raw: arguments.joined(separator: ", ")))"
  }
}

struct LocationMacro: ExpressionMacro {
  static func expansion(
    of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
  ) -> ExprSyntax { location(of: node, in: context) }
}

private func location(of node: some SyntaxProtocol, in context: some MacroExpansionContext) -> ExprSyntax {
  guard let location = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else {
    return #"Testing.SourceLocation(file: "", line: 0)"#
  }
  return "Testing.SourceLocation(file: \(location.file), line: \(location.line))"
}
