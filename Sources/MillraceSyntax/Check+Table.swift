import SwiftSyntax

// Which types have a table instead of generated code.

extension Checker {
  /// Whether a table describes a type completely: a structure whose stored properties are fields without options, each with a place of
  /// its own in a value. A type with a raw value may be represented by it, which the role that adds conformances does not know.
  func canBeTable(_ type: CheckedType, _ parsed: ParsedType, in surroundings: [Syntax]) -> Bool {
    guard type.isReadable, type.isWritable, !type.isGeneric, !type.isOnlyCodable, !type.isTransparent,
      type.rawForm == nil, parsed.genericParameters.isEmpty, parsed.conditions.isEmpty,
      !surroundings.contains(where: mayBeGeneric)
    else { return false }
    let stored = parsed.properties.filter { ![.computed, .ofType].contains($0.storage) }
    return stored.count == type.fields.count && (1...mostFieldsOfTables).contains(stored.count)
      && stored.allSatisfy { $0.storage == .stored && !$0.hasAccessors && $0.foreignAttributes.isEmpty }
      && !parsed.properties.contains { $0.pattern.trimmedDescription == "rawValue" }
      && type.fields.allSatisfy(\.isPlainInTables)
  }
}

/// A table has a bit for each field.
private let mostFieldsOfTables = 64

/// Whether types within a declaration may be generic, which have no static stored properties. Of an extension it is not known.
private func mayBeGeneric(_ declaration: Syntax) -> Bool {
  if declaration.is(ExtensionDeclSyntax.self) { return true }
  return declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
}

extension CheckedField {
  /// Whether it has no options but its names and its default value.
  fileprivate var isPlainInTables: Bool {
    method == .plain && path.isEmpty
      && ![isFlattened, takesNullForDefault, isOmittedWhenDefault, writesNull].contains(true)
  }
}

extension ParsedProperty {
  /// Whether it has observers.
  fileprivate var hasAccessors: Bool { declaration.bindings.contains { $0.accessorBlock != nil } }
}
