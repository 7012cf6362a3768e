import SwiftSyntax

// The types that have a table instead of generated code.

extension Checker {
  /// Returns a type that is a table, or composed by tables, if it can be.
  func choosingTable(_ type: CheckedType?, _ parsed: ParsedType) -> CheckedType? {
    guard var table = type else { return nil }
    // The role that adds conformances does not know raw values that are declared elsewhere.
    let isRawElsewhere =
      parsed.hasAssociatedValues
      ? inheritance.isRawRepresentable : table.rawForm == .chosenByCompiler && !parsed.statesRawValue
    if isRawElsewhere { table.rawForm = nil }
    table.isTable = canBeTable(table, parsed)
    table.isComposed = !table.isTable && canBeComposed(table, parsed)
    table.hasRawValueElsewhere = isRawElsewhere
    return table.isTable || table.isComposed ? table : type
  }

  /// Whether a table describes a type completely: a structure whose stored properties are fields of its own object,
  /// each with an offset in a value. A type with a raw value may be represented by it, which the role that adds
  /// conformances does not know.
  private func canBeTable(_ type: CheckedType, _ parsed: ParsedType) -> Bool {
    guard type.kind == .structure, canHaveTable(type, parsed) else { return false }
    let stored = parsed.properties.filter { ![.computed, .ofType].contains($0.storage) }
    return stored.count == type.fields.count && !stored.isEmpty
      && stored.allSatisfy { $0.storage == .stored && !$0.hasAccessors && $0.foreignAttributes.isEmpty }
      // Such a field is a single call of a container, which a table cannot make.
      && !(type.isDecodable && type.fields.contains(where: \.takesNullForDefault))
  }

  /// Whether tables describe the parts of a type's values.
  func canBeComposed(_ type: CheckedType, _ parsed: ParsedType) -> Bool {
    // An enumeration without associated values may have raw values of a type that is an alias.
    if case .enumeration = parsed.kind, !parsed.hasAssociatedValues || parsed.statesRawValue { return false }
    return canHaveTable(type, parsed) && type.hierarchy == nil
      && type.cases.allSatisfy { $0.values.count <= mostFieldsOfTables }
  }

  private func canHaveTable(_ type: CheckedType, _ parsed: ParsedType) -> Bool {
    !type.isInlined && !type.isOnlyCodable && !type.isTransparent && type.rawForm == nil
      && parsed.conditions.isEmpty
      && type.fields.count <= mostFieldsOfTables
      && type.fields.allSatisfy { $0.path.isEmpty && !$0.isFlattened }
      && !parsed.properties.contains { $0.pattern.trimmedDescription == "rawValue" }
  }
}

/// Fields of tables have indices of 16 bits.
private let mostFieldsOfTables = 65_535

extension ParsedProperty {
  /// Whether it has observers.
  fileprivate var hasAccessors: Bool { declaration.bindings.contains { $0.accessorBlock != nil } }
}

extension ParsedType {
  fileprivate var hasAssociatedValues: Bool { cases.contains { $0.element.parameterClause != nil } }
}
