import SwiftSyntax

// The types that have a table instead of generated code.

extension Checker {
  /// Whether a table describes a type completely: a structure whose stored properties are fields of its own object,
  /// each with an offset in a value. A type with a raw value may be represented by it, which the role that adds
  /// conformances does not know.
  func canBeTable(_ type: CheckedType, _ parsed: ParsedType, in surroundings: [Syntax]) -> Bool {
    guard type.isReadable, type.isWritable, !type.isGeneric, !type.isOnlyCodable, !type.isTransparent,
      type.rawForm == nil, parsed.genericParameters.isEmpty, parsed.conditions.isEmpty,
      !surroundings.contains(where: mayBeGeneric)
    else { return false }
    let stored = parsed.properties.filter { ![.computed, .ofType].contains($0.storage) }
    return stored.count == type.fields.count && (1...mostFieldsOfTables).contains(stored.count)
      && stored.allSatisfy { $0.storage == .stored && !$0.hasAccessors && $0.foreignAttributes.isEmpty }
      && !parsed.properties.contains { $0.pattern.trimmedDescription == "rawValue" }
      && type.fields.allSatisfy { $0.path.isEmpty && !$0.isFlattened }
      // Such a field is a single call of a container, which a table cannot make.
      && !(type.isDecodable && type.fields.contains(where: \.takesNullForDefault))
  }
}

/// A table has a bit for each field.
private let mostFieldsOfTables = 64

/// Whether types within a declaration may be generic, so that they have no static stored properties. Types in an
/// extension may be.
private func mayBeGeneric(_ declaration: Syntax) -> Bool {
  if declaration.is(ExtensionDeclSyntax.self) { return true }
  return declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
}

extension ParsedProperty {
  /// Whether it has observers.
  fileprivate var hasAccessors: Bool { declaration.bindings.contains { $0.accessorBlock != nil } }
}
