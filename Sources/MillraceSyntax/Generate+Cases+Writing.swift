// The code that writes enumerations with associated values.

func generateWriting(ofCases type: CheckedType) -> String {
  guard case .variants(let representation) = type.kind else { return "" }
  var lines = ["switch self {"]
  for element in type.cases {
    lines.append("case \(pattern(of: element)):")
    if element.isUnknown, let content = element.content {
      lines.append("  writer.write(value: \(local(content)))")
    } else {
      lines += indented(write(element, representation))
    }
  }
  return declareWriting(type, lines + ["}"])
}

private func write(_ element: CheckedCase, _ representation: Representation) -> [String] {
  switch representation {
  case .key:
    return ["writer.beginObject(Self.fieldTable)", "writer.writeKey(\(swiftLiteral(element.name)))"]
      + writeValues(element) + ["writer.endObject()"]
  case .tag(let tag):
    if let content = element.content {
      return [
        "writer.beginObject(Self.fieldTable)",
        "writer.writeMember(\(jsonKey(tag)), at: 0, \(swiftLiteral(element.name)))",
        "writer.__writeMembers(of: \(local(content)))", "writer.endObject()",
      ]
    }
    return writeValues(element, tag: tag)
  case .tagAndContent(let tag, let content):
    var lines = [
      "writer.beginObject(Self.fieldTable)",
      "writer.writeMember(\(jsonKey(tag)), at: 0, \(swiftLiteral(element.name)))",
    ]
    if let value = element.content {
      lines.append("writer.writeMember(\(jsonKey(content)), at: 1, \(local(value)))")
    } else if !element.values.isEmpty {
      lines += ["writer.writeKey(\(swiftLiteral(content)))"] + writeValues(element)
    }
    return lines + ["writer.endObject()"]
  case .untagged:
    if element.values.isEmpty { return ["writer.writeNull()"] }
    if let content = element.content { return ["writer.write(value: \(local(content)))"] }
    return writeValues(element)
  case .string: return ["writer.write(\(swiftLiteral(element.name)))"]
  }
}

/// Writes the associated values as an object.
private func writeValues(_ element: CheckedCase, tag: String? = nil) -> [String] {
  let entries = (tag.map { [Entry.tag(name: $0)] } ?? []) + Entry.all(of: element.values)
  var lines = ["writer.beginObject(\(entries.table()))"]
  if let tag { lines.append("writer.writeMember(\(jsonKey(tag)), at: 0, \(swiftLiteral(element.name)))") }
  return lines + writeMembers(entries, from: local) + ["writer.endObject()"]
}

func local(_ value: CheckedField) -> String { "_\(value.bareProperty)" }

/// The pattern that binds the associated values of a case to locals.
func pattern(of element: CheckedCase) -> String {
  guard !element.values.isEmpty else { return ".\(element.identifier)" }
  let values = element.values.map { ($0.isLabelled ? "\($0.property): " : "") + "let \(local($0))" }
  return ".\(element.identifier)(\(values.joined(separator: ", ")))"
}
