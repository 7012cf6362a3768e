// The code that writes enumerations with associated values.

func writing(ofCases type: CheckedType, _ representation: Representation) -> Code {
  declareWriting(type) {
    "switch self {"
    for element in type.cases {
      "case \(element.pattern):"
      indented {
        if element.isUnknown, let content = element.content {
          "writer.write(value: \(content.writtenLocal))"
        } else {
          write(element, representation)
        }
      }
    }
    "}"
  }
}

@Code private func write(_ element: CheckedCase, _ representation: Representation) -> Code {
  switch representation {
  case .key:
    "writer.beginObject(Self.fieldTable)"
    "writer.writeKey(\(swiftLiteral(element.name)))"
    writeValues(element)
    "writer.endObject()"
  case .tag(let tag):
    if let content = element.content {
      "writer.beginObject(Self.fieldTable)"
      writeTag(tag, element)
      "writer.__writeMembers(of: \(content.writtenLocal), besides: Self.fieldTable)"
      "writer.endObject()"
    } else {
      writeValues(element, tag: tag)
    }
  case .tagAndContent(let tag, let content):
    "writer.beginObject(Self.fieldTable)"
    writeTag(tag, element)
    if let value = element.content {
      "writer.writeMember(\(jsonKey(content)), at: 1, \(value.writtenLocal))"
    } else if !element.values.isEmpty {
      "writer.writeKey(\(swiftLiteral(content)))"
      writeValues(element)
    }
    "writer.endObject()"
  case .untagged:
    if element.values.isEmpty {
      "writer.writeNull()"
    } else if let content = element.content {
      "writer.write(value: \(content.writtenLocal))"
    } else {
      writeValues(element)
    }
  case .string: "writer.write(\(swiftLiteral(element.name)))"
  }
}

private func writeTag(_ tag: String, _ element: CheckedCase) -> String {
  "writer.writeMember(\(jsonKey(tag)), at: 0, \(swiftLiteral(element.name)))"
}

/// Writes the associated values as an object.
@Code private func writeValues(_ element: CheckedCase, tag: String? = nil) -> Code {
  let entries = (tag.map { [Entry.tag(name: $0)] } ?? []) + Entry.all(of: element.values)
  "writer.beginObject(\(entries.table()))"
  if let tag { writeTag(tag, element) }
  writeMembers(entries, from: \.writtenLocal)
  "writer.endObject()"
}

extension CheckedCase {
  /// The pattern that binds the associated values to locals.
  var pattern: String { expression { "let \($0.local)" } }

  /// The case with its associated values: `.case(label: value)`.
  func expression(_ value: (CheckedField) -> String) -> String {
    let arguments = values.map { ($0.isLabelled ? "\($0.property): " : "") + value($0) }
    return ".\(identifier)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }
}
