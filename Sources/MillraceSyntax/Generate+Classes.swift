// The code of classes that have subclasses or a serializable superclass.
//
// Each class reads and writes its own members, because its macro does not see those of the others. The `required`
// initializers read them, then rewind to the beginning of the object for the superclass. The overridable functions write
// them, then those of the superclass into the same object. What does the work is private and generic, so that it is
// specialized for JSON in each class; the overridable functions only call it.

func generateMembers(ofClass type: CheckedType, in hierarchy: ClassHierarchy) -> [String] {
  var members = [generateFieldTable(type, hierarchy)]
  if type.isReadable { members += generateReading(of: type, hierarchy) }
  if type.isWritable { members += generateWriting(of: type, hierarchy) }
  return members + generateTypeChecks(of: type) + generateCoding(of: type)
}

/// The words before a function or property that subclasses override.
func overridable(_ type: CheckedType) -> String {
  overridable(type, isOverride: type.hierarchy?.hasSuperclass == true)
}

func overridable(_ type: CheckedType, isOverride: Bool) -> String {
  (type.hierarchy?.isOpen == true ? "open " : access(type)) + (isOverride ? "override " : "")
}

private func generateFieldTable(_ type: CheckedType, _ hierarchy: ClassHierarchy) -> String {
  block("\(overridable(type))class var fieldTable: Millrace.FieldTable", [Entry.all(of: type.fields).table()])
}

// MARK: - Reading

private func generateReading(of type: CheckedType, _ hierarchy: ClassHierarchy) -> [String] {
  let isOwn = ["\(type.name).fieldTable.contains(name)"]
  let flattened = type.fields.filter(\.isFlattened).map { "\($0.type).hasField(named: name)" }
  let inherited = hierarchy.hasSuperclass ? ["super.hasField(named: name)"] : []
  let names = hierarchy.hasSuperclass ? "super.__fieldNames + " : ""
  var members = [
    block(
      "\(overridable(type))class func hasField(named name: Swift.String) -> Swift.Bool",
      [(isOwn + flattened + inherited).joined(separator: " || ")]),
    block("\(overridable(type))class var __fieldNames: [Swift.String]", ["\(names)\(type.name).fieldTable.names"]),
  ]
  if !hierarchy.hasSuperclass {
    members.append(block("\(access(type))static var kinds: Millrace.ValueKinds", [".object"]))
    members.append(declareReading(type, ["try Self(__from: &reader)"]))
    members.append(
      block(
        "\(access(type))static func readJSON(from reader: inout Millrace.JSON.Reader) throws -> Self",
        ["try Self(__fromJSON: &reader)"]))
  }
  let heading = "\(access(type))required init"
  members.append(
    block(
      "\(heading)<_Reader: \(formatReader)>(__from reader: inout _Reader) throws",
      initialize(type, hierarchy, label: "__from")))
  members.append(
    block(
      "\(heading)(__fromJSON reader: inout Millrace.JSON.Reader) throws",
      initialize(type, hierarchy, label: "__fromJSON")))
  if readsMembers(type, hierarchy) { members.append(generateReadingOfMembers(type)) }
  return members
}

/// Whether there is something to read: an object without fields is read once, by the class that has no superclass.
private func readsMembers(_ type: CheckedType, _ hierarchy: ClassHierarchy) -> Bool {
  !type.fields.isEmpty || !hierarchy.hasSuperclass
}

/// The statements of an initializer.
///
/// - Parameter label: the label of the same initializer of the superclass.
private func initialize(_ type: CheckedType, _ hierarchy: ClassHierarchy, label: String) -> [String] {
  let readsTwice = hierarchy.hasSuperclass && readsMembers(type, hierarchy) || type.rejectsUnknownFields
  var lines = readsTwice ? ["let objectStart = reader.mark()"] : []
  let rewind = "reader.rewind(to: objectStart)"
  if readsMembers(type, hierarchy) {
    let read = "try Self.__readMembers(from: &reader)"
    lines.append(type.fields.isEmpty ? read : "let members = \(read)")
    for (index, field) in type.fields.enumerated() {
      lines.append("self.\(field.property) = members\(type.fields.count == 1 ? "" : ".\(index)")")
    }
    if hierarchy.hasSuperclass { lines.append(rewind) }
  }
  lines.append(hierarchy.hasSuperclass ? "try super.init(\(label): &reader)" : "")
  if type.rejectsUnknownFields {
    lines += [rewind, "try reader.__rejectUnknownFields(of: Self.self, expected: Self.__fieldNames)"]
  }
  if type.isValidated { lines.append("try self.validate()") }
  return lines.filter { !$0.isEmpty }
}

/// The function that reads the class's own members, and returns them in the order of their declaration.
private func generateReadingOfMembers(_ type: CheckedType) -> String {
  let entries = Entry.all(of: type.fields)
  let flattened = type.fields.filter(\.isFlattened)
  var lines = declareLocals(entries)
  if !flattened.isEmpty { lines.append("let objectStart = reader.mark()") }
  if flattened.isEmpty || !entries.isEmpty {
    lines += readObject(entries, "\(type.name).fieldTable", label: "object", of: type, rejectsUnknown: false)
  }
  for field in flattened {
    lines.append("reader.rewind(to: objectStart)")
    lines.append("let _\(field.bareProperty) = try reader.__readFlattened(\(field.type).self, of: Self.self)")
  }
  lines += demandFields(entries)
  if !type.fields.isEmpty {
    let values = type.fields.map(finalValue).joined(separator: ", ")
    lines.append("return \(type.fields.count == 1 ? values : "(\(values))")")
  }
  let result = type.fields.isEmpty ? "" : " -> (\(type.fields.map(\.statedType).joined(separator: ", ")))"
  let heading = """
    private static func __readMembers<_Reader: \(formatReader)>(
      from reader: inout _Reader
    ) throws\(result)
    """
  return block(heading, lines)
}

// MARK: - Writing

private func generateWriting(of type: CheckedType, _ hierarchy: ClassHierarchy) -> [String] {
  var lines = ["writer.beginObject(\(type.name).fieldTable)"]
  lines += writeMembers(Entry.all(of: type.fields), from: \.written)
  for field in type.fields where field.isFlattened {
    lines.append("writer.__writeMembers(of: self.\(field.property))")
  }
  if hierarchy.hasSuperclass { lines.append("writer.__writeMembers(ofSuperclass: { super.write(to: &$0) })") }
  lines.append("writer.endObject()")
  return [
    block(
      "\(overridable(type))func write<_Writer: \(formatWriter)>(to writer: inout _Writer)",
      ["self.__writeMembers(to: &writer)"]),
    block(
      "\(overridable(type))func writeJSON(to writer: inout Millrace.JSON.Writer)",
      ["self.__writeMembers(to: &writer)"]),
    block("private func __writeMembers<_Writer: \(formatWriter)>(to writer: inout _Writer)", lines),
  ]
}

// MARK: - Codable

/// `init(from:)`, which a subclass must have as well.
func generateDecodingInitializer(ofClass type: CheckedType, in hierarchy: ClassHierarchy, _ lines: [String]) -> String {
  var lines = lines + type.fields.map { "self.\($0.property) = _\($0.bareProperty)" }
  if hierarchy.inheritsCodable { lines.append("try super.init(from: decoder)") }
  if type.isValidated { lines.append("try self.validate()") }
  return block("\(access(type))required init(from decoder: any Swift.Decoder) throws", lines)
}
