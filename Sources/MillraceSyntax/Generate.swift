// Third step: the code, from the checked type alone. It is written for whoever meets it in a debugger.
//
// Reading visits the fields in the order of their declaration, each with one comparison, and falls into a loop
// with a search when the document is in another order. Locals have the properties' names after an underscore, and so
// have generic parameters, so that they are not keywords and hide nothing that the type or a default value might mention.

/// The members to be added to a type.
public func generateMembers(of type: CheckedType) -> [String] {
  // What uses something deprecated warns of it, unless it is deprecated itself.
  allMembers(of: type).map { type.usesDeprecated ? "@available(*, deprecated)\n\($0)" : $0 }
}

private func allMembers(of type: CheckedType) -> [String] {
  if type.isOnlyCodable { return generateMembers(ofCodable: type) }
  switch type.kind {
  case .enumeration(let rawType):
    guard let unknown = type.cases.first, type.isReadable else { return [] }
    return [generateReading(of: type, rawType: rawType, unknown: unknown), readingJSON(type)]
  case .variants:
    var members = [generateFieldTable(ofCases: type)]
    if case .variants(let representation) = type.kind, let kinds = kinds(representation, type) {
      members.append(generateKinds(kinds, type))
    }
    if type.isReadable { members += generateReading(ofCases: type) + [readingJSON(type)] }
    if type.isWritable { members += [generateWriting(ofCases: type), writingJSON(type)] }
    return members + generateCoding(of: type)
  case .structure, .class:
    if let hierarchy = type.hierarchy { return generateMembers(ofClass: type, in: hierarchy) }
    if let field = type.fields.first, type.isTransparent { return generateMembers(of: type, being: field) }
    var members = [generateFieldTable(type)]
    if type.isReadable { members += [generateReading(of: type), readingJSON(type)] }
    if type.isWritable { members += [generateWriting(of: type), writingJSON(type)] }
    if type.isReadable, type.fields.contains(where: \.isFlattened) { members.append(generateFieldCheck(of: type)) }
    if type.needsInitializer { members.append(generateInitializer(of: type)) }
    return members + generateTypeChecks(of: type) + generateCoding(of: type)
  }
}

/// The types of fields, for the compiler to say at the fields which of them cannot be read or written.
func generateTypeChecks(of type: CheckedType) -> [String] {
  let checks = type.fields.map { ($0.property, $0.check) } + [("__superclass", type.superclassCheck)]
  let lines = checks.flatMap { name, check -> [String] in
    guard let check else { return [] }
    return [
      "#sourceLocation(file: \(check.place.file), line: \(check.place.line))",
      "typealias \(name) = \(check.type)", "#sourceLocation()",
    ]
  }
  return lines.isEmpty ? [] : [block("private enum __Fields", lines)]
}

/// The extensions to be added beside a type.
///
/// - Parameter protocols: those of the macro's conformances that the type does not have already.
public func generateExtensions(
  of type: CheckedType, named name: String, conformingTo protocols: [String]
) -> [String] {
  let deprecation = type.usesDeprecated ? "@available(*, deprecated)\n" : ""
  if type.isOnlyCodable { return generateExtensions(ofCodable: type, named: name).map { deprecation + $0 } }
  var conformances = protocols.filter { $0.hasSuffix(".Readable") || $0.hasSuffix(".Writable") }
  let keys = protocols.filter { $0.hasSuffix(".ObjectKey") }
  if case .enumeration(let rawType) = type.kind, rawType == "String" || rawType.contains("Int") { conformances += keys }
  var unavailable: [String] = []
  if type.hierarchy?.hasSuperclass == true { conformances = [] }
  if type.hierarchy?.hasSuperclass == false {
    conformances.append("Millrace.__SerializableClass")
    unavailable = keys.map { "@available(*, unavailable)\nextension \(name): \($0) {}" }
  }
  let initializer = generateDecodingInitializer(of: type).map { ["\(deprecation)extension \(name) {\n\($0)\n}"] } ?? []
  return initializer + generateConformances(of: type, named: name, to: conformances) + unavailable
}

private func generateConformances(of type: CheckedType, named name: String, to conformances: [String]) -> [String] {
  guard !conformances.isEmpty else { return [] }
  if type.constrainedTypes.isEmpty, type.constrainedKeys.isEmpty {
    return ["extension \(name): \(conformances.joined(separator: ", ")) {}"]
  }
  return conformances.map { "extension \(name): \($0)\(requirement($0, of: type)) {}" }
}

func access(_ type: CheckedType) -> String { type.access.isEmpty ? "" : type.access + " " }

/// ` where Item: Millrace.Readable`, or nothing.
func requirement(_ conformance: String, of type: CheckedType) -> String {
  let requirements =
    type.constrainedTypes.map { "\($0): \(conformance)" } + type.constrainedKeys.map { "\($0): Millrace.ObjectKey" }
  return requirements.isEmpty ? "" : " where \(requirements.joined(separator: ", "))"
}

private func generateFieldTable(_ type: CheckedType) -> String {
  declareFieldTable(Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields), type)
}

func declareFieldTable(_ table: String, _ type: CheckedType) -> String {
  block("\(access(type))static var fieldTable: Millrace.FieldTable", [table])
}

/// `hasField(named:)` of a type whose fields have fields that are this type's as well.
private func generateFieldCheck(of type: CheckedType) -> String {
  let flattened = type.fields.filter(\.isFlattened).map { "\($0.type).hasField(named: name)" }
  return block(
    "\(access(type))static func hasField(named name: Swift.String) -> Swift.Bool\(requirement("Millrace.Readable", of: type))",
    [(["fieldTable.contains(name)"] + flattened).joined(separator: " || ")])
}

/// The initializer from all fields, where the compiler makes none.
func generateInitializer(of type: CheckedType) -> String {
  if type.fields.isEmpty { return "private init(_reading: ()) {}" }
  let parameters = type.fields.map { "_\($0.bareProperty): \($0.statedType)" }
  return block(
    "private init(\(parameters.joined(separator: ", ")))",
    type.fields.map { "self.\($0.property) = _\($0.bareProperty)" })
}
