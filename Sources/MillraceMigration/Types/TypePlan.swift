import MillraceSyntax
import SwiftSyntax

/// The planned migration of a type.
struct TypePlan: Sendable {
  enum Treatment: Sendable, Equatable {
    case serializable
    /// `@Serializable(.codable)`, and why it is not more.
    case codable(String)
    /// No change until it has been reviewed by hand.
    case placeholder(String)
    /// No change, and none is needed.
    case left(String)
  }

  var type: CodableType
  var treatment: Treatment
  /// Whether `final` is added to a class.
  var becomesFinal = false

  /// - Parameter doubts: Why enumerations of keys cannot be replaced, by their indices.
  init(_ type: CodableType, in program: Program, doubts: [Int: String]) {
    self.type = type
    if let reason = Self.reasonToLeave(type, program) {
      treatment = .left(reason)
    } else if let reason = Self.reasonToAsk(type, program, doubts) {
      treatment = .placeholder(reason)
    } else if let reason = Self.reasonForCodable(type, program) {
      treatment = .codable(reason)
    } else {
      treatment = .serializable
      becomesFinal =
        type.declaration.isClass && !type.parsed.modifiers.contains("final") && type.subclassCode == nil
        && !program.subclassed.contains(type.id)
    }
  }

  private static func reasonToLeave(_ type: CodableType, _ program: Program) -> String? {
    if program.isAmbiguous(type.id) { return ambiguityReason }
    for module in ["Millrace", "Swift"] where program.meaning(of: [module], from: type.id) != nil {
      return "a type named '\(module)' hides the module of that name"
    }
    if let attribute = program.files[type.declaration.file].foreignAttribute { return foreignReason(attribute) }
    if let reason = type.ownKeys.lazy.compactMap(\.reasonToStay).first { return reason }
    if let name = type.keysOfOtherForm { return "\(name) is more than a list of names" }
    if let gap = type.gap { return gap }
    if type.declaration.isLocal { return "declared in a function, where no extension reaches it" }
    if type.hasRawTypeByAnotherName(in: program) { return "its raw type is a type alias, which a macro cannot resolve" }
    if type.hasRawValues, !type.byHand.isEmpty { return "an enumeration with raw values, one half of it by hand" }
    for property in type.storedProperties where type.isField(property) {
      guard
        let attribute = property.foreignAttributes.first(where: { !type.isProvenWrapper($0, of: property, program) })
      else { continue }
      return
        "'@\(attribute.attributeName.trimmedDescription)' of '\(property.name ?? "")' may be a macro that changes what is encoded"
    }
    return nil
  }

  private static func reasonToAsk(_ type: CodableType, _ program: Program, _ doubts: [Int: String]) -> String? {
    if let reason = type.waitingReason { return reason }
    if type.extensions.contains(where: { $0.isStating && $0.declaration.node.genericWhereClause != nil }) {
      return "the conformance depends on conditions"
    }
    if !type.parsed.conditions.isEmpty { return "fields inside #if" }
    if type.hasKeysBehindAlias { return "CodingKeys is a type alias" }
    for keys in type.ownKeys { if let doubt = doubts[keys.index] { return doubt } }
    if type.subclassCode == nil, program.superclass(of: type.declaration) != nil {
      return "class '\(type.id.name)' has a superclass"
    }
    if type.isInPrivateType { return "'\(type.id.name)' is declared in a private type" }
    if type.declaration.isEnumeration { return reasonToAskAboutCases(type) }
    for property in type.storedProperties where type.isField(property) {
      if property.name == nil { return "a field is declared by a pattern" }
      if property.statedType == nil, property.foreignAttributes.isEmpty {
        return "the type of '\(property.name ?? "")' is not stated"
      }
      if let stated = property.type, program.isOptionalByAnotherName(stated, from: type.id) {
        return "'\(stated.trimmedDescription)' is a type alias of an optional type"
      }
    }
    return nil
  }

  private static func reasonToAskAboutCases(_ type: CodableType) -> String? {
    for parsed in type.parsed.cases {
      let name = parsed.element.name.bare
      if let keys = type.keys, !type.hasRawValues, keys.key(of: name) == nil {
        return "case '\(name)' is left out of CodingKeys"
      }
      for (index, value) in parsed.element.values.enumerated() {
        let label = value.label(at: index)
        if let keys = type.payloadKeys[name], keys.key(of: label) == nil {
          return "value '\(label)' is left out of \(keys.id.name)"
        }
      }
    }
    return nil
  }

  private static func reasonForCodable(_ type: CodableType, _ program: Program) -> String? {
    if type.byHand == .decodable { return "init(from:) is written by hand" }
    if type.byHand == .encodable { return "encode(to:) is written by hand" }
    if type.parsed.modifiers.contains("open") { return "the class is open" }
    if type.subclassCode != nil, program.superclass(of: type.declaration) == nil {
      return "the superclass is not declared in the files"
    }
    if type.attributeNames.contains(where: { $0.hasSuffix("Actor") }) { return "the type belongs to an actor" }
    for parsed in type.parsed.cases {
      if parsed.element.values.contains(where: { $0.defaultValue != nil }) { return "associated values have defaults" }
    }
    let fields = type.storedProperties.filter(type.isField)
    for property in fields where property.isConstant && property.defaultValue != nil {
      return "'\(property.name ?? "")' always has its initial value"
    }
    if fields.isEmpty, !type.declaration.isEnumeration, type.subclassCode == nil { return "the type has no fields" }
    if let name = type.propertyWithoutKeyOrValue { return "'\(name)' is not written, and the type is never read" }
    for property in fields {
      let name = property.name ?? ""
      if let wrapper = property.foreignAttributes.first {
        return "'\(name)' has a wrapper, \(wrapper.trimmedDescription)"
      }
      if property.storage == .reference { return "'\(name)' does not own its value" }
    }
    return nil
  }
}

extension CodableType {
  /// A property without a key that a reader could not set, of a type that the compiler's code only writes.
  fileprivate var propertyWithoutKeyOrValue: String? {
    guard !synthesized.contains(.decodable), subclassCode == nil else { return nil }
    return storedProperties.first { property in
      let isNil = property.type.map(isOptional) == true && !property.isConstant
      return !isField(property) && property.defaultValue == nil && !isNil && property.foreignAttributes.isEmpty
    }?.name
  }

  /// Whether an attribute is known to be a property wrapper. The compiler's code has no key for the name of a property of which a
  /// macro made a computed one. Generated code that decodes the property names the wrapper, unless it is in a nested type.
  fileprivate func isProvenWrapper(_ attribute: AttributeSyntax, of property: ParsedProperty, _ program: Program)
    -> Bool
  {
    if program.isWrapper(attribute, from: id) { return true }
    if keys?.node != nil { return property.name.map { key(of: $0) != nil } == true }
    return id.path.count == 1 && synthesized.contains(.decodable)
  }
}

extension ParsedProperty {
  /// Its type, if it is annotated or can be inferred: `Date()` is a `Date`.
  var statedType: TypeSyntax? {
    if let type { return type }
    guard let defaultValue else { return nil }
    if let literal = typeOfLiteral(defaultValue) { return "\(raw: literal)" }
    return typeOfCall.map { "\(raw: $0)" }
  }

  /// The type whose initializer creates the default value.
  var typeOfCall: String? {
    guard type == nil, let call = defaultValue?.as(FunctionCallExprSyntax.self) else { return nil }
    let name = call.calledExpression.trimmedDescription
    if call.calledExpression.is(ArrayExprSyntax.self) || call.calledExpression.is(DictionaryExprSyntax.self) {
      return name
    }
    let path =
      call.calledExpression.as(GenericSpecializationExprSyntax.self).map { pathComponents($0.expression) }
      ?? pathComponents(call.calledExpression)
    return path?.allSatisfy { $0.first?.isUppercase == true } == true ? name : nil
  }
}

extension EnumCaseElementSyntax {
  var values: [EnumCaseParameterSyntax] { parameterClause.map { Array($0.parameters) } ?? [] }
}

extension EnumCaseParameterSyntax {
  /// The key of an associated value in the documents of synthesized code.
  func label(at index: Int) -> String {
    firstName.flatMap { $0.text == "_" ? nil : $0.bare } ?? "_\(index)"
  }
}
