// A type that is written as its only field is.

func generateMembers(of type: CheckedType, being field: CheckedField) -> [String] {
  let label = type.needsInitializer ? "_\(field.bareProperty)" : field.argumentLabel
  var members: [String] = []
  if type.isReadable {
    let value = "Self(\(label): try reader.read(\(field.readType).self))"
    members += [declareReading(type, returnValue(value, of: type)), readingJSON(type)]
  }
  if type.isWritable {
    members += [declareWriting(type, ["writer.write(value: \(field.written))"]), writingJSON(type)]
  }
  // Of a type parameter nothing is known where these are.
  if type.isReadable, type.constrainedTypes.isEmpty, type.constrainedKeys.isEmpty {
    members.insert(generateKinds("\(field.readType).kinds", type), at: 0)
    members.insert(declareFieldTable("\(field.readType).fieldTable", type), at: 0)
  }
  members += generateTypeChecks(of: type)
  if type.needsInitializer { members.append(generateInitializer(of: type)) }
  return members + generateCoding(of: type)
}
