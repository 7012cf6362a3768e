// The code of classes that have subclasses or a serializable superclass.
//
// Each class reads and writes its own members, because its macro does not see those of the others. The `required`
// initializers read them, then rewind to the beginning of the object for the superclass. The overridable functions
// write them, then those of the superclass into the same object. The implementations are private and generic, so that
// they are specialized for JSON in each class; the overridable functions only call them.

@Code func members(ofClass type: CheckedType, in hierarchy: ClassHierarchy) -> [Code] {
  block("\(overridable(type))class var fieldTable: Millrace.FieldTable") { Entry.all(of: type.fields).table() }
  if type.isReadable { reading(of: type, hierarchy) }
  if type.isWritable { writing(of: type, hierarchy) }
  defaultValues(of: type)
  typeChecks(of: type)
  coding(of: type)
}

/// The modifiers of a function or property that subclasses override.
func overridable(_ type: CheckedType) -> String {
  overridable(type, isOverride: type.hierarchy?.hasSuperclass == true)
}

func overridable(_ type: CheckedType, isOverride: Bool) -> String {
  (type.hierarchy?.isOpen == true ? "open " : access(type)) + (isOverride ? "override " : "")
}

// MARK: - Reading

@Code private func reading(of type: CheckedType, _ hierarchy: ClassHierarchy) -> [Code] {
  block("\(overridable(type))class func hasField(named name: Swift.String) -> Swift.Bool") {
    hasField(
      "\(type.name).fieldTable.contains(name)", type,
      inherited: hierarchy.hasSuperclass ? ["super.hasField(named: name)"] : [])
  }
  membersInObjects(of: type)
  block("\(overridable(type))class var __fieldNames: [Swift.String]") {
    "\(hierarchy.hasSuperclass ? "super.__fieldNames + " : "")\(type.name).fieldTable.names"
  }
  if !hierarchy.hasSuperclass {
    kinds(".object", type)
    declareReading(type) { "try Self(__from: &reader)" }
    block("\(access(type))static func readJSON(from reader: inout Millrace.JSON.Reader) throws -> Self") {
      "try Self(__fromJSON: &reader)"
    }
  }
  block("\(access(type))required init<_Reader: \(formatReader)>(__from reader: inout _Reader) throws") {
    initialize(type, hierarchy, label: "__from")
  }
  block("\(access(type))required init(__fromJSON reader: inout Millrace.JSON.Reader) throws") {
    initialize(type, hierarchy, label: "__fromJSON")
  }
  if readsMembers(type, hierarchy) {
    readingOfMembers(type)
    foundFields(of: type, rejectsUnknown: false)
  }
}

/// Whether the class reads the object: a class without fields leaves that to its superclass, if it has one.
private func readsMembers(_ type: CheckedType, _ hierarchy: ClassHierarchy) -> Bool {
  !type.fields.isEmpty || !hierarchy.hasSuperclass
}

/// The statements of an initializer.
///
/// - Parameter label: the label of the same initializer of the superclass.
@Code private func initialize(_ type: CheckedType, _ hierarchy: ClassHierarchy, label: String) -> Code {
  let readsMembers = readsMembers(type, hierarchy)
  if hierarchy.hasSuperclass && readsMembers || type.rejectsUnknownFields { "let objectStart = reader.mark()" }
  if readsMembers {
    "\(type.fields.isEmpty ? "" : "let members = ")try Self.__readMembers(from: &reader)"
    for (index, field) in type.fields.enumerated() {
      "self.\(field.property) = members\(type.fields.count == 1 ? "" : ".\(index)")"
    }
  }
  if hierarchy.hasSuperclass {
    if readsMembers { "reader.rewind(to: objectStart)" }
    "try super.init(\(label): &reader)"
  }
  if type.rejectsUnknownFields {
    "reader.rewind(to: objectStart)"
    "try reader.__rejectUnknownFields(of: Self.self, expected: Self.__fieldNames)"
  }
  if type.isValidated { "try self.validate()" }
}

/// The function that reads the class's own members, and returns them in the order of their declaration.
private func readingOfMembers(_ type: CheckedType) -> Code {
  let types = type.fields.map(\.statedType).joined(separator: ", ")
  let values = type.fields.map(finalValue(of: type)).joined(separator: ", ")
  let heading = """
    private static func __readMembers<_Reader: \(formatReader)>(
      from reader: inout _Reader
    ) throws\(type.fields.isEmpty ? "" : " -> (\(types))")
    """
  return block(heading) {
    readFields(
      of: type, table: "\(type.name).fieldTable", otherMembers: "Self.hasField(named: $0)", rejectsUnknown: false)
    if !type.fields.isEmpty { "return \(type.fields.count == 1 ? values : "(\(values))")" }
  }
}

// MARK: - Writing

@Code private func writing(of type: CheckedType, _ hierarchy: ClassHierarchy) -> [Code] {
  block("\(overridable(type))func write<_Writer: \(formatWriter)>(to writer: inout _Writer)") {
    "self.__writeMembers(to: &writer)"
  }
  block("\(overridable(type))func writeJSON(to writer: inout Millrace.JSON.Writer)") {
    "self.__writeMembers(to: &writer)"
  }
  block("private func __writeMembers<_Writer: \(formatWriter)>(to writer: inout _Writer)") {
    "writer.beginObject(\(type.name).fieldTable)"
    writeFields(of: type)
    if hierarchy.hasSuperclass { "writer.__writeMembers(ofSuperclass: { super.write(to: &$0) })" }
    "writer.endObject()"
  }
}

// MARK: - Codable

/// `init(from:)`, which a subclass must have as well.
func decodingInitializer(ofClass type: CheckedType, in hierarchy: ClassHierarchy) -> Code {
  block("\(access(type))required init(from decoder: any Swift.Decoder) throws") {
    decode(type)
    for field in type.fields { "self.\(field.property) = \(decodedValue(of: field, in: type))" }
    if hierarchy.inheritsCodable { "try super.init(from: decoder)" }
    if type.isValidated { "try self.validate()" }
  }
}
