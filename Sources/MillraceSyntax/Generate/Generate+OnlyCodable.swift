// Types that are only `Codable`: the compiler's code, but with one type of keys for all of them.
//
// `init(from:)` assigns stored properties, so the wrapper of a property is decoded. The calls of the
// container use the types as they are declared, because they determine overloads in the user's module.
//
// In an extension of a nested type, the types beside it cannot be named. There, the type is inferred from the stored
// property, by a closure that is never called.

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

/// The compiler's functions are nonisolated, even if the type is isolated.
func isolation(_ type: CheckedType) -> String { type.isOnlyCodable && type.isolation != nil ? "nonisolated " : "" }

@Code private func assignFields(_ type: CheckedType) -> Code {
  // As in code of the compiler, a type without fields is decoded from any value, but one with a constant requires an object.
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
