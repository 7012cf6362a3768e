import MillraceSyntax
import SwiftSyntax

extension TypePlan {
  /// Adds the changes of the file that declares the type, and of the files of its extensions.
  ///
  /// - Parameter changes: The changes of all files, to which these are added.
  func makeChanges(in program: Program, losesConformance: Bool, to changes: inout [FileChanges]) {
    let index = type.declaration.file
    let file = program.files[index]
    let group = type.declaration.group
    let start = group.firstToken(viewMode: .sourceAccurate)?.start ?? group.start
    let isFirstOnLine = file.isBlank(file.lineStart(start)..<start)
    func addAttribute(_ text: String) {
      let space = isFirstOnLine ? file.newline + file.indentation(at: start) : " "
      changes[index].edits.append(.insert(text + space, at: start))
      changes[index].modules.insert("Millrace")
    }
    let serializable = program.macro("Serializable", from: type.id)
    switch treatment {
    case .left: return
    case .placeholder(let reason):
      if type.waitingReason == nil { addAttribute("\(serializable)(<#\(reason)#>)") }
      return
    case .codable: addAttribute("\(serializable)(.codable)")
    case .serializable:
      addAttribute(serializable)
      if usesFoundation(in: program) { changes[index].modules.insert("MillraceFoundation") }
    }
    if becomesFinal { changes[index].edits.append(.insert("final ", at: type.parsed.keyword.start)) }
    // Extensions cannot access private members of another type.
    if let modifier = type.parsed.privateModifier, type.id.path.count > 1 {
      changes[index].edits.append(.replace(modifier.range, "fileprivate"))
    }
    changes[index].edits +=
      type.declaration.isEnumeration ? caseEdits(in: file, program) : fieldEdits(in: file, program)
    restate(losesConformance ? [] : type.statedHere, in: program, to: &changes)
    for keys in type.ownKeys { if let node = keys.node { changes[keys.file].removed.append(Syntax(node)) } }
    if let unknown = type.unknownCase {
      changes[type.fileOfUnknownCase].removed.append(Syntax(unknown.initializer))
      let functions = [DeclSyntax(unknown.initializer)]
      moveComments(of: functions, inFile: type.fileOfUnknownCase, to: type.declaration, in: program, &changes)
    }
    if let code = type.subclassCode {
      for function in code.functions { changes[index].removed.append(Syntax(function)) }
      moveComments(
        of: code.functions, inFile: index, to: type.declaration, names: code.statements, in: program, &changes)
    }
    for keys in type.ownKeys { moveComments(of: keys, to: type.declaration, in: program, &changes) }
  }

  /// Whether the type of a field is declared in Foundation.
  private func usesFoundation(in program: Program) -> Bool {
    let types =
      type.storedProperties.filter(type.isField).compactMap(\.statedType)
      + type.parsed.cases.flatMap { $0.element.values.map(\.type) }
    return types.contains { stated in
      stated.tokens(viewMode: .sourceAccurate).contains { token in
        let isQualified = token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
        return foundationValues.contains(token.text)
          && (isQualified || program.meaning(of: [token.text], from: type.id) == nil)
      }
    }
  }

  // MARK: Conformances

  /// Lists in the declaration the conformances that the macro generates, because the macro sees only the declaration, and next
  /// to hand-written code the half that it implements.
  private func restate(_ parts: CodableParts, in program: Program, to changes: inout [FileChanges]) {
    let group = type.declaration.group
    let generics = type.declaration.node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
    let end = generics?.end ?? type.parsed.nameToken?.end ?? group.memberBlock.start
    let file = program.files[type.declaration.file]
    changes[type.declaration.file].edits += file.stating(
      parts, in: group.inheritanceClause, behind: end, program, type.id.outer)
    for part in type.extensions where part.isStating || !part.byHand.isEmpty {
      let node = part.declaration.node
      if !part.isStating, !node.modifiers.isEmpty {
        // An extension with a modifier cannot declare a conformance, so another extension is added.
        let file = program.files[part.declaration.file]
        let name = node.extendedType.trimmedDescription
        changes[part.declaration.file].edits.append(
          .insert("extension \(name): \(part.byHand.name) {}\(file.newline)\(file.newline)", at: node.start))
        continue
      }
      changes[part.declaration.file].restated.append((part.declaration.node, part.byHand))
    }
  }

  // MARK: Fields

  private func fieldEdits(in file: SourceFile, _ program: Program) -> [Edit] {
    let macro = program.macro("Field", from: type.id)
    var edits: [Edit] = []
    var seen: Set<SyntaxIdentifier> = []
    for property in type.parsed.properties where seen.insert(property.declaration.id).inserted {
      let declaration = property.declaration
      let properties = type.parsed.properties.filter { $0.declaration.id == declaration.id }
      guard properties.contains(where: { arguments(of: $0) != nil || addedType(of: $0) != nil }) else { continue }
      guard properties.count > 1 else {
        if let arguments = arguments(of: property) {
          edits.append(.insert("\(macro)(\(arguments)) ", at: declaration.start))
        }
        if let type = addedType(of: property) { edits.append(.insert(": \(type)", at: property.pattern.end)) }
        continue
      }
      let separator = file.newline + file.indentation(at: declaration.start)
      let lines = zip(properties, declaration.bindings).map { property, binding in line(of: property, binding, macro) }
      edits.append(.replace(declaration.range, lines.joined(separator: separator)))
    }
    return edits
  }

  /// Returns a separate declaration of one variable of a declaration with several.
  private func line(of property: ParsedProperty, _ binding: PatternBindingSyntax, _ macro: String) -> String {
    let declaration = property.declaration
    let attributes = (declaration.attributes.trimmedDescription + " " + declaration.modifiers.trimmedDescription)
      .split(separator: " ").joined(separator: " ")
    var words = [
      arguments(of: property).map { "\(macro)(\($0))" } ?? "", attributes, declaration.bindingSpecifier.text,
    ].filter { !$0.isEmpty }
    let type = addedType(of: property) ?? property.type?.trimmedDescription
    words.append(binding.pattern.trimmedDescription + (type.map { ": \($0)" } ?? ""))
    if let value = binding.initializer { words.append(value.trimmedDescription) }
    if let accessors = binding.accessorBlock { words.append(accessors.trimmedDescription) }
    return words.joined(separator: " ")
  }

  /// Returns the arguments of a property's `@Field`, or nil if it needs none.
  private func arguments(of property: ParsedProperty) -> String? {
    guard let name = property.name, property.fieldAttributes.isEmpty else { return nil }
    switch property.storage {
    case .computed, .ofType: return nil
    case .lazy: return ".ignored"
    case .stored, .reference: break
    }
    guard type.isField(property) else { return ".ignored" }
    var arguments: [String] = []
    if let key = type.key(of: name), key.key != name { arguments.append(key.literal) }
    let isNil = property.defaultValue?.is(NilLiteralExprSyntax.self) == true
    // With a default, an optional property that is nil would be written as null, because otherwise the default would be read.
    let isAsked = type.synthesized.contains(.decodable) || property.type.map(isOptional) == true
    if treatment == .serializable, property.defaultValue != nil, !isNil, isAsked { arguments.append(".noDefault") }
    return arguments.isEmpty ? nil : arguments.joined(separator: ", ")
  }

  /// Returns the type annotation to add, because the macro cannot infer types.
  private func addedType(of property: ParsedProperty) -> String? {
    guard property.storage == .stored, type.isField(property), property.foreignAttributes.isEmpty else { return nil }
    return property.typeOfCall
  }

  // MARK: Cases

  private func caseEdits(in file: SourceFile, _ program: Program) -> [Edit] {
    if type.hasRawValues, type.unknownCase == nil { return [] }
    let macro = program.macro("Case", from: type.id)
    var edits: [Edit] = []
    var seen: Set<SyntaxIdentifier> = []
    for parsed in type.parsed.cases where seen.insert(parsed.declaration.id).inserted {
      let declaration = parsed.declaration
      let elements = Array(declaration.elements)
      guard elements.contains(where: { arguments(of: $0) != nil }) else { continue }
      if elements.count == 1, let arguments = arguments(of: elements[0]) {
        edits.append(.insert("\(macro)(\(arguments)) ", at: declaration.start))
        continue
      }
      let words =
        (declaration.attributes.trimmedDescription + " " + declaration.modifiers.trimmedDescription)
        .split(separator: " ").map(String.init) + ["case"]
      let lines = elements.map { element in
        ([arguments(of: element).map { "\(macro)(\($0))" }].compactMap { $0 } + words + [
          element.with(\.trailingComma, nil).trimmedDescription
        ])
        .joined(separator: " ")
      }
      edits.append(
        .replace(declaration.range, lines.joined(separator: file.newline + file.indentation(at: declaration.start))))
    }
    return edits
  }

  /// Returns the arguments of a case's `@Case`, or nil if it needs none.
  private func arguments(of element: EnumCaseElementSyntax) -> String? {
    let name = element.name.bare
    if let unknown = type.unknownCase { return unknown.name == name ? ".unknown" : nil }
    var arguments: [String] = []
    if let key = type.keys?.key(of: name), key.key != name { arguments.append(key.literal) }
    if let keys = type.payloadKeys[name] {
      let labels = element.values.enumerated().map { $1.label(at: $0) }
      let names = labels.map { keys.key(of: $0) }
      if zip(names, labels).contains(where: { $0 != nil && $0?.key != $1 }) {
        arguments.append("values: " + zip(names, labels).map { $0?.literal ?? $1.literal }.joined(separator: ", "))
      }
    }
    return arguments.isEmpty ? nil : arguments.joined(separator: ", ")
  }
}
