// `Codable`, for types that state it. One type of keys serves all of them, so that there are no CodingKeys.
//
// `init(from:)` of a structure is in an extension, since one in the type would take the memberwise initializer away.
// It only calls what is in the type, where all names mean what they mean there.
//
// A decoder of ours has the type read itself; containers are for others, and for what the reader does not take. Of a
// generic type only the containers know that it can be decoded: it may not be readable with the same arguments.

func generateCoding(of type: CheckedType) -> [String] {
  var members: [String] = []
  if type.isDecodable {
    let lines =
      if case .variants(let representation) = type.kind { __decodeCase(type, representation) } else {
        decodeFields(type)
      }
    if let hierarchy = type.hierarchy {
      members.append(generateDecodingInitializer(ofClass: type, in: hierarchy, lines))
    } else if type.kind == .class {
      let direct = [
        "if let value = decoder.__readDirectly(Self.self) {", "  self.init(__replacedBy: value)", "  return", "}",
      ]
      members.append(
        block(
          "\(access(type))convenience init(from decoder: any Swift.Decoder) throws",
          (type.isGeneric ? [] : direct) + lines))
    } else {
      members.append(block("private static func read(from decoder: any Swift.Decoder) throws -> Self", lines))
    }
  }
  return members + generateEncodingMethod(of: type)
}

/// `encode(to:)`, if the type does not bring its own.
func generateEncodingMethod(of type: CheckedType) -> [String] {
  guard type.isEncodable else { return [] }
  let lines =
    if case .variants(let representation) = type.kind { encodeCases(type, representation) } else { encodeFields(type) }
  let heading = "\(isolation(type))func encode"
  let isOverride = type.hierarchy?.inheritsCodable == true
  let words = overridable(type, isOverride: isOverride)
  let inherited = isOverride ? ["try super.encode(to: encoder)"] : []
  // A generic type can be written as a whole only for some of its parameters.
  if type.isOnlyCodable || type.isGeneric {
    return [block("\(words)\(heading)(to encoder: any Swift.Encoder) throws", inherited + lines)]
  }
  // The containers are apart: a function makes the metadata of all types in it when it begins.
  let direct = ["if encoder.__writeDirectly(self) { return }", "try self.encode(membersTo: encoder)"]
  return [
    block("\(words)\(heading)(to encoder: any Swift.Encoder) throws", direct),
    block("@inline(never)\nprivate \(heading)(membersTo encoder: any Swift.Encoder) throws", inherited + lines),
  ]
}

/// The initializer of a structure or an enumeration, for an extension.
func generateDecodingInitializer(of type: CheckedType) -> String? {
  guard type.isDecodable, type.kind != .class else { return nil }
  if case .enumeration(let rawType) = type.kind, let unknown = type.cases.first {
    let value = "try decoder.singleValueContainer().decode(\(rawType).self)"
    return block(
      "  \(access(type))init(from decoder: any Swift.Decoder) throws",
      ["  self = Self(rawValue: \(value)) ?? .\(unknown.identifier)"])
  }
  return block(
    "  \(access(type))init(from decoder: any Swift.Decoder) throws",
    ["  self = try \(type.isGeneric ? "" : "decoder.__readDirectly(Self.self) ?? ")Self.read(from: decoder)"])
}

let decodingContainer = "try decoder.container(keyedBy: Millrace.FieldKey.self)"

// MARK: - Structures and classes

private func decodeFields(_ type: CheckedType) -> [String] {
  var lines: [String] = []
  let fields = type.fields.filter { !$0.isFlattened }
  if let field = fields.first, type.isTransparent {
    lines.append("let _\(field.bareProperty) = try decoder.singleValueContainer().decode(\(field.readType).self)")
    return lines + decodedValue(type)
  }
  lines.append("\(fields.isEmpty ? "_" : "let container") = \(decodingContainer)")
  lines += decode(fields, from: "container")
  for field in type.fields where field.isFlattened {
    lines.append("let _\(field.bareProperty) = try decoder.__decodeFlattened(\(field.type).self, of: Self.self)")
  }
  return lines + decodedValue(type)
}

/// Makes a value of the locals.
private func decodedValue(_ type: CheckedType) -> [String] {
  if type.hierarchy != nil { return [] }
  if type.kind == .class {
    let arguments = type.fields.map { "_\($0.bareProperty): _\($0.bareProperty)" }.joined(separator: ", ")
    return ["self.init(\(type.fields.isEmpty ? "_reading: ()" : arguments))"]
      + (type.isValidated ? ["try validate()"] : [])
  }
  let arguments = type.fields.map { field in
    "\(type.needsInitializer ? "_\(field.bareProperty)" : field.argumentLabel): _\(field.bareProperty)"
  }
  let unused = type.needsInitializer && type.fields.isEmpty ? "_reading: ()" : ""
  return returnValue("Self(\(arguments.joined(separator: ", "))\(unused))", of: type)
}

private func decode(_ fields: [CheckedField], from container: String) -> [String] {
  fields.map { field in "let _\(field.bareProperty): \(field.readType) = try \(decode(field, from: container))" }
}

/// What a field is decoded as, without `try`.
private func decode(_ field: CheckedField, from container: String) -> String {
  let names = [field.name] + field.aliases
  if !field.path.isEmpty {
    let steps = field.path.map {
      field.isRequired ? ".__nested(\(swiftLiteral($0)))" : ".__nestedIfPresent(\(swiftLiteral($0)))?"
    }
    let inner = container + steps.joined()
    if field.isRequired { return "\(inner).decode(\(field.readType).self, forKey: \(swiftLiteral(field.name)))" }
    let value = "\(inner).decodeIfPresent(\(field.wrappedType).self, forKey: \(swiftLiteral(field.name)))"
    return field.defaultValue.map { "\(value) ?? \($0)" } ?? value
  }
  let key =
    names.count == 1
    ? swiftLiteral(field.name) : "\(container).__firstKey(of: \(names.map(swiftLiteral).joined(separator: ", ")))"
  let value =
    field.isOptional || field.takesNullForDefault
    ? "\(container).decodeIfPresent(\(field.wrappedType).self, forKey: \(key))"
    : "\(container).decode(\(field.readType).self, forKey: \(key))"
  guard let defaultValue = field.defaultValue else { return value }
  if field.takesNullForDefault { return "\(value) ?? \(defaultValue)" }
  return "\(container).contains(\(key)) ? \(value) : \(defaultValue)"
}

private func encodeFields(_ type: CheckedType) -> [String] {
  if let field = type.fields.first, type.isTransparent {
    return ["var container = encoder.singleValueContainer()", "try container.encode(self.\(field.property))"]
  }
  let entries = Entry.all(of: type.fields)
  var lines = ["\(entries.isEmpty ? "_" : "var container") = encoder.container(keyedBy: Millrace.FieldKey.self)"]
  lines += encode(entries, to: "container") { $0.check == nil ? "self.\($0.storage)" : $0.written }
  for field in type.fields where field.isFlattened {
    lines.append("try encoder.__encodeFlattened(self.\(field.property))")
  }
  return lines
}

private func encode(_ entries: [Entry], to container: String, from source: (CheckedField) -> String) -> [String] {
  entries.flatMap { entry -> [String] in
    switch entry {
    case .tag: return []
    case .field(let field):
      let method = field.leavesNilOut ? "encodeIfPresent" : "encode"
      let line = "try \(container).\(method)(\(source(field)), forKey: \(swiftLiteral(field.name)))"
      guard field.isOmittedWhenDefault, let defaultValue = field.defaultValue else { return [line] }
      return ["if \(source(field)) != \(defaultValue) { \(line) }"]
    case .group(let name, let members):
      let inner = container + "_"
      let nested = "\(container).nestedContainer(keyedBy: Millrace.FieldKey.self, forKey: \(swiftLiteral(name)))"
      let lines = ["var \(inner) = \(nested)"] + encode(members, to: inner, from: source)
      let guarded = ifAnyIsPresent(members, source, lines)
      // Without a condition the container's name needs a scope of its own.
      return guarded == lines ? ["do {"] + indented(lines) + ["}"] : guarded
    }
  }
}

// MARK: - Enumerations

func __decodeCase(_ type: CheckedType, _ representation: Representation) -> [String] {
  let isOpen = type.unknownCase != nil ? ", isOpen: true" : ""
  var lines: [String] = []
  switch representation {
  case .key:
    lines = [
      "let container = \(decodingContainer)",
      "switch try container.__onlyCase(among: \(type.caseTable), of: Self.self\(isOpen)) {",
    ]
  case .tag(let tag), .tagAndContent(let tag, _):
    lines = [
      "let container = \(decodingContainer)",
      "switch try container.__decodeCase(forKey: \(swiftLiteral(tag)), among: \(type.caseTable), of: Self.self\(isOpen)) {",
    ]
  case .string:
    lines = ["switch try decoder.__decodeCase(among: \(type.caseTable), of: Self.self\(isOpen)) {"]
  case .untagged: return []
  }
  for (element, pattern) in zip(type.namedCases, type.namedCases.patterns) {
    lines.append("case \(pattern):")
    lines += indented(decode(element, type, representation))
  }
  lines.append("default:")
  if let unknown = type.unknownCase {
    let content = unknown.content.map { "(try \($0.readType)(from: decoder))" } ?? ""
    lines += indented(returnValue(".\(unknown.identifier)\(content)", of: type, typed: true))
  } else {
    lines.append("  throw Millrace.FieldKey.__noCase(of: Self.self, in: decoder)")
  }
  return lines + ["}"]
}

private func decode(_ element: CheckedCase, _ type: CheckedType, _ representation: Representation) -> [String] {
  var lines: [String] = []
  var arguments = element.values.map { ($0.isLabelled ? "\($0.property): " : "") + "_\($0.bareProperty)" }
  let nested = "container.nestedContainer(keyedBy: Millrace.FieldKey.self, forKey:"
  switch representation {
  case .key:
    let name =
      element.aliases.isEmpty
      ? swiftLiteral(element.name)
      : "container.__firstKey(of: \(([element.name] + element.aliases).map(swiftLiteral).joined(separator: ", ")))"
    lines.append("\(element.values.isEmpty ? "_" : "let values") = try \(nested) \(name))")
    lines += decode(element.values, from: "values")
  case .tag:
    if let content = element.content {
      arguments = ["try \(content.readType)(from: decoder)"]
    } else {
      lines += decode(element.values, from: "container")
    }
  case .tagAndContent(_, let name):
    if let content = element.content {
      lines.append(
        "let _\(content.bareProperty) = try container.decode(\(content.readType).self, forKey: \(swiftLiteral(name)))")
    } else if !element.values.isEmpty {
      lines.append("let values = try \(nested) \(swiftLiteral(name)))")
      lines += decode(element.values, from: "values")
    }
  case .string, .untagged: break
  }
  let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
  return lines + returnValue(".\(element.identifier)\(list)", of: type, typed: true)
}

private func encodeCases(_ type: CheckedType, _ representation: Representation) -> [String] {
  var lines = ["switch self {"]
  for element in type.cases {
    lines.append("case \(pattern(of: element)):")
    if element.isUnknown, let content = element.content {
      lines.append("  try \(local(content)).encode(to: encoder)")
    } else {
      lines += indented(encode(element, representation))
    }
  }
  return lines + ["}"]
}

private func encode(_ element: CheckedCase, _ representation: Representation) -> [String] {
  let container = "var container = encoder.container(keyedBy: Millrace.FieldKey.self)"
  let entries = Entry.all(of: element.values)
  func nested(_ name: String) -> [String] {
    let values = "container.nestedContainer(keyedBy: Millrace.FieldKey.self, forKey: \(swiftLiteral(name)))"
    return ["\(entries.isEmpty ? "_" : "var values") = \(values)"] + encode(entries, to: "values", from: local)
  }
  switch representation {
  case .key: return [container] + nested(element.name)
  case .tag(let tag), .tagAndContent(let tag, _):
    var lines = [container, "try container.encode(\(swiftLiteral(element.name)), forKey: \(swiftLiteral(tag)))"]
    if case .tagAndContent(_, let name) = representation {
      if let value = element.content {
        lines.append("try container.encode(\(local(value)), forKey: \(swiftLiteral(name)))")
      } else if !entries.isEmpty {
        lines += nested(name)
      }
    } else if let value = element.content {
      lines.append("try \(local(value)).encode(to: encoder)")
    } else {
      lines += encode(entries, to: "container", from: local)
    }
    return lines
  case .string, .untagged:
    return ["var container = encoder.singleValueContainer()", "try container.encode(\(swiftLiteral(element.name)))"]
  }
}
