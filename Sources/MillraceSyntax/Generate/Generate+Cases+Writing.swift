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

/// - Parameter index: The index of the tag in the table of the object.
private func writeTag(_ tag: String, _ element: CheckedCase, at index: Int = 0) -> String {
  "writer.writeMember(\(jsonKey(tag)), at: \(index), \(swiftLiteral(element.name)))"
}

/// Writes the associated values as an object.
@Code private func writeValues(_ element: CheckedCase, tag: String? = nil) -> Code {
  let entries = Entry.all(of: element.values) + (tag.map { [.tag(name: $0)] } ?? [])
  "writer.beginObject(\(entries.table()))"
  if let tag { writeTag(tag, element, at: element.values.count) }
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
