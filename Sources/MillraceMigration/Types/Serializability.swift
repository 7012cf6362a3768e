import MillraceSyntax
import SwiftSyntax

/// Determines which types every format can read and write: those of the library, those of the files that declare it, and those
/// that get `@Serializable`.
struct Serializability {
  private let program: Program
  /// The types of other modules that every format can read and write.
  private let known: Set<String>
  private(set) var serializable: Set<TypeID>
  private let trees: [ClassTree]

  init(_ program: Program, _ plans: [TypePlan], known: Set<String>) {
    self.program = program
    self.known = known
    trees = ClassTree.all(in: program, plans)
    serializable = Set(plans.filter { $0.treatment == .serializable }.map(\.type.id))
    for type in program.types where program.isSerializable(type) { serializable.insert(type.id) }
  }

  /// Removes types with fields of other types, and the classes that inherit from them or are inherited, repeatedly, until
  /// the remaining types depend only on each other.
  mutating func settle(_ plans: inout [TypePlan]) {
    func isLeft(_ index: Int) -> Bool { plans[index].treatment == .serializable }
    func demote(_ index: Int, _ reason: String) {
      plans[index].treatment = .codable(reason)
      plans[index].becomesFinal = false
      serializable.remove(plans[index].type.id)
    }
    for tree in trees { if let obstacle = tree.obstacle { tree.plans.filter(isLeft).forEach { demote($0, obstacle) } } }
    var changes = true
    while changes {
      changes = false
      for index in plans.indices where isLeft(index) {
        guard let field = unknownField(of: plans[index].type) else { continue }
        demote(index, "'\(field.type)' of '\(field.name)' is not known to be readable and writable")
        changes = true
      }
      for tree in trees {
        guard let other = tree.plans.first(where: { !isLeft($0) }), tree.plans.contains(where: isLeft) else { continue }
        let name = plans[other].type.id.name
        tree.plans.filter(isLeft).forEach { demote($0, "class '\(name)' of the same hierarchy is only Codable") }
        changes = true
      }
    }
  }

  private func unknownField(of type: CodableType) -> (name: String, type: String)? {
    let parameters = Set(type.parsed.genericParameters)
    if type.declaration.isEnumeration {
      if type.hasRawValues { return nil }
      for parsed in type.parsed.cases {
        for (index, value) in parsed.element.values.enumerated() {
          if !isSerializable(value.type, in: type.id, parameters) {
            return (value.label(at: index), value.type.trimmedDescription)
          }
        }
      }
      return nil
    }
    for property in type.storedProperties where type.isField(property) {
      guard let stated = property.statedType, !isSerializable(stated, in: type.id, parameters) else { continue }
      return (property.name ?? "", stated.trimmedDescription)
    }
    return nil
  }

  private func isSerializable(_ type: TypeSyntax, in scope: TypeID, _ parameters: Set<String>) -> Bool {
    func isElement(_ type: TypeSyntax) -> Bool { isSerializable(type, in: scope, parameters) }
    if let optional = type.as(OptionalTypeSyntax.self) { return isElement(optional.wrappedType) }
    if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return isElement(optional.wrappedType) }
    if let array = type.as(ArrayTypeSyntax.self) { return isElement(array.element) }
    if let dictionary = type.as(DictionaryTypeSyntax.self) {
      return isKey(dictionary.key, in: scope, parameters) && isElement(dictionary.value)
    }
    guard var path = pathComponents(type) else { return false }
    if path.count == 1, parameters.contains(path[0]) { return true }
    switch program.meaning(of: path, from: scope) {
    case .type(let found)?:
      let classes = [found] + program.superclasses(of: found)
      return classes.contains { serializable.contains($0.id) } && type.genericArguments.allSatisfy(isElement)
    case .alias(let alias)?:
      return !alias.isProtocol && alias.types.count == 1
        && alias.types.allSatisfy { isSerializable($0, in: alias.id.outer, []) }
    case .keys?: return false
    case nil: break
    }
    if path.count == 2, ["Swift", "Foundation", "FoundationEssentials"].contains(path[0]) { path.removeFirst() }
    guard path.count == 1 else { return known.contains(path.joined(separator: ".")) }
    let arguments = type.genericArguments
    switch path[0] {
    case "Array", "Set", "Optional", "ClosedRange": return arguments.count == 1 && arguments.allSatisfy(isElement)
    case "Dictionary":
      return arguments.count == 2 && isKey(arguments[0], in: scope, parameters) && isElement(arguments[1])
    case "Bool": return true
    default:
      return rawTypes.contains(path[0]) || foundationValues.contains(path[0]) || aliasesOfNumbers.contains(path[0])
        || known.contains(path[0])
    }
  }

  /// Whether a type can be the key of an object, as in `Codable`.
  private func isKey(_ type: TypeSyntax, in scope: TypeID, _ parameters: Set<String>) -> Bool {
    guard let path = pathComponents(type) else { return false }
    if path.count == 1, parameters.contains(path[0]) { return true }
    let meaning = program.meaning(of: path, from: scope)
    if case .alias(let alias)? = meaning {
      return !alias.isProtocol && alias.types.allSatisfy { isKey($0, in: alias.id.outer, []) }
    }
    if case .type(let found)? = meaning {
      let rawType = found.group.inherited.first?.trimmedDescription ?? ""
      let isRaw = rawType == "String" || rawType.contains("Int") && rawTypes.contains(rawType)
      return found.isEnumeration && isRaw && serializable.contains(found.id)
    }
    let name = path.last ?? ""
    return ["String", "Substring", "UUID"].contains(name) || name.contains("Int") && rawTypes.contains(name)
  }
}

/// Type aliases of the SDKs and of C for numbers.
private let aliasesOfNumbers: Set<String> = [
  "CBool", "CDouble", "CFAbsoluteTime", "CFIndex", "CFTimeInterval", "CFloat", "CInt", "CLLocationAccuracy",
  "CLLocationDegrees", "CLLocationDirection", "CLLocationDistance", "CLLocationDirectionAccuracy", "CLLocationSpeed",
  "CLLocationSpeedAccuracy", "CLong", "CLongLong", "CMTimeEpoch", "CMTimeScale", "CMTimeValue", "CShort", "CSignedChar",
  "CUnsignedChar", "CUnsignedInt", "CUnsignedLong", "CUnsignedLongLong", "CUnsignedShort", "Float32", "Float64",
  "FourCharCode", "NSInteger", "NSTimeInterval", "OSStatus", "OSType", "SInt16", "SInt32", "SInt64", "SInt8",
  "TimeInterval", "pid_t", "time_t", "uid_t",
]

/// Foundation types that MillraceFoundation can read and write.
let foundationValues: Set<String> = ["Date", "Data", "UUID", "URL", "Decimal", "CGFloat"]

extension TypeSyntax {
  fileprivate var genericArguments: [TypeSyntax] {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
  }
}

extension Program {
  /// Whether a type declares that every format can read and write it.
  func isSerializable(_ type: TypeDeclaration) -> Bool {
    if let attribute = type.group.attributes.first(where: isSerializableAttribute)?.as(AttributeSyntax.self) {
      return attribute.arguments.map { !$0.description.contains("codable") && !$0.description.contains("<#") } ?? true
    }
    var names = type.group.inherited.map(\.trimmedDescription)
    for extended in extensions(of: type.id) where extended.node.genericWhereClause == nil {
      names += extended.node.inherited.map(\.trimmedDescription)
    }
    return names.contains("Readable") && names.contains("Writable")
  }
}
