import MillraceSyntax
import SwiftSyntax

/// A type for which the compiler synthesizes one half of `Codable` or both, or a subclass that does by hand what the macro can.
struct CodableType: Sendable {
  var declaration: TypeDeclaration
  var parsed: ParsedType
  /// The halves that the compiler synthesizes.
  var synthesized: CodableParts
  /// The halves that are implemented by hand.
  var byHand: CodableParts
  /// The halves that the declaration must state: all except those that extensions implement by hand.
  var statedHere: CodableParts
  var extensions: [Extension]
  var keys: KeyEnumeration?
  /// Whether the type's `CodingKeys` is a type alias.
  var hasKeysBehindAlias: Bool
  /// The enumeration of keys that the compiler uses, although it is more than a list of names.
  var keysOfOtherForm: String?
  /// Why the files do not tell what the compiler's code for the type does.
  var gap: String?
  /// The placeholder that the type already has.
  var waitingReason: String?
  /// The case for unknown raw values, if the hand-written initializer does nothing else than use it.
  var unknownCase: UnknownCase?
  /// The index of the file that contains its initializer.
  var fileOfUnknownCase = 0
  /// The functions of a subclass, if the macro can generate them.
  var subclassCode: SubclassCode?
  /// The custom keys of associated values, by the names of cases.
  var payloadKeys: [String: KeyEnumeration] = [:]

  /// An extension, with its part in `Codable`.
  struct Extension: Sendable {
    var declaration: TypeExtension
    /// Whether it states the conformance.
    var isStating: Bool
    /// The halves that the extension implements.
    var byHand: CodableParts
  }

  var id: TypeID { declaration.id }
  var stated: CodableParts { synthesized.union(byHand) }

  /// Returns nil if there is no part of `Codable` for the macro to generate, or if it already does.
  init?(_ declaration: TypeDeclaration, in program: Program) {
    let group = declaration.group
    guard !program.states(declaration, "CodingKey"), !declaration.isActor else { return nil }
    let attribute = group.attributes.first(where: isSerializableAttribute)?.as(AttributeSyntax.self)
    waitingReason = attribute?.placeholder
    guard attribute == nil || waitingReason != nil else { return nil }
    let inherited = group.inherited
    let extended = program.extensions(of: declaration.id)
    var stated = program.codableParts(of: inherited, from: declaration.id.outer)
    var byHand = program.partsByHand(inProtocols: inherited, from: declaration.id.outer)
      .union(CodableParts(byHandIn: group.memberBlock))
    var byHandOutside = CodableParts()
    extensions = []
    for extended in extended {
      let scope = program.scope(ofFile: extended.file)
      let parts = program.codableParts(of: extended.node.inherited, from: scope)
      let own = CodableParts(byHandIn: extended.node.memberBlock)
      extensions.append(Extension(declaration: extended, isStating: !parts.isEmpty, byHand: own))
      stated.formUnion(parts)
      byHandOutside.formUnion(own)
      byHand.formUnion(program.partsByHand(inProtocols: extended.node.inherited, from: scope))
    }
    for index in extensions.indices { extensions[index].byHand.formIntersection(stated) }
    byHand = byHand.union(byHandOutside).intersection(stated)
    if let found = Self.unknownCase(of: declaration, extended), byHand == .decodable {
      unknownCase = found.unknown
      fileOfUnknownCase = found.file
      byHand = []
      byHandOutside = []
      for index in extensions.indices { extensions[index].byHand = [] }
    }
    if let code = SubclassCode(of: declaration, in: program), stated.isSubset(of: code.inherited) {
      subclassCode = code
      (stated, byHand, byHandOutside) = (code.inherited, [], code.inherited)
    }
    guard stated != byHand else { return nil }
    let evidence = program.evidence(of: declaration, skipsSuperclass: subclassCode != nil)
    if evidence.isRawRepresentable { return nil }
    gap = evidence.gap
    self.declaration = declaration
    self.byHand = byHand
    statedHere = stated.subtracting(byHandOutside)
    synthesized = stated.subtracting(byHand)
    parsed = parseType(group, attribute: "@Serializable")
    let keysName = declaration.id.nested("CodingKeys")
    let alias = program.alias(keysName)
    hasKeysBehindAlias = alias != nil
    keys =
      alias.flatMap { program.keys(named: $0.types.first.flatMap { pathComponents($0) }, from: declaration.id) }
      .map { program.keys[$0] } ?? subclassCode?.keys ?? program.keys(keysName)
    for element in parsed.cases {
      let name = element.element.name.bare
      payloadKeys[name] = program.keys(declaration.id.nested(name.capitalizedFirst + "CodingKeys"))
    }
    let names =
      [keysName] + parsed.cases.map { declaration.id.nested($0.element.name.bare.capitalizedFirst + "CodingKeys") }
    keysOfOtherForm = names.first { program.keys($0) == nil && program.type($0) != nil }?.name
  }

  /// The case for unknown raw values of an initializer that does nothing else, and the file of that initializer.
  private static func unknownCase(
    of declaration: TypeDeclaration, _ extensions: [TypeExtension]
  ) -> (unknown: UnknownCase, file: Int)? {
    guard declaration.isEnumeration, let rawType = declaration.group.inherited.first?.trimmedDescription,
      rawTypes.contains(rawType)
    else { return nil }
    let blocks =
      [(declaration.group.memberBlock, declaration.file)] + extensions.map { ($0.node.memberBlock, $0.file) }
    for (block, file) in blocks {
      if let unknown = UnknownCase(in: block, of: declaration.id.name, rawType: rawType) { return (unknown, file) }
    }
    return nil
  }

  /// The enumerations of keys that `@Serializable` replaces.
  var ownKeys: [KeyEnumeration] { [keys].compactMap { $0 } + payloadKeys.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether it is an enumeration with raw values.
  var hasRawValues: Bool {
    guard declaration.isEnumeration, let first = parsed.inheritedTypes.first else { return false }
    return rawTypes.contains(first.trimmedDescription)
  }

  /// Whether it is an enumeration whose raw type is a type alias.
  func hasRawTypeByAnotherName(in program: Program) -> Bool {
    guard declaration.isEnumeration, !hasRawValues else { return false }
    if parsed.cases.contains(where: { $0.element.rawValue != nil }) { return true }
    guard var path = parsed.inheritedTypes.first.flatMap({ pathComponents($0) }) else { return false }
    while case .alias(let alias)? = program.meaning(of: path, from: id.outer), !alias.isProtocol,
      alias.types.count == 1,
      let next = pathComponents(alias.types[0]), next != path
    {
      path = next
    }
    if path.first == "Swift" { path.removeFirst() }
    return path.count == 1 && rawTypes.contains(path[0])
  }

  var attributeNames: [String] {
    declaration.group.attributes.compactMap { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription }
  }

  /// Whether it is nested in a private type that is itself nested, so that extensions cannot refer to it.
  var isInPrivateType: Bool {
    let surroundings = sequence(first: Syntax(declaration.node)) { $0.parent }.dropFirst()
      .compactMap { $0.asProtocol((any DeclGroupSyntax).self) }
    return surroundings.dropLast().contains { $0.modifiers.contains { $0.name.tokenKind == .keyword(.private) } }
  }

  var storedProperties: [ParsedProperty] {
    parsed.properties.filter { $0.storage == .stored || $0.storage == .reference }
  }

  /// The names of the keys that the compiler synthesizes.
  var namesOfKeys: [String] {
    declaration.isEnumeration ? parsed.cases.map(\.element.name.bare) : storedProperties.compactMap(\.name)
  }

  /// Whether synthesized code reads and writes a property.
  func isField(_ property: ParsedProperty) -> Bool {
    guard let name = property.name else { return true }
    if let subclassCode { return subclassCode.fields[name] != nil }
    return keys.map { $0.key(of: name) != nil } ?? true
  }

  /// The key of a property, if it is named.
  func key(of property: String) -> KeyEnumeration.Case? {
    subclassCode.map { $0.fields[property] } ?? keys?.key(of: property)
  }
}

extension ParsedProperty {
  /// The name without backticks, or nil for other patterns.
  var name: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.bare }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

func isSerializableAttribute(_ element: AttributeListSyntax.Element) -> Bool {
  guard let name = element.as(AttributeSyntax.self)?.attributeName else { return false }
  return pathComponents(name)?.last == "Serializable"
}

extension AttributeSyntax {
  /// The text of an editor placeholder among the arguments.
  fileprivate var placeholder: String? {
    let text = arguments?.trimmedDescription ?? ""
    return text.hasPrefix("<#") && text.hasSuffix("#>") ? String(text.dropFirst(2).dropLast(2)) : nil
  }
}

extension CodableParts {
  /// The halves of `Codable` that the members implement.
  init(byHandIn block: MemberBlockSyntax) {
    self = []
    for member in block.members.map(\.decl) { formUnion(CodableParts(byHand: member)) }
  }

  /// The half of `Codable` that a member implements, or the halves within `#if`.
  init(byHand member: DeclSyntax) {
    self = []
    if let initializer = member.as(InitializerDeclSyntax.self) {
      if isForCoder(initializer.signature, label: "from", "Decoder") { insert(.decodable) }
    } else if let function = member.as(FunctionDeclSyntax.self), function.name.text == "encode" {
      if isForCoder(function.signature, label: "to", "Encoder") { insert(.encodable) }
    } else if let condition = member.as(IfConfigDeclSyntax.self) {
      for clause in condition.clauses {
        guard case .decls(let members) = clause.elements else { continue }
        formUnion(CodableParts(byHandIn: MemberBlockSyntax(members: members)))
      }
    }
  }
}
