// A type that is represented by its only field.

@Code func members(of type: CheckedType, being field: CheckedField) -> [Code] {
  // The conformances of a type parameter are not known here.
  if type.isReadable, !type.isGeneric {
    declareFieldTable("\(field.readType).fieldTable", type)
    kinds("\(field.readType).kinds", type)
  }
  if type.isReadable {
    let label = type.needsInitializer ? field.local : field.argumentLabel
    declareReading(type) { returnValue("Self(\(label): try reader.read(\(field.readType).self))", of: type) }
    readingJSON(type)
    membersOfTransparent(type, being: field)
  }
  if type.isWritable {
    declareWriting(type) { "writer.write(value: \(field.written))" }
    writingJSON(type)
  }
  typeChecks(of: type)
  if type.needsInitializer { initializer(of: type) }
  coding(of: type)
}
