// The code of a type with a table: the table alone.

/// The members of a structure that the library reads and writes.
@Code func members(ofTable type: CheckedType) -> [Code] {
  let names = Entry.all(of: type.fields).table(rejectsUnknown: type.rejectsUnknownFields)
  block("\(access(type))static let __fields = Millrace.__Table(\(names))") {
    for field in type.fields {
      "$0.add(\(jsonKey(field.name)), \(field.readType).self, at: Swift.MemoryLayout<Self>.offset(of: \\.\(field.property)))"
      if let value = field.defaultValue { "$0.setDefault(\(field.readType).self) { \(value.use) }" }
      if !field.aliases.isEmpty { "$0.addAliases(\(field.aliases.count))" }
    }
    if type.isValidated { "$0.validate(Self.self) { try $0.validate() }" }
  }
  defaultValues(of: type)
  typeChecks(of: type)
  coding(ofTable: type)
}
