// Types that are only `Codable`: what the compiler would have made, but with one type of keys for all of them.
//
// `init(from:)` assigns what is stored, so that of a property with a wrapper the wrapper is decoded. The calls of the
// container are spelled with the types as they are declared: overloads in the user's module are chosen by them.
//
// In an extension of a type within another one the types beside it cannot be named. There a type is that of the stored
// property itself, which a closure says that is never called.

@Code func members(ofCodable type: CheckedType) -> [Code] {
  if type.isDecodable {
    if case .variants(let representation) = type.kind {
      block("private \(isolation(type))static func read(from decoder: any Swift.Decoder) throws -> Self") {
        decodeCase(type, representation)
      }
      decodingInitializer(type) { "self = try Self.read(from: decoder)" }
    } else if type.initializerPlace == .type {
      decodingInitializer(type) { assignFields(type) }
    }
  }
  if let parameters = type.memberwiseParameters { memberwiseInitializer(parameters) }
  encodingMethod(of: type)
}

@Code func extensions(ofCodable type: CheckedType, named name: String) -> [Code] {
  if type.isDecodable, type.initializerPlace != .type {
    block("\(extensionWord(type)) \(name)") {
      decodingInitializer(type) { if type.hasMistakes { unreachable } else { assignFields(type) } }
    }
  }
}

private func decodingInitializer(_ type: CheckedType, @Code _ body: () -> Code) -> Code {
  // A subclass, which inherits the conformance, must have it, too.
  let required = type.kind == .class ? "required " : ""
  return block("\(access(type))\(isolation(type))\(required)init(from decoder: any Swift.Decoder) throws") {
    body()
    if type.hierarchy?.inheritsCodable == true { "try super.init(from: decoder)" }
  }
}

/// The compiler's functions belong to no actor, even if the type does.
func isolation(_ type: CheckedType) -> String { type.isOnlyCodable && type.isolation != nil ? "nonisolated " : "" }

@Code private func assignFields(_ type: CheckedType) -> Code {
  // As the compiler does it: a type without any field is made of everything, and a constant still demands an object.
  if !type.fields.isEmpty {
    let fields = type.fields.filter { !$0.isConstant }
    "\(fields.isEmpty ? "_" : "let container") = \(decodingContainer)"
    for field in fields { assign(field, typeIsNamed: type.initializerPlace != .extensionOfNestedType) }
  }
}

@Code private func assign(_ field: CheckedField, typeIsNamed: Bool) -> Code {
  let decode = field.isOptional ? "decodeIfPresent" : "decode"
  let key = swiftLiteral(field.name)
  if typeIsNamed {
    "self.\(field.storage) = try container.\(decode)(\(field.wrapper ?? field.wrappedType).self, forKey: \(key))"
  } else {
    let function = field.isOptional ? "__wrappedType" : "__type"
    "let \(field.local) = Millrace.FieldKey.\(function) { (value: Self) in value.\(field.storage) }"
    "self.\(field.storage) = try container.\(decode)(\(field.local), forKey: \(key))"
  }
}

private func memberwiseInitializer(_ parameters: [MemberwiseParameter]) -> Code {
  let list = parameters.map { parameter in
    "\(parameter.property): \(parameter.type)" + (parameter.defaultValue.map { " = \($0)" } ?? "")
  }
  return block("init(\(list.joined(separator: ", ")))") {
    for parameter in parameters { "self.\(parameter.property) = \(parameter.property)" }
  }
}
