// The code of a type with a table: the table alone.

/// The members of a structure that the library reads and writes.
@Code func members(ofTable type: CheckedType) -> [Code] {
  let names = Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields)
  declareTable(type, "\(names)", capacity: type.fields.count) {
    for field in type.fields {
      let place = "Swift.MemoryLayout<Self>.offset(of: \\.\(field.property))"
      addition(of: field, in: type, at: place)
    }
    if type.isValidated { "table.validate(Self.self) { try $0.validate() }" }
  }
  defaultValues(of: type)
  typeChecks(of: type)
  if type.codesByTable {
    coding(ofTable: type)
  } else {
    if type.isDecodable, type.needsInitializer { initializer(of: type) }
    coding(of: type)
  }
}

extension CheckedType {
  /// The function that adds a plain field to the table.
  var functionThatAdds: String {
    if !isWritable { return "addReadable" }
    if !isReadable { return "addWritable" }
    return codesByTable && isDecodable && isEncodable ? "addCodable" : "add"
  }
}

/// Declares the function that makes the table.
///
/// - Parameters:
///   - arguments: The arguments of the table's initializer before the fields.
///   - capacity: The number of fields.
func declareTable(_ type: CheckedType, _ arguments: String, capacity: Int, @Code _ addFields: () -> Code) -> Code {
  let requirement = requirement("Millrace.Serializable", of: type)
  return block("\(access(type))static func __makeTable() -> Millrace.__Table\(requirement)") {
    "var table = Millrace.__TableBuilder(capacity: \(capacity))"
    addFields()
    "return Millrace.__Table(\(arguments), table)"
  }
}

/// The lines that add a field to a table.
///
/// - Parameters:
///   - type: The type that the field belongs to.
///   - place: The expression for the place of the field, unless it is a part of a case.
///   - name: The name of the type there.
@Code func addition(
  of field: CheckedField, in type: CheckedType, at place: String? = nil, named name: String = "Self"
) -> Code {
  let key = jsonKey(field.name)
  let at = place.map { ", at: \($0)" } ?? ""
  switch field.method {
  case .plain: "table.\(type.functionThatAdds)(\(key), \(field.readType).self\(at))"
  case .lossy:
    "table.\(type.isWritable ? "addLossy" : "addLossyReadable")(\(key), \(field.readType).self\(at))"
  case .strategy(let strategy):
    let using = "using: \(field.strategyCheck?.use ?? strategy).self"
    "table.add(\(key), \(field.readType).self, \(using)\(at))"
  }
  if let value = field.defaultValue, type.isReadable {
    "table.setDefault(\(field.readType).self) { \(value.use(in: name)) }"
  }
  if field.writesNull || !type.isReadable && field.isOptional && field.defaultValue != nil { "table.writeNil()" }
  if field.takesNullForDefault { "table.takeNull()" }
  if field.isOmittedWhenDefault, let value = field.defaultValue {
    "table.omit(\(field.readType).self) { $0 == \(value.use(in: name)) }"
  }
  if !field.aliases.isEmpty { "table.addAliases(\(field.aliases.count))" }
}
