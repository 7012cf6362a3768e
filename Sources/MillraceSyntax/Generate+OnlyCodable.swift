// Types that are only `Codable`: what the compiler would have made, but with one type of keys for all of them.
//
// `init(from:)` assigns what is stored, so that of a property with a wrapper the wrapper is decoded. The calls of the
// container are spelled with the types as they are declared: overloads in the user's module are chosen by them.
//
// In an extension of a type within another one the types beside it cannot be named. There a type is that of the stored
// property itself, which a closure says that is never called.

func generateMembers(ofCodable type: CheckedType) -> [String] {
  var members: [String] = []
  if type.isDecodable {
    if case .variants(let representation) = type.kind {
      let cases = __decodeCase(type, representation)
      let heading = "private \(isolation(type))static func read(from decoder: any Swift.Decoder) throws -> Self"
      members.append(block(heading, cases))
      members.append(decodingInitializer(type, ["self = try Self.read(from: decoder)"]))
    } else if type.initializerPlace == .type {
      members.append(decodingInitializer(type, assignFields(type)))
    }
  }
  if let parameters = type.memberwiseParameters { members.append(memberwiseInitializer(parameters)) }
  return members + generateEncodingMethod(of: type)
}

func generateExtensions(ofCodable type: CheckedType, named name: String) -> [String] {
  guard type.isDecodable, type.initializerPlace != .type else { return [] }
  let initializer = decodingInitializer(type, assignFields(type)).split(separator: "\n").map(String.init)
  return [block("extension \(name)", initializer)]
}

private func decodingInitializer(_ type: CheckedType, _ lines: [String]) -> String {
  // A subclass, which inherits the conformance, must have it, too.
  let required = type.kind == .class ? "required " : ""
  let inherited = type.hierarchy?.inheritsCodable == true ? ["try super.init(from: decoder)"] : []
  return block(
    "\(access(type))\(isolation(type))\(required)init(from decoder: any Swift.Decoder) throws", lines + inherited)
}

/// The compiler's functions belong to no actor, even if the type does.
func isolation(_ type: CheckedType) -> String { type.isIsolated ? "nonisolated " : "" }

private func assignFields(_ type: CheckedType) -> [String] {
  // As the compiler does it: a type without any field is made of everything, and a constant still demands an object.
  if type.fields.isEmpty { return [] }
  let fields = type.fields.filter { !$0.isConstant }
  let lines = fields.flatMap { assign($0, typeIsNamed: type.initializerPlace != .extensionOfNestedType) }
  return ["\(fields.isEmpty ? "_" : "let container") = \(decodingContainer)"] + lines
}

private func assign(_ field: CheckedField, typeIsNamed: Bool) -> [String] {
  let decode = field.isOptional ? "decodeIfPresent" : "decode"
  let key = swiftLiteral(field.name)
  if typeIsNamed {
    let type = field.wrapper ?? field.wrappedType
    return ["self.\(field.storage) = try container.\(decode)(\(type).self, forKey: \(key))"]
  }
  let type = "_\(field.bareProperty)"
  let function = field.isOptional ? "__wrappedType" : "__type"
  return [
    "let \(type) = Millrace.FieldKey.\(function) { (value: Self) in value.\(field.storage) }",
    "self.\(field.storage) = try container.\(decode)(\(type), forKey: \(key))",
  ]
}

private func memberwiseInitializer(_ parameters: [MemberwiseParameter]) -> String {
  let list = parameters.map { parameter in
    let name = parameter.property
    return "\(name): \(parameter.type)" + (parameter.defaultValue.map { " = \($0)" } ?? "")
  }
  return block("init(\(list.joined(separator: ", ")))", parameters.map { "self.\($0.property) = \($0.property)" })
}
