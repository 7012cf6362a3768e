import SwiftParser
import SwiftSyntax

/// Adds products of the library to the targets of a package manifest, and the library to the package.
///
/// - Parameters:
///   - text: The text of a `Package.swift`.
///   - products: The names of products, by the names of targets.
/// - Returns: The new text, or nil if a target or its dependencies are not written as literals.
package func manifest(_ text: String, adding products: [String: [String]]) -> String? {
  let finder = CallFinder(viewMode: .sourceAccurate)
  finder.walk(Parser.parse(source: text))
  var edits: [Edit] = []
  for (target, names) in products.sorted(by: { $0.key < $1.key }) {
    guard let call = finder.targets.first(where: { $0.literal("name") == target }) else { return nil }
    let present = call.argument("dependencies")?.expression.trimmedDescription ?? ""
    let added = names.filter { !present.contains("\"\($0)\"") }
      .map { ".product(name: \"\($0)\", package: \"millrace\")" }
    guard let edit = call.adding(added, after: "name") else { return nil }
    edits += edit
  }
  guard let package = finder.package else { return nil }
  let present = package.argument("dependencies")?.expression.trimmedDescription ?? ""
  if !edits.isEmpty, !present.contains("millrace") {
    let dependency = ".package(url: \"https://github.com/millrace/millrace.git\", branch: \"main\")"
    // The arguments before the dependencies may be missing.
    let label = ["products", "providers", "pkgConfig", "platforms", "defaultLocalization", "name"]
      .first { package.argument($0) != nil }
    guard let label, let edit = package.adding([dependency], after: label) else { return nil }
    edits += edit
  }
  return String(decoding: edits.applied(to: Array(text.utf8)), as: UTF8.self)
}

private final class CallFinder: SyntaxVisitor {
  var targets: [FunctionCallExprSyntax] = []
  var package: FunctionCallExprSyntax?

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    if name == "Package" { package = node }
    if ["target", "executableTarget", "testTarget"].contains(name.drop { $0 == "." }), name.hasPrefix(".") {
      targets.append(node)
    }
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  fileprivate func argument(_ label: String) -> LabeledExprSyntax? { arguments.first { $0.label?.text == label } }

  /// Adds elements to the array of the argument `dependencies`, or adds this argument after another one.
  fileprivate func adding(_ elements: [String], after label: String) -> [Edit]? {
    if elements.isEmpty { return [] }
    let list = elements.joined(separator: ", ")
    guard let dependencies = argument("dependencies") else {
      guard let previous = argument(label) else { return nil }
      return [.insert(", dependencies: [\(list)]", at: previous.expression.end)]
    }
    guard let array = dependencies.expression.as(ArrayExprSyntax.self) else { return nil }
    guard let last = array.elements.last else { return [.insert(list, at: array.leftSquare.end)] }
    return [.insert((last.trailingComma == nil ? ", " : " ") + list, at: last.end)]
  }
}
