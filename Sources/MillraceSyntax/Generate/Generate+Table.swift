// The code of a type with a table: the table alone.

/// The members of a structure that the library reads and writes.
@Code func members(ofTable type: CheckedType) -> [Code] {
  let names = Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields)
  declareTable(type, "\(names)", capacity: type.fields.count) {
    for field in type.fields {
      let place = "Swift.MemoryLayout<Self>.offset(of: \\.\(field.property))"
      addition(of: field, type.functionThatAdds, at: place)
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
  var functionThatAdds: String { codesByTable && isDecodable && isEncodable ? "addCodable" : "add" }
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
///   - add: The function that adds a plain field.
///   - place: The expression for the place of the field.
///   - type: The type that the field belongs to.
@Code func addition(of field: CheckedField, _ add: String, at place: String, in type: String = "Self") -> Code {
  let key = jsonKey(field.name)
  switch field.method {
  case .plain: "table.\(add)(\(key), \(field.readType).self, at: \(place))"
  case .lossy: "table.addLossy(\(key), \(field.readType).self, at: \(place))"
  case .strategy(let strategy):
    let using = "using: \(field.strategyCheck?.use ?? strategy).self"
    "table.add(\(key), \(field.readType).self, \(using), at: \(place))"
  }
  if let value = field.defaultValue { "table.setDefault(\(field.readType).self) { \(value.use(in: type)) }" }
  if field.writesNull { "table.writeNil()" }
  if field.takesNullForDefault { "table.takeNull()" }
  if field.isOmittedWhenDefault, let value = field.defaultValue {
    "table.omit(\(field.readType).self) { $0 == \(value.use(in: type)) }"
  }
  if !field.aliases.isEmpty { "table.addAliases(\(field.aliases.count))" }
}
