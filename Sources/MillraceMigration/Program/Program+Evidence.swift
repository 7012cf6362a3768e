import MillraceSyntax
import SwiftSyntax

// What the compiler's code for a type reads and writes follows from the files only if they declare all that has a say in it. A macro
// can add stored properties and keys, and it can turn a stored property into another one. A protocol of another module can implement
// `Codable`, or make a type `RawRepresentable`. Types with such attributes and protocols are not migrated, unless their names are
// those of the language, of the SDKs or of a list.

/// What the inherited types and the attributes of a type tell about its `Codable`.
struct Evidence: Sendable {
  /// Whether the type conforms to `RawRepresentable`, directly or through names that the files declare.
  var isRawRepresentable = false
  /// Why the files do not tell all that the compiler's code depends on.
  var gap: String?
}

extension Program {
  /// Returns the evidence in the declaration of a type and in its extensions.
  ///
  /// - Parameter skipsSuperclass: Whether the first inherited type of a class may be a class of another module.
  func evidence(of type: TypeDeclaration, skipsSuperclass: Bool = false) -> Evidence {
    var evidence = Evidence()
    var inherited = type.group.inherited
    if skipsSuperclass, type.isClass { inherited = Array(inherited.dropFirst()) }
    collect(inherited, from: type.id.outer, of: type, into: &evidence)
    addMacros(in: type.group, from: type.id, to: &evidence)
    for extended in extensions(of: type.id) {
      collect(extended.node.inherited, from: scope(ofFile: extended.file), of: type, into: &evidence)
      addMacros(in: extended.node, from: type.id, to: &evidence)
      if extended.path != type.id.path,
        extended.node.memberBlock.members.contains(where: { $0.decl.isEnumerationOfKeys })
      {
        evidence.gap = evidence.gap ?? "its keys are in an extension of '\(extended.path.joined(separator: "."))'"
      }
    }
    return evidence
  }

  /// The protocols that the files declare and that neither imply nor implement `Codable`, nor imply `RawRepresentable`.
  var harmlessProtocols: [TypeID] {
    protocols.filter { declared in
      var evidence = Evidence()
      collect(declared.types, from: declared.id.outer, of: nil, into: &evidence)
      return evidence.gap == nil && !evidence.isRawRepresentable && !conditionalImplementations.contains(declared.id)
        && codableParts(of: declared.types, from: declared.id.outer).isEmpty
        && (partsOfProtocolExtensions[declared.id] ?? []).isEmpty
    }.map(\.id)
  }

  private func collect(
    _ types: [TypeSyntax], from scope: TypeID, of type: TypeDeclaration?, into evidence: inout Evidence
  ) {
    var seen: Set<TypeID> = []
    collect(types, from: scope, of: type, into: &evidence, &seen)
  }

  private func collect(
    _ types: [TypeSyntax], from scope: TypeID, of type: TypeDeclaration?, into evidence: inout Evidence,
    _ seen: inout Set<TypeID>
  ) {
    for stated in types.flatMap(\.parts) {
      let stated = stated.as(AttributedTypeSyntax.self)?.baseType ?? stated
      if stated.is(SuppressedTypeSyntax.self) { continue }
      guard let path = pathComponents(stated), let name = path.last else {
        evidence.gap = evidence.gap ?? "'\(stated.trimmedDescription)' is not a name"
        continue
      }
      switch meaning(of: path, from: scope) {
      case .alias(let alias)?:
        guard seen.insert(alias.id).inserted else { continue }
        if alias.isProtocol, conditionalImplementations.contains(alias.id) {
          evidence.gap = evidence.gap ?? "an extension of '\(name)' with conditions implements Codable"
        }
        collect(alias.types, from: alias.id.outer, of: type, into: &evidence, &seen)
      case .type, .keys: continue
      case nil:
        if name == "RawRepresentable" || name == "OptionSet" { evidence.isRawRepresentable = true }
        if implementedProtocols.contains(name) {
          evidence.gap = evidence.gap ?? "an extension of '\(name)' implements Codable"
        } else if !isHarmless(path, type) {
          evidence.gap =
            evidence.gap ?? "'\(stated.trimmedDescription)' is not declared in the files: it may implement Codable"
        }
      }
    }
  }

  /// Whether a type that the files do not declare has no part in the `Codable` of the types that inherit from it.
  private func isHarmless(_ path: [String], _ type: TypeDeclaration?) -> Bool {
    guard let name = path.last else { return false }
    if known.contains(path.joined(separator: ".")) || namesOfHarmlessProtocols.contains(name) { return true }
    if type?.isEnumeration == true { return rawTypes.contains(name) }
    return type?.isClass == true && name == "NSObject"
  }

  // MARK: Macros

  private func addMacros(in group: any DeclGroupSyntax, from scope: TypeID, to evidence: inout Evidence) {
    guard evidence.gap == nil else { return }
    for element in group.attributes {
      guard let attribute = element.as(AttributeSyntax.self) else {
        evidence.gap = "attributes inside #if may be macros that change what is encoded"
        return
      }
      if !isHarmless(attribute, from: scope) {
        evidence.gap = "'@\(attribute.attributeName.trimmedDescription)' may be a macro that changes what is encoded"
        return
      }
    }
    for member in group.memberBlock.members {
      guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self),
        !["warning", "error"].contains(expansion.macroName.text)
      else { continue }
      evidence.gap = "'#\(expansion.macroName.text)' may be a macro that adds fields or keys"
      return
    }
  }

  private func isHarmless(_ attribute: AttributeSyntax, from scope: TypeID) -> Bool {
    guard let path = pathComponents(attribute.attributeName), let name = path.last else { return false }
    // The name of a type is not the name of a macro: a global actor, for example.
    if case .type? = meaning(of: path, from: scope) { return true }
    return harmlessAttributes.contains(name) || name.hasSuffix("Actor")
      || known.contains(path.joined(separator: "."))
  }

  /// Whether an attribute of a property is a property wrapper. A macro could make the property a computed one.
  func isWrapper(_ attribute: AttributeSyntax, from scope: TypeID) -> Bool {
    guard let path = pathComponents(attribute.attributeName) else { return false }
    if case .type? = meaning(of: path, from: scope) { return true }
    if case .alias? = meaning(of: path, from: scope) { return true }
    return known.contains(path.joined(separator: "."))
  }

  // MARK: Keys

  /// Returns why the compiler's code may use an enumeration of keys, unless all code of its type is hand-written.
  func useBySynthesizedCode(of keys: KeyEnumeration) -> String? {
    guard keys.id.path.count > 1, keys.id.name.hasSuffix("CodingKeys") else { return nil }
    let name = keys.id.outer.name
    guard let type = type(keys.id.outer) else {
      let extensions = extensions.filter { $0.path == keys.id.outer.path }
      let stated = extensions.reduce(into: CodableParts()) {
        $0.formUnion(codableParts(of: $1.node.inherited, from: scope(ofFile: $1.file)))
      }
      let byHand = extensions.reduce(into: CodableParts()) { $0.formUnion(CodableParts(byHandIn: $1.node.memberBlock)) }
      return byHand.isEmpty || !stated.isSubset(of: byHand) ? "'\(name)' is not declared in the files" : nil
    }
    let blocks =
      [type.group.memberBlock]
      + extensions(of: type.id).filter { $0.node.genericWhereClause == nil }.map(\.node.memberBlock)
    var byHand = blocks.reduce(into: CodableParts()) { $0.formUnion(CodableParts(byHandIn: $1)) }
    if byHand == .codable { return nil }
    let evidence = evidence(of: type, skipsSuperclass: !byHand.isEmpty)
    if let gap = evidence.gap { return gap }
    byHand.formUnion(partsByHand(inProtocols: type.group.inherited, from: type.id.outer))
    for extended in extensions(of: type.id) {
      byHand.formUnion(partsByHand(inProtocols: extended.node.inherited, from: scope(ofFile: extended.file)))
    }
    return statedParts(of: type).isSubset(of: byHand)
      ? nil : "the compiler's code for '\(name)' may use \(keys.id.name)"
  }
}

extension DeclSyntax {
  /// Whether it is an enumeration whose name is that of keys for the compiler.
  fileprivate var isEnumerationOfKeys: Bool { self.as(EnumDeclSyntax.self)?.name.bare.hasSuffix("CodingKeys") == true }
}

/// Attributes of types that do not change what is encoded.
private let harmlessAttributes: Set<String> = [
  "DebugDescription", "Serializable", "available", "backDeployed", "dynamicCallable", "dynamicMemberLookup", "frozen",
  "globalActor", "main",
  "objc", "objcMembers", "preconcurrency", "propertyWrapper", "resultBuilder", "retroactive", "safe", "unsafe",
  "unchecked",
  "usableFromInline", "Suite", "NSApplicationMain", "UIApplicationMain", "_documentation", "_nonSendable",
  "_originallyDefinedIn",
  "_spi",
]

/// Protocols, of the standard library, the SDKs and well-known packages, that neither implement `Codable` nor imply `RawRepresentable`.
private let namesOfHarmlessProtocols: Set<String> = [
  // Swift
  "Actor", "AdditiveArithmetic", "Any", "AnyObject", "AsyncIteratorProtocol", "AsyncSequence",
  "BidirectionalCollection",
  "BitwiseCopyable", "CVarArg", "CaseIterable", "Clock", "Codable", "CodingKeyRepresentable", "Collection",
  "Comparable",
  "Copyable", "CustomDebugStringConvertible", "CustomPlaygroundDisplayConvertible", "CustomReflectable",
  "CustomStringConvertible", "CustomTestStringConvertible", "Decodable", "DurationProtocol", "Encodable", "Equatable",
  "Error",
  "Escapable", "ExpressibleByArrayLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByDictionaryLiteral",
  "ExpressibleByExtendedGraphemeClusterLiteral", "ExpressibleByFloatLiteral", "ExpressibleByIntegerLiteral",
  "ExpressibleByNilLiteral", "ExpressibleByStringInterpolation", "ExpressibleByStringLiteral",
  "ExpressibleByUnicodeScalarLiteral", "Hashable", "Identifiable", "InstantProtocol", "IteratorProtocol",
  "LosslessStringConvertible", "MutableCollection", "Numeric", "Observable", "RandomAccessCollection",
  "RangeReplaceableCollection", "Sendable", "SendableMetatype", "Sequence", "SetAlgebra", "SignedNumeric", "Strideable",
  "TextOutputStream", "TextOutputStreamable", "OptionSet", "RawRepresentable",
  // Foundation
  "CustomLocalizedStringResourceConvertible", "CustomNSError", "FormatStyle", "LocalizedError", "NSCoding", "NSCopying",
  "NSMutableCopying", "NSObjectProtocol", "NSSecureCoding", "ParseStrategy", "ParseableFormatStyle", "RecoverableError",
  "SortComparator",
  // Combine, SwiftUI, WidgetKit
  "DynamicProperty", "EnvironmentKey", "ObservableObject", "PreferenceKey", "TimelineEntry", "Transferable", "View",
  "ViewModifier",
  // GRDB
  "EncodableRecord", "FetchableRecord", "MutablePersistableRecord", "PersistableRecord", "TableRecord",
  // Vapor
  "AsyncResponseEncodable", "Authenticatable", "SessionAuthenticatable", "Validatable",
  // Millrace
  "ObjectKey", "Readable", "Serializable", "Writable",
]
