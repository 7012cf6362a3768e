import SwiftSyntax

// Classes that are not final or have a superclass.
//
// Each level reads and writes its own members, like a flattened field. The compiler tells the macro which conformances are
// missing (`Inheritance.swift`); `__SerializableClass` is missing unless the superclass has the macro. A conformance that a
// macro may add and does not add makes Swift 6.3.1 crash at a subclass, so `ObjectKey` is an unavailable conformance of such
// classes, and classes with mistakes get all functions and conformances.

extension Checker {
  /// Whether a superclass has an `init(from:)` that the class must call.
  var inheritsDecodable: Bool {
    inheritance.isDecodable && (settings.codable != nil || inheritance.isSerializable && settings.isReadable)
  }

  /// Whether a superclass has an `encode(to:)` that the class must call.
  var inheritsEncodable: Bool {
    inheritance.isEncodable && (settings.codable != nil || inheritance.isSerializable && settings.isWritable)
  }

  mutating func checkClass(_ parsed: ParsedType) -> CheckedType? {
    let isOnlyCodable = settings.codable != nil
    let hasSuperclass = isOnlyCodable ? inheritsDecodable || inheritsEncodable : inheritance.isSerializable
    let isFinal = parsed.modifiers.contains("final")
    if isOnlyCodable, inheritance.isSerializable {
      report(.superclassHasOtherMacro(parsed.name), at: parsed.keyword)
      return nil
    }
    if hasSuperclass {
      checkSuperclass(of: parsed)
    } else if let sign = parsed.signOfSuperclass, !parsed.inheritsOnlyFromFoundation {
      report(.hasSuperclass(parsed.name), at: sign)
    }
    guard var type = checkRecord(parsed, .class) else { return nil }
    if hasSuperclass, !isOnlyCodable {
      // A difference was reported above. Only the functions that the superclass has can be overridden.
      (type.isReadable, type.isWritable) = (inheritance.isReadable, inheritance.isWritable)
    }
    if hasSuperclass || !isFinal, !isOnlyCodable {
      type.constrainedTypes.removeAll { parsed.serializableParameters.contains($0) }
      let kind = type.isTransparent ? "transparent" : type.isGeneric ? "generic" : nil
      if let kind, hasSuperclass {
        report(.superclassOf(kind, parsed.name), at: parsed.keyword)
      } else if let kind {
        let remedy = inserting("final ", before: parsed.keyword, .makeFinal)
        report(.notFinal(kind, parsed.name), at: parsed.keyword, remedy)
      }
    }
    let hasInitializers = isOnlyCodable ? type.isDecodable : type.isReadable
    type.needsEmptyInitializer = !hasSuperclass && hasInitializers && parsed.hasImplicitInitializer
    type.inheritsFromFoundation = parsed.inheritsOnlyFromFoundation
    if !hasSuperclass, !isOnlyCodable { type.superclassCheck = checkThatSuperclassIsProtocol(parsed) }
    if hasSuperclass || !isFinal, type.rawForm == nil {
      type.hierarchy = ClassHierarchy(
        hasSuperclass: hasSuperclass, inheritsCodable: inheritsDecodable || inheritsEncodable,
        isOpen: parsed.access == "open")
      if !isOnlyCodable { type.needsInitializer = false }
    }
    return type
  }

  /// Both classes must be read, written, decoded and encoded, or neither.
  private mutating func checkSuperclass(of parsed: ParsedType) {
    if settings.codable != nil { return }
    if inheritance.isReadable != settings.isReadable || inheritance.isWritable != settings.isWritable {
      report(.superclassHasOtherMacro(parsed.name), at: parsed.keyword)
    }
    if parsed.states("Codable") || parsed.states("Decodable") || parsed.states("Encodable") {
      report(.statesCodableOfSuperclass(parsed.name), at: parsed.keyword)
    }
  }

  /// Returns a check that fails for a superclass, whose properties would be lost. The first type after the colon may be a class
  /// or a protocol, and only a protocol has an existential type.
  private func checkThatSuperclassIsProtocol(_ parsed: ParsedType) -> TypeCheck? {
    guard let first = parsed.inheritedTypes.first,
      first.is(IdentifierTypeSyntax.self) || first.is(MemberTypeSyntax.self),
      !parsed.inheritsOnlyFromFoundation, let place = placeOf?(Syntax(parsed.keyword))
    else { return nil }
    let text = first.trimmedDescription
    if text.split(separator: ".").last.map({ knownProtocols.contains(String($0)) }) == true { return nil }
    return TypeCheck(name: "__superclass", type: "any \(text)", place: place)
  }
}

private let knownProtocols: Set<String> = [
  "Codable", "Decodable", "Encodable", "Equatable", "Hashable", "Comparable", "Sendable", "Identifiable", "Error",
  "CustomStringConvertible", "CustomDebugStringConvertible", "Readable", "Writable", "Serializable", "AnyObject",
  "ObservableObject",
]
