import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

// Second step: all errors are reported at once with their location, and a correct declaration becomes a `CheckedType`.

/// Checks a declaration.
///
/// - Parameters:
///   - surroundings: The declarations around the type, the innermost first.
///   - inheritance: The conformances that a class inherits.
///   - placeOf: the place of a field in its file.
/// - Returns: The type, and its mistakes. If there are any, only the declarations of the type's functions are valid.
public func check(
  _ parsed: ParsedType, in surroundings: [Syntax] = [], inheriting inheritance: Inheritance = Inheritance(),
  placeOf: ((Syntax) -> SourcePlace?)? = nil
) -> (type: CheckedType?, diagnostics: [Diagnostic]) {
  var checker = Checker(placeOf: placeOf)
  checker.inheritance = inheritance
  var type = checker.check(parsed, in: surroundings)
  let diagnostics = checker.diagnostics.sorted { $0.position < $1.position }
  if !checker.canBeExtended { type = nil }
  if checker.isLeftToCompiler || !diagnostics.isEmpty {
    type?.hasMistakes = true
    type?.isTable = false
    type?.isComposed = false
    type?.fields = []
    type?.constrainedTypes = []
    type?.constrainedKeys = []
  }
  return (type, diagnostics)
}

/// Checks the place of an attribute that `@Serializable` reads.
///
/// - Parameters:
///   - isRight: Whether the attribute is on a declaration that it `goesOn`.
///   - surroundings: The declarations around that declaration, the innermost first.
public func checkPlace(
  of attribute: AttributeSyntax, isRight: Bool, goesOn kind: String, in surroundings: [Syntax]
) -> [Diagnostic] {
  var checker = Checker()
  let name = attribute.attributeName.trimmedDescription
  if isRight {
    guard let type = surroundings.first?.asProtocol((any DeclGroupSyntax).self),
      let typeName = type.asProtocol((any NamedDeclSyntax).self)?.name.text, !type.attributes.contains(where: isOurs)
    else { return [] }
    checker.report(.attributeWithoutSerializable(name, typeName), at: attribute, checker.removing(attribute))
    return checker.diagnostics
  }
  checker.report(.attributeOnWrongDeclaration(name, is: kind), at: attribute, checker.removing(attribute))
  return checker.diagnostics
}

/// Whether an attribute belongs to a macro that reads `@Field` and `@Case`.
private func isOurs(_ element: AttributeListSyntax.Element) -> Bool {
  guard let name = element.as(AttributeSyntax.self)?.attributeName.trimmedDescription else {
    return element.is(IfConfigDeclSyntax.self)
  }
  return ["Serializable", "Readable", "Writable"].contains(name.split(separator: ".").last.map(String.init))
}

struct Checker {
  var diagnostics: [Diagnostic] = []
  var settings = TypeSettings()
  var inheritance = Inheritance()
  var placeOf: ((Syntax) -> SourcePlace?)?
  /// Whether there is an error that the compiler reports, such as an argument that no macro has.
  var isLeftToCompiler = false
  /// The names of the type's generic parameters.
  var genericParameters: [String] = []
  /// Whether `init(from:)` of `Decodable` is to be generated, so that all fields must be decodable.
  var needsDecodable = false
  /// Whether `encode(to:)` of `Encodable` is to be generated, so that all fields must be encodable.
  var needsEncodable = false
  /// Whether values are created by the compiler's memberwise initializer.
  var isMadeByCompiler = false
  /// Whether it is a class whose functions are nonisolated, according to its attributes.
  var isFreeClass = false
  /// Whether the type is nonisolated, according to its declaration.
  var isNonisolated = false
  /// Whether extensions can add conformances to the type.
  var canBeExtended = true
  /// Whether values are created only by the type's own initializers, which set ignored properties as well.
  var isInitializedByHand = false

  mutating func report(_ mistake: Mistake, at node: some SyntaxProtocol, _ fixIts: FixIt?...) {
    diagnostics.append(Diagnostic(node: node, message: mistake, fixIts: fixIts.compactMap(\.self)))
  }

  /// Conformances are in extensions, which must be able to name the type.
  mutating func checkPlace(_ parsed: ParsedType, _ surroundings: [Syntax]) {
    let functions: [SyntaxKind] = [.functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr]
    if surroundings.contains(where: { functions.contains($0.kind) }) {
      // The compiler reports that it cannot have an extension.
      canBeExtended = false
    } else if settings.codable == nil, !surroundings.isEmpty, let modifier = parsed.privateModifier {
      canBeExtended = false
      report(.privateNestedType(parsed.name), at: modifier, inserting("file", before: modifier, .makeFileprivate))
    }
  }

  mutating func check(_ written: ParsedType, in surroundings: [Syntax]) -> CheckedType? {
    var parsed = written
    if parsed.access.isEmpty { parsed.access = defaultAccess(in: surroundings, of: parsed) }
    settings = checkTypeArguments(parsed.attribute)
    genericParameters = parsed.genericParameters
    isNonisolated = isDeclaredNonisolated(parsed, in: surroundings)
    let isDecodable = parsed.states("Codable") || parsed.states("Decodable") || inheritsDecodable
    let isEncodable = parsed.states("Codable") || parsed.states("Encodable") || inheritsEncodable
    needsDecodable = isDecodable && !parsed.hasDecodingInitializer
    needsEncodable = isEncodable && !parsed.hasEncodingMethod
    isInitializedByHand =
      !settings.isReadable || settings.codable != nil && (!isDecodable || parsed.hasDecodingInitializer)
    checkPlace(parsed, surroundings)
    for condition in parsed.conditions { report(.conditional, at: condition) }
    switch parsed.kind {
    case .other(let keyword):
      report(.notSerializable(keyword: keyword), at: parsed.keyword, removing(parsed.attribute))
      return nil
    case .enumeration:
      return choosingTable(checkEnumeration(parsed), parsed)
    case .class:
      isFreeClass = parsed.isolation == nil && settings.codable == nil
      return checkRawValue(parsed, .class) ?? choosingTable(checkClass(parsed), parsed)
    case .structure:
      if let type = checkRawValue(parsed, .structure) { return type }
      isMadeByCompiler = !parsed.hasInitializer
      var type = checkRecord(parsed, .structure)
      if settings.codable != nil { placeInitializer(of: &type, parsed, in: surroundings) }
      return choosingTable(type, parsed)
    }
  }

  /// The access of a type that states none: the members of a `public extension` are public.
  private func defaultAccess(in surroundings: [Syntax], of parsed: ParsedType) -> String {
    let levels: Set = ["private", "fileprivate", "internal"]
    guard let extended = surroundings.first?.as(ExtensionDeclSyntax.self), levels.isDisjoint(with: parsed.modifiers)
    else { return "" }
    return extended.modifiers.map(\.name.text).first { $0 == "public" || $0 == "package" } ?? ""
  }

  /// Whether a type is nonisolated despite another default isolation: by its declaration or that of a type around it,
  /// because it is in an actor, or because it conforms to a protocol whose conformances are nonisolated.
  private func isDeclaredNonisolated(_ parsed: ParsedType, in surroundings: [Syntax]) -> Bool {
    if parsed.isolation != nil { return false }
    if parsed.modifiers.contains("nonisolated") || sendableProtocols.contains(where: parsed.states) { return true }
    guard let surrounding = surroundings.first else { return false }
    let modifiers = surrounding.asProtocol((any WithModifiersSyntax).self)?.modifiers
    return surrounding.is(ActorDeclSyntax.self) || modifiers?.contains { $0.name.text == "nonisolated" } == true
  }

  /// The checks and properties that all kinds of types have in common.
  mutating func checkedType(_ parsed: ParsedType, _ kind: CheckedType.Kind, types: [TypeSyntax]) -> CheckedType {
    let parameters =
      settings.codable == nil ? usedParameters(parsed.genericParameters, in: types) : (values: [], keys: [])
    let protocols = Set(parsed.inheritedTypes.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
    if let argument = settings.codable, protocols.isDisjoint(with: ["Codable", "Decodable", "Encodable"]),
      !inheritsDecodable, !inheritsEncodable
    {
      report(.notCodable(parsed.name), at: argument)
    }
    if !settings.isWritable, !protocols.isDisjoint(with: ["Codable", "Encodable"]) {
      report(.statesOtherHalf(parsed.name, "Encodable", attribute: "Readable"), at: parsed.keyword)
    }
    if !settings.isReadable, !protocols.isDisjoint(with: ["Codable", "Decodable"]) {
      report(.statesOtherHalf(parsed.name, "Decodable", attribute: "Writable"), at: parsed.keyword)
    }
    // Hand-written functions may use them.
    let mayHaveKeys = settings.codable != nil && (parsed.hasDecodingInitializer || parsed.hasEncodingMethod)
    if needsDecodable || needsEncodable, !mayHaveKeys, let keys = parsed.codingKeys {
      report(.codingKeys(parsed.name), at: keys)
    }
    return CheckedType(
      kind: kind,
      name: parsed.name,
      access: parsed.access == "open" ? "public" : parsed.access,
      constrainedTypes: parameters.values,
      constrainedKeys: parameters.keys,
      rejectsUnknownFields: settings.unknownFields != nil,
      isValidated: settings.isValidated,
      isDecodable: needsDecodable,
      isEncodable: needsEncodable,
      isOnlyCodable: settings.codable != nil,
      isolation: parsed.isolation,
      isNonisolated: isNonisolated,
      isInlined: settings.isInlined,
      isReadable: settings.isReadable,
      isWritable: settings.isWritable,
      usesDeprecated: parsed.hasDeprecatedMembers)
  }

  // MARK: Structures and classes

  mutating func checkRecord(_ parsed: ParsedType, _ kind: CheckedType.Kind) -> CheckedType? {
    let isTransparent = settings.word == "transparent"
    if let representation = settings.representation, !isTransparent {
      let name = kind == .structure ? "a structure" : "a class"
      report(.wrongArgument(representation.trimmedDescription, on: name), at: representation)
    }
    var fields: [CheckedField] = []
    var types: [TypeSyntax] = []
    var names = NameTree()
    for property in parsed.properties {
      guard let field = checkProperty(property) else { continue }
      if case .strategy = field.method {} else if let type = property.type { types.append(type) }
      let place = property.fieldAttributes.first.map(Syntax.init) ?? Syntax(property.pattern)
      if !field.isFlattened {
        for name in [field.name] + field.aliases {
          if let other = names.insert(field.path + [name], of: field.property) {
            report(.nameIsTaken((field.path + [name]).joined(separator: "/"), by: other), at: place)
          }
        }
      }
      if field.isFlattened, settings.unknownFields != nil { report(.flattenedWithoutUnknown, at: place) }
      if field.isFlattened, field.type == parsed.name { report(.flattenedIntoItself(parsed.name), at: place) }
      fields.append(field)
    }
    var type = checkedType(parsed, kind, types: types)
    if type.isDecodable || type.isEncodable { checkForCodable(parsed, fields) }
    type.fields = fields
    type.isTransparent = isTransparent
    if hasRawValue(parsed) {
      if let argument = settings.codable { report(.wrongArgument(".codable", on: kindWithRawValue), at: argument) }
      if kind == .class, !parsed.modifiers.contains("final") {
        let remedy = inserting("final ", before: parsed.keyword, .makeFinal)
        report(.notFinal("raw-valued", parsed.name), at: parsed.keyword, remedy)
      }
      type.rawForm = .chosenByCompiler
    }
    type.hasConstants = parsed.properties.contains { $0.storage == .stored && $0.isConstant && $0.defaultValue != nil }
    if let argument = settings.representation, isTransparent, fields.count != 1 || !fields[0].isPlain {
      report(.notOneField(parsed.name), at: argument)
    }
    if type.isOnlyCodable, type.isDecodable != type.isEncodable {
      checkCodingKeys(of: parsed, names: fields.map { ($0.bareProperty, $0.name) })
    }
    type.needsInitializer = !type.isOnlyCodable && type.isReadable && (kind != .structure || parsed.hasInitializer)
    return type
  }

  /// Some options are only available for Millrace's readers and writers.
  mutating func checkForCodable(_ parsed: ParsedType, _ fields: [CheckedField]) {
    for field in fields {
      let what: String
      switch field.method {
      case .plain: continue
      case .lossy: what = ".lossy"
      case .strategy: what = "using:"
      }
      let property = parsed.properties.first { $0.pattern.trimmedDescription == field.property }
      if let attribute = property?.fieldAttributes.first { report(.notForCodable(what), at: attribute) }
    }
  }
}

/// The names in an object, and in the objects within it that paths lead through.
struct NameTree {
  private var owners: [[String]: String] = [:]

  /// Adds a name, whose last component is that of a field.
  ///
  /// - Returns: The property that the name, or a prefix of it, already belongs to.
  mutating func insert(_ path: [String], of property: String) -> String? {
    for length in 1..<path.count {
      if let owner = owners[Array(path.prefix(length))], !owner.isEmpty { return owner }
      owners[Array(path.prefix(length))] = ""
    }
    if let owner = owners[path] {
      if !owner.isEmpty { return owner }
      return owners.first { $0.key.count > path.count && $0.key.starts(with: path) && !$0.value.isEmpty }?.value
        ?? property
    }
    owners[path] = property
    return nil
  }
}

/// Protocols of the standard library and of Foundation whose conforming types are nonisolated, for any default
/// isolation.
private let sendableProtocols = [
  "CodingKey", "CustomNSError", "Error", "LocalizedError", "RecoverableError", "SendableMetatype",
]
