// The code that writes structures and classes, and the associated values of cases.

func generateWriting(of type: CheckedType) -> String {
  let entries = Entry.all(of: type.fields)
  var lines = ["writer.beginObject(Self.fieldTable)"]
  lines += writeMembers(entries, from: \.written)
  for field in type.fields where field.isFlattened {
    lines.append("writer.__writeMembers(of: self.\(field.property))")
  }
  return declareWriting(type, lines + ["writer.endObject()"])
}

func declareWriting(_ type: CheckedType, _ lines: [String]) -> String {
  let heading = """
    \(access(type))func write<_Writer: \(formatWriter)>(
      to writer: inout _Writer
    )\(requirement("Millrace.Writable", of: type))
    """
  return block(heading, lines)
}

func writingJSON(_ type: CheckedType) -> String {
  """
  \(access(type))func writeJSON(
    to writer: inout Millrace.JSON.Writer
  )\(requirement("Millrace.Writable", of: type)) {
    write(to: &writer)
  }
  """
}

/// Writes the members of an object that was begun.
///
/// - Parameter source: the expression for a field's value.
func writeMembers(_ entries: [Entry], from source: (CheckedField) -> String) -> [String] {
  entries.enumerated().flatMap { index, entry -> [String] in
    switch entry {
    case .field(let field): return [writeMember(field, at: index, source(field))]
    case .tag: return []
    case .group(let name, let members):
      let lines =
        ["writer.writeKey(\(swiftLiteral(name)))", "writer.beginObject(\(members.table()))"]
        + writeMembers(members, from: source) + ["writer.endObject()"]
      return ifAnyIsPresent(members, source, lines)
    }
  }
}

/// Writes an object within an object, unless it has no members and need not have any.
func ifAnyIsPresent(_ members: [Entry], _ source: (CheckedField) -> String, _ lines: [String]) -> [String] {
  let fields = members.flatMap(\.fields)
  guard fields.allSatisfy(\.leavesNilOut) else { return lines }
  return ["if \(fields.map { "\(source($0)) != nil" }.joined(separator: " || ")) {"] + indented(lines) + ["}"]
}

extension CheckedField {
  /// The expression for what is written. Where its type is checked, the check is at the property only.
  var written: String { check == nil ? "self.\(property)" : "(self.\(property) as \(readType))" }

  /// Whether a nil is left out, which it can be unless something else would be read then.
  var leavesNilOut: Bool { isOptional && defaultValue == nil && !writesNull }
}

private func writeMember(_ field: CheckedField, at index: Int, _ source: String) -> String {
  var value = source
  var isLeftOut = field.leavesNilOut
  if case .strategy(let strategy) = field.method { value = "Millrace.Strategic(\(source), \(strategy).self)" }
  if field.isOmittedWhenDefault, let defaultValue = field.defaultValue {
    value = "\(source) == \(defaultValue) ? nil : \(field.isOptional ? ".some(\(value))" : value)"
    isLeftOut = true
  }
  return "writer.\(isLeftOut ? "writeMemberIfPresent" : "writeMember")(\(jsonKey(field.name)), at: \(index), \(value))"
}
