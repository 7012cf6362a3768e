import SwiftDiagnostics
import SwiftSyntax

// Fix-its. After each of them the declaration compiles, except for a placeholder for text that only a person knows.

extension Checker {
  func removing(_ attribute: AttributeSyntax) -> FixIt {
    let nothing = TokenSyntax.unknown("").with(\.leadingTrivia, attribute.leadingTrivia)
    return FixIt(message: Remedy.removeAttribute, changes: [replacing(attribute, nothing)])
  }

  func inserting(_ text: String, before node: some SyntaxProtocol, _ remedy: Remedy) -> FixIt {
    FixIt(message: remedy, changes: [replacing(node, text + node.trimmedDescription)])
  }

  /// Ignores a property, which then requires a default value. There is no such fix-it for several properties that are
  /// declared together, because they cannot have attributes.
  func ignoring(_ property: ParsedProperty) -> FixIt? {
    guard property.declaration.bindings.count == 1 else { return nil }
    let first = property.declaration.firstToken(viewMode: .sourceAccurate) ?? property.declaration.bindingSpecifier
    let change =
      property.fieldAttributes.first.map { replacing($0, "@\($0.attributeName.trimmedDescription)(.ignored)") }
      ?? replacing(first, "@Field(.ignored) " + first.text)
    return FixIt(message: Remedy.ignore, changes: [change] + (givingValue(to: property).map { [$0] } ?? []))
  }

  func addingDefault(to property: ParsedProperty) -> FixIt? {
    givingValue(to: property).map { FixIt(message: Remedy.addDefault, changes: [$0]) }
  }

  /// Adds a default value to a property whose type does not imply one.
  private func givingValue(to property: ParsedProperty) -> FixIt.Change? {
    guard property.defaultValue == nil, property.isConstant || property.type.map(isOptional) != true,
      property.storage != .lazy, let last = property.type?.lastToken(viewMode: .sourceAccurate)
    else { return nil }
    return replacing(last, last.text + " = <#value#>")
  }

  private func replacing(_ node: some SyntaxProtocol, _ text: String) -> FixIt.Change {
    replacing(
      node, .unknown(text).with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia))
  }

  private func replacing(_ node: some SyntaxProtocol, _ token: TokenSyntax) -> FixIt.Change {
    .replace(oldNode: Syntax(node), newNode: Syntax(token))
  }
}
