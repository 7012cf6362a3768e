// The code that writes structures and classes, and the associated values of cases.

func writing(of type: CheckedType) -> Code {
  declareWriting(type) {
    "writer.beginObject(Self.fieldTable)"
    writeFields(of: type)
    "writer.endObject()"
  }
}

func declareWriting(_ type: CheckedType, @Code _ body: () -> Code) -> Code {
  let heading = """
    \(access(type))func write<_Writer: \(formatWriter)>(
      to writer: inout _Writer
    )\(requirement("Millrace.Writable", of: type))
    """
  return block(heading) {
    if type.rawForm == .chosenByCompiler { "if writer.__writeByRawValue(self) { return }" }
    body()
  }
}

func writingJSON(_ type: CheckedType) -> Code {
  let heading = """
    \(access(type))func writeJSON(
      to writer: inout Millrace.JSON.Writer
    )\(requirement("Millrace.Writable", of: type))
    """
  return block(heading) { "write(to: &writer)" }
}

/// Writes all fields as members of an object that was begun.
@Code func writeFields(of type: CheckedType) -> Code {
  writeMembers(Entry.all(of: type.fields), from: \.written)
  for field in type.fields where field.isFlattened {
    "writer.__writeMembers(of: \(field.written), besides: \(type.ownTable))"
  }
}

/// Writes the members of an object that was begun.
///
/// - Parameter source: the expression for a field's value.
@Code func writeMembers(_ entries: [Entry], from source: (CheckedField) -> String) -> Code {
  for (index, entry) in entries.enumerated() {
    switch entry {
    case .field(let field): writeMember(field, at: index, source(field))
    case .tag: []
    case .group(let name, let members):
      ifAnyIsPresent(members, source) {
        "writer.writeKey(\(swiftLiteral(name)))"
        "writer.beginObject(\(members.table()))"
        writeMembers(members, from: source)
        "writer.endObject()"
      }
    }
  }
}

/// Writes a nested object, unless all of its members are omitted.
///
/// - Parameter scope: the heading of the block around the lines if there is no condition, or nil if they need none.
@Code func ifAnyIsPresent(
  _ members: [Entry], _ source: (CheckedField) -> String, otherwise scope: String? = nil, @Code _ body: () -> Code
) -> Code {
  let fields = members.flatMap(\.fields)
  if fields.allSatisfy(\.leavesNilOut) {
    block("if \(fields.map { "\(source($0)) != nil" }.joined(separator: " || "))", body)
  } else if let scope {
    block(scope, body)
  } else {
    body()
  }
}

extension CheckedType {
  /// The expression for the table of the members that are not those of flattened values.
  var ownTable: String { hierarchy == nil ? "Self.fieldTable" : "\(name).fieldTable" }
}

extension CheckedField {
  /// The local, or the parameter, that holds the field's value.
  var local: String { identifier("_\(bareProperty)") }

  /// The expression for an associated value that is written. Where its type is checked, the check is at the case only.
  var writtenLocal: String { check == nil ? local : "(\(local) as \(readType))" }

  /// The expression for what is written. Where its type is checked, the check is at the property only.
  var written: String { check == nil ? "self.\(property)" : "(self.\(property) as \(readType))" }

  /// Whether nil is omitted, which is possible unless another value would be read then.
  var leavesNilOut: Bool { isOptional && defaultValue == nil && !writesNull }
}

private func writeMember(_ field: CheckedField, at index: Int, _ source: String) -> String {
  var value = source
  var isLeftOut = field.leavesNilOut
  if case .strategy(let strategy) = field.method {
    let function = field.isConvertedForStrategy ? "__strategic" : "Strategic"
    value = "Millrace.\(function)(\(source), \(field.strategyCheck?.use ?? strategy).self)"
  }
  if field.isOmittedWhenDefault, let defaultValue = field.defaultValue {
    let isWrapped = field.isOptional || field.isConvertedForStrategy
    value = "\(source) == \(defaultValue.use) ? nil : \(isWrapped ? ".some(\(value))" : value)"
    isLeftOut = true
  }
  return "writer.\(isLeftOut ? "writeMemberIfPresent" : "writeMember")(\(jsonKey(field.name)), at: \(index), \(value))"
}
