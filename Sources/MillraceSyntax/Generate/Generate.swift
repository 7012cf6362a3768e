// Third step: the code, from the checked type alone. It is meant to be readable in a debugger.
//
// Reading visits the fields in the order of their declaration, each with one comparison, and continues in a loop
// with a search if the document is in another order. Locals have the properties' names after an underscore, and so
// have generic parameters, so that they are not keywords and hide no name that the type or a default value uses.

/// The members that are added to a type.
public func generateMembers(of type: CheckedType) -> [String] {
  // Code that uses a deprecated declaration has a warning, unless it is deprecated itself.
  members(of: type).map(\.text).map { type.usesDeprecated ? "@available(*, deprecated)\n\($0)" : $0 }
}

@Code private func members(of type: CheckedType) -> [Code] {
  codingMembers(of: type)
  if type.needsEmptyInitializer { emptyInitializer(of: type) }
}

@Code private func codingMembers(of type: CheckedType) -> [Code] {
  if type.hasMistakes, type.hierarchy == nil {
    members(ofMistaken: type)
  } else if type.isOnlyCodable {
    members(ofCodable: type)
  } else {
    switch type.kind {
    case .enumeration(let rawType):
      decodingOfRawValue(type)
      if let unknown = type.cases.first, type.isReadable {
        declareReading(type) {
          "Self(rawValue: try reader.read(\(rawType).self)) ?? (.\(unknown.identifier) as Self)"
        }
        readingJSON(type)
      }
    case .variants(let representation):
      if type.isComposed { members(ofComposed: type, representation) } else { members(of: type, representation) }
    case .structure, .class:
      if type.rawForm == .rawValue {
        decodingOfRawValue(type)
      } else if let hierarchy = type.hierarchy {
        members(ofClass: type, in: hierarchy)
      } else if let field = type.fields.first, type.isTransparent {
        members(of: type, being: field)
      } else if type.isTable {
        members(ofTable: type)
      } else if type.isComposed {
        members(ofComposed: type)
      } else {
        members(ofStructure: type)
      }
    }
  }
}

/// The members of a structure, or of a class that needs no others.
@Code private func members(ofStructure type: CheckedType) -> [Code] {
  declareFieldTable(Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields), type)
  if type.isReadable {
    if type.rawForm == .chosenByCompiler { kinds("Millrace.ValueKinds.__objectOrRawValue(Self.self)", type) }
    reading(of: type)
    readingJSON(type)
  }
  if type.isWritable {
    writing(of: type)
    writingJSON(type)
  }
  if type.isReadable {
    membersOfFlattened(of: type)
    membersInObjects(of: type)
  }
  if type.needsInitializer { initializer(of: type) }
  defaultValues(of: type)
  typeChecks(of: type)
  coding(of: type)
}

extension CheckedType {
  /// The types that the compiler checks at the declaration.
  fileprivate var checks: [TypeCheck] {
    let fields = fields + cases.flatMap(\.values)
    return (fields.flatMap { [$0.check, $0.strategyCheck] } + [superclassCheck]).compactMap(\.self)
  }
}

extension TypeCheck {
  /// The type in generated code.
  var use: String { "__Fields.\(name)" }
}

/// The aliases of the types of fields, by which the compiler reports at a field that its type cannot be read or
/// written.
@Code func typeChecks(of type: CheckedType) -> [Code] {
  if !type.checks.isEmpty {
    block("private enum __Fields") {
      for check in type.checks {
        "#sourceLocation(file: \(check.place.file), line: \(check.place.line))"
        "typealias \(check.name) = \(check.type)"
        "#sourceLocation()"
      }
    }
  }
}

/// Names the types of associated values in an extension: Swift 6.3.1 checks the members that a macro adds to an enumeration when
/// it generates code for them, and crashes if these aliases have errors then.
@Code private func useOfChecks(in type: CheckedType, named name: String) -> [Code] {
  if case .variants = type.kind, !type.hasMistakes, !type.checks.isEmpty {
    block("extension \(name)") {
      "private typealias __CheckedFields = (\(type.checks.map(\.use).joined(separator: ", ")))"
    }
  }
}

/// The extensions that are added beside a type.
///
/// - Parameter protocols: The conformances of the macro that the type does not have yet.
public func generateExtensions(
  of type: CheckedType, named name: String, conformingTo protocols: [String]
) -> [String] {
  let deprecation = type.usesDeprecated ? "@available(*, deprecated)\n" : ""
  if type.isOnlyCodable { return extensions(ofCodable: type, named: name).map { deprecation + $0.text } }
  var conformances = protocols.filter { $0.hasSuffix(".Readable") || $0.hasSuffix(".Writable") }
  func among(_ names: String...) -> [String] { protocols.filter { names.contains(where: $0.hasSuffix) } }
  let ofTables = among(".__TableType", ".__ReadByTable", ".__WrittenByTable")
  let ofParts = among(".__ComposedType", ".__DecomposedType")
  if type.isTable || type.isComposed { conformances += ofTables }
  if type.isComposed { conformances += ofParts }
  if type.sharesObjects { conformances += protocols.filter { $0.hasSuffix(".ObjectSharing") } }
  let keys = protocols.filter { $0.hasSuffix(".ObjectKey") }
  if case .enumeration(let rawType) = type.kind, rawType == "String" || rawType.contains("Int") { conformances += keys }
  var unavailable: [String] = []
  if type.hierarchy?.hasSuperclass == true { conformances = [] }
  if type.hierarchy?.hasSuperclass == false {
    conformances.append("Millrace.__SerializableClass")
    unavailable = (ofTables + ofParts + keys).map {
      "@available(*, unavailable)\nnonisolated extension \(name): \($0) {}"
    }
  }
  return decodingExtension(of: type, named: name).map { deprecation + $0.text }
    + useOfChecks(in: type, named: name).map(\.text)
    + generateConformances(of: type, named: name, to: conformances) + unavailable
}

/// The extensions are nonisolated. The compiler still isolates a conformance if the type is isolated by the default of
/// its module.
private func generateConformances(of type: CheckedType, named name: String, to conformances: [String]) -> [String] {
  guard !conformances.isEmpty else { return [] }
  let isolation = type.isolation.map { $0 + " " } ?? ""
  if !type.isGeneric {
    return ["nonisolated extension \(name): \(conformances.map { isolation + $0 }.joined(separator: ", ")) {}"]
  }
  return conformances.map { conformance in
    let ofArguments = conformance.hasSuffix(".ObjectSharing") ? "Millrace.Readable" : conformance
    return "nonisolated extension \(name): \(isolation)\(conformance)\(requirement(ofArguments, of: type)) {}"
  }
}

/// The beginning of an extension with functions. Without its modifier, it would have the default isolation of the
/// module.
func extensionWord(_ type: CheckedType) -> String { type.isNonisolated ? "nonisolated extension" : "extension" }

func access(_ type: CheckedType) -> String { type.access.isEmpty ? "" : type.access + " " }

/// ` where Item: Millrace.Readable`, or nothing. A table is for all that the type is for.
func requirement(_ conformance: String, of type: CheckedType) -> String {
  let conformance = type.isTable || type.isComposed ? type.directions : conformance
  let requirements =
    type.constrainedTypes.map { "\($0): \(conformance)" } + type.constrainedKeys.map { "\($0): Millrace.ObjectKey" }
  return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
}

extension CheckedType {
  /// The protocol of what it is for.
  fileprivate var directions: String {
    if isReadable, isWritable { return "Millrace.Serializable" }
    return isReadable ? "Millrace.Readable" : "Millrace.Writable"
  }
}

func declareFieldTable(_ table: String, _ type: CheckedType) -> Code {
  block("\(access(type))static var fieldTable: Millrace.FieldTable") { table }
}

/// The initializer without parameters of a class. The compiler's is not public, either.
@Code private func emptyInitializer(of type: CheckedType) -> Code {
  if type.inheritsFromFoundation { "override init() { super.init() }" } else { "init() {}" }
}

/// The initializer with all fields, if the compiler generates none.
@Code func initializer(of type: CheckedType) -> Code {
  if type.fields.isEmpty {
    "private init(_reading: ()) {}"
  } else {
    block("private init(\(type.fields.map { "\($0.local): \($0.statedType)" }.joined(separator: ", ")))") {
      for field in type.fields { "self.\(field.property) = \(field.local)" }
    }
  }
}
