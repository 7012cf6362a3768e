import MillraceSyntax
import SwiftSyntax

// After a migration the names that each type reads and writes are compared with those before. The comparison shares the parser and the
// resolution of names with the rest of the tool, and nothing else: names before are determined by the rules of the compiler, and
// names after by the checks of the macro or, where a type has no macro, by the rules of the compiler again. It is slower and simpler
// than the code that plans and edits, and it must stay independent of it.

/// The names that the generated code for a type reads and writes.
struct WireForm: Equatable, Sendable {
  enum Kind: Sendable {
    case members
    case cases
    case rawValues
  }

  var kind: Kind
  /// The names in documents, by the names of properties and cases. Associated values are named `case.label`.
  var names: [String: String] = [:]
  /// The properties that are written and never read.
  var onlyWritten: Set<String> = []

  /// Returns the first difference from another form, for people.
  func difference(from other: WireForm) -> String? {
    if kind != other.kind { return "its representation would change" }
    for name in Set(names.keys).union(other.names.keys).sorted() where names[name] != other.names[name] {
      switch (other.names[name], names[name]) {
      case (let before?, let after?): return "the key of '\(name)' would change from \"\(before)\" to \"\(after)\""
      case (let before?, nil): return "the key \"\(before)\" of '\(name)' would be lost"
      case (nil, let after): return "'\(name)' would get a key: \"\(after ?? "")\""
      }
    }
    return onlyWritten == other.onlyWritten ? nil : "other constants would be read"
  }
}

/// What a type of a program reads and writes.
struct WireType: Sendable {
  var id: TypeID
  /// The form of the code that the compiler or the macro generates; nil if all code is hand-written or inherited.
  var generated: WireForm?
  /// Whether the generated code is that of the macro.
  var hasMacro = false
  /// The form that the compiler's code for the type would have.
  var ofCompiler: WireForm
  /// The keys that hand-written functions name, by the functions.
  var keysByHand: [String: [KeyArgument]] = [:]
  /// The names of keys that hand-written code can mean, by the names of cases.
  var namesOfCases: [String: Set<String>] = [:]
}

/// The argument of a call after `forKey:`.
enum KeyArgument: Equatable, Sendable {
  case enumerationCase(String)
  case literal(String)
  case other
}

extension Program {
  /// Returns what the types of the program read and write. Types that cannot be distinguished are left out.
  func wireTypes() -> [TypeID: WireType] {
    var seen: Set<TypeID> = []
    let distinct = types.filter { !isAmbiguous($0.id) && !states($0, "CodingKey") && seen.insert($0.id).inserted }
    return Dictionary(inParallel(distinct) { ($0.id, wireType($0)) }) { first, _ in first }
  }

  private func wireType(_ type: TypeDeclaration) -> WireType {
    let groups = [(type.group as any DeclGroupSyntax)] + extensions(of: type.id).map { $0.node }
    var result = WireType(id: type.id, ofCompiler: formOfCompiler(type))
    let attribute = type.group.attributes.first(where: isSerializableAttribute)?.as(AttributeSyntax.self)
    if let attribute, attribute.arguments?.description.contains("<#") != true {
      result.hasMacro = true
      result.generated = formOfMacro(type, attribute)
    } else if isSynthesized(type) {
      result.generated = result.ofCompiler
    }
    for group in groups { result.keysByHand.merge(keyArguments(in: group)) { $0 + $1 } }
    var scope = type.id
    while true {
      for keys in enumerationsOfKeys(in: scope) {
        result.namesOfCases.merge(namesOfKeys(keys).mapValues { [$0] }) { $0.union($1) }
      }
      if scope.path.isEmpty { break }
      scope = scope.outer
    }
    return result
  }

  /// Whether the compiler generates a part of the type's `Codable`.
  private func isSynthesized(_ type: TypeDeclaration) -> Bool {
    if type.isActor { return false }
    var byHand = CodableParts(byHandIn: type.group.memberBlock)
    byHand.formUnion(partsByHand(inProtocols: type.group.inherited, from: type.id.outer))
    for extended in extensions(of: type.id) {
      byHand.formUnion(CodableParts(byHandIn: extended.node.memberBlock))
      byHand.formUnion(partsByHand(inProtocols: extended.node.inherited, from: scope(ofFile: extended.file)))
    }
    return !statedParts(of: type).isSubset(of: byHand) && !evidence(of: type).isRawRepresentable
  }

  // MARK: The rules of the compiler

  private func formOfCompiler(_ type: TypeDeclaration) -> WireForm {
    let parsed = parseType(type.group, attribute: "@Serializable")
    let keys = namesOfCodingKeys("CodingKeys", of: type)
    if type.isEnumeration {
      let rawType = type.group.inherited.first.flatMap { pathComponents($0)?.last } ?? ""
      let hasRawValues = rawTypes.contains(rawType) || parsed.cases.contains { $0.element.rawValue != nil }
      var form = WireForm(kind: hasRawValues ? .rawValues : .cases)
      for element in parsed.cases.map(\.element) {
        let name = element.name.bare
        if hasRawValues {
          form.names[name] = element.rawValue?.value.trimmedDescription ?? name
          continue
        }
        form.names[name] = keys == nil ? name : keys?[name]
        let keysOfValues = namesOfCodingKeys(name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys", of: type)
        let values = element.parameterClause.map { Array($0.parameters) } ?? []
        for (index, value) in values.enumerated() {
          let written = value.firstName?.bare ?? "_"
          let label = written == "_" ? "_\(index)" : written
          form.names["\(name).\(label)"] = keysOfValues == nil ? label : keysOfValues?[label]
        }
      }
      return form
    }
    var form = WireForm(kind: .members)
    for property in parsed.properties where property.storage == .stored || property.storage == .reference {
      guard let name = property.pattern.as(IdentifierPatternSyntax.self)?.identifier.bare,
        let key = keys == nil ? name : keys?[name]
      else { continue }
      form.names[name] = key
      if property.isConstant, property.defaultValue != nil { form.onlyWritten.insert(name) }
    }
    return form
  }

  /// Returns the names of the keys in an enumeration of a type, or in the enumeration that its type alias of this name means.
  private func namesOfCodingKeys(_ name: String, of type: TypeDeclaration) -> [String: String]? {
    if let alias = alias(type.id.nested(name)), let path = alias.types.first.flatMap({ pathComponents($0) }) {
      switch meaning(of: path, from: type.id) {
      case .keys(let keys)?: return keys.node.map(namesOfKeys)
      case .type(let found)?: return found.node.as(EnumDeclSyntax.self).map(namesOfKeys)
      default: return nil
      }
    }
    return enumerationsOfKeys(in: type.id).first { $0.name.bare == name }.map(namesOfKeys)
  }

  /// The enumerations in a scope that are, or may be, keys.
  private func enumerationsOfKeys(in scope: TypeID) -> [EnumDeclSyntax] {
    keys(in: scope).compactMap(\.node) + unlistedKeys[scope, default: []]
  }

  private func namesOfKeys(_ node: EnumDeclSyntax) -> [String: String] {
    var names: [String: String] = [:]
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
    for element in cases.flatMap(\.elements) {
      let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
      names[element.name.bare] = literal?.representedLiteralValue ?? element.name.bare
    }
    return names
  }

  // MARK: The checks of the macro

  private func formOfMacro(_ type: TypeDeclaration, _ attribute: AttributeSyntax) -> WireForm? {
    let surroundings = sequence(first: Syntax(type.node)) { $0.parent }.dropFirst()
      .filter { $0.isProtocol((any DeclGroupSyntax).self) }
    let parsed = parseType(type.group, attribute: attribute)
    let checked = check(parsed, in: surroundings, inheriting: inheritance(of: type)).type
    guard let checked, !checked.hasMistakes else { return nil }
    switch checked.kind {
    case .structure, .class:
      var form = WireForm(kind: .members)
      for field in checked.fields { form.names[field.bareProperty] = field.name }
      form.onlyWritten = Set(checked.fields.filter(\.isConstant).map(\.bareProperty))
      return checked.rawForm == nil ? form : nil
    case .enumeration:
      return formOfCompiler(type)
    case .variants:
      var form = WireForm(kind: .cases)
      for element in checked.cases {
        let name = element.identifier.filter { $0 != "`" }
        form.names[name] = element.name
        for value in element.values { form.names["\(name).\(value.bareProperty)"] = value.name }
      }
      return form
    }
  }

  /// What the compiler tells the macro about the superclass.
  private func inheritance(of type: TypeDeclaration) -> Inheritance {
    var inheritance = Inheritance()
    guard type.isClass else { return inheritance }
    let isOnlyCodable =
      type.group.attributes.first(where: isSerializableAttribute)?.description.contains(".codable") == true
    let parts = superclasses(of: type).reduce(into: CodableParts()) { $0.formUnion(statedParts(of: $1)) }
    // A superclass of another module has both, or the functions of the class would not have called its functions.
    let isUnknown = superclasses(of: type).isEmpty && isOnlyCodable && evidence(of: type).gap != nil
    inheritance.isDecodable = parts.contains(.decodable) || isUnknown
    inheritance.isEncodable = parts.contains(.encodable) || isUnknown
    let hasMacro = superclasses(of: type).contains(where: isSerializable)
    (inheritance.isSerializable, inheritance.isReadable, inheritance.isWritable) = (hasMacro, hasMacro, hasMacro)
    return inheritance
  }
}

// MARK: Hand-written code

/// Returns the keys that the functions of a declaration name, by the functions.
private func keyArguments(in group: any DeclGroupSyntax) -> [String: [KeyArgument]] {
  var found: [String: [KeyArgument]] = [:]
  for member in group.memberBlock.members.map(\.decl) {
    let function = member.as(FunctionDeclSyntax.self)
    guard let signature = member.as(InitializerDeclSyntax.self)?.signature ?? function?.signature else { continue }
    let labels = signature.parameterClause.parameters.map { $0.firstName.text + ":" }.joined()
    let finder = KeyArgumentFinder(viewMode: .sourceAccurate)
    finder.walk(member)
    if !finder.found.isEmpty { found["\(function?.name.bare ?? "init")(\(labels))", default: []] += finder.found }
  }
  return found
}

private final class KeyArgumentFinder: SyntaxVisitor {
  var found: [KeyArgument] = []

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.label?.text == "forKey" else { return .visitChildren }
    if let literal = node.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
      found.append(.literal(literal))
    } else if let member = node.expression.as(MemberAccessExprSyntax.self) {
      found.append(.enumerationCase(member.declName.baseName.bare))
    } else {
      found.append(.other)
    }
    return .visitChildren
  }
}
