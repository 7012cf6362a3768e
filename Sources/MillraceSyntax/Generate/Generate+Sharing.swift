// The functions by which generated types declare their members in an object that they share with other values.

extension CheckedType {
  /// Whether it shares objects with other values in a way of its own, so that these functions are generated.
  var sharesObjects: Bool {
    guard isReadable else { return false }
    if hierarchy != nil { return true }
    if isTransparent { return fields.contains { !$0.wrappedType.isScalarOrArray } }
    if case .variants(let representation) = kind {
      return representation.hasMembersOfCase || !contentsInObject(representation).isEmpty
    }
    return fields.contains { $0.isFlattened || !$0.path.isEmpty }
  }
}

/// The functions of a structure with flattened fields.
@Code func membersOfFlattened(of type: CheckedType) -> [Code] {
  let flattened = type.fields.filter(\.isFlattened)
  if !flattened.isEmpty {
    declareHasField(type) { hasField("fieldTable.contains(name)", type) }
    declareHasMember(type) {
      (["Self.fieldTable.contains(name)"] + flattened.map { "\($0.written).hasMember(named: name)" })
        .joined(separator: " || ")
    }
    declareCollectedMembers(type, flattened.map(\.readType))
  }
}

/// `__hasMembers(inObjectAt:)` of a type with fields in nested objects, or with flattened fields, which can have some.
@Code func membersInObjects(of type: CheckedType) -> [Code] {
  let paths = Set(type.fields.flatMap { field in field.path.indices.map { Array(field.path[...$0]) } })
  let flattened = type.fields.filter(\.isFlattened).map { "\($0.readType).__hasMembers(inObjectAt: path)" }
  let isInherited = type.hierarchy?.hasSuperclass == true
  if !paths.isEmpty || !flattened.isEmpty {
    let requirement = requirement("Millrace.Readable", of: type)
    let heading =
      type.hierarchy == nil ? "\(access(type))static func" : "\(overridable(type))class func"
    block("\(heading) __hasMembers(inObjectAt path: [Swift.String]) -> Swift.Bool\(requirement)") {
      let literals = paths.map { "[\($0.map(swiftLiteral).joined(separator: ", "))]" }.sorted()
      let own = literals.isEmpty ? [] : ["[\(literals.joined(separator: ", "))].contains(path)"]
      (own + flattened + (isInherited ? ["super.__hasMembers(inObjectAt: path)"] : [])).joined(separator: " || ")
    }
  } else if type.hierarchy?.hasSuperclass == false {
    block("\(overridable(type))class func __hasMembers(inObjectAt path: [Swift.String]) -> Swift.Bool") { "false" }
  }
}

/// Whether a name is one of these fields, or can be one of a flattened field.
func hasField(_ own: String, _ type: CheckedType, inherited: [String] = []) -> String {
  let flattened = type.fields.filter(\.isFlattened).map { "\($0.readType).hasField(named: name)" }
  return ([own] + flattened + inherited).joined(separator: " || ")
}

extension CheckedType {
  /// The associated values whose members are members of the enumeration's object.
  func contentsInObject(_ representation: Representation) -> [CheckedField] {
    cases.filter { element in
      switch representation {
      case .tag, .untagged: true
      case .key, .tagAndContent, .string: element.isUnknown
      }
    }.compactMap(\.content).filter { !$0.wrappedType.isScalarOrArray }
  }
}

/// The functions of an enumeration whose members depend on the case.
@Code func membersOfCases(of type: CheckedType, _ representation: Representation) -> [Code] {
  let contents = type.contentsInObject(representation)
  let isOneOfCase = representation.hasMembersOfCase
  if isOneOfCase {
    declareHasField(type) {
      let names = type.cases.filter { $0.content == nil }.flatMap { $0.values.map(\.name) }
      var known: [String] = []
      for name in representation.tags + names where !known.contains(name) { known.append(name) }
      return (["\(fieldTable(known)).contains(name)"] + contents.map { "\($0.readType).hasField(named: name)" })
        .joined(separator: " || ")
    }
  }
  if isOneOfCase || !contents.isEmpty {
    declareHasMember(type) {
      "switch self {"
      for element in type.cases {
        let isContent = element.content.map(contents.contains) ?? false
        "case \(isContent ? element.pattern : ".\(element.identifier)"): return \(isMember(of: element, representation, contents))"
      }
      "}"
    }
  }
  if !contents.isEmpty { declareCollectedMembers(type, contents.map(\.readType)) }
}

/// The expression for whether a name is that of a member of a case.
private func isMember(of element: CheckedCase, _ representation: Representation, _ contents: [CheckedField]) -> String {
  if let content = element.content, contents.contains(content) {
    let own = element.isUnknown ? [] : representation.tags.map { "name == \(swiftLiteral($0)) || " }
    return own.joined() + "\(content.local).hasMember(named: name)"
  }
  guard representation.hasMembersOfCase else { return "Self.fieldTable.contains(name)" }
  let names = element.content == nil ? element.values.map(\.name) : []
  let tags = representation.tags
  return names.isEmpty && tags.isEmpty ? "false" : "\(fieldTable(tags + names)).contains(name)"
}

extension Representation {
  /// Whether the values of the case are members of the enumeration's object.
  fileprivate var hasMembersOfCase: Bool {
    switch self {
    case .tag, .untagged: true
    case .key, .tagAndContent, .string: false
    }
  }

  /// The names of the members that are in the object beside the values of the case.
  var tags: [String] {
    if case .tag(let tag) = self { [tag] } else { [] }
  }
}

private func declareHasField(_ type: CheckedType, _ value: () -> String) -> Code {
  let requirement = requirement("Millrace.Readable", of: type)
  return block("\(access(type))static func hasField(named name: Swift.String) -> Swift.Bool\(requirement)") { value() }
}

private func declareHasMember(_ type: CheckedType, @Code _ body: () -> Code) -> Code {
  let requirement = requirement("Millrace.Readable", of: type)
  return block("\(access(type))func hasMember(named name: Swift.String) -> Swift.Bool\(requirement)", body)
}

/// - Parameter parts: The types of the parts that can contain members in place of the type.
private func declareCollectedMembers(_ type: CheckedType, _ parts: [String]) -> Code {
  var types: [String] = []
  for part in parts where !types.contains(part) { types.append(part) }
  let requirement = requirement("Millrace.Readable", of: type)
  return block("\(access(type))static func __collectedMembers() -> Millrace.__CollectedMembers\(requirement)") {
    "\(types.map { "\($0).__collectedMembers() != .none" }.joined(separator: " || ")) ? .some : .none"
  }
}

/// The functions of a type that is read and written as its only field.
@Code func membersOfTransparent(_ type: CheckedType, being field: CheckedField) -> [Code] {
  if !field.wrappedType.isScalarOrArray {
    declareHasField(type) { "\(field.readType).hasField(named: name)" }
    declareHasMember(type) { "\(field.written).hasMember(named: name)" }
    declareCollectedMembers(type, [field.readType])
    declareSharedReading(type) {
      let label = type.needsInitializer ? field.local : field.argumentLabel
      let value = "try reader.__readShared(\(field.readType).self, besides: belongsToOthers)"
      returnValue("Self(\(label): \(value))", of: type)
    }
  }
}
