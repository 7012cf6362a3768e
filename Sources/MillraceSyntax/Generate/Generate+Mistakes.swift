// The code of a type whose declaration has mistakes: functions without statements. The mistakes are then the only
// errors; otherwise the compiler would report the missing conformances as well, at the type and wherever it is used.

/// The statement of functions that are never called.
let unreachable = "Swift.fatalError()"

@Code func members(ofMistaken type: CheckedType) -> [Code] {
  let isInType = type.kind == .class || type.isOnlyCodable && type.initializerPlace == .type
  // Enumerations with raw values have the library's functions.
  if !type.hasRawValues {
    if type.isReadable, !type.isOnlyCodable { isolated(type, declareReading(type) { unreachable }) }
    if type.isWritable, !type.isOnlyCodable { isolated(type, declareWriting(type) { unreachable }) }
    if type.isDecodable, isInType {
      // A designated initializer would replace the compiler's initializers of a class.
      let words = type.kind == .class ? "convenience " : ""
      isolated(type, block("\(access(type))\(words)init(from decoder: any Swift.Decoder) throws") { unreachable })
    }
    if type.isEncodable {
      isolated(type, block("\(access(type))func encode(to encoder: any Swift.Encoder) throws") { unreachable })
    }
  }
}

/// A nonisolated member, even if the type is isolated.
private func isolated(_ type: CheckedType, _ member: Code) -> Code {
  type.isolation != nil && type.isOnlyCodable
    ? Code(["nonisolated " + member.lines[0]] + member.lines.dropFirst()) : member
}

extension CheckedType {
  fileprivate var hasRawValues: Bool { if case .enumeration = kind { true } else { rawForm == .rawValue } }
}
