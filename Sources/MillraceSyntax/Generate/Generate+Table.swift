// The code of a type with a table: the table alone.

/// The members of a structure that the library reads and writes.
@Code func members(ofTable type: CheckedType) -> [Code] {
  let names = Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields)
  declareTable(type, "Millrace.__Table(\(names))") {
    for field in type.fields {
      let place = "Swift.MemoryLayout<Self>.offset(of: \\.\(field.property))"
      addition(of: field, type.functionThatAdds, at: place)
    }
    if type.isValidated { "$0.validate(Self.self) { try $0.validate() }" }
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

/// Declares the table, or the function that makes it if the library stores it.
///
/// - Parameter table: The call that makes the table with a closure.
func declareTable(_ type: CheckedType, _ table: String, @Code _ addFields: () -> Code) -> Code {
  if type.storesTable { return block("\(access(type))static let __fields = \(table)", addFields) }
  let requirement = requirement("Millrace.Serializable", of: type)
  return block("\(access(type))static func __makeFields() -> Millrace.__Table\(requirement)") {
    block(table, addFields)
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
  case .plain: "$0.\(add)(\(key), \(field.readType).self, at: \(place))"
  case .lossy: "$0.addLossy(\(key), \(field.readType).self, at: \(place))"
  case .strategy(let strategy):
    let using = "using: \(field.strategyCheck?.use ?? strategy).self"
    "$0.add(\(key), \(field.readType).self, \(using), at: \(place))"
  }
  if let value = field.defaultValue { "$0.setDefault(\(field.readType).self) { \(value.use(in: type)) }" }
  if field.writesNull { "$0.writeNil()" }
  if field.takesNullForDefault { "$0.takeNull()" }
  if field.isOmittedWhenDefault, let value = field.defaultValue {
    "$0.omit(\(field.readType).self) { $0 == \(value.use(in: type)) }"
  }
  if !field.aliases.isEmpty { "$0.addAliases(\(field.aliases.count))" }
}
