import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

// The expansions are implemented in protocols, because the tests must not depend on the plugin: SwiftPM
// would then compile each module a second time.

/// `@Serializable`: the members in the type, where names have their usual meaning, and the conformances in an
/// extension.
public protocol SerializableExpansion: MemberMacro, ExtensionMacro {}

extension SerializableExpansion {
  /// The text is already formatted, because SwiftSyntax would take longer to format it than the rest of the expansion
  /// takes.
  public static var formatMode: FormatMode { .disabled }

  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let parsed = parseType(declaration, attribute: node)
    let inheritance = Inheritance(of: parsed, missing: protocols, addsMembers: true)
    let (checked, diagnostics) = check(parsed, inheriting: inheritance, in: context)
    let isKnownHereOnly = inheritance.isRawRepresentable && !parsed.statesRawValue
    if !isReportedWithConformances(parsed) || isKnownHereOnly { diagnostics.forEach(context.diagnose) }
    if checked?.hasRawValueElsewhere == true {
      context.diagnose(Diagnostic(node: parsed.keyword, message: Mistake.rawValueElsewhere(parsed.name)))
    }
    return checked.map { generateMembers(of: $0).map(unparsed) } ?? []
  }

  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let parsed = parseType(declaration, attribute: node)
    let inheritance = Inheritance(of: parsed, missing: protocols, addsMembers: false)
    let (checkedType, diagnostics) = check(parsed, inheriting: inheritance, in: context)
    if isReportedWithConformances(parsed) { diagnostics.forEach(context.diagnose) }
    guard let checked = checkedType else { return [] }
    // A type beside this one can have a protocol's name.
    let missing = protocols.map(\.trimmedDescription).map { $0.hasPrefix("Millrace.") ? $0 : "Millrace.\($0)" }
    return generateExtensions(of: checked, named: type.trimmedDescription, conformingTo: missing).compactMap {
      DeclSyntax(stringLiteral: $0).as(ExtensionDeclSyntax.self)
    }
  }
}

/// A declaration as one token, for the compiler to parse. The compiler gets text and not a tree, so parsing it here
/// would waste half of the time.
private func unparsed(_ declaration: String) -> DeclSyntax {
  DeclSyntax(MissingDeclSyntax(placeholder: .identifier(declaration)))
}

private func check(
  _ parsed: ParsedType, inheriting inheritance: Inheritance, in context: some MacroExpansionContext
) -> (type: CheckedType?, diagnostics: [Diagnostic]) {
  check(parsed, in: context.lexicalContext, inheriting: inheritance) { node in
    context.location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath).map {
      SourcePlace(file: $0.file.trimmedDescription, line: $0.line.trimmedDescription)
    }
  }
}

/// Whether the role for conformances reports mistakes. The compiler looks up the conformances of an enumeration before
/// its members, and would report errors without a reason elsewhere if they were missing.
private func isReportedWithConformances(_ parsed: ParsedType) -> Bool {
  guard case .enumeration = parsed.kind else { return false }
  return parsed.attribute.arguments?.trimmedDescription.hasPrefix(".codable") != true
}

/// `@Field`: is read by `@Serializable`, and generates nothing.
public protocol FieldExpansion: PeerMacro {}

extension FieldExpansion {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isRight = declaration.is(VariableDeclSyntax.self)
    checkPlace(of: node, isRight: isRight, goesOn: "stored properties", in: context.lexicalContext)
      .forEach(context.diagnose)
    return []
  }
}

/// `@Case`: is read by `@Serializable`, and generates nothing.
public protocol CaseExpansion: PeerMacro {}

extension CaseExpansion {
  public static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let isRight = declaration.is(EnumCaseDeclSyntax.self)
    checkPlace(of: node, isRight: isRight, goesOn: "cases of enumerations", in: context.lexicalContext)
      .forEach(context.diagnose)
    return []
  }
}
