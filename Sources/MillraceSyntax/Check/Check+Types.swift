import SwiftSyntax

/// The arguments of `@Serializable`.
struct TypeSettings {
  var names = NameStyle.asDeclared
  var isReadable = true
  var isWritable = true
  /// The argument that rejects unknown fields.
  var unknownFields: LabeledExprSyntax?
  var tag: String?
  var content: String?
  /// `untagged`, `strings` or `transparent`
  var word: String?
  /// The first argument that applies to enumerations only.
  var representation: LabeledExprSyntax?
  /// The argument `names:`, for types without names.
  var namesArgument: LabeledExprSyntax?
  /// The argument `.codable`, which only generates `Codable`.
  var codable: LabeledExprSyntax?
  var validated: LabeledExprSyntax?
  /// The argument `.compact` or `.inlined`, and its word.
  var code: LabeledExprSyntax?
  var isInlined = false
  var isValidated: Bool { validated != nil }
}

extension Checker {
  mutating func checkTypeArguments(_ attribute: AttributeSyntax) -> TypeSettings {
    var settings = TypeSettings()
    switch attribute.attributeName.trimmedDescription.split(separator: ".").last {
    case "Readable": settings.isWritable = false
    case "Writable": settings.isReadable = false
    default: break
    }
    guard case .argumentList(let arguments) = attribute.arguments else { return settings }
    for argument in arguments {
      let value = argument.expression
      let word = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      let label = argument.label?.text
      switch label {
      case "names":
        guard let style = word.flatMap(NameStyle.init) else {
          reportUnknown(word, "names", at: value)
          continue
        }
        settings.names = style
        settings.namesArgument = argument
      case "unknownFields":
        switch word {
        case "rejected": settings.unknownFields = argument
        case "ignored": break
        default: reportUnknown(word, "unknownFields", at: value)
        }
      case "validated":
        switch value.trimmedDescription {
        case "true": settings.validated = argument
        case "false": break
        default: report(.argumentIsNoLiteral("validated"), at: value)
        }
      case "tag", "content":
        guard let name = checkName(value) else { continue }
        if label == "tag" { settings.tag = name } else { settings.content = name }
        if settings.representation == nil { settings.representation = argument }
      default:
        switch word {
        case "codable":
          settings.codable = argument
          continue
        case "compact", "inlined":
          settings.code = argument
          settings.isInlined = word == "inlined"
          continue
        default: break
        }
        guard let word, ["untagged", "strings", "transparent"].contains(word) else {
          isLeftToCompiler = true
          continue
        }
        settings.word = word
        settings.representation = argument
      }
    }
    if let tag = settings.tag, tag == settings.content, let place = settings.representation {
      report(.nameIsReserved(tag, by: "tag"), at: place)
    }
    if settings.codable != nil {
      for argument in [settings.representation, settings.unknownFields, settings.validated].compactMap(\.self) {
        report(.wrongArgument(argument.trimmedDescription.trimmingCommas, on: kindOnlyCodable), at: argument)
      }
    }
    return settings
  }

  /// Reports an argument that is not a known option, unless the compiler does.
  private mutating func reportUnknown(_ word: String?, _ label: String, at value: ExprSyntax) {
    if word == nil { report(.argumentIsNoLiteral(label), at: value) } else { isLeftToCompiler = true }
  }

  /// Returns the name in a literal, or nil after an error.
  mutating func checkName(_ value: ExprSyntax) -> String? {
    guard let name = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
      report(.nameIsNoLiteral, at: value)
      return nil
    }
    guard name.utf8.count <= 127 else {
      report(.nameIsTooLong(bytes: name.utf8.count), at: value)
      return nil
    }
    return name
  }
}
