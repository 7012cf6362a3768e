// A type that is written as its only field is.

func generateMembers(of type: CheckedType, being field: CheckedField) -> [String] {
  let label = type.needsInitializer ? "_\(field.bareProperty)" : field.argumentLabel
  var members = [
    declareReading(type, returnValue("Self(\(label): try reader.read(\(field.readType).self))", of: type)),
    readingJSON(type), declareWriting(type, ["writer.write(value: self.\(field.property))"]), writingJSON(type),
  ]
  // Of a type parameter nothing is known where these are.
  if type.constrainedTypes.isEmpty, type.constrainedKeys.isEmpty {
    members.insert(generateKinds("\(field.readType).kinds", type), at: 0)
    members.insert(declareFieldTable("\(field.readType).fieldTable", type), at: 0)
  }
  if type.needsInitializer { members.append(generateInitializer(of: type)) }
  return members + generateCoding(of: type)
}
