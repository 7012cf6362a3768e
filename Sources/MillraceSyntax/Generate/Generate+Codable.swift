// `Codable`, for types that declare it. All of them use one type of keys, so that there are no CodingKeys.
//
// `init(from:)` of a structure is in an extension, because one in the type would remove the memberwise initializer.
// It only calls a function in the type, where all names have their usual meaning.
//
// A decoder of this library makes the type read itself; containers are for other decoders, and for values that the
// reader rejects. For a generic type, containers are used as well: it may be decodable but not readable with the same
// arguments.

extension CheckedType {
  /// Whether the library decodes and encodes it by its table.
  var codesByTable: Bool {
    // It may be decodable but have no table with the same arguments.
    if isGeneric { return false }
    // A field for which null stands for the default value is a single call of a container, which a table cannot make.
    // An initializer must not assign a whole structure with constants that have values.
    return isTable
      || isComposed && cases.isEmpty && !fields.contains(where: \.takesNullForDefault)
        && !(hasConstants && kind == .structure)
  }
}

/// `encode(to:)` of a type with a table. Its initializer is in an extension, unless it is a class.
@Code func coding(ofTable type: CheckedType) -> [Code] {
  if type.isEncodable {
    block("\(access(type))func encode(to encoder: any Swift.Encoder) throws") { "try encoder.__encode(self)" }
  }
}

@Code func coding(of type: CheckedType) -> [Code] {
  if type.isDecodable {
    if let hierarchy = type.hierarchy {
      decodingInitializer(ofClass: type, in: hierarchy)
    } else if type.kind == .class {
      block("\(access(type))convenience init(from decoder: any Swift.Decoder) throws") {
        if !type.isGeneric {
          block("if let value = decoder.__readDirectly(Self.self)") {
            "self.init(__replacedBy: value)"
            "return"
          }
        }
        if type.rawForm == .chosenByCompiler {
          block("if let value = try decoder.__decodeByRawValue(Self.self)") {
            "self.init(__replacedBy: value)"
            "return"
          }
        }
        decode(type)
      }
    } else {
      block("private static func read(from decoder: any Swift.Decoder) throws -> Self") {
        if type.rawForm == .chosenByCompiler {
          "if let value = try decoder.__decodeByRawValue(Self.self) { return value }"
        }
        decode(type)
      }
    }
  }
  encodingMethod(of: type)
}

/// `encode(to:)`, if it is not hand-written.
@Code func encodingMethod(of type: CheckedType) -> [Code] {
  if type.isEncodable {
    let heading = "\(isolation(type))func encode"
    let isOverride = type.hierarchy?.inheritsCodable == true
    let words = overridable(type, isOverride: isOverride)
    if type.isOnlyCodable || type.isGeneric {
      // A generic type can be written as a whole only for some of its parameters.
      block("\(words)\(heading)(to encoder: any Swift.Encoder) throws") { encode(type, isOverride: isOverride) }
    } else {
      // Containers are in a separate function, because a function creates the metadata of all its types when it begins.
      block("\(words)\(heading)(to encoder: any Swift.Encoder) throws") {
        "if encoder.__writeDirectly(self) { return }"
        "try self.encode(membersTo: encoder)"
      }
      block("@inline(never)\nprivate \(heading)(membersTo encoder: any Swift.Encoder) throws") {
        encode(type, isOverride: isOverride)
      }
    }
  }
}

/// The initializer of a structure or an enumeration, in an extension.
@Code func decodingExtension(of type: CheckedType, named name: String) -> [Code] {
  if type.isDecodable, type.kind != .class {
    block("\(extensionWord(type)) \(name)") {
      block("\(access(type))init(from decoder: any Swift.Decoder) throws") {
        if type.hasMistakes {
          unreachable
        } else if case .enumeration(let rawType) = type.kind, let unknown = type.cases.first, rawType != "RawValue" {
          let value = "try decoder.singleValueContainer().decode(\(rawType).self)"
          "self = Self(rawValue: \(value)) ?? (.\(unknown.identifier) as Self)"
        } else if type.codesByTable {
          "self = try decoder.__decode(Self.self)"
        } else {
          let value = "try \(type.isGeneric ? "" : "decoder.__readDirectly(Self.self) ?? ")Self.read(from: decoder)"
          if type.hasConstants {
            "\(type.fields.isEmpty ? "_" : "let value") = \(value)"
            "self.init(\(arguments(type) { "value.\($0.property)" }))"
          } else {
            "self = \(value)"
          }
        }
      }
    }
  }
}

let decodingContainer = "try decoder.container(keyedBy: Millrace.FieldKey.self)"

// MARK: - Decoding structures and classes

/// The statements that decode a value with containers.
@Code func decode(_ type: CheckedType) -> Code {
  if case .variants(let representation) = type.kind {
    decodeCase(type, representation)
  } else {
    decodeFields(type)
    decodedValue(type)
  }
}

@Code private func decodeFields(_ type: CheckedType) -> Code {
  if let field = type.fields.first(where: { !$0.isFlattened }), type.isTransparent {
    "let \(field.local) = try decoder.singleValueContainer().decode(\(field.readType).self)"
  } else {
    let fields = type.fields.filter { !$0.isFlattened }
    let isUsed = !fields.isEmpty || type.rejectsUnknownFields
    "\(isUsed ? "let container" : "_") = \(decodingContainer)"
    if type.rejectsUnknownFields { rejectUnknownKeys(of: type) }
    decode(fields, from: "container")
    let flattened = type.fields.filter(\.isFlattened)
    let otherMembers = type.hierarchy == nil ? "Self.fieldTable.contains($0)" : "Self.hasField(named: $0)"
    shareMembers(flattened, otherMembers) { field, condition in
      "\(field.local) = try decoder.__decodeShared(\(field.readType).self) { \(condition) }"
    }
  }
}

/// Throws if the object, or one of the objects that fields are in, has a member that is not a field.
@Code private func rejectUnknownKeys(of type: CheckedType) -> Code {
  if type.hierarchy != nil {
    "try container.__rejectKeys { !Self.hasField(named: $0) }"
  } else {
    let entries = Entry.all(of: type.fields)
    rejectUnknownKeys(entries, in: "container")
  }
}

@Code private func rejectUnknownKeys(_ entries: [Entry], in container: String) -> Code {
  "try \(container).__rejectKeys { !\(entries.table()).contains($0) }"
  for entry in entries {
    if case .group(let name, let members) = entry {
      let inner = container + "_"
      block("if let \(inner) = try \(container).__nestedIfPresent(\(swiftLiteral(name)))") {
        rejectUnknownKeys(members, in: inner)
      }
    }
  }
}

/// Creates a value from the locals, except for a class in a hierarchy.
@Code private func decodedValue(_ type: CheckedType) -> Code {
  let decodedLocal = { (field: CheckedField) in decodedValue(of: field, in: type) }
  if type.kind != .class {
    returnValue("Self(\(arguments(type, decodedLocal)))", of: type)
  } else if type.hierarchy == nil {
    "self.init(\(arguments(type, decodedLocal)))"
    if type.isValidated { "try validate()" }
  }
}

/// The expression for the decoded value of a field. If there are several flattened values, each has an optional local.
func decodedValue(of field: CheckedField, in type: CheckedType) -> String {
  let isOneOfSeveral = field.isFlattened && type.fields.count(where: \.isFlattened) > 1
  return isOneOfSeveral ? "Millrace.__take(&\(field.local))!" : field.local
}

@Code private func decode(_ fields: [CheckedField], from container: String) -> Code {
  for field in fields {
    if let defaultValue = field.defaultValue, !field.path.isEmpty, !field.takesNullForDefault {
      let method = field.isOptional ? "decodeIfPresent" : "decode"
      let key = swiftLiteral(field.name)
      let nested =
        "try \(container)\(field.path.map { ".__nestedIfPresent(\(swiftLiteral($0)))" }.joined(separator: "?"))"
      "let \(field.local): \(field.readType)"
      block("if let nested = \(nested), nested.contains(\(key))", end: " else {") {
        "\(field.local) = try nested.\(method)(\(field.wrappedType).self, forKey: \(key))"
      }
      indented { "\(field.local) = \(defaultValue.use)" }
      "}"
    } else {
      "let \(field.local): \(field.readType) = try \(decode(field, from: container))"
    }
  }
}

/// The expression that decodes a field, without `try`.
private func decode(_ field: CheckedField, from container: String) -> String {
  if !field.path.isEmpty {
    let steps = field.path.map {
      field.isRequired ? ".__nested(\(swiftLiteral($0)))" : ".__nestedIfPresent(\(swiftLiteral($0)))?"
    }
    let inner = container + steps.joined()
    if field.isRequired { return "\(inner).decode(\(field.readType).self, forKey: \(swiftLiteral(field.name)))" }
    let value = "\(inner).decodeIfPresent(\(field.wrappedType).self, forKey: \(swiftLiteral(field.name)))"
    return field.defaultValue.map { "\(value) ?? \($0.use)" } ?? value
  }
  let key = key(field.name, orOneOf: field.aliases, in: container)
  let value =
    field.isOptional || field.takesNullForDefault
    ? "\(container).decodeIfPresent(\(field.wrappedType).self, forKey: \(key))"
    : "\(container).decode(\(field.readType).self, forKey: \(key))"
  guard let defaultValue = field.defaultValue else { return value }
  if field.takesNullForDefault { return "\(value) ?? \(defaultValue.use)" }
  return "\(container).contains(\(key)) ? \(value) : \(defaultValue.use)"
}

/// The expression for the key of a member that can have several names.
private func key(_ name: String, orOneOf aliases: [String], in container: String) -> String {
  if aliases.isEmpty { return swiftLiteral(name) }
  return "\(container).__firstKey(of: \(([name] + aliases).map(swiftLiteral).joined(separator: ", ")))"
}

// MARK: - Encoding structures and classes

/// The statements that encode a value with containers.
@Code private func encode(_ type: CheckedType, isOverride: Bool) -> Code {
  if isOverride { "try super.encode(to: encoder)" }
  if type.rawForm == .chosenByCompiler { "if try encoder.__encodeByRawValue(self) { return }" }
  if case .variants(let representation) = type.kind {
    encodeCases(type, representation)
  } else if let field = type.fields.first, type.isTransparent {
    "var container = encoder.singleValueContainer()"
    "try container.encode(\(field.written))"
  } else {
    let entries = Entry.all(of: type.fields)
    "\(entries.isEmpty ? "_" : "var container") = encoder.container(keyedBy: Millrace.FieldKey.self)"
    encode(entries, to: "container") { $0.check == nil ? "self.\($0.storage)" : $0.written }
    for field in type.fields where field.isFlattened {
      "try encoder.__encodeShared(\(field.written), besides: \(type.ownTable))"
    }
  }
}

@Code private func encode(_ entries: [Entry], to container: String, from source: (CheckedField) -> String) -> Code {
  for entry in entries {
    switch entry {
    case .tag: []
    case .field(let field):
      let method = field.leavesNilOut ? "encodeIfPresent" : "encode"
      let line = "try \(container).\(method)(\(source(field)), forKey: \(swiftLiteral(field.name)))"
      if field.isOmittedWhenDefault, let defaultValue = field.defaultValue {
        "if \(source(field)) != \(defaultValue.use) { \(line) }"
      } else {
        line
      }
    case .group(let name, let members):
      let inner = container + "_"
      // Without a condition, the container's name requires a separate scope.
      ifAnyIsPresent(members, source, otherwise: "do") {
        "var \(inner) = \(nestedContainer(container, name))"
        encode(members, to: inner, from: source)
      }
    }
  }
}

private func nestedContainer(_ container: String, _ name: String) -> String {
  "\(container).nestedContainer(keyedBy: Millrace.FieldKey.self, forKey: \(swiftLiteral(name)))"
}

// MARK: - Enumerations

@Code func decodeCase(_ type: CheckedType, _ representation: Representation) -> Code {
  let cases = "among: \(type.caseTable), of: Self.self\(type.unknownCase != nil ? ", isOpen: true" : "")"
  switch representation {
  case .untagged: []
  case .key:
    "let container = \(decodingContainer)"
    "switch try container.__onlyCase(\(cases)) {"
    decodeCases(type, representation)
  case .tag(let tag), .tagAndContent(let tag, _):
    "let container = \(decodingContainer)"
    "switch try container.__decodeCase(forKey: \(swiftLiteral(tag)), \(cases)) {"
    decodeCases(type, representation)
  case .string:
    "switch try decoder.__decodeCase(\(cases)) {"
    decodeCases(type, representation)
  }
}

/// The cases of the switch over the case's index in the table of names, to its closing brace.
@Code private func decodeCases(_ type: CheckedType, _ representation: Representation) -> Code {
  for (element, indices) in type.casesWithIndices {
    "case \(indices):"
    indented { decode(element, type, representation) }
  }
  "default:"
  indented {
    if let unknown = type.unknownCase {
      returnValue(unknown.expression { "try \($0.readType)(from: decoder)" }, of: type, typed: true)
    } else {
      "throw Millrace.FieldKey.__noCase(of: Self.self, in: decoder)"
    }
  }
  "}"
}

@Code private func decode(_ element: CheckedCase, _ type: CheckedType, _ representation: Representation) -> Code {
  let nested = "container.nestedContainer(keyedBy: Millrace.FieldKey.self, forKey:"
  switch representation {
  case .key:
    let key = key(element.name, orOneOf: element.aliases, in: "container")
    let isUsed = !element.values.isEmpty || type.rejectsUnknownFields
    "\(isUsed ? "let values" : "_") = try \(nested) \(key))"
    rejectUnknownValues(of: element, type, in: "values")
    decode(element.values, from: "values")
  case .tag(let tag):
    if element.content == nil {
      rejectUnknownValues(of: element, type, in: "container", besides: [.tag(name: tag)])
      decode(element.values, from: "container")
    }
  case .tagAndContent(let tag, let name):
    rejectUnknownValues(of: nil, type, in: "container", besides: [.tag(name: tag), .tag(name: name)])
    if !element.values.isEmpty, element.values.allSatisfy({ !$0.isRequired }) {
      block("if !container.contains(\(swiftLiteral(name)))") {
        returnValue(element.withoutContent, of: type, typed: true)
      }
    }
    if let content = element.content {
      "let \(content.local) = try container.decode(\(content.readType).self, forKey: \(swiftLiteral(name)))"
    } else if !element.values.isEmpty {
      "let values = try \(nestedContainer("container", name))"
      rejectUnknownValues(of: element, type, in: "values")
      decode(element.values, from: "values")
    }
  case .string, .untagged: []
  }
  if case .tag(let tag) = representation, element.content != nil {
    let condition = "{ $0 == \(swiftLiteral(tag)) }"
    let content = element.expression { "try decoder.__decodeShared(\($0.readType).self, besides: \(condition))" }
    returnValue(content, of: type, typed: true)
  } else {
    returnValue(element.expression(\.local), of: type, typed: true)
  }
}

/// Throws if a container has other keys than those of the associated values, in a type that rejects unknown fields.
@Code private func rejectUnknownValues(
  of element: CheckedCase?, _ type: CheckedType, in container: String, besides tags: [Entry] = []
) -> Code {
  if type.rejectsUnknownFields { rejectUnknownKeys(tags + Entry.all(of: element?.values ?? []), in: container) }
}

@Code private func encodeCases(_ type: CheckedType, _ representation: Representation) -> Code {
  "switch self {"
  for element in type.cases {
    "case \(element.pattern):"
    indented {
      if element.isUnknown, let content = element.content {
        "try \(content.writtenLocal).encode(to: encoder)"
      } else {
        encode(element, representation)
      }
    }
  }
  "}"
}

@Code private func encode(_ element: CheckedCase, _ representation: Representation) -> Code {
  let container = "var container = encoder.container(keyedBy: Millrace.FieldKey.self)"
  switch representation {
  case .key:
    container
    encode(valuesOf: element, as: element.name)
  case .tag(let tag):
    container
    "try container.encode(\(swiftLiteral(element.name)), forKey: \(swiftLiteral(tag)))"
    if let value = element.content {
      "try encoder.__encodeShared(\(value.writtenLocal), besides: \(fieldTable([tag], required: [true])))"
    } else {
      encode(Entry.all(of: element.values), to: "container", from: \.writtenLocal)
    }
  case .tagAndContent(let tag, let name):
    container
    "try container.encode(\(swiftLiteral(element.name)), forKey: \(swiftLiteral(tag)))"
    if let value = element.content {
      "try container.encode(\(value.writtenLocal), forKey: \(swiftLiteral(name)))"
    } else if !element.values.isEmpty {
      encode(valuesOf: element, as: name)
    }
  case .string, .untagged:
    "var container = encoder.singleValueContainer()"
    "try container.encode(\(swiftLiteral(element.name)))"
  }
}

/// Encodes the associated values as an object.
@Code private func encode(valuesOf element: CheckedCase, as name: String) -> Code {
  "\(element.values.isEmpty ? "_" : "var values") = \(nestedContainer("container", name))"
  encode(Entry.all(of: element.values), to: "values", from: \.writtenLocal)
}
