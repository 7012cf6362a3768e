import SwiftDiagnostics
import SwiftSyntax

/// The arguments of a property's `@Field`.
struct FieldSettings {
  var name: String?
  var aliases: [String] = []
  var path: [String] = []
  var strategy: String?
  /// The specified options, such as `lossy`, in their order.
  var treatments: [String] = []
  /// The location of each option and argument.
  var places: [String: Syntax] = [:]
}

extension Checker {
  /// Returns the field of a property, or nil if it is not a field or has errors.
  mutating func checkProperty(_ parsed: ParsedProperty) -> CheckedField? {
    guard let pattern = parsed.pattern.as(IdentifierPatternSyntax.self) else {
      if parsed.storage == .stored { report(.patternIsNoName, at: parsed.pattern) }
      return nil
    }
    let property = pattern.identifier.text
    let bareProperty = property.filter { $0 != "`" }
    guard let said = checkFieldAttribute(parsed, property: bareProperty) else { return nil }
    let isIgnored = said.treatments.contains("ignored")

    switch parsed.storage {
    case .computed, .ofType:
      for attribute in parsed.fieldAttributes {
        report(.fieldOnWrongProperty(bareProperty), at: attribute, removing(attribute))
      }
      return nil
    case .lazy where settings.codable != nil:
      // Its storage has no name, so the compiler's Codable ignores it, too.
      if !isIgnored, let attribute = parsed.fieldAttributes.first {
        report(.fieldOnWrongProperty(bareProperty), at: attribute, removing(attribute))
      }
      return nil
    case .lazy:
      if !isIgnored { report(.lazyProperty(bareProperty), at: pattern, ignoring(parsed)) }
      return nil
    case .reference where settings.codable != nil: break
    case .reference:
      if !isIgnored { report(.referenceProperty(bareProperty), at: pattern, ignoring(parsed)) }
      return nil
    case .stored: break
    }
    if bareProperty == "Self", settings.codable == nil {
      report(.propertyNamedSelf, at: pattern)
      return nil
    }
    if isIgnored {
      // A variable of an optional type is nil by default.
      let isNil = parsed.type.map(isOptional) == true && !parsed.isConstant
      if parsed.defaultValue == nil, !isNil, parsed.foreignAttributes.isEmpty, !isInitializedByHand {
        report(.ignoredWithoutDefault(bareProperty), at: pattern, addingDefault(to: parsed))
      }
      return nil
    }
    if settings.codable != nil, !parsed.foreignAttributes.isEmpty {
      return checkWrapped(parsed, said, property: property)
    }
    if isFreeClass, let attribute = parsed.isolation {
      report(.isolatedProperty(bareProperty), at: attribute, ignoring(parsed))
      return nil
    }
    if !checkWrapper(parsed, property: bareProperty) { return nil }
    let isConstant = parsed.isConstant && parsed.defaultValue != nil
    if isConstant, settings.codable == nil {
      let introducer = parsed.declaration.bindingSpecifier
      let variable = introducer.with(\.tokenKind, .keyword(.var))
      let makeVariable = FixIt(
        message: Remedy.makeVariable, changes: [.replace(oldNode: Syntax(introducer), newNode: Syntax(variable))])
      report(.constantHasValue(bareProperty), at: pattern, makeVariable, ignoring(parsed))
      return nil
    }
    guard let type = parsed.type?.trimmedDescription ?? parsed.defaultValue.flatMap(typeOfLiteral) else {
      let stated = pattern.identifier.with(\.tokenKind, .identifier(property + ": <#Type#>"))
      let stateType = FixIt(
        message: Remedy.stateType,
        changes: [.replace(oldNode: Syntax(pattern.identifier), newNode: Syntax(stated))])
      report(.typeIsNotStated(bareProperty), at: pattern, stateType)
      return nil
    }
    if settings.codable == nil, said.strategy == nil, let stated = parsed.type,
      let reason = unserializableType(in: stated)
    {
      report(.unserializableType(bareProperty, reason), at: stated, ignoring(parsed))
      return nil
    }
    let isNil = parsed.defaultValue?.is(NilLiteralExprSyntax.self) == true
    var field = CheckedField(
      property: property,
      name: said.name ?? settings.names.spelling(of: bareProperty),
      aliases: said.aliases,
      path: said.path.dropLast(),
      type: type,
      isOptional: parsed.type.map(isOptional) ?? false,
      defaultValue: isNil ? nil : parsed.defaultValue.map { DefaultValue($0, of: identifier("_" + bareProperty)) })
    field.isConstant = isConstant
    if settings.codable != nil { field.defaultValue = nil }
    if let last = said.path.last { field.name = last }
    if let strategy = said.strategy { field.method = .strategy(strategy) }
    apply(said, to: &field, hasDefault: parsed.defaultValue != nil)
    let alias = namesInEveryType.contains(bareProperty) ? field.local : property
    addTypeChecks(to: &field, parsed.type, named: alias, at: pattern)
    return field
  }

  /// Checks the wrapper of a property, if it has one. The wrapped value is read and written.
  private mutating func checkWrapper(_ parsed: ParsedProperty, property: String) -> Bool {
    guard let wrapper = parsed.foreignAttributes.first else { return true }
    if needsDecodable || needsEncodable {
      // Codable stores the wrapper, so documents would differ between coders.
      let name = wrapper.attributeName.trimmedDescription
      report(.wrapperInCodable(property, wrapper: name), at: wrapper, ignoring(parsed))
    } else if isMadeByCompiler, parsed.defaultValue == nil, wrapper.arguments != nil {
      // The compiler's initializer may have the wrapper as a parameter, or no parameter.
      report(.wrapperWithoutValue(property), at: wrapper)
    } else {
      return true
    }
    return false
  }

  /// The options of `@Field` that are valid for the field.
  mutating func apply(_ said: FieldSettings, to field: inout CheckedField, hasDefault: Bool) {
    for treatment in said.treatments {
      guard let place = said.places["." + treatment] else { continue }
      let half = settings.isReadable ? wordsOfWriting : wordsOfReading
      if settings.isReadable != settings.isWritable, half.contains(treatment) {
        report(.wrongArgument("." + treatment, on: settings.isReadable ? kindOnlyRead : kindOnlyWritten), at: place)
      }
      switch treatment {
      case "flattened":
        if field.isOptional {
          report(.flattenedOptional(field.bareProperty), at: place)
        } else if field.type.isScalarOrArray {
          report(.flattenedArray(field.bareProperty), at: place)
        }
        field.isFlattened = true
      case "lossy":
        if field.wrappedType.isScalar { report(.needsCollection(field.bareProperty), at: place) }
        field.method = .lossy
      case "nullAsDefault":
        if field.defaultValue == nil { report(.needsDefault(field.bareProperty), at: place) }
        field.takesNullForDefault = true
      case "omittedWhenDefault":
        if field.defaultValue == nil { report(.needsDefault(field.bareProperty), at: place) }
        field.isOmittedWhenDefault = true
      case "nilAsNull":
        if !field.isOptional { report(.needsOptional(field.bareProperty), at: place) }
        field.writesNull = true
      case "noDefault":
        if !hasDefault { report(.needsDefault(field.bareProperty), at: place) }
        field.defaultValue = nil
      default: break
      }
    }
  }

  /// Returns the arguments of a property's `@Field`, or nil if they have errors.
  private mutating func checkFieldAttribute(_ parsed: ParsedProperty, property: String) -> FieldSettings? {
    var said = FieldSettings()
    guard let attribute = parsed.fieldAttributes.first else { return said }
    if parsed.fieldAttributes.count > 1 {
      let second = parsed.fieldAttributes[1]
      report(.severalFieldAttributes(property), at: second, removing(second))
      return nil
    }
    // The compiler reports missing arguments.
    guard case .argumentList(let arguments) = attribute.arguments else { return said }
    let mistakesBefore = diagnostics.count
    var label = ""
    for argument in arguments {
      if let text = argument.label?.text { label = text }
      let value = argument.expression
      switch label {
      case "aliases": if let name = checkName(value) { said.aliases.append(name) }
      case "at": said.path = checkPath(value)
      case "using":
        let text = value.trimmedDescription
        if text.hasSuffix(".self") {
          said.strategy = String(text.dropLast(5))
        } else {
          report(.argumentIsNoLiteral("using"), at: value)
        }
      default:
        if let treatment = value.as(MemberAccessExprSyntax.self) {
          let word = treatment.declName.baseName.text
          guard fieldTreatments.contains(word) else {
            isLeftToCompiler = true
            continue
          }
          said.treatments.append(word)
          said.places["." + word] = Syntax(treatment)
          continue
        }
        guard label.isEmpty else {
          isLeftToCompiler = true
          continue
        }
        said.name = checkName(value)
        label = "name"
      }
      if said.places[label + ":"] == nil { said.places[label + ":"] = Syntax(value) }
      // Words that follow a path have no label.
      if label == "name" || label == "at" { label = "" }
    }
    checkContradictions(said)
    if settings.codable != nil { checkForOnlyCodable(said) }
    return diagnostics.count == mistakesBefore ? said : nil
  }

  /// The keys of a path, in which `~1` is a slash and `~0` a tilde, as in RFC 6901, section 3.
  private mutating func checkPath(_ value: ExprSyntax) -> [String] {
    guard let path = checkName(value) else { return [] }
    let keys = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard !keys.contains("") else {
      report(.emptyPath, at: value)
      return []
    }
    return keys.map { $0.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/") }
      .map { $0.split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~") }
  }

  private mutating func checkContradictions(_ said: FieldSettings) {
    let words = said.treatments.map { "." + $0 } + said.places.keys.filter { $0.hasSuffix(":") }.sorted()
    for (one, others) in contradictions where words.contains(one) {
      for other in words where other != one && others.map({ $0.contains(other) }) ?? true {
        guard let place = said.places[one] else { continue }
        report(.contradiction(shown(one), shown(other)), at: place)
        return
      }
    }
  }

  private func shown(_ word: String) -> String { word == "name:" ? "a name" : word }
}

private let kindOnlyRead = "a type that is only read"
private let kindOnlyWritten = "a type that is only written"
private let wordsOfReading: Set<String> = ["lossy", "nullAsDefault"]
private let wordsOfWriting: Set<String> = ["omittedWhenDefault", "nilAsNull"]

/// Names that have another meaning after the name of a type and a period.
private let namesInEveryType: Set<String> = ["self", "Self", "Type", "Protocol", "init"]

private let fieldTreatments: Set<String> = [
  "ignored", "flattened", "lossy", "nullAsDefault", "omittedWhenDefault", "nilAsNull", "noDefault",
]

/// Options that cannot be combined; nil if there are none.
private let contradictions: [(String, Set<String>?)] = [
  (".ignored", nil), (".flattened", nil), ("at:", ["name:", "aliases:"]), (".lossy", ["using:"]),
  (".nilAsNull", [".omittedWhenDefault", ".nullAsDefault"]), (".noDefault", [".omittedWhenDefault", ".nullAsDefault"]),
]
