/// Swift names for keys, which can be any text.
enum SwiftName {
  /// The name of a property: `directed_by` becomes `directedBy`.
  static func property(_ key: String) -> String {
    let words = words(of: key)
    guard let first = words.first else { return "value" }
    var name = words.dropFirst().reduce(lowercasedAtStart(first)) { $0 + capitalized($1) }
    if startsWithDigit(name) { name = "value" + name }
    return keptForGeneratedCode.contains(name) ? name + "Value" : name
  }

  /// The name of a type: `directed_by` becomes `DirectedBy`.
  static func type(_ key: String) -> String {
    let name = words(of: key).map(capitalized).joined()
    if name.isEmpty { return "Value" }
    if startsWithDigit(name) { return "Value" + name }
    return keptForTypes.contains(name) ? name + "Value" : name
  }

  /// The singular of a key, inferred from its ending: `statuses` becomes `status`.
  static func singular(_ key: String) -> String {
    let small = key.lowercased()
    if small.hasSuffix("ies"), small.count > 4 { return key.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "uses"] where small.hasSuffix(ending) {
      return String(key.dropLast(2))
    }
    if small.hasSuffix("s"), !small.hasSuffix("ss"), !small.hasSuffix("us"), !small.hasSuffix("is"), small.count > 2 {
      return String(key.dropLast())
    }
    return key
  }

  /// A name as written in code: with backquotes if it is a keyword.
  static func inCode(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A unique name: the name itself, or the name followed by a number.
  static func unique(_ name: String, among taken: inout Set<String>) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = name + String(number)
      number += 1
    }
    return unique
  }

  /// The words of a key. They are in lowercase if the whole key is in capital letters.
  private static func words(of key: String) -> [Substring] {
    let isInCapitals = !key.contains(where: \.isLowercase) && key.contains("_")
    return (isInCapitals ? key.lowercased() : key).split { character in
      !character.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) }
    }
  }

  private static func capitalized(_ word: Substring) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// With small letters up to where the first word ends: `ID` becomes `id`, `URLName` becomes `urlName`.
  private static func lowercasedAtStart(_ word: Substring) -> String {
    let capitals = word.prefix { $0.isUppercase }.count
    let isFollowedBySmall = word.dropFirst(capitals).first?.isLowercase ?? false
    let count = capitals > 1 && isFollowedBySmall ? capitals - 1 : capitals
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  private static func startsWithDigit(_ name: String) -> Bool { name.first.map { ("0"..."9").contains($0) } ?? true }

  /// Members that `@Serializable` adds.
  private static let keptForGeneratedCode: Set<String> = [
    "fieldTable", "hasField", "hasMember", "kinds", "read", "write",
  ]

  /// Types that the printed code, or the code that is generated for it, refers to by these names.
  private static let keptForTypes: Set<String> = [
    "Any", "AnyObject", "Array", "Bool", "Dictionary", "Double", "Instant", "Int", "JSON", "Millrace", "Optional",
    "Protocol", "Readable", "Self", "Set", "StaticString", "String", "Type", "UInt8", "Writable",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while",
  ]
}

extension SwiftName {
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}

extension SwiftName {
  static func isTypeName(_ name: String) -> Bool {
    name == type(name)
      || name.first?.isLetter == true && !keywords.contains(name) && !keptForTypes.contains(name)
        && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }
}
