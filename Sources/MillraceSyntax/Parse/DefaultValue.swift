import SwiftSyntax

// Default values. A literal has the same meaning everywhere. Any other expression gets a separate function: operators
// around it would bind to a part of it, locals of generated code would hide names in it, and `if` is an expression only where a
// value is returned. The function is called only if the value is needed.

/// The default value, for a missing member.
public struct DefaultValue: Equatable {
  public var source: String
  public var isLiteral: Bool
  /// The suffix that distinguishes its function from those of other default values.
  public var label: String

  init(_ expression: ExprSyntax, of label: String) {
    source = expression.trimmedDescription
    isLiteral = isMadeOfLiterals(expression)
    self.label = label
  }

  /// The expression for the value in generated code.
  var use: String { use(in: "Self") }

  /// The expression, where the type must be named.
  func use(in type: String) -> String { isLiteral ? source : "\(type).__default(\(label): ())" }
}

/// Whether an expression is a literal without interpolation, or an array or a dictionary of such literals.
private func isMadeOfLiterals(_ expression: ExprSyntax) -> Bool {
  if let text = expression.as(StringLiteralExprSyntax.self) {
    return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
  }
  if let array = expression.as(ArrayExprSyntax.self) {
    return array.elements.allSatisfy { isMadeOfLiterals($0.expression) }
  }
  if let dictionary = expression.as(DictionaryExprSyntax.self) {
    guard case .elements(let elements) = dictionary.content else { return true }
    return elements.allSatisfy { isMadeOfLiterals($0.key) && isMadeOfLiterals($0.value) }
  }
  return expression.is(NilLiteralExprSyntax.self) || typeOfLiteral(expression) != nil
}

/// The functions of default values that are not literals.
@Code func defaultValues(of type: CheckedType) -> [Code] {
  for field in type.fields + type.cases.flatMap(\.values) {
    if let value = field.defaultValue, !value.isLiteral, type.isReadable || field.isOmittedWhenDefault {
      block("private static func __default(\(value.label): ()) -> \(field.readType)") { value.source }
    }
  }
}
