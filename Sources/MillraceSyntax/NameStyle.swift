// The spelling of names: `userName`, `user_name`, `USER-NAME`.

/// How the names of a type's fields are spelled in documents.
public enum NameStyle: String {
  case asDeclared, camelCase, pascalCase, snakeCase, screamingSnakeCase, kebabCase, screamingKebabCase
  case lowercase, uppercase

  /// A name of Swift in this spelling. Underscores at either end stay as they are.
  public func spelling(of name: String) -> String {
    let core = name.drop { $0 == "_" }
    let leading = name.prefix(name.count - core.count)
    let trailing = core.reversed().prefix { $0 == "_" }.count
    let words = Self.words(of: core.dropLast(trailing))
    guard self != .asDeclared, !words.isEmpty else { return name }
    return leading + join(words) + String(repeating: "_", count: trailing)
  }

  private func join(_ words: [String]) -> String {
    switch self {
    case .asDeclared: words.joined()
    case .camelCase: words[0] + words.dropFirst().map(Self.capitalized).joined()
    case .pascalCase: words.map(Self.capitalized).joined()
    case .snakeCase: words.joined(separator: "_")
    case .screamingSnakeCase: words.joined(separator: "_").uppercased()
    case .kebabCase: words.joined(separator: "-")
    case .screamingKebabCase: words.joined(separator: "-").uppercased()
    case .lowercase: words.joined()
    case .uppercase: words.joined().uppercased()
    }
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// The words of a name in lower case. A word begins after an underscore, at a capital letter after a small one, and
  /// at the last of several capital letters when a small one follows: `myURLProperty` is `my`, `url`, `property`.
  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      if character == "_" {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, !word.isEmpty {
        let previous = characters[index - 1]
        let isFollowedBySmall = index + 1 < characters.count && characters[index + 1].isLowercase
        if !previous.isUppercase || isFollowedBySmall {
          words.append(word)
          word = ""
        }
      }
      word += character.lowercased()
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
