import MillraceSyntax
import SwiftSyntax

// The hand-written `Codable` of a subclass, if it does exactly what the macro generates:
//
//     required init(from decoder: any Decoder) throws {
//       let container = try decoder.container(keyedBy: CodingKeys.self)
//       length = try container.decode(Int.self, forKey: .length)
//       try super.init(from: decoder)
//     }
//
//     override func encode(to encoder: any Encoder) throws {
//       try super.encode(to: encoder)
//       var container = encoder.container(keyedBy: CodingKeys.self)
//       try container.encode(length, forKey: .length)
//     }
//
// The compiler synthesizes no code for the properties of a subclass, so programs have these functions in large numbers.
// With any other statement in them, the functions stay as they are.

/// The functions of `Codable` of a subclass, which the macro can generate.
struct SubclassCode: Sendable {
  /// The halves of `Codable` that the class inherits.
  private(set) var inherited: CodableParts
  private(set) var functions: [DeclSyntax] = []
  /// The keys of the properties that are read and written, by the names of the properties.
  private(set) var fields: [String: KeyEnumeration.Case] = [:]
  private(set) var keys: KeyEnumeration?
  /// The properties that statements read or write, by the offsets of the statements.
  private(set) var statements: [Int: String] = [:]

  /// Returns nil if a class has none of the functions, or if they do something else.
  init?(of type: TypeDeclaration, in program: Program) {
    guard type.isClass, !type.group.inherited.isEmpty else { return nil }
    let members = type.group.memberBlock.members.map(\.decl)
    let parts = program.inheritedParts(of: type)
    guard !program.isIsolated(type), parts?.isEmpty != true else { return nil }
    inherited = parts ?? []

    var calls: [String: CodingFunction.Call]?
    var isOwnFirst = false
    for member in members {
      let part = CodableParts(byHand: member)
      if part.isEmpty { continue }
      guard let function = CodingFunction(member, part), parts?.isSuperset(of: part) ?? true else { return nil }
      // The macro calls the superclass first, so that its own value of a member with the same name remains.
      if part == .encodable, !function.callsSuperFirst {
        if parts == nil { return nil }
        isOwnFirst = true
      }
      functions.append(member)
      if parts == nil { inherited.formUnion(part) }
      guard calls == nil || calls == function.calls else { return nil }
      calls = function.calls
      statements.merge(function.statements) { first, _ in first }
      guard let path = function.keys else { continue }
      guard case .keys(let found)? = program.meaning(of: path, from: type.id), found.id.outer == type.id,
        keys == nil || keys?.index == found.index
      else { return nil }
      keys = found
    }
    guard let calls, fields(calls, of: parseType(type.group, attribute: "@Serializable")) else { return nil }
    // Without the other function, the macro would add these properties to one half.
    let missing = (parts ?? .codable).subtracting(functions.reduce(into: []) { $0.formUnion(CodableParts(byHand: $1)) })
    if !missing.isEmpty, !fields.isEmpty { return nil }
    if isOwnFirst, !program.superclasses(of: type).allSatisfy({ program.names(in: $0).isDisjoint(with: names) }) {
      return nil
    }
  }

  private var names: Set<String> { Set(fields.values.map(\.key)) }

  /// Determines the fields. Returns false if the macro would read or write a property in another way.
  private mutating func fields(_ calls: [String: CodingFunction.Call], of parsed: ParsedType) -> Bool {
    for property in parsed.properties where property.storage != .ofType && property.storage != .computed {
      guard let name = property.name else { return false }
      let isNil = property.type.map(isOptional) == true && !property.isConstant
      guard let call = calls[name] else {
        let isSet = property.defaultValue != nil || isNil || !property.foreignAttributes.isEmpty
        if !isSet, property.storage != .lazy { return false }
        continue
      }
      guard property.storage == .stored, property.foreignAttributes.isEmpty, let stated = property.statedType,
        call.isIfPresent == isOptional(stated), let key = keys?.key(of: call.key)
      else { return false }
      if let type = call.type, type != stated.wrapped.essence { return false }
      fields[name] = key
    }
    return fields.count == calls.count
  }
}

/// One of the two functions.
private struct CodingFunction {
  /// A call of the container.
  struct Call: Equatable {
    /// The name of the key's case.
    var key: String
    var isIfPresent: Bool
    /// The type that is decoded, without spaces.
    var type: String?

    /// Encoding does not name types.
    static func == (a: Call, b: Call) -> Bool { a.key == b.key && a.isIfPresent == b.isIfPresent }
  }

  /// The name of the enumeration of keys.
  private(set) var keys: [String]?
  /// The calls, by the names of properties.
  private(set) var calls: [String: Call] = [:]
  /// The names of properties, by the offsets of statements.
  private(set) var statements: [Int: String] = [:]
  private(set) var callsSuperFirst = false
  private var container = ""
  private let coder: String
  private let isDecoding: Bool

  /// Returns nil if any statement is not understood, or if the superclass is not called.
  init?(_ member: DeclSyntax, _ part: CodableParts) {
    let initializer = member.as(InitializerDeclSyntax.self)
    let method = member.as(FunctionDeclSyntax.self)
    guard let signature = initializer?.signature ?? method?.signature, let body = initializer?.body ?? method?.body,
      let parameter = signature.parameterClause.parameters.first,
      (initializer?.attributes ?? method?.attributes)?.isEmpty == true
    else { return nil }
    coder = (parameter.secondName ?? parameter.firstName).bare
    isDecoding = part == .decodable
    var callsSuper = false
    for (index, statement) in body.statements.enumerated() {
      let text = statement.item.essence
      if text == (isDecoding ? "super.init(from:\(coder))" : "super.encode(to:\(coder))"), !callsSuper {
        callsSuper = true
        callsSuperFirst = index == 0
      } else if !take(Scanner(text), statement) {
        return nil
      }
    }
    if !callsSuper { return nil }
  }

  private mutating func take(_ text: Scanner, _ statement: CodeBlockItemSyntax) -> Bool {
    if statement.item.is(VariableDeclSyntax.self) { return takeContainer(text) }
    var text = text
    if isDecoding {
      _ = text.take("self.")
      guard let property = text.takeName(), text.take("=\(container).decode") else { return false }
      let isIfPresent = text.take("IfPresent")
      guard text.take("("), let type = text.takeAll(before: ".self,forKey:"), let key = takeKey(&text) else {
        return false
      }
      return add(property, Call(key: key, isIfPresent: isIfPresent, type: type), statement)
    }
    guard text.take("\(container).encode") else { return false }
    let isIfPresent = text.take("IfPresent")
    guard text.take("(") else { return false }
    _ = text.take("self.")
    guard let property = text.takeName(), text.take(",forKey:"), let key = takeKey(&text) else { return false }
    return add(property, Call(key: key, isIfPresent: isIfPresent), statement)
  }

  private mutating func add(_ property: String, _ call: Call, _ statement: CodeBlockItemSyntax) -> Bool {
    statements[statement.start] = property
    return calls.updateValue(call, forKey: property) == nil
  }

  /// `let container = decoder.container(keyedBy: CodingKeys.self)`
  private mutating func takeContainer(_ declaration: Scanner) -> Bool {
    var text = declaration
    guard container.isEmpty, text.take("let") || text.take("var"), let name = text.takeName(),
      text.take("=\(coder).container(keyedBy:"), let path = text.takeAll(before: ".self"), text.take(")"), text.isAtEnd
    else { return false }
    container = name
    keys = path.split(separator: ".").map(String.init)
    return true
  }

  /// `.title)` or `CodingKeys.title)`
  private func takeKey(_ text: inout Scanner) -> String? {
    if let keys { _ = text.take(keys.joined(separator: ".")) }
    guard text.take("."), let name = text.takeName(), text.take(")"), text.isAtEnd else { return nil }
    return name
  }
}

/// The rest of a statement without spaces, read from left to right.
private struct Scanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }

  /// A name without its backticks.
  mutating func takeName() -> String? {
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
    rest.removeFirst(name.count)
    return name.isEmpty ? nil : name.filter { $0 != "`" }
  }

  /// Everything before a text, which is skipped.
  mutating func takeAll(before end: String) -> String? {
    guard let range = rest.firstRange(of: end) else { return nil }
    defer { rest = rest[range.upperBound...] }
    return String(rest[..<range.lowerBound])
  }
}

extension SyntaxProtocol {
  /// The tokens without `try` and spaces.
  fileprivate var essence: String {
    tokens(viewMode: .sourceAccurate).filter { $0.tokenKind != .keyword(.try) }.map(\.text).joined()
  }
}

extension TypeSyntax {
  /// The type without its being optional.
  fileprivate var wrapped: TypeSyntax {
    if let type = self.as(OptionalTypeSyntax.self) { return type.wrappedType }
    if let type = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return type.wrappedType }
    return self
  }
}

extension Program {
  /// The halves of `Codable` that the superclasses of a class state, or nil if they state none and the first of them may
  /// have a superclass that the files do not declare.
  fileprivate func inheritedParts(of type: TypeDeclaration) -> CodableParts? {
    let superclasses = superclasses(of: type)
    let parts = superclasses.reduce(into: CodableParts()) { $0.formUnion(statedParts(of: $1)) }
    return parts.isEmpty && !(superclasses.last ?? type).group.inherited.isEmpty ? nil : parts
  }

  /// The names that a class may have for its members.
  fileprivate func names(in type: TypeDeclaration) -> Set<String> {
    let properties = parseType(type.group, attribute: "@Serializable").properties.compactMap(\.name)
    return Set(properties + keys(in: type.id).flatMap { $0.cases.map(\.key) })
  }

  /// Whether a class or a superclass belongs to an actor.
  fileprivate func isIsolated(_ type: TypeDeclaration) -> Bool {
    ([type] + superclasses(of: type)).contains { type in
      type.group.attributes.contains {
        $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription.hasSuffix("Actor") == true
      }
    }
  }
}
